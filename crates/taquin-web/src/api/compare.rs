//! `POST /api/compare`: several searches on the same board, one after the other, and what each of them took.

use super::puzzle::{Puzzle, unknown};
use super::{reason_code, seconds};
use crate::app::App;
use crate::ask::Ask;
use crate::error::ApiError;
use crate::events::Mailbox;
use crate::searches::{Cancel, Ticket};
use crate::shelf::Shelved;
use crate::watch::Watch;
use crate::workers::NoTurn;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::compare::{End, Guide, Method, Run, methods_of};
use taquin::{Algorithm, Heuristic, Limits};

/// The time for each run if none is given, the least and the most.
pub(super) const USUAL_SECONDS: f64 = 2.0;
pub(super) const LEAST_SECONDS: f64 = 0.1;
pub(super) const MOST_SECONDS: f64 = 10.0;

/// The most time that all runs together may take.
pub(super) const MOST_TIME_IN_ALL: Duration = Duration::from_mins(2);

/// The longest list in a request.
pub(super) const MOST_NAMES: usize = 16;

/// The largest weight.
pub(super) const MOST_WEIGHT: u32 = 1000;

pub(super) const USUAL_ALGORITHMS: &[Algorithm] =
    &[Algorithm::Princeton, Algorithm::AStar, Algorithm::IdaStar, Algorithm::Bidirectional];

pub(super) const USUAL_GUIDES: &[Guide] = &[
    Guide::By(Heuristic::Hamming),
    Guide::By(Heuristic::Manhattan),
    Guide::By(Heuristic::LinearConflict),
    Guide::Tables,
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    algorithms: Option<Vec<String>>,
    heuristics: Option<Vec<String>>,
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

pub(super) async fn stream(State(app): State<App>, Ask(request): Ask<Request>) -> Result<Response, ApiError> {
    let (ticket, mailbox) = (app.searches.begin()?, Mailbox::default());
    let comparison = Comparison::new(&app, &request, &ticket, &mailbox)?;
    app.workers.long.admit()?;
    let runs: Vec<MethodJson> = comparison.methods.iter().map(|&method| MethodJson::of(method)).collect();
    mailbox.post("started", &serde_json::json!({ "id": ticket.id().to_string(), "runs": runs }));
    Ok(mailbox.stream(ticket, comparison.make()))
}

/// A board and what to compare on it.
struct Comparison {
    app: App,
    puzzle: Puzzle,
    methods: Vec<Method>,
    time: Duration,
    cancel: Arc<Cancel>,
    mailbox: Mailbox,
}

impl Comparison {
    fn new(app: &App, request: &Request, ticket: &Ticket, mailbox: &Mailbox) -> Result<Self, ApiError> {
        let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
        let time = seconds(request.seconds, USUAL_SECONDS, LEAST_SECONDS, MOST_SECONDS)?;
        let methods = methods(request)?;
        if time * methods.len() as u32 > MOST_TIME_IN_ALL {
            return Err(ApiError::BadRequest(format!(
                "{} runs of {} seconds each are too many: {} seconds in all are the most",
                methods.len(),
                time.as_secs_f64(),
                MOST_TIME_IN_ALL.as_secs()
            )));
        }
        let (cancel, mailbox) = (Arc::clone(ticket.cancel()), mailbox.clone());
        Ok(Self { app: app.clone(), puzzle, methods, time, cancel, mailbox })
    }

    /// Makes all runs, and tells each. There is nothing left to tell at the end.
    async fn make(self) -> Result<String, ApiError> {
        let lane = &self.app.clone().workers.long;
        match lane.turn(&self.cancel, Some(&self.mailbox)).await {
            Ok(turn) => turn.spend(move || self.run_all()).await??,
            Err(NoTurn::Cancelled) => {}
            Err(no_turn) => return Err(no_turn.into()),
        }
        Ok("{}".to_owned())
    }

    fn run_all(&self) -> Result<(), ApiError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        let (time, memory, stop) = (Some(self.time), self.app.memory, self.cancel.stop());
        let limits = Limits { time, memory, stop, ..Limits::default() };
        let shelved = self.tables()?;
        for (index, &method) in self.methods.iter().enumerate() {
            let mut watch = Watch::new(None, shelved.clone(), Instant::now());
            let run = method
                .run(board, goal, &limits, &shelved.tables, &mut watch)
                .map_err(|error| ApiError::defect(error, "a board was not solved"))?;
            if run.end == End::NotRun {
                break;
            }
            if let Some(stats) = &run.stats {
                self.app.metrics.searched(stats.generated, stats.time);
            }
            tracing::debug!(size = %board.size(), %method, end = run.end.name(), "compared");
            self.mailbox.post("run", &RunJson::of(index, &run));
        }
        Ok(())
    }

    /// The tables, ready for those that need them.
    fn tables(&self) -> Result<Shelved, ApiError> {
        let (app, goal) = (&self.app, &self.puzzle.goal);
        let uses_tables = |method: &Method| method.heuristic_name() == Guide::Tables.name();
        if !self.methods.iter().any(uses_tables) {
            return Ok(app.shelf.tables(goal));
        }
        let shelved = app.shelf.prepare(goal);
        shelved.wait(&self.cancel, |building| self.mailbox.newest("building", building))?;
        Ok(shelved)
    }
}

/// The methods asked for, each once.
fn methods(request: &Request) -> Result<Vec<Method>, ApiError> {
    let algorithms = match &request.algorithms {
        None => USUAL_ALGORITHMS.to_vec(),
        Some(names) => read("algorithms", names, algorithm)?,
    };
    let guides = match &request.heuristics {
        None => USUAL_GUIDES.to_vec(),
        Some(names) => read("heuristics", names, guide)?,
    };
    let mut methods = Vec::new();
    for algorithm in algorithms {
        let found = methods_of(algorithm, &guides);
        if found.is_empty() {
            return Err(ApiError::BadRequest(format!(
                "the heuristic tables is for the algorithm ida alone, and {} needs another as well, such as manhattan",
                algorithm.name()
            )));
        }
        methods.extend(found);
    }
    Ok(methods)
}

/// What is in a list of names, each once.
fn read<T: PartialEq>(
    what: &str,
    names: &[String],
    by_name: impl Fn(&str) -> Result<T, ApiError>,
) -> Result<Vec<T>, ApiError> {
    if !(1..=MOST_NAMES).contains(&names.len()) {
        return Err(ApiError::BadRequest(format!("{what}: name 1 to {MOST_NAMES} of them")));
    }
    let mut found = Vec::new();
    for name in names {
        let one = by_name(name)?;
        if !found.contains(&one) {
            found.push(one);
        }
    }
    Ok(found)
}

/// `astar`, or `weighted-3`.
fn algorithm(name: &str) -> Result<Algorithm, ApiError> {
    let weight = name.strip_prefix("weighted-").and_then(|weight| weight.parse::<u32>().ok());
    if let Some(weight) = weight.filter(|weight| (1..=MOST_WEIGHT).contains(weight)) {
        return Ok(Algorithm::WeightedAStar(weight));
    }
    let algorithms = || Algorithm::ALL.into_iter().filter(|algorithm| *algorithm != Algorithm::Auto);
    algorithms().find(|algorithm| algorithm.name() == name).ok_or_else(|| {
        let names: Vec<&str> = algorithms().map(Algorithm::name).chain(["weighted-2"]).collect();
        unknown("algorithm", name, &names)
    })
}

fn guide(name: &str) -> Result<Guide, ApiError> {
    let guides = || Guide::ALL.into_iter().filter(|guide| *guide != Guide::All);
    guides().find(|guide| guide.name() == name).ok_or_else(|| {
        let names: Vec<&str> = guides().map(Guide::name).collect();
        unknown("heuristic", name, &names)
    })
}

impl MethodJson {
    fn of(method: Method) -> Self {
        Self { algorithm: method.algorithm_name(), heuristic: method.heuristic_name() }
    }
}

impl RunJson {
    fn of(index: usize, run: &Run) -> Self {
        let (outcome, length, lower_bound, reason) = match run.end {
            End::Solved { moves, at_least } => ("solved", Some(moves), Some(at_least), None),
            End::Stopped { reason, at_least } => ("stopped", None, Some(at_least), Some(reason)),
            End::Unsolvable => ("unsolvable", None, None, None),
            End::Unfit | End::NotRun => ("unfit", None, None, None),
        };
        let stats = run.stats.clone().unwrap_or_default();
        Self {
            index,
            method: MethodJson::of(run.method),
            outcome,
            length,
            shortest: run.end.fewest_moves().is_some(),
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

    fn named(algorithms: &[&str], heuristics: &[&str]) -> Result<Vec<String>, &'static str> {
        let owned = |names: &[&str]| Some(names.iter().map(|&name| name.to_owned()).collect());
        let request = Request {
            board: String::new(),
            size: None,
            goal: None,
            algorithms: owned(algorithms),
            heuristics: owned(heuristics),
            seconds: None,
        };
        let methods = methods(&request).map_err(|error| error.code())?;
        Ok(methods.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn methods_by_their_names() {
        let both = ["ida", "weighted-3", "ida", "uniform"];
        assert_eq!(
            named(&both, &["manhattan", "tables"]),
            Ok(["ida manhattan", "ida tables", "weighted-3 manhattan", "uniform none"]
                .map(str::to_owned)
                .to_vec())
        );
        assert_eq!(named(&["astar"], &["tables"]), Err("bad-request"));
        assert_eq!(named(&["auto"], &["manhattan"]), Err("bad-request"));
        assert_eq!(named(&["weighted-0"], &["manhattan"]), Err("bad-request"));
        assert_eq!(named(&["weighted-99999999999"], &["manhattan"]), Err("bad-request"));
        assert_eq!(named(&["astar"], &["all"]), Err("bad-request"));
        assert_eq!(named(&[], &["manhattan"]), Err("bad-request"));
        assert_eq!(named(&["astar"; 17], &["manhattan"]), Err("bad-request"));
    }
}
