//! What is written for people to read is true: the README and the docs, the sample puzzles' first lines, the help.

mod common;

use common::{TAQUIN, err, out, root, run};
use std::process::Command;

/// Runs every command in a page's console blocks and compares what it prints with what the page says it prints; a line
/// of `…` stands for anything. Returns how many there are.
fn commands_that_hold(page: &str) -> usize {
    let text = std::fs::read_to_string(root().join(page)).expect("text");
    let mut tried = 0;
    for block in text.split("```console\n").skip(1) {
        let block = block.split("```").next().expect("split never yields nothing");
        let (command, expected) = block.split_once('\n').expect("a command and its output");
        let command = command.trim_start_matches("$ ").replace("cargo run --release --", "taquin");
        let command = command.replace("taquin ", &format!("{TAQUIN} "));
        let output = Command::new("sh").args(["-c", &command]).current_dir(root()).output().expect("a shell");
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
fn the_readme_and_the_docs_are_true() {
    assert!(commands_that_hold("README.md") >= 4);
    assert!(commands_that_hold("docs/see-a-star-work.md") >= 5);
}

#[test]
fn every_sample_puzzle_is_what_its_first_line_says() {
    let mut tried = 0;
    for entry in std::fs::read_dir(root().join("puzzles")).expect("it is there") {
        let path = entry.expect("readable").path();
        let text = std::fs::read_to_string(&path).expect("text");
        let first = text.lines().next().expect("a comment");
        let goal = ["ring", "blank-first"].into_iter().find(|g| first.contains(&format!("--goal {g}")));
        let name = path.file_stem().and_then(|n| n.to_str()).expect("a name");
        if name.starts_with("korf") || name.starts_with("antipodes") {
            // They take long, and `taquin bench` holds them to their lengths.
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
        let output = run(&["check", path.to_str().expect("text"), "--goal", goal.unwrap_or("blank-last")]);
        assert!(out(&output).trim_end().ends_with(&format!(": {expected}")), "{name}: {output:?}");
        tried += 1;
    }
    assert!(tried >= 10, "only {tried} puzzles have a number");
}

#[test]
fn help_completions_and_manual() {
    for args in [
        &["--help"][..],
        &["solve", "--help"],
        &["check", "--help"],
        &["info", "--help"],
        &["random", "--help"],
        &["bench", "--help"],
        &["trace", "--help"],
        &["tree", "--help"],
        &["compare", "--help"],
        &["serve", "--help"],
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(0));
        assert!(out(&output).contains("Usage: taquin"));
    }
    for shell in ["bash", "zsh", "fish"] {
        assert!(out(&run(&["completions", shell])).contains("taquin"));
    }
    assert!(out(&run(&["man"])).contains(".TH taquin"));
}
