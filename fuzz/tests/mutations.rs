//! Every target holds on mutations of its corpus.

/// The number of mutations that each target takes.
const EXECUTIONS: u64 = 300_000;

fn check(target: &str) {
    taquin_fuzz::mutate(target, EXECUTIONS, 1, |_| ());
}

#[test]
fn read_boards() {
    check("read_boards");
}

#[test]
fn read_moves() {
    check("read_moves");
}

#[test]
fn open_tables() {
    check("open_tables");
}

#[test]
fn read_checkpoint() {
    check("read_checkpoint");
}

#[test]
fn api() {
    check("api");
}
