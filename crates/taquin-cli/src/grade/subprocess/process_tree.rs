//! The processes of a run: their memory, and their end.
//!
//! A graded program may move itself to another process group, or start daemons that outlive it. On Linux the grader is a *child
//! subreaper*: whatever the program starts stays below the grader in the tree of processes, and can be found there. Elsewhere,
//! only the process group of the program is killed.

use std::io;
use std::process::{Child, ExitStatus};
use std::time::{Duration, Instant};

/// The time that killed processes get to disappear. One that waits for a device can't be killed before that answers.
const KILL_TIMEOUT: Duration = Duration::from_secs(5);

/// The interval between two attempts to kill what is left.
const RETRY_INTERVAL: Duration = Duration::from_millis(1);

/// Kills a program and all that it has started. Returns its exit status, and the number of processes that are still there.
pub(super) fn kill_all(child: &mut Child) -> io::Result<(ExitStatus, usize)> {
    let start = Instant::now();
    let status = loop {
        kill_group(child);
        // The program may have left its group. Fails if it has exited.
        child.kill().ok();
        if has_exited(child) {
            break child.wait()?;
        }
        if start.elapsed() >= KILL_TIMEOUT {
            return Err(io::Error::other("it can't be killed: it waits for the system"));
        }
        std::thread::sleep(RETRY_INTERVAL);
    };
    // The list of processes is not a snapshot, and may miss one that forks meanwhile.
    while has_children() {
        let left = kill_descendants();
        if start.elapsed() >= KILL_TIMEOUT {
            return Ok((status, left.max(1)));
        }
        std::thread::sleep(RETRY_INTERVAL);
    }
    Ok((status, 0))
}

/// Returns whether the program has exited, without reaping it: its process ID must not be reused before its
/// group is killed.
#[cfg(unix)]
pub(super) fn has_exited(child: &mut Child) -> bool {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    match waitid(WaitId::Pid(Pid::from_child(child)), options) {
        Ok(status) => status.is_some(),
        Err(error) => error != rustix::io::Errno::INTR,
    }
}

#[cfg(not(unix))]
pub(super) fn has_exited(child: &mut Child) -> bool {
    !matches!(child.try_wait(), Ok(None))
}

/// Kills all processes of the program's group.
#[cfg(unix)]
fn kill_group(child: &Child) {
    use rustix::process::{Pid, Signal, kill_process_group};
    // Fails if the group has no processes left.
    kill_process_group(Pid::from_child(child), Signal::KILL).ok();
}

#[cfg(not(unix))]
fn kill_group(_: &Child) {}

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt_orphans, end_with_parent, memory};
#[cfg(target_os = "linux")]
use linux::{has_children, kill_descendants};

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{adopt_orphans, end_with_parent, memory};
#[cfg(not(target_os = "linux"))]
use elsewhere::{has_children, kill_descendants};

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    use std::process::Command;

    pub(in super::super) fn adopt_orphans() {}

    pub(in super::super) fn end_with_parent(_: &mut Command) {}

    pub(super) fn has_children() -> bool {
        false
    }

    pub(super) fn kill_descendants() -> usize {
        0
    }

    pub(in super::super) fn memory() -> Option<usize> {
        None
    }
}

#[cfg(target_os = "linux")]
mod linux {
    use rustix::io::Errno;
    use rustix::process::{
        Pid, PidfdFlags, Signal, WaitId, WaitIdOptions, getpid, kill_process, pidfd_open, pidfd_send_signal,
        set_child_subreaper, set_parent_process_death_signal, waitid,
    };
    use std::collections::HashMap;
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::os::unix::process::CommandExt;
    use std::path::Path;
    use std::process::Command;

    /// Makes orphans among the descendants of this process its children.
    pub(in super::super) fn adopt_orphans() {
        // Fails on kernels before 3.4.
        set_child_subreaper(Some(getpid())).ok();
    }

    /// Makes the program end when the thread that starts it does, even if that is killed.
    #[expect(unsafe_code, reason = "the standard library has no option for it")]
    pub(in super::super) fn end_with_parent(command: &mut Command) {
        let grader = getpid();
        let prepare = move || {
            set_parent_process_death_signal(Some(Signal::KILL))?;
            // The grader may have been killed before.
            let is_orphan = rustix::process::getppid() != Some(grader);
            if is_orphan { Err(io::ErrorKind::Interrupted.into()) } else { Ok(()) }
        };
        // SAFETY: `prepare` runs between fork and exec, where only async-signal-safe functions may be called. It makes two
        // system calls, and allocates nothing: an error kind is a number.
        unsafe { command.pre_exec(prepare) };
    }

    /// Reaps the children of this process that have exited, and returns true if there are others. All orphans among its descendants
    /// are its children, so that it has none left if there are no children.
    pub(super) fn has_children() -> bool {
        loop {
            match waitid(WaitId::All, WaitIdOptions::EXITED | WaitIdOptions::NOHANG) {
                Ok(Some(_)) | Err(Errno::INTR) => {}
                Ok(None) => return true,
                Err(_) => return false,
            }
        }
    }

    /// Kills all descendants of this process. Returns the number of those that were running.
    pub(super) fn kill_descendants() -> usize {
        let running = || descendants().into_iter().filter(|process| !process.is_zombie);
        running().inspect(Process::kill).count()
    }

    /// Returns the memory of all descendants of this process in bytes: their resident set size, and files in memory.
    pub(in super::super) fn memory() -> Option<usize> {
        let mut files = HashMap::new();
        let memory = |process: &Process| {
            let resident = process.resident_pages.saturating_mul(rustix::param::page_size());
            let has_files = process.add_memory_files(&mut files);
            // Pages of these files that are mapped must not count twice.
            resident - if has_files { process.shared_bytes().unwrap_or(0).min(resident) } else { 0 }
        };
        let processes = descendants();
        let resident = processes.iter().map(memory).reduce(usize::saturating_add)?;
        Some(files.values().fold(resident, |sum, bytes| sum.saturating_add(*bytes)))
    }

    /// A line of `/proc/N/stat`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Process {
        pid: Pid,
        parent: Pid,
        is_zombie: bool,
        /// True if the first thread has exited, but others have not.
        has_exited_leader: bool,
        /// The time when it started, which tells it from a later process with its number.
        start_time: u64,
        resident_pages: usize,
    }

    impl Process {
        fn read(pid: i32) -> Option<Self> {
            // The name of a process may be any bytes.
            let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
            let mut process = Self::parse(&String::from_utf8_lossy(&stat))?;
            if process.has_exited_leader {
                process.resident_pages = resident_pages_of_threads(pid);
            }
            Some(process)
        }

        /// Parses a line. The name of the program ends at the last `)`.
        fn parse(stat: &str) -> Option<Self> {
            let pid = Pid::from_raw(stat.split_once(' ')?.0.parse().ok()?)?;
            let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
            let is_zombie = matches!(fields[0], "Z" | "X");
            let has_threads = fields.get(17)?.parse::<u32>().ok()? > 1;
            Some(Self {
                pid,
                parent: Pid::from_raw(fields.get(1)?.parse().ok()?)?,
                is_zombie: is_zombie && !has_threads,
                has_exited_leader: is_zombie && has_threads,
                start_time: fields.get(19)?.parse().ok()?,
                resident_pages: fields.get(21)?.parse().ok()?,
            })
        }

        /// Adds the open files that are in memory, by device and number, with their bytes. Returns whether there are any.
        fn add_memory_files(&self, files: &mut HashMap<(u64, u64), usize>) -> bool {
            let descriptors = std::fs::read_dir(format!("/proc/{}/fd", self.pid.as_raw_nonzero()));
            let is_in_memory = |path: &Path| {
                let target = std::fs::read_link(path).unwrap_or_default();
                target.starts_with("/dev/shm")
                    || target.as_os_str().as_encoded_bytes().starts_with(b"/memfd:")
            };
            let paths = descriptors.into_iter().flatten().flatten().map(|entry| entry.path());
            let metadata = paths.filter(|path| is_in_memory(path)).filter_map(|path| path.metadata().ok());
            let mut has_files = false;
            for file in metadata {
                has_files = true;
                files.insert((file.dev(), file.ino()), file.blocks() as usize * 512);
            }
            has_files
        }

        /// Returns the bytes of files in memory among the resident set.
        fn shared_bytes(&self) -> Option<usize> {
            let status =
                std::fs::read_to_string(format!("/proc/{}/status", self.pid.as_raw_nonzero())).ok()?;
            let line = status.lines().find_map(|line| line.strip_prefix("RssShmem:"))?;
            line.split_whitespace().next()?.parse::<usize>().ok()?.checked_mul(1024)
        }

        /// Kills the process, and no other one that has got its number meanwhile.
        fn kill(&self) {
            let Ok(handle) = pidfd_open(self.pid, PidfdFlags::empty()) else {
                // Gone, or a kernel before 5.3.
                kill_process(self.pid, Signal::KILL).ok();
                return;
            };
            let now = Self::read(self.pid.as_raw_nonzero().get());
            if now.is_some_and(|now| now.start_time == self.start_time) {
                pidfd_send_signal(handle, Signal::KILL).ok();
            }
        }
    }

    /// Returns the resident set size of the threads that are left of a process, in pages.
    fn resident_pages_of_threads(pid: i32) -> usize {
        let threads = std::fs::read_dir(format!("/proc/{pid}/task")).into_iter().flatten().flatten();
        let pages = |thread: std::fs::DirEntry| {
            let statm = std::fs::read_to_string(thread.path().join("statm")).ok()?;
            statm.split(' ').nth(1)?.parse::<usize>().ok()
        };
        threads.filter_map(pages).max().unwrap_or(0)
    }

    /// Returns the children of this process, their children, and so on.
    fn descendants() -> Vec<Process> {
        let Ok(entries) = std::fs::read_dir("/proc") else { return Vec::new() };
        let number = |name: std::ffi::OsString| name.to_str()?.parse::<i32>().ok();
        let mut others: Vec<Process> = entries
            .flatten()
            .filter_map(|entry| number(entry.file_name()))
            .filter_map(Process::read)
            .collect();
        let mut found: Vec<Process> = Vec::new();
        let mut next = 0;
        let mut parent = getpid();
        loop {
            found.extend(others.extract_if(.., |process| process.parent == parent));
            let Some(process) = found.get(next) else { return found };
            parent = process.pid;
            next += 1;
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn lines_are_parsed() {
            let line =
                "42 (a) b) Z 1 40 40 0 -1 4194560 1 0 0 0 0 0 0 0 20 0 1 0 1234 5000 99 18446744073709551615";
            let process = Process::parse(line).expect("a line");
            assert_eq!((process.pid, process.parent), (Pid::from_raw(42).expect("not 0"), Pid::INIT));
            assert_eq!((process.is_zombie, process.start_time, process.resident_pages), (true, 1234, 99));
            assert_eq!(Process::parse("nonsense"), None);
            let own = Process::read(getpid().as_raw_nonzero().get()).expect("readable");
            assert!(own.resident_pages > 100 && !own.is_zombie);
        }
    }
}
