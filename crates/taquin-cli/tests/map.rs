//! The map in ARCHITECTURE.md is that of this tree: what is there is on it, and what is on it is there.
//!
//! A line of the map names one or more files or folders, and after two spaces says what they are. Names begin in the first,
//! third or fifth column; lines that begin further right go on with the words of the one before.

mod common;

use common::root;
use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A crate on the map, or what is outside of them.
struct Region {
    folder: PathBuf,
    names: Vec<String>,
    words: HashSet<String>,
}

fn map() -> Vec<Region> {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).expect("text");
    let block = text.split("```text\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a map");
    let mut regions: Vec<Region> = Vec::new();
    for line in block.lines().filter(|line| !line.is_empty()) {
        let entry = line.trim_start();
        let indent = line.len() - entry.len();
        let (names, _) = entry.split_once("  ").unwrap_or((entry, ""));
        if indent == 0 {
            let folder = if names.starts_with("crates/") { root().join(names) } else { root() };
            regions.push(Region { folder, names: Vec::new(), words: HashSet::new() });
        }
        let region = regions.last_mut().expect("it begins with a crate");
        region.words.extend(words(line));
        if indent <= 4 && !names.starts_with("crates/") {
            region.names.extend(names.split(", ").map(|name| name.trim_end_matches('/').to_owned()));
        }
    }
    regions
}

fn words(text: &str) -> impl Iterator<Item = String> + '_ {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').map(str::to_owned)
}

/// What is in a folder, in the order of names.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("readable").path()).collect();
    paths.sort();
    paths
}

fn everything_in(folder: &Path) -> Vec<PathBuf> {
    let below = |path: PathBuf| if path.is_dir() { everything_in(&path) } else { Vec::new() };
    entries(folder).into_iter().flat_map(|path| [vec![path.clone()], below(path)].concat()).collect()
}

fn stem(path: &Path) -> &str {
    path.file_stem().and_then(|stem| stem.to_str()).expect("a name")
}

/// What the essay of a folder of sources names: the words in backticks.
fn essay(folder: &Path) -> HashSet<String> {
    let roots = ["mod.rs", "lib.rs", "main.rs"].map(|name| folder.join(name));
    let path = roots.into_iter().find(|path| path.exists()).unwrap_or_else(|| folder.with_extension("rs"));
    let text = fs::read_to_string(path).expect("text");
    let essay: Vec<&str> = text.lines().take_while(|line| line.starts_with("//!")).collect();
    essay.join("\n").split('`').skip(1).step_by(2).flat_map(words).collect()
}

#[test]
fn every_source_file_is_on_the_map_or_in_the_essay_of_its_folder() {
    let map = map();
    let mut missing = Vec::new();
    for folder in entries(&root().join("crates")) {
        let region = map.iter().find(|region| region.folder.file_name() == folder.file_name());
        let region = region.unwrap_or_else(|| panic!("{} is not on the map", folder.display()));
        for path in everything_in(&folder.join("src")) {
            let name = stem(&path);
            let is_known = ["mod", "lib", "main", "tests"].contains(&name)
                || region.words.contains(name)
                || essay(path.parent().expect("in a folder")).contains(name);
            if !is_known {
                missing.push(path);
            }
        }
    }
    assert!(
        missing.is_empty(),
        "to be named in ARCHITECTURE.md or in the essay of their folder: {missing:#?}"
    );
}

#[test]
fn whatever_is_on_the_map_is_there() {
    for region in map() {
        let there = if region.folder == root() { entries(&root()) } else { everything_in(&region.folder) };
        for name in &region.names {
            let is_it = |path: &PathBuf| path.file_name().is_some_and(|n| n == name.as_str());
            let is_there = there.iter().any(|path| is_it(path) || stem(path) == name);
            assert!(is_there, "ARCHITECTURE.md has {name}, and {} has not", region.folder.display());
        }
    }
}
