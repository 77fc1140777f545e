//! The courses and judges whose programs Taquin can grade: those with a dialect.

use super::board_sets::BoardSet;
use taquin::notation::Style;
use taquin::{Board, Goal, GoalKind, Size};

/// A course or judge, with its goal, its input and its output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course(Style);

impl Course {
    /// Princeton's Slider Puzzle.
    pub(crate) const PRINCETON: Self = Self(Style::Princeton);
    /// Iowa State's Project 3.
    pub(crate) const IOWA: Self = Self(Style::Iowa);

    /// Returns all of them.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        Style::ALL.into_iter().filter(|style| style.dialect().is_some()).map(Self)
    }

    /// Returns its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self.0 {
            Style::Classic => "princeton-2010",
            style => style.name(),
        }
    }

    /// Returns the style of its output.
    pub(super) fn style(self) -> Style {
        self.0
    }

    /// Returns the goal of its boards.
    pub(crate) fn goal(self) -> GoalKind {
        match self.0 {
            Style::Iowa => GoalKind::Ring,
            style => style.dialect().map(|dialect| dialect.goal.clone()).unwrap_or_default(),
        }
    }

    /// Formats a board as its programs get it.
    pub(crate) fn format_board(self, board: &Board, goal: &Goal) -> String {
        self.0.dialect().map_or_else(|| board.to_string(), |dialect| dialect.format_board(board, goal))
    }

    /// Returns true if it asks for the number of moves alone.
    pub(super) fn asks_for_length(self) -> bool {
        matches!(self.0, Style::Aoj | Style::Leetcode)
    }

    /// Returns true if a number on the first line is the number of moves.
    pub(super) fn has_length_first(self) -> bool {
        matches!(self.0, Style::Sise | Style::NI | Style::Hackerrank)
    }

    /// Returns true if its output format leaves nothing open.
    pub(crate) fn has_exact_format(self) -> bool {
        self.0 != Style::FortyTwo
    }

    /// Returns the built-in boards that fit its assignment.
    pub(crate) fn board_set(self) -> BoardSet {
        match self.0 {
            Style::Sise => BoardSet::FourNear,
            Style::Uva | Style::Aoj => BoardSet::Four,
            Style::Leetcode => BoardSet::TwoByThree,
            _ => BoardSet::Three,
        }
    }

    /// Returns true if its boards may be unsolvable.
    pub(super) fn has_unsolvable_boards(self) -> bool {
        !matches!(self.0, Style::Columbia | Style::Sise | Style::Hackerrank)
    }

    /// Returns true if its moves name the motion of the blank, and false if that of the tile; `None` if either may be named.
    pub(super) fn names_blank(self) -> Option<bool> {
        match self.0 {
            Style::NI => Some(false),
            Style::Columbia | Style::Sise | Style::Uva | Style::Poj | Style::Poj3240 | Style::Hackerrank => {
                Some(true)
            }
            _ => None,
        }
    }

    /// Returns true if an empty line is a solution without moves.
    pub(super) fn accepts_empty_line(self) -> bool {
        matches!(self.0, Style::Uva | Style::Poj | Style::Poj3240)
    }

    /// Returns true if files with a board are passed on unchanged.
    pub(super) fn keeps_files(self) -> bool {
        matches!(self.0, Style::Princeton | Style::Classic | Style::Iowa)
    }

    /// Rejects boards and goals that its form of input has no place for.
    pub(super) fn check(self, size: Size, goal: &Goal) -> Result<(), String> {
        let name = self.name();
        let is_square = size.rows() == size.cols();
        let has_square_boards = matches!(
            self.0,
            Style::Columbia | Style::FortyTwo | Style::NI | Style::Poj | Style::Poj3240 | Style::Hackerrank
        );
        if has_square_boards && !is_square {
            return Err(format!("boards of the course {name} are square, and this one is {size}"));
        }
        if self.0 == Style::NI && *goal != Goal::blank_at(size, goal.blank()) {
            return Err(format!("the course {name} has the tiles of its goal in order: remove --goal"));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_have_the_form_of_the_course() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        assert_eq!(Course::PRINCETON.format_board(&board, &goal), "3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n");
        assert_eq!(Course::IOWA.format_board(&board, &goal), "0 1 3\n4 2 5\n7 8 6\n");
    }
}
