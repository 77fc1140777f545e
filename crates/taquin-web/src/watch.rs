//! A search's observer: from what the library tells to events.
//!
//! The library tells its progress up to a thousand times a second. A page needs ten. While the tables for it are being
//! built, by whomever, that is what the client is told of.

use crate::events::{self, Mailbox};
use crate::shelf::{self, Shelved};
use serde::Serialize;
use std::path::Path;
use std::time::{Duration, Instant};
use taquin::search::{Improved, Progress};
use taquin::{Observer, TableFault};

/// The least time between two events of the same kind.
const INTERVAL: Duration = Duration::from_millis(100);

/// Watches one search.
pub(crate) struct Watch {
    /// None if nobody wants to know.
    mailbox: Option<Mailbox>,
    /// What it searches with.
    shelved: Shelved,
    start: Instant,
    told: Option<Instant>,
}

#[derive(Serialize)]
struct ProgressEvent {
    lower_bound: u32,
    generated: u64,
    rate: f64,
    best: Option<u32>,
    thousandths: Option<u32>,
    seconds: f64,
}

impl Watch {
    /// Somebody who watches a search that began at some time.
    pub(crate) fn new(mailbox: Option<Mailbox>, shelved: Shelved, start: Instant) -> Self {
        Self { mailbox, shelved, start, told: None }
    }

    /// The mailbox, if somebody reads it and it is time to tell something.
    fn due(&mut self) -> Option<Mailbox> {
        let mailbox = self.mailbox.clone()?;
        let now = Instant::now();
        if self.told.is_some_and(|told| now.duration_since(told) < INTERVAL) {
            return None;
        }
        self.told = Some(now);
        Some(mailbox)
    }
}

impl Observer for Watch {
    fn progress(&mut self, now: &Progress) {
        let Some(mailbox) = self.due() else { return };
        if let Some(building) = self.shelved.building() {
            return mailbox.newest("building", &building);
        }
        let event = ProgressEvent {
            lower_bound: now.lower_bound,
            generated: now.generated,
            rate: rate(now.generated, now.elapsed),
            best: now.best,
            thousandths: now.thousandths,
            seconds: self.start.elapsed().as_secs_f64(),
        };
        mailbox.newest("progress", &event);
    }

    fn improved(&mut self, now: &Improved) {
        let Some(mailbox) = &self.mailbox else { return };
        mailbox.improved(events::Improved {
            length: now.moves,
            before: now.before,
            lower_bound: now.lower_bound,
            seconds: self.start.elapsed().as_secs_f64(),
        });
    }

    fn damaged(&mut self, path: &Path, fault: &TableFault) {
        shelf::damaged(path, fault);
    }
}

/// Nodes a second.
#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn rate(generated: u64, elapsed: Duration) -> f64 {
    let seconds = elapsed.as_secs_f64();
    if seconds > 0.0 { generated as f64 / seconds } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shelf::Shelf;
    use taquin::{Goal, Size};

    #[test]
    fn progress_comes_now_and_then_and_improvements_always() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        let mailbox = Mailbox::default();
        let shelved = Shelf::new(None).tables(&goal);
        let mut watch = Watch::new(Some(mailbox.clone()), shelved, Instant::now());
        assert!(watch.due().is_some() && watch.due().is_none());
        let improved = |moves| Improved { moves, before: None, lower_bound: 0, elapsed: Duration::ZERO };
        watch.improved(&improved(9));
        watch.improved(&improved(7));
        assert_eq!(mailbox.drain().matches("event: improved").count(), 2);
    }

    #[test]
    fn rates_are_numbers() {
        assert!((rate(10, Duration::from_secs(2)) - 5.0).abs() < 1e-9);
        assert!(rate(10, Duration::ZERO).abs() < 1e-9);
    }
}
