//! Limits and progress of one search.

use super::{End, Run};
use crate::event::{Event, Observer};
use crate::progress::Progress;
use std::time::Duration;
use taquin_core::{Budget, Limits, StopReason};

/// Polls the limits of one search and reports its progress.
pub(crate) struct Meter<'a> {
    budget: Budget<'a>,
    observer: &'a mut dyn Observer,
    until_poll: usize,
    /// The number of nodes after which another search follows.
    stage_nodes: Option<u64>,
    /// The number of nodes that earlier searches generated.
    spent: u64,
    /// The lower bound to stop at.
    bound: Option<u32>,
}

impl<'a> Meter<'a> {
    /// Work between two polls, in cells copied: about a millisecond.
    const INTERVAL: usize = 1 << 17;

    /// The time to release a GiB of memory, measured at 50 to 100 ms. It counts towards the time limit.
    const RELEASE_TIME: Duration = Duration::from_millis(80);

    pub(crate) fn new(limits: &'a Limits, observer: &'a mut dyn Observer) -> Self {
        Self::with_budget(Budget::new(limits), observer)
    }

    pub(crate) fn with_budget(budget: Budget<'a>, observer: &'a mut dyn Observer) -> Self {
        Self { budget, observer, until_poll: Self::INTERVAL, stage_nodes: None, spent: 0, bound: None }
    }

    /// Ends the search with [`StopReason::Bound`] as soon as it has proven that every solution has at least this many moves.
    pub(crate) fn stop_at(&mut self, bound: u32) {
        self.bound = Some(bound);
    }

    /// Runs a cheap search, and if that is not enough, an expensive one, which gets the lower bound that the cheap one has proven.
    /// Returns the result with the cost of both.
    pub(crate) fn escalate(
        &mut self,
        cheap_nodes: u64,
        cheap: impl FnOnce(&mut Self) -> Run,
        expensive: impl FnOnce(u32, &mut Self) -> Run,
    ) -> Run {
        let first = self.stage(cheap_nodes, cheap);
        if self.is_final(&first) {
            return first;
        }
        self.spent += first.stats.generated;
        let mut run = expensive(first.lower_bound, self);
        run.add(&first);
        run.stats.time = self.elapsed();
        run
    }

    /// Runs a search that ends with [`StopReason::Nodes`] after this many nodes, even if the limits allow more.
    pub(crate) fn stage(&mut self, nodes: u64, search: impl FnOnce(&mut Self) -> Run) -> Run {
        self.stage_nodes = Some(nodes);
        let run = search(self);
        self.stage_nodes = None;
        run
    }

    /// Returns true if no other search can continue where one ended.
    pub(crate) fn is_final(&self, run: &Run) -> bool {
        let limit = self.budget.limits().nodes;
        !matches!(run.end, End::Stopped(StopReason::Nodes | StopReason::Memory))
            || limit.is_some_and(|limit| self.spent + run.stats.generated >= limit)
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
        self.budget.remaining()
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
        if !release.is_zero() && self.remaining().is_some_and(|time| time <= release) {
            return Err(StopReason::Time);
        }
        if self.bound.is_some_and(|bound| progress.lower_bound >= bound) {
            Err(StopReason::Bound)
        } else if self.stage_nodes.is_some_and(|limit| progress.generated >= limit)
            || limits.nodes.is_some_and(|limit| self.spent + progress.generated >= limit)
        {
            Err(StopReason::Nodes)
        } else {
            self.afford(progress.memory)
        }
    }

    /// Checks cancellation and the time limit, within a long step.
    pub(crate) fn check(&self) -> Result<(), StopReason> {
        self.budget.check()
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
