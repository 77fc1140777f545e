//! Any searches against each other, on the same board.
//!
//! A [`Method`] is an algorithm with a heuristic; [`methods_of`] pairs an algorithm with each guide it can use.
//! [`Method::run`] has it solve a board and says what came of it, as a [`Run`]. Each run has limits of its own: one that takes
//! too long or too much memory is an entry of the comparison like the others, and the next begins afresh. Runs are to be made
//! one after the other, so that none disturbs another's time.
//!
//! Times are those of searches alone: a method that needs tables searches a little before its run, unmeasured, so that they
//! are there.
//!
//! ```
//! use taquin::compare::{Guide, methods_of};
//! use taquin::{Algorithm, Board, Goal, Heuristic, Limits, Tables};
//!
//! let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
//! let (goal, limits, tables) = (Goal::blank_last(board.size()), Limits::default(), Tables::default());
//! for method in methods_of(Algorithm::IdaStar, &[Guide::By(Heuristic::Hamming), Guide::Tables]) {
//!     let run = method.run(&board, &goal, &limits, &tables, &mut ())?;
//!     println!("{method}: {:?} moves, {:?}", run.end.fewest_moves(), run.stats);
//!     assert_eq!(run.end.fewest_moves(), Some(4));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use crate::board::{Board, Goal, Size};
use crate::heuristic::{Evaluator, Heuristic};
use crate::search::{Limits, Observer, Stats, StopReason, Tables};
use crate::solver::{Algorithm, Outcome, Solution, SolveError, Solver};
use std::fmt;

/// A search that takes part in a comparison: an algorithm, and what guides it. Its text names both: `astar manhattan`,
/// `weighted-3 hamming`, `ida tables`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Method {
    /// The algorithm, as a [`Solver`] takes it.
    pub algorithm: Algorithm,
    /// The estimate that guides it; none for tables, and for searches that use no estimate.
    pub heuristic: Option<Heuristic>,
}

/// What can guide an algorithm in a comparison; [`methods_of`] makes methods of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Guide {
    /// One heuristic, which every algorithm that uses an estimate can take.
    By(Heuristic),
    /// Pattern databases, which IDA* alone can use.
    Tables,
    /// Every heuristic in turn, but no pattern databases.
    All,
}

/// What came of one method on one board: an entry of a comparison.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Run {
    /// The method that was run.
    pub method: Method,
    /// How the run ended, and how many moves the solution has.
    pub end: End,
    /// The nodes, memory and time of the search; `None` if it was not begun.
    pub stats: Option<Stats>,
    /// How good the heuristic is on this board; `None` without a heuristic, or if it is not known how many moves the boards of
    /// the solution take.
    pub shortfall: Option<Shortfall>,
}

/// How a [`Run`] ended, if it was begun at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// A solution was found and verified.
    Solved {
        /// How many moves the solution has.
        moves: u32,
        /// A number of moves that no solution is shorter than; that is proven.
        at_least: u32,
    },
    /// The board can't reach the goal, as parity or the search of its twin told.
    Unsolvable,
    /// A limit was reached first, or the flag was raised.
    Stopped {
        /// The limit that was reached.
        reason: StopReason,
        /// A number of moves that no solution is shorter than; that is proven.
        at_least: u32,
    },
    /// The run was not begun: the heuristic, or the tables, are not for boards of this size.
    Unfit,
    /// The run was not begun: the flag was raised before.
    NotRun,
}

/// By how much a heuristic's estimates fall short of the true number of moves, along a shortest solution.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shortfall {
    /// By how many moves the estimate of the board itself falls short.
    pub at_start: u32,
    /// By how many moves the estimates fall short on average, over all boards of the solution but the goal.
    pub mean: f64,
}

/// An algorithm with each of the guides that it can have, in their order: once and without any, if it uses no estimate; none,
/// if all of them are tables and it has none.
pub fn methods_of(algorithm: Algorithm, guides: &[Guide]) -> Vec<Method> {
    if !algorithm.uses_heuristic() {
        return vec![Method { algorithm, heuristic: None }];
    }
    let mut heuristics: Vec<Option<Heuristic>> = Vec::new();
    for guide in guides {
        match guide {
            Guide::By(heuristic) => heuristics.push(Some(*heuristic)),
            Guide::Tables if algorithm == Algorithm::IdaStar => heuristics.push(None),
            Guide::Tables => {}
            Guide::All => heuristics.extend(Heuristic::ALL.map(Some)),
        }
    }
    heuristics.into_iter().map(|heuristic| Method { algorithm, heuristic }).collect()
}

impl Guide {
    /// All guides: each heuristic, the tables, and all heuristics together.
    pub const ALL: [Self; Heuristic::ALL.len() + 2] = {
        let mut all = [Self::All; Heuristic::ALL.len() + 2];
        let mut i = 0;
        while i < Heuristic::ALL.len() {
            all[i] = Self::By(Heuristic::ALL[i]);
            i += 1;
        }
        all[i] = Self::Tables;
        all
    };

    /// Its name: that of the heuristic, `tables` or `all`.
    pub fn name(self) -> &'static str {
        match self {
            Self::By(heuristic) => heuristic.name(),
            Self::Tables => "tables",
            Self::All => "all",
        }
    }
}

/// The nodes to search before anything is timed. Tables are made whatever that takes.
const WARM_UP_NODES: u64 = 1000;

impl Method {
    /// The name of the algorithm, with its weight if it has one: `astar`, or `weighted-3`.
    pub fn algorithm_name(self) -> String {
        match self.weight() {
            Some(weight) => format!("{}-{weight}", self.algorithm.name()),
            None => self.algorithm.name().to_owned(),
        }
    }

    /// The name of what guides it: `manhattan`; `tables` for IDA* without a heuristic, and `none` for searches that use no
    /// estimate.
    pub fn heuristic_name(self) -> &'static str {
        match (self.algorithm, self.heuristic) {
            (_, Some(heuristic)) => heuristic.name(),
            (Algorithm::IdaStar, None) => Guide::Tables.name(),
            (_, None) => "none",
        }
    }

    /// The number that weighted A* multiplies its estimate by; `None` for other algorithms.
    pub fn weight(self) -> Option<u32> {
        if let Algorithm::WeightedAStar(weight) = self.algorithm { Some(weight) } else { None }
    }

    /// Whether it can search boards of that size: walking distance and tables are for small ones.
    pub fn fits(self, size: Size) -> bool {
        match (self.algorithm, self.heuristic) {
            (_, Some(heuristic)) => heuristic.supports(size),
            (Algorithm::IdaStar, None) => size.cells() <= Tables::MOST_CELLS,
            (_, None) => true,
        }
    }

    /// Runs it on a board, on one thread and within these limits. Tables that it needs are made before, if they were not
    /// yet: that takes none of its time, and only the flag and the memory limit end it. The observer is told about both.
    ///
    /// A run that was not begun, because the method does not [fit](Self::fits) or the flag was raised, is a run too. An error
    /// means that board and goal are of different sizes, or that there is a defect of Taquin.
    pub fn run(
        self,
        board: &Board,
        goal: &Goal,
        limits: &Limits,
        tables: &Tables,
        observer: &mut dyn Observer,
    ) -> Result<Run, SolveError> {
        let not_begun = |end| Run { method: self, end, stats: None, shortfall: None };
        let fits = self.fits(board.size());
        if fits && self.needs_tables() && !limits.stop.is_raised() {
            // What it finds does not matter: the tables stay.
            let few = Limits { time: None, nodes: Some(WARM_UP_NODES), ..limits.clone() };
            self.solver(goal, &few, tables).solve_watched(board, observer)?;
        }
        if limits.stop.is_raised() {
            return Ok(not_begun(End::NotRun));
        }
        if !fits {
            return Ok(not_begun(End::Unfit));
        }
        let outcome = self.solver(goal, limits, tables).solve_watched(board, observer)?;
        let (end, stats, shortfall) = match outcome {
            Outcome::Solved(solution) => {
                let end = End::Solved { moves: solution.moves.len() as u32, at_least: solution.lower_bound };
                let evaluator = self.heuristic.and_then(|heuristic| tables.evaluator(heuristic, goal));
                let shortfall = evaluator.and_then(|evaluator| shortfall(&solution, &evaluator));
                (end, solution.stats, shortfall)
            }
            Outcome::Unsolvable(unsolvable) => (End::Unsolvable, unsolvable.stats, None),
            Outcome::Stopped(at) => {
                (End::Stopped { reason: at.reason, at_least: at.lower_bound }, at.stats, None)
            }
        };
        Ok(Run { method: self, end, stats: Some(stats), shortfall })
    }

    /// Whether tables have to be there before its time is taken.
    fn needs_tables(self) -> bool {
        match self.heuristic {
            Some(heuristic) => heuristic.needs_tables(),
            None => self.algorithm == Algorithm::IdaStar,
        }
    }

    fn solver(self, goal: &Goal, limits: &Limits, tables: &Tables) -> Solver {
        Solver::new(goal.clone())
            .algorithm(self.algorithm)
            .heuristic(self.heuristic)
            .limits(limits.clone())
            .tables(tables.clone())
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.algorithm_name(), self.heuristic_name())
    }
}

impl Run {
    /// The effective branching factor, if there is a solution: the number of neighbours *b* that each node of a full tree as
    /// deep as the solution would have, if it had as many nodes below its root as the search generated,
    /// b + b² + … + b^moves = nodes. The nearer to 1, the straighter the search went to the goal.
    pub fn branching_factor(&self) -> Option<f64> {
        match (self.end, &self.stats) {
            (End::Solved { moves, .. }, Some(stats)) => branching_factor(stats.generated, moves),
            _ => None,
        }
    }
}

impl End {
    /// How many moves the solution has, if it is proven to be shortest; `None` otherwise.
    pub fn fewest_moves(self) -> Option<u32> {
        match self {
            Self::Solved { moves, at_least } if at_least >= moves => Some(moves),
            _ => None,
        }
    }

    /// A few words for a table: `solved`, `out of time`, `not for this size`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved { .. } => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stopped { reason, .. } => match reason {
                StopReason::Time => "out of time",
                StopReason::Nodes => "out of nodes",
                StopReason::Memory => "out of memory",
                StopReason::Bound => "proven",
                StopReason::Cancelled => "interrupted",
            },
            Self::Unfit => "not for this size",
            Self::NotRun => "not run",
        }
    }
}

/// How far the estimates are from the truth, along a solution that is proven to be shortest: only there is it known how many
/// moves each board takes. At the goal there is nothing to estimate.
fn shortfall(solution: &Solution, evaluator: &Evaluator) -> Option<Shortfall> {
    if !solution.is_shortest() {
        return None;
    }
    let length = solution.moves.len() as u32;
    let each: Vec<u32> = solution
        .boards()
        .zip((1..=length).rev())
        .map(|(board, left)| left.saturating_sub(evaluator.estimate(&board)))
        .collect();
    let sum: f64 = each.iter().copied().map(f64::from).sum();
    each.first().map(|&at_start| Shortfall { at_start, mean: sum / f64::from(length) })
}

/// The *b* with b + b² + … + b^depth = nodes. Found by bisection, because the sum grows with b; b is between 0 and the number
/// of nodes.
#[expect(clippy::cast_precision_loss, reason = "for people to read")]
fn branching_factor(nodes: u64, depth: u32) -> Option<f64> {
    if nodes == 0 || depth == 0 {
        return None;
    }
    let nodes = nodes as f64;
    let sum = |b: f64| (0..depth).fold(0.0, |sum, _| b * (1.0 + sum));
    let (mut below, mut above) = (0.0, nodes);
    // Each step halves the interval. More make no difference that can be seen.
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

    fn is_near(found: Option<f64>, expected: f64) -> bool {
        found.is_some_and(|found| (found - expected).abs() < 1e-9)
    }

    #[test]
    fn effective_branching_factors() {
        assert!(is_near(branching_factor(2 + 4 + 8, 3), 2.0));
        assert!(is_near(branching_factor(3 + 9, 2), 3.0));
        assert!(is_near(branching_factor(7, 1), 7.0));
        // A search that makes nothing but the solution.
        assert!(is_near(branching_factor(31, 31), 1.0));
        // b + b² = 1 is the golden ratio's.
        assert!(is_near(branching_factor(1, 2), (5.0_f64.sqrt() - 1.0) / 2.0));
        assert_eq!((branching_factor(0, 3), branching_factor(3, 0)), (None, None));
        assert!(branching_factor(u64::MAX, 10_000).is_some_and(|b| b > 1.0 && b < 1.01));
    }

    #[test]
    fn estimates_fall_short_of_the_truth() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let Outcome::Solved(solution) = Solver::new(goal.clone()).solve(&board).expect("same size") else {
            panic!("it can be solved")
        };
        let none = Some(Shortfall { at_start: 0, mean: 0.0 });
        let evaluator = Heuristic::Manhattan.evaluator(&goal).expect("any size");
        assert_eq!(shortfall(&solution, &evaluator), none);
        let longer = Solution { lower_bound: 2, ..solution };
        assert_eq!(shortfall(&longer, &evaluator), None);
    }

    #[test]
    fn which_heuristics_go_with_which_algorithm() {
        let names = |algorithm, guides: &[Guide]| -> Vec<&'static str> {
            methods_of(algorithm, guides).into_iter().map(Method::heuristic_name).collect()
        };
        let some = [Guide::By(Heuristic::Hamming), Guide::Tables];
        assert_eq!(names(Algorithm::AStar, &some), ["hamming"]);
        assert_eq!(names(Algorithm::IdaStar, &some), ["hamming", "tables"]);
        assert_eq!(names(Algorithm::UniformCost, &some), ["none"]);
        assert_eq!(names(Algorithm::Auto, &[Guide::All]), ["none"]);
        assert_eq!(names(Algorithm::AStar, &[Guide::All]).len(), Heuristic::ALL.len());
        assert!(names(Algorithm::AStar, &[Guide::Tables]).is_empty());
    }

    fn run(algorithm: Algorithm, heuristic: Heuristic, board: &str, limits: &Limits) -> Run {
        let board: Board = board.parse().expect("a board");
        let method = Method { algorithm, heuristic: Some(heuristic) };
        let goal = Goal::blank_last(board.size());
        method.run(&board, &goal, limits, &Tables::default(), &mut ()).expect("same size")
    }

    #[test]
    fn every_end_is_a_run() {
        let (easy, hard) = ("0 1 3/4 2 5/7 8 6", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1");
        let (any, few) = (Limits::default(), Limits { nodes: Some(1000), ..Limits::default() });
        let solved = run(Algorithm::WeightedAStar(3), Heuristic::Largest, easy, &any);
        assert_eq!(solved.method.to_string(), "weighted-3 largest");
        assert!(matches!(solved.end, End::Solved { moves: 4, .. }), "{solved:?}");
        assert!(solved.stats.is_some() && solved.branching_factor().is_some(), "{solved:?}");
        let unsolvable = run(Algorithm::Princeton, Heuristic::Manhattan, "1 2 3/4 5 6/8 7 0", &any);
        assert_eq!((unsolvable.end, unsolvable.branching_factor()), (End::Unsolvable, None));
        let stopped = run(Algorithm::AStar, Heuristic::Hamming, hard, &few);
        assert_eq!((stopped.end.name(), stopped.end.fewest_moves()), ("out of nodes", None));
        let large = Goal::snail(Size::square(5).expect("in range"));
        let unfit = run(Algorithm::AStar, Heuristic::Largest, &large.board().to_string(), &any);
        assert_eq!((unfit.end, unfit.stats), (End::Unfit, None));
        any.stop.raise();
        let not_run = run(Algorithm::AStar, Heuristic::Hamming, easy, &any);
        assert_eq!((not_run.end, not_run.stats), (End::NotRun, None));
    }
}
