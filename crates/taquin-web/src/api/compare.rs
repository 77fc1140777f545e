//! `POST /api/compare`.

use crate::error::ApiError;
use crate::events::EventBuffer;
use crate::request_body::JsonBody;
use crate::search_observer::SearchObserver;
use crate::search_registry::Cancellation;
use crate::state::AppState;
use crate::worker_lanes::QueueError;
use axum::extract::State;
use axum::response::Response;
use std::sync::Arc;
use taquin::Limits;
use taquin_api::compare::{CompareJob, CompareRequest};

pub(super) async fn handle_stream(
    State(state): State<AppState>,
    JsonBody(request): JsonBody<CompareRequest>,
) -> Result<Response, ApiError> {
    let handle = state.searches.register()?;
    let events = EventBuffer::default();
    let job = request.validate()?;
    state.workers.long.check_capacity()?;
    events.push("started", &job.started(&handle.id().to_string()));
    let cancellation = Arc::clone(handle.cancellation());
    let work = run(state.clone(), job, cancellation, events.clone());
    Ok(events.stream(handle, work))
}

/// Performs all runs on a worker and reports each as an event, so the final result is empty.
async fn run(
    state: AppState,
    job: CompareJob,
    cancellation: Arc<Cancellation>,
    events: EventBuffer,
) -> Result<String, ApiError> {
    match state.clone().workers.long.acquire(&cancellation, Some(&events)).await {
        Ok(permit) => permit.run(move || run_all(&state, &job, &cancellation, &events)).await??,
        Err(QueueError::Cancelled) => {}
        Err(error) => return Err(error.into()),
    }
    Ok("{}".to_owned())
}

fn run_all(
    state: &AppState,
    job: &CompareJob,
    cancellation: &Cancellation,
    events: &EventBuffer,
) -> Result<(), ApiError> {
    let limits = Limits { memory: state.memory, cancel: cancellation.token(), ..Limits::default() };
    // Runs report their ends only; builds, which come before the first of them, their progress.
    let mut observer = SearchObserver::of_builds(events.clone());
    job.run(&limits, &state.engines, &mut observer, |run, json| {
        if let Some(stats) = &run.stats {
            state.metrics.count_search(stats.generated, stats.time);
        }
        tracing::debug!(method = %run.method, outcome = run.outcome.name(), "run finished");
        events.push_json("run", &json);
    })?;
    Ok(())
}
