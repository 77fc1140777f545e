//! Moves as letters: `ULDR`, or `R2U2` with run lengths.

use std::fmt;
use taquin_core::{Move, ParseMoveError};

/// A notation for moves as letters. The default is one letter per move, for the motion of the tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct MoveStyle {
    /// Run-length encoding: `R2` for `RR`.
    pub run_length: bool,
    /// Letters for the motion of the blank, which is the opposite of the tile's.
    pub of_blank: bool,
}

impl MoveStyle {
    /// Formats moves without spaces.
    ///
    /// ```
    /// use taquin::{Move::{Left, Up}, notation::MoveStyle};
    /// let style = MoveStyle { run_length: true, of_blank: false };
    /// assert_eq!(style.format(&[Up, Up, Left]), "U2L");
    /// assert_eq!(MoveStyle { of_blank: true, ..style }.format(&[Up, Up, Left]), "D2R");
    /// ```
    pub fn format(self, moves: &[Move]) -> String {
        self.display(moves).to_string()
    }

    /// Returns the moves for display, without spaces.
    pub(super) fn display(self, moves: &[Move]) -> impl fmt::Display {
        fmt::from_fn(move |f| {
            moves.chunk_by(|a, b| self.run_length && a == b).try_for_each(|run| {
                let letter = if self.of_blank { run[0].opposite().letter() } else { run[0].letter() };
                match run.len() {
                    1 => write!(f, "{letter}"),
                    n => write!(f, "{letter}{n}"),
                }
            })
        })
    }
}

/// Formats moves as letters for the motion of the tiles: `ULDR`.
pub fn letters(moves: &[Move]) -> String {
    MoveStyle::default().format(moves)
}

/// More moves than any board needs.
const MAX_MOVES: usize = 1 << 24;

/// Parses letters for the motion of the tiles, with or without run lengths, in either case. Spaces are ignored.
///
/// ```
/// use taquin::notation::{MoveStyle, read_moves};
/// let moves = read_moves("UULDDDR")?;
/// assert_eq!(MoveStyle { run_length: true, of_blank: false }.format(&moves), "U2LD3R");
/// assert_eq!(read_moves("U2 L D3 R")?, moves);
/// assert!(read_moves("UP").is_err());
/// # Ok::<(), taquin::ParseMoveError>(())
/// ```
///
/// # Errors
/// Names the first part of the text that is not a move. More than 16 million moves are an error too.
pub fn read_moves(text: &str) -> Result<Vec<Move>, ParseMoveError> {
    let mut moves = Vec::new();
    let mut rest = text.trim_start();
    while let Some(letter) = rest.chars().next() {
        let after = rest[letter.len_utf8()..].trim_start_matches(|c: char| c.is_ascii_digit());
        let (run, number) = rest[..rest.len() - after.len()].split_at(letter.len_utf8());
        let count = if number.is_empty() { Some(1) } else { number.parse().ok() };
        let count = count.filter(|&count| (1..=MAX_MOVES - moves.len()).contains(&count));
        let count = count.ok_or_else(|| ParseMoveError::new(format!("{run}{number}")))?;
        moves.extend(std::iter::repeat_n(run.parse::<Move>()?, count));
        rest = after.trim_start();
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        use Move::{Down, Left, Right, Up};
        for moves in [vec![], vec![Up], vec![Up, Up, Left, Down, Down, Down, Right], vec![Left; 120]] {
            for run_length in [false, true] {
                let text = MoveStyle { run_length, of_blank: false }.format(&moves);
                assert_eq!(read_moves(&text), Ok(moves.clone()), "{text}");
            }
        }
        assert_eq!(read_moves(" u2\n l "), Ok(vec![Up, Up, Left]));
        for wrong in ["U0", "2U", "UX", "U-1", "U99999999999999999999", "U99999999", "é", "U L2²"] {
            assert!(read_moves(wrong).is_err(), "{wrong}");
        }
        assert_eq!("r".parse(), Ok(Right));
        assert!(["", "UU", "X"].iter().all(|text| text.parse::<Move>().is_err()));
    }
}
