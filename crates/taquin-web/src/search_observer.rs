//! The observer that turns a search's reports into events.
//!
//! The library reports progress up to a thousand times per second; a client gets at most ten events per
//! second. While pattern databases for the search are being built, `building` events take the place of
//! `progress` events.

use crate::events::EventBuffer;
use crate::pdb_pool::{self, CachedPdbs};
use std::time::{Duration, Instant};
use taquin::{Event, Improved, Observer, Progress};
use taquin_api::events::{ImprovedEvent, ProgressEvent};

/// The minimum time between two status events.
const INTERVAL: Duration = Duration::from_millis(100);

/// Observes one search.
pub(crate) struct SearchObserver {
    /// `None` if the client did not request a stream.
    events: Option<EventBuffer>,
    pdbs: CachedPdbs,
    start: Instant,
    last_status: Option<Instant>,
}

impl SearchObserver {
    /// Creates an observer for a search that started at `start` and uses these pattern databases.
    pub(crate) fn new(events: Option<EventBuffer>, pdbs: CachedPdbs, start: Instant) -> Self {
        Self { events, pdbs, start, last_status: None }
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
            Event::DamagedPdb { path, error } => pdb_pool::log_damaged_file(path, error),
            _ => {}
        }
    }
}

impl SearchObserver {
    fn progress(&mut self, progress: &Progress) {
        let Some(events) = self.due() else { return };
        if let Some(building) = self.pdbs.building() {
            return events.set_status("building", &building);
        }
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
    use crate::pdb_pool::PdbPool;
    use taquin::{Goal, Size};

    #[test]
    fn status_is_rate_limited_and_improvements_are_not() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        let events = EventBuffer::default();
        let pdbs = PdbPool::new(None).get(&goal);
        let mut observer = SearchObserver::new(Some(events.clone()), pdbs, Instant::now());
        assert!(observer.due().is_some() && observer.due().is_none());
        let improved = |moves| Improved { moves, previous: None, lower_bound: 0, elapsed: Duration::ZERO };
        observer.improved(&improved(9));
        observer.improved(&improved(7));
        assert_eq!(events.drain().matches("event: improved").count(), 2);
    }
}
