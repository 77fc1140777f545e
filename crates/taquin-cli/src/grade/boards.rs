//! The boards that a solver is graded on, each with the fewest moves that it takes.
//!
//! The sets are the same in every run with the same goal and seed. Those of 3x3 come from a breadth-first search of all
//! boards. Those of 4x4 come from random walks away from the goal: a shortest way back is found, and on it there is a board
//! at every distance from the goal.

use super::judge::Task;
use crate::args::GradeArgs;
use crate::exit::complain;
use crate::input::{Input, Named};
use crate::plan::{stopped, usual_memory};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::time::Duration;
use taquin::draw::walk_to;
use taquin::{Board, Goal, Layers, Limits, Outcome, Size, SizeError, Solver, StopFlag, Tables, random_board};

/// How long the fewest moves of a board from a file are looked for.
const PATIENCE: Duration = Duration::from_mins(1);

/// The fewest moves of the boards of 4x4.
const SHORTEST: u32 = 10;
const LONGEST: u32 = 40;

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

    fn size(self) -> Result<Size, SizeError> {
        Size::square(match self {
            Self::Three => 3,
            Self::Four => 4,
        })
    }

    /// How many boards can be solved, if nobody says how many.
    fn usual_count(self) -> u32 {
        match self {
            Self::Three => 20,
            Self::Four => 10,
        }
    }

    /// How many can't be.
    fn unsolvable(self) -> u32 {
        match self {
            Self::Three => 3,
            Self::Four => 2,
        }
    }
}

/// The boards of a run.
pub(super) struct Exam {
    pub(super) questions: Vec<Question>,
    /// Whether some could not be read.
    pub(super) some_bad: bool,
    /// How many were left out, because their fewest moves are not known.
    pub(super) left_out: usize,
}

/// A board and the truth about it.
pub(super) struct Question {
    pub(super) name: String,
    pub(super) board: Board,
    pub(super) goal: Goal,
    /// None if it can't be solved.
    pub(super) shortest: Option<u32>,
}

impl Question {
    pub(super) fn task(&self) -> Task<'_> {
        Task { board: &self.board, goal: &self.goal, shortest: self.shortest }
    }
}

impl Exam {
    /// The boards given, or else those of a set; or what is wrong with the options.
    pub(super) fn new(args: &GradeArgs, given: Option<Input>, stop: &StopFlag) -> Result<Self, String> {
        match given {
            Some(given) => Self::of_files(args, given, stop),
            None => Self::of_set(args, stop),
        }
    }

    fn of_set(args: &GradeArgs, stop: &StopFlag) -> Result<Self, String> {
        let set = args.set.unwrap_or_default();
        let size = set.size().map_err(|e| e.to_string())?;
        let goal = args.goal.kind(Some(size))?.for_size(size).map_err(|e| e.to_string())?;
        let count = args.count.unwrap_or(set.usual_count());
        let mut rng = ChaCha8Rng::seed_from_u64(args.seed);
        let boards = match set {
            Set::Three => by_layers(&goal, count, &mut rng),
            Set::Four => by_walks(&goal, count, &mut rng, stop),
        };
        let left_out = count as usize - boards.len();
        let width = count.to_string().len();
        let mut questions: Vec<Question> = boards
            .into_iter()
            .zip(1..)
            .map(|((board, moves), i)| Question {
                name: format!("{}-{i:0width$}", set.name()),
                board,
                goal: goal.clone(),
                shortest: Some(moves),
            })
            .collect();
        questions.extend((1..=set.unsolvable()).map(|i| Question {
            name: format!("{}-unsolvable-{i}", set.name()),
            board: random_board(&goal, false, &mut rng),
            goal: goal.clone(),
            shortest: None,
        }));
        Ok(Self { questions, some_bad: false, left_out })
    }

    fn of_files(args: &GradeArgs, given: Input, stop: &StopFlag) -> Result<Self, String> {
        let kind = args.goal.kind(args.input.size)?;
        let mut exam = Self { questions: Vec::new(), some_bad: given.some_bad, left_out: 0 };
        let (tables, memory) = (Tables::default(), usual_memory());
        for Named { name, board } in given.boards {
            let limits = Limits { time: Some(PATIENCE), memory, stop: stop.clone(), ..Limits::default() };
            let solved = kind.for_size(board.size()).map_err(|e| e.to_string()).and_then(|goal| {
                let solver = Solver::new(goal.clone()).tables(tables.clone()).limits(limits);
                solver.solve(&board).map(|outcome| (goal, outcome)).map_err(|e| e.to_string())
            });
            let (goal, shortest) = match solved {
                Ok((goal, Outcome::Solved(solution))) => (goal, Some(solution.moves.len() as u32)),
                Ok((goal, Outcome::Unsolvable(_))) => (goal, None),
                Ok((_, Outcome::Stopped(at))) => {
                    exam.left_out += 1;
                    let why = stopped(&at, None);
                    complain(&format!("{name}: left out, as its fewest moves are not known: {why}"));
                    continue;
                }
                Err(message) => {
                    exam.some_bad = true;
                    complain(&format!("{name}: {message}"));
                    continue;
                }
            };
            exam.questions.push(Question { name, board, goal, shortest });
        }
        Ok(exam)
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

/// Boards at distances from the smallest to the largest; fewer than asked for if they are stopped.
fn by_walks(goal: &Goal, count: u32, rng: &mut ChaCha8Rng, stop: &StopFlag) -> Vec<(Board, u32)> {
    let limits = Limits { memory: usual_memory(), stop: stop.clone(), ..Limits::default() };
    let solver = Solver::new(goal.clone()).limits(limits);
    let solve =
        |board: &Board| solver.solve(board).ok().filter(|outcome| matches!(outcome, Outcome::Solved(_)));
    let board_at = |moves: u32| walk_to(goal, moves, rng, solve).map(|board| (board, moves));
    spread(count, SHORTEST, LONGEST).map_while(board_at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evenly_spread() {
        assert_eq!(spread(5, 10, 40).collect::<Vec<_>>(), [10, 17, 25, 32, 40]);
        assert_eq!(spread(1, 0, 31).collect::<Vec<_>>(), [0]);
        assert_eq!(spread(0, 0, 31).count(), 0);
        assert_eq!(spread(20, 0, 31).max(), Some(31));
    }

    #[test]
    fn boards_have_the_moves_that_they_are_said_to_take() {
        for (set, boards) in [(Set::Three, 8), (Set::Four, 4)] {
            let goal = Goal::blank_last(set.size().expect("in range"));
            let draw = |seed| {
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                match set {
                    Set::Three => by_layers(&goal, boards, &mut rng),
                    Set::Four => by_walks(&goal, boards, &mut rng, &StopFlag::default()),
                }
            };
            assert_eq!(draw(1), draw(1));
            assert_ne!(draw(1), draw(2));
            assert_eq!(draw(1).len(), boards as usize);
            for (board, moves) in draw(1) {
                let outcome = Solver::new(goal.clone()).solve(&board).expect("of one size");
                assert!(matches!(outcome, Outcome::Solved(s) if s.moves.len() == moves as usize), "{board}");
            }
        }
    }
}
