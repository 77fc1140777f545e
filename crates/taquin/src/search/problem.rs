//! The problem that the searches solve, and the result they return.

use super::common::{LegalMoves, State, Step};
use crate::heuristic::{Evaluate, Slide};
use crate::stats::Stats;
use taquin_core::{Goal, Move, MoveOrder, Size, StopReason};

/// A goal and a heuristic, with everything that stays constant during a search.
pub(crate) struct Problem<S: State, E> {
    pub(super) size: Size,
    pub(super) legal_moves: LegalMoves,
    pub(super) goal: S,
    pub(super) estimator: E,
    /// The memory of all states.
    pub(super) memory: S::Memory,
}

/// A successor of a state.
#[derive(Clone, Copy)]
pub(crate) struct Child<S> {
    pub(super) state: S,
    pub(super) estimate: u32,
    pub(super) by: Move,
}

impl<S: State, E: Evaluate> Problem<S, E> {
    pub(crate) fn new(goal: &Goal, estimator: E, memory: S::Memory) -> Self {
        Self {
            size: goal.size(),
            legal_moves: LegalMoves::new(goal.size()),
            goal: S::pack(goal.board(), memory),
            estimator,
            memory,
        }
    }

    /// Returns the problem with successors in a given order.
    pub(crate) fn with_order(self, order: MoveOrder) -> Self {
        Self { legal_moves: LegalMoves::ordered(self.size, order.moves()), ..self }
    }

    /// Returns the incremental state of the heuristic.
    pub(super) fn memo(&self, state: &S) -> E::Memo {
        self.estimator.memo(|cell| state.tile(cell))
    }

    /// Returns the successors of a state, without the one that undoes `last`.
    #[inline]
    pub(super) fn children(
        &self,
        state: &S,
        estimate: u32,
        last: Option<Move>,
    ) -> impl Iterator<Item = Child<S>> {
        let memo = self.memo(state);
        self.legal_moves.steps(state.blank(), last).map(move |step| self.child(state, estimate, memo, step).0)
    }

    /// Returns the successor by one step, with its incremental heuristic state.
    #[inline]
    pub(super) fn child(&self, state: &S, estimate: u32, memo: E::Memo, step: Step) -> (Child<S>, E::Memo) {
        let blank = state.blank();
        let tile = state.tile(step.from);
        let next = state.slide(step.from, blank, tile, self.memory);
        let slide = Slide { tile, from: step.from, to: blank };
        let (estimate, memo) = self.estimator.update(estimate, memo, slide, |cell| next.tile(cell));
        (Child { state: next, estimate, by: step.by }, memo)
    }
}

/// The result of a search.
pub(crate) struct Run {
    pub(crate) end: End,
    /// The proven lower bound on the number of moves, however the search ended.
    pub(crate) lower_bound: u32,
    pub(crate) stats: Stats,
}

impl Run {
    /// A search that stopped before its tables were available.
    pub(crate) fn not_begun(reason: StopReason) -> Self {
        Self { end: End::Stopped(reason), lower_bound: 0, stats: Stats::default() }
    }

    /// Adds the cost and the bound of a search that came before.
    pub(crate) fn add(&mut self, before: &Self) {
        self.stats.generated += before.stats.generated;
        self.stats.expanded += before.stats.expanded;
        self.stats.time += before.stats.time;
        self.lower_bound = self.lower_bound.max(before.lower_bound);
    }
}

/// The way a search ended.
pub(crate) enum End {
    /// It reached the goal by these moves.
    Goal(Vec<Move>),
    /// It solved the twin, so the board is unsolvable.
    TwinSolved,
    /// It reached a limit.
    Stopped(StopReason),
}
