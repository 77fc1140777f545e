//! `POST /api/solve` and `POST /api/solve/stream`: solves a board. The stream also has events during the
//! search.
//!
//! **Two attempts.** A board of up to 16 cells is first searched briefly in the quick lane, which solves
//! nearly all of them. The rest are searched again from scratch in the long lane, with the remaining time.
//! Larger boards go directly to the long lane, unless the requested time fits the quick one.
//!
//! **Up to 16 cells**, the first attempt returns a shortest solution or none. **Larger boards**, and small
//! ones that are still unsolved, get an anytime search: it always has a solution, and a proven lower bound
//! for its optimality gap.

use super::puzzle::{Puzzle, PuzzleJson};
use super::{json_response, read_seconds, reason_code, to_json};
use crate::error::ApiError;
use crate::events::EventBuffer;
use crate::pdb_pool::{MAX_SMALL_CELLS, MEMORY_WITHOUT_CACHE};
use crate::request_body::JsonBody;
use crate::search_observer::SearchObserver;
use crate::search_registry::{Cancellation, SearchHandle};
use crate::state::AppState;
use crate::worker_lanes::{QueueError, WorkerPermit};
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::notation::letters;
use taquin::pdb::PdbCache;
use taquin::{Limits, Outcome, Parity, Solution, Solver, StopReason};

pub(super) const DEFAULT_SECONDS: f64 = 10.0;
pub(super) const MIN_SECONDS: f64 = 0.05;
pub(super) const MAX_SECONDS: f64 = 60.0;

/// Requests with at most this time and this many cells run in the quick lane only.
const MAX_QUICK_TIME: Duration = Duration::from_millis(250);
const MAX_QUICK_CELLS: usize = 400;

/// The time of a small board's first attempt.
const FIRST_ATTEMPT_TIME: Duration = Duration::from_millis(150);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SolveRequest {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    seconds: Option<f64>,
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum SolveResponse<'a> {
    Solved {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
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

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<SolveRequest>,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    SolveJob::new(&state, &request, &handle, None)?.run().await.map(json_response)
}

pub(super) async fn handle_stream(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<SolveRequest>,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    let events = EventBuffer::default();
    let job = SolveJob::new(&state, &request, &handle, Some(events.clone()))?;
    let first_lane = if job.starts_in_quick_lane() { &state.workers.quick } else { &state.workers.long };
    first_lane.check_capacity()?;
    events.push("started", &serde_json::json!({ "id": handle.id().to_string() }));
    Ok(events.stream(handle, async move { job.run().await }))
}

/// A validated request.
#[derive(Clone)]
struct SolveJob {
    state: AppState,
    puzzle: Arc<Puzzle>,
    time: Duration,
    cancellation: Arc<Cancellation>,
    /// `None` if the client did not request a stream.
    events: Option<EventBuffer>,
}

/// The totals of the attempts so far.
#[derive(Clone, Copy, Default)]
struct Totals {
    generated: u64,
    time: Duration,
    lower_bound: u32,
}

impl Totals {
    fn json(&self) -> StatsJson {
        StatsJson {
            lower_bound: self.lower_bound,
            generated: self.generated,
            seconds: self.time.as_secs_f64(),
        }
    }
}

enum Attempt {
    /// The response, as JSON.
    Finished(String),
    /// The time was too short.
    TimedOut(Totals),
}

impl SolveJob {
    fn new(
        state: &AppState,
        request: &SolveRequest,
        handle: &SearchHandle,
        events: Option<EventBuffer>,
    ) -> Result<Self, ApiError> {
        let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
        let time = read_seconds(request.seconds, DEFAULT_SECONDS, MIN_SECONDS, MAX_SECONDS)?;
        let cancellation = Arc::clone(handle.cancellation());
        Ok(Self { state: state.clone(), puzzle: Arc::new(puzzle), time, cancellation, events })
    }

    fn is_quick(&self) -> bool {
        self.time <= MAX_QUICK_TIME
    }

    fn starts_in_quick_lane(&self) -> bool {
        let cells = self.puzzle.board.size().cells();
        cells <= MAX_SMALL_CELLS || self.is_quick() && cells <= MAX_QUICK_CELLS
    }

    /// Solves the board and returns the response as JSON.
    async fn run(&self) -> Result<String, ApiError> {
        let workers = &self.state.workers;
        // Parity needs no search, and so no worker.
        if !Parity::is_solvable(&self.puzzle.board, &self.puzzle.goal) {
            return self.unsolvable(&Parity::explain(&self.puzzle.board, &self.puzzle.goal));
        }
        let mut totals = Totals::default();
        if self.starts_in_quick_lane() {
            let permit = workers.quick.acquire(&self.cancellation, None).await;
            let time = if self.is_quick() { self.time } else { FIRST_ATTEMPT_TIME };
            match self.attempt(permit, time, self.is_quick(), totals).await? {
                Attempt::Finished(json) => return Ok(json),
                Attempt::TimedOut(so_far) => totals = so_far,
            }
        }
        let permit = workers.long.acquire(&self.cancellation, self.events.as_ref()).await;
        let time = self.time.saturating_sub(totals.time);
        match self.attempt(permit, time, true, totals).await? {
            Attempt::Finished(json) => Ok(json),
            Attempt::TimedOut(_) => Err(ApiError::Internal),
        }
    }

    /// Searches on a worker. The last attempt always finishes.
    async fn attempt(
        &self,
        permit: Result<WorkerPermit, QueueError>,
        time: Duration,
        is_last: bool,
        totals: Totals,
    ) -> Result<Attempt, ApiError> {
        match permit {
            Ok(permit) => {
                let job = self.clone();
                permit.run(move || job.search(time, is_last, totals)).await?
            }
            // Cancelled in the queue: respond with the lower bound.
            Err(QueueError::Cancelled) => self.cancelled(totals).map(Attempt::Finished),
            Err(error) => Err(error.into()),
        }
    }

    fn search(&self, time: Duration, is_last: bool, totals: Totals) -> Result<Attempt, ApiError> {
        let Puzzle { board, goal, .. } = &*self.puzzle;
        let now = Instant::now();
        let start = now.checked_sub(totals.time).unwrap_or(now);
        let pdbs = if self.is_quick() {
            self.state.pdb_pool.prepare_stored(goal)
        } else {
            self.state.pdb_pool.prepare(goal)
        };
        // If the PDBs are not ready, and their build does not start in time, the search runs without them.
        let (tables, memory) = if pdbs.wait_until_started(&self.cancellation, time / 2) {
            (pdbs.cache.clone(), self.state.memory)
        } else {
            (PdbCache::default(), self.state.memory.min(MEMORY_WITHOUT_CACHE))
        };
        let time = time.saturating_sub(now.elapsed());
        let limits =
            Limits { time: Some(time), memory, cancel: self.cancellation.token(), ..Limits::default() };
        let mut solver = Solver::new(goal.clone()).pdbs(tables).limits(limits);
        // For a small board that the first attempt did not solve, an unproven solution is better than none.
        let is_anytime = board.size().cells() > MAX_SMALL_CELLS || is_last && !self.is_quick();
        if is_anytime {
            solver = solver.within(time);
        }
        let mut observer = SearchObserver::new(self.events.clone(), pdbs, start);
        let outcome = solver
            .solve_observed(board, &mut observer)
            .map_err(|error| ApiError::internal(error, "solver failed"))?;
        let stats = outcome.stats();
        self.state.metrics.count_search(stats.generated, stats.time);
        tracing::debug!(size = %board.size(), nodes = stats.generated, time = ?stats.time, "search finished");
        let totals = Totals {
            generated: totals.generated + stats.generated,
            time: totals.time + stats.time,
            lower_bound: totals.lower_bound.max(outcome.lower_bound().unwrap_or_default()),
        };
        match &outcome {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Time && !is_last => {
                Ok(Attempt::TimedOut(totals))
            }
            _ => self.response(&outcome, totals).map(Attempt::Finished),
        }
    }

    fn response(&self, outcome: &Outcome, totals: Totals) -> Result<String, ApiError> {
        let stats = totals.json();
        match outcome {
            Outcome::Solved(solution) => to_json(&SolveResponse::Solved {
                puzzle: self.puzzle.json(),
                moves: letters(solution.moves()),
                length: solution.len(),
                shortest: solution.is_shortest(),
                stats,
            }),
            Outcome::Unsolvable(unsolvable) => self.unsolvable(&unsolvable.parity),
            Outcome::Stopped(stopped) => self.stopped(stopped.reason, stopped.best.as_ref(), stats),
        }
    }

    fn stopped(
        &self,
        reason: StopReason,
        best: Option<&Solution>,
        stats: StatsJson,
    ) -> Result<String, ApiError> {
        to_json(&SolveResponse::Stopped {
            puzzle: self.puzzle.json(),
            reason: reason.to_string(),
            reason_code: reason_code(reason),
            moves: best.map(|solution| letters(solution.moves())),
            length: best.map(Solution::len),
            stats,
        })
    }

    fn unsolvable(&self, why: &Parity) -> Result<String, ApiError> {
        to_json(&SolveResponse::Unsolvable { puzzle: self.puzzle.json(), why: why.to_string() })
    }

    /// Returns the response of a search that was cancelled before it started.
    fn cancelled(&self, mut totals: Totals) -> Result<String, ApiError> {
        let lower_bound = self.puzzle.board.manhattan(&self.puzzle.goal);
        totals.lower_bound = totals.lower_bound.max(lower_bound);
        self.stopped(StopReason::Cancelled, None, totals.json())
    }
}
