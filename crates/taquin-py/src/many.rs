//! Many boards at once, as arrays.

use crate::arrays::{Boards, Failures};
use crate::board::{PyGoal, number, read_size, value_error};
use crate::interrupt;
use crate::parallel;
use crate::solve::{PDBS, SearchOptions};
use chacha20::ChaCha8Rng;
use numpy::{IntoPyArray, PyArray1, PyArray2, PyArray3, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2};
use pyo3::exceptions::{PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use rand::SeedableRng;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taquin::random::RandomBoards;
use taquin::state_space::StateSpace;
use taquin::{Board, CancelToken, Goal, Heuristic, Limits, Metric, Move, Optimality, Outcome, Parity, Size};
use taquin_gpu::GpuMode;

/// Adds the functions of this file to the module.
pub(crate) fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve_many, module)?)?;
    module.add_function(wrap_pyfunction!(invalid_boards, module)?)?;
    module.add_function(wrap_pyfunction!(distances, module)?)?;
    module.add_function(wrap_pyfunction!(heuristics, module)?)?;
    module.add_function(wrap_pyfunction!(is_solvable, module)?)?;
    module.add_function(wrap_pyfunction!(neighbors, module)?)?;
    module.add_function(wrap_pyfunction!(apply, module)?)?;
    module.add_function(wrap_pyfunction!(random_boards, module)?)?;
    Ok(())
}

/// Stands for the length of a board that is unsolvable, and of one without an answer.
const UNSOLVABLE: i32 = -1;
const FAILED: i32 = -2;

/// The distances of boards of up to this many cells are looked up in a table of all boards.
const ENUMERATED_CELLS: usize = 10;

/// The result for one board.
struct Answer {
    length: i32,
    moves: Vec<u8>,
    is_proven: bool,
    nodes: u64,
    failure: Option<String>,
}

impl Answer {
    /// A board without an answer; without a reason if the batch was cancelled before.
    fn failed(reason: Option<String>) -> Self {
        let failure = Some(reason.unwrap_or_default());
        Self { length: FAILED, moves: Vec::new(), is_proven: false, nodes: 0, failure }
    }
}

/// Lengths, offsets of moves, moves, proofs, nodes, failures.
type Answers<'py> = (
    Bound<'py, PyArray1<i32>>,
    Bound<'py, PyArray1<i64>>,
    Bound<'py, PyArray1<u8>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<i64>>,
    Failures,
);

/// The boards after each of the four moves, and true where the move is legal.
type Neighbors<'py> = (Bound<'py, PyArray3<u16>>, Bound<'py, PyArray2<bool>>);

/// Calls `progress` with the number of boards done and that of all.
fn report<'a>(
    progress: Option<&'a Py<PyAny>>,
    done: &'a AtomicUsize,
    total: usize,
) -> impl FnMut(Python<'_>) -> PyResult<()> + Send + 'a {
    move |py| match progress {
        Some(progress) => progress.call1(py, (done.load(Ordering::Relaxed), total)).map(|_| ()),
        None => Ok(()),
    }
}

#[pyfunction]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
    goal: &PyGoal,
    options: SearchOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<Answers<'py>> {
    let boards = Boards::read(py, &boards, read_size(size)?)?;
    let cancel = CancelToken::default();
    let solver = options.solver(goal, Optimality::Shortest, &cancel)?;
    if options.gpu_mode()? == GpuMode::Always {
        solver.check_gpu_batch().map_err(|error| value_error(&error))?;
    }
    let (done, total) = (AtomicUsize::new(0), boards.all.len());
    let work = || {
        let failed = |board: &Result<Board, String>| Answer::failed(board.as_ref().err().cloned());
        let mut answers: Vec<Answer> = boards.all.iter().map(failed).collect();
        let valid: Vec<&Board> = boards.all.iter().flatten().collect();
        let mut places = boards.all.iter().zip(&mut answers).filter(|(board, _)| board.is_ok());
        let Ok(_) = solver.solve_many(valid, &mut (), |_, outcome| {
            if let Some((_, answer)) = places.next() {
                *answer = outcome.map_or_else(
                    |error| Answer::failed(Some(error.to_string())),
                    |outcome| answer_of(&outcome),
                );
            }
            done.fetch_add(1, Ordering::Relaxed);
            Ok::<(), Infallible>(())
        });
        answers
    };
    let answers = interrupt::run(py, &cancel, report(progress.as_ref(), &done, total), work)?;
    if let Some(progress) = &progress {
        progress.call1(py, (total, total))?;
    }
    Ok(into_arrays(py, &answers))
}

/// Returns the boards that are invalid, with the reason.
#[pyfunction]
pub(crate) fn invalid_boards<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
) -> PyResult<Failures> {
    Ok(Boards::read(py, &boards, read_size(size)?)?.failures())
}

fn into_arrays<'py>(py: Python<'py>, answers: &[Answer]) -> Answers<'py> {
    let mut offsets = Vec::with_capacity(answers.len() + 1);
    let mut moves = Vec::with_capacity(answers.iter().map(|answer| answer.moves.len()).sum());
    offsets.push(0);
    for answer in answers {
        moves.extend_from_slice(&answer.moves);
        offsets.push(moves.len().cast_signed() as i64);
    }
    let failure = |(i, answer): (usize, &Answer)| Some((i, answer.failure.clone()?));
    (
        answers.iter().map(|answer| answer.length).collect::<Vec<_>>().into_pyarray(py),
        offsets.into_pyarray(py),
        moves.into_pyarray(py),
        answers.iter().map(|answer| answer.is_proven).collect::<Vec<_>>().into_pyarray(py),
        answers.iter().map(|answer| answer.nodes.cast_signed()).collect::<Vec<_>>().into_pyarray(py),
        answers.iter().enumerate().filter_map(failure).collect(),
    )
}

fn answer_of(outcome: &Outcome) -> Answer {
    let nodes = outcome.stats().generated;
    match outcome {
        Outcome::Unsolvable(_) => {
            Answer { length: UNSOLVABLE, moves: Vec::new(), is_proven: true, nodes, failure: None }
        }
        Outcome::Solved(solution) => Answer {
            length: i32::try_from(solution.len()).unwrap_or(i32::MAX),
            moves: solution.moves().iter().copied().map(number).collect(),
            is_proven: solution.is_shortest(),
            nodes,
            failure: None,
        },
        Outcome::Stopped(at) => {
            let bound = at.lower_bound;
            Answer::failed(Some(format!("stopped ({}), with at least {bound} moves to go", at.reason)))
        }
    }
}

/// Returns the distance of each board, and the failures.
#[pyfunction]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
    goal: &PyGoal,
    options: SearchOptions,
    progress: Option<Py<PyAny>>,
) -> PyResult<(Bound<'py, PyArray1<i32>>, Failures)> {
    let parsed = read_size(size)?;
    if parsed.cells() > ENUMERATED_CELLS || boards.as_array().nrows() < 100 {
        let (lengths, _, _, _, _, failures) = solve_many(py, boards, size, goal, options, progress)?;
        return Ok((lengths, failures));
    }
    let boards = Boards::read(py, &boards, parsed)?;
    let failures = boards.failures();
    let metric = options.request(Optimality::Shortest)?.metric();
    let goal = &goal.0;
    let lengths: Option<Vec<i32>> = py.detach(|| {
        let space = state_space(goal, metric)?;
        let distance = |board: &Result<Board, String>| match board {
            Ok(board) => space.distance(board).map_or(UNSOLVABLE, u32::cast_signed),
            Err(_) => FAILED,
        };
        Some(parallel::map(&boards.all, distance))
    });
    let lengths = lengths.ok_or_else(|| PyRuntimeError::new_err("the size was checked"))?;
    Ok((lengths.into_pyarray(py), failures))
}

/// Returns all boards with their distances. The last few goals are remembered.
fn state_space(goal: &Goal, metric: Metric) -> Option<Arc<StateSpace>> {
    const REMEMBERED: usize = 4;
    static SPACES: Mutex<Vec<(Board, Metric, Arc<StateSpace>)>> = Mutex::new(Vec::new());
    let mut spaces = SPACES.lock().unwrap_or_else(PoisonError::into_inner);
    let known = spaces.iter().find(|(board, known, _)| board == goal.board() && *known == metric);
    if let Some((.., space)) = known {
        return Some(Arc::clone(space));
    }
    let space = Arc::new(StateSpace::enumerate_in(goal, metric)?);
    spaces.truncate(REMEMBERED - 1);
    spaces.insert(0, (goal.board().clone(), metric, Arc::clone(&space)));
    Some(space)
}

/// Returns the values of a heuristic.
#[pyfunction]
pub(crate) fn heuristics<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
    goal: &PyGoal,
    name: &str,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let size = read_size(size)?;
    let heuristic: Heuristic = name.parse().map_err(|error| value_error(&error))?;
    let boards = Boards::read(py, &boards, size)?.valid()?;
    let evaluator = PDBS.evaluator(heuristic, &goal.0).ok_or_else(|| {
        PyValueError::new_err(format!(
            "{name} supports boards up to 2x6, 3x5 and 4x4, and these are {size}: use linear-conflict"
        ))
    })?;
    let values: Vec<i32> =
        py.detach(|| parallel::map(&boards, |board| evaluator.estimate(board).cast_signed()));
    Ok(values.into_pyarray(py))
}

/// Returns true for each board that is solvable.
#[pyfunction]
pub(crate) fn is_solvable<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
    goal: &PyGoal,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let boards = Boards::read(py, &boards, read_size(size)?)?.valid()?;
    let values: Vec<bool> = py.detach(|| parallel::map(&boards, |board| Parity::is_solvable(board, &goal.0)));
    Ok(values.into_pyarray(py))
}

/// Returns the board after each of the four moves, by the number of the move, and true where the move is legal. After an
/// illegal move the board is the same.
#[pyfunction]
pub(crate) fn neighbors<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
) -> PyResult<Neighbors<'py>> {
    let size = read_size(size)?;
    let boards = Boards::read(py, &boards, size)?.valid()?;
    let (tiles, is_legal): (Vec<Vec<u16>>, Vec<[bool; 4]>) = py.detach(|| {
        let all = |board: &Board| {
            let after = Move::ALL.map(|by| board.after(by).ok());
            let tiles = after
                .iter()
                .flat_map(|next| next.as_ref().unwrap_or(board).tiles())
                .copied()
                .collect::<Vec<_>>();
            (tiles, after.map(|next| next.is_some()))
        };
        parallel::map(&boards, all).into_iter().unzip()
    });
    let tiles = tiles.concat().into_pyarray(py).reshape([boards.len(), 4, size.cells()])?;
    Ok((tiles, is_legal.concat().into_pyarray(py).reshape([boards.len(), 4])?))
}

/// Moves a tile of each board.
#[pyfunction]
pub(crate) fn apply<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, i32>,
    size: &Bound<'py, PyAny>,
    moves: PyReadonlyArray1<'py, u8>,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let size = read_size(size)?;
    let boards = Boards::read(py, &boards, size)?.valid()?;
    let moves = moves.as_slice()?;
    if moves.len() != boards.len() {
        let (boards, moves) = (boards.len(), moves.len());
        return Err(PyValueError::new_err(format!(
            "there are {boards} boards and {moves} moves: give one move per board"
        )));
    }
    let after = |&i: &usize| {
        let (board, by) = (&boards[i], moves[i]);
        let by = *Move::ALL
            .get(usize::from(by))
            .ok_or_else(|| format!("move {i}: there is no move {by}: moves are 0 to 3"))?;
        board.after(by).map_err(|error| format!("board {i}: {error}"))
    };
    let all: Vec<usize> = (0..boards.len()).collect();
    let after: Result<Vec<Board>, String> = py.detach(|| parallel::map(&all, after).into_iter().collect());
    let after = after.map_err(PyValueError::new_err)?;
    let tiles: Vec<u16> = after.iter().flat_map(Board::tiles).copied().collect();
    tiles.into_pyarray(py).reshape([boards.len(), size.cells()])
}

/// Returns random boards, the same as `taquin random` for the same seed.
#[pyfunction]
pub(crate) fn random_boards<'py>(
    py: Python<'py>,
    goal: &PyGoal,
    count: usize,
    seed: u64,
    moves: Option<u32>,
    is_solvable: bool,
) -> PyResult<Bound<'py, PyArray2<u16>>> {
    let size: Size = goal.0.size();
    let cancel = CancelToken::default();
    let mut tiles = Vec::new();
    let is_affordable =
        count.checked_mul(size.cells()).is_some_and(|cells| tiles.try_reserve_exact(cells).is_ok());
    if !is_affordable {
        return Err(PyMemoryError::new_err(format!("there is no memory for {count} boards of {size}")));
    }
    let sample = || {
        let mut source = match moves {
            None => RandomBoards::uniform(goal.0.clone(), is_solvable),
            Some(moves) => {
                let limits = Limits { cancel: cancel.clone(), ..Limits::default() };
                RandomBoards::at_distance(
                    goal.0.clone(),
                    moves,
                    Duration::from_mins(1),
                    limits,
                    &PDBS,
                    &mut (),
                )
                .map_err(|error| error.to_string())?
            }
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        for _ in 0..count {
            if cancel.is_cancelled() {
                break;
            }
            let board = source.sample(&mut rng).map_err(|stopped| stopped.to_string())?;
            tiles.extend_from_slice(board.tiles());
        }
        Ok::<_, String>(tiles)
    };
    let tiles = interrupt::run(py, &cancel, |_| Ok(()), sample)?.map_err(PyValueError::new_err)?;
    tiles.into_pyarray(py).reshape([count, size.cells()])
}
