//! Searches of one board.

use crate::board::{PyBoard, PyGoal, number, value_error};
use crate::interrupt;
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;
use taquin::Engines;
use taquin::pdb::PdbStore;
use taquin::{
    AllSolutionsOutcome, CancelToken, Event, Limits, Optimality, Outcome, Progress, Request, Solution,
    Solver, Stats,
};
use taquin_api::trace::TraceRequest;
use taquin_api::{Context, Job, JobRequest, read_json};
use taquin_gpu::GpuMode;

/// Adds the functions of this file to the module.
pub(crate) fn add_functions(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(solve, module)?)?;
    module.add_function(wrap_pyfunction!(solve_all, module)?)?;
    module.add_function(wrap_pyfunction!(trace, module)?)?;
    Ok(())
}

/// The pattern databases of all searches of this process: those in the cache directory of the command, or built in memory.
pub(crate) static PDBS: LazyLock<Engines> = LazyLock::new(|| {
    let given = std::env::var_os("TAQUIN_CACHE")
        .filter(|directory: &OsString| !directory.is_empty())
        .map(PathBuf::from);
    let default = || Some(choose_native_strategy().ok()?.cache_dir().join("taquin"));
    given.or_else(default).map(PdbStore::new).map_or_else(Engines::default, Engines::with_store)
});

/// The options of a search, as Python passes them.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct SearchOptions {
    algorithm: Option<String>,
    heuristic: Option<String>,
    order: Option<String>,
    metric: Option<String>,
    within: Option<f64>,
    time: Option<f64>,
    nodes: Option<u64>,
    memory: Option<usize>,
    depth: Option<u32>,
    pub(crate) threads: Option<usize>,
    gpu: String,
}

impl SearchOptions {
    /// Returns what is asked for.
    pub(crate) fn request(&self, optimality: Optimality) -> PyResult<Request> {
        let names = [
            ("algorithm", &self.algorithm),
            ("heuristic", &self.heuristic),
            ("order", &self.order),
            ("metric", &self.metric),
        ];
        let mut options =
            taquin::SearchOptions { depth_limit: self.depth, optimality, ..taquin::SearchOptions::default() };
        for (name, text) in names {
            if let Some(text) = text {
                options.set(name, text).map_err(|error| value_error(&error))?;
            }
        }
        if let Some(within) = self.within {
            options.optimality = Optimality::Within(seconds("within", within)?);
        }
        options.request().map_err(|error| value_error(&error))
    }

    /// Creates a solver.
    pub(crate) fn solver(
        &self,
        goal: &PyGoal,
        optimality: Optimality,
        cancel: &CancelToken,
    ) -> PyResult<Solver> {
        let mut limits = Limits { cancel: cancel.clone(), nodes: self.nodes, ..Limits::default() };
        limits.time = self.time.map(|time| seconds("time", time)).transpose()?;
        limits.memory = self.memory.unwrap_or(limits.memory);
        let solver = Solver::new(goal.0.clone())
            .request(self.request(optimality)?)
            .limits(limits)
            .engines(PDBS.clone());
        let mode = self.gpu_mode()?;
        mode.check_goal(&goal.0).map_err(|error| value_error(&error))?;
        let solver = mode.equip(solver).map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(solver.threads(self.threads()))
    }

    pub(crate) fn gpu_mode(&self) -> PyResult<GpuMode> {
        self.gpu.parse().map_err(|error| value_error(&error))
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads
            .filter(|threads| *threads > 0)
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value)
        .map_err(|_| PyValueError::new_err(format!("{name}={value}: give a number of seconds, 0 or more")))
}

/// The latest progress of a search, reported by another thread.
type Latest = Arc<Mutex<Option<Progress>>>;

/// Solves a board. Returns a dictionary: the outcome, the moves by number, the bounds and the cost.
#[pyfunction]
pub(crate) fn solve<'py>(
    py: Python<'py>,
    board: &PyBoard,
    goal: &PyGoal,
    options: SearchOptions,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let cancel = CancelToken::default();
    let solver = options.solver(goal, Optimality::Shortest, &cancel)?;
    let latest = Latest::default();
    let reported = Arc::clone(&latest);
    let mut observer = move |event: &Event<'_>| {
        if let Event::Progress(progress) = event {
            *reported.lock().unwrap_or_else(PoisonError::into_inner) = Some(*progress);
        }
    };
    let progress = progress.map(Bound::unbind);
    let poll = |py: Python<'_>| {
        let now = latest.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let (Some(progress), Some(now)) = (&progress, now) {
            progress.call1(py, (now.elapsed.as_secs_f64(), now.generated, now.lower_bound, now.incumbent))?;
        }
        Ok(())
    };
    let outcome = interrupt::run(py, &cancel, poll, || solver.solve_observed(&board.0, &mut observer))?;
    let result = PyDict::new(py);
    match outcome.map_err(|error| value_error(&error))? {
        Outcome::Solved(solution) => {
            result.set_item("outcome", "solved")?;
            set_solution(&result, &solution)?;
        }
        Outcome::Unsolvable(unsolvable) => {
            result.set_item("outcome", "unsolvable")?;
            result.set_item("reason", unsolvable.parity.to_string())?;
            set_stats(&result, &unsolvable.stats)?;
        }
        Outcome::Stopped(at) => {
            result.set_item("outcome", "stopped")?;
            if let Some(best) = &at.best {
                set_solution(&result, best)?;
            }
            result.set_item("reason", at.reason.to_string())?;
            result.set_item("lower_bound", at.lower_bound)?;
            set_stats(&result, &at.stats)?;
        }
    }
    Ok(result)
}

fn set_solution(result: &Bound<'_, PyDict>, solution: &Solution) -> PyResult<()> {
    let moves: Vec<u8> = solution.moves().iter().copied().map(number).collect();
    result.set_item("moves", PyBytes::new(result.py(), &moves))?;
    result.set_item("lower_bound", solution.lower_bound())?;
    set_stats(result, solution.stats())
}

fn set_stats(result: &Bound<'_, PyDict>, stats: &Stats) -> PyResult<()> {
    result.set_item("generated", stats.generated)?;
    result.set_item("expanded", stats.expanded)?;
    result.set_item("stored", stats.stored)?;
    result.set_item("max_depth", stats.max_depth)?;
    result.set_item("seconds", stats.time.as_secs_f64())
}

/// Finds all shortest solutions. Returns their number, and the first `limit` of them as moves by number.
#[pyfunction]
pub(crate) fn solve_all<'py>(
    py: Python<'py>,
    board: &PyBoard,
    goal: &PyGoal,
    options: SearchOptions,
    limit: usize,
) -> PyResult<(String, Option<String>, Vec<Bound<'py, PyBytes>>)> {
    let cancel = CancelToken::default();
    let solver = options.solver(goal, Optimality::All, &cancel)?;
    let outcome = interrupt::run(py, &cancel, |_| Ok(()), || solver.solve_all(&board.0, &mut ()))?;
    match outcome.map_err(|error| value_error(&error))? {
        AllSolutionsOutcome::Solved(all) => {
            let moves = |solution: Solution| {
                let numbers: Vec<u8> = solution.moves().iter().copied().map(number).collect();
                PyBytes::new(py, &numbers)
            };
            Ok((
                "solved".to_owned(),
                Some(all.count().to_string()),
                all.iter().take(limit).map(moves).collect(),
            ))
        }
        AllSolutionsOutcome::Unsolvable(unsolvable) => {
            Ok(("unsolvable".to_owned(), Some(unsolvable.parity.to_string()), Vec::new()))
        }
        AllSolutionsOutcome::Stopped(at) => {
            Ok(("stopped".to_owned(), Some(at.reason.to_string()), Vec::new()))
        }
    }
}

/// Records a search. The request and the response are those of the JSON API.
#[pyfunction]
pub(crate) fn trace(py: Python<'_>, request: &str) -> PyResult<String> {
    let work = || {
        let job = read_json::<TraceRequest>(request.as_bytes())?.validate()?;
        job.run(&mut Context::new(&PDBS, Limits::default(), &mut ()))
    };
    interrupt::run(py, &CancelToken::default(), |_| Ok(()), work)?.map_err(|error| value_error(&error))
}
