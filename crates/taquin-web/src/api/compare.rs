//! `POST /api/compare`: runs several searches on the same board, one after another, and reports the cost of
//! each.

use super::puzzle::{Puzzle, read_order, unknown_name};
use super::{read_seconds, reason_code};
use crate::error::ApiError;
use crate::events::EventBuffer;
use crate::pdb_pool::CachedPdbs;
use crate::request_body::JsonBody;
use crate::search_observer::SearchObserver;
use crate::search_registry::{Cancellation, SearchHandle};
use crate::state::AppState;
use crate::worker_lanes::QueueError;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::compare::{HeuristicChoice, MethodRun, RunOutcome, SearchMethod, methods_for};
use taquin::{Algorithm, Heuristic, Limits, Weight};

/// The time limit of each run.
pub(super) const DEFAULT_SECONDS: f64 = 2.0;
pub(super) const MIN_SECONDS: f64 = 0.1;
pub(super) const MAX_SECONDS: f64 = 10.0;

/// The maximum time of all runs together.
pub(super) const MAX_TOTAL_TIME: Duration = Duration::from_mins(2);

/// The maximum length of a list in a request.
pub(super) const MAX_NAMES: usize = 16;

/// The maximum weight of weighted A*.
pub(super) const MAX_WEIGHT: u32 = 1000;

pub(super) const DEFAULT_ALGORITHMS: &[Algorithm] =
    &[Algorithm::Princeton, Algorithm::AStar, Algorithm::IdaStar, Algorithm::Bidirectional];

pub(super) const DEFAULT_HEURISTICS: &[HeuristicChoice] = &[
    HeuristicChoice::One(Heuristic::Hamming),
    HeuristicChoice::One(Heuristic::Manhattan),
    HeuristicChoice::One(Heuristic::LinearConflict),
    HeuristicChoice::PatternDatabases,
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct CompareRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    algorithms: Option<Vec<String>>,
    heuristics: Option<Vec<String>>,
    order: Option<String>,
    depth_limit: Option<u32>,
    seconds: Option<f64>,
}

#[derive(Serialize)]
struct MethodJson {
    algorithm: String,
    heuristic: &'static str,
}

#[derive(Serialize)]
struct RunJson {
    index: usize,
    #[serde(flatten)]
    method: MethodJson,
    outcome: &'static str,
    length: Option<u32>,
    shortest: bool,
    lower_bound: Option<u32>,
    reason: Option<String>,
    reason_code: Option<&'static str>,
    generated: u64,
    expanded: u64,
    stored: u64,
    memory: usize,
    seconds: f64,
    branching: Option<f64>,
}

pub(super) async fn handle_stream(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<CompareRequest>,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    let events = EventBuffer::default();
    let job = CompareJob::new(&state, &request, &handle, &events)?;
    state.workers.long.check_capacity()?;
    let runs: Vec<MethodJson> = job.methods.iter().map(|&method| MethodJson::new(method)).collect();
    events.push("started", &serde_json::json!({ "id": handle.id().to_string(), "runs": runs }));
    Ok(events.stream(handle, job.run()))
}

/// A validated request.
struct CompareJob {
    state: AppState,
    puzzle: Puzzle,
    methods: Vec<SearchMethod>,
    time: Duration,
    depth_limit: Option<u32>,
    cancellation: Arc<Cancellation>,
    events: EventBuffer,
}

impl CompareJob {
    fn new(
        state: &AppState,
        request: &CompareRequest,
        handle: &SearchHandle,
        events: &EventBuffer,
    ) -> Result<Self, ApiError> {
        let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
        let time = read_seconds(request.seconds, DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)?;
        let methods = read_methods(request)?;
        if time * methods.len() as u32 > MAX_TOTAL_TIME {
            return Err(ApiError::BadRequest(format!(
                "{} runs of {} seconds each take too long: at most {} seconds in total",
                methods.len(),
                time.as_secs_f64(),
                MAX_TOTAL_TIME.as_secs()
            )));
        }
        let cancellation = Arc::clone(handle.cancellation());
        let depth_limit = request.depth_limit;
        let events = events.clone();
        Ok(Self { state: state.clone(), puzzle, methods, time, depth_limit, cancellation, events })
    }

    /// Performs all runs and reports each as an event, so the final result is empty.
    async fn run(self) -> Result<String, ApiError> {
        let state = self.state.clone();
        match state.workers.long.acquire(&self.cancellation, Some(&self.events)).await {
            Ok(permit) => permit.run(move || self.run_all()).await??,
            Err(QueueError::Cancelled) => {}
            Err(error) => return Err(error.into()),
        }
        Ok("{}".to_owned())
    }

    fn run_all(&self) -> Result<(), ApiError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        let limits = Limits {
            time: Some(self.time),
            memory: self.state.memory,
            depth: self.depth_limit,
            cancel: self.cancellation.token(),
            ..Limits::default()
        };
        let pdbs = self.pdbs()?;
        for (index, &method) in self.methods.iter().enumerate() {
            let mut observer = SearchObserver::new(None, pdbs.clone(), Instant::now());
            let run = method
                .run(board, goal, &limits, &pdbs.cache, &mut observer)
                .map_err(|error| ApiError::internal(error, "solver failed"))?;
            if run.outcome == RunOutcome::NotRun {
                break;
            }
            if let Some(stats) = &run.stats {
                self.state.metrics.count_search(stats.generated, stats.time);
            }
            tracing::debug!(size = %board.size(), %method, outcome = run.outcome.name(), "run finished");
            self.events.push("run", &RunJson::new(index, &run));
        }
        Ok(())
    }

    /// Returns the PDBs, and waits until they are ready if a method uses them.
    fn pdbs(&self) -> Result<CachedPdbs, ApiError> {
        let goal = &self.puzzle.goal;
        let uses_pdbs =
            |method: &SearchMethod| method.heuristic_name() == HeuristicChoice::PatternDatabases.name();
        if !self.methods.iter().any(uses_pdbs) {
            return Ok(self.state.pdb_pool.get(goal));
        }
        let pdbs = self.state.pdb_pool.prepare(goal);
        pdbs.wait_until_ready(&self.cancellation, |event| self.events.set_status("building", event))?;
        Ok(pdbs)
    }
}

/// Reads the methods of a request, without duplicates.
fn read_methods(request: &CompareRequest) -> Result<Vec<SearchMethod>, ApiError> {
    let algorithms = match &request.algorithms {
        None => DEFAULT_ALGORITHMS.to_vec(),
        Some(names) => read_names("algorithms", names, algorithm_by_name)?,
    };
    let heuristics = match &request.heuristics {
        None => DEFAULT_HEURISTICS.to_vec(),
        Some(names) => read_names("heuristics", names, choice_by_name)?,
    };
    let order = read_order(request.order.as_deref())?;
    let has_options = request.order.is_some() || request.depth_limit.is_some();
    if has_options && !algorithms.iter().any(|algorithm| algorithm.is_uninformed()) {
        let message =
            "order and depth_limit are for the algorithms bfs, dfs, ids and ucs: add one, or remove them";
        return Err(ApiError::BadRequest(message.to_owned()));
    }
    let mut methods = Vec::new();
    for algorithm in algorithms {
        let with_heuristics = methods_for(algorithm, &heuristics);
        if with_heuristics.is_empty() {
            return Err(ApiError::BadRequest(format!(
                "only the algorithm ida supports the heuristic tables: add another for {}, such as manhattan",
                algorithm.name()
            )));
        }
        methods.extend(with_heuristics.into_iter().map(|method| SearchMethod { order, ..method }));
    }
    Ok(methods)
}

/// Reads a list of names, without duplicates.
fn read_names<T: PartialEq>(
    what: &str,
    names: &[String],
    by_name: impl Fn(&str) -> Result<T, ApiError>,
) -> Result<Vec<T>, ApiError> {
    if !(1..=MAX_NAMES).contains(&names.len()) {
        return Err(ApiError::BadRequest(format!("{what}: list 1 to {MAX_NAMES} names")));
    }
    let mut values = Vec::new();
    for name in names {
        let value = by_name(name)?;
        if !values.contains(&value) {
            values.push(value);
        }
    }
    Ok(values)
}

/// Returns the algorithm with this name, such as `astar` or `weighted-3`.
fn algorithm_by_name(name: &str) -> Result<Algorithm, ApiError> {
    let is_available = |algorithm: &Algorithm| match algorithm {
        Algorithm::Auto => false,
        Algorithm::WeightedAStar(weight) => *weight <= Weight::new(MAX_WEIGHT),
        _ => true,
    };
    name.parse().ok().filter(is_available).ok_or_else(|| {
        let known = Algorithm::ALL.into_iter().filter(is_available);
        let names: Vec<&str> = known.map(Algorithm::name).chain(["weighted-2"]).collect();
        unknown_name("algorithm", name, &names)
    })
}

fn choice_by_name(name: &str) -> Result<HeuristicChoice, ApiError> {
    let choices = || HeuristicChoice::ALL.into_iter().filter(|choice| *choice != HeuristicChoice::All);
    choices().find(|choice| choice.name() == name).ok_or_else(|| {
        let names: Vec<&str> = choices().map(HeuristicChoice::name).collect();
        unknown_name("heuristic", name, &names)
    })
}

impl MethodJson {
    fn new(method: SearchMethod) -> Self {
        Self { algorithm: method.algorithm_name(), heuristic: method.heuristic_name() }
    }
}

impl RunJson {
    fn new(index: usize, run: &MethodRun) -> Self {
        let (outcome, length, lower_bound, reason) = match run.outcome {
            RunOutcome::Solved { moves, lower_bound } => ("solved", Some(moves), Some(lower_bound), None),
            RunOutcome::Stopped { reason, lower_bound } => ("stopped", None, Some(lower_bound), Some(reason)),
            RunOutcome::Unsolvable => ("unsolvable", None, None, None),
            RunOutcome::Unsupported | RunOutcome::NotRun => ("unfit", None, None, None),
        };
        let stats = run.stats.clone().unwrap_or_default();
        Self {
            index,
            method: MethodJson::new(run.method),
            outcome,
            length,
            shortest: run.outcome.optimal_length().is_some(),
            lower_bound,
            reason: reason.map(|reason| reason.to_string()),
            reason_code: reason.map(reason_code),
            generated: stats.generated,
            expanded: stats.expanded,
            stored: stats.stored,
            memory: stats.memory,
            seconds: stats.time.as_secs_f64(),
            branching: run.branching_factor(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn method_names(algorithms: &[&str], heuristics: &[&str]) -> Result<Vec<String>, &'static str> {
        let owned = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
        let request = CompareRequest {
            board: String::new(),
            size: None,
            goal: None,
            algorithms: owned(algorithms),
            heuristics: owned(heuristics),
            order: None,
            depth_limit: None,
            seconds: None,
        };
        let methods = read_methods(&request).map_err(|error| error.code())?;
        Ok(methods.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn methods_are_read_by_name() {
        let algorithms = ["ida", "weighted-3", "ida", "ucs"];
        assert_eq!(
            method_names(&algorithms, &["manhattan", "tables"]),
            Ok(["ida manhattan", "ida tables", "weighted-3 manhattan", "ucs none"]
                .map(str::to_owned)
                .to_vec())
        );
        assert_eq!(method_names(&["astar"], &["tables"]), Err("bad-request"));
        assert_eq!(method_names(&["auto"], &["manhattan"]), Err("bad-request"));
        assert_eq!(method_names(&["weighted-0"], &["manhattan"]), Err("bad-request"));
        assert_eq!(method_names(&["weighted-99999999999"], &["manhattan"]), Err("bad-request"));
        assert_eq!(method_names(&["astar"], &["all"]), Err("bad-request"));
        assert_eq!(method_names(&[], &["manhattan"]), Err("bad-request"));
        assert_eq!(method_names(&["astar"; 17], &["manhattan"]), Err("bad-request"));
    }
}
