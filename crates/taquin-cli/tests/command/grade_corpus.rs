//! A corpus of solvers, right and wrong in known ways, each with its expected verdict. They are in `solvers/`.

use crate::common::{out, run};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

const FOUR: &str = "0 1 3/4 2 5/7 8 6";
const UNSOLVABLE: &str = "1 2 3/4 5 6/8 7 0";
const SOLVED: &str = "1 2 3/4 5 6/7 8 0";
const SEVEN: &str = "1 2 3/0 7 6/5 4 8";

/// Returns the path of the interpreter; `python3` may be a slow script that looks for it.
fn python() -> &'static str {
    static PYTHON: OnceLock<String> = OnceLock::new();
    PYTHON.get_or_init(|| {
        let output = Command::new("python3").args(["-c", "import sys; print(sys.executable)"]).output();
        String::from_utf8(output.expect("Python").stdout).expect("UTF-8").trim().to_owned()
    })
}

/// Returns the path of a solver.
fn solver(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/command/solvers")
        .join(name)
        .to_string_lossy()
        .into_owned()
}

fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    found.is_ok_and(|status| status.success())
}

/// Grades a command on some boards and returns the verdicts and messages.
fn grade(options: &[&str], boards: &[&str], command: &[&str]) -> Vec<(String, String)> {
    let args = [&["grade", "--format", "json"], options, boards, &["--"], command].concat();
    let output = run(&args);
    let json: serde_json::Value =
        serde_json::from_str(&out(&output)).unwrap_or_else(|error| panic!("{error}: {output:?}"));
    let results = json["results"].as_array().expect("a list").iter();
    let text = |value: &serde_json::Value| value.as_str().expect("text").to_owned();
    results.map(|result| (text(&result["verdict"]), text(&result["message"]))).collect()
}

/// Programs for Princeton's course that are right whatever surrounds their answer.
const RIGHT: [&str; 26] = [
    "plain",
    "no-size",
    "one-line",
    "gap",
    "framed",
    "counter",
    "queue-length",
    "search-steps",
    "moves-explored",
    "time",
    "checking",
    "solvable-label",
    "two-numbers",
    "echo",
    "echo-goal",
    "letters",
    "blank-letters",
    "words",
    "tiles",
    "json",
    "minus-one",
    "moves-tried",
    "twin-line",
    "twin-board",
    "exit-unsolvable",
    "right",
];

#[test]
fn right_programs_are_right() {
    for variant in RIGHT {
        let command = [python(), &solver("solver.py"), variant, "{}"];
        for (verdict, message) in grade(&[], &[FOUR, UNSOLVABLE, SOLVED, SEVEN], &command) {
            assert_eq!(verdict, "right", "{variant}: {message}");
        }
    }
}

/// Wrong programs with the board that shows it, the verdict and a part of its explanation.
const WRONG: [(&str, &str, &str, &str); 21] = [
    ("board-twice", FOUR, "illegal-move", "a board is printed twice: 1 0 3/4 2 5/7 8 6"),
    ("not-shortest", FOUR, "not-shortest", "6 moves, shortest is 4"),
    (
        "crash-after",
        FOUR,
        "crashed",
        "crashed after a right answer: exit status: 1, ValueError: the queue is empty",
    ),
    (
        "crash-middle",
        FOUR,
        "crashed",
        "IndexError: list index out of range: the board has been changed the board has been changed the board has been \
         changed the board has been changed the board has been changed",
    ),
    ("exit-after", FOUR, "crashed", "crashed after a right answer: exit status: 3"),
    ("dash", FOUR, "odd-blank", "line 2: the blank is printed as '-': print 0"),
    ("missing-blank", SEVEN, "no-blank", "can't tell where the blank is in \"7 6\": print 0"),
    ("stops-early", FOUR, "not-solved", "does not end at the goal but at 1 2 3/4 5 0/7 8 6"),
    ("wrong-count", FOUR, "wrong-count", "claims 5 moves but makes 4"),
    ("only-count", FOUR, "only-count", "prints the number of moves (4, which is correct) but no solution"),
    ("reversed", FOUR, "wrong-first-board", "are the boards in reverse order?"),
    ("transposed", FOUR, "wrong-first-board", "rows and columns are swapped"),
    (
        "skips-a-board",
        FOUR,
        "illegal-move",
        "step 2 is not a legal move: 1 0 3/4 2 5/7 8 6 → 1 2 3/4 5 0/7 8 6",
    ),
    ("torn", FOUR, "illegal-move", "step 1 is not a legal move"),
    ("always-unsolvable", FOUR, "claims-unsolvable", "claims that a solvable board has no solution"),
    ("never-unsolvable", UNSOLVABLE, "claims-solvable", "claims a solution of an unsolvable board"),
    ("nothing", FOUR, "nothing", "no output"),
    ("garbage", FOUR, "not-understood", "output not understood (line 1: It works on my machine.)"),
    ("blank-counted", "4 7 6/2 3 1/5 8 0", "not-shortest", "24 moves, shortest is 22"),
    ("rows-for-columns", "7 1 2/4 0 8/5 6 3", "not-shortest", "shortest is 16"),
    ("visited-too-early", "0 2 3/1 6 7/8 4 5", "not-shortest", "shortest is 14"),
];

#[test]
fn wrong_programs_are_wrong_and_the_explanation_says_why() {
    for (variant, board, verdict, explanation) in WRONG {
        let results = grade(&[], &[board], &[python(), &solver("solver.py"), variant, "{}"]);
        let [(found, message)] = &results[..] else { panic!("{variant}: {results:?}") };
        assert_eq!(found, verdict, "{variant}: {message}");
        assert!(message.contains(explanation), "{variant}: {message}");
    }
    let results = grade(&["--time", "300ms"], &[FOUR], &[python(), &solver("solver.py"), "slow", "{}"]);
    assert_eq!(results[0].0, "timed-out");
}

/// The default set has boards for each mistake in the search.
#[test]
fn default_set_exposes_mistakes_in_the_search() {
    for mistake in
        ["blank-counted", "visited-too-early", "moves-ignored", "distance-doubled", "rows-for-columns"]
    {
        let output = run(&["grade", "--", python(), &solver("solver.py"), mistake, "{}"]);
        assert_eq!(output.status.code(), Some(1), "{mistake}");
        let text = out(&output);
        assert!(text.contains(&format!("\n3x3-{mistake}-")), "{mistake}: {text}");
        assert!(text.contains(" (exposes: "), "{mistake}: {text}");
    }
    let output = run(&["grade", "--", python(), &solver("solver.py"), "plain", "{}"]);
    assert!(out(&output).ends_with("\n33 of 33 right, lenient\n"), "{}", out(&output));
}

/// Programs for Iowa State's course: variant, board, verdict and explanation.
const IOWA: [(&str, &str, &str, &str); 13] = [
    ("right", "1 2 3/6 5 7/0 8 4", "right", ""),
    ("right", "4 1 2/5 3 0/8 6 7", "right", ""),
    ("right", "1 2 3/8 0 4/7 6 5", "right", ""),
    ("timing", "1 2 3/6 5 7/0 8 4", "right", ""),
    ("spelling", "1 2 3/6 5 7/0 8 4", "right", ""),
    ("all-up", "1 2 3/6 5 7/0 8 4", "wrong-label", "is labelled UP, but the tile moves "),
    ("blank-labels", "1 2 3/6 5 7/0 8 4", "wrong-label", "; all labels name the motion of the blank"),
    ("no-labels", "1 2 3/6 5 7/0 8 4", "no-label", "no move is printed before board 2: expected "),
    ("one-heuristic", "1 2 3/6 5 7/0 8 4", "missing-solution", "one solution, but the course asks for two"),
    ("bare-headline", "1 2 3/6 5 7/0 8 4", "no-boards", "the boards of a solution are missing (line "),
    (
        "no-state",
        "4 1 2/5 3 0/8 6 7",
        "no-initial-state",
        "the initial state of an unsolvable board is not printed",
    ),
    ("longer-second", "1 2 3/6 5 7/0 8 4", "not-shortest", "12 moves, shortest is 10"),
    ("wrong-second", "1 2 3/6 5 7/0 8 4", "not-solved", "does not end at the goal but at "),
];

#[test]
fn iowa_state_programs_have_the_verdicts_of_the_course() {
    for (variant, board, verdict, explanation) in IOWA {
        let command = [python(), &solver("iowa.py"), variant, "{}"];
        // The goal alone is enough, because the headlines show the course.
        for options in [&["--course", "iowa"][..], &["--goal", "ring", "--give", "rows"]] {
            let results = grade(options, &[board], &command);
            assert_eq!(results[0].0, verdict, "{variant} {board}: {results:?}");
            assert!(results[0].1.contains(explanation), "{variant} {board}: {results:?}");
        }
    }
}

#[test]
fn strict_grading_requires_the_format_of_the_course() {
    let plain = |variant| {
        let command = [python(), &solver("solver.py"), variant, "{}"];
        grade(&["--strict"], &[FOUR, UNSOLVABLE, SOLVED], &command)
    };
    assert!(plain("plain").iter().all(|(verdict, _)| verdict == "right"), "{:?}", plain("plain"));
    let message = &plain("no-size")[0].1;
    let expected = "right, but not in the format of the course: line 2 is \" 0  1  3 \", expected \"3\"";
    assert_eq!(message, expected);
    for variant in ["counter", "time", "letters", "gap", "echo", "framed", "json", "checking"] {
        assert_eq!(plain(variant)[0].0, "wrong-format", "{variant}");
    }
    assert_eq!(plain("minus-one")[1].0, "wrong-format");
    assert_eq!(plain("not-shortest")[0].0, "not-shortest", "a wrong answer is wrong first");
    let iowa = |variant, board| {
        let command = [python(), &solver("iowa.py"), variant, "{}"];
        grade(&["--strict", "--course", "iowa"], &[board], &command)
    };
    for board in ["1 2 3/6 5 7/0 8 4", "4 1 2/5 3 0/8 6 7", "1 2 3/8 0 4/7 6 5"] {
        assert_eq!(iowa("right", board)[0].0, "right", "{:?}", iowa("right", board));
    }
    let message = &iowa("spelling", "1 2 3/6 5 7/0 8 4")[0].1;
    assert!(
        message.contains("expected \"10 moves in total (heuristic: number of mismatached tiles)\""),
        "{message}"
    );
    let classic = [crate::common::TAQUIN, "solve", "--style", "classic", "{}"];
    let results = grade(&["--strict", "--course", "princeton-2010"], &[FOUR, UNSOLVABLE], &classic);
    assert!(results.iter().all(|(verdict, _)| verdict == "right"), "{results:?}");
}

#[test]
fn java_programs_have_the_same_verdicts() {
    if !has("java") {
        return;
    }
    for (variant, verdict, explanation) in [
        ("right", "right", ""),
        ("blank-counted", "not-shortest", "24 moves, shortest is 22"),
        (
            "exception-after",
            "crashed",
            "crashed after a right answer: exit status: 1, Exception in thread \"main\" \
             java.util.NoSuchElementException: Priority queue underflow",
        ),
    ] {
        let command = ["java", &solver("Princeton.java"), variant, "{}"];
        let results = grade(&["--time", "60s"], &["4 7 6/2 3 1/5 8 0"], &command);
        assert_eq!(results[0].0, verdict, "{variant}: {results:?}");
        assert!(results[0].1.contains(explanation), "{variant}: {results:?}");
    }
}
