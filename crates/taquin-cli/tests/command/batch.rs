//! `taquin batch`: the output must be the same with and without a GPU.

use crate::common::{err, file, out, run, run_with_input};

#[test]
fn writes_one_line_per_board_in_order() {
    let boards = run(&["random", "4x4", "-n", "20", "--seed", "7", "--one-line"]);
    let expected = out(&boards);
    let output = run(&["batch", "--random", "4x4", "-n", "20", "--seed", "7"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let lines = out(&output);
    assert_eq!(lines.lines().count(), 20);
    for (line, board) in lines.lines().zip(expected.lines()) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields[0], board);
        assert_eq!(fields[1].parse(), Ok(fields[2].len()));
        let solved = run(&["solve", board, "--style", "moves"]);
        assert_eq!(out(&solved).trim().len(), fields[2].len(), "{line}");
    }
    assert!(err(&output).starts_with("20 boards, "), "{output:?}");
}

#[test]
fn solves_files_and_writes_json() {
    let path = file("batch.txt", "0 1 3/4 2 5/7 8 6\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/7 8 0\n");
    let output = run(&["batch", path.to_str().expect("UTF-8"), "--format", "json"]);
    let expected = "\
{\"board\":\"0 1 3/4 2 5/7 8 6\",\"length\":4,\"moves\":\"LULU\"}
{\"board\":\"1 2 3/4 5 6/8 7 0\",\"length\":-1,\"moves\":\"\"}
{\"board\":\"1 2 3/4 5 6/7 8 0\",\"length\":0,\"moves\":\"\"}
";
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), expected));
    std::fs::write(&path, "0 1 3/4 2 5/7 8 6\n1 2/3 0\n").expect("writable");
    let output = run(&["batch", path.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("all boards must have the same size: "), "{output:?}");
    assert!(err(&output).contains("#1 is 3x3 and ") && err(&output).contains("#2 is 2x2"), "{output:?}");
    std::fs::remove_file(path).expect("the file exists");
}

#[test]
fn board_at_a_limit_is_reported_and_the_others_are_solved() {
    let easy = "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15";
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let path = file("batch-limit.txt", format!("{easy}\n{hard}\n{easy}\n"));
    let output = run(&["batch", path.to_str().expect("UTF-8"), "--gpu", "never", "--time", "50ms"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert_eq!(out(&output), format!("{easy}\t1\tL\n{easy}\t1\tL\n"));
    assert!(err(&output).contains(&format!("{hard}: stopped (")), "{output:?}");
    std::fs::remove_file(path).expect("the file exists");
}

#[test]
fn reads_standard_input() {
    let output = run_with_input(&["batch", "--gpu", "never"], "0 1 3/4 2 5/7 8 6\n");
    assert_eq!(out(&output), "0 1 3/4 2 5/7 8 6\t4\tLULU\n");
    assert!(err(&output).starts_with("1 board, 4 moves, "), "{output:?}");
}

#[test]
fn rejects_invalid_options() {
    for args in [&["batch", "x.txt", "--count", "3"][..], &["batch", "x.txt", "--seed", "3"]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2));
        assert!(err(&output).contains("cannot be used with"), "{output:?}");
    }
    let output = run(&["batch", "--random", "6x6"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        err(&output).contains(
            "--random 6x6: batch finds shortest solutions of random boards of up to 25 cells, and 6x6 has 36"
        ),
        "{output:?}"
    );
}
