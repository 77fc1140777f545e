//! The observer that turns the library's reports into events.
//!
//! The library reports progress up to a thousand times per second; a client gets at most ten events per second. While pattern
//! databases for the search are being built, `building` events take the place of `progress` events.

use crate::events::{BuildingEvent, EventSink, ImprovedEvent, JobEvent, ProgressEvent, Totals};
use std::time::Duration;
use taquin::{Clock, Event, Observer, Progress};

/// The minimum time between two status events.
const INTERVAL: Duration = Duration::from_millis(100);

/// Observes the searches of a job.
pub(crate) struct SearchObserver<'a> {
    pub(crate) events: &'a mut dyn EventSink,
    clock: Clock,
    start: Duration,
    /// The totals of earlier searches for the same request.
    pub(crate) earlier: Totals,
    pub(crate) reports_progress: bool,
    last_status: Option<Duration>,
    /// True while the last report was one of a build.
    is_building: bool,
}

impl<'a> SearchObserver<'a> {
    pub(crate) fn new(events: &'a mut dyn EventSink, clock: Clock) -> Self {
        Self {
            events,
            start: clock.now(),
            clock,
            earlier: Totals::default(),
            reports_progress: true,
            last_status: None,
            is_building: false,
        }
    }

    fn progress(&mut self, progress: &Progress) {
        // A search that waits for a build has generated no nodes yet.
        let is_waiting = std::mem::take(&mut self.is_building) && progress.generated == 0;
        if self.reports_progress && !is_waiting && self.is_due() {
            let event = ProgressEvent::new(progress, self.elapsed());
            self.events.event(JobEvent::Progress(event.after(&self.earlier)));
        }
    }

    /// Returns true if the next status event is due.
    fn is_due(&mut self) -> bool {
        let now = self.clock.now();
        let is_due = self.last_status.is_none_or(|last| now.saturating_sub(last) >= INTERVAL);
        if is_due {
            self.last_status = Some(now);
        }
        is_due
    }

    fn elapsed(&self) -> Duration {
        self.clock.now().saturating_sub(self.start) + self.earlier.time
    }
}

impl Observer for SearchObserver<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Improved(improved) => {
                let event = ImprovedEvent::new(improved, self.elapsed());
                self.events.event(JobEvent::Improved(event.after(&self.earlier)));
            }
            Event::Building { partition, progress } => {
                self.is_building = progress.reached < progress.total;
                if self.is_due() {
                    self.events.event(JobEvent::Building(BuildingEvent::new(partition, progress)));
                }
            }
            Event::DamagedPdb { path, error } => self.events.damaged_pdb(path, error),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Improved;

    #[derive(Default)]
    struct Names(Vec<&'static str>);

    impl EventSink for Names {
        fn event(&mut self, event: JobEvent) {
            self.0.push(event.name());
        }
    }

    #[test]
    fn status_is_rate_limited_and_improvements_are_not() {
        let mut names = Names::default();
        let mut observer = SearchObserver::new(&mut names, Clock::default());
        let improved = Improved { moves: 9, previous: None, lower_bound: 0, elapsed: Duration::ZERO };
        for _ in 0..2 {
            observer.event(&Event::Progress(Progress::default()));
            observer.event(&Event::Improved(improved));
        }
        assert_eq!(names.0, ["progress", "improved", "improved"]);
    }
}
