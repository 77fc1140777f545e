//! Cancels searches on Ctrl-C and SIGTERM.

use crate::exit::print_error;
use signal_hook::consts::{SIGINT, SIGTERM};
use std::io;
use taquin::CancelToken;

/// Exit code after the second signal, as shells report a program killed by SIGINT.
const INTERRUPTED: i32 = 130;

/// Returns a flag that the first Ctrl-C or SIGTERM raises, so that searches finish with the results so far.
/// The second signal exits the program.
///
/// Call this after reading the input: until then, signals keep their default action.
pub(crate) fn cancel_on_signal() -> CancelToken {
    let cancel = CancelToken::default();
    if let Err(error) = listen(cancel.clone()) {
        print_error(&format!("Ctrl-C will exit without results: cannot handle signals: {error}"));
    }
    cancel
}

#[cfg(unix)]
fn listen(cancel: CancelToken) -> io::Result<()> {
    let mut signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM])?;
    let handle_signals = move || {
        for _ in signals.forever() {
            if cancel.is_cancelled() {
                std::process::exit(INTERRUPTED);
            }
            cancel.cancel();
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(handle_signals).map(drop)
}

/// Polls a flag: without Unix signals, `signal-hook` can only set flags.
#[cfg(not(unix))]
fn listen(cancel: CancelToken) -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};
    use std::time::Duration;

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
        cancel.cancel();
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(poll).map(drop)
}
