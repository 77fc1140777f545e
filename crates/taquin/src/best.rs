//! The best solution that can be found within a given time, and how far from shortest it may be.
//!
//! Two sides work towards each other at the same time. From above, solutions are [constructed](crate::construct), shorter and
//! shorter ones. From below, on boards of up to 25 cells, IDA* proves that no solution is shorter than its bound, and raises
//! it. When the two meet, the solution is proven to be shortest, and the last iteration of IDA*, which takes longer than all
//! before it together, is not needed. Of larger boards, linear conflict alone tells how long a solution is at least.

use crate::board::{Board, Goal, Move};
use crate::construct::anytime;
use crate::heuristic::{Estimate, LinearConflict};
use crate::search::device::DeviceError;
use crate::search::{
    End, Improved, Limits, Meter, Observer, Planned, Progress, Run, Stats, StopFlag, Tables,
};
use crate::table::{BuildProgress, Frame, Partition, TableFault};
use std::path::Path;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// What was found.
pub(crate) struct Best {
    pub(crate) moves: Vec<Move>,
    pub(crate) lower_bound: u32,
    pub(crate) stats: Stats,
}

/// What the two sides know.
struct Shared {
    best: Mutex<Vec<Move>>,
    /// The length of the best solution, and of the shortest that may be.
    upper: AtomicU32,
    lower: AtomicU32,
    /// Raised when the proof is to end.
    proof: StopFlag,
}

impl Shared {
    fn improve(&self, moves: Vec<Move>) {
        let length = moves.len() as u32;
        // Both sides may have found one at the same time: the lock is for the comparison too.
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        if length < self.upper.load(Ordering::Relaxed) {
            *best = moves;
            self.upper.store(length, Ordering::Relaxed);
        }
        drop(best);
        if self.have_met() {
            self.proof.raise();
        }
    }

    fn have_met(&self) -> bool {
        self.upper.load(Ordering::Relaxed) <= self.lower.load(Ordering::Relaxed)
    }

    fn best_length(&self) -> Option<u32> {
        Some(self.upper.load(Ordering::Relaxed)).filter(|&length| length != u32::MAX)
    }
}

/// Solves a board that can be solved as well as the limits allow. Half of the memory is for each side.
pub(crate) fn solve(
    board: &Board,
    goal: &Goal,
    tables: &Tables,
    threads: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Best {
    let shared = Shared {
        best: Mutex::default(),
        upper: AtomicU32::new(u32::MAX),
        lower: AtomicU32::new(LinearConflict::new(goal).estimate(board)),
        proof: limits.stop.child(),
    };
    let mut nobody = ();
    let watch = Meter::new(limits, &mut nobody);
    let (guard, start) = (watch.guard(), limits.clock.now());
    let elapsed = || limits.clock.now().saturating_sub(start);
    let construct = || {
        let stop = || shared.have_met() || guard.interrupted().is_err();
        let go = || {
            anytime::solve(board, goal, limits.memory / 2, &stop, &mut |moves| {
                shared.improve(moves.to_vec());
            });
        };
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(go),
            Err(_) => go(),
        }
    };
    let stats = std::thread::scope(|scope| {
        let constructing = scope.spawn(construct);
        let mut reporter = Reporter { shared: &shared, limits, observer, start, told: None };
        let stats = if Tables::may_have(board.size()) {
            prove(board, goal, tables, threads, limits, &mut reporter)
        } else {
            reporter.planned(&Planned::Construct);
            Stats::default()
        };
        // Without a proof, there may be time left for better solutions.
        while !constructing.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
            reporter.progress(&Progress { elapsed: elapsed(), ..Progress::default() });
        }
        reporter.look(elapsed());
        stats
    });
    let moves = shared.best.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lower_bound = shared.lower.into_inner().min(moves.len() as u32);
    Best { moves, lower_bound, stats: Stats { time: elapsed(), ..stats } }
}

/// The side from below.
fn prove(
    board: &Board,
    goal: &Goal,
    tables: &Tables,
    threads: usize,
    limits: &Limits,
    reporter: &mut Reporter<'_>,
) -> Stats {
    let shared = reporter.shared;
    let frame = Frame::new(goal);
    let limits = Limits { memory: limits.memory / 2, stop: shared.proof.clone(), ..limits.clone() };
    let meter = &mut Meter::new(&limits, reporter);
    let Run { end, lower_bound, stats } = tables.solve(&frame, board, threads, meter);
    shared.lower.fetch_max(lower_bound, Ordering::Relaxed);
    if let End::Goal(moves) = end {
        shared.lower.fetch_max(moves.len() as u32, Ordering::Relaxed);
        shared.improve(moves);
    }
    stats
}

/// Passes on what IDA* tells, with what the other side found; and sees whether the two have met.
struct Reporter<'a> {
    shared: &'a Shared,
    limits: &'a Limits,
    observer: &'a mut dyn Observer,
    start: Duration,
    /// The length that was told last.
    told: Option<u32>,
}

impl Reporter<'_> {
    /// Looks at what the other side found, and whether it is enough.
    fn look(&mut self, elapsed: Duration) {
        if self.shared.have_met() {
            self.shared.proof.raise();
        }
        let best = self.shared.best_length();
        if let Some(moves) = best.filter(|_| best != self.told) {
            let lower_bound = self.shared.lower.load(Ordering::Relaxed);
            self.observer.improved(&Improved { moves, before: self.told, lower_bound, elapsed });
            self.told = best;
        }
    }
}

impl Observer for Reporter<'_> {
    fn progress(&mut self, progress: &Progress) {
        self.shared.lower.fetch_max(progress.lower_bound, Ordering::Relaxed);
        self.look(progress.elapsed);
        let lower_bound = self.shared.lower.load(Ordering::Relaxed);
        self.observer.progress(&Progress { lower_bound, best: self.told, ..*progress });
    }

    fn planned(&mut self, step: &Planned) {
        self.observer.planned(step);
    }

    fn building(&mut self, partition: &Partition, progress: BuildProgress) {
        self.look(self.limits.clock.now().saturating_sub(self.start));
        self.observer.building(partition, progress);
    }

    fn device_failed(&mut self, error: &DeviceError) {
        self.observer.device_failed(error);
    }

    fn damaged(&mut self, path: &Path, fault: &TableFault) {
        self.observer.damaged(path, fault);
    }
}
