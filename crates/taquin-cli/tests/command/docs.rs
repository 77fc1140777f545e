//! The documentation is correct: README, docs, first lines of the sample puzzles, help.

use crate::common::{TAQUIN, empty_cache, err, out, root, run};
use std::process::Command;

/// Runs every command in a page's console blocks and compares the output with the page; `…` matches the rest
/// of the output. Returns the number of commands.
fn check_commands(page: &str) -> usize {
    let text = std::fs::read_to_string(root().join(page)).expect("UTF-8");
    let mut tried = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("split yields at least one item");
        let (command, expected) = block.split_once('\n').expect("a command and its output");
        let command = command.trim_start_matches("$ ").replace("cargo run --release --", "taquin");
        let command = command.replace("taquin ", &format!("{TAQUIN} "));
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(root())
            .env("TAQUIN_CACHE", empty_cache())
            .output()
            .expect("a shell");
        let printed = out(&output) + &err(&output);
        match expected.split_once("…\n") {
            Some((beginning, _)) => assert!(printed.starts_with(beginning), "{command}\n{printed}"),
            None => assert_eq!(printed, expected, "{command}"),
        }
        tried += 1;
    }
    tried
}

#[test]
fn commands_in_the_docs_print_what_the_docs_show() {
    assert!(check_commands("README.md") >= 4);
    assert!(check_commands("docs/see-a-star-work.md") >= 5);
    assert!(check_commands("docs/dialects.md") >= 10);
    assert!(check_commands("docs/speed-solving.md") >= 5);
}

#[test]
fn sample_puzzles_match_their_first_lines() {
    let mut tried = 0;
    for entry in std::fs::read_dir(root().join("puzzles")).expect("it exists") {
        let path = entry.expect("readable").path();
        if path.is_dir() {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        let first = text.lines().next().expect("a comment");
        let goal = ["ring", "blank-first"].into_iter().find(|g| first.contains(&format!("--goal {g}")));
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name");
        if ["korf", "antipodes", "hard"].iter().any(|long| name.starts_with(long)) {
            // Slow, and `taquin bench` checks their lengths.
            continue;
        }
        let moves =
            first.split(' ').zip(first.split(' ').skip(1)).find(|(_, word)| word.starts_with("moves"));
        let expected = match moves.map(|(number, _)| number.parse::<i32>()) {
            Some(Ok(moves)) => moves,
            _ if name.ends_with("unsolvable") => -1,
            _ => match name.rsplit('-').next().expect("never empty").parse() {
                Ok(moves) => moves,
                Err(_) => continue,
            },
        };
        let goal = goal.unwrap_or("blank-last");
        let output = run(&["check", path.to_str().expect("UTF-8"), "--goal", goal, "--optimal"]);
        assert!(out(&output).trim_end().ends_with(&format!(": {expected}")), "{name}: {output:?}");
        tried += 1;
    }
    assert!(tried >= 10, "only {tried} puzzles have a number");
}

#[test]
fn relative_links_have_targets() {
    let mut followed = 0;
    for directory in ["", "docs"] {
        for entry in std::fs::read_dir(root().join(directory)).expect("it exists") {
            let page = entry.expect("readable").path();
            if page.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&page).expect("UTF-8");
            for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                if link.is_empty() || link.contains("://") {
                    continue;
                }
                let target = page.parent().expect("a directory").join(link);
                assert!(target.exists(), "{}: {link}", page.display());
                followed += 1;
            }
        }
    }
    assert!(followed >= 10, "only {followed} links");
}

/// Returns the names of the commands listed in the help.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).expect("a list");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // Descriptions may wrap to indented lines.
    let named = lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    named.filter_map(|line| line.split(' ').next()).filter(|&name| name != "help").collect()
}

#[test]
fn every_command_has_help_and_a_manual_page() {
    let help = out(&run(&["--help"]));
    let commands = commands(&help);
    assert!(commands.len() >= 15, "{help}");
    for command in &commands {
        let output = run(&[command, "--help"]);
        assert_eq!(output.status.code(), Some(0));
        assert!(out(&output).contains(&format!("Usage: taquin {command}")), "{command}");
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(out(&run(&["completions", shell])).contains("taquin"));
    }
    assert!(out(&run(&["--version"])).starts_with("taquin "));
    let manual = out(&run(&["man"]));
    assert!(manual.contains(".TH taquin 1"), "{manual}");
    for command in commands {
        assert!(manual.contains(&format!(".TH taquin-{command} 1")), "{command}");
    }
    assert!(manual.contains("\\-\\-at\\-least") && !manual.contains("taquin-cli"));
    assert!(!manual.contains("taquin\\-cli"));
}

/// The names are those of the course's FAQ; the number in a name is the length of the shortest solutions.
#[test]
fn sample_puzzles_for_princeton_have_the_lengths_in_their_names() {
    let files: Vec<String> = (0..=50).map(|moves| format!("puzzle{moves:02}")).collect();
    let others = [("puzzle4x4-hard1", 38), ("puzzle4x4-hard2", 47)];
    let unsolvable = ["puzzle2x2-unsolvable", "puzzle3x3-unsolvable", "puzzle4x4-unsolvable"];
    let expected =
        files.iter().map(String::as_str).zip(0..).chain(others).chain(unsolvable.map(|name| (name, -1)));
    let (names, lengths): (Vec<&str>, Vec<i32>) = expected.unzip();
    let paths: Vec<String> = names.iter().map(|name| format!("puzzles/princeton/{name}.txt")).collect();
    let mut args = vec!["check"];
    args.extend(paths.iter().map(String::as_str));
    let lines: Vec<String> =
        paths.iter().zip(lengths).map(|(path, length)| format!("{path}: {length}\n")).collect();
    assert_eq!(out(&run(&args)), lines.concat());
    let count = out(&run(&["solve", "--count", "puzzles/princeton/puzzle07.txt"]));
    assert_eq!(count, "puzzles/princeton/puzzle07.txt: 2 shortest solutions of 7 moves\n");
    let total = std::fs::read_dir(root().join("puzzles/princeton")).expect("it exists").count();
    assert_eq!(total, paths.len());
}
