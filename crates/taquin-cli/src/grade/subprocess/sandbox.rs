//! Containers for graded programs, by the tools that systems have: bubblewrap, or `unshare` of util-linux.
//!
//! Both give the program process IDs of its own, so that all of its processes end together, even if the grader is killed.
//! bubblewrap also makes all files read-only, except those in the folder of the run, and cuts the network off.

use clap::ValueEnum;
use std::ffi::OsString;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// The time that a container may take to start.
const TRIAL_TIMEOUT: Duration = Duration::from_secs(2);

/// Values of `--sandbox`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(in super::super) enum SandboxMode {
    Auto,
    Always,
    Never,
}

/// A kind of container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Sandbox {
    Bubblewrap,
    Unshare,
    None,
}

impl Sandbox {
    /// Returns the best kind that works here.
    pub(in super::super) fn find(mode: SandboxMode) -> Result<Self, String> {
        let best = || [Self::Bubblewrap, Self::Unshare].into_iter().find(|kind| kind.works());
        match mode {
            SandboxMode::Never => Ok(Self::None),
            SandboxMode::Auto => Ok(best().unwrap_or(Self::None)),
            // Processes alone are not a sandbox for strangers' programs.
            SandboxMode::Always if Self::Bubblewrap.works() => Ok(Self::Bubblewrap),
            SandboxMode::Always => {
                Err("--sandbox always: bubblewrap (the command bwrap) does not work here: install it, allow user namespaces, or \
                     grade in a container with --sandbox never"
                    .to_owned())
            }
        }
    }

    /// Returns the name in reports.
    pub(in super::super) fn name(self) -> &'static str {
        match self {
            Self::Bubblewrap => "bubblewrap",
            Self::Unshare => "unshare",
            Self::None => "none",
        }
    }

    fn works(self) -> bool {
        let words = self.prefix(&std::env::temp_dir());
        let Some((program, arguments)) = words.split_first() else { return true };
        let mut command = Command::new(program);
        command.args(arguments).arg("true");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let Ok(mut child) = command.spawn() else { return false };
        let start = Instant::now();
        while start.elapsed() < TRIAL_TIMEOUT {
            match child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                status => return matches!(status, Ok(Some(status)) if status.success()),
            }
        }
        child.kill().ok();
        child.wait().ok();
        false
    }

    /// Returns the status of the program: bubblewrap exits with 128 plus the number of the signal that killed it, as shells do.
    pub(super) fn status_of_program(self, status: ExitStatus) -> ExitStatus {
        #[cfg(unix)]
        if let (Self::Bubblewrap, Some(code @ 129..=192)) = (self, status.code()) {
            return std::os::unix::process::ExitStatusExt::from_raw(code - 128);
        }
        status
    }

    /// Returns the words before the program; it may write to a folder.
    pub(super) fn prefix(self, folder: &Path) -> Vec<OsString> {
        let words: &[&str] = match self {
            Self::Bubblewrap => &[
                "bwrap",
                "--unshare-all",
                "--die-with-parent",
                "--new-session",
                "--ro-bind",
                "/",
                "/",
                "--dev",
                "/dev",
                "--proc",
                "/proc",
            ],
            Self::Unshare => &[
                "unshare",
                "--user",
                "--map-current-user",
                "--pid",
                "--fork",
                "--kill-child",
                "--mount-proc",
                "--",
            ],
            Self::None => &[],
        };
        let mut words: Vec<OsString> = words.iter().map(OsString::from).collect();
        if self == Self::Bubblewrap {
            let folder = folder.as_os_str();
            words.extend(["--bind".into(), folder.into(), folder.into(), "--".into()]);
        }
        words
    }
}
