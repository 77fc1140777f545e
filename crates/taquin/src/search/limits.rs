//! When a search must stop: time, nodes, memory, or because it was told to.

use super::observer::{Observer, Progress};
use crate::stop::StopReason;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// When a search is to end without a solution: each limit counts for one search. The default is four GiB of memory and nothing
/// else.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The longest that a search may run, with the making of the tables that it needs; `None` for as long as it takes.
    pub time: Option<Duration>,
    /// The most nodes that a search may generate, checked every thousand or so; `None` for as many as it takes.
    pub nodes: Option<u64>,
    /// The most bytes that a search's own data may take: its nodes and queues, and the tables that it builds in memory.
    pub memory: usize,
    /// The lower bound to stop at: a search ends once every solution is proven to need at least this many moves. One that
    /// finds a solution first returns it.
    pub at_least: Option<u32>,
    /// A flag that others can raise to end the search.
    pub stop: StopFlag,
    /// The clock that [`time`](Self::time) and the figures of the search are measured by; a test can hand in its own.
    pub clock: Clock,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            nodes: None,
            memory: 4 << 30,
            at_least: None,
            stop: StopFlag::default(),
            clock: Clock::default(),
        }
    }
}

/// A flag that any thread, or a signal handler, can raise to end a search within tens of milliseconds. Clones share it.
///
/// [`Solver::within`](crate::Solver::within) first finishes one solution, which takes 0.3 s on 127×127.
#[derive(Clone, Debug, Default)]
pub struct StopFlag {
    raised: Arc<AtomicBool>,
    parent: Option<Arc<StopFlag>>,
}

impl StopFlag {
    /// Asks every search that holds this flag, or a [child](Self::child) of it, to end. There is no way back.
    pub fn raise(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// Whether this flag was raised, or the one that it is a [child](Self::child) of.
    pub fn is_raised(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_raised())
    }

    /// A flag for a part of the work: raising it leaves this one as it is, but raising this one raises it too.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { raised: Arc::default(), parent: Some(Arc::new(self.clone())) }
    }
}

/// A source of time. The library uses no other, so that a test can hand it one of its own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock that reads the time, since whenever it likes, off a function.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// The time since the clock's beginning.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

/// The machine's monotonic clock.
impl Default for Clock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that is handed to others")]
    fn default() -> Self {
        let start = Instant::now();
        Self::new(move || start.elapsed())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}

/// Watches the limits for one search, and passes its progress on.
pub(crate) struct Meter<'a> {
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    start: Duration,
    until_poll: usize,
}

impl<'a> Meter<'a> {
    /// Work between two looks at the clock and the flag, in cells copied: about a millisecond.
    const INTERVAL: usize = 1 << 17;

    pub(crate) fn new(limits: &'a Limits, observer: &'a mut dyn Observer) -> Self {
        Self { limits, observer, start: limits.clock.now(), until_poll: Self::INTERVAL }
    }

    pub(crate) fn observer(&mut self) -> &mut dyn Observer {
        self.observer
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.start)
    }

    /// To be called at every step, with the states it makes and their cells; looks at the limits every so often.
    #[inline]
    pub(crate) fn tick(
        &mut self,
        states: usize,
        cells: usize,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), StopReason> {
        // Beside its cells, a state costs about as much as copying 64 of them.
        let work = states * (cells + 64);
        if self.until_poll > work {
            self.until_poll -= work;
            return Ok(());
        }
        self.until_poll = Self::INTERVAL;
        self.poll(progress())
    }

    /// Looks at the clock and the flag, in the midst of a step that takes long.
    pub(crate) fn interrupted(&self) -> Result<(), StopReason> {
        self.guard().interrupted()
    }

    /// What watches the clock and the flag alone, from any thread.
    pub(crate) fn guard(&self) -> Guard<'a> {
        Guard { limits: self.limits, start: self.start }
    }

    /// Passes progress on and looks at all limits.
    #[cold]
    pub(crate) fn poll(&mut self, mut progress: Progress) -> Result<(), StopReason> {
        progress.elapsed = self.elapsed();
        self.observer.progress(&progress);
        self.interrupted()?;
        if self.limits.at_least.is_some_and(|least| progress.lower_bound >= least) {
            Err(StopReason::Bound)
        } else if self.limits.nodes.is_some_and(|most| progress.generated >= most) {
            Err(StopReason::Nodes)
        } else {
            self.afford(progress.memory)
        }
    }

    /// The most bytes that may be used.
    pub(crate) fn memory(&self) -> usize {
        self.limits.memory
    }

    /// Whether so much memory in all is within the budget.
    pub(crate) fn afford(&self, bytes: usize) -> Result<(), StopReason> {
        if bytes > self.limits.memory { Err(StopReason::Memory) } else { Ok(()) }
    }
}

/// Watches the clock and the flag.
#[derive(Clone, Copy)]
pub(crate) struct Guard<'a> {
    limits: &'a Limits,
    start: Duration,
}

impl Guard<'_> {
    pub(crate) fn interrupted(&self) -> Result<(), StopReason> {
        let elapsed = || self.limits.clock.now().saturating_sub(self.start);
        if self.limits.stop.is_raised() {
            Err(StopReason::Cancelled)
        } else if self.limits.time.is_some_and(|most| elapsed() >= most) {
            Err(StopReason::Time)
        } else {
            Ok(())
        }
    }
}
