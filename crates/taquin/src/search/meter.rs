//! Limits and progress of one search.

use crate::event::{Event, Observer, Progress};
use std::time::Duration;
use taquin_core::{Budget, Limits, StopReason};

/// Polls the limits of one search and reports its progress.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    observer: &'a mut dyn Observer,
    until_poll: usize,
    /// The number of nodes after which another search follows.
    stage_nodes: Option<u64>,
}

impl<'a> Meter<'a> {
    /// Work between two polls, in cells copied: about a millisecond.
    const INTERVAL: usize = 1 << 17;

    /// The time to release a GiB of memory, measured at 50 to 100 ms. It counts towards the time limit.
    const RELEASE_TIME: Duration = Duration::from_millis(80);

    pub(crate) fn new(limits: &'a Limits, observer: &'a mut dyn Observer) -> Self {
        Self { budget: Budget::new(limits), observer, until_poll: Self::INTERVAL, stage_nodes: None }
    }

    /// Does work that ends with [`StopReason::Nodes`] after this many nodes, even if the limits allow more.
    pub(crate) fn stage<R>(&mut self, nodes: u64, work: impl FnOnce(&mut Self) -> R) -> R {
        self.stage_nodes = Some(nodes);
        let result = work(self);
        self.stage_nodes = None;
        result
    }

    pub(crate) fn emit(&mut self, event: &Event<'_>) {
        self.observer.event(event);
    }

    /// Returns the limits, to be polled from any thread.
    pub(crate) fn budget(&self) -> Budget<'a> {
        self.budget
    }

    /// Returns the time left; `None` without a time limit.
    pub(crate) fn remaining(&self) -> Option<Duration> {
        self.budget.limits().time.map(|limit| limit.saturating_sub(self.elapsed()))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.budget.elapsed()
    }

    /// Accounts for a step that generates `states` of `cells` cells, and polls the limits once in a while.
    #[inline]
    pub(crate) fn tick(
        &mut self,
        states: usize,
        cells: usize,
        progress: impl FnOnce() -> Progress,
    ) -> Result<(), StopReason> {
        // Besides copying its cells, a state costs about as much as 64 cells.
        let work = states * (cells + 64);
        if self.until_poll > work {
            self.until_poll -= work;
            return Ok(());
        }
        self.until_poll = Self::INTERVAL;
        self.poll(progress())
    }

    /// Reports progress and checks all limits.
    #[cold]
    pub(crate) fn poll(&mut self, mut progress: Progress) -> Result<(), StopReason> {
        progress.elapsed = self.elapsed();
        self.emit(&Event::Progress(progress));
        self.budget.check()?;
        let limits = self.budget.limits();
        let release = Self::RELEASE_TIME * (progress.memory >> 20) as u32 / 1024;
        if limits.time.is_some_and(|limit| progress.elapsed + release >= limit) {
            return Err(StopReason::Time);
        }
        if limits.at_least.is_some_and(|bound| progress.lower_bound >= bound) {
            Err(StopReason::Bound)
        } else if limits.nodes.into_iter().chain(self.stage_nodes).any(|limit| progress.generated >= limit) {
            Err(StopReason::Nodes)
        } else {
            self.afford(progress.memory)
        }
    }

    /// Checks cancellation and the time limit, within a long step.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.budget.check()
    }

    /// Returns the depth limit of an uninformed search.
    pub(crate) fn depth_limit(&self) -> Option<u32> {
        self.budget.limits().depth
    }

    /// Returns the memory limit in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.budget.limits().memory
    }

    /// Checks a total number of bytes against the memory limit.
    pub(crate) fn afford(&self, bytes: usize) -> Result<(), StopReason> {
        self.budget.afford(bytes)
    }
}
