//! Arrays of boards.

use crate::parallel;
use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::{Board, Size};

/// Boards of one size, some of which may be invalid.
pub(crate) struct Boards {
    pub(crate) all: Vec<Result<Board, String>>,
}

/// Boards that are invalid or were not solved: their index and the reason.
pub(crate) type Failures = Vec<(usize, String)>;

impl Boards {
    /// Reads an array with one board per row.
    pub(crate) fn read(py: Python<'_>, array: &PyReadonlyArray2<'_, i32>, size: Size) -> PyResult<Self> {
        if array.shape()[1] != size.cells() {
            let found = array.shape()[1];
            return Err(PyValueError::new_err(format!(
                "a {size} board has {} cells, and these have {found}",
                size.cells()
            )));
        }
        let cells = array.as_slice()?;
        let rows: Vec<&[i32]> = cells.chunks_exact(size.cells()).collect();
        let all = py.detach(|| parallel::map(&rows, |tiles| read(size, tiles)));
        Ok(Self { all })
    }

    /// Returns the boards, or the failure of the first that is invalid.
    pub(crate) fn valid(self) -> PyResult<Vec<Board>> {
        let board = |(i, board): (usize, Result<Board, String>)| {
            board.map_err(|error| PyValueError::new_err(format!("board {i}: {error}")))
        };
        self.all.into_iter().enumerate().map(board).collect()
    }

    /// Returns the invalid boards.
    pub(crate) fn failures(&self) -> Failures {
        let failure = |(i, board): (usize, &Result<Board, String>)| Some((i, board.as_ref().err()?.clone()));
        self.all.iter().enumerate().filter_map(failure).collect()
    }
}

fn read(size: Size, cells: &[i32]) -> Result<Board, String> {
    let mut tiles = Vec::with_capacity(cells.len());
    for (cell, &number) in cells.iter().enumerate() {
        match u16::try_from(number) {
            Ok(tile) if usize::from(tile) < size.cells() => tiles.push(tile),
            _ => {
                let (row, col) = size.row_col(cell);
                let max = size.cells() - 1;
                return Err(format!("row {row}, column {col}: {number} is not a tile: tiles are 0 to {max}"));
            }
        }
    }
    Board::from_tiles(size, &tiles).map_err(|error| error.to_string().replace('\n', "; "))
}
