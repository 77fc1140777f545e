//! Runs a program that nobody trusts on a board, and leaves nothing of it behind.
//!
//! The program gets a process group of its own, and the whole group is killed when the run is over, however it ended: what it
//! has forked goes with it, unless that has left the group. It is killed earlier if it takes too much time or memory, or floods its output. Its output is
//! read by threads that keep only so much of it, and nobody waits for them longer than a moment: a process that left
//! the group may hold the other end of the pipe for as long as it likes.
//!
//! Memory is what all processes of the group have in use, asked of Linux every few hundredths of a second. Other systems do not
//! tell as easily, and there it is not limited.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::StopFlag;

/// The most that a program may write to its output, and again to its error output.
const MOST_OUTPUT: usize = 64 << 20;

/// How much of the error output is kept.
const MOST_COMPLAINTS: usize = 64 << 10;

/// How often the program is looked at, and how often at most its memory is.
const INTERVAL: Duration = Duration::from_millis(2);
const MEMORY_INTERVAL: Duration = Duration::from_millis(20);

/// How long the last of the output may take after the program's end.
const PATIENCE: Duration = Duration::from_secs(1);

/// What stands for the board's file in an argument.
const PLACEHOLDER: &str = "{}";

/// A program and what it may use up.
pub(super) struct Program<'a> {
    /// The program and its arguments.
    pub(super) words: &'a [OsString],
    /// For each board.
    pub(super) time: Duration,
    pub(super) memory: usize,
    /// Ends the run early.
    pub(super) stop: &'a StopFlag,
}

/// What came of a run.
pub(super) struct Run {
    pub(super) ending: Ending,
    pub(super) output: String,
    /// The beginning of its error output.
    pub(super) complaints: String,
    pub(super) time: Duration,
    /// The most memory that it was seen to use, if it was seen at all.
    pub(super) memory: Option<usize>,
}

/// How a run ended.
pub(super) enum Ending {
    /// The program ended by itself, or crashed.
    Exited(ExitStatus),
    TimedOut,
    TooMuchMemory,
    TooMuchOutput,
    /// By Ctrl-C.
    Interrupted,
}

impl Program<'_> {
    /// Runs the program on the text of a board: with its file where an argument has a place for it, and otherwise with
    /// the text on standard input. Says why if it can't be run.
    pub(super) fn run(&self, text: &[u8], number: usize, folder: &Folder) -> Result<Run, String> {
        let file = folder.write(text, number).map_err(|e| format!("a board's file can't be written: {e}"))?;
        let Some((program, arguments)) = self.words.split_first() else {
            return Err("no program is named".to_owned());
        };
        let run = Self::spawn(program, arguments, text, &file).and_then(|child| self.watch(child));
        run.map_err(|e| format!("{}: {}", program.to_string_lossy(), why_not(program, &e)))
    }

    fn spawn(program: &OsStr, arguments: &[OsString], text: &[u8], file: &Path) -> io::Result<Child> {
        let by_file = arguments.iter().any(|argument| has_placeholder(argument));
        let mut command = Command::new(program);
        command.args(arguments.iter().map(|argument| with_file(argument, file)));
        command.stdin(if by_file { Stdio::null() } else { Stdio::piped() });
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        if let Some(mut input) = child.stdin.take() {
            let text = text.to_owned();
            // A program that does not read its input is none the worse for it.
            std::thread::spawn(move || input.write_all(&text).ok());
        }
        Ok(child)
    }

    /// Waits for the program's end, or for a reason to end it.
    fn watch(&self, mut child: Child) -> io::Result<Run> {
        let start = Instant::now();
        let flood = Arc::new(AtomicBool::new(false));
        let output = child.stdout.take().map(|pipe| Captured::start(pipe, MOST_OUTPUT, &flood));
        let complaints = child.stderr.take().map(|pipe| Captured::start(pipe, MOST_COMPLAINTS, &flood));
        let mut memory: Option<usize> = None;
        let mut look_again = start;
        let cut_short = loop {
            if has_ended(&mut child) {
                break None;
            }
            if self.stop.is_raised() {
                break Some(Ending::Interrupted);
            }
            if flood.load(Ordering::Relaxed) {
                break Some(Ending::TooMuchOutput);
            }
            if start.elapsed() >= self.time {
                break Some(Ending::TimedOut);
            }
            let now = Instant::now();
            if now >= look_again {
                memory = memory.max(group_memory(child.id()));
                if memory.is_some_and(|used| used > self.memory) {
                    break Some(Ending::TooMuchMemory);
                }
                // On a machine with many processes it takes a while, and is done less often.
                look_again = now + MEMORY_INTERVAL.max(now.elapsed() * 10);
            }
            std::thread::sleep(INTERVAL);
        };
        let time = start.elapsed();
        kill_all(&mut child);
        let status = child.wait()?;
        let output = output.map_or(String::new(), Captured::text);
        let complaints = complaints.map_or(String::new(), Captured::text);
        let ending = match cut_short {
            Some(ending) => ending,
            None if flood.load(Ordering::Relaxed) => Ending::TooMuchOutput,
            None => Ending::Exited(status),
        };
        Ok(Run { ending, output, complaints, time, memory })
    }
}

/// What a thread reads off a pipe.
struct Captured {
    bytes: Arc<Mutex<Vec<u8>>>,
    done: Receiver<()>,
}

impl Captured {
    /// Begins to read, and keeps the first bytes. Too many of them raise the flag and end it.
    fn start(mut pipe: impl Read + Send + 'static, keep: usize, flood: &Arc<AtomicBool>) -> Self {
        let bytes = Arc::new(Mutex::new(Vec::new()));
        let (tell, done) = mpsc::channel();
        let (kept, flood) = (Arc::clone(&bytes), Arc::clone(flood));
        std::thread::spawn(move || {
            let mut buffer = vec![0; 64 << 10];
            let mut all = 0;
            loop {
                let count = match pipe.read(&mut buffer) {
                    Ok(count) if count > 0 => count,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    _ => break,
                };
                all += count;
                if all > MOST_OUTPUT {
                    flood.store(true, Ordering::Relaxed);
                    break;
                }
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                let room = keep.saturating_sub(kept.len());
                kept.extend_from_slice(&buffer[..count.min(room)]);
            }
            // Nobody may be waiting any more.
            tell.send(()).ok();
        });
        Self { bytes, done }
    }

    /// What was read until the pipe's end, or until now if that does not come.
    fn text(self) -> String {
        self.done.recv_timeout(PATIENCE).ok();
        let bytes = std::mem::take(&mut *self.bytes.lock().unwrap_or_else(PoisonError::into_inner));
        String::from_utf8_lossy(&bytes).into_owned()
    }
}

/// A temporary folder for the files of boards, removed in the end.
pub(super) struct Folder(PathBuf);

impl Folder {
    /// A folder that nobody had before.
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

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

fn has_placeholder(argument: &OsStr) -> bool {
    argument.to_string_lossy().contains(PLACEHOLDER)
}

/// An argument with the file's path where it has a place for it.
fn with_file(argument: &OsStr, file: &Path) -> OsString {
    if argument == PLACEHOLDER {
        file.into()
    } else if has_placeholder(argument) {
        argument.to_string_lossy().replace(PLACEHOLDER, &file.to_string_lossy()).into()
    } else {
        argument.to_owned()
    }
}

/// Whether the program has ended. Its number is not given to another process before it is waited for, and that is
/// done when its group has been killed.
#[cfg(unix)]
fn has_ended(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(Pid::from_child(child)), options) {
        Ok(status) => status.is_some(),
        Err(error) => error != rustix::io::Errno::INTR,
    }
}

#[cfg(not(unix))]
fn has_ended(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills the program and all that belongs to its group.
#[cfg(unix)]
fn kill_all(child: &mut Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // It fails if nothing is left to kill.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
}

#[cfg(not(unix))]
fn kill_all(child: &mut Child) {
    child.kill().ok();
}

/// The bytes of memory that a process group has in use.
#[cfg(target_os = "linux")]
fn group_memory(group: u32) -> Option<usize> {
    let processes = std::fs::read_dir("/proc").ok()?;
    let folders = processes
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit));
    let used = folders.filter_map(|entry| {
        let folder = entry.path();
        let stat = std::fs::read_to_string(folder.join("stat")).ok()?;
        (group_of(&stat)? == group).then(|| std::fs::read_to_string(folder.join("status")).ok())?
    });
    used.filter_map(|status| resident(&status)).reduce(usize::saturating_add)
}

#[cfg(not(target_os = "linux"))]
fn group_memory(_: u32) -> Option<usize> {
    None
}

/// The process group in `/proc/N/stat`: the third field after the name, which may hold anything but ends at the last `)`.
#[cfg(target_os = "linux")]
fn group_of(stat: &str) -> Option<u32> {
    stat.rsplit_once(')')?.1.split_whitespace().nth(2)?.parse().ok()
}

/// The bytes on the line `VmRSS` of `/proc/N/status`, which are given in KiB.
#[cfg(target_os = "linux")]
fn resident(status: &str) -> Option<usize> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
}

/// Why a program can't be run, in words.
fn why_not(program: &OsStr, error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound if is_bare_file(program) => {
            format!(
                "there is no such program (for the one in this folder write ./{})",
                program.to_string_lossy()
            )
        }
        io::ErrorKind::NotFound => "there is no such program".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}

/// Whether a program's name, without any folder, is that of a file here. It is looked for elsewhere.
fn is_bare_file(program: &OsStr) -> bool {
    let path = Path::new(program);
    path.components().count() == 1 && path.is_file()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_goes_where_its_place_is() {
        let file = Path::new("/tmp/board.txt");
        for (argument, expected) in
            [("{}", "/tmp/board.txt"), ("--in={}", "--in=/tmp/board.txt"), ("-v", "-v"), ("{ }", "{ }")]
        {
            assert_eq!(with_file(OsStr::new(argument), file), OsString::from(expected));
        }
    }

    #[test]
    fn a_folder_is_removed_with_what_is_in_it() {
        let (one, other) = (Folder::new().expect("made"), Folder::new().expect("made"));
        assert_ne!(one.0, other.0);
        let path = one.write(b"0 1 3", 1).expect("written");
        assert_eq!(std::fs::read_to_string(&path).expect("there"), "0 1 3");
        let folder = one.0.clone();
        drop(one);
        assert!(!folder.exists() && other.0.exists());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn what_linux_tells() {
        assert_eq!(group_of("42 (a) b) S 1 40 40 0"), Some(40));
        assert_eq!(group_of("nonsense"), None);
        assert_eq!(resident("Name:\tx\nVmRSS:\t    1234 kB\n"), Some(1234 * 1024));
        assert_eq!(resident("Name:\tzombie\n"), None);
        let own = std::fs::read_to_string("/proc/self/stat").ok().as_deref().and_then(group_of);
        assert!(own.and_then(group_memory).is_some_and(|used| used > 1 << 20));
    }
}
