//! What is written for people to read is true: the README and the docs, the sample puzzles' first lines, the help.

mod common;

use common::{TAQUIN, err, no_tables, out, root, run};
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
        let output = Command::new("sh")
            .args(["-c", &command])
            .current_dir(root())
            .env("TAQUIN_CACHE", no_tables())
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
        if ["korf", "antipodes", "hard"].iter().any(|long| name.starts_with(long)) {
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
        let goal = goal.unwrap_or("blank-last");
        let output = run(&["check", path.to_str().expect("text"), "--goal", goal, "--optimal"]);
        assert!(out(&output).trim_end().ends_with(&format!(": {expected}")), "{name}: {output:?}");
        tried += 1;
    }
    assert!(tried >= 10, "only {tried} puzzles have a number");
}

/// The files that pages of the repository lead to.
#[test]
fn links_between_pages_lead_somewhere() {
    let mut followed = 0;
    for folder in ["", "docs"] {
        for entry in std::fs::read_dir(root().join(folder)).expect("it is there") {
            let page = entry.expect("readable").path();
            if page.extension().is_none_or(|extension| extension != "md") {
                continue;
            }
            let text = std::fs::read_to_string(&page).expect("text");
            for link in text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
                if link.is_empty() || link.contains("://") {
                    continue;
                }
                let target = page.parent().expect("a folder").join(link);
                assert!(target.exists(), "{}: {link}", page.display());
                followed += 1;
            }
        }
    }
    assert!(followed >= 10, "only {followed} links");
}

/// The names of the commands, as the help lists them.
fn commands(help: &str) -> Vec<&str> {
    let list = help.split("Commands:\n").nth(1).expect("a list");
    let lines = list.lines().take_while(|line| !line.is_empty());
    // What is said of one may go on in the next line, further in.
    let named = lines.filter_map(|line| line.strip_prefix("  ")).filter(|line| !line.starts_with(' '));
    named.filter_map(|line| line.split(' ').next()).filter(|&name| name != "help").collect()
}

#[test]
fn help_completions_and_manual() {
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
