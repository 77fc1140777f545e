//! `POST /api/solve` and `POST /api/solve/stream`. The stream also has events during the search.
//!
//! **Two attempts.** A board of up to 16 cells is first searched briefly in the quick lane, which solves
//! nearly all of them. The rest are searched again from scratch in the long lane, with the remaining time; then an unproven
//! solution is better than none. Larger boards go directly to the long lane, unless the requested time fits the quick one.

use super::json_response;
use crate::error::ApiError;
use crate::events::EventBuffer;
use crate::request_body::JsonBody;
use crate::search_observer::SearchObserver;
use crate::search_registry::{Cancellation, SearchHandle};
use crate::state::AppState;
use crate::worker_lanes::{QueueError, WorkerPermit};
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::{Limits, Outcome, PROVABLE_CELLS, StopReason};
use taquin_api::solve::{SolveJob, SolveRequest, Totals};

/// Requests with at most this time and this many cells run in the quick lane only.
const MAX_QUICK_TIME: Duration = Duration::from_millis(250);
const MAX_QUICK_CELLS: usize = 400;

/// The time of a small board's first attempt.
const FIRST_ATTEMPT_TIME: Duration = Duration::from_millis(150);

pub(super) async fn handle(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<SolveRequest>,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    Search::new(&state, &request, &handle, None)?.run().await.map(json_response)
}

pub(super) async fn handle_stream(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<SolveRequest>,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    let events = EventBuffer::default();
    let search = Search::new(&state, &request, &handle, Some(events.clone()))?;
    let first_lane = if search.starts_in_quick_lane() { &state.workers.quick } else { &state.workers.long };
    first_lane.check_capacity()?;
    events.push("started", &serde_json::json!({ "id": handle.id().to_string() }));
    Ok(events.stream(handle, async move { search.run().await }))
}

/// A search for a request.
#[derive(Clone)]
struct Search {
    state: AppState,
    job: Arc<SolveJob>,
    cancellation: Arc<Cancellation>,
    /// `None` if the client did not request a stream.
    events: Option<EventBuffer>,
}

enum Attempt {
    /// The response, as JSON.
    Finished(String),
    /// The time was too short.
    TimedOut(Totals),
}

impl Search {
    fn new(
        state: &AppState,
        request: &SolveRequest,
        handle: &SearchHandle,
        events: Option<EventBuffer>,
    ) -> Result<Self, ApiError> {
        let job = Arc::new(request.validate()?);
        Ok(Self { state: state.clone(), job, cancellation: Arc::clone(handle.cancellation()), events })
    }

    fn is_quick(&self) -> bool {
        self.job.time() <= MAX_QUICK_TIME
    }

    fn starts_in_quick_lane(&self) -> bool {
        let cells = self.job.size().cells();
        cells <= PROVABLE_CELLS || self.is_quick() && cells <= MAX_QUICK_CELLS
    }

    /// Solves the board and returns the response as JSON.
    async fn run(&self) -> Result<String, ApiError> {
        let workers = &self.state.workers;
        // Parity needs no search, and so no worker.
        if let Some(json) = self.job.unsolvable()? {
            return Ok(json);
        }
        let mut totals = Totals::default();
        if self.starts_in_quick_lane() {
            let permit = workers.quick.acquire(&self.cancellation, None).await;
            let time = if self.is_quick() { self.job.time() } else { FIRST_ATTEMPT_TIME };
            match self.attempt(permit, time, self.is_quick(), totals).await? {
                Attempt::Finished(json) => return Ok(json),
                Attempt::TimedOut(so_far) => totals = so_far,
            }
        }
        let permit = workers.long.acquire(&self.cancellation, self.events.as_ref()).await;
        let time = self.job.time().saturating_sub(totals.time);
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
                let search = self.clone();
                permit.run(move || search.search(time, is_last, totals)).await?
            }
            // Cancelled in the queue: respond with the lower bound.
            Err(QueueError::Cancelled) => Ok(Attempt::Finished(self.job.cancelled(totals)?)),
            Err(error) => Err(error.into()),
        }
    }

    fn search(&self, time: Duration, is_last: bool, mut totals: Totals) -> Result<Attempt, ApiError> {
        let now = Instant::now();
        let start = now.checked_sub(totals.time).unwrap_or(now);
        let limits = Limits {
            time: Some(time),
            memory: self.state.memory,
            cancel: self.cancellation.token(),
            ..Limits::default()
        };
        let size = self.job.size();
        let has_to_end = is_last && !self.is_quick();
        let mut observer = SearchObserver::new(self.events.clone(), start);
        let engines = self.state.engines.clone();
        let outcome = self.job.search(engines, limits, has_to_end, &mut totals, &mut observer)?;
        let stats = outcome.stats();
        self.state.metrics.count_search(stats.generated, stats.time);
        tracing::debug!(%size, nodes = stats.generated, time = ?stats.time, "search finished");
        match &outcome {
            Outcome::Stopped(stopped) if stopped.reason == StopReason::Time && !is_last => {
                Ok(Attempt::TimedOut(totals))
            }
            _ => Ok(Attempt::Finished(self.job.response(&outcome, totals)?)),
        }
    }
}
