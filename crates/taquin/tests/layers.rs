//! Who may use whom, read off the sources.

use std::path::{Path, PathBuf};

/// The modules, each of which uses only those before it.
const ORDER: [&str; 15] = [
    "board",
    "verify",
    "table",
    "mix",
    "stop",
    "heuristic",
    "search",
    "accelerator",
    "construct",
    "best",
    "solver",
    "notation",
    "trace",
    "draw",
    "compare",
];

/// The files of a module.
fn files(path: &Path) -> Vec<PathBuf> {
    if !path.is_dir() {
        return vec![path.with_extension("rs")];
    }
    let entries = std::fs::read_dir(path).expect("readable").map(|entry| entry.expect("readable").path());
    entries.flat_map(|path| files(&path)).collect()
}

/// The names that follow `crate::` in a module, apart from its tests, with the files that they are in.
fn used_by(module: &str) -> Vec<(String, PathBuf)> {
    let mut used = Vec::new();
    for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module)) {
        if path.ends_with("tests.rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
        for line in code.lines().filter(|line| !line.trim_start().starts_with("//")) {
            let names = line.split("crate::").skip(1);
            let name =
                |text: &str| text.split(|c: char| !c.is_alphanumeric() && c != '_').next().map(str::to_owned);
            used.extend(names.filter_map(name).map(|name| (name, path.clone())));
        }
    }
    used
}

fn uses_only(module: &str, allowed: &[&str]) {
    for (used, path) in used_by(module) {
        assert!(allowed.contains(&&*used), "{} uses crate::{used}", path.display());
    }
}

#[test]
fn a_module_uses_only_earlier_ones() {
    for (i, module) in ORDER.iter().enumerate() {
        uses_only(module, &ORDER[..=i]);
    }
    let root =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lib.rs")).expect("text");
    let modules = root
        .lines()
        .filter_map(|line| line.trim_start_matches("pub ").strip_prefix("mod ")?.strip_suffix(';'));
    let mut modules: Vec<&str> = modules.collect();
    let mut order = ORDER;
    modules.sort_unstable();
    order.sort_unstable();
    assert_eq!(modules, order);
}

#[test]
fn the_build_script_can_do_with_board_and_table() {
    uses_only("table", &["board", "table"]);
    uses_only("search/automaton", &["board"]);
}

#[test]
fn what_replays_solutions_trusts_board_alone() {
    uses_only("verify", &["board"]);
}
