//! `taquin solve --at-least`, and `--gpu always`.

use crate::common::{err, out, run, taquin};

#[test]
fn lower_bound_is_proven_or_refuted() {
    let board = "0 1 3/4 2 5/7 8 6";
    let proven = run(&["solve", board, "--at-least", "4", "--gpu", "never"]);
    assert_eq!(proven.status.code(), Some(0));
    assert!(out(&proven).contains("proven: any solution has at least 4 moves"), "{proven:?}");
    let refuted = run(&["solve", board, "--at-least", "5", "--gpu", "never"]);
    assert_eq!(refuted.status.code(), Some(1));
    assert!(out(&refuted).contains("refuted: a solution with 4 moves exists: LULU"), "{refuted:?}");
    let no_gpu = run(&["solve", board, "--at-least", "4", "--gpu", "never", "--checkpoint", "x"]);
    assert_eq!(no_gpu.status.code(), Some(2));
    assert!(err(&no_gpu).contains("--checkpoint requires an NVIDIA GPU: remove --gpu never"), "{no_gpu:?}");
    let json = run(&["solve", board, "--at-least", "4", "--format", "json"]);
    assert_eq!(json.status.code(), Some(2));
    assert!(err(&json).contains("--at-least has no JSON output: remove --format json"), "{json:?}");
}

/// Fails with and without a GPU: no GPU supports 3x3.
#[test]
fn checkpoint_requires_a_board_that_the_gpu_supports() {
    let output = run(&["solve", "0 1 3/4 2 5/7 8 6", "--at-least", "4", "--checkpoint", "x"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("GPU"), "{output:?}");
}

#[test]
fn damaged_pattern_databases_are_reported() {
    let directory = std::env::temp_dir().join(format!("taquin-{}-lower-bound", std::process::id()));
    std::fs::create_dir_all(&directory).expect("the temporary directory is writable");
    let build = taquin(&["tables", "build", "3x3:4-4"])
        .env("TAQUIN_CACHE", &directory)
        .output()
        .expect("the program runs");
    assert_eq!(build.status.code(), Some(0), "{build:?}");
    for entry in std::fs::read_dir(&directory).expect("it exists") {
        let path = entry.expect("readable").path();
        if path.extension().is_some_and(|extension| extension == "tables") {
            std::fs::write(path, "nonsense").expect("writable");
        }
    }
    let prove = &["solve", "0 1 3/4 2 5/7 8 6", "--at-least", "4", "--gpu", "never"];
    let output = taquin(prove).env("TAQUIN_CACHE", &directory).output().expect("the program runs");
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(err(&output).contains("ignoring pattern database "), "{output:?}");
    std::fs::remove_dir_all(directory).expect("it exists");
}

/// With a GPU, it is used; without one, the error names the option.
#[test]
fn gpu_always_uses_the_gpu_or_fails() {
    let output = run(&["solve", "puzzles/4x4-40.txt", "--gpu", "always", "--style", "moves"]);
    match output.status.code() {
        Some(0) => assert_eq!(out(&output).trim().len(), 40),
        Some(2) => assert!(err(&output).starts_with("taquin: --gpu always: "), "{output:?}"),
        _ => panic!("{output:?}"),
    }
}
