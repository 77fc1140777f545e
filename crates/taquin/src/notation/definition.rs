//! What the file of a style has to define, and what its line in the list makes of that.

use super::{MoveStyle, Report};
use std::fmt::{self, Write};

/// A style, as its file defines it.
pub(super) struct Definition {
    /// The name that the command line knows it by.
    pub(super) name: &'static str,
    /// Whether it takes one line a board.
    pub(super) is_one_line: bool,
    /// Whether it tells how much shorter a solution could be.
    pub(super) tells_bound: bool,
    /// Writes what came of a board. The letters' style is of concern to those that write letters.
    pub(super) write: fn(&Report<'_>, MoveStyle, &mut dyn Write) -> fmt::Result,
}

/// Makes [`Style`](super::Style) of a list of files, each of which has a `STYLE`.
macro_rules! styles {
    ($($(#[$about:meta])* $variant:ident = $file:ident,)*) => {
        /// How what came of a board is written: in the words of a course, as moves alone, or for other programs.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Style {
            $($(#[$about])* $variant,)*
        }

        impl Style {
            /// All styles in the order of their variants: those of courses first.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            fn definition(self) -> &'static definition::Definition {
                match self {
                    $(Self::$variant => &$file::STYLE,)*
                }
            }
        }
    };
}
pub(super) use styles;
