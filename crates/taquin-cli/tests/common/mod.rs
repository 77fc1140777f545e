//! Runs the program, for all of the tests.

#![allow(dead_code, reason = "each file of tests is a crate of its own, and needs some of these")]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// The program.
pub(crate) const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program with its arguments, in the root of the repository and with nothing to read.
pub(crate) fn taquin(args: &[&str]) -> Command {
    let mut command = Command::new(TAQUIN);
    command.args(args).current_dir(root()).stdin(Stdio::null());
    command.env("TAQUIN_CACHE", no_tables());
    command
}

/// A folder without tables: those that the user has are not to be used.
pub(crate) fn no_tables() -> PathBuf {
    std::env::temp_dir().join("taquin-no-such-folder")
}

pub(crate) fn run(args: &[&str]) -> Output {
    taquin(args).output().expect("the program runs")
}

pub(crate) fn run_with_input(args: &[&str], input: &str) -> Output {
    let mut child = taquin(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    child.stdin.take().expect("piped").write_all(input.as_bytes()).expect("it reads");
    child.wait_with_output().expect("it ends")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// A file of its own for each test.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = std::env::temp_dir().join(format!("taquin-{}-{name}", std::process::id()));
    std::fs::write(&path, content).expect("the temporary folder takes files");
    path
}

/// Sends a signal, such as `-INT` for Ctrl-C.
#[cfg(unix)]
pub(crate) fn signal(child: &std::process::Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.expect("kill is there").success());
}
