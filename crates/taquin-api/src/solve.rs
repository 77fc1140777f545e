//! `/api/solve`: solves a board.
//!
//! **Up to 16 cells**, a search returns a shortest solution or, at its limit, the best it has. **Larger boards** get an anytime
//! search: it always has a solution, and a proven lower bound for its optimality gap.

use crate::puzzle::{Puzzle, PuzzleJson};
use crate::{RequestError, read_seconds, reason_code, to_json};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use taquin::notation::letters;
use taquin::pdb::PdbCache;
use taquin::{
    Goal, Limits, Metric, Observer, Optimality, Outcome, PROVABLE_CELLS, Parity, Size, Solution, Solver,
    Stats, StopReason, UnknownName,
};

/// The default time limit.
pub const DEFAULT_SECONDS: f64 = 10.0;
/// The minimum time limit.
pub const MIN_SECONDS: f64 = 0.05;
/// The maximum time limit.
pub const MAX_SECONDS: f64 = 60.0;

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

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum SolveResponse<'a> {
    Solved {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        #[serde(skip_serializing_if = "Option::is_none")]
        metric: Option<&'static str>,
        moves: String,
        length: usize,
        shortest: bool,
        #[serde(flatten)]
        stats: StatsJson,
    },
    Unsolvable {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        why: String,
    },
    Stopped {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        reason: String,
        reason_code: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        metric: Option<&'static str>,
        /// The best solution found before the search stopped.
        #[serde(skip_serializing_if = "Option::is_none")]
        moves: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        length: Option<usize>,
        #[serde(flatten)]
        stats: StatsJson,
    },
}

#[derive(Serialize)]
struct StatsJson {
    lower_bound: u32,
    generated: u64,
    seconds: f64,
}

impl SolveRequest {
    /// Checks the fields.
    pub fn validate(&self) -> Result<SolveJob, RequestError> {
        let puzzle = Puzzle::read(&self.board, self.size.as_deref(), self.goal.as_deref())?;
        let time = read_seconds(self.seconds, DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)?;
        let metric = read_metric(self.metric.as_deref())?;
        Ok(SolveJob { puzzle, time, metric })
    }
}

/// Reads the field `metric` of a request.
pub(crate) fn read_metric(given: Option<&str>) -> Result<Metric, RequestError> {
    let bad_metric = |error: UnknownName| RequestError::BadRequest(format!("metric: {error}"));
    given.map_or(Ok(Metric::default()), |name| name.parse().map_err(bad_metric))
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
}

/// The totals of the searches for one request.
#[derive(Clone, Copy, Default)]
pub struct Totals {
    generated: u64,
    /// The time of the searches.
    pub time: Duration,
    lower_bound: u32,
}

impl Totals {
    fn add(&mut self, stats: &Stats, lower_bound: Option<u32>) {
        self.generated += stats.generated;
        self.time += stats.time;
        self.lower_bound = self.lower_bound.max(lower_bound.unwrap_or_default());
    }

    fn json(&self) -> StatsJson {
        StatsJson {
            lower_bound: self.lower_bound,
            generated: self.generated,
            seconds: self.time.as_secs_f64(),
        }
    }
}

impl SolveJob {
    /// Returns the size of the board.
    pub fn size(&self) -> Size {
        self.puzzle.board.size()
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.puzzle.goal
    }

    /// Returns the name of the metric, unless it is the default.
    fn metric_name(&self) -> Option<&'static str> {
        (self.metric != Metric::default()).then(|| self.metric.name())
    }

    /// Returns the requested time limit.
    pub fn time(&self) -> Duration {
        self.time
    }

    /// Returns the response for a board that parity shows to be unsolvable.
    pub fn unsolvable(&self) -> Result<Option<String>, RequestError> {
        let Puzzle { board, goal, .. } = &self.puzzle;
        if Parity::is_solvable(board, goal) {
            return Ok(None);
        }
        self.unsolvable_response(&Parity::explain(board, goal)).map(Some)
    }

    /// Searches within limits, and adds the cost to the totals. `has_to_end` asks for the best solution if the time is too short to
    /// prove one of a small board shortest.
    pub fn search(
        &self,
        tables: PdbCache,
        limits: Limits,
        has_to_end: bool,
        totals: &mut Totals,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, RequestError> {
        let time = limits.time;
        let limits = limits_in(self.metric, self.puzzle.board.size(), limits);
        let solver = Solver::new(self.puzzle.goal.clone()).pdbs(tables).limits(limits);
        let optimality = time.filter(|_| has_to_end).map_or(Optimality::Practical, Optimality::Within);
        let solver = solver.metric(self.metric).optimality(optimality);
        let outcome = solver
            .solve_observed(&self.puzzle.board, observer)
            .map_err(|error| RequestError::internal(&error))?;
        totals.add(outcome.stats(), outcome.lower_bound());
        Ok(outcome)
    }

    /// Returns the response as JSON.
    pub fn response(&self, outcome: &Outcome, totals: Totals) -> Result<String, RequestError> {
        let stats = totals.json();
        match outcome {
            Outcome::Solved(solution) => to_json(&SolveResponse::Solved {
                puzzle: self.puzzle.json(),
                metric: self.metric_name(),
                moves: letters(solution.moves()),
                length: solution.len(),
                shortest: solution.is_shortest(),
                stats,
            }),
            Outcome::Unsolvable(unsolvable) => self.unsolvable_response(&unsolvable.parity),
            Outcome::Stopped(stopped) => self.stopped(stopped.reason, stopped.best.as_ref(), stats),
        }
    }

    fn stopped(
        &self,
        reason: StopReason,
        best: Option<&Solution>,
        stats: StatsJson,
    ) -> Result<String, RequestError> {
        to_json(&SolveResponse::Stopped {
            puzzle: self.puzzle.json(),
            reason: reason.to_string(),
            reason_code: reason_code(reason),
            metric: self.metric_name(),
            moves: best.map(|solution| letters(solution.moves())),
            length: best.map(Solution::len),
            stats,
        })
    }

    fn unsolvable_response(&self, why: &Parity) -> Result<String, RequestError> {
        to_json(&SolveResponse::Unsolvable { puzzle: self.puzzle.json(), why: why.to_string() })
    }

    /// Returns the response of a search that was cancelled before it started.
    pub fn cancelled(&self, mut totals: Totals) -> Result<String, RequestError> {
        if self.metric == Metric::Single {
            let lower_bound = self.puzzle.board.manhattan(&self.puzzle.goal);
            totals.lower_bound = totals.lower_bound.max(lower_bound);
        }
        self.stopped(StopReason::Cancelled, None, totals.json())
    }
}
