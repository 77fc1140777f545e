//! `taquin info`, `taquin random` and `taquin census`.

use crate::common::{err, out, run, run_with_input};

#[test]
fn info_shows_tile_costs_and_inversions() {
    let text = out(&run(&["info", "8 1 3/4 0 2/7 6 5"]));
    assert!(text.contains(
        "Hamming = 5\n  1  2  3  4  5  6  7  8\n------------------------\n  1  1  0  0  1  1  0  1\n"
    ));
    assert!(text.contains(
        "Manhattan = 10\n  1  2  3  4  5  6  7  8\n------------------------\n  1  2  0  0  2  2  0  3\n"
    ));
    assert!(text.contains("solvable: inversions: 12 (even), in the goal 0 (even); both are even"));
    assert!(text.contains("4 neighbors"));
    assert!(text.contains("\n            8-1 8-3 8-4 8-2 8-7 8-6 8-5 3-2 4-2 7-6 7-5 6-5\n"), "{text}");
    let unsolvable = run(&["info", "1 2 3/4 5 6/8 7 0"]);
    assert_eq!(unsolvable.status.code(), Some(1));
    assert!(
        out(&unsolvable)
            .contains("unsolvable: inversions: 1 (odd), in the goal 0 (even); moves never change that")
    );
}

#[test]
fn info_shows_all_heuristics_twin_plan_and_length() {
    let text = out(&run(&["info", "3 2 1/4 5 6/7 8 0"]));
    for heuristic in taquin::Heuristic::ALL.map(taquin::Heuristic::name) {
        let name = format!("\n{}{} = ", heuristic[..1].to_uppercase(), &heuristic[1..]);
        assert!(text.contains(&name), "{heuristic}: {text}");
    }
    for words in [
        "Linear-conflict = 8: Manhattan 4, plus 2 for each of the 2 tiles that must leave their row or column",
        "  row 1: tiles 3, 2 and 1 are in conflict; two must leave",
        ": the fewest vertical moves that bring each tile to its row, plus the fewest horizontal ",
        ": the larger of linear conflict and walking distance\n",
    ] {
        assert!(text.contains(words), "{text}");
    }
    let solvable = out(&run(&["info", "8 1 3/4 0 2/7 6 5"]));
    for words in ["\ntwin (two tiles exchanged):\n", "\nplan: astar with manhattan"] {
        assert!(solvable.contains(words), "{solvable}");
    }
    assert!(solvable.ends_with("\nfewest moves: 14 (1 shortest solution)\n"), "{solvable}");
    let large = out(&run(&["info", "puzzles/5x5-40.txt"]));
    assert!(large.contains("\nLinear-conflict = ") && !large.contains("\nWalking-distance"), "{large}");
}

#[test]
fn random_boards_are_reproducible_and_have_the_requested_length() {
    let args = ["random", "4x4", "--count", "3", "--seed", "9", "--one-line"];
    assert_eq!(out(&run(&args)), out(&run(&args)));
    assert_eq!(out(&run(&args)).lines().count(), 3);
    let unseeded = run(&["random", "3x3"]);
    assert!(err(&unseeded).starts_with("seed "));
    let from_all = "sampled uniformly from all";
    for (size, moves, how) in [
        ("3x3", "31", "sampled uniformly from all 2 boards at 31 moves"),
        ("2x5", "40", from_all),
        ("3x4", "20", from_all),
        ("4x4", "14", from_all),
        ("6x6", "12", from_all),
        ("4x4", "52", "2 sampled uniformly, by solving random boards until one takes 52 moves"),
        ("5x5", "24", "2 by random walks: at 24 moves, but not sampled uniformly"),
    ] {
        let drawn = run(&["random", size, "--moves", moves, "--count", "2", "--seed", "1"]);
        assert!(err(&drawn).contains(how), "{}", err(&drawn));
        let boards = out(&drawn);
        let checked = out(&run_with_input(&["check", "--optimal"], &boards));
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
fn census_as_text_csv_and_json() {
    let text = out(&run(&["census", "2x3"]));
    assert!(text.starts_with("2x3: 360 boards can reach this goal, and as many cannot\n"), "{text}");
    assert!(text.contains("the hardest boards take 21:\n4 5 0/1 2 3\n"), "{text}");
    let csv = out(&run(&["census", "2x2", "--format", "csv"]));
    assert_eq!(csv, "moves,boards\n0,1\n1,2\n2,2\n3,2\n4,2\n5,2\n6,1\n");
    let json: serde_json::Value =
        serde_json::from_str(&out(&run(&["census", "3x3", "--goal", "ring", "--format", "json"])))
            .expect("JSON");
    assert_eq!((json["radius"].as_u64(), json["boards"].as_u64()), (Some(30), Some(181_440)));
    assert_eq!(json["hardest"].as_array().map(Vec::len), Some(148));
    for (args, code, message) in [
        (&["census", "4x4"][..], 2, "4x4 has 1.0e13 solvable boards"),
        (
            &["census", "3x4", "--memory", "20M"],
            3,
            "a census of 3x4 needs more than 20.0 MiB: raise --memory",
        ),
        (&["census", "3x4", "--time", "1ms"], 3, "stopped (the time limit was reached)"),
    ] {
        let output = run(args);
        assert!(output.status.code() == Some(code) && err(&output).contains(message), "{output:?}");
    }
}

#[test]
fn partial_census_is_written_in_the_requested_format() {
    let stopped = |format: &str| run(&["census", "3x4", "--time", "1ms", "--format", format]);
    let json: serde_json::Value = serde_json::from_str(&out(&stopped("json"))).expect("JSON");
    let counts = json["counts"].as_array().expect("an array");
    assert_eq!(json["complete"], false);
    assert_eq!(json["within"].as_u64(), Some(counts.len() as u64 - 1));
    assert!(json.get("radius").is_none() && json.get("hardest").is_none(), "{json}");
    assert!(out(&stopped("csv")).starts_with("moves,boards\n0,1\n"));
    let text = stopped("text");
    assert!(out(&text).starts_with("moves       boards\n    0            1  █"), "{text:?}");
    let at_once = run(&["census", "3x4", "--time", "0ms"]);
    assert!(err(&at_once).contains("only the goal was counted"), "{at_once:?}");
    let whole: serde_json::Value =
        serde_json::from_str(&out(&run(&["census", "2x3", "--format", "json"]))).expect("JSON");
    assert_eq!((&whole["complete"], &whole["radius"]), (&true.into(), &21.into()));
}

#[test]
fn boards_without_quotes_are_recognized() {
    for args in [
        &["solve", "0", "1", "3/4", "2", "5/7", "8", "6"][..],
        &["check", "0", "1", "3", "4", "2", "5", "7", "8", "6"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        let expected = format!("taquin: put the board in quotes: \"{}\"\n", args[1..].join(" "));
        assert_eq!(crate::common::err(&output), expected);
    }
}
