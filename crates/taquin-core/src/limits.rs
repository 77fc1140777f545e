//! Limits on long-running operations: time, nodes, memory, and cancellation from another thread.

use crate::StopReason;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// The default memory limit: 4 GiB, or 1 GiB where addresses have 32 bits.
const DEFAULT_MEMORY: usize = 1 << (if usize::BITS > 32 { 32 } else { 30 });

/// Limits on one search, census or build. The default is 4 GiB of memory (1 GiB in WebAssembly) and nothing else.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Maximum running time, builds of the pattern databases it needs included; `None` for no limit.
    pub time: Option<Duration>,
    /// The time of the [clock](Self::clock) at which the work ends, whenever it begins; `None` for no limit.
    pub deadline: Option<Duration>,
    /// Maximum number of nodes to generate, checked every few thousand nodes; `None` for no limit.
    pub nodes: Option<u64>,
    /// Maximum number of bytes for nodes, queues, and tables built in memory.
    pub memory: usize,
    /// The token that cancels the work.
    pub cancel: CancelToken,
    /// The clock that [`time`](Self::time) and the statistics are measured with.
    pub clock: Clock,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            time: None,
            deadline: None,
            nodes: None,
            memory: DEFAULT_MEMORY,
            cancel: CancelToken::default(),
            clock: Clock::default(),
        }
    }
}

impl Limits {
    /// The time for a board that takes too long to be proven shortest, unless another is given.
    pub const DEFAULT_TIME: Duration = Duration::from_secs(10);

    /// Turns the time limit into a deadline, so that all stages of the work have it in common.
    #[must_use]
    pub fn begin(&self) -> Self {
        let Budget { deadline, .. } = Budget::new(self);
        Self { time: None, deadline, ..self.clone() }
    }
}

/// A flag that any thread, or a signal handler, can set to cancel work within tens of milliseconds.
///
/// Clones share the flag.
#[derive(Clone, Default)]
pub struct CancelToken {
    flag: Arc<AtomicBool>,
    parent: Option<Arc<CancelToken>>,
    poll: Option<Poll>,
}

/// A function that returns true to cancel.
type Poll = Arc<dyn Fn() -> bool + Send + Sync>;

impl CancelToken {
    /// Creates a token that is also cancelled when a function returns true. Searches call it every few milliseconds, for example
    /// where nobody else can run while they do.
    pub fn polling(poll: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self { poll: Some(Arc::new(poll)), ..Self::default() }
    }

    /// Cancels all work that holds this token or a [child](Self::child) of it. This can't be undone.
    pub fn cancel(&self) {
        self.flag.store(true, Ordering::Relaxed);
    }

    /// Returns true if this token or one of its ancestors was cancelled.
    pub fn is_cancelled(&self) -> bool {
        if self.poll.as_ref().is_some_and(|poll| poll()) {
            self.cancel();
        }
        self.flag.load(Ordering::Relaxed) || self.parent.as_ref().is_some_and(|parent| parent.is_cancelled())
    }

    /// Returns a token for a part of the work: cancelling the child leaves this token alone, and cancelling
    /// this token cancels the child.
    #[must_use]
    pub fn child(&self) -> Self {
        Self { parent: Some(Arc::new(self.clone())), ..Self::default() }
    }
}

impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("CancelToken").field(&self.is_cancelled()).finish()
    }
}

/// A source of time. The library uses no other, so that tests can supply their own.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// Creates a clock from a function that returns the time since an arbitrary start.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(now))
    }

    /// Returns the time since the clock's start.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

/// The system's monotonic clock. In WebAssembly there is none: the time stands still, and a program with time limits must
/// supply a clock.
impl Default for Clock {
    #[expect(clippy::disallowed_methods, reason = "this is the clock that everything else receives")]
    fn default() -> Self {
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            return Self::new(|| Duration::ZERO);
        }
        let start = Instant::now();
        Self::new(move || start.elapsed())
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Clock").field(&self.now()).finish()
    }
}

/// The limits of work in progress: [`Limits`] plus the time at which the work began.
///
/// Threads share it by reference and poll [`check`](Self::check).
#[derive(Clone, Copy, Debug)]
pub struct Budget<'a> {
    limits: &'a Limits,
    start: Duration,
    deadline: Option<Duration>,
}

impl<'a> Budget<'a> {
    /// Starts the clock.
    pub fn new(limits: &'a Limits) -> Self {
        Self::since(limits, limits.clock.now())
    }

    /// Creates a budget for a part of work that began at some time of the clock.
    pub fn since(limits: &'a Limits, start: Duration) -> Self {
        let end = limits.time.map(|time| start.saturating_add(time));
        Self { limits, start, deadline: end.into_iter().chain(limits.deadline).min() }
    }

    /// Returns the time of the clock when the work began.
    pub fn start(&self) -> Duration {
        self.start
    }

    /// Returns the limits.
    pub fn limits(&self) -> &'a Limits {
        self.limits
    }

    /// Returns the time since the work began.
    pub fn elapsed(&self) -> Duration {
        self.limits.clock.now().saturating_sub(self.start)
    }

    /// Returns the time left; `None` without a time limit.
    pub fn remaining(&self) -> Option<Duration> {
        self.deadline.map(|deadline| deadline.saturating_sub(self.limits.clock.now()))
    }

    /// Checks cancellation and the time limit.
    pub fn check(&self) -> Result<(), StopReason> {
        if self.limits.cancel.is_cancelled() {
            Err(StopReason::Cancelled)
        } else if self.remaining().is_some_and(|time| time.is_zero()) {
            Err(StopReason::Time)
        } else {
            Ok(())
        }
    }

    /// Checks a total number of bytes against the memory limit.
    pub fn afford(&self, bytes: usize) -> Result<(), StopReason> {
        if bytes > self.limits.memory { Err(StopReason::Memory) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    #[test]
    fn cancellation_reaches_clones_and_children_but_not_parents() {
        let parent = CancelToken::default();
        let child = parent.child();
        let grandchild = child.child();
        let sibling = parent.child();
        child.clone().cancel();
        assert!(child.is_cancelled() && grandchild.is_cancelled());
        assert!(!parent.is_cancelled() && !sibling.is_cancelled());
        parent.cancel();
        assert!(sibling.is_cancelled());
    }

    #[test]
    fn a_polling_token_is_cancelled_for_good() {
        let calls = AtomicU64::new(0);
        let token = CancelToken::polling(move || calls.fetch_add(1, Ordering::Relaxed) == 1);
        let child = token.child();
        assert_eq!([(); 3].map(|()| child.is_cancelled()), [false, true, true]);
    }

    #[test]
    fn stages_have_the_deadline_in_common() {
        let seconds = Arc::new(AtomicU64::new(100));
        let now = Arc::clone(&seconds);
        let clock = Clock::new(move || Duration::from_secs(now.load(Ordering::Relaxed)));
        let limits = Limits { time: Some(Duration::from_secs(5)), clock, ..Limits::default() };
        let all = limits.begin();
        seconds.store(103, Ordering::Relaxed);
        let stage = Limits { time: Some(Duration::from_secs(9)), ..all.clone() };
        let budget = Budget::new(&stage);
        assert_eq!((budget.elapsed(), budget.remaining()), (Duration::ZERO, Some(Duration::from_secs(2))));
        seconds.store(106, Ordering::Relaxed);
        assert_eq!(Budget::new(&all).check(), Err(StopReason::Time));
    }

    #[test]
    fn budget_checks_time_memory_and_cancellation() {
        let seconds = Arc::new(AtomicU64::new(100));
        let now = Arc::clone(&seconds);
        let clock = Clock::new(move || Duration::from_secs(now.load(Ordering::Relaxed)));
        let limits = Limits { time: Some(Duration::from_secs(2)), memory: 10, clock, ..Limits::default() };
        let budget = Budget::new(&limits);
        assert_eq!(budget.check(), Ok(()));
        seconds.store(102, Ordering::Relaxed);
        assert_eq!((budget.elapsed(), budget.check()), (Duration::from_secs(2), Err(StopReason::Time)));
        limits.cancel.cancel();
        assert_eq!(budget.check(), Err(StopReason::Cancelled));
        assert_eq!((budget.afford(10), budget.afford(11)), (Ok(()), Err(StopReason::Memory)));
    }
}
