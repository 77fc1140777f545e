//! `taquin tables`: pattern databases on disk, and robustness of their files.

use crate::common::taquin;
#[cfg(unix)]
use crate::common::{TAQUIN, signal};
use std::path::PathBuf;
#[cfg(unix)]
use std::process::Stdio;
use std::process::{Command, Output};
#[cfg(unix)]
use std::time::{Duration, Instant};

/// A temporary cache directory, removed on drop.
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
        results(self.command(args).output().expect("the program runs"))
    }
}

impl Drop for Cache {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn results(output: Output) -> (Option<i32>, String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[test]
fn build_list_use_verify_remove() {
    let cache = Cache::new("life");
    let (code, out, _) = cache.run(&["tables", "list"]);
    assert!(code == Some(0) && out.contains("15:6-6-3") && out.contains("embedded in the program"), "{out}");
    let (code, out, err) = cache.run(&["tables", "build", "3x4:6-5"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert!(out.starts_with("3x4:6-5: built in "), "{out}");
    assert!(cache.run(&["tables", "build", "3x4:6-5"]).1.starts_with("3x4:6-5: already built"));
    assert!(cache.run(&["tables", "list"]).1.contains("3x4:6-5"));
    let board = "5 4 8 1/0 9 2 11/3 10 7 6";
    let (code, _, err) = cache.run(&["solve", board, "--verbose", "--style", "moves"]);
    assert_eq!(code, Some(0));
    assert!(
        err.contains("plan, step 1: ida with pattern databases 3x4:6-5") && err.contains("from "),
        "{err}"
    );
    assert_eq!(cache.run(&["tables", "verify"]).1, "3x4:6-5: valid\n");
    assert_eq!(cache.run(&["tables", "remove", "3x4:6-5"]).1, "3x4:6-5: removed\n");
    assert!(cache.run(&["tables", "verify"]).1.starts_with("no pattern databases in "));
}

#[test]
fn verbose_prints_the_search_plan() {
    let cache = Cache::new("plan");
    let verbose = |args: &[&str]| cache.run(args).2;
    let plan = verbose(&["solve", "puzzles/4x4-easy.txt", "-v"]);
    assert!(plan.contains("ida with pattern databases 15:6-6-3"), "{plan}");
    assert!(plan.contains("embedded in the program"), "{plan}");
    let plan = verbose(&["solve", "puzzles/3x3-20.txt", "-v"]);
    assert!(plan.contains("step 1: astar with manhattan, for up to 50,000 nodes"), "{plan}");
    let plan = verbose(&["solve", "puzzles/3x3-20.txt", "-v", "-a", "ida", "--heuristic", "linear-conflict"]);
    assert!(plan.contains("step 1: ida with linear-conflict"), "{plan}");
}

#[test]
fn invalid_partitions_and_directories_are_reported() {
    let cache = Cache::new("mistakes");
    for (args, message) in [
        (
            &["tables", "build", "15"][..],
            "invalid partition '15': write the puzzle and the sizes of its parts",
        ),
        (&["tables", "build", "15:7-7"], "the sizes of the parts add up to 14, but the puzzle has 15 tiles"),
        (
            &["tables", "build", "24:8-8-8"],
            "a pattern database of 8 tiles on 5x5 has too many entries: use smaller parts",
        ),
        (
            &["tables", "build", "9x9:5"],
            "9x9 is too large for pattern databases: at most 25 cells are supported",
        ),
        (&["tables", "verify", "15:7-8"], "15:7-8: not on disk: build it with 'taquin tables build 15:7-8'"),
    ] {
        let (code, _, err) = cache.run(args);
        assert!(code == Some(2) && err.contains(message), "{args:?}: {err}");
    }
    // A file in place of the directory.
    for args in [["tables", "list"], ["tables", "verify"]] {
        let (code, out, err) =
            results(taquin(&args).env("TAQUIN_CACHE", "README.md").output().expect("the program runs"));
        assert_eq!((code, out.as_str()), (Some(2), ""));
        assert!(err.starts_with("taquin: cannot read README.md: "), "{err}");
    }
}

#[test]
fn partition_over_the_memory_limit_does_not_stop_the_others() {
    let cache = Cache::new("memory");
    let (code, out, err) = cache.run(&["tables", "build", "15:7-8", "8:4-4", "--memory", "100M"]);
    assert_eq!(code, Some(3));
    assert!(err.contains("15:7-8: building needs 694.8 MiB of memory, and the limit is 100.0 MiB"), "{err}");
    assert!(out.starts_with("8:4-4: built in "), "{out}");
}

#[test]
fn building_an_unused_partition_prints_a_note() {
    let cache = Cache::new("unused");
    let (code, out, err) = cache.run(&["tables", "build", "15:4-4-4-3"]);
    assert!(code == Some(0) && out.starts_with("15:4-4-4-3: built in "), "{out}");
    assert!(
        err.starts_with(
            "15:4-4-4-3: searches prefer the embedded 15:6-6-3, which is at least as good, unless --partition"
        ),
        "{err}"
    );
}

#[test]
fn cache_option_names_the_directory() {
    let cache = Cache::new("named");
    let directory = cache.0.to_str().expect("UTF-8");
    let (code, out, _) = results(
        taquin(&["tables", "build", "8:4-4", "--cache", directory]).output().expect("the program runs"),
    );
    assert!(code == Some(0) && out.contains(directory), "{out}");
    assert!(cache.run(&["tables", "list"]).1.contains("8:4-4"));
}

#[test]
fn damaged_file_is_reported_and_rebuilt() {
    let cache = Cache::new("damaged");
    cache.run(&["tables", "build", "8:4-4"]);
    let files =
        || std::fs::read_dir(&cache.0).expect("readable").map(|entry| entry.expect("readable").path());
    let path = files().find(|path| path.extension().is_some_and(|e| e == "tables")).expect("built");
    let mut bytes = std::fs::read(&path).expect("readable");
    bytes[5000] ^= 1;
    std::fs::write(&path, bytes).expect("writable");
    let (code, _, err) = cache.run(&["tables", "verify"]);
    assert!(code == Some(2) && err.contains("checksum") && err.contains("rebuild it with"), "{err}");
    let (code, out, err) = cache.run(&["check", "8 6 7/2 5 4/3 0 1", "-a", "ida"]);
    assert!(code == Some(0) && out.ends_with(": 31\n"), "{out}");
    assert!(err.contains("ignoring pattern database ") && err.contains("checksum"), "{err}");
    assert_eq!(cache.run(&["tables", "verify"]), (Some(0), "8:4-4: valid\n".to_owned(), String::new()));
}

/// A partition that takes long enough to build to be interrupted.
#[cfg(unix)]
const SLOW: &str = "15:6-5-4";

/// Kills a build at fifty different times: any file listed afterwards must be valid.
#[cfg(unix)]
#[test]
fn killed_build_leaves_no_invalid_file() {
    let cache = Cache::new("killed");
    let start = Instant::now();
    cache.run(&["tables", "build", SLOW]);
    let whole = start.elapsed();
    cache.run(&["tables", "remove", SLOW]);
    for i in 0..50 {
        let mut child = cache
            .command(&["tables", "build", SLOW])
            .stdout(Stdio::null())
            .spawn()
            .expect("the program runs");
        std::thread::sleep(whole * i / 48);
        signal(&child, "-KILL");
        child.wait().expect("the program exits");
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
fn concurrent_builds_build_once() {
    let cache = Cache::new("two");
    let start = || {
        cache.command(&["tables", "build", SLOW]).stdout(Stdio::piped()).spawn().expect("the program runs")
    };
    let outputs =
        [start(), start()].map(|child| results(child.wait_with_output().expect("the program exits")));
    assert!(outputs.iter().all(|(code, ..)| *code == Some(0)), "{outputs:?}");
    assert_eq!(outputs.iter().filter(|(_, out, _)| out.contains("built in")).count(), 1, "{outputs:?}");
    assert_eq!(cache.run(&["tables", "verify", SLOW]).0, Some(0));
}

/// Simulates a full disk with a file size limit.
#[cfg(unix)]
#[test]
fn full_disk_is_reported_and_leaves_no_file() {
    let cache = Cache::new("full");
    let script = format!("trap '' XFSZ; ulimit -f 200; exec '{TAQUIN}' tables build {SLOW}");
    let output =
        Command::new("bash").args(["-c", &script]).env("TAQUIN_CACHE", &cache.0).output().expect("bash");
    let (code, _, err) = results(output);
    assert!(code == Some(2) && err.contains("cannot write") && err.contains(".unfinished"), "{err}");
    let (_, listed, _) = cache.run(&["tables", "list"]);
    assert!(!listed.contains(SLOW), "{listed}");
    let left = std::fs::read_dir(&cache.0).expect("readable").filter_map(Result::ok);
    assert!(left.map(|entry| entry.path()).all(|path| path.extension().is_some_and(|e| e == "lock")));
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_a_build() {
    let cache = Cache::new("interrupted");
    let child = cache
        .command(&["tables", "build", "15:7-8"])
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    std::thread::sleep(Duration::from_millis(500));
    let start = Instant::now();
    signal(&child, "-INT");
    let (code, _, err) = results(child.wait_with_output().expect("the program exits"));
    assert_eq!((code, err.as_str()), (Some(3), "taquin: 15:7-8: interrupted; the directory is unchanged\n"));
    // Far less than the whole build takes.
    assert!(start.elapsed() < Duration::from_secs(3));
}
