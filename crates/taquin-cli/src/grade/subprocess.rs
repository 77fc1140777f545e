//! Runs an untrusted program on a board within limits, and leaves no process behind.
//!
//! The program gets its own process group. The whole group is killed when the run ends, including processes
//! that the program has forked, unless they left the group. It is killed early when it exceeds its time or
//! memory limit or prints too much. Threads read its output and keep a bounded prefix. The wait for them is
//! bounded too, as a process that left the group may keep the pipe open.
//!
//! Memory is the resident set size of all processes of the group, polled from `/proc`. It is limited on Linux
//! only.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::CancelToken;

/// The limit on standard output, and again on standard error.
const MAX_OUTPUT: usize = 64 << 20;

/// The length of the prefix of standard error that is kept.
const MAX_ERROR_OUTPUT: usize = 64 << 10;

/// The interval between polls of the program, and the minimum interval between polls of its memory.
const POLL_INTERVAL: Duration = Duration::from_millis(2);
const MEMORY_POLL_INTERVAL: Duration = Duration::from_millis(20);

/// The time to wait for remaining output after the program has exited.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(1);

/// The placeholders for the path of the board's file, for the board itself, and for the paths of files that the program
/// writes: its solution, which is graded instead of its output, and its statistics, which are not read.
const BOARD_FILE: &str = "{}";
const BOARD: &str = "{board}";
const SOLUTION_FILE: &str = "{solution}";
const STATISTICS_FILE: &str = "{stats}";

/// A solver with its limits.
pub(super) struct SolverProgram<'a> {
    /// The program and its arguments.
    pub(super) words: &'a [OsString],
    /// The limits for each board.
    pub(super) time: Duration,
    pub(super) memory: usize,
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
    pub(super) fn run(&self, text: &[u8], number: usize, directory: &TempDir) -> Result<ProgramRun, String> {
        let file = directory.write(text, number).map_err(|e| format!("cannot write a board file: {e}"))?;
        let Some((program, arguments)) = self.words.split_first() else {
            return Err("no program given".to_owned());
        };
        let values = PlaceholderValues::new(text, &file);
        let run = Self::spawn(program, arguments, text, &values).and_then(|child| self.wait(child));
        let mut run =
            run.map_err(|e| format!("{}: {}", program.to_string_lossy(), spawn_error(program, &e)))?;
        if arguments.iter().any(|argument| contains(argument, SOLUTION_FILE)) {
            (run.output, run.has_solution) = match read_regular(&values.solution_file) {
                Some(text) => (text, true),
                None => (String::new(), false),
            };
        }
        Ok(run)
    }

    fn spawn(
        program: &OsStr,
        arguments: &[OsString],
        text: &[u8],
        values: &PlaceholderValues<'_>,
    ) -> io::Result<Child> {
        let takes_board =
            arguments.iter().any(|argument| contains(argument, BOARD_FILE) || contains(argument, BOARD));
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|argument| values.expand(argument)));
        command.stdin(if takes_board { Stdio::null() } else { Stdio::piped() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        if let Some(mut input) = child.stdin.take() {
            let text = text.to_owned();
            // Fails if the program does not read its input, which is allowed.
            std::thread::spawn(move || input.write_all(&text).ok());
        }
        Ok(child)
    }

    /// Waits until the program exits or exceeds a limit, then kills its process group.
    fn wait(&self, mut child: Child) -> io::Result<ProgramRun> {
        let start = Instant::now();
        let has_overflowed = Arc::new(AtomicBool::new(false));
        let output = child.stdout.take().map(|pipe| CapturedPipe::start(pipe, MAX_OUTPUT, &has_overflowed));
        let error_output =
            child.stderr.take().map(|pipe| CapturedPipe::start(pipe, MAX_ERROR_OUTPUT, &has_overflowed));
        let mut memory: Option<usize> = None;
        let mut next_memory_poll = start;
        let early_end = loop {
            if has_exited(&mut child) {
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
                memory = memory.max(group_memory(child.id()));
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
        kill_group(&mut child);
        let status = child.wait()?;
        let output = output.map_or(String::new(), CapturedPipe::into_text);
        let error_output = error_output.map_or(String::new(), CapturedPipe::into_text);
        let end = match early_end {
            Some(end) => end,
            None if has_overflowed.load(Ordering::Relaxed) => RunEnd::TooMuchOutput,
            None => RunEnd::Exited(status),
        };
        Ok(ProgramRun { end, output, has_solution: true, error_output, time, memory })
    }
}

/// The output of a pipe, read by a thread.
struct CapturedPipe {
    bytes: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

impl CapturedPipe {
    /// Starts a thread that reads the pipe and keeps the first `keep` bytes. It sets the flag and ends when
    /// the output limit is exceeded.
    fn start(mut pipe: impl Read + Send + 'static, keep: usize, has_overflowed: &Arc<AtomicBool>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (sender, done) = mpsc::channel();
        let kept = Arc::clone(&bytes);
        let has_overflowed = Arc::clone(has_overflowed);
        std::thread::spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            let mut total = 0;
            loop {
                let count = match pipe.read(&mut buffer) {
                    Ok(count) if count > 0 => count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    _ => break,
                };
                total += count;
                if total > MAX_OUTPUT {
                    has_overflowed.store(true, Ordering::Relaxed);
                    break;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = keep.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            // Fails if the receiver has timed out.
            sender.send(()).ok();
        });
        Self { bytes, done }
    }

    /// Returns the text up to the end of the pipe, or what has been read by the timeout.
    fn into_text(self) -> String {
        self.done.recv_timeout(DRAIN_TIMEOUT).ok();
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A temporary directory for board files, removed on drop.
pub(super) struct TempDir(PathBuf);

impl TempDir {
    /// Creates a new directory.
    pub(super) fn new() -> io::Result<Self> {
        let mut number = 0;
        loop {
            let name = format!("taquin-grade-{}-{number}", std::process::id());
            let path = std::env::temp_dir().join(name);
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 1000 => number += 1,
                Err(error) => return Err(error),
            }
        }
    }

    fn write(&self, text: &[u8], number: usize) -> io::Result<PathBuf> {
        let path = self.0.join(format!("board-{number}.txt"));
        std::fs::write(&path, text)?;
        Ok(path)
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The texts that replace placeholders.
struct PlaceholderValues<'a> {
    board_file: &'a Path,
    board: String,
    solution_file: PathBuf,
    statistics_file: PathBuf,
}

impl<'a> PlaceholderValues<'a> {
    fn new(board: &[u8], board_file: &'a Path) -> Self {
        Self {
            board_file,
            board: String::from_utf8_lossy(board).trim_end().to_owned(),
            solution_file: board_file.with_extension("solution"),
            statistics_file: board_file.with_extension("stats"),
        }
    }

    /// Replaces the placeholders in an argument.
    fn expand(&self, argument: &OsStr) -> OsString {
        let paths = [
            (BOARD_FILE, self.board_file),
            (SOLUTION_FILE, &self.solution_file),
            (STATISTICS_FILE, &self.statistics_file),
        ];
        if let Some((_, path)) = paths.iter().find(|(placeholder, _)| argument == *placeholder) {
            return path.as_os_str().to_owned();
        }
        if !contains(argument, "{") {
            return argument.to_owned();
        }
        let mut text = argument.to_string_lossy().replace(BOARD, &self.board);
        for (placeholder, path) in paths {
            text = text.replace(placeholder, &path.to_string_lossy());
        }
        text.into()
    }
}

fn contains(argument: &OsStr, text: &str) -> bool {
    argument.to_string_lossy().contains(text)
}

/// Reads a file that the program has written; `None` if it is not there or not a regular file, which could block.
fn read_regular(path: &Path) -> Option<String> {
    let mut options = std::fs::File::options();
    options.read(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, libc::O_NONBLOCK | libc::O_NOFOLLOW);
    let file = options.open(path).ok()?;
    if !file.metadata().ok()?.is_file() {
        return None;
    }
    let mut bytes = Vec::new();
    file.take(MAX_OUTPUT as u64).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns whether the program has exited, without reaping it: its process ID must not be reused before its
/// group is killed.
#[cfg(unix)]
fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(Pid::from_child(child)), options) {
        Ok(status) => status.is_some(),
        Err(error) => error != rustix::io::Errno::INTR,
    }
}

#[cfg(not(unix))]
fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills all processes of the program's group.
#[cfg(unix)]
fn kill_group(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Fails if the group has no processes left.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    child.kill().ok();
}

/// Returns the resident set size of a process group in bytes.
#[cfg(target_os = "linux")]
fn group_memory(group: u32) -> Option<usize> {
    let processes = std::fs::read_dir("/proc").ok()?;
    let process_directories = processes
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit));
    let statuses = process_directories.filter_map(|entry| {
        let directory = entry.path();
        let stat = std::fs::read_to_string(directory.join("stat")).ok()?;
        (parse_group(&stat)? == group).then(|| std::fs::read_to_string(directory.join("status")).ok())?
    });
    statuses.filter_map(|status| resident_bytes(&status)).reduce(usize::saturating_add)
}

#[cfg(not(target_os = "linux"))]
fn group_memory(_: u32) -> Option<usize> {
    None
}

/// Parses the process group in `/proc/N/stat`: the third field after the name, which ends at the last `)`.
#[cfg(target_os = "linux")]
fn parse_group(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// Parses the resident set size in `/proc/N/status`, which is in KiB.
#[cfg(target_os = "linux")]
fn resident_bytes(status: &str) -> Option<usize> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_are_expanded() {
        let file = Path::new("/tmp/board.txt");
        let values = PlaceholderValues::new(b"1,2,3,0\n", file);
        for (argument, expected) in [
            ("{}", "/tmp/board.txt"),
            ("--in={}", "--in=/tmp/board.txt"),
            ("{board}", "1,2,3,0"),
            ("--out={solution}", "--out=/tmp/board.solution"),
            ("{stats}", "/tmp/board.stats"),
            ("-v", "-v"),
            ("{ }", "{ }"),
        ] {
            assert_eq!(values.expand(OsStr::new(argument)), OsString::from(expected));
        }
    }

    #[test]
    fn temporary_directories_are_unique_and_removed() {
        let one = TempDir::new().expect("created");
        let other = TempDir::new().expect("created");
        assert_ne!(one.0, other.0);
        let path = one.write(b"0 1 3", 1).expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "0 1 3");
        let removed = one.0.clone();
        drop(one);
        assert!(!removed.exists() && other.0.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn proc_files_are_parsed() {
        assert_eq!(parse_group("42 (a) b) S 1 40 40 0"), Some(40));
        assert_eq!(parse_group("nonsense"), None);
        assert_eq!(resident_bytes("Name:\tx\nVmRSS:\t    1234 kB\n"), Some(1234 * 1024));
        assert_eq!(resident_bytes("Name:\tzombie\n"), None);
        let own = std::fs::read_to_string("/proc/self/stat").ok().as_deref().and_then(parse_group);
        assert!(own.and_then(group_memory).is_some_and(|used| used > 1 << 20));
    }
}
