//! Signals that ask the program to stop: Ctrl-C (SIGINT), SIGTERM, and SIGHUP from a closed terminal.
//!
//! | a signal arrives | effect |
//! |---|---|
//! | while the input is read | the default action, since no handler is installed yet |
//! | during a search | the search ends, and its result so far is written |
//! | while a result is written | the program exits with code 3: the output is incomplete |
//! | for the second time | the program exits with code 130 |
//!
//! A failed allocation aborts the program; it then exits with code 3, since the memory limit of the system is reached, and so
//! does a thread that can't start. Any other panic, which is a bug, exits at once instead of leaving other threads waiting.
//!
//! A listening thread handles them, so a write to a pipe that nobody reads cannot delay the exit.

use crate::exit::{Exit, print_error};
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io::{self, Write};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use taquin::CancelToken;

/// Exit code after the second signal, as shells report a program killed by SIGINT.
const INTERRUPTED: i32 = 130;

/// The time to finish a write when a signal arrives, so that lines of output stay whole.
const WRITE_TIME: Duration = Duration::from_millis(50);

/// The number of results that are being written, nested writes included.
static WRITING: AtomicUsize = AtomicUsize::new(0);

/// Panics of the runtime and of the thread pools if the system refuses a thread or its stack.
const NO_THREAD: [&str; 4] = [
    "failed to spawn thread",
    "failed to allocate an alternative stack",
    "failed to set up alternative stack guard page",
    "ThreadPoolBuildError",
];

/// Exit code after a panic, as Rust's runtime uses it.
const PANICKED: i32 = 101;

/// Makes failed allocations and panics exit the program. Not for the server, which survives a panic.
pub(crate) fn exit_on_abort_and_panic() {
    #[cfg(unix)]
    {
        // The runtime has already printed that an allocation failed.
        let always = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
        let code = Exit::Stopped.code().into();
        signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, code, always).ok();
        // A file larger than the system allows is then an error of its write, and leaves no part of the file.
        signal_hook::flag::register(libc::SIGXFSZ, std::sync::Arc::default()).ok();
    }
    let print = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        let message = panic.payload_as_str().unwrap_or_default();
        if NO_THREAD.iter().any(|failure| message.contains(failure)) {
            print_error(
                "the system has no memory or no threads left: use fewer --threads, or raise its limits",
            );
            std::process::exit(Exit::Stopped.code().into());
        }
        print(panic);
        print_error("this is a bug in Taquin: please report it with the command and the message above");
        std::process::exit(PANICKED);
    }));
}

/// Returns a token that the first signal cancels, so that searches finish with the results so far. The second signal
/// exits the program.
///
/// Call this after reading the input: until then, signals keep their default action.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let cancel = CancelToken::default();
    if let Err(error) = listen(cancel.clone()) {
        print_error(&format!("Ctrl-C will exit without results: cannot handle signals: {error}"));
    }
    cancel
}

/// Makes signals exit the program, for commands without a search that could end early.
pub(crate) fn exit_on_signal() {
    WRITING.fetch_add(1, Ordering::Relaxed);
    cancel_on_signal();
}

/// Writes a result. A signal that arrives meanwhile exits the program, since a part of a result is of no use.
pub(crate) fn while_writing<T>(write: impl FnOnce() -> T) -> T {
    WRITING.fetch_add(1, Ordering::Relaxed);
    let result = write();
    WRITING.fetch_sub(1, Ordering::Relaxed);
    result
}

/// A writer that signals can interrupt even if it blocks.
pub(crate) struct Interruptible<W>(pub(crate) W);

impl<W: Write> Write for Interruptible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        while_writing(|| self.0.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        while_writing(|| self.0.flush())
    }
}

/// Reacts to a signal that asks the program to stop.
fn stop(cancel: &CancelToken) {
    if cancel.is_cancelled() {
        std::process::exit(INTERRUPTED);
    }
    cancel.cancel();
    let deadline = Instant::now() + WRITE_TIME;
    while WRITING.load(Ordering::Relaxed) > 0 {
        if Instant::now() > deadline {
            print_error("interrupted: the output is incomplete");
            std::process::exit(Exit::Stopped.code().into());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
}

#[cfg(unix)]
fn listen(cancel: CancelToken) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    if !is_hangup_ignored() {
        signals.add_signal(signal_hook::consts::SIGHUP)?;
    }
    let handle_signals = move || {
        for _ in signals.forever() {
            stop(&cancel);
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(handle_signals).map(drop)
}

/// Returns true if SIGHUP was ignored when the program started, as `nohup` does; it stays ignored then.
#[cfg(unix)]
fn is_hangup_ignored() -> bool {
    use std::io::IsTerminal;
    let ignored_signals = std::fs::read_to_string("/proc/self/status").ok().and_then(|status| {
        let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"))?;
        u64::from_str_radix(mask.trim(), 16).ok()
    });
    // Without /proc, a program whose output does not go to a terminal may have been started by nohup.
    let is_detached = || !io::stdout().is_terminal() && !io::stderr().is_terminal();
    ignored_signals.map_or_else(is_detached, |mask| mask >> (signal_hook::consts::SIGHUP - 1) & 1 == 1)
}

/// Polls a flag: without Unix signals, `signal-hook` can only set flags.
#[cfg(not(unix))]
fn listen(cancel: CancelToken) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    let received = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        // Actions run in the order of registration: the first signal sets the flag, the second finds it set.
        signal_hook::flag::register_conditional_shutdown(signal, INTERRUPTED, Arc::clone(&received))?;
        signal_hook::flag::register(signal, Arc::clone(&received))?;
    }
    let poll = move || {
        while !received.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(50));
        }
        stop(&cancel);
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(poll).map(drop)
}
