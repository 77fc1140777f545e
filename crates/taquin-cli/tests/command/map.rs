//! The map in ARCHITECTURE.md matches the tree, and the files it cites exist.

use crate::common::root;
use std::fs;
use std::path::{Path, PathBuf};

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("text")
}

/// The directories on the map.
fn mapped_directories() -> Vec<PathBuf> {
    let text = architecture();
    let map = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a map");
    let mut parents: Vec<PathBuf> = vec![root()];
    let mut directories = Vec::new();
    for line in map.lines() {
        let name = line.split_whitespace().next().expect("a name");
        let depth = (line.len() - line.trim_start().len()) / 2;
        parents.truncate(depth + 1);
        let parent = &parents[depth];
        let in_sources = parent.join("src").join(name);
        let directory = if in_sources.is_dir() { in_sources } else { parent.join(name) };
        directories.push(directory.clone());
        parents.push(directory.parent().filter(|_| depth > 1).map_or(directory.clone(), Path::to_owned));
    }
    directories
}

#[test]
fn everything_on_the_map_exists() {
    for directory in mapped_directories() {
        assert!(directory.is_dir(), "{} is on the map but not in the tree", directory.display());
    }
}

#[test]
fn every_crate_and_every_folder_of_the_library_is_on_the_map() {
    let mapped = mapped_directories();
    for folder in ["crates", "crates/taquin/src"] {
        for entry in fs::read_dir(root().join(folder)).expect("readable") {
            let path = entry.expect("readable").path();
            let is_mapped =
                mapped.iter().any(|directory| directory.ends_with(path.file_name().expect("a name")));
            assert!(!path.is_dir() || is_mapped, "{} is not on the map", path.display());
        }
    }
}

#[test]
fn cited_test_files_and_tests_exist() {
    let sources: String = rust_files(&root().join("crates"))
        .into_iter()
        .map(|path| fs::read_to_string(path).expect("text"))
        .collect();
    for cited in architecture().split('`').skip(1).step_by(2) {
        if cited.starts_with("tests/") && Path::new(cited).extension().is_some() {
            let exists = fs::read_dir(root().join("crates"))
                .expect("readable")
                .any(|entry| entry.expect("readable").path().join(cited).exists());
            assert!(exists, "{cited} does not exist");
        } else if cited.matches('_').count() > 2 && cited.chars().all(|c| c == '_' || c.is_ascii_lowercase())
        {
            assert!(sources.contains(&format!("fn {cited}(")), "the test {cited} does not exist");
        }
    }
}

fn rust_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory).expect("readable") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}
