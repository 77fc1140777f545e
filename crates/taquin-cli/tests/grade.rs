//! `taquin grade`, with solvers that are right and solvers that are wrong.

#![cfg(unix)]

mod common;

use common::{TAQUIN, err, file, out, run, signal, taquin};
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Four moves from the goal: `LULU`.
const FOUR: &str = "0 1 3/4 2 5/7 8 6";

/// What Princeton's client prints for it.
const RIGHT: &str = "Minimum number of moves = 4
3\n0 1 3\n4 2 5\n7 8 6\n
3\n1 0 3\n4 2 5\n7 8 6\n
3\n1 2 3\n4 0 5\n7 8 6\n
3\n1 2 3\n4 5 0\n7 8 6\n
3\n1 2 3\n4 5 6\n7 8 0\n";

/// A solver written for the shell, removed in the end.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, text: &str) -> Self {
        Self(file(&format!("solver-{name}.sh"), text))
    }

    /// One that prints a text whatever the board is.
    fn printing(name: &str, text: &str) -> Self {
        Self::new(name, &format!("cat <<'END'\n{text}\nEND\n"))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }

    /// Grades it on one board.
    fn grade(&self, options: &[&str], board: &str) -> Output {
        run(&[&["grade"][..], options, &[board, "--", "sh", self.path(), "{}"][..]].concat())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

/// It was found wrong, in these words.
fn assert_wrong(output: &Output, words: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(out(output).contains(words), "{output:?}");
    assert!(out(output).ends_with("\n0 of 1 right\n"), "{output:?}");
}

#[test]
fn taquin_is_right_in_every_style() {
    for style in ["princeton", "classic", "moves", "tiles", "json"] {
        let output = run(&["grade", "--count", "6", "--", TAQUIN, "solve", "--style", style, "{}"]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{style}: {output:?}");
        assert!(out(&output).ends_with("\n9 of 9 right\n"), "{style}: {output:?}");
    }
    let blank = ["--style", "moves", "--run-length", "--blank-moves"];
    let output = run(&[&["grade", "--count", "6", "--", TAQUIN, "solve", "{}"][..], &blank[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let ring = ["--goal", "ring"];
    let solver = ["--", TAQUIN, "solve", "--style", "iowa", "{}"];
    let output = run(&[&["grade", "--count", "6"][..], &ring[..], &solver[..], &ring[..]].concat());
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

#[test]
fn the_sets() {
    let output = run(&["grade", "--", TAQUIN, "solve", "-s", "moves", "{}"]);
    assert!(out(&output).ends_with("\n23 of 23 right\n"), "{output:?}");
    let output = run(&["grade", "--set", "4x4", "--", TAQUIN, "solve", "-s", "moves", "{}"]);
    assert!(out(&output).ends_with("\n12 of 12 right\n"), "{output:?}");
    let row = out(&output).lines().nth(10).expect("a row").to_owned();
    assert!(row.starts_with("4x4-10") && row.split_whitespace().nth(1) == Some("40"), "{row}");
}

#[test]
fn a_solver_that_does_as_princeton_says_passes() {
    let princeton = ["--", TAQUIN, "solve", "--algorithm", "princeton", "--heuristic", "manhattan", "{}"];
    let output = run(&[&["grade", "--set", "4x4"][..], &princeton[..]].concat());
    assert!(out(&output).ends_with("\n12 of 12 right\n"), "{output:?}");
}

#[test]
fn the_board_on_standard_input() {
    let output = run(&["grade", FOUR, "--", TAQUIN, "solve"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let deaf = Script::printing("deaf", RIGHT);
    let output = run(&["grade", FOUR, "--", "sh", deaf.path()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// The file that a program gets.
fn handed(options: &[&str], board: &str) -> String {
    let kept = file("handed.txt", "");
    Script::new("keeping", &format!("cat \"$1\" > '{}'\n", kept.display())).grade(options, board);
    let text = std::fs::read_to_string(&kept).expect("it is there");
    std::fs::remove_file(kept).expect("it was there");
    text
}

#[test]
fn the_file_that_the_program_gets() {
    let header = "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n";
    let rows = "0 1 3\n4 2 5\n7 8 6\n";
    assert_eq!(handed(&[], FOUR), header);
    assert_eq!(handed(&["--give", "rows"], FOUR), rows);
    let given = |name: &str, content: &str, options: &[&str]| {
        let path = file(name, content);
        let text = handed(options, path.to_str().expect("text"));
        std::fs::remove_file(path).expect("it was there");
        text
    };
    let odd = "  0   1 3\r\n4 2 5\r\n7 8 6";
    assert_eq!(given("odd.txt", odd, &[]), odd, "a file of the user's own");
    assert_eq!(given("comment.txt", &format!("# four moves\n{odd}"), &["--give", "rows"]), rows);
    assert_eq!(given("two.txt", &format!("{FOUR}\n{FOUR}\n"), &["--give", "rows"]), rows);
}

/// A few, as everything else is judged in the same way: the judge has tests of its own.
#[test]
fn wrong_answers() {
    let jump = RIGHT.replacen("3\n1 0 3\n4 2 5\n7 8 6\n\n", "", 1);
    let illegal = Script::printing("illegal", &jump);
    let boards = "0 1 3/4 2 5/7 8 6 → 1 2 3/4 0 5/7 8 6 (lines 3 and 8)";
    assert_wrong(&illegal.grade(&[], FOUR), &format!("wrong: step 1 is not one slide of a tile: {boards}"));
    let long = Script::printing("long", "LRLULU");
    assert_wrong(&long.grade(&[], FOUR), "not shortest: 6 moves, shortest is 4 (line 1: LRLULU)");
    let claiming = Script::printing("claiming", "L").grade(&[], "1 2 3/8 4 0/7 6 5");
    assert_wrong(&claiming, "wrong: it claims a solution, and there is none (line 1: L)");
    assert!(
        out(&claiming).contains("\nit ends at the goal ring: grade it with --goal ring\n"),
        "{claiming:?}"
    );
    let output = run(&["grade", "--count", "1", "--", "sh", long.path()]);
    assert!(out(&output).contains("\n3x3-1: 1 2 3/4 5 6/7 8 0\n3x3-unsolvable-1: "), "{output:?}");
}

#[test]
fn wrong_behaviour() {
    let start = Instant::now();
    let hanging = Script::new("hanging", "sleep 100\n");
    assert_wrong(&hanging.grade(&["--time", "500ms"], FOUR), "timed out");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let flooding = Script::new("flooding", "yes\n");
    assert_wrong(&flooding.grade(&["--time", "60s"], FOUR), "it floods its output");
    let crashing = Script::new("crashing", "kill -SEGV $$\n");
    assert_wrong(&crashing.grade(&[], FOUR), "crashed: signal: 11");
    let failing = Script::new("failing", "echo 'Exception in thread main' >&2\nexit 3\n");
    assert_wrong(&failing.grade(&[], FOUR), "crashed: exit status: 3, Exception in thread main");
    let python = "Traceback (most recent call last):\n  File \"s.py\", line 1\nKeyError: 9";
    let python = Script::new("python", &format!("cat >&2 <<'END'\n{python}\n\nEND\nexit 1\n"));
    assert_wrong(&python.grade(&[], FOUR), "crashed: exit status: 1, KeyError: 9");
}

#[cfg(target_os = "linux")]
#[test]
fn too_much_memory() {
    // There is no end of a line for tail to find, so that it keeps everything.
    let hungry = Script::new("hungry", "head -c 400000000 /dev/zero | tail\n");
    let options = ["--memory", "100M", "--time", "60s"];
    assert_wrong(&hungry.grade(&options, FOUR), "it uses too much memory");
}

/// Whether a process has this among its arguments.
#[cfg(target_os = "linux")]
fn is_running(marker: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    processes
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).split('\0').any(|word| word == marker))
}

#[cfg(target_os = "linux")]
#[test]
fn nothing_is_left_behind() {
    // A number of seconds that nobody else sleeps.
    let marker = format!("100.{:09}", std::process::id());
    let text = format!("sleep {marker} &\ncat <<'END'\n{RIGHT}\nEND\n");
    let forking = Script::new("forking", &text);
    let start = Instant::now();
    let output = forking.grade(&[], FOUR);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let gone = || !is_running(&marker);
    // What is killed takes a moment to go.
    for _ in 0..100 {
        if gone() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(gone());
}

#[test]
fn json_and_xml() {
    let right = Script::printing("both", RIGHT);
    let xml = std::env::temp_dir().join(format!("taquin-grade-{}.xml", std::process::id()));
    let xml_path = xml.to_str().expect("text");
    let boards = [FOUR, "1 2 3/4 5 6/8 7 0"];
    let output =
        run(&["grade", boards[0], boards[1], "--json", "--junit", xml_path, "--", "sh", right.path(), "{}"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let json: serde_json::Value = serde_json::from_str(&out(&output)).expect("one JSON object");
    assert_eq!((json["right"].as_u64(), json["boards"].as_u64()), (Some(1), Some(2)));
    assert_eq!(json["results"][0]["verdict"], "right");
    assert_eq!(json["results"][1]["verdict"], "claims-solvable");
    let text = std::fs::read_to_string(&xml).expect("written");
    assert!(text.contains("tests=\"2\" failures=\"1\""), "{text}");
    assert!(text.contains("<failure type=\"claims-solvable\""), "{text}");
    std::fs::remove_file(xml).expect("it was there");
}

#[test]
fn mistakes_are_told() {
    for (args, message) in [
        (
            &["grade"][..],
            "no program is named: put it behind --, such as: taquin grade -- python3 solver.py {}",
        ),
        (&["grade", FOUR], "no program is named"),
        (
            &["grade", "no-such", "s.py", "{}"],
            "put -- before your program: taquin grade -- no-such s.py {}\n",
        ),
        (&["grade", FOUR, "./test", "{}"], "put -- before your program: taquin grade -- ./test {}\n"),
        (&["grade", "--", "no-such", "{}"], "taquin: no-such: there is no such program\n"),
        (
            &["grade", "--", "README.md", "{}"],
            "there is no such program (for the one in this folder write ./README.md)",
        ),
        (&["grade", "--give", "lines", "--", "true"], "possible values: header, rows"),
        (&["grade", "--set", "5x5", "--", "true"], "possible values: 3x3, 4x4"),
        (&["grade", "--set", "3x3", FOUR, "--", "true"], "cannot be used with"),
        (&["grade", "no-such-file", "--", "true"], "no-such-file: no such file"),
        (&["grade", "--junit", "/no/such/folder/x.xml", "--", "true"], "--junit: "),
        (&["grade", "--set", "4x4", "--goal", "ring", "--", "true"], "the ring goal is for 3x3 boards"),
    ] {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}: {output:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn ctrl_c_ends_with_what_is_graded_so_far() {
    let hanging = Script::new("interrupted", "sleep 100\n");
    let args = ["grade", FOUR, "--time", "90s", "--", "sh", hanging.path(), "{}"];
    let child = taquin(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(out(&output).ends_with("\n0 of 1 right\n"), "{output:?}");
    assert!(err(&output).contains("interrupted: 1 more boards were not tried"), "{output:?}");
}
