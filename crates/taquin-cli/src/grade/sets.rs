//! The sets of boards that are made for a solver to be graded on.
//!
//! The sets are the same in every run with the same goal and seed. Those of 3x3 come from a breadth-first search of all
//! boards. Those of 4x4 come from random walks away from the goal: a shortest way back is found, and on it there is a board
//! at every distance from the goal.
//!
//! A solver that does as Princeton's course says must be able to pass: A* with Manhattan distance on a board and its twin, in
//! lockstep and without a table of what was seen. That takes millions of nodes for many boards of 40 moves, and for
//! nearly all that can't be solved, as the twin of a random one takes about 50. So boards of 4x4 are drawn until they are
//! [fair](is_fair), and those that can't be solved are the twins of boards near the goal.

use crate::plan::usual_memory;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use taquin::draw::walk_to;
use taquin::{
    Algorithm, Board, Goal, Heuristic, Layers, Limits, Outcome, Size, SizeError, Solver, StopFlag,
    random_board,
};

/// The fewest moves of the boards of 4x4.
const SHORTEST: u32 = 10;
const LONGEST: u32 = 40;

/// The most moves of the twin of a board of 4x4 that can't be solved.
const LONGEST_TWIN: u32 = 25;

/// The most nodes that a board of 4x4 may cost: what a student's program makes in a second or two.
const MOST_NODES: u64 = 100_000;

/// The sets of boards that the program makes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Set {
    /// 3x3, up to the hardest.
    #[default]
    Three,
    /// 4x4, easy enough for a student's A*.
    Four,
}

impl Set {
    pub(crate) const ALL: [Self; 2] = [Self::Three, Self::Four];

    /// The name that the command line knows it by.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Three => "3x3",
            Self::Four => "4x4",
        }
    }

    pub(super) fn size(self) -> Result<Size, SizeError> {
        Size::square(match self {
            Self::Three => 3,
            Self::Four => 4,
        })
    }

    /// How many boards can be solved, if nobody says how many.
    pub(super) fn usual_count(self) -> u32 {
        match self {
            Self::Three => 20,
            Self::Four => 10,
        }
    }

    /// How many can't be.
    pub(super) fn unsolvable(self) -> u32 {
        match self {
            Self::Three => 3,
            Self::Four => 2,
        }
    }

    /// So many boards that can be solved, each with its fewest moves, and those that can't be; fewer if they are stopped.
    pub(super) fn boards(
        self,
        goal: &Goal,
        count: u32,
        seed: u64,
        stop: &StopFlag,
    ) -> (Vec<(Board, u32)>, Vec<Board>) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        match self {
            Self::Three => {
                let solvable = by_layers(goal, count, &mut rng);
                let unsolvable = (0..self.unsolvable()).map(|_| random_board(goal, false, &mut rng));
                (solvable, unsolvable.collect())
            }
            Self::Four => {
                let mut walks = Walks::new(goal, rng, stop);
                let solvable = spread(count, SHORTEST, LONGEST).map_while(|moves| walks.board(moves));
                let solvable = solvable.collect();
                let unsolvable = spread(self.unsolvable(), SHORTEST, LONGEST_TWIN);
                (solvable, unsolvable.map_while(|moves| walks.twin(moves)).collect())
            }
        }
    }
}

/// So many numbers from one to another, evenly spread.
fn spread(count: u32, from: u32, to: u32) -> impl Iterator<Item = u32> {
    let steps = u64::from(count.max(2) - 1);
    (0..u64::from(count)).map(move |i| from + (u64::from(to - from) * i / steps) as u32)
}

/// Boards of a small size at distances from 0 to the largest there is, each with its distance.
fn by_layers(goal: &Goal, count: u32, rng: &mut ChaCha8Rng) -> Vec<(Board, u32)> {
    let Some(layers) = Layers::around(goal) else { return Vec::new() };
    let board_at = |moves: u32| {
        let mut boards = layers.boards_at(moves);
        let index = rng.random_range(0..boards.len().max(1));
        boards.nth(index).map(|board| (board, moves))
    };
    spread(count, 0, layers.radius()).filter_map(board_at).collect()
}

/// Boards at some distance from a goal, reached by walks.
struct Walks<'a> {
    goal: &'a Goal,
    rng: ChaCha8Rng,
    solver: Solver,
}

impl<'a> Walks<'a> {
    fn new(goal: &'a Goal, rng: ChaCha8Rng, stop: &StopFlag) -> Self {
        let limits = Limits { memory: usual_memory(), stop: stop.clone(), ..Limits::default() };
        Self { goal, rng, solver: Solver::new(goal.clone()).limits(limits) }
    }

    /// A fair board that takes so many moves, with their number; none if it is stopped.
    fn board(&mut self, moves: u32) -> Option<(Board, u32)> {
        self.first_fair(moves, |board| Some(board.clone())).map(|board| (board, moves))
    }

    /// A fair board that can't be solved, and whose twin takes so many moves. The blank is not in the first row: then the
    /// first two tiles, which most solvers exchange, are the same to all of them.
    fn twin(&mut self, moves: u32) -> Option<Board> {
        let columns = self.goal.size().cols();
        self.first_fair(moves, |board| (board.blank() >= columns).then(|| board.twin()))
    }

    fn first_fair(&mut self, moves: u32, make: impl Fn(&Board) -> Option<Board>) -> Option<Board> {
        let Self { goal, rng, solver } = self;
        let solve =
            |board: &Board| solver.solve(board).ok().filter(|outcome| matches!(outcome, Outcome::Solved(_)));
        loop {
            let board = make(&walk_to(goal, moves, rng, solve)?);
            if let Some(board) = board.filter(|board| is_fair(board, goal)) {
                return Some(board);
            }
        }
    }
}

/// Whether Princeton's A* gets by with a moderate number of nodes.
fn is_fair(board: &Board, goal: &Goal) -> bool {
    let limits = Limits { nodes: Some(MOST_NODES), ..Limits::default() };
    let solver = Solver::new(goal.clone()).algorithm(Algorithm::Princeton).heuristic(Heuristic::Manhattan);
    matches!(solver.limits(limits).solve(board), Ok(Outcome::Solved(_) | Outcome::Unsolvable(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{GoalKind, Parity};

    #[test]
    fn evenly_spread() {
        assert_eq!(spread(5, 10, 40).collect::<Vec<_>>(), [10, 17, 25, 32, 40]);
        assert_eq!(spread(1, 0, 31).collect::<Vec<_>>(), [0]);
        assert_eq!(spread(0, 0, 31).count(), 0);
        assert_eq!(spread(20, 0, 31).max(), Some(31));
    }

    #[test]
    fn boards_have_the_moves_that_they_are_said_to_take() {
        for (set, count) in [(Set::Three, 8), (Set::Four, 4)] {
            let goal = Goal::blank_last(set.size().expect("in range"));
            let draw = |seed| set.boards(&goal, count, seed, &StopFlag::default());
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
            let (solvable, unsolvable) = draw(1);
            assert_eq!((solvable.len(), unsolvable.len()), (count as usize, set.unsolvable() as usize));
            for (board, moves) in solvable {
                let outcome = Solver::new(goal.clone()).solve(&board).expect("of one size");
                assert!(matches!(outcome, Outcome::Solved(s) if s.moves.len() == moves as usize), "{board}");
            }
            assert!(unsolvable.iter().all(|board| !Parity::is_solvable(board, &goal)));
        }
    }

    #[test]
    fn a_solver_that_does_as_princeton_says_can_pass() {
        for (set, kind) in [
            (Set::Three, GoalKind::BlankLast),
            (Set::Three, GoalKind::Ring),
            (Set::Four, GoalKind::BlankLast),
            (Set::Four, GoalKind::Snail),
        ] {
            let goal = kind.for_size(set.size().expect("in range")).expect("it fits");
            let solver = Solver::new(goal.clone()).algorithm(Algorithm::Princeton);
            let (solvable, unsolvable) = set.boards(&goal, set.usual_count(), 1, &StopFlag::default());
            for board in solvable.iter().map(|(board, _)| board).chain(&unsolvable) {
                let outcome =
                    solver.clone().heuristic(Heuristic::Manhattan).solve(board).expect("of one size");
                let nodes = match outcome {
                    Outcome::Solved(solution) => solution.stats.generated,
                    Outcome::Unsolvable(unsolvable) => unsolvable.stats.generated,
                    Outcome::Stopped(at) => at.stats.generated,
                };
                // The limit is looked at every now and then.
                assert!(nodes < MOST_NODES + 5000, "{nodes} nodes:\n{board}");
            }
        }
    }
}
