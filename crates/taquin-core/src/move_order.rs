//! The order in which a search generates successors.

use crate::Move;
use std::fmt;
use std::str::FromStr;

/// An order of the four moves, written as **the motion of the blank**, as courses do: `UDLR`.
///
/// ```
/// use taquin_core::{Move, MoveOrder};
/// let order: MoveOrder = "right,down,up,left".parse()?;
/// assert_eq!(order.to_string(), "RDUL");
/// // The blank moves right when a tile slides left.
/// assert_eq!(order.moves()[0], Move::Left);
/// # Ok::<(), taquin_core::ParseOrderError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveOrder([Move; 4]);

impl MoveOrder {
    /// Returns the moves in this order, as the motion of the tiles.
    pub fn moves(self) -> [Move; 4] {
        self.0
    }
}

/// The blank moves up, down, left, right.
impl Default for MoveOrder {
    fn default() -> Self {
        Self([Move::Down, Move::Up, Move::Right, Move::Left])
    }
}

/// Writes four letters for the motion of the blank.
impl fmt::Display for MoveOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters: String = self.0.iter().map(|by| by.opposite().letter()).collect();
        f.pad(&letters)
    }
}

/// Parses four letters (`UDLR`), or four letters or words with commas or spaces between them, in either case.
impl FromStr for MoveOrder {
    type Err = ParseOrderError;

    fn from_str(text: &str) -> Result<Self, ParseOrderError> {
        let invalid = || ParseOrderError(text.chars().take(40).collect());
        let words: Vec<String> = if text.contains([',', ' ']) {
            text.split([',', ' ']).filter(|word| !word.is_empty()).map(str::to_owned).collect()
        } else {
            text.chars().map(String::from).collect()
        };
        let parsed = words.iter().map(|word| word.parse::<Move>().map(Move::opposite));
        let moves: Vec<Move> = parsed.collect::<Result<_, _>>().map_err(|_| invalid())?;
        let moves: [Move; 4] = moves.try_into().map_err(|_| invalid())?;
        let is_permutation = Move::ALL.iter().all(|by| moves.contains(by));
        if is_permutation { Ok(Self(moves)) } else { Err(invalid()) }
    }
}

/// A text that is not a [`MoveOrder`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "'{0}' is not an order of moves: write each of U, D, L and R once, for the motion of the blank, such as UDLR"
)]
pub struct ParseOrderError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips() {
        assert_eq!(MoveOrder::default().to_string(), "UDLR");
        for text in ["UDLR", "RDUL", "LRDU"] {
            assert_eq!(text.parse::<MoveOrder>().map(|order| order.to_string()), Ok(text.to_owned()));
        }
        for same in ["rdul", "r d u l", "Right, Down, Up, Left", "R,down,U,left"] {
            assert_eq!(same.parse::<MoveOrder>(), "RDUL".parse(), "{same}");
        }
        for wrong in ["", "UDL", "UDLL", "UDLRU", "UDLX", "up down", "up down left up"] {
            assert!(wrong.parse::<MoveOrder>().is_err(), "{wrong}");
        }
    }
}
