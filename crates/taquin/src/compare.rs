//! Comparison of searches on the same board.
//!
//! [`methods`] combines algorithms with the heuristics they can use. [`MethodRun::new`] solves a board by one of these methods. Each run
//! has its own limits: one that runs out of time or memory is a result like the others. Runs should be made one after the other, so
//! that they do not disturb each other's times.
//!
//! Times are those of the search alone: a method that needs tables first runs a short unmeasured search to
//! build them.
//!
//! ```
//! use taquin::compare::{HeuristicChoice, MethodRun, methods};
//! use taquin::Engines;
//! use taquin::{Algorithm, Board, Goal, Heuristic, Limits, SearchOptions};
//!
//! let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
//! let goal = Goal::blank_last(board.size());
//! let limits = Limits::default();
//! let engines = Engines::default();
//! let choices = [HeuristicChoice::One(Heuristic::Hamming), HeuristicChoice::PatternDatabases];
//! for method in methods(&[Algorithm::IdaStar], &choices, &SearchOptions::default())? {
//!     let run = MethodRun::new(&method, &board, &goal, &limits, &engines, &mut ())?;
//!     println!("{method}: {:?} moves, {:?}", run.outcome.optimal_length(), run.stats);
//!     assert_eq!(run.outcome.optimal_length(), Some(4));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::algorithm::Algorithm;
use crate::engines::Engines;
use crate::event::Observer;
use crate::heuristic::{Evaluator, Heuristic};
use crate::multi_tile::MultiTileSearch;
use crate::outcome::{Outcome, SolveError};
use crate::request::{OptionError, Request, SearchOptions};
use crate::solution::Solution;
use crate::solver::Solver;
use crate::stats::Stats;
use taquin_core::{Board, Goal, Limits, Metric, Size, StopReason};

/// The heuristics to combine with an algorithm; see [`methods`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HeuristicChoice {
    /// One heuristic, for all algorithms that use one.
    One(Heuristic),
    /// Pattern databases, for IDA* only.
    PatternDatabases,
    /// Every heuristic in turn, without pattern databases.
    All,
}

/// The result of one method on one board.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct MethodRun {
    /// The method.
    pub method: Request,
    /// The outcome, with the length of the solution.
    pub outcome: RunOutcome,
    /// The statistics of the search; `None` if it was not started.
    pub stats: Option<Stats>,
    /// The error of the heuristic on this board; `None` without a heuristic or a proven shortest solution.
    pub heuristic_error: Option<HeuristicError>,
}

/// The outcome of a [`MethodRun`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunOutcome {
    /// A solution was found and verified.
    Solved {
        /// The number of moves of the solution.
        moves: u32,
        /// The proven lower bound on the length of a solution.
        lower_bound: u32,
    },
    /// The board can't reach the goal.
    Unsolvable,
    /// A limit was reached, or the search was cancelled.
    Stopped {
        /// The limit that was reached.
        reason: StopReason,
        /// The proven lower bound on the length of a solution.
        lower_bound: u32,
    },
    /// Not started: the heuristic or the pattern databases do not support this size.
    Unsupported,
    /// Not started: the comparison was cancelled before.
    NotRun,
}

/// The error of a heuristic: the true distance minus the heuristic value, along a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HeuristicError {
    /// The error on the first board, in moves.
    pub at_start: u32,
    /// The mean error over all boards of the solution except the goal, in moves.
    pub mean: f64,
}

/// Combines each algorithm with each of the choices that it can use, in order and without duplicates. An algorithm without a heuristic
/// gives one method; the order and the depth limit of `options` are for those that use them.
///
/// # Errors
/// If no algorithm uses one of these options, or if an algorithm can use none of the choices.
pub fn methods(
    algorithms: &[Algorithm],
    choices: &[HeuristicChoice],
    options: &SearchOptions,
) -> Result<Vec<Request>, OptionError> {
    let is_used = algorithms.iter().any(|algorithm| algorithm.is_uninformed());
    if let Some(&first) = algorithms.first().filter(|_| !is_used) {
        // The first algorithm stands for all.
        SearchOptions { algorithm: Some(first), ..options.clone() }.request()?;
    }
    let mut methods = Vec::new();
    for &algorithm in algorithms {
        let heuristics = heuristics_of(algorithm, choices);
        if heuristics.is_empty() {
            return Err(OptionError::NoPatternDatabases(algorithm));
        }
        for heuristic in heuristics {
            let mut options = SearchOptions { algorithm: Some(algorithm), heuristic, ..options.clone() };
            if !algorithm.is_uninformed() {
                (options.order, options.depth_limit) = (None, None);
            }
            let method = options.request()?;
            if !methods.contains(&method) {
                methods.push(method);
            }
        }
    }
    Ok(methods)
}

/// Returns the choices that an algorithm can use; `None` stands for none, and for pattern databases.
fn heuristics_of(algorithm: Algorithm, choices: &[HeuristicChoice]) -> Vec<Option<Heuristic>> {
    if !algorithm.uses_heuristic() {
        return vec![None];
    }
    let mut heuristics = Vec::new();
    for choice in choices {
        match choice {
            HeuristicChoice::One(heuristic) => heuristics.push(Some(*heuristic)),
            HeuristicChoice::PatternDatabases if algorithm == Algorithm::IdaStar => heuristics.push(None),
            HeuristicChoice::PatternDatabases => {}
            HeuristicChoice::All => heuristics.extend(Heuristic::ALL.map(Some)),
        }
    }
    heuristics
}

impl HeuristicChoice {
    /// All choices: each heuristic, pattern databases, and all heuristics.
    pub const ALL: [Self; Heuristic::ALL.len() + 2] = {
        let mut all = [Self::All; Heuristic::ALL.len() + 2];
        let mut i = 0;
        while i < Heuristic::ALL.len() {
            all[i] = Self::One(Heuristic::ALL[i]);
            i += 1;
        }
        all[i] = Self::PatternDatabases;
        all
    };

    /// Returns the name: that of the heuristic, `tables` or `all`.
    pub fn name(self) -> &'static str {
        match self {
            Self::One(heuristic) => heuristic.name(),
            Self::PatternDatabases => "tables",
            Self::All => "all",
        }
    }
}

/// The node limit of the unmeasured search that builds the tables.
const WARM_UP_NODES: u64 = 1000;

/// The number of runs whose mean time replaces a time of 0.
const COARSE_RUNS: u32 = 20;

impl MethodRun {
    /// Solves a board on one thread within limits. Missing tables are built first; that is not part of the
    /// measured time, and stops only on cancellation or at the memory limit. Both are reported to the
    /// observer.
    ///
    /// If the method does not support the size or the search is cancelled before, the run has the
    /// outcome [`Unsupported`](RunOutcome::Unsupported) or [`NotRun`](RunOutcome::NotRun).
    ///
    /// # Errors
    /// If board and goal have different sizes. [`Refuted`](SolveError::Refuted) would be a bug.
    pub fn new(
        method: &Request,
        board: &Board,
        goal: &Goal,
        limits: &Limits,
        engines: &Engines,
        observer: &mut dyn Observer,
    ) -> Result<Self, SolveError> {
        let not_started =
            |outcome| Self { method: method.clone(), outcome, stats: None, heuristic_error: None };
        let solver = Solver::new(goal.clone()).request(method.clone()).engines(engines.clone());
        let is_supported = supports(method, board.size());
        if is_supported && needs_tables(method) && !limits.cancel.is_cancelled() {
            // Builds the tables; the outcome does not matter.
            let warm_up = Limits { time: None, nodes: Some(WARM_UP_NODES), ..limits.clone() };
            solver.clone().limits(warm_up).solve_observed(board, observer)?;
        }
        if limits.cancel.is_cancelled() {
            return Ok(not_started(RunOutcome::NotRun));
        }
        if !is_supported {
            return Ok(not_started(RunOutcome::Unsupported));
        }
        let solver = solver.limits(limits.clone());
        let (outcome, mut stats, heuristic_error) = match solver.solve_observed(board, observer)? {
            Outcome::Solved(solution) => {
                let moves = solution.len() as u32;
                let outcome = RunOutcome::Solved { moves, lower_bound: solution.lower_bound() };
                let evaluator = method.heuristic().and_then(|heuristic| engines.evaluator(heuristic, goal));
                let error = evaluator.and_then(|evaluator| heuristic_error(&solution, &evaluator));
                (outcome, solution.stats().clone(), error)
            }
            Outcome::Unsolvable(unsolvable) => (RunOutcome::Unsolvable, unsolvable.stats, None),
            Outcome::Stopped(at) => {
                let outcome = RunOutcome::Stopped { reason: at.reason, lower_bound: at.lower_bound };
                (outcome, at.stats, None)
            }
        };
        // In a browser the clock ticks every 0.1 ms: the mean of several runs is more precise.
        if stats.time.is_zero() && matches!(outcome, RunOutcome::Solved { .. }) {
            for _ in 0..COARSE_RUNS {
                stats.time += solver.solve(board)?.stats().time / COARSE_RUNS;
            }
        }
        Ok(Self { method: method.clone(), outcome, stats: Some(stats), heuristic_error })
    }

    /// Returns the effective branching factor, if there is a solution: the branching factor *b* of a uniform
    /// tree as deep as the solution with as many nodes below its root as the search generated, b + b² + … +
    /// b^moves = nodes. The closer to 1, the better the heuristic guided the search.
    pub fn branching_factor(&self) -> Option<f64> {
        match (self.outcome, &self.stats) {
            (RunOutcome::Solved { moves, .. }, Some(stats)) => branching_factor(stats.generated, moves),
            _ => None,
        }
    }
}

impl RunOutcome {
    /// Returns the length of the solution if it is proven to be shortest.
    pub fn optimal_length(self) -> Option<u32> {
        match self {
            Self::Solved { moves, lower_bound } if lower_bound >= moves => Some(moves),
            _ => None,
        }
    }

    /// Returns a short description: `solved`, `out of time`, `not for this size`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved { .. } => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stopped { reason, .. } => match reason {
                StopReason::Time => "out of time",
                StopReason::Nodes => "out of nodes",
                StopReason::Memory => "out of memory",
                StopReason::Depth => "out of depth",
                StopReason::Bound => "proven",
                StopReason::Cancelled => "interrupted",
            },
            Self::Unsupported => "not for this size",
            Self::NotRun => "not run",
        }
    }
}

/// Returns true if a method supports boards of a size: walking distance and pattern databases are for small ones.
fn supports(method: &Request, size: Size) -> bool {
    match method.heuristic() {
        _ if method.metric() == Metric::Multi => size.cells() <= MultiTileSearch::MAX_CELLS,
        Some(heuristic) => heuristic.supports(size),
        None => method.algorithm() != Algorithm::IdaStar || size.cells() <= Engines::MAX_CELLS,
    }
}

/// Returns true if tables must be built before the time is measured.
fn needs_tables(method: &Request) -> bool {
    method.heuristic().map_or(method.algorithm() == Algorithm::IdaStar, Heuristic::needs_tables)
}

/// Returns the error of a heuristic along a solution, if the solution is proven to be shortest: otherwise the
/// true distances of its boards are unknown.
fn heuristic_error(solution: &Solution, evaluator: &Evaluator) -> Option<HeuristicError> {
    if !solution.is_shortest() {
        return None;
    }
    let length = solution.len() as u32;
    let errors: Vec<u32> = solution
        .boards()
        .zip((1..=length).rev())
        .map(|(board, distance)| distance.saturating_sub(evaluator.estimate(&board)))
        .collect();
    let sum: f64 = errors.iter().copied().map(f64::from).sum();
    errors.first().map(|&at_start| HeuristicError { at_start, mean: sum / f64::from(length) })
}

/// Solves b + b² + … + b^depth = nodes for *b* by bisection between 0 and `nodes`; the sum increases with b.
#[expect(clippy::cast_precision_loss, reason = "a branching factor needs no more precision")]
fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if nodes == 0 || depth == 0 {
        return None;
    }
    let nodes = nodes as f64;
    let sum = |b: f64| (0..depth).fold(0.0, |sum, _| b * (1.0 + sum));
    let mut below = 0.0;
    let mut above = nodes;
    // Each step halves the interval; 100 steps exhaust the precision.
    for _ in 0..100 {
        let middle = f64::midpoint(below, above);
        if sum(middle) < nodes {
            below = middle;
        } else {
            above = middle;
        }
    }
    Some(above)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Weight;
    use taquin_core::Move;

    fn is_near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn effective_branching_factor_solves_its_equation() {
        assert!(is_near(branching_factor(2 + 4 + 8, 3), 2.0));
        assert!(is_near(branching_factor(3 + 9, 2), 3.0));
        assert!(is_near(branching_factor(7, 1), 7.0));
        // A search that generates the solution only.
        assert!(is_near(branching_factor(31, 31), 1.0));
        // b + b² = 1 gives the golden ratio.
        assert!(is_near(branching_factor(1, 2), (5.0_f64.sqrt() - 1.0) / 2.0));
        assert_eq!((branching_factor(0, 3), branching_factor(3, 0)), (None, None));
        assert!(branching_factor(u64::MAX, 10_000).is_some_and(|b| b > 1.0 && b < 1.01));
    }

    #[test]
    fn heuristic_error_requires_a_proven_shortest_solution() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let Outcome::Solved(solution) = Solver::new(goal.clone()).solve(&board).expect("same size") else {
            panic!("solvable")
        };
        let exact = Some(HeuristicError { at_start: 0, mean: 0.0 });
        let evaluator = Heuristic::Manhattan.evaluator(&goal).expect("any size");
        assert_eq!(heuristic_error(&solution, &evaluator), exact);
        let mut detour = vec![Move::Up, Move::Down];
        detour.extend(solution.moves());
        let unproven = Solution::new(board, &goal, detour).expect("it ends at the goal");
        assert_eq!(heuristic_error(&unproven, &evaluator), None);
    }

    #[test]
    fn methods_combine_algorithms_with_their_heuristics() {
        let names = |algorithm, choices: &[HeuristicChoice]| -> Vec<&'static str> {
            let methods = methods(&[algorithm], choices, &SearchOptions::default());
            methods.iter().flatten().map(Request::heuristic_name).collect()
        };
        let some = [HeuristicChoice::One(Heuristic::Hamming), HeuristicChoice::PatternDatabases];
        assert_eq!(names(Algorithm::AStar, &some), ["hamming"]);
        assert_eq!(names(Algorithm::IdaStar, &some), ["hamming", "tables"]);
        assert_eq!(names(Algorithm::UniformCost, &some), ["none"]);
        assert_eq!(names(Algorithm::Auto, &[HeuristicChoice::All]), ["none"]);
        assert_eq!(names(Algorithm::AStar, &[HeuristicChoice::All]).len(), Heuristic::ALL.len());
        assert!(names(Algorithm::AStar, &[HeuristicChoice::PatternDatabases]).is_empty());
    }

    #[test]
    fn options_are_for_the_algorithms_that_use_them() {
        let options = SearchOptions { depth_limit: Some(4), ..SearchOptions::default() };
        let choices = [HeuristicChoice::One(Heuristic::Hamming)];
        let both = methods(&[Algorithm::AStar, Algorithm::DepthFirst], &choices, &options);
        assert_eq!(both.map(|methods| methods.len()), Ok(2));
        let neither = methods(&[Algorithm::AStar, Algorithm::Greedy], &choices, &options);
        assert_eq!(neither, Err(OptionError::NoDepthLimit(Algorithm::AStar)));
    }

    fn run(algorithm: Algorithm, heuristic: Heuristic, board: &str, limits: &Limits) -> MethodRun {
        let board: Board = board.parse().expect("a board");
        let (algorithm, heuristic) = (Some(algorithm), Some(heuristic));
        let options = SearchOptions { algorithm, heuristic, ..SearchOptions::default() };
        let method = options.request().expect("a heuristic search");
        let goal = Goal::blank_last(board.size());
        MethodRun::new(&method, &board, &goal, limits, &Engines::default(), &mut ()).expect("same size")
    }

    #[test]
    fn every_outcome_is_a_run() {
        let easy = "0 1 3/4 2 5/7 8 6";
        let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
        let unlimited = Limits::default();
        let limited = Limits { nodes: Some(1000), ..Limits::default() };
        let solved = run(Algorithm::WeightedAStar(Weight::new(3)), Heuristic::Largest, easy, &unlimited);
        assert_eq!(solved.method.to_string(), "weighted-3 largest");
        assert!(matches!(solved.outcome, RunOutcome::Solved { moves: 4, .. }), "{solved:?}");
        assert!(solved.stats.is_some() && solved.branching_factor().is_some(), "{solved:?}");
        let unsolvable = run(Algorithm::Princeton, Heuristic::Manhattan, "1 2 3/4 5 6/8 7 0", &unlimited);
        assert_eq!((unsolvable.outcome, unsolvable.branching_factor()), (RunOutcome::Unsolvable, None));
        let stopped = run(Algorithm::AStar, Heuristic::Hamming, hard, &limited);
        assert_eq!((stopped.outcome.name(), stopped.outcome.optimal_length()), ("out of nodes", None));
        let large = Goal::snail(Size::square(5).expect("in range"));
        let unsupported = run(Algorithm::AStar, Heuristic::Largest, &large.board().to_string(), &unlimited);
        assert_eq!((unsupported.outcome, unsupported.stats), (RunOutcome::Unsupported, None));
        unlimited.cancel.cancel();
        let not_run = run(Algorithm::AStar, Heuristic::Hamming, easy, &unlimited);
        assert_eq!((not_run.outcome, not_run.stats), (RunOutcome::NotRun, None));
    }
}
