//! A line on standard error about a search that takes long, if somebody is there to see it.
//!
//! Written by hand: a progress bar fills its line to the border, where what the terminal shows for Ctrl-C begins another
//! line, and the bar's stays behind.

use crate::units;
use std::io::{self, IsTerminal, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::Observer;
use taquin::search::Progress;

/// How long a search runs before anything is shown, and how long what is shown stands.
const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(100);

/// The longest line that fits the usual terminal with room to spare.
const MOST_COLUMNS: usize = 77;

/// Goes to the beginning of the line and empties it.
const CLEAR: &str = "\r\x1b[2K";

/// The line. All searches of a batch share it; whichever has something to tell shows itself.
#[derive(Clone)]
pub(crate) struct Line(Arc<Mutex<State>>);

struct State {
    boards: usize,
    done: usize,
    visible: bool,
    is_terminal: bool,
    /// When the line was written last.
    written: Instant,
}

impl Line {
    pub(crate) fn new(boards: usize) -> Self {
        let is_terminal = io::stderr().is_terminal();
        let state = State { boards, done: 0, visible: false, is_terminal, written: Instant::now() };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Somebody who keeps the line up to date with one search.
    pub(crate) fn observer(&self) -> impl Observer {
        Watcher(self.clone())
    }

    /// Takes the line away, because a board is done and its result about to be written.
    pub(crate) fn board_is_done(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.done += 1;
        if std::mem::take(&mut state.visible) {
            write!(io::stderr(), "{CLEAR}").ok();
        }
    }
}

struct Watcher(Line);

impl Observer for Watcher {
    fn progress(&mut self, now: &Progress) {
        if now.elapsed < PATIENCE {
            return;
        }
        let Ok(mut state) = self.0.0.try_lock() else { return };
        if !state.is_terminal || state.written.elapsed() < INTERVAL {
            return;
        }
        let of_many = if state.boards > 1 {
            format!("{} of {} boards done; ", state.done, state.boards)
        } else {
            String::new()
        };
        let message = format!(
            "{of_many}at least {} moves, {} nodes, {}, {} (Ctrl-C to stop)",
            now.lower_bound,
            units::thousands(now.generated),
            units::bytes(now.memory),
            units::seconds(now.elapsed),
        );
        let shown: String = message.chars().take(MOST_COLUMNS).collect();
        write!(io::stderr(), "{CLEAR}{shown}").ok();
        (state.visible, state.written) = (true, Instant::now());
    }
}
