//! Predefined comparisons with generated boards.
//!
//! The boards are the same in every run on every machine. 3×3 boards are taken from the list of all boards by
//! their distance from the goal. A 4×4 board at a given distance comes from a random walk away from the goal,
//! with the distance as its seed: a shortest solution of a farther board passes through one at exactly that
//! distance.

use super::ComparedBoard;
use crate::input::Puzzle;
use chacha20::ChaCha8Rng;
use clap::ValueEnum;
use rand::SeedableRng;
use taquin::compare::HeuristicChoice;
use taquin::random::random_at_distance;
use taquin::state_space::StateSpace;
use taquin::{Algorithm, Board, Goal, Heuristic, Size, Solver};

/// The radius of the 3×3 state space.
const MAX_MOVES_3X3: u32 = 31;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Preset {
    // Princeton's assignment: the time of its A* with either heuristic, on boards of increasing length.
    Cos226,
    // The nodes of A* with each heuristic, by solution length.
    Heuristics,
}

/// The measure in the cells of a preset's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Seconds,
    Nodes,
}

impl Preset {
    pub(super) fn measure(self) -> Measure {
        match self {
            Self::Cos226 => Measure::Seconds,
            Self::Heuristics => Measure::Nodes,
        }
    }

    pub(super) fn algorithms(self) -> &'static [Algorithm] {
        match self {
            Self::Cos226 => &[Algorithm::Princeton],
            Self::Heuristics => &[Algorithm::AStar],
        }
    }

    pub(super) fn heuristics(self) -> &'static [HeuristicChoice] {
        match self {
            Self::Cos226 => {
                &[HeuristicChoice::One(Heuristic::Hamming), HeuristicChoice::One(Heuristic::Manhattan)]
            }
            Self::Heuristics => &[HeuristicChoice::All],
        }
    }

    /// Returns its boards, by solution length.
    pub(super) fn boards(self) -> Result<Vec<ComparedBoard>, String> {
        let lengths = match self {
            Self::Cos226 => (28..=42).step_by(2),
            Self::Heuristics => (20..=44).step_by(4),
        };
        let board = |moves: u32| -> Result<ComparedBoard, String> {
            let is_small = self == Self::Cos226 && moves <= MAX_MOVES_3X3;
            let found = if is_small { board_3x3(moves) } else { board_4x4(moves) };
            let (goal, board) = found.ok_or_else(|| format!("found no board of {moves} moves"))?;
            let name = format!("{}-{moves}", board.size());
            let label = name.clone();
            Ok(ComparedBoard {
                puzzle: Puzzle { name: name.into(), board, goal: goal.into() },
                label,
                shortest: Some(moves),
            })
        };
        lengths.map(board).collect()
    }
}

/// Returns the middle one of all 3×3 boards at a distance.
fn board_3x3(moves: u32) -> Option<(Goal, Board)> {
    let goal = Goal::blank_last(Size::square(3).ok()?);
    let layers = StateSpace::enumerate(&goal)?;
    let middle = layers.counts().get(moves as usize)? / 2;
    let board = layers.boards_at(moves).nth(middle)?;
    Some((goal, board))
}

/// Returns a 4×4 board at a distance, from a random walk.
fn board_4x4(moves: u32) -> Option<(Goal, Board)> {
    let goal = Goal::blank_last(Size::square(4).ok()?);
    let solver = Solver::new(goal.clone());
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(moves));
    let board = random_at_distance(&goal, moves, &mut rng, |board| solver.solve(board).ok())?;
    Some((goal, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Outcome;

    #[test]
    fn boards_have_the_stated_solution_lengths() {
        for &preset in Preset::value_variants() {
            let boards = preset.boards().expect("boards of these lengths exist");
            assert_eq!(boards.len(), if preset == Preset::Cos226 { 8 } else { 7 });
            for ComparedBoard { puzzle: Puzzle { name, board, goal }, shortest, .. } in boards {
                let Outcome::Solved(solution) =
                    Solver::new(Goal::clone(&goal)).solve(&board).expect("same size")
                else {
                    panic!("{name} is solvable")
                };
                assert_eq!((Some(solution.len() as u32), solution.is_shortest()), (shortest, true), "{name}");
            }
        }
    }

    #[test]
    fn boards_never_change() {
        let text = |found: Option<(Goal, Board)>| found.map(|(_, board)| board.to_line()).unwrap_or_default();
        assert_eq!(text(board_3x3(28)), "5 6 4/2 3 1/8 7 0");
        assert_eq!(text(board_3x3(30)), "8 6 5/2 7 1/3 4 0");
        assert_eq!(text(board_4x4(34)), "3 4 10 7/2 1 5 8/13 9 6 12/15 14 11 0");
        assert_eq!(text(board_4x4(42)), "14 2 8 3/4 7 6 12/13 1 0 15/11 9 5 10");
    }
}
