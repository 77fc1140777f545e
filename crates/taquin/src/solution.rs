//! Verified solutions.

use crate::stats::Stats;
use taquin_core::{Board, Goal, Metric, Move, Replay, VerifyError, verify};

/// Moves that take a board to the goal, verified by replaying them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    start: Board,
    moves: Vec<Move>,
    metric: Metric,
    lower_bound: u32,
    stats: Stats,
}

impl Solution {
    /// Verifies moves of unknown quality, counted tile by tile. The Manhattan distance is the proven lower bound.
    ///
    /// # Errors
    /// If a move is illegal or the moves do not end at the goal.
    pub fn new(start: Board, goal: &Goal, moves: Vec<Move>) -> Result<Self, VerifyError> {
        let lower_bound = start.manhattan(goal);
        Self::proven(start, goal, moves, Metric::Single, lower_bound, Stats::default())
    }

    /// Verifies the solution of a search that has proven a lower bound.
    pub(crate) fn proven(
        start: Board,
        goal: &Goal,
        moves: Vec<Move>,
        metric: Metric,
        lower_bound: u32,
        stats: Stats,
    ) -> Result<Self, VerifyError> {
        verify(&start, goal, &moves)?;
        Ok(Self { start, moves, metric, lower_bound, stats })
    }

    /// Wraps a solution that was verified together with others.
    pub(crate) fn verified_before(
        start: Board,
        moves: Vec<Move>,
        metric: Metric,
        lower_bound: u32,
        stats: Stats,
    ) -> Self {
        Self { start, moves, metric, lower_bound, stats }
    }

    /// Returns the board that it solves.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Returns the moves, tile by tile in either metric.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the metric that it is short in.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the number of moves in its [metric](Self::metric).
    #[expect(clippy::len_without_is_empty, reason = "a solution is not a collection")]
    pub fn len(&self) -> usize {
        self.metric.count(&self.moves)
    }

    /// Returns the proven lower bound on the number of moves of any solution.
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Returns true if it is proven that no solution has fewer moves.
    pub fn is_shortest(&self) -> bool {
        self.len() <= self.lower_bound as usize
    }

    /// Returns the statistics of the search that found it.
    pub fn stats(&self) -> &Stats {
        &self.stats
    }

    /// Returns the boards from the start to the goal, both included; in the multi-tile metric, those between its moves.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut replay = Replay::new(self.start.clone());
        let rest = self.metric.split(&self.moves).map_while(move |run| {
            run.iter().try_for_each(|&by| replay.play(by).map(drop)).ok().map(|()| replay.board().clone())
        });
        std::iter::once(self.start.clone()).chain(rest)
    }

    /// Returns the moves from the goal back to the start: a scramble.
    ///
    /// ```
    /// use taquin::{Board, Goal, Outcome, Solver, notation::letters};
    /// let board: Board = "1 2 3/4 0 6/7 5 8".parse()?;
    /// let Outcome::Solved(solution) = Solver::new(Goal::blank_last(board.size())).solve(&board)? else { panic!("solvable") };
    /// assert_eq!((letters(solution.moves()), letters(&solution.scramble())), ("UL".to_owned(), "RD".to_owned()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn scramble(&self) -> Vec<Move> {
        self.moves.iter().rev().map(|by| by.opposite()).collect()
    }

    /// Returns the tile that each move slides.
    pub fn tiles(&self) -> impl Iterator<Item = u16> + '_ {
        let mut replay = Replay::new(self.start.clone());
        self.moves.iter().map_while(move |&m| replay.play(m).ok())
    }
}
