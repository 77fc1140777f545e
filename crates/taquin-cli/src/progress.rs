//! A line on standard error about a search that takes long, if somebody is there to see it.

use crate::units;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;
use taquin::Observer;
use taquin::search::Progress;

/// How long a search runs before anything is shown.
const PATIENCE: Duration = Duration::from_secs(1);

/// The line. Shared by all searches of a batch, which count up one figure: boards done.
#[derive(Clone)]
pub(crate) struct Line {
    bar: ProgressBar,
    boards: u64,
}

impl Line {
    pub(crate) fn new(boards: usize) -> Self {
        let target = if std::io::stderr().is_terminal() {
            ProgressDrawTarget::stderr_with_hz(10)
        } else {
            ProgressDrawTarget::hidden()
        };
        let bar = ProgressBar::with_draw_target(Some(boards as u64), target);
        if let Ok(style) = ProgressStyle::with_template("{wide_msg}") {
            bar.set_style(style);
        }
        Self { bar, boards: boards as u64 }
    }

    /// Somebody who keeps the line up to date with one search.
    pub(crate) fn observer(&self) -> impl Observer {
        Watcher { line: self.clone() }
    }

    /// Takes the line away, does something with the terminal, and brings it back.
    pub(crate) fn step_aside<R>(&self, action: impl FnOnce() -> R) -> R {
        self.bar.inc(1);
        self.bar.suspend(action)
    }

    pub(crate) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

struct Watcher {
    line: Line,
}

impl Observer for Watcher {
    fn progress(&mut self, now: &Progress) {
        if now.elapsed < PATIENCE || self.line.bar.is_hidden() {
            return;
        }
        let of_many = if self.line.boards > 1 {
            format!("board {} of {}: ", self.line.bar.position() + 1, self.line.boards)
        } else {
            String::new()
        };
        self.line.bar.set_message(format!(
            "{of_many}at least {} moves, {} nodes, {}, {} (Ctrl-C to stop)",
            now.lower_bound,
            units::thousands(now.generated),
            units::bytes(now.memory),
            units::seconds(now.elapsed),
        ));
    }
}
