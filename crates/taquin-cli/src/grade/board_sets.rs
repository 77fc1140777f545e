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
use taquin::{Algorithm, Board, CancelToken, Goal, Limits, Outcome, Solver};

/// The minimum solution length of 4x4 boards that are not near the goal, and the maximum of the twin of an unsolvable one.
const MIN_MOVES: u32 = 10;
const MAX_TWIN_MOVES: u32 = 25;

/// The maximum number of nodes that Princeton's A* may take for a 4x4 board, within reach of a student's
/// program.
const MAX_NODES: u64 = 100_000;

/// A kind of built-in boards.
#[derive(Clone, Copy)]
pub(crate) struct BoardSet {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// The numbers of rows and columns.
    pub(super) size: (usize, usize),
    /// The default number of solvable boards.
    pub(super) default_count: u32,
    /// The number of unsolvable boards.
    pub(super) unsolvable_count: u32,
    /// The range of solution lengths; `None` for up to the hardest.
    moves: Option<(u32, u32)>,
}

impl BoardSet {
    /// All sets, the default first. The 4x4 boards are easy enough for a student's A*, and those near the goal for breadth-first
    /// and depth-first search.
    pub(crate) const ALL: [Self; 4] = [
        Self { name: "3x3", size: (3, 3), default_count: 20, unsolvable_count: 3, moves: None },
        Self {
            name: "4x4",
            size: (4, 4),
            default_count: 10,
            unsolvable_count: 2,
            moves: Some((MIN_MOVES, 40)),
        },
        Self { name: "4x4-near", size: (4, 4), default_count: 20, unsolvable_count: 2, moves: Some((1, 7)) },
        Self { name: "2x3", size: (2, 3), default_count: 20, unsolvable_count: 3, moves: None },
    ];

    /// Returns the one with this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|set| set.name == name)
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
        let Some((min, max)) = self.moves else {
            let solvable = boards_by_distance(goal, count, &mut rng);
            let unsolvable = (0..self.unsolvable_count).map(|_| random_board(goal, false, &mut rng));
            return (solvable, unsolvable.collect());
        };
        let mut walks = RandomWalks::new(goal, rng, stop);
        let lengths = evenly_spaced(count, min, max);
        let solvable = lengths.map_while(|moves| Some((walks.board_at(moves)?, moves))).collect();
        let twin_lengths = evenly_spaced(self.unsolvable_count, MIN_MOVES, MAX_TWIN_MOVES);
        (solvable, twin_lengths.map_while(|moves| walks.twin_of_board_at(moves)).collect())
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
    let solver = Solver::new(goal.clone()).request(Algorithm::Princeton);
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
        for (name, count) in [("3x3", 8), ("4x4", 4)] {
            let set = BoardSet::named(name).expect("a set");
            let goal = Goal::blank_last(name.parse().expect("a size"));
            let sample = |seed| set.boards(&goal, count, seed, &CancelToken::default());
            assert_eq!(sample(1), sample(1));
            assert_ne!(sample(1), sample(2));
            let (solvable, unsolvable) = sample(1);
            assert_eq!((solvable.len(), unsolvable.len()), (count as usize, set.unsolvable_count as usize));
            for (board, moves) in solvable {
                let outcome = Solver::new(goal.clone()).solve(&board).expect("of one size");
                assert!(matches!(outcome, Outcome::Solved(s) if s.len() == moves as usize), "{board}");
            }
            assert!(unsolvable.iter().all(|board| !Parity::is_solvable(board, &goal)));
        }
    }

    #[test]
    fn princetons_a_star_stays_below_the_node_limit() {
        for (name, kind) in [
            ("3x3", GoalKind::BlankLast),
            ("3x3", GoalKind::Ring),
            ("4x4", GoalKind::BlankLast),
            ("4x4", GoalKind::Snail),
        ] {
            let set = BoardSet::named(name).expect("a set");
            let goal = kind.for_size(name.parse().expect("a size")).expect("it fits");
            let solver = Solver::new(goal.clone()).request(Algorithm::Princeton);
            let (solvable, unsolvable) = set.boards(&goal, set.default_count, 1, &CancelToken::default());
            for board in solvable.iter().map(|(board, _)| board).chain(&unsolvable) {
                let outcome = solver.solve(board).expect("of one size");
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
