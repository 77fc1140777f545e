//! Who may search when.
//!
//! There are two lanes, each with as many workers as the server has threads. The *quick* one is for what takes at most a
//! quarter of a second, the *long* one for everything else; so a small board is answered at once while long searches fill
//! the other lane. Where the system can, the long ones get what the others leave of the cores. Each lane has a short queue:
//! whoever finds it full is turned away at once, and whoever waits too long is turned away then, because an answer that
//! comes late is of use to nobody and a queue that grows makes all of them late.
//!
//! A worker is a permit of a semaphore. It goes with the search, not with the request: if the client leaves, the permit is
//! free when the search has really ended.

use crate::error::ApiError;
use crate::events::Mailbox;
use crate::searches::Cancel;
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
    /// The most that wait in the quick lane, and how long.
    const QUICK_QUEUE: usize = 64;
    const QUICK_PATIENCE: Duration = Duration::from_secs(1);

    /// The most that wait in the long lane, for each of its workers, and how long.
    const LONG_QUEUE: usize = 4;
    const LONG_PATIENCE: Duration = Duration::from_secs(10);

    /// How long a stream waits, whose client is told.
    const STREAM_PATIENCE: Duration = Duration::from_mins(1);

    pub(crate) fn new(threads: usize) -> Self {
        Self {
            quick: Lane::new(threads, Self::QUICK_QUEUE, Self::QUICK_PATIENCE, false),
            long: Lane::new(threads, Self::LONG_QUEUE * threads, Self::LONG_PATIENCE, true),
        }
    }
}

/// Some workers, and those who wait for one.
pub(crate) struct Lane {
    workers: usize,
    free: Arc<Semaphore>,
    most_waiting: usize,
    patience: Duration,
    /// Whether its searches give way to others.
    gives_way: bool,
    waiting: AtomicUsize,
    turned_away: AtomicU64,
}

/// A worker's time. Dropping it frees the worker.
pub(crate) struct Turn {
    permit: OwnedSemaphorePermit,
    gives_way: bool,
}

/// Why there is no turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NoTurn {
    /// As many wait as may.
    Full,
    /// The wait was too long.
    Overdue,
    /// Nobody wants it any more.
    Cancelled,
}

impl From<NoTurn> for ApiError {
    fn from(no_turn: NoTurn) -> Self {
        match no_turn {
            NoTurn::Full => Self::Busy,
            NoTurn::Overdue => Self::StillBusy,
            // The client is gone, or else it is this.
            NoTurn::Cancelled => Self::ShuttingDown,
        }
    }
}

impl Lane {
    fn new(workers: usize, most_waiting: usize, patience: Duration, gives_way: bool) -> Self {
        Self {
            workers,
            free: Arc::new(Semaphore::new(workers)),
            most_waiting,
            patience,
            gives_way,
            waiting: AtomicUsize::new(0),
            turned_away: AtomicU64::new(0),
        }
    }

    /// A worker, at once or after a wait. Those who wait get theirs in the order in which they came. Whoever has a mailbox is
    /// told to wait, and waits longer.
    pub(crate) async fn turn(&self, cancel: &Cancel, mailbox: Option<&Mailbox>) -> Result<Turn, NoTurn> {
        let turn = self.wait(cancel, mailbox).await;
        if let Err(NoTurn::Full | NoTurn::Overdue) = turn {
            self.turned_away.fetch_add(1, Ordering::Relaxed);
        }
        turn
    }

    async fn wait(&self, cancel: &Cancel, mailbox: Option<&Mailbox>) -> Result<Turn, NoTurn> {
        let turn = |permit| Turn { permit, gives_way: self.gives_way };
        match Arc::clone(&self.free).try_acquire_owned() {
            Ok(permit) => return Ok(turn(permit)),
            Err(TryAcquireError::Closed) => return Err(NoTurn::Cancelled),
            Err(TryAcquireError::NoPermits) => {}
        }
        let place = Place::new(&self.waiting);
        if place.before >= self.most_waiting {
            return Err(NoTurn::Full);
        }
        if let Some(mailbox) = mailbox {
            mailbox.post("queued", &serde_json::json!({}));
        }
        let patience = if mailbox.is_some() { Workers::STREAM_PATIENCE } else { self.patience };
        tokio::select! {
            permit = Arc::clone(&self.free).acquire_owned() => permit.map(turn).map_err(|_| NoTurn::Cancelled),
            () = cancel.raised() => Err(NoTurn::Cancelled),
            () = tokio::time::sleep(patience) => Err(NoTurn::Overdue),
        }
    }

    /// Turns a client away at once that would be turned away anyway. For those whose answer begins before their turn: then it
    /// is too late for a status that says so.
    pub(crate) fn admit(&self) -> Result<(), NoTurn> {
        if self.free.available_permits() > 0 || self.waiting() < self.most_waiting {
            return Ok(());
        }
        self.turned_away.fetch_add(1, Ordering::Relaxed);
        Err(NoTurn::Full)
    }

    /// How many workers are at work.
    pub(crate) fn running(&self) -> usize {
        self.workers.saturating_sub(self.free.available_permits())
    }

    /// How many were turned away so far.
    pub(crate) fn turned_away(&self) -> u64 {
        self.turned_away.load(Ordering::Relaxed)
    }

    /// How many wait for one.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }
}

impl Turn {
    /// Does work that takes a thread, and frees the worker when it is done, even if nobody waits for it any more.
    pub(crate) async fn spend<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let Self { permit, gives_way } = self;
        let task = move || {
            let done = work();
            drop(permit);
            done
        };
        let done = if gives_way {
            in_the_background(task).await
        } else {
            tokio::task::spawn_blocking(task).await.map_err(|error| error.to_string())
        };
        // Either it panicked, and the worker is free again, or the server is ending.
        done.map_err(|error| ApiError::defect(error, "a search failed"))
    }
}

/// Does work on a thread that gives way to others. A thread can't take that back, so it is one of its own.
///
/// PERF: under mixed traffic on two busy cores (`e2e/abuse.mjs`), the p99 of small requests fell from 28 to 24 ms, and there were
/// 12 % more of them.
async fn in_the_background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, String> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let thread = std::thread::Builder::new().name("long search".to_owned());
    let body = move || {
        give_way();
        sender.send(work()).ok();
    };
    thread.spawn(body).map_err(|error| error.to_string())?;
    receiver.await.map_err(|_| "it panicked".to_owned())
}

/// Lets others go first, where the system can: this thread, and those it starts. (Elsewhere it would be the whole process.)
pub(crate) fn give_way() {
    #[cfg(target_os = "linux")]
    rustix::process::setpriority_process(None, 10).ok();
}

/// A place in the queue.
struct Place<'a> {
    waiting: &'a AtomicUsize,
    /// How many waited already.
    before: usize,
}

impl<'a> Place<'a> {
    fn new(waiting: &'a AtomicUsize) -> Self {
        Self { waiting, before: waiting.fetch_add(1, Ordering::Relaxed) }
    }
}

impl Drop for Place<'_> {
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
    async fn a_queue_is_as_long_as_it_may_be() {
        let (lane, cancel) = (Arc::new(Lane::new(1, 1, LONG, false)), Cancel::default());
        let turn = lane.turn(&cancel, None).await.expect("free");
        assert_eq!((lane.running(), lane.waiting()), (1, 0));
        let mailbox = Mailbox::default();
        let waiting = {
            let (lane, mailbox) = (Arc::clone(&lane), mailbox.clone());
            tokio::spawn(async move { lane.turn(&Cancel::default(), Some(&mailbox)).await.map(drop) })
        };
        while lane.waiting() == 0 {
            tokio::task::yield_now().await;
        }
        assert_eq!(lane.turn(&cancel, None).await.map(drop), Err(NoTurn::Full));
        assert_eq!(lane.admit(), Err(NoTurn::Full));
        assert_eq!(turn.spend(|| 7).await.expect("no panic"), 7);
        assert_eq!(waiting.await.expect("no panic"), Ok(()));
        assert_eq!(mailbox.drain(), "event: queued\ndata: {}\n\n");
        assert_eq!((lane.running(), lane.waiting(), lane.turned_away()), (0, 0, 2));
        assert_eq!(lane.admit(), Ok(()));
    }

    #[tokio::test]
    async fn a_wait_ends() {
        let (lane, cancel) = (Lane::new(1, 4, SHORT, true), Cancel::default());
        let turn = lane.turn(&cancel, None).await;
        assert_eq!(lane.turn(&cancel, None).await.map(drop), Err(NoTurn::Overdue));
        cancel.raise();
        assert_eq!(lane.turn(&cancel, None).await.map(drop), Err(NoTurn::Cancelled));
        drop(turn);
        assert_eq!((lane.running(), lane.waiting()), (0, 0));
    }

    #[tokio::test]
    async fn a_worker_is_free_after_a_panic() {
        let lane = Lane::new(1, 4, LONG, true);
        let turn = lane.turn(&Cancel::default(), None).await.expect("free");
        assert!(turn.spend::<()>(|| panic!("as a test")).await.is_err());
        assert_eq!(lane.running(), 0);
    }
}
