//! The observer that turns a search's reports into events for the host, at most ten per second.

use crate::host;
use std::time::Duration;
use taquin::{Clock, Event, Observer};
use taquin_api::events::{BuildingEvent, ImprovedEvent, ProgressEvent};

/// The minimum time between two events of progress.
const INTERVAL: Duration = Duration::from_millis(100);

/// Observes one search.
pub(crate) struct SearchObserver {
    clock: Clock,
    start: Duration,
    last: Duration,
}

impl SearchObserver {
    pub(crate) fn new(clock: Clock) -> Self {
        let start = clock.now();
        Self { clock, start, last: start }
    }

    /// Returns true if the next event of progress is due.
    fn is_due(&mut self) -> bool {
        let now = self.clock.now();
        let is_due = now.saturating_sub(self.last) >= INTERVAL;
        if is_due {
            self.last = now;
        }
        is_due
    }

    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start)
    }
}

impl Observer for SearchObserver {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) if self.is_due() => {
                host::event("progress", &ProgressEvent::new(progress, self.elapsed()));
            }
            Event::Building { partition, progress } if self.is_due() => {
                host::event("building", &BuildingEvent::new(partition, progress));
            }
            Event::Improved(improved) => {
                host::event("improved", &ImprovedEvent::new(improved, self.elapsed()));
            }
            _ => {}
        }
    }
}
