//! The courses whose assignments Taquin can grade to the letter.

use super::test_cases::BoardFileFormat;
use taquin::GoalKind;

/// A course, with its goal, its input files and its output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// Princeton's Slider Puzzle.
    Princeton,
    /// Princeton's 8 Puzzle of 2010.
    Princeton2010,
    /// Iowa State's Project 3.
    Iowa,
}

impl Course {
    pub(crate) const ALL: [Self; 3] = [Self::Princeton, Self::Princeton2010, Self::Iowa];

    /// Returns its name on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Princeton => "princeton",
            Self::Princeton2010 => "princeton-2010",
            Self::Iowa => "iowa",
        }
    }

    /// Returns the goal of its boards.
    pub(crate) fn goal(self) -> GoalKind {
        match self {
            Self::Princeton | Self::Princeton2010 => GoalKind::BlankLast,
            Self::Iowa => GoalKind::Ring,
        }
    }

    /// Returns the format of its input files.
    pub(crate) fn file_format(self) -> BoardFileFormat {
        match self {
            Self::Princeton | Self::Princeton2010 => BoardFileFormat::Header,
            Self::Iowa => BoardFileFormat::Rows,
        }
    }
}
