//! Runs an untrusted program on a board within limits, and leaves no process behind.
//!
//! All processes of the program are killed when it ends, or when it exceeds its time or memory limit or prints too much
//! ([`process_tree`]). Threads read its output; the wait for them is bounded. Each run has a [folder](run_folder) of its own, and
//! where the system has the means, a [`sandbox`].
//!
//! Memory is the resident set size of all processes, polled from `/proc`. It is limited on Linux only.

mod captured_pipe;
mod placeholders;
mod process_tree;
mod run_folder;
mod sandbox;

pub(super) use sandbox::{Sandbox, SandboxMode};

use crate::exit::print_error;
use captured_pipe::CapturedPipe;
use placeholders::{BOARD, BOARD_FILE, PlaceholderValues, SOLUTION_FILE, contains};
use run_folder::{RunFolder, read_regular};
use std::ffi::{OsStr, OsString};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use taquin::CancelToken;

/// The length of the prefix of standard error that is kept.
const MAX_ERROR_OUTPUT: usize = 64 << 10;

/// The interval between polls of the program, and the minimum interval between polls of its memory.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// A solver with its limits.
pub(super) struct SolverProgram<'a> {
    /// The program and its arguments.
    pub(super) words: &'a [OsString],
    /// The limits for each board.
    pub(super) time: Duration,
    pub(super) memory: usize,
    pub(super) sandbox: Sandbox,
    /// The limit on standard output, and again on standard error.
    pub(super) max_output: usize,
    /// Cancels the run.
    pub(super) stop: &'a CancelToken,
}

/// The result of a run.
pub(super) struct ProgramRun {
    pub(super) end: RunEnd,
    pub(super) output: String,
    /// False if the program was to write its solution to a file and did not.
    pub(super) has_solution: bool,
    /// The beginning of standard error.
    pub(super) error_output: String,
    pub(super) time: Duration,
    /// The peak of the polled memory, if it was polled at all.
    pub(super) memory: Option<usize>,
}

/// The reason for the end of a run.
pub(super) enum RunEnd {
    /// The program exited or crashed.
    Exited(ExitStatus),
    TimedOut,
    TooMuchMemory,
    TooMuchOutput,
    /// Cancelled by Ctrl-C.
    Interrupted,
}

impl SolverProgram<'_> {
    /// Runs the program on a board: with the path of its file or the board itself in place of each placeholder, or without
    /// these placeholders with the board on standard input.
    pub(super) fn run(&self, text: &[u8]) -> Result<ProgramRun, String> {
        let folder = RunFolder::new(text).map_err(|e| format!("cannot write a board file: {e}"))?;
        let Some((program, arguments)) = self.words.split_first() else {
            return Err("no program given".to_owned());
        };
        let file = folder.board_file();
        let values = PlaceholderValues::new(text, &file);
        let run = self.spawn(program, arguments, text, &values, &folder).and_then(|child| self.wait(child));
        let mut run =
            run.map_err(|e| format!("{}: {}", program.to_string_lossy(), spawn_error(program, &e)))?;
        if arguments.iter().any(|argument| contains(argument, SOLUTION_FILE)) {
            (run.output, run.has_solution) = match read_regular(&values.solution_file, self.max_output) {
                Some(text) => (text, true),
                None => (String::new(), false),
            };
        }
        Ok(run)
    }

    fn spawn(
        &self,
        program: &OsStr,
        arguments: &[OsString],
        text: &[u8],
        values: &PlaceholderValues<'_>,
        folder: &RunFolder,
    ) -> io::Result<Child> {
        let takes_board =
            arguments.iter().any(|argument| contains(argument, BOARD_FILE) || contains(argument, BOARD));
        let mut words = self.sandbox.prefix(folder.path());
        if !words.is_empty() {
            check_program(program)?;
        }
        words.push(program.to_owned());
        words.extend(arguments.iter().map(|argument| values.expand(argument)));
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        // Its temporary files go with the folder.
        command.env("TMPDIR", folder.path());
        command.stdin(if takes_board { Stdio::null() } else { Stdio::piped() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        process_tree::adopt_orphans();
        process_tree::end_with_parent(&mut command);
        let mut child = command.spawn()?;
        if let Some(mut input) = child.stdin.take() {
            let text = text.to_owned();
            // Fails if the program does not read its input, which is allowed.
            let write = move || input.write_all(&text).ok();
            if let Err(error) = std::thread::Builder::new().spawn(write) {
                process_tree::kill_all(&mut child)?;
                return Err(error);
            }
        }
        Ok(child)
    }

    /// Waits until the program exits or exceeds a limit, then kills all of its processes.
    fn wait(&self, mut child: Child) -> io::Result<ProgramRun> {
        let start = Instant::now();
        let has_overflowed = Arc::new(AtomicBool::new(false));
        let captured =
            CapturedPipe::start_both(&mut child, self.max_output, MAX_ERROR_OUTPUT, &has_overflowed);
        let mut memory: Option<usize> = None;
        let mut next_memory_poll = start;
        let early_end = loop {
            if captured.is_err() || process_tree::has_exited(&mut child) {
                break None;
            }
            if self.stop.is_cancelled() {
                break Some(RunEnd::Interrupted);
            }
            if has_overflowed.load(Ordering::Relaxed) {
                break Some(RunEnd::TooMuchOutput);
            }
            if start.elapsed() >= self.time {
                break Some(RunEnd::TimedOut);
            }
            let now = Instant::now();
            if now >= next_memory_poll {
                memory = memory.max(process_tree::memory());
                if memory.is_some_and(|used| used > self.memory) {
                    break Some(RunEnd::TooMuchMemory);
                }
                // Scanning /proc is slow on machines with many processes; it takes at most a tenth of the
                // time.
                next_memory_poll = now + MEMORY_POLL_INTERVAL.max(now.elapsed() * 10);
            }
            std::thread::sleep(POLL_INTERVAL);
        };
        let time = start.elapsed();
        let (status, left) = process_tree::kill_all(&mut child)?;
        if left > 0 {
            print_error(&format!("{left} of the processes that the program has started can't be killed"));
        }
        let [output, error_output] = captured?.map(CapturedPipe::into_text);
        let end = match early_end {
            Some(end) => end,
            None if has_overflowed.load(Ordering::Relaxed) => RunEnd::TooMuchOutput,
            None => RunEnd::Exited(self.sandbox.status_of_program(status)),
        };
        Ok(ProgramRun { end, output, has_solution: true, error_output, time, memory })
    }
}

/// Looks for a program as the system would: in `PATH`, or at its path.
fn check_program(program: &OsStr) -> io::Result<()> {
    let path = Path::new(program);
    if !contains(program, "/") {
        let directories = std::env::var_os("PATH").unwrap_or_default();
        let is_there = std::env::split_paths(&directories).any(|directory| directory.join(path).is_file());
        return if is_there { Ok(()) } else { Err(io::ErrorKind::NotFound.into()) };
    }
    let metadata = path.metadata()?;
    #[cfg(unix)]
    let is_executable = std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let is_executable = true;
    if metadata.is_file() && is_executable { Ok(()) } else { Err(io::ErrorKind::PermissionDenied.into()) }
}

/// Returns a message for a program that can't be started.
fn spawn_error(program: &OsStr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound if is_bare_file(program) => {
            format!(
                "no such program (to run the one in this directory, write ./{})",
                program.to_string_lossy()
            )
        }
        io::ErrorKind::NotFound => "no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}

/// Returns whether a name without a directory is that of a file here. Such names are looked up in `PATH`.
fn is_bare_file(program: &OsStr) -> bool {
    let path = Path::new(program);
    path.components().count() == 1 && path.is_file()
}
