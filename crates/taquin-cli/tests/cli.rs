//! The program as its users run it.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

fn taquin(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command.args(args).current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."));
    // Whatever tables the user has are not to be used.
    command.env("TAQUIN_CACHE", std::env::temp_dir().join("taquin-no-such-folder"));
    command
}

fn run(args: &[&str]) -> Output {
    taquin(args).stdin(Stdio::null()).output().expect("the program runs")
}

fn run_with_input(args: &[&str], input: &str) -> Output {
    let mut child = taquin(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// A file of its own for each test.
fn file(name: &str, content: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("taquin-{}-{name}", std::process::id()));
    std::fs::write(&path, content).expect("the temporary folder takes files");
    path
}

#[test]
fn solves_a_file_an_argument_and_standard_input_alike() {
    let path = file("puzzle04.txt", "3\n0 1 3\n4 2 5\n7 8 6\n");
    let expected = "Minimum number of moves = 4\n3\n 0  1  3 \n";
    for output in [
        run(&["solve", path.to_str().expect("text")]),
        run(&["solve", "0 1 3/4 2 5/7 8 6"]),
        run_with_input(&["solve"], "0 1 3\r\n4 2 5\r\n7 8 6\r\n"),
        run_with_input(&["solve", "-"], "_ 1 3 4 2 5 7 8 6"),
    ] {
        assert!(out(&output).starts_with(expected), "{output:?}");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn every_shortest_solution() {
    let board = "1 2 3/0 7 6/5 4 8";
    assert_eq!(out(&run(&["solve", board, "--all", "--style", "moves"])), "ULDRULL\nLURDLUL\n");
    let first = run(&["solve", board, "--all", "--limit", "1", "--style", "moves"]);
    assert_eq!(out(&first), "ULDRULL\n");
    assert_eq!(err(&first), format!("{board}: the first 1 of 2 shortest solutions\n"));
    assert_eq!(
        out(&run(&["solve", board, "--count"])),
        format!("{board}: 2 shortest solutions of 7 moves\n")
    );
    let boards = out(&run(&["solve", board, "--all"]));
    assert!(boards.starts_with("# solution 1 of 2\nMinimum number of moves = 7\n3\n"), "{boards}");
    assert!(out(&run(&["solve", "1 2/3 0", "--count"])).ends_with(": 1 shortest solution of 0 moves\n"));
    assert_eq!(run(&["solve", "2 1/3 0", "--count"]).status.code(), Some(1));
    let other = run(&["solve", board, "--all", "-a", "astar"]);
    assert!(other.status.code() == Some(2) && err(&other).contains("--all has its own search"), "{other:?}");
}

#[test]
fn a_census_in_three_forms() {
    let text = out(&run(&["census", "2x3"]));
    assert!(text.starts_with("2x3: 360 boards can reach this goal, and as many can't\n"), "{text}");
    assert!(text.contains("the hardest take 21:\n4 5 0/1 2 3\n"), "{text}");
    let csv = out(&run(&["census", "2x2", "--csv"]));
    assert_eq!(csv, "moves,boards\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
    let json: serde_json::Value =
        serde_json::from_str(&out(&run(&["census", "3x3", "--goal", "ring", "--json"]))).expect("JSON");
    assert_eq!((json["radius"].as_u64(), json["boards"].as_u64()), (Some(30), Some(181_440)));
    assert_eq!(json["hardest"].as_array().map(Vec::len), Some(148));
    for (args, code, message) in [
        (&["census", "4x4"][..], 2, "4x4 has 1.0e13 boards that can be solved"),
        (&["census", "3x4", "--memory", "10M"], 2, "takes more than the 10.0 MiB of memory"),
        (&["census", "3x4", "--time", "1ms"], 3, "stopped, the time limit was reached"),
    ] {
        let output = run(args);
        assert!(output.status.code() == Some(code) && err(&output).contains(message), "{output:?}");
    }
}

/// A table with its times, which have four digits after the point, made the same.
fn without_seconds(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, rest)| {
            rest.len() == 4 && [whole, rest].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let mask = |line: &str| {
        let words: Vec<&str> =
            line.split(' ').map(|word| if is_time(word) { "0.0000" } else { word }).collect();
        words.join(" ")
    };
    text.lines().map(mask).collect::<Vec<String>>().join("\n")
}

#[test]
fn a_comparison_in_four_forms() {
    let compare = |format: &str| {
        let output = run(&["compare", "0 1 3/4 2 5/7 8 6", "--algorithms", "astar,ida", "--format", format]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{format}");
        out(&output)
    };
    let table = [
        "board              algorithm  heuristic  moves  nodes  expanded  seconds   memory  branching  start error  mean error",
        "0 1 3/4 2 5/7 8 6  astar      hamming        4     10         4   0.0000  2.0 KiB      1.403            0        0.00",
        "0 1 3/4 2 5/7 8 6  astar      manhattan      4     10         4   0.0000  2.0 KiB      1.403            0        0.00",
        "0 1 3/4 2 5/7 8 6  ida        hamming        4     10         4   0.0000     24 B      1.403            0        0.00",
        "0 1 3/4 2 5/7 8 6  ida        manhattan      4     10         3   0.0000      0 B      1.403            0        0.00",
    ];
    assert_eq!(without_seconds(&compare("table")), table.join("\n"));
    let markdown = [
        "| board | algorithm | heuristic | moves | nodes | expanded | seconds | memory | branching | start error | mean error |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        "| 0 1 3/4 2 5/7 8 6 | astar | hamming | 4 | 10 | 4 | 0.0000 | 2.0 KiB | 1.403 | 0 | 0.00 |",
        "| 0 1 3/4 2 5/7 8 6 | astar | manhattan | 4 | 10 | 4 | 0.0000 | 2.0 KiB | 1.403 | 0 | 0.00 |",
        "| 0 1 3/4 2 5/7 8 6 | ida | hamming | 4 | 10 | 4 | 0.0000 | 24 B | 1.403 | 0 | 0.00 |",
        "| 0 1 3/4 2 5/7 8 6 | ida | manhattan | 4 | 10 | 3 | 0.0000 | 0 B | 1.403 | 0 | 0.00 |",
    ];
    assert_eq!(without_seconds(&compare("markdown")), markdown.join("\n"));

    let csv = compare("csv");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0][..6], ["name", "board", "algorithm", "weight", "heuristic", "status"]);
    let board = "0 1 3/4 2 5/7 8 6";
    assert_eq!(lines[4][..10], [board, board, "ida", "", "manhattan", "solved", "4", "4", "10", "3"]);
    assert!(lines[1..].iter().all(|line| line.len() == 15 && line[10].parse::<f64>().is_ok()), "{csv}");

    let json: serde_json::Value = serde_json::from_str(&compare("json")).expect("JSON");
    let runs = json["runs"].as_array().expect("an array");
    assert_eq!(runs.len(), 4);
    assert_eq!(
        (&runs[0]["algorithm"], &runs[0]["heuristic"], &runs[0]["status"], &runs[0]["nodes"]),
        (&"astar".into(), &"hamming".into(), &"solved".into(), &10.into())
    );
    assert!(runs.iter().all(|run| run["seconds"].is_f64() && run["start_error"] == 0), "{json}");
    assert_eq!(json["time"].as_f64(), Some(30.0));
}

#[test]
fn limits_and_sizes_are_entries_of_a_comparison() {
    let hard = ["compare", "puzzles/4x4-hard.txt", "--algorithms", "astar", "--memory", "1M"];
    let output = run(&[&hard[..], &["--heuristics", "hamming"]].concat());
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    let line = out(&output).lines().nth(1).map(str::to_owned).unwrap_or_default();
    assert!(line.contains(" ≥38 ") && line.contains(" out of memory "), "{line}");
    assert!(out(&output).ends_with("\n\n≥ stopped, and that much is proven\n"), "{output:?}");

    let large = out(&run(&[
        "compare",
        "puzzles/5x5-40.txt",
        "-a",
        "astar,uniform",
        "--heuristics",
        "largest",
        "--time",
        "50ms",
    ]));
    assert!(large.lines().nth(1).is_some_and(|line| line.ends_with("not for this size")), "{large}");
    assert!(large.lines().nth(2).is_some_and(|line| line.contains(" over 0.05 s ")), "{large}");

    let mixed =
        run(&["compare", "1 2 3/4 5 6/8 7 0", "1 2/3 4", "-a", "princeton", "--heuristics", "manhattan"]);
    assert_eq!(mixed.status.code(), Some(2));
    assert!(out(&mixed).contains(" unsolvable ") && err(&mixed).contains("the board given"), "{mixed:?}");
    let tables = run(&["compare", "1 2/3 0", "-a", "ida,astar", "--heuristics", "tables"]);
    assert_eq!((tables.status.code(), out(&tables).as_str()), (Some(2), ""));
    assert!(err(&tables).contains("--heuristics tables is for the algorithm ida alone"), "{tables:?}");
    let both = run(&["compare", "1 2/3 0", "--preset", "cos226"]);
    assert!(both.status.code() == Some(2) && err(&both).contains("cannot be used with"), "{both:?}");
}

#[test]
fn charts_of_a_comparison() {
    let path = file("chart.svg", "");
    let chart = |args: &[&str]| {
        let output = run(&[&["compare", "--chart", path.to_str().expect("text")][..], args].concat());
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{args:?}");
        (out(&output), std::fs::read_to_string(&path).expect("it was drawn"))
    };
    let is_well_formed = |svg: &str| {
        let lines: Vec<&str> = svg.lines().collect();
        let inner = &lines[1..lines.len() - 1];
        lines[0].starts_with("<svg ")
            && lines.last() == Some(&"</svg>")
            && inner
                .iter()
                .all(|line| line.starts_with("  <") && (line.ends_with("/>") || line.ends_with("</text>")))
            && !svg.contains("NaN")
            && !svg.contains("inf")
    };
    let (_, boards) = chart(&["puzzles/3x3-20.txt", "puzzles/3x3-easy.txt", "-a", "astar,ida"]);
    assert!(is_well_formed(&boards), "{boards}");
    for series in ["astar hamming", "astar manhattan", "ida hamming", "ida manhattan"] {
        assert_eq!(boards.matches(&format!(">{series}</text>")).count(), 1, "{series}: {boards}");
    }
    // Each has a line and the first a disc, twice in either panel and once below.
    assert_eq!(boards.matches("<circle").count(), 5);
    for color in ["#0072b2", "#d55e00", "#009e73", "#cc79a7"] {
        let line = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"");
        assert_eq!(boards.matches(&line).count(), 3, "{color}: {boards}");
    }
    // The board of 8 moves comes first.
    assert!(boards.find(">8</text>") < boards.find(">20</text>"), "{boards}");

    let weights = ["puzzles/4x4-40.txt", "-a", "ida", "--heuristics", "manhattan", "--weights", "2,5"];
    let (table, weights) = chart(&weights);
    assert!(
        table.contains("weighted-2 ") && table.contains("weighted-5 ") && table.contains("* not proven"),
        "{table}"
    );
    assert!(is_well_formed(&weights) && weights.contains(">weight of the estimate</text>"), "{weights}");
    assert_eq!(weights.matches(">weighted manhattan</text>").count(), 1);
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn presets_make_their_own_boards() {
    let args = ["compare", "--preset", "heuristics", "--heuristics", "largest", "--memory", "1M"];
    let table = out(&run(&args));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "instance  moves  nodes, largest");
    assert!(
        lines[1].starts_with("4x4-20       20  ") && lines[7].starts_with("4x4-44       44  "),
        "{table}"
    );
    assert!(lines[9].starts_with("4x4-20: "), "{table}");
    let course = out(&run(&["compare", "--preset", "cos226", "--memory", "1M", "--format", "markdown"]));
    assert!(course.starts_with("| instance | moves | seconds, hamming | seconds, manhattan |\n"), "{course}");
    assert!(
        course.contains("\n| 3x3-28 | 28 | ") && course.contains("\n| 4x4-42 | 42 | out of memory |"),
        "{course}"
    );
}

/// Runs every command in a page's console blocks and compares what it prints with what the page says it prints; a line
/// of `…` stands for anything. Returns how many there are.
fn commands_that_hold(page: &str) -> usize {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(page);
    let text = std::fs::read_to_string(path).expect("text");
    let mut tried = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("split never yields nothing");
        let (command, expected) = block.split_once('\n').expect("a command and its output");
        let command = command.trim_start_matches("$ ").replace("cargo run --release --", "taquin");
        let command = command.replace("taquin ", &format!("{} ", env!("CARGO_BIN_EXE_taquin")));
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let output = Command::new("sh").args(["-c", &command]).current_dir(root).output().expect("a shell");
        let printed = out(&output) + &err(&output);
        match expected.split_once("…\n") {
            Some((beginning, _)) => assert!(printed.starts_with(beginning), "{command}\n{printed}"),
            None => assert_eq!(printed, expected, "{command}"),
        }
        tried += 1;
    }
    tried
}

#[test]
fn the_readme_and_the_docs_are_true() {
    assert!(commands_that_hold("README.md") >= 4);
    assert!(commands_that_hold("docs/see-a-star-work.md") >= 5);
}

/// The trace of the course's FAQ, with ties broken as the search breaks them.
const TRACE_MANHATTAN: &str = "\
Step 0:  priority = 4
         moves    = 0
         manhattan = 4
         3
         0 1 3
         4 2 5
         7 8 6

Step 1:  priority = 4   priority = 6
         moves    = 1   moves    = 1
         manhattan = 3  manhattan = 5
         3              3
         1 0 3          4 1 3
         4 2 5          0 2 5
         7 8 6          7 8 6

Step 2:  priority = 4   priority = 6   priority = 6
         moves    = 2   moves    = 2   moves    = 1
         manhattan = 2  manhattan = 4  manhattan = 5
         3              3              3
         1 2 3          1 3 0          4 1 3
         4 0 5          4 2 5          0 2 5
         7 8 6          7 8 6          7 8 6

Step 3:  priority = 4   priority = 6   priority = 6   priority = 6   priority = 6
         moves    = 3   moves    = 3   moves    = 3   moves    = 2   moves    = 1
         manhattan = 1  manhattan = 3  manhattan = 3  manhattan = 4  manhattan = 5
         3              3              3              3              3
         1 2 3          1 2 3          1 2 3          1 3 0          4 1 3
         4 5 0          0 4 5          4 8 5          4 2 5          0 2 5
         7 8 6          7 8 6          7 0 6          7 8 6          7 8 6

Step 4:  priority = 4   priority = 6   priority = 6   priority = 6   priority = 6   priority = 6
         moves    = 4   moves    = 4   moves    = 3   moves    = 3   moves    = 2   moves    = 1
         manhattan = 0  manhattan = 2  manhattan = 3  manhattan = 3  manhattan = 4  manhattan = 5
         3              3              3              3              3              3
         1 2 3          1 2 0          1 2 3          1 2 3          1 3 0          4 1 3
         4 5 6          4 5 3          0 4 5          4 8 5          4 2 5          0 2 5
         7 8 0          7 8 6          7 8 6          7 0 6          7 8 6          7 8 6

The goal was dequeued in step 4. Moves: 4 (LULU). Nodes enqueued: 10, dequeued: 5.
";

const TRACE_HAMMING: &str = "\
Step 0:  priority = 4
         moves    = 0
         hamming  = 4
         3
         0 1 3
         4 2 5
         7 8 6

Step 1:  priority = 4  priority = 6
         moves    = 1  moves    = 1
         hamming  = 3  hamming  = 5
         3             3
         1 0 3         4 1 3
         4 2 5         0 2 5
         7 8 6         7 8 6

Step 2:  priority = 4  priority = 6  priority = 6
         moves    = 2  moves    = 2  moves    = 1
         hamming  = 2  hamming  = 4  hamming  = 5
         3             3             3
         1 2 3         1 3 0         4 1 3
         4 0 5         4 2 5         0 2 5
         7 8 6         7 8 6         7 8 6

Step 3:  priority = 4  priority = 6  priority = 6  priority = 6  priority = 6
         moves    = 3  moves    = 3  moves    = 3  moves    = 2  moves    = 1
         hamming  = 1  hamming  = 3  hamming  = 3  hamming  = 4  hamming  = 5
         3             3             3             3             3
         1 2 3         1 2 3         1 2 3         1 3 0         4 1 3
         4 5 0         0 4 5         4 8 5         4 2 5         0 2 5
         7 8 6         7 8 6         7 0 6         7 8 6         7 8 6

Step 4:  priority = 4  priority = 6  priority = 6  priority = 6  priority = 6  priority = 6
         moves    = 4  moves    = 4  moves    = 3  moves    = 3  moves    = 2  moves    = 1
         hamming  = 0  hamming  = 2  hamming  = 3  hamming  = 3  hamming  = 4  hamming  = 5
         3             3             3             3             3             3
         1 2 3         1 2 0         1 2 3         1 2 3         1 3 0         4 1 3
         4 5 6         4 5 3         0 4 5         4 8 5         4 2 5         0 2 5
         7 8 0         7 8 6         7 8 6         7 0 6         7 8 6         7 8 6

The goal was dequeued in step 4. Moves: 4 (LULU). Nodes enqueued: 10, dequeued: 5.
";

#[test]
fn a_trace_as_the_course_shows_it() {
    let board = "0 1 3/4 2 5/7 8 6";
    for (heuristic, expected) in [("manhattan", TRACE_MANHATTAN), ("hamming", TRACE_HAMMING)] {
        let output = run(&["trace", board, "--heuristic", heuristic]);
        assert_eq!(out(&output), expected, "{heuristic}");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
    let short = out(&run(&["trace", board, "--steps", "4", "--queue", "2"]));
    assert!(short.contains("\n         7 8 6          7 8 6\n         … and 3 more\n\n"), "{short}");
    assert!(
        short.ends_with("The goal was not dequeued in 4 steps. Nodes enqueued: 10, dequeued: 4.\n"),
        "{short}"
    );
    let json = out(&run(&["trace", board, "--json"]));
    let steps: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect();
    let lengths: Vec<Option<u64>> = steps.iter().map(|step| step["board"]["length"].as_u64()).collect();
    assert_eq!(lengths, [1, 2, 3, 5, 6].map(Some));
    assert_eq!(steps[4]["board"]["queue"][0]["board"], "1 2 3/4 5 6/7 8 0");
    assert_eq!((&steps[3]["board"]["goal"], &steps[4]["board"]["goal"]), (&false.into(), &true.into()));
}

#[test]
fn a_trace_of_board_and_twin() {
    let output = run(&["trace", "2 1 3/4 5 6/7 8 0", "--both"]);
    let expected = "\
Step 0:
Board  priority = 2
       moves    = 0
       manhattan = 2
       3
       2 1 3
       4 5 6
       7 8 0
Twin   priority = 0
       moves    = 0
       manhattan = 0
       3
       1 2 3
       4 5 6
       7 8 0

Board: The goal was not dequeued in 1 step. Nodes enqueued: 3, dequeued: 1.
Twin: The goal was dequeued in step 0. Moves: 0. Nodes enqueued: 1, dequeued: 1.
The twin reaches the goal, so the board can't be solved.
";
    assert_eq!((out(&output).as_str(), output.status.code()), (expected, Some(1)));
    let solvable = out(&run(&["trace", "0 1 3/4 2 5/7 8 6", "--both"]));
    assert_eq!(
        (solvable.matches("Board  ").count(), solvable.matches("Twin   ").count()),
        (5, 4),
        "{solvable}"
    );
    let endless = run(&["trace", "2 1 3/4 5 6/7 8 0", "--steps", "2"]);
    assert!(out(&endless).starts_with("This board can't be solved: "), "{endless:?}");
    assert!(out(&endless).contains("would never end.\n\nStep 0:  priority = 2\n"), "{endless:?}");
    assert!(out(&endless).contains("The goal was not dequeued in 2 steps."), "{endless:?}");
    assert_eq!(endless.status.code(), Some(1));
}

#[test]
fn a_trace_of_ida_star() {
    let expected = "\
Threshold 4:
Step 0:  - 0 1 3/4 2 5/7 8 6  0 + 4 = 4
Step 1:    U 4 1 3/0 2 5/7 8 6  1 + 5 = 6  cut off
Step 2:    L 1 0 3/4 2 5/7 8 6  1 + 3 = 4
Step 3:      U 1 2 3/4 0 5/7 8 6  2 + 2 = 4
Step 4:        U 1 2 3/4 8 5/7 0 6  3 + 3 = 6  cut off
Step 5:        L 1 2 3/4 5 0/7 8 6  3 + 1 = 4
Step 6:          U 1 2 3/4 5 6/7 8 0  4 + 0 = 4  goal

The goal was reached in step 6. Moves: 4 (LULU). Nodes visited: 7, passes: 1.
";
    let board = "0 1 3/4 2 5/7 8 6";
    assert_eq!(out(&run(&["trace", board, "--algorithm", "ida"])), expected);
    let json = out(&run(&["trace", board, "--algorithm", "ida", "--json"]));
    let last: serde_json::Value =
        serde_json::from_str(json.lines().last().expect("seven")).expect("one JSON object a line");
    assert_eq!((json.lines().count(), &last["goal"], &last["move"]), (7, &true.into(), &"U".into()));
    for (args, message) in [
        (&["trace", board, "--algorithm", "ida", "--both"][..], "--both goes with --algorithm princeton"),
        (&["trace", "puzzles/5x5-40.txt", "--heuristic", "largest"], "largest is for boards of up to 2x6"),
        (&["tree", "puzzles/ten-3x3.txt"], "a tree is for one board, and here are 10"),
    ] {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{output:?}");
    }
}

#[test]
fn a_tree_in_three_forms() {
    let board = "0 1 3/4 2 5/7 8 6";
    let text = "\
- 0 1 3/4 2 5/7 8 6  0 + 4 = 4  *0
  U 4 1 3/0 2 5/7 8 6  1 + 5 = 6
  L 1 0 3/4 2 5/7 8 6  1 + 3 = 4  *1
    U 1 2 3/4 0 5/7 8 6  2 + 2 = 4
    L 1 3 0/4 2 5/7 8 6  2 + 4 = 6
    R 0 1 3/4 2 5/7 8 6  2 + 4 = 6  x
";
    assert_eq!(out(&run(&["tree", board, "--steps", "2", "--pruned"])), text);
    let without = text.lines().filter(|line| !line.ends_with('x')).map(|line| format!("{line}\n"));
    assert_eq!(out(&run(&["tree", board, "--steps", "2"])), without.collect::<String>());
    let solved = out(&run(&["tree", board, "--steps", "9"]));
    assert!(solved.contains("\n        U 1 2 3/4 5 6/7 8 0  4 + 0 = 4  *4  !\n"), "{solved}");
    let dot = r##"digraph taquin {
  node [shape=box, fontname="monospace"];
  n0 [label="0 1 3\n4 2 5\n7 8 6\n0 + 4 = 4\nstep 0", style=solid, color="#0072b2"];
  n1 [label="4 1 3\n0 2 5\n7 8 6\n1 + 5 = 6", style=dashed, color="#d55e00"];
  n0 -> n1 [label="U"];
  n2 [label="1 0 3\n4 2 5\n7 8 6\n1 + 3 = 4\nstep 1", style=solid, color="#0072b2"];
  n0 -> n2 [label="L"];
  n3 [label="1 2 3\n4 0 5\n7 8 6\n2 + 2 = 4", style=dashed, color="#d55e00"];
  n2 -> n3 [label="U"];
  n4 [label="1 3 0\n4 2 5\n7 8 6\n2 + 4 = 6", style=dashed, color="#d55e00"];
  n2 -> n4 [label="L"];
  n5 [label="0 1 3\n4 2 5\n7 8 6\n2 + 4 = 6\nleft out", style=dotted, fontcolor=gray, color="#9aa5b1"];
  n2 -> n5 [label="R"];
}
"##;
    assert_eq!(out(&run(&["tree", board, "--steps", "2", "--pruned", "--format", "dot"])), dot);

    // Eight boards of a frame and eight tiles each; the paper, and two frames in the legend.
    let svg = out(&run(&["tree", board, "--format", "svg"]));
    let count = |svg: &str, text: &str| svg.matches(text).count();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(count(&svg, "<"), count(&svg, ">"));
    assert_eq!(count(&svg, "<text "), count(&svg, "</text>"));
    assert_eq!((count(&svg, " = "), count(&svg, "<rect ")), (8, 8 * 9 + 3));
    assert_eq!(
        (count(&svg, "<circle "), count(&svg, "stroke-dasharray"), count(&svg, "<polyline ")),
        (4, 6, 7)
    );
    let path = std::env::temp_dir().join(format!("taquin-{}-tree.svg", std::process::id()));
    let file = path.to_str().expect("text");
    let output = run(&["tree", board, "--steps", "5", "--pruned", "--format", "svg", "--output", file]);
    assert_eq!((output.status.code(), out(&output).as_str(), err(&output).as_str()), (Some(0), "", ""));
    let svg = std::fs::read_to_string(&path).expect("it was written");
    std::fs::remove_file(&path).expect("it was there");
    // All 10 nodes and the 3 left out; the way to the goal has 5 of them, and the legend one frame.
    assert_eq!((count(&svg, " = "), count(&svg, "stroke-width=\"4.0\"")), (13, 6));

    let large = run(&["tree", "8 6 7/2 5 4/3 0 1", "--steps", "500"]);
    assert_eq!((out(&large).lines().count(), large.status.code()), (200, Some(0)));
    assert!(err(&large).starts_with("200 of ") && err(&large).contains(" nodes shown: "), "{}", err(&large));
}

#[test]
fn every_style() {
    let board = "0 1 3/4 2 5/7 8 6";
    assert!(
        out(&run(&["solve", board, "--style", "classic"]))
            .ends_with("enqueued = 10\nMinimum number of moves = 4\n")
    );
    assert_eq!(out(&run(&["solve", board, "--style", "moves"])), "LULU\n");
    assert_eq!(out(&run(&["solve", board, "--style", "moves", "--blank-moves"])), "RDRD\n");
    assert_eq!(out(&run(&["solve", board, "--style", "tiles"])), "1 2 5 6\n");
    assert_eq!(out(&run(&["solve", "1 2 3/0 4 5/7 8 6", "-s", "moves", "--run-length"])), "L2U\n");
    let json: serde_json::Value =
        serde_json::from_str(&out(&run(&["solve", board, "--style", "json"]))).expect("one JSON object");
    assert_eq!(
        (&json["status"], &json["length"], &json["shortest"]),
        (&"solved".into(), &4.into(), &true.into())
    );
    let iowa = out(&run(&["solve", "puzzles/ring-24.txt", "--style", "iowa"]));
    assert!(
        iowa.starts_with("24 moves in total (heuristic: the Manhattan distance)\n\n5 3 6\n7   1\n8 4 2\n\n")
    );
    assert!(iowa.contains("\n\n24 moves in total (heuristic: number of mismatached tiles)\n\n"));
}

#[test]
fn every_heuristic() {
    let expected = out(&run(&["check", "puzzles/3x3-easy.txt"]));
    for heuristic in ["hamming", "manhattan", "linear-conflict", "walking-distance"] {
        let moves = out(&run(&["check", "puzzles/3x3-easy.txt", "--heuristic", heuristic]));
        assert_eq!(moves, expected, "{heuristic}");
    }
}

#[test]
fn every_algorithm_and_goal() {
    for algorithm in ["auto", "ida", "astar", "uniform", "princeton", "iowa-list", "iowa-heap", "iowa-bucket"]
    {
        for goal in ["blank-last", "blank-first", "snail", "ring", "1 2 3/4 5 6/7 0 8"] {
            let output = run(&["check", "puzzles/3x3-easy.txt", "--algorithm", algorithm, "--goal", goal]);
            let moves = out(&output);
            let expected = out(&run(&["check", "puzzles/3x3-easy.txt", "--goal", goal]));
            assert_eq!(moves, expected, "{algorithm}, {goal}");
        }
    }
    let quick = out(&run(&["solve", "puzzles/4x4-40.txt", "--weight", "100"]));
    assert!(quick.starts_with("Moves = ") && quick.contains("(shortest is at least "), "{quick}");
    let greedy = out(&run(&["solve", "puzzles/4x4-40.txt", "--algorithm", "greedy"]));
    assert!(greedy.starts_with("Moves = "), "{greedy}");
}

#[test]
fn boards_of_any_size_are_solved_within_a_time() {
    let best = out(&run(&["solve", "puzzles/10x10-random.txt", "--within", "300ms"]));
    assert!(best.starts_with("Moves = ") && best.contains("(shortest is at least "), "{}", &best[..80]);
    let told =
        run(&["solve", "puzzles/10x10-random.txt", "--within", "300ms", "--style", "moves", "--verbose"]);
    let (told, moves) = (err(&told), out(&told));
    let last = told.lines().rev().nth(1).expect("improvements");
    let length = units(moves.trim_end().len());
    assert!(last.starts_with("moves ") && last.contains(&format!("→ {length}, lower bound ")), "{told}");
    let proven = out(&run(&["solve", "puzzles/5x5-40.txt"]));
    assert!(proven.starts_with("Minimum number of moves = 40\n"), "{proven}");
    let sizes = out(&run(&["bench", "sizes", "--within", "10ms", "--count", "1", "--json"]));
    assert_eq!(sizes.matches("\"ratio\":").count(), 6, "{sizes}");
    for args in [
        &["solve", "puzzles/5x5-40.txt", "--within", "1s", "--heuristic", "manhattan"][..],
        &["solve", "puzzles/5x5-40.txt", "--within", "1s", "--style", "classic"],
        &["solve", "puzzles/5x5-40.txt", "--within", "1s", "--optimal"],
        &["bench", "sizes", "--goal", "snail"],
    ] {
        assert_eq!(run(args).status.code(), Some(2));
    }
}

/// A number as it is written for people.
fn units(number: usize) -> String {
    let digits = number.to_string();
    let (head, tail) = digits.split_at(digits.len().saturating_sub(3));
    if head.is_empty() { digits } else { format!("{head},{tail}") }
}

#[test]
fn every_sample_puzzle_is_what_its_first_line_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../puzzles");
    let mut tried = 0;
    for entry in std::fs::read_dir(folder).expect("it is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let first = text.lines().next().expect("a comment");
        let goal = ["ring", "blank-first"].into_iter().find(|g| first.contains(&format!("--goal {g}")));
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name");
        if name.starts_with("korf") || name.starts_with("antipodes") {
            // They take long, and `taquin bench` holds them to their lengths.
            continue;
        }
        let moves =
            first.split(' ').zip(first.split(' ').skip(1)).find(|(_, word)| word.starts_with("moves"));
        let expected = match moves.map(|(number, _)| number.parse::<i32>()) {
            Some(Ok(moves)) => moves,
            _ if name.ends_with("unsolvable") => -1,
            _ => match name.rsplit('-').next().expect("never empty").parse() {
                Ok(moves) => moves,
                Err(_) => continue,
            },
        };
        let output = run(&["check", path.to_str().expect("text"), "--goal", goal.unwrap_or("blank-last")]);
        assert!(out(&output).trim_end().ends_with(&format!(": {expected}")), "{name}: {output:?}");
        tried += 1;
    }
    assert!(tried >= 10, "only {tried} puzzles have a number");
}

#[test]
fn exit_codes() {
    let solvable = "0 1 3/4 2 5/7 8 6";
    let unsolvable = "1 2 3/4 5 6/8 7 0";
    assert_eq!(run(&["solve", solvable]).status.code(), Some(0));
    let output = run(&["solve", unsolvable]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), "No solution possible\n"));
    let stopped = run(&["solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "-a", "astar", "--memory", "8M"]);
    assert_eq!((stopped.status.code(), out(&stopped).as_str()), (Some(3), ""));
    assert!(
        err(&stopped).contains("the memory limit was reached: any solution has at least "),
        "{stopped:?}"
    );
    let stopped =
        run(&["solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--time", "20ms", "--style", "json"]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(out(&stopped).contains("\"status\":\"stopped\""));
    // Of several boards the worst counts, and bad input is worse than all.
    assert_eq!(run(&["check", solvable, unsolvable]).status.code(), Some(1));
    assert_eq!(run(&["check", solvable, unsolvable, "no-such-file"]).status.code(), Some(2));
}

#[test]
fn bad_input_says_what_where_and_how_to_mend_it() {
    let cases: [(&[&str], &str); 14] = [
        (&["solve", "no-such-file.txt"], "no-such-file.txt: no such file"),
        (&["solve", "puzzles"], "puzzles: this is a folder"),
        (&["solve", ""], "an empty argument is no board"),
        (&["solve", "1 2 3/4 5 6/7 8 8"], "line 1, column 17: 8 occurs again (first at line 1, column 15)"),
        (&["solve", "1 2 3/4 5 six/7 8 0"], "the board given: line 1, column 11: 'six' is not a tile"),
        (&["solve", "1 2/3 4 0"], "row 1 has 2 tiles and the others have 3"),
        (&["solve", "1 2 3 4 5 0"], "6 numbers in a row do not tell the board's shape"),
        (
            &["solve", "1 2/3 0", "--goal", "ring"],
            "the ring goal is for 3x3 boards and this one is 2x2: use 'snail'",
        ),
        (&["solve", "1 2/3 0", "--goal", "sideways"], "'sideways' is not a goal: choose blank-last"),
        (&["solve", "1 2/3 0", "--algorithm", "magic"], "possible values: auto, ida, astar"),
        (
            &["solve", "1 2/3 0", "--weight", "3", "--algorithm", "princeton"],
            "--weight goes with --algorithm astar",
        ),
        (
            &["solve", "puzzles/5x5-40.txt", "--heuristic", "walking-distance"],
            "walking-distance is for boards of up to 2x6, 3x5 or 4x4 and this one is 5x5",
        ),
        (&["random", "1x9"], "rows and columns go from 2 to 127"),
        (&["random", "3x3", "--moves", "32"], "the farthest are 31 moves away"),
    ];
    for (args, message) in cases {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
    let empty = run_with_input(&["solve"], "\n# nothing\n");
    assert!(
        err(&empty).contains("standard input: no board here") && empty.status.code() == Some(2),
        "{empty:?}"
    );
    let nonsense = run_with_input(&["solve"], "1 2 3\n4 5 six\n7 8 0");
    assert!(err(&nonsense).contains("standard input: line 2, column 5: 'six' is not a tile"), "{nonsense:?}");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let bad = file("bad.txt", "3\n1 2 3\n4 5 6\n7 8 8\n");
    let bad = bad.to_str().expect("text");
    let output =
        run(&["check", "puzzles/3x3-20.txt", bad, "puzzles/3x3-unsolvable.txt", "puzzles/3x3-easy.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        out(&output),
        "puzzles/3x3-20.txt: 20\npuzzles/3x3-unsolvable.txt: -1\npuzzles/3x3-easy.txt: 8\n"
    );
    assert!(err(&output).contains("line 4, column 5: 8 occurs again"));
    assert!(err(&output).contains("2 solved (28 moves in all), 1 unsolvable, 0 stopped"));
    std::fs::remove_file(bad).expect("it was there");
}

#[test]
fn many_boards_keep_their_order() {
    let output = run(&["check", "puzzles/ten-3x3.txt", "--threads", "4"]);
    let lines: Vec<String> = out(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 10);
    assert!(lines.iter().zip(1..).all(|(line, i)| line.starts_with(&format!("puzzles/ten-3x3.txt#{i}: "))));
    let solved = out(&run(&["solve", "puzzles/ten-3x3.txt"]));
    assert_eq!(solved.matches("# puzzles/ten-3x3.txt#").count(), 10);
    assert_eq!(out(&run(&["solve", "puzzles/ten-3x3.txt", "--style", "moves"])).lines().count(), 10);
}

#[test]
fn info_shows_what_the_2010_assignment_shows() {
    let text = out(&run(&["info", "8 1 3/4 0 2/7 6 5"]));
    assert!(text.contains(
        "Hamming = 5\n  1  2  3  4  5  6  7  8\n------------------------\n  1  1  0  0  1  1  0  1\n"
    ));
    assert!(text.contains(
        "Manhattan = 10\n  1  2  3  4  5  6  7  8\n------------------------\n  1  2  0  0  2  2  0  3\n"
    ));
    assert!(text.contains("solvable: inversions: 12, in the goal 0; both even"));
    assert!(text.contains("4 neighbours"));
    let unsolvable = run(&["info", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!(unsolvable.status.code(), Some(1));
    assert!(out(&unsolvable).contains("unsolvable: inversions: 1, in the goal 0; one even and one odd"));
}

#[test]
fn random_boards_repeat_with_their_seed_and_have_the_moves_asked_for() {
    let args = ["random", "4x4", "--count", "3", "--seed", "9", "--one-line"];
    assert_eq!(out(&run(&args)), out(&run(&args)));
    assert_eq!(out(&run(&args)).lines().count(), 3);
    let unseeded = run(&["random", "3x3"]);
    assert!(err(&unseeded).starts_with("seed "));
    let from_all = "drawn uniformly from all";
    for (size, moves, how) in [
        ("3x3", "31", "drawn uniformly from all 2 boards at 31 moves"),
        ("2x5", "40", from_all),
        ("3x4", "20", from_all),
        ("4x4", "14", from_all),
        ("6x6", "12", from_all),
        ("4x4", "52", "2 drawn uniformly: random boards were solved until one took 52 moves"),
        ("5x5", "24", "2 reached by random walks: at 24 moves, but not drawn uniformly"),
    ] {
        let drawn = run(&["random", size, "--moves", moves, "--count", "2", "--seed", "1"]);
        assert!(err(&drawn).contains(how), "{}", err(&drawn));
        let boards = out(&drawn);
        let checked = out(&run_with_input(&["check"], &boards));
        assert_eq!(
            checked.lines().filter(|line| line.ends_with(&format!(": {moves}"))).count(),
            2,
            "{size}: {checked}"
        );
    }
    let unsolvable = out(&run(&["random", "4x4", "--unsolvable", "--count", "5", "--seed", "1"]));
    let checked = out(&run_with_input(&["check"], &unsolvable));
    assert_eq!(checked.lines().filter(|line| line.ends_with(": -1")).count(), 5);
}

#[test]
fn bench_makes_the_same_nodes_in_every_run() {
    let args = ["bench", "random", "3x3", "--count", "5", "--seed", "1", "--repeat", "1"];
    let table = run(&args);
    assert_eq!((table.status.code(), err(&table).as_str()), (Some(0), ""));
    assert!(out(&table).contains("\n5 of 5 boards solved; "), "{table:?}");
    let json = |more: &[&str]| -> serde_json::Value {
        let output = run(&[&args[..], &["--json"][..], more].concat());
        serde_json::from_str(&out(&output)).expect("one JSON object")
    };
    let (first, second) = (json(&[]), json(&[]));
    let batch = json(&["--batch", "--threads", "2"]);
    let fingerprint = first["total"]["fingerprint"].as_str().expect("all boards were solved");
    assert!(out(&table).ends_with(&format!("\nfingerprint {fingerprint}\n")), "{table:?}");
    for other in [&second, &batch] {
        assert_eq!(first["total"]["fingerprint"], other["total"]["fingerprint"]);
        assert_eq!(first["total"]["nodes"], other["total"]["nodes"]);
    }
    assert!(first["boards"][4]["seconds"].is_number() && batch["boards"][4]["seconds"].is_null());
    let other = json(&["--algorithm", "uniform"]);
    assert_ne!(first["total"]["fingerprint"], other["total"]["fingerprint"]);
}

#[test]
fn bench_has_the_boards_of_the_literature() {
    let output = run(&["bench", "korf-15", "--only", "12,42", "--repeat", "1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = out(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    assert!(rows.contains(&vec!["12", "45"]) && rows.contains(&vec!["42", "42"]), "{text}");
    assert!(text.contains("\n2 of 2 boards solved; 87 moves in all\n"), "{text}");
    let stopped = run(&["bench", "antipodes", "--only", "1", "--time", "5ms"]);
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
    assert!(out(&stopped).contains("  at least "), "{stopped:?}");
    assert!(out(&stopped).contains("\n0 of 1 boards solved, 1 stopped; 0 moves in all\n"), "{stopped:?}");
    assert!(out(&stopped).contains("\nno fingerprint: "), "{stopped:?}");
    let file = run(&["bench", "puzzles/3x3-easy.txt", "puzzles/3x3-unsolvable.txt", "--repeat", "2"]);
    assert_eq!(file.status.code(), Some(1), "{file:?}");
    assert!(out(&file).contains("\n1 of 2 boards solved, 1 unsolvable; 8 moves in all\n"), "{file:?}");
}

#[test]
fn bench_says_what_is_wrong() {
    let cases: [(&[&str], &str); 6] = [
        (&["bench", "korf-99"], "one of the suites korf-15, korf-24, antipodes, random RxC"),
        (&["bench", "random"], "random takes a size, as in 'taquin bench random 4x4'"),
        (&["bench", "korf-15", "--only", "101"], "there is no board 101 in korf-15, the last is 100"),
        (&["bench", "korf-15", "--only", "5-3"], "expected numbers from 1 such as 38,40,25 or 1-10"),
        (&["bench", "korf-15", "--goal", "snail"], "korf-15 are for the goal blank-first: leave --goal out"),
        (&["bench", "korf-15", "--seed", "2"], "--count and --seed go with random boards"),
    ];
    for (args, message) in cases {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn a_goal_from_a_file_and_a_file_from_windows() {
    let goal = file("goal.txt", "3\n1 2 3\n8 0 4\n7 6 5\n");
    let by_file = run(&["check", "puzzles/ring-24.txt", "--goal", goal.to_str().expect("text")]);
    assert_eq!(out(&by_file), "puzzles/ring-24.txt: 24\n");
    std::fs::remove_file(goal).expect("it was there");

    let utf16: Vec<u8> =
        "\u{feff}0 1 3\r\n4 2 5\r\n7 8 6\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let path = std::env::temp_dir().join(format!("taquin-{}-utf16.txt", std::process::id()));
    std::fs::write(&path, utf16).expect("the temporary folder takes files");
    assert!(out(&run(&["check", path.to_str().expect("text")])).ends_with(": 4\n"));
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn unsolvable_is_said_even_when_the_lockstep_is_cut_short() {
    let hard = "0 9 12 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let output = run(&["solve", hard, "--style", "classic", "--memory", "8M"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), "No solution possible\n"));
}

#[test]
fn limits_hold_on_the_largest_boards() {
    let board = out(&run(&["random", "127", "--seed", "1"]));
    for algorithm in ["astar", "greedy", "princeton", "iowa-bucket"] {
        let start = std::time::Instant::now();
        let output = run_with_input(&["solve", "-", "--algorithm", algorithm, "--time", "100ms"], &board);
        assert_eq!(output.status.code(), Some(3), "{algorithm}");
        // Reading the board and leaving take their time too, and the machine may be busy.
        assert!(start.elapsed() < std::time::Duration::from_secs(2), "{algorithm}: {:?}", start.elapsed());
        let output =
            run_with_input(&["solve", "-", "-a", algorithm, "--memory", "30M", "--style", "json"], &board);
        let json: serde_json::Value = serde_json::from_str(&out(&output)).expect("one JSON object");
        assert!(
            json["stats"]["memory"].as_u64().expect("a number") <= 31 << 20,
            "{algorithm}: {}",
            json["stats"]
        );
    }
}

#[test]
fn help_completions_and_manual() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["check", "--help"],
        &["info", "--help"],
        &["random", "--help"],
        &["bench", "--help"],
        &["trace", "--help"],
        &["tree", "--help"],
        &["compare", "--help"],
        &["serve", "--help"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0));
        assert!(out(&output).contains("Usage: taquin"));
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(out(&run(&["completions", shell])).contains("taquin"));
    }
    assert!(out(&run(&["man"])).contains(".TH taquin"));
}

#[test]
fn a_reader_that_has_enough_is_no_error() {
    let mut child = taquin(&["random", "9x9", "--count", "100000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));

    // A search that nobody waits for any more is not finished.
    let boards = ["1 2/0 3", "1 2/3 0", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"];
    let mut child =
        taquin(&["check", boards[0], boards[1], boards[2], "--algorithm", "uniform", "--threads", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("it ends").code(), Some(0));
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_search_with_what_is_known() {
    let child = taquin(&["solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--algorithm", "uniform"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(300));
    let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill is there");
    assert!(kill.success());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(3), ""));
    assert!(err(&output).contains("stopped, it was interrupted: any solution has at least "), "{output:?}");
}

/// The server says where it is, answers there, and ends when it is told to.
#[cfg(unix)]
#[test]
fn serves_until_it_is_told_to_end() {
    use std::io::{BufRead, BufReader, Read};
    for signal in ["-INT", "-TERM"] {
        let mut child = taquin(&["serve", "--port", "0"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it says where");
        let address = line.strip_prefix("Taquin is at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        assert!(line.ends_with("/ (Ctrl-C ends it)\n"), "{line}");
        let mut stream = std::net::TcpStream::connect(&address).expect("it listens");
        let request = "GET /healthz HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("it answers");
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("\"status\":\"ok\""), "{answer}");
        let taken = run(&["serve", "--listen", &address]);
        assert_eq!(taken.status.code(), Some(2));
        assert!(err(&taken).contains("cannot serve at"), "{taken:?}");
        let kill = Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(kill.expect("kill is there").success());
        let output = child.wait_with_output().expect("it ends");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
}
