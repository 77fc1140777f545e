//! The two ways to count moves.

use crate::Move;

/// A way to count moves.
///
/// Moves are always written and replayed tile by tile; the metric only says what counts as one of them.
///
/// ```
/// use taquin_core::{Metric, Move::{Left, Up}};
/// let moves = [Up, Up, Up, Left, Up];
/// assert_eq!((Metric::Single.count(&moves), Metric::Multi.count(&moves)), (5, 3));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Single-tile metric: each tile that slides is a move.
    #[default]
    Single,
    /// Multi-tile metric: any number of tiles of one line that slide together, in one direction, are a move.
    Multi,
}

impl Metric {
    /// Both metrics.
    pub const ALL: [Self; 2] = [Self::Single, Self::Multi];

    /// Returns the number of moves in this metric: the number of directions, or that of runs of the same direction.
    pub fn count(self, moves: &[Move]) -> usize {
        match self {
            Self::Single => moves.len(),
            Self::Multi => self.split(moves).count(),
        }
    }

    /// Splits tile-by-tile moves into those that count as one.
    pub fn split(self, moves: &[Move]) -> impl Iterator<Item = &[Move]> {
        moves.chunk_by(move |a, b| self.cost(Some(*a), *b) == 0)
    }

    /// Returns the cost of a move after another one: 0 if both count as one.
    pub fn cost(self, before: Option<Move>, by: Move) -> u32 {
        u32::from(self == Self::Single || before != Some(by))
    }

    /// Returns the other metric.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Single => Self::Multi,
            Self::Multi => Self::Single,
        }
    }

    /// Returns the name: `single` or `multi`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Single => "single",
            Self::Multi => "multi",
        }
    }
}

// The abbreviations are those of speed-solvers.
crate::named!(Metric, "a metric", "stm" = Self::Single, "mtm" = Self::Multi);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for metric in Metric::ALL {
            assert_eq!(metric.to_string().parse(), Ok(metric));
            assert_eq!(metric.other().other(), metric);
        }
        assert_eq!(("stm".parse(), "mtm".parse()), (Ok(Metric::Single), Ok(Metric::Multi)));
        assert!("htm".parse::<Metric>().is_err());
    }

    #[test]
    fn costs_add_up_to_the_count() {
        let moves = crate::Move::ALL;
        for code in 0..256 {
            let moves: Vec<Move> = (0..4).map(|i| moves[code >> (2 * i) & 3]).collect();
            for metric in Metric::ALL {
                let before = std::iter::once(None).chain(moves.iter().copied().map(Some));
                let cost: u32 = moves.iter().zip(before).map(|(&by, before)| metric.cost(before, by)).sum();
                assert_eq!(cost as usize, metric.count(&moves));
                assert_eq!(metric.split(&moves).count(), metric.count(&moves));
                assert_eq!(metric.split(&moves).collect::<Vec<_>>().concat(), moves);
            }
        }
    }
}
