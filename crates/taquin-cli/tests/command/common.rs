//! Helpers that run the program, shared by the tests.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// Path of the program.
pub(crate) const TAQUIN: &str = env!("CARGO_BIN_EXE_taquin");

/// Returns the root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns a command that runs the program in the root of the repository, with empty standard input.
pub(crate) fn taquin(args: &[&str]) -> Command {
    let mut command = Command::new(TAQUIN);
    command.args(args).current_dir(root()).stdin(Stdio::null());
    command.env("TAQUIN_CACHE", empty_cache());
    command
}

/// Returns a cache directory that does not exist, so that tests do not use the user's pattern databases.
pub(crate) fn empty_cache() -> PathBuf {
    std::env::temp_dir().join("taquin-no-such-directory")
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
    // A program that rejects its arguments may exit before it reads its input.
    child.stdin.take().expect("piped").write_all(input.as_bytes()).ok();
    child.wait_with_output().expect("the program exits")
}

pub(crate) fn out(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("UTF-8")
}

pub(crate) fn err(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("UTF-8")
}

/// Writes a temporary file; `name` must be unique to the test.
pub(crate) fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = std::env::temp_dir().join(format!("taquin-{}-{name}", std::process::id()));
    std::fs::write(&path, content).expect("the temporary directory is writable");
    path
}

/// Sends a signal, such as `-INT` for Ctrl-C.
#[cfg(unix)]
pub(crate) fn signal(child: &std::process::Child, name: &str) {
    let kill = Command::new("kill").args([name, &child.id().to_string()]).status();
    assert!(kill.expect("kill exists").success());
}

/// A temporary directory, removed on drop.
pub(crate) struct TempDir(pub(crate) PathBuf);

impl TempDir {
    /// Creates a directory; `name` must be unique to the test.
    pub(crate) fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-{}-{name}", std::process::id()));
        std::fs::remove_dir_all(&path).ok();
        std::fs::create_dir_all(&path).expect("the temporary directory is writable");
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    /// Returns the names of the files in it.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).expect("readable").flatten();
        let mut names: Vec<String> =
            entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}
