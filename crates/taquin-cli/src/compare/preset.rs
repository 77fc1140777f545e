//! Comparisons that are asked for by name, with boards that the program makes itself.
//!
//! The boards are the same in every run on every machine. Those of 3×3 come from the list of all boards by their distance
//! from the goal. A 4×4 board of a given distance comes from a random walk away from the goal, whose seed is that distance:
//! once the shortest way back is long enough, one of the boards along it is exactly so far away.

use super::Subject;
use clap::ValueEnum;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use taquin::compare::Guide;
use taquin::draw::walk_to;
use taquin::{Algorithm, Board, Goal, Heuristic, Layers, Size, Solver};

/// The most moves that a 3×3 board takes.
const MOST_OF_3X3: u32 = 31;

/// A comparison with a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Preset {
    // The table that Princeton's course asks for: how long its A* takes with either heuristic, on ever harder boards.
    Cos226,
    // How many nodes A* makes with each heuristic, by the length of the solution.
    Heuristics,
}

/// What the cells of a preset's table tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Figure {
    Seconds,
    Nodes,
}

impl Preset {
    pub(super) fn figure(self) -> Figure {
        match self {
            Self::Cos226 => Figure::Seconds,
            Self::Heuristics => Figure::Nodes,
        }
    }

    pub(super) fn algorithms(self) -> &'static [Algorithm] {
        match self {
            Self::Cos226 => &[Algorithm::Princeton],
            Self::Heuristics => &[Algorithm::AStar],
        }
    }

    pub(super) fn heuristics(self) -> &'static [Guide] {
        match self {
            Self::Cos226 => &[Guide::By(Heuristic::Hamming), Guide::By(Heuristic::Manhattan)],
            Self::Heuristics => &[Guide::All],
        }
    }

    /// Its boards, by their fewest moves.
    pub(super) fn subjects(self) -> Result<Vec<Subject>, String> {
        let lengths = match self {
            Self::Cos226 => (28..=42).step_by(2),
            Self::Heuristics => (20..=44).step_by(4),
        };
        let subject = |moves: u32| -> Result<Subject, String> {
            let is_small = self == Self::Cos226 && moves <= MOST_OF_3X3;
            let made = if is_small { listed(moves) } else { walked(moves) };
            let (goal, board) = made.ok_or_else(|| format!("no board of {moves} moves could be made"))?;
            let name = format!("{}-{moves}", board.size());
            Ok(Subject { label: name.clone(), name, board, goal, known: Some(moves) })
        };
        lengths.map(subject).collect()
    }
}

/// The middle one of all 3×3 boards at a distance.
fn listed(moves: u32) -> Option<(Goal, Board)> {
    let goal = Goal::blank_last(Size::square(3).ok()?);
    let layers = Layers::around(&goal)?;
    let middle = layers.counts().get(moves as usize)? / 2;
    let board = layers.boards_at(moves).nth(middle)?;
    Some((goal, board))
}

/// A 4×4 board at a distance, from a random walk.
fn walked(moves: u32) -> Option<(Goal, Board)> {
    let goal = Goal::blank_last(Size::square(4).ok()?);
    let solver = Solver::new(goal.clone());
    let mut rng = ChaCha8Rng::seed_from_u64(u64::from(moves));
    let board = walk_to(&goal, moves, &mut rng, |board| solver.solve(board).ok())?;
    Some((goal, board))
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::Outcome;
    use taquin::notation::one_line;

    #[test]
    fn boards_have_the_moves_they_are_made_for() {
        for &preset in Preset::value_variants() {
            let subjects = preset.subjects().expect("they can be made");
            assert_eq!(subjects.len(), if preset == Preset::Cos226 { 8 } else { 7 });
            for Subject { name, board, goal, known, .. } in subjects {
                let Outcome::Solved(solution) = Solver::new(goal).solve(&board).expect("same size") else {
                    panic!("{name} can be solved")
                };
                assert_eq!(
                    (Some(solution.moves.len() as u32), solution.is_shortest()),
                    (known, true),
                    "{name}"
                );
            }
        }
    }

    /// On every machine, whatever happens to the random generator and the walks.
    #[test]
    fn boards_are_the_same_every_time() {
        let text = |made: Option<(Goal, Board)>| made.map(|(_, board)| one_line(&board)).unwrap_or_default();
        assert_eq!(text(listed(28)), "5 6 4/2 3 1/8 7 0");
        assert_eq!(text(listed(30)), "8 6 5/2 7 1/3 4 0");
        assert_eq!(text(walked(34)), "3 4 10 7/2 1 5 8/13 9 6 12/15 14 11 0");
        assert_eq!(text(walked(42)), "14 2 8 3/4 7 6 12/13 1 0 15/11 9 5 10");
    }
}
