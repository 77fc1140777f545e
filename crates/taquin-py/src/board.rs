//! Boards and goals.

use numpy::{IntoPyArray, PyArrayMethods};
use pyo3::IntoPyObjectExt;
use pyo3::basic::CompareOp;
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use std::fmt::Write as _;
use std::hash::{DefaultHasher, Hash, Hasher};
use taquin::{Board, Goal, Move, Parity, Size};
use taquin_core::{GoalKind, read_board};

/// Returns the number of a move: its place in [`Move::ALL`].
pub(crate) fn number(by: Move) -> u8 {
    by as u8
}

pub(crate) fn value_error(error: &impl ToString) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The motion that letters and numbers of moves name.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Convention {
    Tile,
    Blank,
}

impl Convention {
    pub(crate) fn read(moves: &str) -> PyResult<Self> {
        match moves {
            "tile" => Ok(Self::Tile),
            "blank" => Ok(Self::Blank),
            _ => Err(PyValueError::new_err(format!(
                "moves='{moves}': moves name the motion of the \"tile\" or of the \"blank\""
            ))),
        }
    }

    /// Returns the move of a tile that a name stands for, and the other way round.
    pub(crate) fn convert(self, by: Move) -> Move {
        if self == Self::Tile { by } else { by.opposite() }
    }

    /// Returns a member of `taquin.Move`.
    fn write(self, py: Python<'_>, by: Move) -> PyResult<Bound<'_, PyAny>> {
        py.import("taquin._moves")?.getattr("Move")?.call1((number(self.convert(by)),))
    }

    fn read_move(self, by: &Bound<'_, PyAny>) -> PyResult<Move> {
        let unknown = || {
            PyValueError::new_err(format!(
                "{by} is not a move: give a Move, its number 0 to 3, or U, D, L or R"
            ))
        };
        let by = match by.cast::<PyString>() {
            Ok(text) => {
                let text = text.to_string();
                let mut letters = text.chars();
                letters.next().filter(|_| letters.next().is_none()).and_then(Move::from_letter)
            }
            Err(_) => by.extract::<usize>().ok().and_then(|number| Move::ALL.get(number).copied()),
        };
        by.map(|by| self.convert(by)).ok_or_else(unknown)
    }
}

/// Draws a board.
fn svg(board: &Board) -> String {
    const CELL: usize = 40;
    let (rows, cols) = (board.size().rows(), board.size().cols());
    let (width, height) = (CELL * cols + 8, CELL * rows + 8);
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' font-family='sans-serif' font-size='16' \
         text-anchor='middle'><rect width='{width}' height='{height}' rx='6' fill='#54402d'/>"
    );
    for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let (row, col) = board.size().row_col(cell);
        let (x, y) = (CELL * col + 5, CELL * row + 5);
        let fill = if usize::from(tile) == cell + 1 { "#f3d896" } else { "#fcf3e6" };
        let side = CELL - 2;
        write!(
            svg,
            "<rect x='{x}' y='{y}' width='{side}' height='{side}' rx='5' fill='{fill}'/>\
             <text x='{}' y='{}' fill='#2a2018'>{tile}</text>",
            x + side / 2,
            y + side / 2 + 6
        )
        .ok();
    }
    svg + "</svg>"
}

/// A board of a sliding-tile puzzle.
#[pyclass(name = "Board", module = "taquin", frozen)]
#[derive(Clone)]
pub(crate) struct PyBoard(pub(crate) Board);

#[pymethods]
impl PyBoard {
    #[new]
    #[pyo3(signature = (board, size=None))]
    fn new(board: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        let size = size.map(read_size).transpose()?;
        read(board, size).map(Self)
    }

    /// The number of rows and the number of columns.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().rows(), self.0.size().cols())
    }

    /// The tiles in row order, 0 for the blank.
    #[getter]
    fn tiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.tiles())
    }

    /// The rows, each a tuple of tiles.
    #[getter]
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let rows = self.0.rows().map(|row| PyTuple::new(py, row)).collect::<PyResult<Vec<_>>>()?;
        PyTuple::new(py, rows)
    }

    /// The row and the column of the blank.
    #[getter]
    fn blank(&self) -> (usize, usize) {
        self.0.size().row_col(self.0.blank())
    }

    /// The board on one line, with / between rows.
    #[getter]
    fn text(&self) -> String {
        self.0.to_line()
    }

    /// Returns the legal moves.
    #[pyo3(signature = (*, moves="tile"))]
    fn legal_moves<'py>(&self, py: Python<'py>, moves: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let convention = Convention::read(moves)?;
        self.0.legal_moves().map(|by| convention.write(py, by)).collect()
    }

    /// Returns the board after a move: a Move, its number, or its letter U, D, L or R.
    #[pyo3(signature = (by, *, moves="tile"))]
    fn after(&self, by: &Bound<'_, PyAny>, moves: &str) -> PyResult<Self> {
        let by = Convention::read(moves)?.read_move(by)?;
        self.0.after(by).map(Self).map_err(|error| value_error(&error))
    }

    /// Returns the legal moves, each with the board after it.
    #[pyo3(signature = (*, moves="tile"))]
    fn neighbors<'py>(&self, py: Python<'py>, moves: &str) -> PyResult<Vec<(Bound<'py, PyAny>, Self)>> {
        let convention = Convention::read(moves)?;
        self.0.neighbors().map(|(by, next)| Ok((convention.write(py, by)?, Self(next)))).collect()
    }

    /// Returns the board with two tiles exchanged: of a board and its twin, exactly one is solvable.
    fn twin(&self) -> Self {
        Self(self.0.twin())
    }

    /// Returns the number of tiles that are not at home.
    #[pyo3(signature = (goal=None))]
    fn hamming(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        Ok(self.0.hamming(&goal_for(goal, self.0.size())?.0))
    }

    /// Returns the sum of the distances of the tiles from home.
    #[pyo3(signature = (goal=None))]
    fn manhattan(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<u32> {
        Ok(self.0.manhattan(&goal_for(goal, self.0.size())?.0))
    }

    /// Returns true if the goal can be reached.
    #[pyo3(signature = (goal=None))]
    fn is_solvable(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(Parity::is_solvable(&self.0, &goal_for(goal, self.0.size())?.0))
    }

    /// Returns true if this is the goal.
    #[pyo3(signature = (goal=None))]
    fn is_goal(&self, goal: Option<&Bound<'_, PyAny>>) -> PyResult<bool> {
        Ok(self.0.is_goal(&goal_for(goal, self.0.size())?.0))
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let _ = copy; // a new array is always a copy
        let array =
            self.0.tiles().to_vec().into_pyarray(py).reshape([self.0.size().rows(), self.0.size().cols()])?;
        dtype.map_or_else(|| Ok(array.clone().into_any()), |dtype| array.call_method1("astype", (dtype,)))
    }

    fn _repr_svg_(&self) -> String {
        svg(&self.0)
    }

    fn __getitem__(&self, cell: (isize, isize)) -> PyResult<u16> {
        let index = |given: isize, length: usize| {
            let from_end = if given < 0 { length.cast_signed() } else { 0 };
            usize::try_from(given + from_end).ok().filter(|index| *index < length)
        };
        let size = self.0.size();
        let (Some(row), Some(col)) = (index(cell.0, size.rows()), index(cell.1, size.cols())) else {
            return Err(PyIndexError::new_err(format!(
                "row {}, column {} is not on a {size} board",
                cell.0, cell.1
            )));
        };
        Ok(self.0.tiles()[row * size.cols() + col])
    }

    fn __richcmp__(&self, other: &Bound<'_, PyAny>, op: CompareOp, py: Python<'_>) -> PyResult<Py<PyAny>> {
        let Ok(other) = other.cast::<Self>() else { return Ok(py.NotImplemented()) };
        let key = |board: &Board| (board.size().rows(), board.size().cols(), board.tiles().to_vec());
        op.matches(key(&self.0).cmp(&key(&other.get().0))).into_py_any(py)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0.to_line())
    }

    fn __str__(&self) -> String {
        self.0.to_gapped_rows(self.0.tile_width() + 1)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.to_line(),))
    }
}

/// A goal: the board to reach.
#[pyclass(name = "Goal", module = "taquin", frozen)]
#[derive(Clone)]
pub(crate) struct PyGoal(pub(crate) Goal);

/// Returns the goal for boards of a size: a goal, its name, or a board; by default the one with the blank last.
pub(crate) fn goal_for(goal: Option<&Bound<'_, PyAny>>, size: Size) -> PyResult<PyGoal> {
    goal.map_or_else(|| Ok(PyGoal(Goal::blank_last(size))), |goal| read_goal(goal, Some(size)))
}

fn read_goal(goal: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<PyGoal> {
    let kind = if let Ok(goal) = goal.cast::<PyGoal>() {
        GoalKind::Explicit(goal.get().0.board().clone())
    } else if let Ok(text) = goal.cast::<PyString>() {
        GoalKind::read(&text.to_string(), size).map_err(|error| value_error(&error))?
    } else {
        GoalKind::Explicit(read(goal, None)?)
    };
    let size = match (&kind, size) {
        (_, Some(size)) => size,
        (GoalKind::Explicit(board), None) => board.size(),
        (GoalKind::Ring, None) => Goal::ring().size(),
        (_, None) => {
            return Err(PyValueError::new_err(format!("the goal {kind} needs a size, such as size=(4, 4)")));
        }
    };
    kind.for_size(size).map(PyGoal).map_err(|error| value_error(&error))
}

#[pymethods]
impl PyGoal {
    #[new]
    #[pyo3(signature = (goal, size=None))]
    fn new(goal: &Bound<'_, PyAny>, size: Option<&Bound<'_, PyAny>>) -> PyResult<Self> {
        read_goal(goal, size.map(read_size).transpose()?)
    }

    /// The board to reach.
    #[getter]
    fn board(&self) -> PyBoard {
        PyBoard(self.0.board().clone())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().0.board() == self.0.board())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.0.board().hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self) -> String {
        format!("Goal('{}')", self.0.board().to_line())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyAny>, (String,)) {
        (slf.get_type().into_any(), (slf.get().0.board().to_line(),))
    }
}

/// Reads a size: a text such as "3x4", or a pair.
pub(crate) fn read_size(size: &Bound<'_, PyAny>) -> PyResult<Size> {
    if let Ok(text) = size.cast::<PyString>() {
        return text.to_string().parse().map_err(|error| value_error(&error));
    }
    let (rows, cols) = size
        .extract::<(usize, usize)>()
        .map_err(|_| PyTypeError::new_err(format!("{size} is not a size: write \"3x4\" or (3, 4)")))?;
    Size::new(rows, cols).map_err(|error| value_error(&error))
}

/// Reads a board: a board, a text, rows, or a list with a size.
fn read(board: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Board> {
    let board = if let Ok(board) = board.cast::<PyBoard>() {
        board.get().0.clone()
    } else if let Ok(text) = board.cast::<PyString>() {
        read_board(&text.to_string(), size).map_err(|error| value_error(&error))?
    } else {
        read_rows(board, size)?
    };
    match size {
        Some(size) if size != board.size() => {
            Err(PyValueError::new_err(format!("the board is {}, and {size} is wanted", board.size())))
        }
        _ => Ok(board),
    }
}

fn read_rows(rows: &Bound<'_, PyAny>, size: Option<Size>) -> PyResult<Board> {
    let not_a_board = || {
        let kind = rows.get_type().to_string();
        PyTypeError::new_err(format!(
            "{kind} is not a board: give a Board, a text such as '8 1 3/4 0 2/7 6 5', rows, or an array"
        ))
    };
    let tile = |cell: &Bound<'_, PyAny>, place: &str| -> PyResult<u16> {
        let number: i64 =
            cell.extract().map_err(|_| PyTypeError::new_err(format!("{place}: {cell} is not an integer")))?;
        u16::try_from(number).map_err(|_| PyValueError::new_err(format!("{place}: {number} is not a tile")))
    };
    let mut lists = Vec::new();
    let mut flat = Vec::new();
    for (r, row) in rows.try_iter().map_err(|_| not_a_board())?.enumerate() {
        let row = row?;
        if row.extract::<i64>().is_ok() || row.try_iter().is_err() {
            flat.push(tile(&row, &format!("cell {r}"))?);
            continue;
        }
        let cells = row.try_iter()?.enumerate();
        lists.push(
            cells
                .map(|(c, cell)| tile(&cell?, &format!("row {r}, column {c}")))
                .collect::<PyResult<Vec<_>>>()?,
        );
    }
    match (lists.is_empty(), flat.is_empty()) {
        (false, true) => Board::from_rows(lists).map_err(|error| value_error(&error)),
        (true, false) => {
            let root = flat.len().isqrt();
            let square = Size::square(root).ok().filter(|size| size.cells() == flat.len());
            let size = size.or(square).ok_or_else(|| {
                PyValueError::new_err(format!(
                    "a list of {} tiles needs a size, such as size=(3, 4)",
                    flat.len()
                ))
            })?;
            Board::from_tiles(size, &flat).map_err(|error| value_error(&error))
        }
        _ => Err(not_a_board()),
    }
}
