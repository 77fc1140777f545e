//! Solvability by parity.
//!
//! A slide exchanges the blank with a tile, so it changes the parity of the board read as a permutation of
//! all its cells; it also moves the blank by one cell. Hence the sum of *the permutation's parity, relative
//! to the goal* and *the blank's distance from its home* keeps its parity under every move, and is 0 at the
//! goal. A board with an odd sum can't be solved. That every board with an even one can is the harder half
//! (Archer 1999 has a short proof); the tests enumerate it for small boards.
//!
//! The permutation's parity comes from counting its cycles, in time proportional to the number of cells.
//! People prefer to count inversions (pairs of tiles out of order, the blank left out), which leads to the
//! textbook rule: with an odd number of columns a slide keeps the parity of the inversions; with an even
//! number, each change of the blank's row flips it. [`Parity`] does both: it decides by cycles, and explains
//! by inversions on request.

use crate::{Board, Goal};
use std::fmt;

/// The solvability of a board, with the figures that explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Parity {
    /// True if the board can reach the goal. Exactly one of a board and its [twin](Board::twin) can.
    pub solvable: bool,
    /// The inversions of the board: pairs of tiles, read row by row without the blank, of which the larger
    /// comes first.
    pub inversions: u64,
    /// The inversions of the goal.
    pub goal_inversions: u64,
    /// The row of the blank, counted from 1.
    pub blank_row: usize,
    /// The row of the blank in the goal, counted from 1.
    pub goal_blank_row: usize,
    /// True if the number of columns is even, so that the row of the blank matters.
    pub row_matters: bool,
}

impl Parity {
    /// Returns true if the board can reach the goal, in time linear in the number of cells. A goal of another
    /// size is never reached.
    pub fn is_solvable(board: &Board, goal: &Goal) -> bool {
        if board.size() != goal.size() {
            return false;
        }
        let cells = board.size().cells();
        let home = |tile: u16| goal.home(usize::from(tile)).unwrap_or_default();
        let mut seen = vec![false; cells];
        let mut cycles = 0;
        for start in 0..cells {
            if !seen[start] {
                cycles += 1;
                let mut cell = start;
                while !seen[cell] {
                    seen[cell] = true;
                    cell = home(board.tiles()[cell]);
                }
            }
        }
        let permutation = cells - cycles;
        let blank = board.size().distance(goal.blank(), board.blank());
        (permutation + blank).is_multiple_of(2)
    }

    /// Returns whether the board can reach the goal, with the inversions that explain it. This takes a
    /// logarithmic factor longer than [`is_solvable`](Self::is_solvable).
    pub fn explain(board: &Board, goal: &Goal) -> Self {
        Self {
            solvable: Self::is_solvable(board, goal),
            inversions: inversions(board),
            goal_inversions: inversions(goal.board()),
            blank_row: board.size().row_col(board.blank()).0 + 1,
            goal_blank_row: goal.size().row_col(goal.blank()).0 + 1,
            row_matters: board.size().cols().is_multiple_of(2),
        }
    }
}

/// Counts the inversions of a board with a Fenwick tree.
fn inversions(board: &Board) -> u64 {
    let cells = board.size().cells();
    let mut tree = vec![0u32; cells + 1];
    let mut total = 0;
    for &tile in board.tiles().iter().rev().filter(|&&t| t != 0) {
        let tile = usize::from(tile);
        let mut below = tile - 1;
        while below > 0 {
            total += u64::from(tree[below]);
            below &= below - 1;
        }
        let mut node = tile;
        while node <= cells {
            tree[node] += 1;
            node += node & node.wrapping_neg();
        }
    }
    total
}

impl fmt::Display for Parity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { inversions, goal_inversions, blank_row, goal_blank_row, .. } = self;
        let name = |number: u64| if number.is_multiple_of(2) { "even" } else { "odd" };
        let (mut a, mut b) = (*inversions, *goal_inversions);
        if self.row_matters {
            (a, b) = (a + *blank_row as u64, b + *goal_blank_row as u64);
            write!(
                f,
                "inversions plus the blank's row: {inversions} + {blank_row} = {a} ({}), \
                 in the goal {goal_inversions} + {goal_blank_row} = {b} ({}); ",
                name(a),
                name(b)
            )?;
        } else {
            write!(f, "inversions: {a} ({}), in the goal {b} ({}); ", name(a), name(b))?;
        }
        if self.solvable {
            write!(f, "both are {}, so the board is solvable", name(a))
        } else {
            f.write_str("moves never change that, so the board is unsolvable")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;

    fn explain(board: &str, goal: &Goal) -> Parity {
        Parity::explain(&board.parse().expect("a board"), goal)
    }

    #[test]
    fn iowa_examples() {
        let goal = Goal::ring();
        let good = explain("4 1 2/3 5 0/8 6 7", &goal);
        assert_eq!((good.inversions, good.goal_inversions, good.solvable), (5, 7, true));
        let bad = explain("4 1 2/5 3 0/8 6 7", &goal);
        assert_eq!((bad.inversions, bad.solvable), (6, false));
        assert_eq!(
            bad.to_string(),
            "inversions: 6 (even), in the goal 7 (odd); moves never change that, so the board is unsolvable"
        );
    }

    #[test]
    fn princeton_examples() {
        let three = Goal::blank_last(Size::square(3).expect("in range"));
        assert!(!explain("1 2 3/4 5 6/8 7 0", &three).solvable);
        let four = Goal::blank_last(Size::square(4).expect("in range"));
        let bad = explain("1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0", &four);
        assert!(!bad.solvable && bad.row_matters);
        assert!(
            bad.to_string().starts_with(
                "inversions plus the blank's row: 1 + 4 = 5 (odd), in the goal 0 + 4 = 4 (even)"
            )
        );
    }

    #[test]
    fn solvable_boards_are_those_reachable_from_the_goal() {
        for (rows, cols, boards) in [(2, 2, 12), (2, 3, 360), (3, 2, 360)] {
            let goal = Goal::snail(Size::new(rows, cols).expect("in range"));
            let mut reached = std::collections::BTreeSet::from([goal.board().clone()]);
            let mut open = vec![goal.board().clone()];
            while let Some(board) = open.pop() {
                open.extend(
                    board.neighbors().map(|(_, next)| next).filter(|next| reached.insert(next.clone())),
                );
            }
            // Half of all permutations. Their twins are the other half.
            assert_eq!(reached.len(), boards);
            for board in &reached {
                assert!(Parity::is_solvable(board, &goal) && !Parity::is_solvable(&board.twin(), &goal));
            }
        }
    }

    #[test]
    fn cycles_and_inversions_agree() {
        use rand::SeedableRng;
        let mut rng = chacha20::ChaCha8Rng::seed_from_u64(1);
        for (rows, cols) in [(2, 2), (2, 5), (5, 2), (3, 3), (4, 4), (4, 5), (5, 4), (7, 7), (127, 126)] {
            let size = Size::new(rows, cols).expect("in range");
            for goal in [Goal::blank_last(size), Goal::blank_first(size), Goal::snail(size)] {
                for solvable in [true, false] {
                    let p = Parity::explain(&crate::random_board(&goal, solvable, &mut rng), &goal);
                    let rows = if p.row_matters { p.blank_row + p.goal_blank_row } else { 0 };
                    let even = (p.inversions + p.goal_inversions + rows as u64).is_multiple_of(2);
                    assert_eq!((p.solvable, even), (solvable, solvable), "{size}: {p:?}");
                }
            }
        }
    }
}
