//! The observer that turns a search's reports into events.
//!
//! The library reports progress up to a thousand times per second; a client gets at most ten events per
//! second. While pattern databases for the search are being built, `building` events take the place of
//! `progress` events.

use crate::events::EventBuffer;
use std::time::{Duration, Instant};
use taquin::{Event, Improved, Observer, Progress};
use taquin_api::events::{BuildingEvent, ImprovedEvent, ProgressEvent};

/// The minimum time between two status events.
const INTERVAL: Duration = Duration::from_millis(100);

/// Observes one search.
pub(crate) struct SearchObserver {
    /// `None` if the client did not request a stream.
    events: Option<EventBuffer>,
    start: Instant,
    last_status: Option<Instant>,
    /// True while the last report was one of a build.
    is_building: bool,
    reports_searches: bool,
}

impl SearchObserver {
    /// Creates an observer for a search that started at `start`.
    pub(crate) fn new(events: Option<EventBuffer>, start: Instant) -> Self {
        Self { events, start, last_status: None, is_building: false, reports_searches: true }
    }

    /// Creates an observer of the builds for some searches.
    pub(crate) fn of_builds(events: EventBuffer) -> Self {
        Self { reports_searches: false, ..Self::new(Some(events), Instant::now()) }
    }

    /// Returns the event buffer if the next status event is due.
    fn due(&mut self) -> Option<EventBuffer> {
        let events = self.events.clone()?;
        let now = Instant::now();
        if self.last_status.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            return None;
        }
        self.last_status = Some(now);
        Some(events)
    }
}

impl Observer for SearchObserver {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Improved(improved) => self.improved(improved),
            Event::Building { partition, progress } => {
                self.is_building = progress.reached < progress.total;
                if let Some(events) = self.due() {
                    events.set_status("building", &BuildingEvent::new(partition, progress));
                }
            }
            // Only the log mentions it: responses reveal nothing about the machine.
            Event::DamagedPdb { path, error } => {
                tracing::warn!(path = %path.display(), %error, "ignoring a damaged pattern database");
            }
            _ => {}
        }
    }
}

impl SearchObserver {
    fn progress(&mut self, progress: &Progress) {
        // A search that waits for a build has generated no nodes yet.
        let is_waiting = std::mem::take(&mut self.is_building) && progress.generated == 0;
        if !self.reports_searches || is_waiting {
            return;
        }
        let Some(events) = self.due() else { return };
        events.set_status("progress", &ProgressEvent::new(progress, self.start.elapsed()));
    }

    fn improved(&mut self, improved: &Improved) {
        let Some(events) = &self.events else { return };
        events.push_improved(ImprovedEvent::new(improved, self.start.elapsed()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn status_is_rate_limited_and_improvements_are_not() {
        let events = EventBuffer::default();
        let mut observer = SearchObserver::new(Some(events.clone()), Instant::now());
        assert!(observer.due().is_some() && observer.due().is_none());
        let improved = |moves| Improved { moves, previous: None, lower_bound: 0, elapsed: Duration::ZERO };
        observer.improved(&improved(9));
        observer.improved(&improved(7));
        assert_eq!(events.drain().matches("event: improved").count(), 2);
    }
}
