//! Goals by name.

use super::{one_line, read_board};
use crate::board::{GoalError, GoalKind, Size};
use std::fmt;
use std::str::FromStr;

/// The name that [`FromStr`] reads, or the rows of an explicit board.
impl fmt::Display for GoalKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BlankLast => f.write_str("blank-last"),
            Self::BlankFirst => f.write_str("blank-first"),
            Self::Ring => f.write_str("ring"),
            Self::Snail => f.write_str("snail"),
            Self::Explicit(board) => f.write_str(&one_line(board)),
        }
    }
}

impl GoalKind {
    /// Reads `blank-last`, `blank-first`, `ring`, `snail`, or a board in any form that [`read_boards`](super::read_boards)
    /// knows. `size` settles the shape of a bare list of numbers; a board may have another.
    pub fn read(text: &str, size: Option<Size>) -> Result<Self, GoalError> {
        match text.trim() {
            "blank-last" => Ok(Self::BlankLast),
            "blank-first" => Ok(Self::BlankFirst),
            "ring" => Ok(Self::Ring),
            "snail" => Ok(Self::Snail),
            name => match read_board(text, size).or_else(|_| read_board(text, None)) {
                Ok(board) => Ok(Self::Explicit(board)),
                Err(fault) if name.contains(|c: char| c.is_ascii_digit()) => Err(GoalError::BadBoard(fault)),
                Err(_) => Err(GoalError::UnknownName(name.chars().take(MOST_SHOWN).collect())),
            },
        }
    }
}

/// How much is worth repeating of what is no goal.
const MOST_SHOWN: usize = 40;

/// Reads what [`GoalKind::read`] does, without a size.
impl FromStr for GoalKind {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Self, GoalError> {
        Self::read(text, None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tiles(kind: &str, size: &str) -> Vec<u16> {
        let kind: GoalKind = kind.parse().expect("a known goal");
        kind.for_size(size.parse().expect("a size")).expect("fits").board().tiles().to_vec()
    }

    #[test]
    fn named_goals() {
        assert_eq!(tiles("blank-last", "2x3"), [1, 2, 3, 4, 5, 0]);
        assert_eq!(tiles("blank-first", "2x3"), [0, 1, 2, 3, 4, 5]);
        assert_eq!(tiles("ring", "3x3"), [1, 2, 3, 8, 0, 4, 7, 6, 5]);
        assert_eq!(tiles("ring", "3x3"), tiles("snail", "3x3"));
        assert_eq!(tiles("snail", "2x2"), [1, 2, 0, 3]);
        assert_eq!(tiles("snail", "4x4"), [1, 2, 3, 4, 12, 13, 14, 5, 11, 0, 15, 6, 10, 9, 8, 7]);
        assert_eq!(tiles("snail", "5x2"), [1, 2, 0, 3, 9, 4, 8, 5, 7, 6]);
        assert_eq!(tiles("3 2/1 0", "2x2"), [3, 2, 1, 0]);
    }

    #[test]
    fn a_size_settles_the_shape_of_a_list() {
        let read = |text, rows, cols| {
            let kind = GoalKind::read(text, Size::new(rows, cols).ok());
            kind.map(|kind| kind.to_string()).map_err(|error| error.to_string())
        };
        assert_eq!(read("5 4 3 2 1 0", 2, 3).as_deref(), Ok("5 4 3/2 1 0"));
        assert_eq!(
            read("15 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0", 2, 8).map(|text| text.matches('/').count()),
            Ok(1)
        );
        // That it is of another size is for the board to say.
        assert_eq!(read("1 2/3 0", 3, 3).as_deref(), Ok("1 2/3 0"));
        // The gap at the beginning is a part of it.
        assert_eq!(read("  3\n1 2", 2, 2).as_deref(), Ok("0 3/1 2"));
        assert!(
            read("5 4 3 2 1 0", 3, 3).is_err_and(|error| error.contains("do not tell the board's shape"))
        );
        assert!(read(&"z".repeat(9999), 3, 3).is_err_and(|error| error.len() < 200));
    }

    #[test]
    fn goals_that_do_not_fit_are_refused() {
        let size = Size::square(4).expect("in range");
        assert_eq!(GoalKind::Ring.for_size(size), Err(GoalError::RingSize { size }));
        let small: GoalKind = "1 2/3 0".parse().expect("a board");
        assert!(matches!(small.for_size(size), Err(GoalError::OtherSize { .. })));
        assert!(matches!("upside-down".parse::<GoalKind>(), Err(GoalError::UnknownName(_))));
        assert!(matches!("1 2/3 3".parse::<GoalKind>(), Err(GoalError::BadBoard(_))));
    }
}
