//! The multi-tile metric, `taquin analyze`, and scrambles.

use crate::common::{err, file, out, run};
use taquin::notation::{read_board, read_moves};
use taquin::{Board, Goal, Metric};

const BOARD: &str = "8 1 3/4 0 2/7 6 5";

#[test]
fn multi_tile_metric() {
    let output = run(&["solve", BOARD, "--metric", "multi"]);
    assert_eq!(out(&output), "LUR2D2LURULDLU\n");
    assert!(err(&output).contains("12 moves, proven shortest (14 in the single-tile metric)"), "{output:?}");
    assert_eq!(out(&run(&["check", BOARD, "--metric", "mtm"])), format!("{BOARD}: 12\n"));
    assert!(
        out(&run(&["solve", BOARD, "--metric", "multi", "--count"]))
            .contains("1 shortest solution of 12 moves")
    );
    let boards = out(&run(&["solve", BOARD, "--metric", "multi", "--style", "princeton"]));
    assert!(boards.starts_with("Minimum number of moves = 12\n3\n") && boards.matches("3\n ").count() >= 13);
    let json = out(&run(&["solve", BOARD, "--metric", "multi", "--format", "json"]));
    assert!(json.contains(r#""metric":"multi""#) && json.contains(r#""length":12"#), "{json}");
    let census = out(&run(&["census", "2x3", "--metric", "multi"]));
    assert!(census.contains("in the multi-tile metric; the hardest boards take 20:"), "{census}");
    assert!(out(&run(&["info", BOARD, "--metric", "multi"])).contains("fewest moves (multi-tile): 12"));
    let bench = out(&run(&["bench", "random", "3x4", "--count", "3", "--seed", "1", "--metric", "multi"]));
    assert!(bench.contains("fingerprint"), "{bench}");
}

#[test]
fn metrics_are_compared() {
    let both = out(&run(&[
        "compare",
        BOARD,
        "--algorithms",
        "astar",
        "--metric",
        "single,multi",
        "--format",
        "csv",
    ]));
    let moves_of = |name: &str| {
        let column = both.lines().next().and_then(|head| head.split(',').position(|field| field == "moves"));
        let line = both.lines().find(|line| line.contains(name))?;
        line.split(',').nth(column?).map(str::to_owned)
    };
    assert_eq!(
        (moves_of("manhattan").as_deref(), moves_of("multi-tile").as_deref()),
        (Some("14"), Some("12")),
        "{both}"
    );
    let multi = out(&run(&["compare", BOARD, "--metric", "multi", "--format", "csv"]));
    assert_eq!(multi.lines().count(), 2, "{multi}");
    let rejected = run(&["compare", BOARD, "--metric", "multi", "--algorithms", "bfs"]);
    assert!(err(&rejected).contains("--metric single,multi"), "{rejected:?}");
}

#[test]
fn shortest_in_both_metrics() {
    let output = run(&["solve", "puzzles/4x4-40.txt", "--then", "multi", "--style", "moves"]);
    let moves = read_moves(&out(&output)).expect("moves");
    assert_eq!(moves.len(), 40);
    let fewest = Metric::Multi.count(&moves);
    for line in out(&run(&["solve", "puzzles/4x4-40.txt", "--all", "--style", "moves"])).lines() {
        assert!(Metric::Multi.count(&read_moves(line).expect("moves")) >= fewest);
    }
    let same = run(&["solve", BOARD, "--then", "single"]);
    assert!(same.status.code() == Some(2) && err(&same).contains("choose --then multi"), "{same:?}");
}

#[test]
fn options_that_count_single_tiles_are_rejected() {
    for (args, message) in [
        (&["--algorithm", "bfs"][..], "bfs counts single-tile moves"),
        (&["--heuristic", "manhattan"], "manhattan counts single-tile moves"),
        (&["--style", "sise"], "bfs counts single-tile moves"),
        (&["--at-least", "10"], "a lower bound counts single-tile moves"),
    ] {
        let output = run(&[&["solve", BOARD, "--metric", "multi"], args].concat());
        assert!(output.status.code() == Some(2) && err(&output).contains(message), "{output:?}");
    }
    let large = run(&["solve", "puzzles/5x5-40.txt", "--metric", "multi", "--all"]);
    assert!(err(&large).contains("boards of up to 16 cells"), "{large:?}");
}

#[test]
fn analyses_a_solution() {
    let output = run(&["analyze", BOARD, "RLLURRDDLURULDLU"]);
    let text = out(&output);
    assert!(text.starts_with("16 moves, 2 more than the optimum of 14\n\n1 mistake:\n"), "{text}");
    assert!(text.contains("     1  R       14    +2  L U R R D D L U …\n"), "{text}");
    assert!(text.ends_with(" 16 moves made\n"), "{text}");
    // The same moves of the blank, and as numbers of tiles.
    let blank = run(&["analyze", BOARD, "LRRDLLUURDLDRURD", "--blank-moves"]);
    assert!(out(&blank).starts_with("16 moves, 2 more"), "{blank:?}");
    let tiles = run(&["analyze", BOARD, "2 5 6 7 4 8 1 2 8 4 7 8 5 6"]);
    assert!(out(&tiles).starts_with("14 moves, as few as possible\n"), "{tiles:?}");
    let json = out(&run(&["analyze", BOARD, "RLLURRDDLURULDLU", "--metric", "multi", "--format", "json"]));
    assert!(
        json.contains(r#""length":13,"optimum":12"#) && json.contains(r#""cost":1,"better":"LUR2"#),
        "{json}"
    );
}

#[test]
fn faults_of_a_solution_are_named_with_their_place() {
    for (solution, message) in [
        ("LUX", "move 3, 'X' at character 3"),
        ("LU R3", "move 3, 'R3' at character 4: no tile can slide RIGHT"),
        ("2 7", "tile 7 is not in the row or column of the blank"),
        ("LU", "incomplete: after its 2 moves, 12 more are needed (RRDDLURULDLU)"),
    ] {
        let output = run(&["analyze", BOARD, solution]);
        assert!(output.status.code() == Some(2) && err(&output).contains(message), "{output:?}");
    }
    let output = run(&["analyze", "1 2 3/4 5 6/8 7 0", "R"]);
    assert!(err(&output).contains("can't reach the goal"), "{output:?}");
}

#[test]
fn analyses_a_file_of_solves() {
    let lines =
        format!("# solves\n{BOARD}\t14\tLURRDDLURULDLU\n{BOARD}\tRLLURRDDLURULDLU\n{BOARD}\tL\nnonsense\n");
    let path = file("solves.tsv", &lines);
    let output = run(&["analyze", path.to_str().expect("UTF-8")]);
    let text = out(&output);
    assert!(
        text.contains("      optimal       1  ██") && text.contains("           +2       1  ██"),
        "{text}"
    );
    assert!(text.ends_with("2 solves, on average 1.00 moves above the optimum\n"), "{text}");
    assert!(
        err(&output).contains("line 4: the solution is incomplete")
            && err(&output).contains("line 5: a solve is")
    );
    assert_eq!(output.status.code(), Some(2));
    std::fs::remove_file(path).expect("it exists");
    assert!(err(&run(&["analyze", "no-such-file"])).contains("give its solution after it"));
}

#[test]
fn scrambles_lead_to_uniform_boards() {
    for (size, metric) in [("3x3", "single"), ("3x3", "multi"), ("5x5", "single")] {
        let count = if size == "5x5" { "1" } else { "5" };
        let options = ["--seed", "7", "--count", count];
        let boards = out(&run(&[&["random", size, "--one-line"][..], &options[..]].concat()));
        let args = [&["random", size, "--scramble", "--metric", metric][..], &options[..]].concat();
        for (scramble, board) in out(&run(&args)).lines().zip(boards.lines()) {
            let goal = Goal::blank_last(size.parse().expect("a size"));
            let board = read_board(board, None).expect("a board");
            let play = |at: Board, &by: &taquin::Move| at.after(by).expect("a legal move");
            assert_eq!(read_moves(scramble).expect("moves").iter().fold(goal.board().clone(), play), board);
        }
    }
    let at_distance = out(&run(&["random", "3x3", "--scramble", "--moves", "25", "--seed", "1"]));
    assert_eq!(read_moves(&at_distance).expect("moves").len(), 25);
    assert_eq!(run(&["random", "4x4", "--metric", "multi"]).status.code(), Some(2));
}

#[test]
fn improves_a_given_solution() {
    let board = file("improve.txt", out(&run(&["random", "6x6", "--seed", "1"])));
    let path = board.to_str().expect("UTF-8");
    let given = out(&run(&["solve", path, "--algorithm", "greedy", "--style", "moves"]));
    let better = run(&["solve", path, "--from", given.trim(), "--within", "300ms", "--style", "moves"]);
    let moves = read_moves(&out(&better)).expect("moves");
    assert!(!moves.is_empty() && moves.len() < given.trim().len(), "{better:?}");
    let wrong = run(&["solve", path, "--from", "L", "--within", "100ms"]);
    assert!(
        wrong.status.code() == Some(2) && err(&wrong).contains("--from:") || err(&wrong).contains("wrong"),
        "{wrong:?}"
    );
    let two = run(&["solve", path, path, "--from", "L"]);
    assert!(err(&two).contains("--from is a solution of one board"), "{two:?}");
    std::fs::remove_file(board).expect("it exists");
    // A small board is solved in the fewest moves.
    assert_eq!(
        out(&run(&["solve", BOARD, "--from", "RLLURRDDLURULDLU", "--style", "moves"])),
        "LURRDDLURULDLU\n"
    );
}
