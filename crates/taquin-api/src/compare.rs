//! `/api/compare`: runs several searches on the same board, one after another, and reports the cost of
//! each.

use crate::events::{JobEvent, MethodJson, RunEvent};
use crate::job::{Context, Job, JobRequest};
use crate::puzzle::{Puzzle, read_options, unknown_name};
use crate::search_observer::SearchObserver;
use crate::{RequestError, read_seconds};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use taquin::compare::{self, HeuristicChoice, MethodRun, RunOutcome};
use taquin::{Algorithm, Heuristic, Limits, Request, SearchOptions, Weight};

/// The default time limit of each run.
pub const DEFAULT_SECONDS: f64 = 2.0;
/// The minimum time limit of each run.
pub const MIN_SECONDS: f64 = 0.1;
/// The maximum time limit of each run.
pub const MAX_SECONDS: f64 = 10.0;

/// The maximum time of all runs together.
pub const MAX_TOTAL_TIME: Duration = Duration::from_mins(2);

/// The maximum length of a list in a request.
pub const MAX_NAMES: usize = 16;

/// The maximum weight of weighted A*.
pub const MAX_WEIGHT: u32 = 1000;

/// The algorithms of a request without any.
pub const DEFAULT_ALGORITHMS: &[Algorithm] =
    &[Algorithm::Princeton, Algorithm::AStar, Algorithm::IdaStar, Algorithm::Bidirectional];

/// The heuristics of a request without any.
pub const DEFAULT_HEURISTICS: &[HeuristicChoice] = &[
    HeuristicChoice::One(Heuristic::Hamming),
    HeuristicChoice::One(Heuristic::Manhattan),
    HeuristicChoice::One(Heuristic::LinearConflict),
    HeuristicChoice::PatternDatabases,
];

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CompareRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    algorithms: Option<Vec<String>>,
    heuristics: Option<Vec<String>>,
    order: Option<String>,
    depth_limit: Option<u32>,
    seconds: Option<f64>,
}

impl JobRequest for CompareRequest {
    type Job = CompareJob;

    fn validate(&self) -> Result<CompareJob, RequestError> {
        let puzzle = Puzzle::read(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let time = read_seconds(self.seconds, DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)?;
        let methods = read_methods(self)?;
        if time * methods.len() as u32 > MAX_TOTAL_TIME {
            return Err(RequestError::BadRequest(format!(
                "{} runs of {} seconds each take too long: at most {} seconds in total",
                methods.len(),
                time.as_secs_f64(),
                MAX_TOTAL_TIME.as_secs()
            )));
        }
        Ok(CompareJob { puzzle, methods, time })
    }
}

/// A validated request.
pub struct CompareJob {
    puzzle: Puzzle,
    methods: Vec<Request>,
    time: Duration,
}

impl Job for CompareJob {
    /// Performs all runs, one after another, and reports each as an event, so the response is empty.
    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        let limits = Limits { time: Some(self.time), ..context.limits.clone() };
        let mut observer = SearchObserver::new(&mut *context.events, limits.clock.clone());
        // Runs report their ends only; builds, which come before the first of them, their progress.
        observer.reports_progress = false;
        for (index, method) in self.methods.iter().enumerate() {
            let Puzzle { board, goal, .. } = &self.puzzle;
            let run = MethodRun::new(method, board, goal, &limits, context.engines, &mut observer)
                .map_err(|error| RequestError::internal(&error))?;
            if run.outcome == RunOutcome::NotRun {
                break;
            }
            if let Some(stats) = &run.stats {
                observer.events.searched(stats);
            }
            observer.events.event(JobEvent::Run(Box::new(RunEvent::new(index, &run))));
        }
        self.cancelled()
    }

    fn started(&self, id: &str) -> Value {
        let runs: Vec<MethodJson> = self.methods.iter().map(MethodJson::new).collect();
        json!({ "id": id, "runs": runs })
    }

    fn cancelled(&self) -> Result<String, RequestError> {
        Ok("{}".to_owned())
    }
}

/// Reads the methods of a request, without duplicates.
fn read_methods(request: &CompareRequest) -> Result<Vec<Request>, RequestError> {
    let algorithms = match &request.algorithms {
        None => DEFAULT_ALGORITHMS.to_vec(),
        Some(names) => read_names("algorithms", names, algorithm_by_name)?,
    };
    let heuristics = match &request.heuristics {
        None => DEFAULT_HEURISTICS.to_vec(),
        Some(names) => read_names("heuristics", names, choice_by_name)?,
    };
    let options = read_options(&[("order", request.order.as_ref())])?;
    let options = SearchOptions { depth_limit: request.depth_limit, ..options };
    Ok(compare::methods(&algorithms, &heuristics, &options)?)
}

/// Reads a list of names, without duplicates.
fn read_names<T: PartialEq>(
    what: &str,
    names: &[String],
    by_name: impl Fn(&str) -> Result<T, RequestError>,
) -> Result<Vec<T>, RequestError> {
    if !(1..=MAX_NAMES).contains(&names.len()) {
        return Err(RequestError::BadRequest(format!("{what}: list 1 to {MAX_NAMES} names")));
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
fn algorithm_by_name(name: &str) -> Result<Algorithm, RequestError> {
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

fn choice_by_name(name: &str) -> Result<HeuristicChoice, RequestError> {
    let choices = || HeuristicChoice::ALL.into_iter().filter(|choice| *choice != HeuristicChoice::All);
    choices().find(|choice| choice.name() == name).ok_or_else(|| {
        let names: Vec<&str> = choices().map(HeuristicChoice::name).collect();
        unknown_name("heuristic", name, &names)
    })
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
