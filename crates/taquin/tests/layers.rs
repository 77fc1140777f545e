//! Who may use whom, read off the sources.

use std::path::{Path, PathBuf};

/// The files of a module, without their tests.
fn sources(module: &str) -> Vec<(PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module);
    let paths = if root.is_dir() {
        let files = std::fs::read_dir(root).expect("readable").map(|entry| entry.expect("readable").path());
        files.filter(|path| path.is_file()).collect()
    } else {
        vec![root.with_extension("rs")]
    };
    let without_tests = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("text");
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        (path, lines.collect::<Vec<_>>().join("\n"))
    };
    paths.into_iter().map(without_tests).collect()
}

fn uses_only(module: &str, allowed: &[&str]) {
    for (path, code) in sources(module) {
        for used in code.split("crate::").skip(1) {
            let ok = allowed.iter().any(|name| used.starts_with(name));
            assert!(ok, "{} uses crate::{}", path.display(), used.lines().next().unwrap_or_default());
        }
    }
}

#[test]
fn board_depends_on_nothing() {
    uses_only("board", &[]);
}

#[test]
fn verify_depends_on_board_alone() {
    uses_only("verify", &["board"]);
}

#[test]
fn tables_depend_on_board_alone() {
    // The build script relies on it.
    uses_only("table", &["board", "table"]);
    uses_only("table/lookup", &["board", "table"]);
    uses_only("search/automaton", &["board"]);
}

#[test]
fn heuristics_know_no_search_but_its_states() {
    uses_only("heuristic", &["board", "search::state"]);
}
