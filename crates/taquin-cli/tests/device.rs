//! What the command does with a card, and without one: most machines have none, and the same lines must come out.

mod common;

use common::{err, file, out, run};

#[test]
fn batches_are_lines_in_order() {
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
fn batches_of_files_and_as_json() {
    let path = file("batch.txt", "0 1 3/4 2 5/7 8 6\n1 2 3/4 5 6/8 7 0\n1 2 3/4 5 6/7 8 0\n");
    let output = run(&["batch", path.to_str().expect("text"), "--lines", "json"]);
    let expected = "\
{\"board\":\"0 1 3/4 2 5/7 8 6\",\"length\":4,\"moves\":\"LULU\"}
{\"board\":\"1 2 3/4 5 6/8 7 0\",\"length\":-1,\"moves\":\"\"}
{\"board\":\"1 2 3/4 5 6/7 8 0\",\"length\":0,\"moves\":\"\"}
";
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), expected));
    std::fs::write(&path, "0 1 3/4 2 5/7 8 6\n1 2/3 0\n").expect("writable");
    let output = run(&["batch", path.to_str().expect("text")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("one size, and there are 3x3 and 2x2"), "{output:?}");
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn a_lower_bound_is_proven_or_refuted() {
    let board = "0 1 3/4 2 5/7 8 6";
    let proven = run(&["solve", board, "--at-least", "4", "--device", "cpu"]);
    assert_eq!(proven.status.code(), Some(0));
    assert!(out(&proven).contains("proven, any solution has at least 4 moves"), "{proven:?}");
    let refuted = run(&["solve", board, "--at-least", "5", "--device", "cpu"]);
    assert_eq!(refuted.status.code(), Some(1));
    assert!(out(&refuted).contains("not so, 4 moves are enough: LULU"), "{refuted:?}");
    let nothing = run(&["solve", board, "--at-least", "4", "--device", "cpu", "--checkpoint", "x"]);
    assert_eq!(nothing.status.code(), Some(2));
    assert!(err(&nothing).contains("--checkpoint is for proofs on an NVIDIA card"), "{nothing:?}");
}

/// On a machine with a card it is used, and on one without it is missed, but by name.
#[test]
fn a_card_that_is_insisted_on_is_used_or_missed() {
    let output = run(&["solve", "puzzles/4x4-40.txt", "--device", "gpu", "--style", "moves"]);
    match output.status.code() {
        Some(0) => assert_eq!(out(&output).trim().len(), 40),
        Some(2) => assert!(err(&output).starts_with("taquin: --device gpu: "), "{output:?}"),
        _ => panic!("{output:?}"),
    }
}
