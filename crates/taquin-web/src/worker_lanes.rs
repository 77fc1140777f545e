//! Scheduling: two lanes of workers with bounded queues.
//!
//! Each lane has as many workers as the server has threads. The *quick* lane takes work of at most a quarter
//! of a second, the *long* lane everything else, so a small board is solved at once even while long searches
//! occupy the other lane. On Linux, long searches run at lower priority. Each lane has a short queue: a
//! request that finds it full is rejected at once, and one that waits too long is rejected then, which keeps
//! latency bounded under load.
//!
//! A worker is a semaphore permit. The search holds it, not the request: if the client disconnects, the
//! permit is released when the search has ended.

use crate::error::ApiError;
use crate::events::EventBuffer;
use crate::search_registry::Cancellation;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore, TryAcquireError};

/// The two lanes.
pub(crate) struct Workers {
    pub(crate) quick: Lane,
    pub(crate) long: Lane,
}

impl Workers {
    /// The length of the quick lane's queue.
    const QUICK_QUEUE: usize = 64;
    const QUICK_TIMEOUT: Duration = Duration::from_secs(1);

    /// The length of the long lane's queue, per worker.
    const LONG_QUEUE: usize = 4;
    const LONG_TIMEOUT: Duration = Duration::from_secs(10);

    /// The queue timeout of streams, whose clients are notified that they wait.
    const STREAM_TIMEOUT: Duration = Duration::from_mins(1);

    pub(crate) fn new(threads: usize) -> Self {
        Self {
            quick: Lane::new(threads, Self::QUICK_QUEUE, Self::QUICK_TIMEOUT, false),
            long: Lane::new(threads, Self::LONG_QUEUE * threads, Self::LONG_TIMEOUT, true),
        }
    }
}

/// A set of workers and the queue for them.
pub(crate) struct Lane {
    workers: usize,
    free: Arc<Semaphore>,
    max_waiting: usize,
    queue_timeout: Duration,
    has_low_priority: bool,
    waiting: AtomicUsize,
    rejected: AtomicU64,
}

/// The right to use a worker. Dropping it frees the worker.
pub(crate) struct WorkerPermit {
    permit: OwnedSemaphorePermit,
    has_low_priority: bool,
}

/// The reason why a request did not get a worker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueueError {
    Full,
    TimedOut,
    /// The search was cancelled while it waited.
    Cancelled,
}

impl From<QueueError> for ApiError {
    fn from(error: QueueError) -> Self {
        match error {
            QueueError::Full => Self::Busy,
            QueueError::TimedOut => Self::StillBusy,
            // If the client has disconnected, it does not see this; otherwise the server is shutting down.
            QueueError::Cancelled => Self::ShuttingDown,
        }
    }
}

impl Lane {
    fn new(workers: usize, max_waiting: usize, queue_timeout: Duration, has_low_priority: bool) -> Self {
        Self {
            workers,
            free: Arc::new(Semaphore::new(workers)),
            max_waiting,
            queue_timeout,
            has_low_priority,
            waiting: AtomicUsize::new(0),
            rejected: AtomicU64::new(0),
        }
    }

    /// Acquires a worker, in first-come, first-served order. A client with a stream gets a `queued` event and
    /// a longer timeout.
    pub(crate) async fn acquire(
        &self,
        cancellation: &Cancellation,
        events: Option<&EventBuffer>,
    ) -> Result<WorkerPermit, QueueError> {
        let result = self.wait(cancellation, events).await;
        if let Err(QueueError::Full | QueueError::TimedOut) = result {
            self.rejected.fetch_add(1, Ordering::Relaxed);
        }
        result.map(|permit| WorkerPermit { permit, has_low_priority: self.has_low_priority })
    }

    async fn wait(
        &self,
        cancellation: &Cancellation,
        events: Option<&EventBuffer>,
    ) -> Result<OwnedSemaphorePermit, QueueError> {
        match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => return Ok(permit),
            Err(TryAcquireError::Closed) => return Err(QueueError::Cancelled),
            Err(TryAcquireError::NoPermits) => {}
        }
        let waiting = WaitingGuard::new(&self.waiting);
        if waiting.ahead >= self.max_waiting {
            return Err(QueueError::Full);
        }
        if let Some(events) = events {
            events.push("queued", &serde_json::json!({}));
        }
        let queue_timeout = if events.is_some() { Workers::STREAM_TIMEOUT } else { self.queue_timeout };
        tokio::select! {
            permit = Arc::clone(&self.free).acquire_owned() => permit.map_err(|_| QueueError::Cancelled),
            () = cancellation.cancelled() => Err(QueueError::Cancelled),
            () = tokio::time::sleep(queue_timeout) => Err(QueueError::TimedOut),
        }
    }

    /// Fails if the queue is full. Streams call this before their response starts, while a status can still
    /// report it.
    pub(crate) fn check_capacity(&self) -> Result<(), QueueError> {
        if self.free.available_permits() > 0 || self.waiting() < self.max_waiting {
            return Ok(());
        }
        self.rejected.fetch_add(1, Ordering::Relaxed);
        Err(QueueError::Full)
    }

    /// Returns the number of busy workers.
    pub(crate) fn running(&self) -> usize {
        self.workers.saturating_sub(self.free.available_permits())
    }

    /// Returns the number of requests in the queue.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Returns the number of requests rejected since the start.
    pub(crate) fn rejected(&self) -> u64 {
        self.rejected.load(Ordering::Relaxed)
    }
}

impl WorkerPermit {
    /// Runs blocking work on a thread. The worker is freed when the work is done, even if the caller is
    /// dropped earlier.
    pub(crate) async fn run<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let Self { permit, has_low_priority } = self;
        let task = move || {
            let result = work();
            drop(permit);
            result
        };
        let result = if has_low_priority {
            spawn_low_priority(task).await
        } else {
            tokio::task::spawn_blocking(task).await.map_err(|error| error.to_string())
        };
        // On a panic, unwinding has dropped the permit.
        result.map_err(|error| ApiError::internal(error, "search failed"))
    }
}

/// Runs work on a new thread with low priority. (A thread cannot raise its priority again, so a pool would
/// not do.)
///
/// PERF: under mixed traffic on two busy cores (`e2e/abuse.mjs`), low priority lowered the 99th percentile of
/// the latency of small requests by a seventh and raised their throughput by an eighth.
async fn spawn_low_priority<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("long search".to_owned());
    let body = move || {
        lower_priority();
        sender.send(work()).ok();
    };
    thread.spawn(body).map_err(|error| error.to_string())?;
    receiver.await.map_err(|_| "the thread panicked".to_owned())
}

/// Lowers the priority of this thread and of the threads it will spawn. Linux only: elsewhere it would affect
/// the whole process.
pub(crate) fn lower_priority() {
    #[cfg(target_os = "linux")]
    rustix::process::setpriority_process(None, 10).ok();
}

/// Counts a request as waiting until it is dropped.
struct WaitingGuard<'a> {
    waiting: &'a AtomicUsize,
    /// The number of requests ahead in the queue.
    ahead: usize,
}

impl<'a> WaitingGuard<'a> {
    fn new(waiting: &'a AtomicUsize) -> Self {
        Self { waiting, ahead: waiting.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for WaitingGuard<'_> {
    fn drop(&mut self) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);
    const SHORT: Duration = Duration::from_millis(20);

    #[tokio::test]
    async fn queue_is_bounded() {
        let lane = Arc::new(Lane::new(1, 1, LONG, false));
        let cancellation = Cancellation::default();
        let permit = lane.acquire(&cancellation, None).await.expect("free");
        assert_eq!((lane.running(), lane.waiting()), (1, 0));
        let events = EventBuffer::default();
        let waiting = {
            let lane = Arc::clone(&lane);
            let events = events.clone();
            tokio::spawn(async move { lane.acquire(&Cancellation::default(), Some(&events)).await.map(drop) })
        };
        while lane.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(lane.acquire(&cancellation, None).await.map(drop), Err(QueueError::Full));
        assert_eq!(lane.check_capacity(), Err(QueueError::Full));
        assert_eq!(permit.run(|| 7).await.expect("no panic"), 7);
        assert_eq!(waiting.await.expect("no panic"), Ok(()));
        assert_eq!(events.drain(), "event: queued\ndata: {}\n\n");
        assert_eq!((lane.running(), lane.waiting(), lane.rejected()), (0, 0, 2));
        assert_eq!(lane.check_capacity(), Ok(()));
    }

    #[tokio::test]
    async fn waiting_ends_on_timeout_and_cancellation() {
        let lane = Lane::new(1, 4, SHORT, true);
        let cancellation = Cancellation::default();
        let permit = lane.acquire(&cancellation, None).await;
        assert_eq!(lane.acquire(&cancellation, None).await.map(drop), Err(QueueError::TimedOut));
        cancellation.cancel();
        assert_eq!(lane.acquire(&cancellation, None).await.map(drop), Err(QueueError::Cancelled));
        drop(permit);
        assert_eq!((lane.running(), lane.waiting()), (0, 0));
    }

    #[tokio::test]
    async fn panic_frees_the_worker() {
        let lane = Lane::new(1, 4, LONG, true);
        let permit = lane.acquire(&Cancellation::default(), None).await.expect("free");
        assert!(permit.run::<()>(|| panic!("for this test")).await.is_err());
        assert_eq!(lane.running(), 0);
    }
}
