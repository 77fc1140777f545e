//! `/api/solve`: solves a board.
//!
//! **Up to 16 cells**, a search returns a shortest solution or, at its limit, the best it has. **Larger boards** get an anytime
//! search: it always has a solution, and a proven lower bound for its optimality gap.

use crate::events::Totals;
use crate::job::{Context, Effort, Job, JobRequest};
use crate::puzzle::{Puzzle, PuzzleJson, read_options};
use crate::search_observer::SearchObserver;
use crate::{ReasonJson, RequestError, read_seconds, to_json};
use serde::{Deserialize, Serialize};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use taquin::notation::letters;
use taquin::{
    Limits, Metric, Optimality, Outcome, PROVABLE_CELLS, Parity, SearchOptions, Size, Solution, Solver,
    StopReason,
};

/// The default time limit.
pub const DEFAULT_SECONDS: f64 = Limits::DEFAULT_TIME.as_secs_f64();
/// The minimum time limit.
pub const MIN_SECONDS: f64 = 0.05;
/// The maximum time limit.
pub const MAX_SECONDS: f64 = 60.0;

/// A request with at most this time and this many cells is quick.
const MAX_QUICK_TIME: Duration = Duration::from_millis(250);
const MAX_QUICK_CELLS: usize = 400;

/// The time of a small board's first attempt.
const ATTEMPT_TIME: Duration = Duration::from_millis(150);

/// A request.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolveRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    seconds: Option<f64>,
    metric: Option<String>,
}

/// The response: an outcome and what is known about it.
#[derive(Serialize)]
struct SolveResponse<'a> {
    outcome: &'static str,
    #[serde(flatten)]
    puzzle: PuzzleJson<'a>,
    /// The parity of an unsolvable board.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(flatten)]
    reason: Option<ReasonJson>,
    /// The metric, unless it is the default.
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    /// The solution, or the best one found before the search stopped.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    #[serde(flatten)]
    totals: Option<Totals>,
}

impl JobRequest for SolveRequest {
    type Job = SolveJob;

    fn validate(&self) -> Result<SolveJob, RequestError> {
        let puzzle = Puzzle::read(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let time = read_seconds(self.seconds, DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)?;
        let metric = read_options(&[("metric", self.metric.as_ref())])?.metric;
        Ok(SolveJob { puzzle, time, metric, totals: Mutex::default() })
    }
}

/// The memory in the multi-tile metric on boards of up to 16 cells: enough for the small tables. A server would keep the large ones for
/// every goal.
const MULTI_TILE_MEMORY: usize = 100 << 20;

/// Returns the limits for a metric and a size.
pub(crate) fn limits_in(metric: Metric, size: Size, limits: Limits) -> Limits {
    let is_exact = metric == Metric::Multi && size.cells() <= PROVABLE_CELLS;
    let memory = if is_exact { limits.memory.min(MULTI_TILE_MEMORY) } else { limits.memory };
    Limits { memory, ..limits }
}

/// A validated request.
pub struct SolveJob {
    puzzle: Puzzle,
    time: Duration,
    metric: Metric,
    totals: Mutex<Totals>,
}

impl Job for SolveJob {
    fn effort(&self) -> Effort {
        let cells = self.puzzle.board.size().cells();
        if self.is_unsolvable() {
            Effort::Instant
        } else if cells <= PROVABLE_CELLS || self.is_quick() && cells <= MAX_QUICK_CELLS {
            Effort::Quick
        } else {
            Effort::Long
        }
    }

    /// Searches for the time that the request allows. After an attempt, an unproven solution is better than none.
    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError> {
        if self.is_unsolvable() {
            return self.unsolvable(&Parity::explain(&self.puzzle.board, &self.puzzle.goal));
        }
        let earlier = self.totals().time;
        let time = self.time.saturating_sub(earlier);
        let optimality = if earlier.is_zero() { Optimality::Practical } else { Optimality::Within(time) };
        let outcome = self.search(time, optimality, context)?;
        self.response(&outcome)
    }

    /// Searches a small board briefly, which solves nearly all of them.
    fn attempt(&self, context: &mut Context<'_>) -> Result<Option<String>, RequestError> {
        if self.is_quick() {
            return self.run(context).map(Some);
        }
        match self.search(ATTEMPT_TIME, Optimality::Practical, context)? {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Time => Ok(None),
            outcome => self.response(&outcome).map(Some),
        }
    }

    fn cancelled(&self) -> Result<String, RequestError> {
        let mut totals = self.totals();
        if self.metric == Metric::Single {
            let lower_bound = self.puzzle.board.manhattan(&self.puzzle.goal);
            totals.lower_bound = totals.lower_bound.max(lower_bound);
        }
        let reason = Some(StopReason::Cancelled.into());
        to_json(&SolveResponse { reason, totals: Some(totals), ..self.searched("stopped", None) })
    }
}

impl SolveJob {
    fn is_unsolvable(&self) -> bool {
        !Parity::is_solvable(&self.puzzle.board, &self.puzzle.goal)
    }

    fn is_quick(&self) -> bool {
        self.time <= MAX_QUICK_TIME
    }

    fn totals(&self) -> Totals {
        *self.totals.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches for a time, and adds the cost to the totals.
    fn search(
        &self,
        time: Duration,
        optimality: Optimality,
        context: &mut Context<'_>,
    ) -> Result<Outcome, RequestError> {
        let board = &self.puzzle.board;
        let limits = Limits { time: Some(time), ..context.limits.clone() };
        let mut observer = SearchObserver::new(&mut *context.events, limits.clock.clone());
        observer.earlier = self.totals();
        let options = SearchOptions { metric: self.metric, optimality, ..SearchOptions::default() };
        let outcome = Solver::new(self.puzzle.goal.clone())
            .engines(context.engines.clone())
            .limits(limits_in(self.metric, board.size(), limits))
            .request(options.request()?)
            .solve_observed(board, &mut observer)
            .map_err(|error| RequestError::internal(&error))?;
        context.events.searched(outcome.stats());
        let mut totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner);
        totals.generated += outcome.stats().generated;
        totals.time += outcome.stats().time;
        totals.lower_bound = totals.lower_bound.max(outcome.lower_bound().unwrap_or_default());
        Ok(outcome)
    }

    fn response(&self, outcome: &Outcome) -> Result<String, RequestError> {
        match outcome {
            Outcome::Solved(solution) => to_json(&SolveResponse {
                shortest: Some(solution.is_shortest()),
                ..self.searched("solved", Some(solution))
            }),
            Outcome::Unsolvable(unsolvable) => self.unsolvable(&unsolvable.parity),
            Outcome::Stopped(stopped) => to_json(&SolveResponse {
                reason: Some(stopped.reason.into()),
                ..self.searched("stopped", stopped.best.as_ref())
            }),
        }
    }

    fn unsolvable(&self, why: &Parity) -> Result<String, RequestError> {
        to_json(&SolveResponse { why: Some(why.to_string()), ..self.outcome("unsolvable") })
    }

    /// Returns the response after searches.
    fn searched(&self, outcome: &'static str, solution: Option<&Solution>) -> SolveResponse<'_> {
        SolveResponse {
            metric: (self.metric != Metric::default()).then(|| self.metric.name()),
            moves: solution.map(|solution| letters(solution.moves())),
            length: solution.map(Solution::len),
            totals: Some(self.totals()),
            ..self.outcome(outcome)
        }
    }

    fn outcome(&self, outcome: &'static str) -> SolveResponse<'_> {
        let puzzle = self.puzzle.json();
        let (why, reason, metric, moves, length, shortest, totals) = Default::default();
        SolveResponse { outcome, puzzle, why, reason, metric, moves, length, shortest, totals }
    }
}
