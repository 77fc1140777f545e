//! Unvalidated input and its validation.
//!
//! A [`RawBoard`] holds the numbers of the input unchecked. [`RawBoard::validate`] either returns a [`Board`]
//! or reports *every* fault, each with its position if the input was text.

use super::Board;
use crate::board_error::FaultKind;
use crate::raw_tile::RawTile;
use crate::{BoardError, Size};

/// Rows of numbers that may or may not form a board.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct RawBoard {
    /// The rows, top to bottom, possibly of different lengths.
    pub(crate) rows: Vec<Vec<RawTile>>,
    /// The expected size; `None` to infer it from the rows.
    pub(crate) size: Option<Size>,
}

impl RawBoard {
    /// Returns the board, or all faults. Without an expected size, the most common row length is the width.
    pub(crate) fn validate(&self) -> Result<Board, BoardError> {
        let rows = self.rows.len();
        let cols = self.most_common_width();
        let size = match self.size {
            Some(size) => size,
            None => Size::new(rows, cols).map_err(|_| FaultKind::Dimensions { rows, cols })?,
        };
        let mut faults = Vec::new();
        if rows == size.rows() && cols == size.cols() {
            faults.extend(self.ragged_rows(cols));
        } else if cols == size.cols() {
            faults.push(self.wrong_count(size));
        } else {
            let position = self.rows.iter().flatten().find_map(|tile| tile.position);
            return Err(FaultKind::OtherShape { size, rows, cols, position }.into());
        }
        let mut seen: Vec<Option<RawTile>> = vec![None; size.cells()];
        for tile in self.rows.iter().flatten() {
            match seen.get_mut(usize::try_from(tile.value).unwrap_or(usize::MAX)) {
                None => faults.push(FaultKind::OutOfRange { tile: *tile, size }),
                Some(Some(first)) if tile.value == 0 => {
                    faults.push(FaultKind::TwoBlanks { first: *first, second: *tile });
                }
                Some(Some(first)) => faults.push(FaultKind::Duplicate { tile: *tile, first: first.position }),
                Some(slot) => *slot = Some(*tile),
            }
        }
        let blank_is_reported = matches!(faults.first(), Some(FaultKind::UnclearBlank { .. }));
        let missing: Vec<u16> = (0..)
            .zip(&seen)
            .skip(usize::from(blank_is_reported))
            .filter(|(_, tile)| tile.is_none())
            .map(|(number, _)| number)
            .collect();
        if !missing.is_empty() {
            faults.push(FaultKind::Missing(missing));
        }
        if !faults.is_empty() {
            return Err(BoardError::new(faults));
        }
        let tiles = self.rows.iter().flatten().map(|tile| tile.value as u16).collect();
        Ok(Board::from_permutation(size, tiles))
    }

    fn most_common_width(&self) -> usize {
        let mut widths: Vec<usize> = self.rows.iter().map(Vec::len).collect();
        widths.sort_unstable();
        widths.chunk_by(|a, b| a == b).max_by_key(|run| run.len()).map_or(0, |run| run[0])
    }

    fn wrong_count(&self, size: Size) -> FaultKind {
        let found = self.rows.iter().map(Vec::len).sum();
        let position = self.rows.iter().flatten().find_map(|tile| tile.position);
        FaultKind::WrongCount { size, found, position }
    }

    /// Reports rows of another width. A single row that is one short may just lack its blank.
    fn ragged_rows(&self, width: usize) -> Vec<FaultKind> {
        let ragged = self.rows.iter().zip(1..).filter(|(row, _)| row.len() != width);
        let ragged: Vec<(&Vec<RawTile>, usize)> = ragged.collect();
        let position = |row: &[RawTile]| row.first().and_then(|tile| tile.position);
        let has_blank = self.rows.iter().flatten().any(|tile| tile.value == 0);
        match ragged[..] {
            [(tiles, row)] if !has_blank && tiles.len() + 1 == width => {
                vec![FaultKind::UnclearBlank { row, expected: width, position: position(tiles) }]
            }
            _ => ragged
                .into_iter()
                .map(|(tiles, row)| FaultKind::Ragged {
                    row,
                    found: tiles.len(),
                    expected: width,
                    position: position(tiles),
                })
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(rows: &[&[u16]]) -> String {
        Board::from_rows(rows).expect_err("not a board").to_string()
    }

    #[test]
    fn every_fault_is_reported() {
        let message = faults(&[&[1, 2, 3], &[4, 9, 2], &[7, 8]]);
        assert_eq!(
            message,
            "row 3 has 2 numbers, but the others have 3, and no blank is marked: write 0 for the blank\n\
             9 is out of range: a 3x3 board has tiles 1 to 8 and a blank, 0\n\
             2 occurs twice\n\
             5, 6 are missing"
        );
        assert_eq!(
            faults(&[&[1, 0, 3], &[4, 5, 0], &[7]]),
            "row 3 has 1 number, but the others have 3\ntwo blanks: 0 and 0\n2, 6, 8 are missing"
        );
    }

    #[test]
    fn dimensions_and_counts() {
        assert_eq!(faults(&[&[1, 2, 3]]), "1x3 is too small: a board has 2 to 127 rows and columns");
        assert_eq!(faults(&[]), "0x0 is too small: a board has 2 to 127 rows and columns");
        let error = Board::from_rows(vec![vec![0u16; 128]; 128]).expect_err("too large");
        assert_eq!(error.to_string(), "128x128 is too large: a board has 2 to 127 rows and columns");
        let size = Size::square(3).expect("in range");
        let error = Board::from_tiles(size, &[1, 2, 3]).expect_err("too few");
        assert_eq!(error.to_string(), "expected 9 numbers for a 3x3 board, found 3");
    }

    #[test]
    fn long_lists_of_faults_are_cut() {
        let message = Board::from_rows(vec![[7u16; 10]; 10]).expect_err("all the same").to_string();
        assert!(message.ends_with("… and 88 more faults"), "{message}");
    }
}
