//! A solution compared with the optimum, move by move.
//!
//! Each move changes the number of moves left: by −1 if it is on a shortest solution, and otherwise it is a mistake, which costs the
//! difference. In the single-tile metric a mistake costs 2, since the parity of the moves left alternates; in the
//! multi-tile metric 1 or 2. The costs of all moves add up to the length of the solution less the optimum.

use crate::batch::map_ordered;
use crate::event::Observer;
use crate::notation::letters;
use crate::outcome::{Outcome, SolveError};
use crate::solver::{PROVABLE_CELLS, Solver};
use taquin_core::{Board, IllegalMove, Metric, Move, Replay, Size, StopReason};

/// A solution compared with the optimum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    metric: Metric,
    moves: Vec<AnalyzedMove>,
    optimum: u32,
}

/// A move of the solution: several tiles in the multi-tile metric.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AnalyzedMove {
    /// The direction of each tile; all equal.
    pub moves: Vec<Move>,
    /// The board before the move.
    pub board: Board,
    /// The fewest moves from that board.
    pub left: u32,
    /// The moves more than necessary because of this one: 0 unless it is a mistake.
    pub cost: u32,
    /// A shortest solution of that board.
    pub best: Vec<Move>,
}

/// The reason why a solution can't be analyzed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AnalysisError {
    /// A tile can't slide.
    #[error("move {number} of the solution is illegal: {source}")]
    Illegal {
        /// The index of the move, counted from 1 in the metric of the solver.
        number: usize,
        /// The tile's direction and the position of the blank.
        source: IllegalMove,
    },
    /// The moves do not reach the goal.
    #[error(
        "the solution is incomplete: after its {moves} moves, {left} more are needed ({})",
        letters(better)
    )]
    Incomplete {
        /// The number of moves.
        moves: usize,
        /// The fewest moves from the last board.
        left: u32,
        /// These moves.
        better: Vec<Move>,
    },
    /// The board can't reach the goal.
    #[error("the board can't reach the goal: {0}")]
    Unsolvable(String),
    /// The board is too large.
    #[error(
        "a solution is compared with proven optima, which takes boards of up to 16 cells, and this board is {0}"
    )]
    TooManyCells(Size),
    /// A limit was reached.
    #[error("stopped: {0}")]
    Stopped(StopReason),
    /// The solver did not try a board.
    #[error(transparent)]
    Solve(#[from] SolveError),
}

/// The number of moves whose boards one thread solves.
const STRETCH: usize = 16;

impl Analysis {
    /// Compares a solution of a board with the optimum, in the metric of a solver and for its goal. The observer gets the
    /// events of the first search.
    ///
    /// ```
    /// use taquin::{Analysis, Board, Goal, Solver, notation::read_moves};
    /// let board: Board = "1 2 3/4 5 6/0 7 8".parse()?;
    /// let solver = Solver::new(Goal::blank_last(board.size()));
    /// let analysis = Analysis::new(&solver, &board, &read_moves("DUL L")?, &mut ())?;
    /// assert_eq!((analysis.len(), analysis.optimum()), (4, 2));
    /// assert_eq!(analysis.moves()[0].cost, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If a move is illegal, the goal is not reached, the board has more than 16 cells, or a limit of the solver is reached.
    pub fn new(
        solver: &Solver,
        board: &Board,
        moves: &[Move],
        observer: &mut dyn Observer,
    ) -> Result<Self, AnalysisError> {
        if board.size().cells() > PROVABLE_CELLS {
            return Err(AnalysisError::TooManyCells(board.size()));
        }
        let metric = solver.request_ref().metric();
        let goal = solver.goal();
        // The first search builds the tables that the others share.
        let (first, nodes) = best_moves(solver.solve_observed(board, observer)?)?;
        let (runs, boards) = replay(metric, board, moves)?;
        let last = &boards[boards.len() - 1];
        if !last.is_goal(goal) {
            let (better, _) = best_moves(solver.solve_observed(last, observer)?)?;
            let left = metric.count(&better) as u32;
            return Err(AnalysisError::Incomplete { moves: runs.len(), left, better });
        }
        // The first board is the hardest, more or less.
        let threads = solver.thread_count();
        let solver = &solver.clone().threads(1).expect_searches(runs.len(), nodes);
        let stretches: Vec<(usize, &[Vec<Move>])> =
            runs.chunks(STRETCH).enumerate().map(|(i, runs)| (i * STRETCH, runs)).collect();
        let mut bests = vec![first];
        let work = |&(start, runs): &(usize, &[Vec<Move>])| {
            best_moves_along(solver, &boards[start + 1..][..runs.len()], &runs[1..])
        };
        let cancel = solver.limits_ref().cancel.child();
        map_ordered(stretches, threads, &cancel, work, |_, found| {
            bests.extend(found?);
            Ok::<(), AnalysisError>(())
        })?;
        if bests.len() <= runs.len() {
            return Err(AnalysisError::Stopped(StopReason::Cancelled));
        }
        let left: Vec<u32> = bests.iter().map(|best| metric.count(best) as u32).collect();
        let analyzed =
            runs.into_iter().zip(boards).zip(bests).enumerate().map(|(i, ((moves, board), best))| {
                AnalyzedMove { moves, board, left: left[i], cost: left[i + 1] + 1 - left[i], best }
            });
        Ok(Self { metric, moves: analyzed.collect(), optimum: left[0] })
    }

    /// Returns the metric in which moves are counted.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the moves of the solution.
    pub fn moves(&self) -> &[AnalyzedMove] {
        &self.moves
    }

    /// Returns the number of moves of the solution.
    #[expect(clippy::len_without_is_empty, reason = "an analysis is not a collection")]
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Returns the fewest moves.
    pub fn optimum(&self) -> u32 {
        self.optimum
    }

    /// Returns the moves that cost something, each with its index.
    pub fn mistakes(&self) -> impl Iterator<Item = (usize, &AnalyzedMove)> {
        self.moves.iter().enumerate().filter(|(_, by)| by.cost > 0)
    }
}

/// Returns the moves in a metric, and the boards before and after them.
fn replay(
    metric: Metric,
    board: &Board,
    moves: &[Move],
) -> Result<(Vec<Vec<Move>>, Vec<Board>), AnalysisError> {
    let mut replay = Replay::new(board.clone());
    let mut boards = vec![board.clone()];
    let mut runs = Vec::new();
    for run in metric.split(moves) {
        for &by in run {
            let number = runs.len() + 1;
            replay.play(by).map_err(|source| AnalysisError::Illegal { number, source })?;
        }
        runs.push(run.to_vec());
        boards.push(replay.board().clone());
    }
    Ok((runs, boards))
}

/// Returns shortest solutions of consecutive boards, given the moves between them.
///
/// In the multi-tile metric a search takes a second, and the solution of the next board makes it several times shorter.
fn best_moves_along(
    solver: &Solver,
    boards: &[Board],
    runs: &[Vec<Move>],
) -> Result<Vec<Vec<Move>>, AnalysisError> {
    let mut bests: Vec<Vec<Move>> = Vec::with_capacity(boards.len());
    for (i, board) in boards.iter().enumerate().rev() {
        let outcome = match (bests.last(), solver.request_ref().metric()) {
            (Some(next), Metric::Multi) => solver.solve_before(board, &runs[i], next)?,
            _ => solver.solve(board)?,
        };
        bests.push(best_moves(outcome)?.0);
    }
    bests.reverse();
    Ok(bests)
}

/// Returns the moves of a shortest solution, and the number of nodes that it took.
fn best_moves(outcome: Outcome) -> Result<(Vec<Move>, u64), AnalysisError> {
    match outcome {
        Outcome::Solved(solution) if solution.is_shortest() => {
            Ok((solution.moves().to_vec(), solution.stats().generated))
        }
        // An anytime search that ran out of time.
        Outcome::Solved(_) => Err(AnalysisError::Stopped(StopReason::Time)),
        Outcome::Unsolvable(unsolvable) => Err(AnalysisError::Unsolvable(unsolvable.parity.to_string())),
        Outcome::Stopped(at) => Err(AnalysisError::Stopped(at.reason)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::read_moves;
    use taquin_core::Goal;

    fn analyze(board: &str, moves: &str, metric: Metric) -> Result<Analysis, AnalysisError> {
        let board: Board = board.parse().expect("a board");
        let solver = Solver::new(Goal::blank_last(board.size())).request(metric);
        Analysis::new(&solver, &board, &read_moves(moves).expect("moves"), &mut ())
    }

    #[test]
    fn costs_add_up_to_the_excess() {
        let board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15";
        for (moves, single, multi) in [
            ("LLL", &[0, 0, 0][..], &[0][..]),
            ("DULLL", &[2, 0, 0, 0, 0], &[1, 1, 0]),
            ("LRLLL", &[0, 2, 0, 0, 0], &[1, 1, 0]),
        ] {
            for (metric, costs) in [(Metric::Single, single), (Metric::Multi, multi)] {
                let analysis = analyze(board, moves, metric).expect("a solution");
                let found: Vec<u32> = analysis.moves().iter().map(|by| by.cost).collect();
                assert_eq!(found.iter().sum::<u32>(), analysis.len() as u32 - analysis.optimum(), "{moves}");
                assert_eq!(found.len(), costs.len(), "{moves}");
                assert_eq!(analysis.mistakes().count(), found.iter().filter(|cost| **cost > 0).count());
            }
        }
    }

    #[test]
    fn faults_are_named() {
        let board = "1 2 3/4 5 6/0 7 8";
        assert!(matches!(
            analyze(board, "LR UU", Metric::Single),
            Err(AnalysisError::Illegal { number: 3, .. })
        ));
        assert!(matches!(
            analyze(board, "D", Metric::Single),
            Err(AnalysisError::Incomplete { moves: 1, left: 3, .. })
        ));
        assert!(matches!(
            analyze("1 2 3/4 5 6/8 7 0", "L", Metric::Single),
            Err(AnalysisError::Unsolvable(_))
        ));
        assert!(matches!(analyze("1 2 3/4 5 6/7 8 0", "", Metric::Multi).map(|a| a.len()), Ok(0)));
        let large = Goal::blank_last("5x5".parse().expect("a size")).board().to_line();
        assert!(matches!(analyze(&large, "", Metric::Single), Err(AnalysisError::TooManyCells(_))));
    }
}
