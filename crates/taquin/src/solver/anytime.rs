//! Anytime search: better and better solutions, and a lower bound that proves how good they are.
//!
//! Two sides work concurrently. [Construction](crate::construct) finds shorter and shorter incumbents. Meanwhile a proof raises
//! the lower bound: IDA* with pattern databases on boards of up to 25 cells, on a GPU if there is one; A* beyond, if a
//! proof is required. When the two meet, the incumbent is shortest, and the last iteration of IDA*, which costs more than all
//! before it together, is never run.
//!
//! In the multi-tile metric there is no proof: the bound comes from [`line_bound`].

use super::{PlanStep, Solver};
use crate::construct::improve;
use crate::event::{Event, Improved, Observer};
use crate::heuristic::{Evaluate, LinearConflict};
use crate::multi_tile::line_bound;
use crate::outcome::SolveError;
use crate::progress::Progress;
use crate::search::{End, Meter, Run};
use crate::stats::Stats;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use taquin_core::{Board, Budget, CancelToken, Limits, Metric, Move, StopReason};

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

/// A board, and the searches that may prove a solution shortest.
#[derive(Clone, Copy)]
struct Task<'a> {
    solver: &'a Solver,
    board: &'a Board,
    proof: &'a [PlanStep],
    /// True if the search goes on until the incumbent is proven shortest or the proof reaches a limit.
    #[cfg_attr(
        not(feature = "threads"),
        expect(dead_code, reason = "a proof that comes last always ends the search")
    )]
    must_prove: bool,
    budget: Budget<'a>,
}

/// The time to verify and write a move of the solution. A 127×127 board has five million.
const FINISHING_TIME: Duration = Duration::from_nanos(40);

impl Task<'_> {
    /// Returns true if a limit is reached, or will be when the incumbent is written.
    fn must_finish(&self, shared: &Shared) -> bool {
        let time = || shared.incumbent_length().map_or(Duration::ZERO, |length| FINISHING_TIME * length);
        self.budget.check().is_err() || self.budget.remaining().is_some_and(|left| left <= time())
    }
}

/// Solves a solvable board as well as the limits allow. Sides that run at the same time may use half of the memory each.
pub(crate) fn solve(
    solver: &Solver,
    board: &Board,
    proof: &[PlanStep],
    must_prove: bool,
    budget: Budget<'_>,
    observer: &mut dyn Observer,
) -> Result<AnytimeRun, SolveError> {
    let metric = solver.request_ref().metric();
    let lower_bound = match metric {
        Metric::Single => LinearConflict::new(solver.goal()).estimate(board),
        Metric::Multi => line_bound(board, solver.goal()),
    };
    let shared = Shared {
        metric,
        incumbent: Mutex::default(),
        upper_bound: AtomicU32::new(u32::MAX),
        lower_bound: AtomicU32::new(lower_bound),
        cancel_proof: budget.limits().cancel.child(),
    };
    let mut reporter = Reporter { shared: &shared, budget, observer, reported: None };
    let task = Task { solver, board, proof, must_prove, budget };
    let (stats, stopped) = run_both(task, &mut reporter)?;
    reporter.report_incumbent(budget.elapsed());
    let moves = shared.incumbent.into_inner().unwrap_or_else(PoisonError::into_inner);
    let lower_bound = shared.lower_bound.into_inner().min(metric.count(&moves) as u32);
    Ok(AnytimeRun { moves, lower_bound, stats: Stats { time: budget.elapsed(), ..stats }, stopped })
}

/// Runs construction on its own thread, and the proof on this one.
#[cfg(feature = "threads")]
fn run_both(task: Task<'_>, reporter: &mut Reporter<'_>) -> Result<(Stats, Option<StopReason>), SolveError> {
    let shared = reporter.shared;
    let Task { must_prove, budget, .. } = task;
    let is_over = std::sync::atomic::AtomicBool::new(false);
    let construction = || {
        let stop = || shared.bounds_meet() || task.must_finish(shared) || is_over.load(Ordering::Relaxed);
        let work = || {
            construct(task, &stop, &mut |moves| shared.improve(moves.to_vec()));
        };
        let threads = || rayon::ThreadPoolBuilder::new().num_threads(task.solver.thread_count());
        // If the system refuses the threads, this one does all the work.
        match threads().build().or_else(|_| threads().num_threads(1).use_current_thread().build()) {
            Ok(pool) => pool.install(work),
            Err(_) => work(),
        }
    };
    std::thread::scope(|scope| {
        let Ok(construction) = std::thread::Builder::new().spawn_scoped(scope, construction) else {
            return run_one_after_the_other(task, reporter);
        };
        let result = run_proof(task, budget.limits().memory / 2, reporter);
        // Unless there has to be a proof, there may be time left for better solutions.
        is_over.store(must_prove || result.is_err(), Ordering::Relaxed);
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
    task: Task<'_>,
    reporter: &mut Reporter<'_>,
) -> Result<(Stats, Option<StopReason>), SolveError> {
    let shared = reporter.shared;
    let budget = task.budget;
    let end = budget.elapsed() + budget.remaining().map_or(CONSTRUCTION_TIME, |time| time / 2);
    let is_over = || !task.proof.is_empty() && budget.elapsed() >= end;
    let stop = || shared.bounds_meet() || task.must_finish(shared) || is_over();
    construct(task, &stop, &mut |moves| {
        shared.improve(moves.to_vec());
        reporter.report_incumbent(budget.elapsed());
    });
    run_proof(task, budget.limits().memory, reporter)
}

/// Finds shorter and shorter solutions with half of the memory.
fn construct(task: Task<'_>, stop: &(dyn Fn() -> bool + Sync), report: &mut dyn FnMut(&[Move])) {
    let Task { solver, board, budget, .. } = task;
    let memory = budget.limits().memory / 2;
    improve::solve(
        board,
        solver.goal(),
        solver.request_ref().solution_to_improve(),
        solver.request_ref().metric(),
        memory,
        stop,
        report,
    );
}

/// The time for construction before a proof without a time limit.
const CONSTRUCTION_TIME: Duration = Duration::from_secs(2);

/// Raises the lower bound until it meets the incumbent or a limit is reached.
fn run_proof(
    task: Task<'_>,
    memory: usize,
    reporter: &mut Reporter<'_>,
) -> Result<(Stats, Option<StopReason>), SolveError> {
    let Task { solver, board, proof, budget, .. } = task;
    if proof.is_empty() {
        return Ok((Stats::default(), None));
    }
    let shared = reporter.shared;
    let limits = Limits { memory, cancel: shared.cancel_proof.clone(), ..budget.limits().clone() };
    let meter = &mut Meter::with_budget(Budget::since(&limits, budget.start()), reporter);
    let Run { end, lower_bound, stats } = solver.search(proof, board, meter)?;
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
    Ok((stats, stopped))
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
