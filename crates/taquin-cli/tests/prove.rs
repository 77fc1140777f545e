//! `taquin solve --at-least`, and a card that is insisted on.

mod common;

use common::{err, out, run, taquin};

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

/// Whether there is a card or not, none takes this board.
#[test]
fn a_checkpoint_of_a_board_that_no_card_takes_is_refused() {
    let output = run(&["solve", "0 1 3/4 2 5/7 8 6", "--at-least", "4", "--checkpoint", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("card"), "{output:?}");
}

#[test]
fn tables_that_are_damaged_are_spoken_of() {
    let folder = std::env::temp_dir().join(format!("taquin-{}-prove", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the temporary folder takes folders");
    let build = taquin(&["tables", "build", "3x3:4-4"]).env("TAQUIN_CACHE", &folder).output().expect("runs");
    assert_eq!(build.status.code(), Some(0), "{build:?}");
    for entry in std::fs::read_dir(&folder).expect("it is there") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "tables") {
            std::fs::write(path, "nonsense").expect("writable");
        }
    }
    let prove = &["solve", "0 1 3/4 2 5/7 8 6", "--at-least", "4", "--device", "cpu"];
    let output = taquin(prove).env("TAQUIN_CACHE", &folder).output().expect("runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(err(&output).contains("are not used"), "{output:?}");
    std::fs::remove_dir_all(folder).expect("it was there");
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
