//! `taquin tables`, and what can happen to it.

mod common;

use common::taquin;
#[cfg(unix)]
use common::{TAQUIN, signal};
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Stdio;
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// A folder of its own for each test, removed in the end.
struct Cache(PathBuf);

impl Cache {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-cache-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        Self(path)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = taquin(args);
        command.env("TAQUIN_CACHE", &self.0);
        command
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        told(self.command(args).output().expect("the program runs"))
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn told(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn built_listed_used_verified_removed() {
    let cache = Cache::new("life");
    let (code, out, _) = cache.run(&["tables", "list"]);
    assert!(code == Some(0) && out.contains("15:6-6-3") && out.contains("part of the program"), "{out}");
    let (code, out, err) = cache.run(&["tables", "build", "3x4:6-5"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("3x4:6-5: built in "), "{out}");
    assert!(cache.run(&["tables", "build", "3x4:6-5"]).1.starts_with("3x4:6-5: already there"));
    assert!(cache.run(&["tables", "list"]).1.contains("3x4:6-5"));
    let board = "5 4 8 1/0 9 2 11/3 10 7 6";
    let (code, _, err) = cache.run(&["solve", board, "--verbose", "--style", "moves"]);
    assert_eq!(code, Some(0));
    assert!(err.contains("plan, step 1: ida with the tables 3x4:6-5") && err.contains("from "), "{err}");
    assert_eq!(cache.run(&["tables", "verify"]).1, "3x4:6-5: right\n");
    assert_eq!(cache.run(&["tables", "remove", "3x4:6-5"]).1, "3x4:6-5: removed\n");
    assert!(cache.run(&["tables", "verify"]).1.starts_with("no tables in "));
}

#[test]
fn the_plan_is_told() {
    let cache = Cache::new("plan");
    let plan = |args: &[&str]| cache.run(args).2;
    let told = plan(&["solve", "puzzles/4x4-easy.txt", "-v"]);
    assert!(told.contains("ida with the tables 15:6-6-3") && told.contains("part of the program"), "{told}");
    let told = plan(&["solve", "puzzles/3x3-20.txt", "-v"]);
    assert!(told.contains("step 1: astar with manhattan, for up to 50,000 nodes"), "{told}");
    let told = plan(&["solve", "puzzles/3x3-20.txt", "-v", "-a", "ida", "--heuristic", "linear-conflict"]);
    assert!(told.contains("step 1: ida with linear-conflict"), "{told}");
}

#[test]
fn mistakes_are_told() {
    let cache = Cache::new("mistakes");
    for (args, message) in [
        (&["tables", "build", "15"][..], "'15' is no partition: write the puzzle and the sizes of its parts"),
        (&["tables", "build", "15:7-7"], "the parts have 14 tiles together, and the puzzle has 15"),
        (&["tables", "build", "24:8-8-8"], "a table of 8 tiles on 5x5 would have over four billion entries"),
        (&["tables", "build", "9x9:5"], "there are tables for boards of up to 25 cells, and 9x9 has more"),
        (&["tables", "verify", "15:7-8"], "15:7-8: not there; 'taquin tables build 15:7-8' makes it"),
    ] {
        let (code, _, err) = cache.run(args);
        assert!(code == Some(2) && err.contains(message), "{args:?}: {err}");
    }
    // A file where the folder should be.
    for args in [["tables", "list"], ["tables", "verify"]] {
        let (code, out, err) = told(taquin(&args).env("TAQUIN_CACHE", "README.md").output().expect("runs"));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.starts_with("taquin: cannot read README.md: "), "{err}");
    }
}

#[test]
fn what_takes_too_much_memory_does_not_keep_others_from_being_built() {
    let cache = Cache::new("memory");
    let (code, out, err) = cache.run(&["tables", "build", "15:7-8", "8:4-4", "--memory", "100M"]);
    assert_eq!(code, Some(3));
    assert!(err.contains("building 15:7-8 takes 682.8 MiB of memory, and 100.0 MiB may be used"), "{err}");
    assert!(out.starts_with("8:4-4: built in "), "{out}");
}

#[test]
fn tables_that_will_not_be_used_are_built_with_a_remark() {
    let cache = Cache::new("unused");
    let (code, out, err) = cache.run(&["tables", "build", "15:4-4-4-3"]);
    assert!(code == Some(0) && out.starts_with("15:4-4-4-3: built in "), "{out}");
    assert!(
        err.starts_with("15:4-4-4-3: will not be used, because 15:6-6-3 is part of the program"),
        "{err}"
    );
}

#[test]
fn the_folder_can_be_named_on_the_command_line() {
    let cache = Cache::new("named");
    let folder = cache.0.to_str().expect("text");
    let (code, out, _) =
        told(taquin(&["tables", "build", "8:4-4", "--cache", folder]).output().expect("runs"));
    assert!(code == Some(0) && out.contains(folder), "{out}");
    assert!(cache.run(&["tables", "list"]).1.contains("8:4-4"));
}

#[test]
fn a_damaged_file_is_told_and_built_again() {
    let cache = Cache::new("damaged");
    cache.run(&["tables", "build", "8:4-4"]);
    let files =
        || std::fs::read_dir(&cache.0).expect("readable").map(|entry| entry.expect("readable").path());
    let path = files().find(|path| path.extension().is_some_and(|e| e == "tables")).expect("built");
    let mut bytes = std::fs::read(&path).expect("readable");
    bytes[5000] ^= 1;
    std::fs::write(&path, bytes).expect("writable");
    let (code, _, err) = cache.run(&["tables", "verify"]);
    assert!(code == Some(2) && err.contains("its checksum does not agree"), "{err}");
    let (code, out, err) = cache.run(&["check", "8 6 7/2 5 4/3 0 1", "-a", "ida"]);
    assert!(code == Some(0) && out.ends_with(": 31\n"), "{out}");
    assert!(err.contains("are not used: its checksum does not agree with its content"), "{err}");
    assert_eq!(cache.run(&["tables", "verify"]), (Some(0), "8:4-4: right\n".to_owned(), String::new()));
}

/// The tables that take long enough to be interrupted.
#[cfg(unix)]
const SLOW: &str = "15:6-5-4";

/// Killed at fifty moments of the build, it leaves nothing that is believed and not right.
#[cfg(unix)]
#[test]
fn killed_at_any_moment() {
    let cache = Cache::new("killed");
    let start = Instant::now();
    cache.run(&["tables", "build", SLOW]);
    let whole = start.elapsed();
    cache.run(&["tables", "remove", SLOW]);
    for i in 0..50 {
        let mut child =
            cache.command(&["tables", "build", SLOW]).stdout(Stdio::null()).spawn().expect("runs");
        std::thread::sleep(whole * i / 48);
        signal(&child, "-KILL");
        child.wait().expect("it ends");
        let (_, listed, _) = cache.run(&["tables", "list"]);
        if listed.contains(SLOW) {
            assert_eq!(cache.run(&["tables", "verify", SLOW]).0, Some(0), "after {i}");
            cache.run(&["tables", "remove", SLOW]);
        }
    }
    assert_eq!(cache.run(&["tables", "build", SLOW]).0, Some(0));
    assert_eq!(cache.run(&["tables", "verify", SLOW]).0, Some(0));
    let (code, out, _) = cache.run(&["check", "puzzles/4x4-40.txt", "-a", "ida"]);
    assert_eq!((code, out.as_str()), (Some(0), "puzzles/4x4-40.txt: 40\n"));
}

#[cfg(unix)]
#[test]
fn two_processes_build_at_once() {
    let cache = Cache::new("two");
    let start = || cache.command(&["tables", "build", SLOW]).stdout(Stdio::piped()).spawn().expect("it runs");
    let outputs = [start(), start()].map(|child| told(child.wait_with_output().expect("it ends")));
    assert!(outputs.iter().all(|(code, ..)| *code == Some(0)), "{outputs:?}");
    assert_eq!(outputs.iter().filter(|(_, out, _)| out.contains("built in")).count(), 1, "{outputs:?}");
    assert_eq!(cache.run(&["tables", "verify", SLOW]).0, Some(0));
}

/// A disk that is full in the midst of a file, here by a limit on the length of files.
#[cfg(unix)]
#[test]
fn a_full_disk_is_told_and_leaves_nothing() {
    let cache = Cache::new("full");
    let script = format!("trap '' XFSZ; ulimit -f 200; exec '{TAQUIN}' tables build {SLOW}");
    let output =
        Command::new("bash").args(["-c", &script]).env("TAQUIN_CACHE", &cache.0).output().expect("bash");
    let (code, _, err) = told(output);
    assert!(code == Some(2) && err.contains("cannot write") && err.contains(".unfinished"), "{err}");
    let (_, listed, _) = cache.run(&["tables", "list"]);
    assert!(!listed.contains(SLOW), "{listed}");
    let left = std::fs::read_dir(&cache.0).expect("readable").filter_map(Result::ok);
    assert!(left.map(|entry| entry.path()).all(|path| path.extension().is_some_and(|e| e == "lock")));
}

/// Ctrl-C ends a build soon, and says so.
#[cfg(unix)]
#[test]
fn a_build_can_be_interrupted() {
    let cache = Cache::new("interrupted");
    let child =
        cache.command(&["tables", "build", "15:7-8"]).stderr(Stdio::piped()).spawn().expect("it runs");
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    signal(&child, "-INT");
    let (code, _, err) = told(child.wait_with_output().expect("it ends"));
    assert_eq!(
        (code, err.as_str()),
        (Some(3), "taquin: 15:7-8: stopped; what was there before is as it was\n")
    );
    // It takes some ten milliseconds; here we only see that it does not finish the build first.
    assert!(start.elapsed() < Duration::from_secs(3));
}
