//! Boards at an exact distance from a goal, by random walks.

use rand::seq::IteratorRandom;
use rand_chacha::ChaCha8Rng;
use taquin::{Board, Goal, Move, Outcome};

/// A board that takes exactly so many moves.
///
/// A walk leads away from the goal until the shortest way back is long enough; the boards on that way are at every distance
/// from there down to 0. A board that is too far out to be solved ends the walk, and another begins; if there is no outcome
/// at all, there is no board.
pub(crate) fn walk_to(
    goal: &Goal,
    moves: u32,
    rng: &mut ChaCha8Rng,
    mut solve: impl FnMut(&Board) -> Option<Outcome>,
) -> Option<Board> {
    let mut board = goal.board().clone();
    let mut last: Option<Move> = None;
    let mut steps = moves;
    loop {
        for _ in 0..steps {
            let onward = board.legal_moves().filter(|m| last.is_none_or(|last| *m != last.opposite()));
            let m = onward.choose(rng)?;
            board.slide(m).ok()?;
            last = Some(m);
        }
        match solve(&board)? {
            Outcome::Solved(solution) if solution.moves.len() >= moves as usize => {
                return solution.boards().nth(solution.moves.len() - moves as usize);
            }
            Outcome::Solved(_) => steps = 2 + moves / 4,
            _ => (board, last, steps) = (goal.board().clone(), None, moves),
        }
    }
}
