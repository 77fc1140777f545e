//! The courses and judges whose programs Taquin can grade: those with a dialect.

use taquin::notation::Style;
use taquin::{Board, Goal, GoalKind};

/// A course or judge, with its goal, its input and its output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Course(Style);

impl Course {
    /// Princeton's Slider Puzzle.
    pub(crate) const PRINCETON: Self = Self(Style::Princeton);
    /// Iowa State's Project 3.
    pub(crate) const IOWA: Self = Self(Style::Iowa);

    pub(crate) const ALL: [Self; 14] = [
        Self::PRINCETON,
        Self(Style::Classic),
        Self::IOWA,
        Self(Style::Columbia),
        Self(Style::FortyTwo),
        Self(Style::Sise),
        Self(Style::NI),
        Self(Style::Uva),
        Self(Style::Poj),
        Self(Style::Poj3240),
        Self(Style::Hackerrank),
        Self(Style::Aoj),
        Self(Style::Leetcode),
        Self(Style::Codewars),
    ];

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
}
