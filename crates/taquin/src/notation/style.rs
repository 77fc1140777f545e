//! The list of output styles. Each is a file of this folder with a constant `STYLE`, and a line below.

#[cfg(feature = "serde")]
use super::json;
use super::{MoveStyle, Report, classic, iowa, moves, princeton, tiles};
use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

/// Defines [`Style`] from a list of modules, each with a constant `STYLE`.
macro_rules! styles {
    ($($(#[$meta:meta])* $variant:ident = $module:ident,)*) => {
        /// An output style for solutions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Style {
            $($(#[$meta])* $variant,)*
        }

        #[allow(unused_doc_comments, reason = "the attributes include the docs of the variants")]
        impl Style {
            const COUNT: usize = [$($(#[$meta])* Self::$variant),*].len();

            /// All styles.
            pub const ALL: [Self; Self::COUNT] = [$($(#[$meta])* Self::$variant),*];

            fn definition(self) -> &'static StyleDefinition {
                match self {
                    $($(#[$meta])* Self::$variant => &$module::STYLE,)*
                }
            }
        }
    };
}

styles! {
    /// The output of the test client of Princeton's course: the number of moves, then each board.
    Princeton = princeton,
    /// The output of Princeton's course in 2010: boards with a gap for the blank, and the number of states enqueued.
    Classic = classic,
    /// The output of Iowa State's course: boards and moves in turn, for each heuristic.
    Iowa = iowa,
    /// The moves as letters on one line, in a [`MoveStyle`]: `ULDR`.
    Moves = moves,
    /// The tiles that slide, on one line: `1 2 5 6`.
    Tiles = tiles,
    /// One JSON object per attempt, on one line. Absent values are omitted.
    #[cfg(feature = "serde")]
    Json = json,
}

impl Style {
    /// Returns the name, such as `princeton`.
    pub fn name(self) -> &'static str {
        self.definition().name
    }

    /// Returns true if it writes one line per board, so that boards need no heading.
    pub fn is_one_line(self) -> bool {
        self.definition().is_one_line
    }

    /// Returns true if it states the lower bound of a solution that is not proven shortest.
    pub fn states_bound(self) -> bool {
        self.definition().states_bound
    }

    /// Writes a report, board by board: `out` should be buffered. Multi-line styles write nothing about a search that
    /// was stopped without a solution.
    ///
    /// # Errors
    /// If `out` can't be written.
    pub fn write(self, report: &Report<'_>, moves: MoveStyle, out: &mut dyn Write) -> io::Result<()> {
        (self.definition().write)(report, moves, out)
    }
}

/// [`Style::Princeton`].
impl Default for Style {
    fn default() -> Self {
        Self::Princeton
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Style {
    type Err = ParseStyleError;

    fn from_str(text: &str) -> Result<Self, ParseStyleError> {
        let found = Self::ALL.into_iter().find(|style| style.name() == text);
        found.ok_or_else(|| ParseStyleError(text.to_owned()))
    }
}

/// A text that is not a [`Style`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("'{0}' is not a style: choose {names}", names = Style::ALL.map(Style::name).join(", "))]
pub struct ParseStyleError(String);

/// A style, as its file defines it.
pub(super) struct StyleDefinition {
    /// The name on the command line.
    pub(super) name: &'static str,
    /// True if it writes one line per board.
    pub(super) is_one_line: bool,
    /// True if it states the lower bound of a solution that is not proven shortest.
    pub(super) states_bound: bool,
    /// Writes a report.
    pub(super) write: fn(&Report<'_>, MoveStyle, &mut dyn Write) -> io::Result<()>,
}
