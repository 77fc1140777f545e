//! Graded programs that attack the grader. Each run has a time limit of its own, and leaves no process behind.

use crate::common::{TempDir, err, out, root, run, signal, taquin};
use std::fs;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Four moves from the goal: `LULU`.
const FOUR: &str = "0 1 3/4 2 5/7 8 6";

/// Longer than any of these runs takes.
const PATIENCE: Duration = Duration::from_secs(15);

fn program(kind: &str, token: &str) -> Vec<String> {
    let script = root().join("crates/taquin-cli/tests/command/solvers/hostile.py");
    ["--", "python3", &script.to_string_lossy(), kind, token, "{}"].map(str::to_owned).to_vec()
}

/// A word in the command lines of the processes of one test.
fn token(kind: &str, sandbox: &str) -> String {
    format!("hostile-{kind}-{sandbox}-{}", std::process::id())
}

/// Grades a program on two boards.
fn grade(kind: &str, sandbox: &str, options: &[&str]) -> Output {
    let start = Instant::now();
    // For its files outside its folder.
    let temporary = TempDir::new(&token(kind, sandbox));
    let program = program(kind, &token(kind, sandbox));
    let program: Vec<&str> = program.iter().map(String::as_str).collect();
    let time = if options.contains(&"--time") { &[][..] } else { &["--time", "2s"] };
    let arguments = [&["grade", "--sandbox", sandbox], time, options, &[FOUR, FOUR], &program[..]].concat();
    let output = taquin(&arguments).env("TMPDIR", &temporary.0).output().expect("the program runs");
    assert!(start.elapsed() < PATIENCE, "{kind}: {:?}", start.elapsed());
    assert!(is_gone(&token(kind, sandbox)), "{kind}: a process is left");
    output
}

/// Returns true when no process has the token in its command line any more.
fn is_gone(token: &str) -> bool {
    let has_token = |entry: fs::DirEntry| {
        fs::read(entry.path().join("cmdline"))
            .is_ok_and(|line| String::from_utf8_lossy(&line).contains(token))
    };
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(3) {
        if !fs::read_dir("/proc").expect("Linux").flatten().any(has_token) {
            return true;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    false
}

#[test]
fn programs_that_evade_the_limits_are_killed() {
    for sandbox in ["never", "auto"] {
        for kind in ["joins-the-group", "starts-children", "ignores-signals"] {
            let output = grade(kind, sandbox, &["--time", "300ms"]);
            assert_eq!(out(&output).matches("timed out").count(), 2, "{kind}: {output:?}");
        }
        for kind in ["hides-memory", "hides-memory-in-a-file", "hides-its-name", "hides-its-threads"] {
            let output = grade(kind, sandbox, &["--memory", "200M"]);
            assert_eq!(out(&output).matches("exceeded the memory limit").count(), 2, "{kind}: {output:?}");
        }
        for kind in ["leaves-a-daemon", "runs-from-process-to-process"] {
            let output = grade(kind, sandbox, &[]);
            assert!(out(&output).ends_with("2 of 2 right, lenient\n"), "{kind}: {output:?}");
        }
        let output = grade("floods", sandbox, &["--time", "5s"]);
        assert_eq!(out(&output).matches("exceeded the output limit of 4 MiB").count(), 2, "{output:?}");
    }
}

#[test]
fn files_of_the_program_neither_block_the_grader_nor_lead_it_elsewhere() {
    for sandbox in ["never", "auto"] {
        let output = grade("prepares-boards", sandbox, &[]);
        assert!(out(&output).ends_with("2 of 2 right, lenient\n"), "{output:?}");
        for kind in ["links-its-solution", "replaces-its-solution"] {
            let mut program = program(kind, &token(kind, sandbox));
            program.push("{solution}".to_owned());
            let program: Vec<&str> = program.iter().map(String::as_str).collect();
            let output = run(&[&["grade", "--sandbox", sandbox, FOUR], &program[..]].concat());
            assert!(out(&output).contains("was not written"), "{kind}: {output:?}");
        }
    }
}

/// Signals keep their default action while boards are read.
#[test]
fn a_signal_ends_a_grader_that_waits_for_boards() {
    let directory = TempDir::new("grade-fifo");
    let fifo = directory.path("boards");
    assert!(Command::new("mkfifo").arg(&fifo).status().expect("mkfifo exists").success());
    let mut grader = taquin(&["grade", &fifo, "--", "true"]).spawn().expect("starts");
    std::thread::sleep(Duration::from_millis(300));
    signal(&grader, "-TERM");
    let start = Instant::now();
    while grader.try_wait().expect("a child").is_none() {
        assert!(start.elapsed() < Duration::from_secs(5));
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_crash_has_its_signal_in_a_sandbox_too() {
    for sandbox in ["never", "auto"] {
        let output = grade("crashes", sandbox, &[]);
        assert!(out(&output).contains("crashed: signal: 11"), "{output:?}");
    }
}

/// Without a sandbox, only the program itself ends with the grader.
#[test]
fn programs_end_with_a_grader_that_is_killed() {
    for (kind, sandbox) in [("ignores-signals", "never"), ("starts-children", "auto")] {
        let token = token(kind, sandbox) + "-killed";
        let program = program(kind, &token);
        let program: Vec<&str> = program.iter().map(String::as_str).collect();
        let arguments = [&["grade", "--sandbox", sandbox, "--time", "60s", FOUR], &program[..]].concat();
        // Its folder remains.
        let temporary = TempDir::new(&token);
        let mut grader = taquin(&arguments)
            .env("TMPDIR", &temporary.0)
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        // The children of the program too.
        std::thread::sleep(Duration::from_millis(500));
        grader.kill().expect("running");
        grader.wait().expect("killed");
        assert!(is_gone(&token) || sandbox == "auto" && !has_sandbox(), "{kind} is left");
    }
}

/// Returns true if there is a kind of container here.
fn has_sandbox() -> bool {
    let works = |words: &[&str]| {
        Command::new(words[0]).args(&words[1..]).status().is_ok_and(|status| status.success())
    };
    works(&["bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "true"])
        || works(&[
            "unshare",
            "--user",
            "--map-current-user",
            "--pid",
            "--fork",
            "--kill-child",
            "--mount-proc",
            "true",
        ])
}

#[test]
fn a_sandbox_protects_files() {
    let output = grade("writes-here", "always", &[]);
    if output.status.code() == Some(2) {
        // Without bubblewrap there is nothing to try.
        assert!(err(&output).contains("--sandbox always: bubblewrap"), "{output:?}");
        return;
    }
    assert!(
        out(&output).contains("crashed: ") && out(&output).contains("Read-only file system"),
        "{output:?}"
    );
    assert!(!root().join(token("writes-here", "always") + ".txt").exists());
}
