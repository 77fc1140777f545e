//! Anytime search: better and better solutions, and a lower bound that proves how good they are.
//!
//! Two sides work concurrently. [Construction](crate::construct) finds shorter and shorter incumbents. Meanwhile a proof raises
//! the lower bound: IDA* with pattern databases on boards of up to 25 cells, on a GPU if there is one; A* beyond, if a
//! proof is required. When the two meet, the incumbent is shortest, and the last iteration of IDA*, which costs more than all
//! before it together, is never run.
//!
//! In the multi-tile metric there is no proof: the bound comes from [`line_bound`].

use crate::construct::improve;
use crate::event::{Event, Improved, Observer, Phase, Progress};
use crate::heuristic::{Evaluate, LinearConflict};
use crate::multi_tile::line_bound;
use crate::search::{End, Meter, Run};
use crate::solver::Solver;
use crate::stats::Stats;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use taquin_core::{Board, Budget, CancelToken, Limits, Metric, Move, StopReason};
use taquin_pdb::Frame;

/// The result of an anytime search.
pub(crate) struct AnytimeRun {
    pub(crate) moves: Vec<Move>,
    pub(crate) lower_bound: u32,
    pub(crate) stats: Stats,
    /// The limit that stopped the proof, if it did not finish.
    pub(crate) stopped: Option<StopReason>,
}

/// The state that both sides share.
struct Shared {
    metric: Metric,
    incumbent: Mutex<Vec<Move>>,
    upper_bound: AtomicU32,
    lower_bound: AtomicU32,
    /// Cancels the proof.
    cancel_proof: CancelToken,
}

impl Shared {
    fn improve(&self, moves: Vec<Move>) {
        let length = self.metric.count(&moves) as u32;
        // Both sides may find one at the same time: the lock covers the comparison too.
        let mut incumbent = self.incumbent.lock().unwrap_or_else(PoisonError::into_inner);
        if length < self.upper_bound.load(Ordering::Relaxed) {
            *incumbent = moves;
            self.upper_bound.store(length, Ordering::Relaxed);
        }
        drop(incumbent);
        if self.bounds_meet() {
            self.cancel_proof.cancel();
        }
    }

    fn bounds_meet(&self) -> bool {
        self.upper_bound.load(Ordering::Relaxed) <= self.lower_bound.load(Ordering::Relaxed)
    }

    fn incumbent_length(&self) -> Option<u32> {
        Some(self.upper_bound.load(Ordering::Relaxed)).filter(|&length| length != u32::MAX)
    }
}

/// Solves a solvable board as well as the limits allow. Sides that run at the same time may use half of the memory each.
///
/// With `prove`, the search continues until the incumbent is proven shortest or the proof reaches a limit.
pub(crate) fn solve(
    solver: &Solver,
    board: &Board,
    limits: &Limits,
    prove: bool,
    observer: &mut dyn Observer,
) -> AnytimeRun {
    let metric = solver.metric_in_use();
    let lower_bound = match metric {
        Metric::Single => LinearConflict::new(solver.goal_ref()).estimate(board),
        Metric::Multi => line_bound(board, solver.goal_ref()),
    };
    let shared = Shared {
        metric,
        incumbent: Mutex::default(),
        upper_bound: AtomicU32::new(u32::MAX),
        lower_bound: AtomicU32::new(lower_bound),
        cancel_proof: limits.cancel.child(),
    };
    let budget = Budget::new(limits);
    let mut reporter = Reporter { shared: &shared, budget, observer, reported: None };
    let (stats, stopped) = run_both(solver, board, limits, prove, &mut reporter);
    reporter.report_incumbent(budget.elapsed());
    let moves = shared.incumbent.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lower_bound = shared.lower_bound.into_inner().min(metric.count(&moves) as u32);
    AnytimeRun { moves, lower_bound, stats: Stats { time: budget.elapsed(), ..stats }, stopped }
}

/// Runs construction on its own thread, and the proof on this one.
#[cfg(feature = "threads")]
fn run_both(
    solver: &Solver,
    board: &Board,
    limits: &Limits,
    prove: bool,
    reporter: &mut Reporter<'_>,
) -> (Stats, Option<StopReason>) {
    let shared = reporter.shared;
    let budget = reporter.budget;
    let proof_is_over = std::sync::atomic::AtomicBool::new(false);
    let construction = || {
        let stop = || {
            shared.bounds_meet()
                || budget.check().is_err()
                || (prove && proof_is_over.load(Ordering::Relaxed))
        };
        let work = || {
            construct(solver, board, limits, &stop, &mut |moves| {
                shared.improve(moves.to_vec());
            });
        };
        let threads = || rayon::ThreadPoolBuilder::new().num_threads(solver.thread_count());
        // If the system refuses the threads, this one does all the work.
        match threads().build().or_else(|_| threads().num_threads(1).use_current_thread().build()) {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    };
    std::thread::scope(|scope| {
        let Ok(construction) = std::thread::Builder::new().spawn_scoped(scope, construction) else {
            return run_one_after_the_other(solver, board, limits, prove, reporter);
        };
        let half = Limits { memory: limits.memory / 2, ..limits.clone() };
        let result = run_proof(solver, board, &half, prove, reporter);
        proof_is_over.store(true, Ordering::Relaxed);
        // Without a proof, there may be time left for better solutions.
        while !construction.is_finished() {
            std::thread::sleep(Duration::from_millis(1));
            reporter.event(&Event::Progress(Progress { elapsed: budget.elapsed(), ..Progress::default() }));
        }
        result
    })
}

#[cfg(not(feature = "threads"))]
use run_one_after_the_other as run_both;

/// Without threads: construction for half of the time, then the proof, if there is one.
fn run_one_after_the_other(
    solver: &Solver,
    board: &Board,
    limits: &Limits,
    prove: bool,
    reporter: &mut Reporter<'_>,
) -> (Stats, Option<StopReason>) {
    let shared = reporter.shared;
    let budget = reporter.budget;
    let share = limits.time.map_or(CONSTRUCTION_TIME, |time| time / 2);
    // Boards too large for pattern databases have no proof to wait for.
    let has_proof = prove || proof_frame(solver).is_some();
    let is_over = || has_proof && budget.elapsed() >= share;
    let stop = || shared.bounds_meet() || budget.check().is_err() || is_over();
    construct(solver, board, limits, &stop, &mut |moves| {
        shared.improve(moves.to_vec());
        reporter.report_incumbent(budget.elapsed());
    });
    let time = limits.time.map(|time| time.saturating_sub(budget.elapsed()));
    run_proof(solver, board, &Limits { time, ..limits.clone() }, prove, reporter)
}

/// Finds shorter and shorter solutions with half of the memory.
fn construct(
    solver: &Solver,
    board: &Board,
    limits: &Limits,
    stop: &(dyn Fn() -> bool + Sync),
    report: &mut dyn FnMut(&[Move]),
) {
    let (goal, metric) = (solver.goal_ref(), solver.metric_in_use());
    improve::solve(board, goal, solver.given_solution(), metric, limits.memory / 2, stop, report);
}

/// The time for construction before a proof without a time limit.
const CONSTRUCTION_TIME: Duration = Duration::from_secs(2);

/// Raises the lower bound until it meets the incumbent or a limit is reached.
fn run_proof(
    solver: &Solver,
    board: &Board,
    limits: &Limits,
    prove: bool,
    reporter: &mut Reporter<'_>,
) -> (Stats, Option<StopReason>) {
    let shared = reporter.shared;
    let frame = proof_frame(solver);
    if frame.is_none() && !prove {
        reporter.event(&Event::Phase(&Phase::Construct));
        return (Stats::default(), None);
    }
    let limits = Limits { cancel: shared.cancel_proof.clone(), ..limits.clone() };
    let meter = &mut Meter::new(&limits, reporter);
    let Run { end, lower_bound, stats } = match &frame {
        Some(frame) => solver.search_with_pdbs(frame, board, meter),
        None => solver.search(board, None, meter),
    };
    shared.lower_bound.fetch_max(lower_bound, Ordering::Relaxed);
    let stopped = match end {
        End::Goal(moves) => {
            shared.lower_bound.fetch_max(moves.len() as u32, Ordering::Relaxed);
            shared.improve(moves);
            None
        }
        End::TwinSolved => None,
        End::Stopped(reason) => Some(reason).filter(|_| !shared.bounds_meet()),
    };
    (stats, stopped)
}

/// Returns the frame of a proof with pattern databases.
fn proof_frame(solver: &Solver) -> Option<Frame> {
    solver.frame().filter(|_| solver.metric_in_use() == Metric::Single)
}

/// Forwards the events of the proof, merged with the state of the construction.
struct Reporter<'a> {
    shared: &'a Shared,
    budget: Budget<'a>,
    observer: &'a mut dyn Observer,
    /// The last incumbent length reported.
    reported: Option<u32>,
}

impl Reporter<'_> {
    fn report_incumbent(&mut self, elapsed: Duration) {
        if self.shared.bounds_meet() {
            self.shared.cancel_proof.cancel();
        }
        let length = self.shared.incumbent_length();
        if let Some(moves) = length.filter(|_| length != self.reported) {
            let lower_bound = self.shared.lower_bound.load(Ordering::Relaxed);
            let improved = Improved { moves, previous: self.reported, lower_bound, elapsed };
            self.observer.event(&Event::Improved(improved));
            self.reported = length;
        }
    }
}

impl Observer for Reporter<'_> {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => {
                self.shared.lower_bound.fetch_max(progress.lower_bound, Ordering::Relaxed);
                self.report_incumbent(progress.elapsed);
                let lower_bound = self.shared.lower_bound.load(Ordering::Relaxed);
                let merged = Progress { lower_bound, incumbent: self.reported, ..*progress };
                self.observer.event(&Event::Progress(merged));
            }
            Event::Building { .. } => {
                self.report_incumbent(self.budget.elapsed());
                self.observer.event(event);
            }
            _ => self.observer.event(event),
        }
    }
}
