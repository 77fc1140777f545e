//! The facts about an assignment that no sample shows: what a course or judge asks of programs, and accepts from them.

use crate::heuristic::Heuristic;
use taquin_core::GoalKind;

/// The requirements of a course or judge: what programs get, and what their answers must have.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
#[expect(clippy::struct_excessive_bools, reason = "one for each requirement")]
pub struct Assignment {
    /// The name of the course, if it is not that of the style.
    pub name: Option<&'static str>,
    /// The goal of the course, if the dialect's is a generalization to other sizes.
    pub goal: Option<&'static GoalKind>,
    /// The kind of built-in boards that fit: `3x3`, `4x4`, `4x4-near` or `2x3`.
    pub boards: &'static str,
    /// True if all boards are square.
    pub has_square_boards: bool,
    /// True if boards may be unsolvable.
    pub has_unsolvable_boards: bool,
    /// True if a file with one board is passed on unchanged.
    pub keeps_files: bool,
    /// The heuristics that it asks for, with one solution each; none if there is a choice.
    pub heuristics: &'static [Heuristic],
    /// True if it asks for the greatest depth of the search.
    pub asks_for_depth: bool,
    /// True if it asks for the number of moves alone.
    pub asks_for_length: bool,
    /// True if it asks for the boards of a solution with the move between them, and for the board if it is unsolvable.
    pub asks_for_boards: bool,
    /// True if a number on the first line is the number of moves.
    pub has_length_first: bool,
    /// True if an empty line is a solution without moves.
    pub accepts_empty_line: bool,
    /// True if moves name the motion of the blank, and false if that of the tile; `None` if either may be named.
    pub names_blank: Option<bool>,
    /// Texts that only answers to this assignment have.
    pub headlines: &'static [&'static str],
    /// True if the output format leaves nothing open.
    pub has_exact_format: bool,
    /// The texts before figures that depend on the program: any number with as many decimals is right.
    pub figures: &'static [&'static str],
    /// True if spaces at the end of a line do not matter.
    pub ignores_trailing_spaces: bool,
}

impl Assignment {
    /// An assignment without requirements.
    pub(super) const ANY: Self = Self {
        name: None,
        goal: None,
        boards: "3x3",
        has_square_boards: false,
        has_unsolvable_boards: true,
        keeps_files: false,
        heuristics: &[],
        asks_for_depth: false,
        asks_for_length: false,
        asks_for_boards: false,
        has_length_first: false,
        accepts_empty_line: false,
        names_blank: None,
        headlines: &[],
        has_exact_format: true,
        figures: &[],
        ignores_trailing_spaces: false,
    };
}
