//! Built-in sets of boards to grade a solver on.
//!
//! A set is determined by its goal and seed. 3x3 boards come from a breadth-first search of the whole state
//! space. 4x4 boards come from random walks away from the goal: a shortest solution of the final board passes
//! through a board at every smaller distance.
//!
//! A solver that follows Princeton's assignment must be able to pass. That is A* with Manhattan distance on a
//! board and its twin in lockstep, without a CLOSED list. It takes millions of nodes on many boards of 40
//! moves, and on nearly all unsolvable boards, as the twin of a random one takes about 50 moves. Random 4x4
//! boards are therefore rejected unless they are [fair](is_fair), and unsolvable ones are twins of boards
//! near the goal.

use crate::memory_limit::search_memory;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use taquin::random::random_at_distance;
use taquin::random::random_board;
use taquin::state_space::StateSpace;
use taquin::{Algorithm, Board, CancelToken, Goal, Heuristic, Limits, Outcome, Size, SizeError, Solver};

/// The range of solution lengths of 4x4 boards.
const MIN_MOVES: u32 = 10;
const MAX_MOVES: u32 = 40;

/// The range of those near the goal.
const MIN_NEAR_MOVES: u32 = 1;
const MAX_NEAR_MOVES: u32 = 7;

/// The maximum solution length of the twin of an unsolvable 4x4 board.
const MAX_TWIN_MOVES: u32 = 25;

/// The maximum number of nodes that Princeton's A* may take for a 4x4 board, within reach of a student's
/// program.
const MAX_NODES: u64 = 100_000;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum BoardSet {
    /// 3x3 boards, up to the hardest.
    #[default]
    Three,
    /// 4x4 boards, easy enough for a student's A*.
    Four,
    /// 4x4 boards of a few moves, easy enough for breadth-first and depth-first search.
    FourNear,
    /// 2x3 boards, up to the hardest.
    TwoByThree,
}

impl BoardSet {
    pub(crate) const ALL: [Self; 4] = [Self::Three, Self::Four, Self::FourNear, Self::TwoByThree];

    /// Returns its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Three => "3x3",
            Self::Four => "4x4",
            Self::FourNear => "4x4-near",
            Self::TwoByThree => "2x3",
        }
    }

    pub(super) fn size(self) -> Result<Size, SizeError> {
        match self {
            Self::Three => Size::square(3),
            Self::Four | Self::FourNear => Size::square(4),
            Self::TwoByThree => Size::new(2, 3),
        }
    }

    /// Returns the default number of solvable boards.
    pub(super) fn default_count(self) -> u32 {
        match self {
            Self::Three | Self::FourNear | Self::TwoByThree => 20,
            Self::Four => 10,
        }
    }

    /// Returns the number of unsolvable boards.
    pub(super) fn unsolvable_count(self) -> u32 {
        match self {
            Self::Three | Self::TwoByThree => 3,
            Self::Four | Self::FourNear => 2,
        }
    }

    /// Returns `count` solvable boards with their shortest solution lengths, and the unsolvable boards; fewer
    /// of them if cancelled.
    pub(super) fn boards(
        self,
        goal: &Goal,
        count: u32,
        seed: u64,
        stop: &CancelToken,
    ) -> (Vec<(Board, u32)>, Vec<Board>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        match self {
            Self::Three | Self::TwoByThree => {
                let solvable = boards_by_distance(goal, count, &mut rng);
                let unsolvable = (0..self.unsolvable_count()).map(|_| random_board(goal, false, &mut rng));
                (solvable, unsolvable.collect())
            }
            Self::Four | Self::FourNear => {
                let mut walks = RandomWalks::new(goal, rng, stop);
                let lengths = if self == Self::Four {
                    evenly_spaced(count, MIN_MOVES, MAX_MOVES)
                } else {
                    evenly_spaced(count, MIN_NEAR_MOVES, MAX_NEAR_MOVES)
                };
                let solvable = lengths.map_while(|moves| Some((walks.board_at(moves)?, moves))).collect();
                let twin_lengths = evenly_spaced(self.unsolvable_count(), MIN_MOVES, MAX_TWIN_MOVES);
                (solvable, twin_lengths.map_while(|moves| walks.twin_of_board_at(moves)).collect())
            }
        }
    }
}

/// Returns `count` evenly spaced numbers in a range.
fn evenly_spaced(count: u32, from: u32, to: u32) -> impl Iterator<Item = u32> {
    let steps = u64::from(count.max(2) - 1);
    (0..u64::from(count)).map(move |i| from + (u64::from(to - from) * i / steps) as u32)
}

/// Returns boards of a small size with their distances from the goal, from 0 to the radius of the state
/// space.
fn boards_by_distance(goal: &Goal, count: u32, rng: &mut ChaCha8Rng) -> Vec<(Board, u32)> {
    let Some(layers) = StateSpace::enumerate(goal) else { return Vec::new() };
    let board_at = |moves: u32| {
        let mut boards = layers.boards_at(moves);
        let index = rng.random_range(0..boards.len().max(1));
        boards.nth(index).map(|board| (board, moves))
    };
    evenly_spaced(count, 0, layers.radius()).filter_map(board_at).collect()
}

/// Samples fair boards at a given distance from the goal by random walks.
struct RandomWalks<'a> {
    goal: &'a Goal,
    rng: ChaCha8Rng,
    solver: Solver,
}

impl<'a> RandomWalks<'a> {
    fn new(goal: &'a Goal, rng: ChaCha8Rng, stop: &CancelToken) -> Self {
        let limits = Limits { memory: search_memory(None), cancel: stop.clone(), ..Limits::default() };
        Self { goal, rng, solver: Solver::new(goal.clone()).limits(limits) }
    }

    /// Returns a fair board with a shortest solution of `moves` moves; `None` if cancelled.
    fn board_at(&mut self, moves: u32) -> Option<Board> {
        self.first_fair(moves, |board| Some(board.clone()))
    }

    /// Returns a fair unsolvable board whose twin takes `moves` moves. Its blank is not in the first row, so
    /// that solvers which swap the first two tiles all get the same twin.
    fn twin_of_board_at(&mut self, moves: u32) -> Option<Board> {
        let columns = self.goal.size().cols();
        self.first_fair(moves, |board| (board.blank() >= columns).then(|| board.twin()))
    }

    fn first_fair(&mut self, moves: u32, make: impl Fn(&Board) -> Option<Board>) -> Option<Board> {
        let Self { goal, rng, solver } = self;
        let solve =
            |board: &Board| solver.solve(board).ok().filter(|outcome| matches!(outcome, Outcome::Solved(_)));
        loop {
            let board = make(&random_at_distance(goal, moves, rng, solve)?);
            if let Some(board) = board.filter(|board| is_fair(board, goal)) {
                return Some(board);
            }
        }
    }
}

/// Returns whether Princeton's A* stays below the node limit.
fn is_fair(board: &Board, goal: &Goal) -> bool {
    let limits = Limits { nodes: Some(MAX_NODES), ..Limits::default() };
    let solver = Solver::new(goal.clone()).algorithm(Algorithm::Princeton).heuristic(Heuristic::Manhattan);
    matches!(solver.limits(limits).solve(board), Ok(Outcome::Solved(_) | Outcome::Unsolvable(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{GoalKind, Parity};

    #[test]
    fn numbers_are_evenly_distributed() {
        assert_eq!(evenly_spaced(5, 10, 40).collect::<Vec<_>>(), [10, 17, 25, 32, 40]);
        assert_eq!(evenly_spaced(1, 0, 31).collect::<Vec<_>>(), [0]);
        assert_eq!(evenly_spaced(0, 0, 31).count(), 0);
        assert_eq!(evenly_spaced(20, 0, 31).max(), Some(31));
    }

    #[test]
    fn boards_have_the_stated_solution_lengths() {
        for (set, count) in [(BoardSet::Three, 8), (BoardSet::Four, 4)] {
            let goal = Goal::blank_last(set.size().expect("in range"));
            let sample = |seed| set.boards(&goal, count, seed, &CancelToken::default());
            assert_eq!(sample(1), sample(1));
            assert_ne!(sample(1), sample(2));
            let (solvable, unsolvable) = sample(1);
            assert_eq!((solvable.len(), unsolvable.len()), (count as usize, set.unsolvable_count() as usize));
            for (board, moves) in solvable {
                let outcome = Solver::new(goal.clone()).solve(&board).expect("of one size");
                assert!(matches!(outcome, Outcome::Solved(s) if s.len() == moves as usize), "{board}");
            }
            assert!(unsolvable.iter().all(|board| !Parity::is_solvable(board, &goal)));
        }
    }

    #[test]
    fn princetons_a_star_stays_below_the_node_limit() {
        for (set, kind) in [
            (BoardSet::Three, GoalKind::BlankLast),
            (BoardSet::Three, GoalKind::Ring),
            (BoardSet::Four, GoalKind::BlankLast),
            (BoardSet::Four, GoalKind::Snail),
        ] {
            let goal = kind.for_size(set.size().expect("in range")).expect("it fits");
            let solver = Solver::new(goal.clone()).algorithm(Algorithm::Princeton);
            let (solvable, unsolvable) = set.boards(&goal, set.default_count(), 1, &CancelToken::default());
            for board in solvable.iter().map(|(board, _)| board).chain(&unsolvable) {
                let outcome =
                    solver.clone().heuristic(Heuristic::Manhattan).solve(board).expect("of one size");
                let nodes = match outcome {
                    Outcome::Solved(solution) => solution.stats().generated,
                    Outcome::Unsolvable(unsolvable) => unsolvable.stats.generated,
                    Outcome::Stopped(at) => at.stats.generated,
                };
                // The limit is not checked at every node.
                assert!(nodes < MAX_NODES + 5000, "{nodes} nodes:\n{board}");
            }
        }
    }
}
