//! Tests of `taquin grade` with right and wrong solvers.

use crate::common::{TAQUIN, err, file, out, run, signal, taquin};
use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

/// Four moves from the goal: `LULU`.
const FOUR: &str = "0 1 3/4 2 5/7 8 6";

/// The output of Princeton's client for it.
const RIGHT: &str = "Minimum number of moves = 4
3\n0 1 3\n4 2 5\n7 8 6\n
3\n1 0 3\n4 2 5\n7 8 6\n
3\n1 2 3\n4 0 5\n7 8 6\n
3\n1 2 3\n4 5 0\n7 8 6\n
3\n1 2 3\n4 5 6\n7 8 0\n";

/// A solver as a shell script, removed on drop.
struct Script(PathBuf);

impl Script {
    fn new(name: &str, text: &str) -> Self {
        Self(file(&format!("solver-{name}.sh"), text))
    }

    /// Creates a solver that prints the same text for every board.
    fn printing(name: &str, text: &str) -> Self {
        Self::new(name, &format!("cat <<'END'\n{text}\nEND\n"))
    }

    fn path(&self) -> &str {
        self.0.to_str().expect("text")
    }

    /// Grades the solver on one board.
    fn grade(&self, options: &[&str], board: &str) -> Output {
        run(&[&["grade"][..], options, &[board, "--", "sh", self.path(), "{}"][..]].concat())
    }
}

impl Drop for Script {
    fn drop(&mut self) {
        std::fs::remove_file(&self.0).ok();
    }
}

/// Asserts that the solver was found wrong, with a message.
fn assert_wrong(output: &Output, message: &str) {
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(out(output).contains(message), "{output:?}");
    assert!(out(output).ends_with("\n0 of 1 right, lenient\n"), "{output:?}");
}

#[test]
fn taquin_passes_in_every_output_style() {
    let styles = ["princeton", "classic", "moves", "tiles"].map(|style| ["--style", style]);
    for option in styles.into_iter().chain([["--format", "json"]]) {
        let output = run(&["grade", "--count", "6", "--", TAQUIN, "solve", option[0], option[1], "{}"]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{option:?}: {output:?}");
        assert!(out(&output).ends_with("\n9 of 9 right, lenient\n"), "{option:?}: {output:?}");
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
fn taquin_passes_both_built_in_sets() {
    let output = run(&["grade", "--", TAQUIN, "solve", "-s", "moves", "{}"]);
    assert!(out(&output).ends_with("\n33 of 33 right, lenient\n"), "{output:?}");
    let output = run(&["grade", "--set", "4x4", "--", TAQUIN, "solve", "-s", "moves", "{}"]);
    assert!(out(&output).ends_with("\n14 of 14 right, lenient\n"), "{output:?}");
    let row = out(&output).lines().nth(10).expect("a row").to_owned();
    assert!(row.starts_with("4x4-10") && row.split_whitespace().nth(1) == Some("40"), "{row}");
}

#[test]
fn princetons_a_star_passes_the_4x4_set() {
    let princeton = ["--", TAQUIN, "solve", "--algorithm", "princeton", "--heuristic", "manhattan", "{}"];
    let output = run(&[&["grade", "--set", "4x4"][..], &princeton[..]].concat());
    assert!(out(&output).ends_with("\n14 of 14 right, lenient\n"), "{output:?}");
}

#[test]
fn without_a_placeholder_the_board_is_on_standard_input() {
    let output = run(&["grade", FOUR, "--", TAQUIN, "solve"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let not_reading = Script::printing("not-reading", RIGHT);
    let output = run(&["grade", FOUR, "--", "sh", not_reading.path()]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
}

/// Returns the file that the program gets.
fn board_file(options: &[&str], board: &str) -> String {
    let copy = file("board-file.txt", "");
    Script::new("copying", &format!("cat \"$1\" > '{}'\n", copy.display()))
        // In a sandbox, files are read-only.
        .grade(&[options, &["--sandbox", "never"]].concat(), board);
    let text = std::fs::read_to_string(&copy).expect("it is there");
    std::fs::remove_file(copy).expect("it was there");
    text
}

#[test]
fn any_length_needs_no_reference() {
    let output = run(&[
        "grade",
        "puzzles/10x10-random.txt",
        "--any-length",
        "--time",
        "10s",
        "--",
        TAQUIN,
        "solve",
        "--within",
        "300ms",
        "-s",
        "moves",
        "{}",
    ]);
    assert!(out(&output).contains("≥674") && out(&output).ends_with("1 of 1 right, lenient\n"), "{output:?}");
}

#[test]
fn board_files_have_the_requested_format() {
    let header = "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n";
    let rows = "0 1 3\n4 2 5\n7 8 6\n";
    assert_eq!(board_file(&[], FOUR), header);
    assert_eq!(board_file(&["--give", "rows"], FOUR), rows);
    let given = |name: &str, content: &str, options: &[&str]| {
        let path = file(name, content);
        let text = board_file(options, path.to_str().expect("text"));
        std::fs::remove_file(path).expect("it was there");
        text
    };
    let odd = "  0   1 3\r\n4 2 5\r\n7 8 6";
    assert_eq!(given("odd.txt", odd, &[]), odd, "a file of the user is passed unchanged");
    assert_eq!(given("comment.txt", &format!("# four moves\n{odd}"), &["--give", "rows"]), rows);
    assert_eq!(given("two.txt", &format!("{FOUR}\n{FOUR}\n"), &["--give", "rows"]), rows);
}

/// A few examples; the unit tests of the grader cover the others.
#[test]
fn wrong_answers_are_explained() {
    let jump = RIGHT.replacen("3\n1 0 3\n4 2 5\n7 8 6\n\n", "", 1);
    let illegal = Script::printing("illegal", &jump);
    let boards = "0 1 3/4 2 5/7 8 6 → 1 2 3/4 0 5/7 8 6 (lines 3 and 8)";
    assert_wrong(&illegal.grade(&[], FOUR), &format!("wrong: step 1 is not a legal move: {boards}"));
    let long = Script::printing("long", "LRLULU");
    assert_wrong(&long.grade(&[], FOUR), "not shortest: 6 moves, shortest is 4 (line 1: LRLULU)");
    let claiming = Script::printing("claiming", "L").grade(&[], "1 2 3/8 4 0/7 6 5");
    assert_wrong(&claiming, "wrong: claims a solution of an unsolvable board (line 1: L)");
    assert!(
        out(&claiming).contains("\nits solutions end at the goal ring: use --goal ring\n"),
        "{claiming:?}"
    );
    let output = run(&["grade", "--count", "1", "--", "sh", long.path()]);
    assert!(out(&output).contains("\n3x3-1: 1 2 3/4 5 6/7 8 0\n3x3-unsolvable-1: "), "{output:?}");
}

#[test]
fn crashes_and_exceeded_limits_are_explained() {
    let start = Instant::now();
    let hanging = Script::new("hanging", "sleep 100\n");
    assert_wrong(&hanging.grade(&["--time", "500ms"], FOUR), "timed out");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let flooding = Script::new("flooding", "yes\n");
    assert_wrong(&flooding.grade(&["--time", "60s"], FOUR), "exceeded the output limit of 4 MiB");
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
fn memory_limit_is_enforced() {
    // Without line breaks, tail keeps its whole input in memory.
    let hungry = Script::new("hungry", "head -c 400000000 /dev/zero | tail\n");
    let options = ["--memory", "100M", "--time", "60s"];
    assert_wrong(&hungry.grade(&options, FOUR), "exceeded the memory limit");
}

/// Returns whether a process has this argument.
#[cfg(target_os = "linux")]
fn is_running(marker: &str) -> bool {
    let processes = std::fs::read_dir("/proc").expect("Linux has it").flatten();
    processes
        .filter_map(|entry| std::fs::read(entry.path().join("cmdline")).ok())
        .any(|line| String::from_utf8_lossy(&line).split('\0').any(|word| word == marker))
}

#[cfg(target_os = "linux")]
#[test]
fn forked_processes_are_killed() {
    // A sleep time that is unique to this test.
    let marker = format!("100.{:09}", std::process::id());
    let text = format!("sleep {marker} &\ncat <<'END'\n{RIGHT}\nEND\n");
    let forking = Script::new("forking", &text);
    let start = Instant::now();
    let output = forking.grade(&[], FOUR);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let gone = || !is_running(&marker);
    // Killed processes disappear after a delay.
    for _ in 0..100 {
        if gone() {
            break;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(gone());
}

#[test]
fn json_and_junit_reports_have_all_results() {
    let right = Script::printing("both", RIGHT);
    let xml = std::env::temp_dir().join(format!("taquin-grade-{}.xml", std::process::id()));
    let xml_path = xml.to_str().expect("text");
    let boards = [FOUR, "1 2 3/4 5 6/8 7 0"];
    let output = run(&[
        "grade",
        boards[0],
        boards[1],
        "--format",
        "json",
        "--junit",
        xml_path,
        "--",
        "sh",
        right.path(),
        "{}",
    ]);
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
fn wrong_usage_is_explained() {
    for (args, message) in [
        (&["grade"][..], "no program given: add it after --, as in: taquin grade -- python3 solver.py {}"),
        (&["grade", FOUR], "no program given"),
        (
            &["grade", "no-such", "s.py", "{}"],
            "put -- before your program: taquin grade -- no-such s.py {}\n",
        ),
        (&["grade", FOUR, "./test", "{}"], "put -- before your program: taquin grade -- ./test {}\n"),
        (
            &["grade", "java", "-cp", ".", "Solver", "{}"],
            "put -- before your program: taquin grade -- java -cp . Solver {}\n",
        ),
        (&["grade", "--", "no-such", "{}"], "taquin: no-such: no such program\n"),
        (
            &["grade", "--", "README.md", "{}"],
            "no such program (to run the one in this directory, write ./README.md)",
        ),
        (&["grade", "--give", "lines", "--", "true"], "possible values: header, rows"),
        (&["grade", "--set", "5x5", "--", "true"], "possible values: 3x3, 4x4"),
        (&["grade", "--set", "3x3", FOUR, "--", "true"], "cannot be used with"),
        (&["grade", "no-such-file", "--", "true"], "no-such-file: no such file"),
        (
            &["grade", "--junit", "/no/such/folder/x.xml", "--", "true"],
            "cannot write /no/such/folder/x.xml: the directory does not exist",
        ),
        (
            &["grade", "--set", "4x4", "--goal", "ring", "--", "true"],
            "the goal 'ring' exists for 3x3 boards only",
        ),
    ] {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}: {output:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn ctrl_c_reports_the_results_so_far() {
    let hanging = Script::new("interrupted", "sleep 100\n");
    let args = ["grade", FOUR, "--time", "90s", "--", "sh", hanging.path(), "{}"];
    let child = taquin(&args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(500));
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(out(&output).ends_with("\n0 of 1 right, lenient\n"), "{output:?}");
    assert!(err(&output).contains("interrupted: 1 "), "{output:?}");
}
