//! The modules of a crate do not import each other in a circle.
//!
//! An import counts as one between siblings, modules of the same folder: those that the two files are, or are in. So a module
//! and its parent may import each other. A re-exported item is looked up in the module that defines it; an inline module is
//! part of its file; tests do not count. The search relies on the layout of rustfmt.

use crate::common::root;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

#[test]
fn modules_have_no_import_cycles() {
    let mut modules = Modules::default();
    for entry in fs::read_dir(root().join("crates")).expect("readable") {
        let entry = entry.expect("readable");
        let sources = entry.path().join("src");
        modules.read_file(&sources.join("lib.rs"), &sources, &[entry.file_name().display().to_string()]);
    }
    let cycles = modules.cycles();
    assert!(cycles.is_empty(), "cycles, with an import for each edge: {cycles:#?}");
}

/// The path of a module or an item, which starts with its crate.
type ItemPath = Vec<String>;

/// The modules of all crates and what they use.
#[derive(Default)]
struct Modules {
    paths: BTreeSet<ItemPath>,
    uses: Vec<(ItemPath, ItemPath)>,
    /// Names that modules import, and the items that they stand for.
    imports: BTreeMap<ItemPath, ItemPath>,
}

impl Modules {
    /// Reads the file of a module, and the modules that it declares, whose files are in a folder.
    fn read_file(&mut self, file: &Path, folder: &Path, module: &[String]) {
        let Ok(text) = fs::read_to_string(file) else { return };
        self.paths.insert(module.to_vec());
        let mut code = String::new();
        let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
        while let Some(line) = lines.next() {
            let (indent, rest) = line.split_at(line.len() - line.trim_start().len());
            if rest.starts_with("#[cfg(") && rest.contains("test") {
                // The item ends with a semicolon or brace on a line that is indented like the attribute.
                let is_end = |line: &str| !line.starts_with([' ', '#']) && line.ends_with([';', '}']);
                lines.find(|line| line.strip_prefix(indent).is_some_and(is_end));
                continue;
            }
            if let Some((_, child)) = line.strip_suffix(';').and_then(|line| line.split_once("mod ")) {
                let path = [module, &[child.to_owned()]].concat();
                let folder = folder.join(child);
                self.read_file(&folder.with_extension("rs"), &folder, &path);
                self.read_file(&folder.join("mod.rs"), &folder, &path);
            }
            code.extend([line, "\n"]);
        }
        self.add_uses(module, &code);
    }

    /// Adds what the code of a module imports, and the paths elsewhere that start at the crate or a parent.
    fn add_uses(&mut self, module: &[String], code: &str) {
        let is_path = |c: char| c == '_' || c == ':' || c.is_alphanumeric();
        for (i, start) in ["use ", "crate::", "super::"].iter().flat_map(|start| code.match_indices(start)) {
            let line = code[..i].rsplit('\n').next().unwrap_or_default();
            let is_use = start == "use " && (line.trim().is_empty() || line.starts_with("pub"));
            if line.ends_with(is_path) || start == "use " && !is_use {
                continue;
            }
            let rest = code[i..].trim_start_matches("use ");
            let tree = rest.split(|c| if is_use { c == ';' } else { !is_path(c) }).next().unwrap_or_default();
            for item in expand(module, tree) {
                if is_use {
                    self.imports.insert([module, &item[item.len() - 1..]].concat(), item.clone());
                }
                self.uses.push((module.to_vec(), item));
            }
        }
    }

    /// Returns the module that defines an item, wherever it is re-exported.
    fn module_of(&self, item: &[String], steps: u32) -> ItemPath {
        let mut module = item[..1].to_vec();
        for i in 1..item.len() {
            let child = [&module[..], &item[i..=i]].concat();
            if self.paths.contains(&child) {
                module = child;
            } else if let (Some(target), 1..) = (self.imports.get(&child), steps) {
                return self.module_of(&[target, &item[i + 1..]].concat(), steps - 1);
            }
        }
        module
    }

    /// Returns an import for each edge between siblings that is part of a cycle, or leads from one to another.
    fn cycles(&self) -> Vec<String> {
        let mut edges = BTreeMap::new();
        for (from, item) in &self.uses {
            let to = self.module_of(item, 9);
            let depth = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
            if depth < from.len().min(to.len()) {
                let import = format!("{} uses {}", from.join("::"), item.join("::"));
                edges.insert((from[..=depth].to_vec(), to[..=depth].to_vec()), import);
            }
        }
        loop {
            let count = edges.len();
            let (starts, ends): (BTreeSet<_>, BTreeSet<_>) = edges.keys().cloned().unzip();
            edges.retain(|(from, to), _| ends.contains(from) && starts.contains(to));
            if edges.len() == count {
                return edges.into_values().collect();
            }
        }
    }
}

/// Returns the paths of a `use` tree in a module.
fn expand(module: &[String], tree: &str) -> Vec<ItemPath> {
    let (mut paths, mut path, mut outer) = (Vec::new(), module.to_vec(), Vec::new());
    let spaced = tree.replace("::", " ").replace('{', " { ").replace(',', " , ").replace('}', " } ");
    for token in spaced.split_whitespace() {
        match token {
            "{" => outer.push(path.clone()),
            "," => paths.push(std::mem::replace(&mut path, outer.last().cloned().unwrap_or_default())),
            "}" => paths.push(std::mem::replace(&mut path, outer.pop().unwrap_or_default())),
            "crate" => path.truncate(1),
            "super" => path.truncate(path.len().max(2) - 1),
            "self" => {}
            _ => path.push(token.to_owned()),
        }
    }
    paths.push(path);
    paths
}
