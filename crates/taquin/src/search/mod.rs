//! What searches have in common: their [`Limits`], their [`Tables`], their [`Observer`] and their [`Stats`]; and the counting of
//! boards by their distance from a goal.
//!
//! | what | | file |
//! |---|---|---|
//! | [`Algorithm::Princeton`] | A* as Princeton's course specifies it, board and twin in lockstep | `princeton` |
//! | [`Algorithm::Iowa`] | A* as Iowa State's course specifies it, with OPEN (an [`OpenKind`]) and CLOSED | `iowa` |
//! | [`Algorithm::AStar`] | A* to use; weighted A*, greedy and uniform-cost search too | `best_first` |
//! | [`Algorithm::Bidirectional`] | A* from both ends | `bidirectional` |
//! | [`Algorithm::IdaStar`] | IDA*: on pattern databases for boards of up to 25 cells, with an estimate for any | `ida_star` |
//! | [`Layers`], [`boards_at`] | every board of a small size by its distance from the goal, or the nearest of any size | `breadth_first` |
//! | [`Census`] | how many boards are at each distance, of up to 12 cells | `census` |
//!
//! The searches themselves are not public: they are written for packed states (`state`) and take only valid boards. The front
//! door is [`Solver`](crate::Solver): it packs the board, picks the search, and has the solution verified.
//!
//! [`Algorithm::Princeton`]: crate::Algorithm::Princeton
//! [`Algorithm::Iowa`]: crate::Algorithm::Iowa
//! [`Algorithm::AStar`]: crate::Algorithm::AStar
//! [`Algorithm::Bidirectional`]: crate::Algorithm::Bidirectional
//! [`Algorithm::IdaStar`]: crate::Algorithm::IdaStar

mod automaton;
pub(crate) mod best_first;
pub(crate) mod bidirectional;
mod breadth_first;
pub(crate) mod built_in;
mod census;
mod closed_set;
pub(crate) mod device;
#[cfg(test)]
mod estimate_by;
mod grid;
pub(crate) mod ida_star;
pub(crate) mod iowa;
mod limits;
mod observer;
mod open_list;
pub(crate) mod princeton;
mod solutions;
pub(crate) mod state;
mod stats;
mod tables;
mod tree;

pub use crate::stop::StopReason;
pub use breadth_first::{Layers, boards_at};
pub use census::{Census, CensusError, Level};
pub use limits::{Clock, Limits, StopFlag};
pub use observer::{Improved, Observer, Planned, Progress, TableOrigin};
pub use open_list::OpenKind;
pub use solutions::Solutions;
pub use stats::{Iteration, QueueStats, Stats};
pub use tables::Tables;

pub(crate) use automaton::{Automaton, State as AutomatonState};
pub(crate) use limits::Meter;

use crate::board::{Goal, Move, Size};
use crate::heuristic::{Estimate, Slide};
use grid::{Grid, Step};
use state::State;

/// Everything about a puzzle that stays the same during a search.
pub(crate) struct Problem<S, E> {
    size: Size,
    grid: Grid,
    goal: S,
    estimator: E,
}

/// A state one move on.
pub(crate) struct Child<S> {
    state: S,
    estimate: u32,
    by: Move,
}

impl<S: State, E: Estimate> Problem<S, E> {
    pub(crate) fn new(goal: &Goal, estimator: E) -> Self {
        Self { size: goal.size(), grid: Grid::new(goal.size()), goal: S::pack(goal.board()), estimator }
    }

    /// What the estimator keeps about a state.
    fn memo(&self, state: &S) -> E::Memo {
        self.estimator.memo(|cell| state.tile(cell))
    }

    /// The states one move on, without the one that takes `last` back.
    #[inline]
    fn children(&self, state: &S, estimate: u32, last: Option<Move>) -> impl Iterator<Item = Child<S>> {
        let memo = self.memo(state);
        self.grid.steps(state.blank(), last).map(move |step| self.child(state, estimate, memo, step).0)
    }

    /// The state after a step, and what the estimator keeps about it, given what it keeps about the state before.
    #[inline]
    fn child(&self, state: &S, estimate: u32, memo: E::Memo, step: Step) -> (Child<S>, E::Memo) {
        let (blank, tile) = (state.blank(), state.tile(step.from));
        let next = state.slide(step.from, blank, tile);
        let slide = Slide { tile, from: step.from, to: blank };
        let (estimate, memo) = self.estimator.after(estimate, memo, slide, |cell| next.tile(cell));
        (Child { state: next, estimate, by: step.by }, memo)
    }
}

/// How a search ended, and its figures.
pub(crate) struct Run {
    pub(crate) end: End,
    /// No solution is shorter than this, whatever the end.
    pub(crate) lower_bound: u32,
    pub(crate) stats: Stats,
}

impl Run {
    /// One that had to stop before its tables were there.
    pub(crate) fn not_begun(reason: StopReason) -> Self {
        Self { end: End::Stopped(reason), lower_bound: 0, stats: Stats::default() }
    }
}

/// How a search ended.
pub(crate) enum End {
    /// It found the goal, by these moves.
    Goal(Vec<Move>),
    /// It solved the board's twin, so the board can't be.
    TwinSolved,
    /// A limit was reached.
    Stopped(StopReason),
}
