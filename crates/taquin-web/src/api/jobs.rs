//! `POST` to an [endpoint](taquin_api::ENDPOINTS): validates the request, gets a worker for the job, and runs it there.
//!
//! Quick jobs run in the quick lane. If an attempt there is too short, the job runs again in the long lane, with the rest of
//! its time. A stream has a `queued` event while it waits for that, and the events of the job.

use super::json_response;
use crate::error::ApiError;
use crate::events::EventBuffer;
use crate::request_body::JsonBody;
use crate::search_registry::Cancellation;
use crate::state::{AppState, log_damaged_pdb};
use crate::worker_lanes::{QueueError, WorkerPermit};
use axum::extract::State;
use axum::response::Response;
use axum::routing::{MethodRouter, post};
use chacha20::ChaCha8Rng;
use rand::Rng;
use std::path::Path;
use std::sync::Arc;
use taquin::pdb::PdbFileError;
use taquin::{Limits, Stats};
use taquin_api::events::{EventSink, JobEvent};
use taquin_api::{Context, Effort, Endpoint, Job, RequestError};

/// Returns the handler of an endpoint.
pub(super) fn handler(endpoint: &'static Endpoint) -> MethodRouter<AppState> {
    post(move |State(state): State<AppState>, JsonBody(body): JsonBody| respond(endpoint, state, body))
}

/// Responds to a request. The job is cancelled if the client disconnects.
async fn respond(endpoint: &Endpoint, state: AppState, body: Vec<u8>) -> Result<Response, ApiError> {
    let job: Arc<dyn Job> = endpoint.read(&body)?.into();
    let handle = state.searches.register()?;
    let events = endpoint.is_stream.then(EventBuffer::default);
    let cancellation = Arc::clone(handle.cancellation());
    let run = JobRun { state, job, cancellation, events: events.clone() };
    let Some(events) = events else { return run.run().await.map(json_response) };
    run.check_capacity()?;
    events.push("started", &run.job.started(&handle.id().to_string()));
    Ok(events.stream(handle, async move { run.run().await }))
}

/// A job and what it needs to run.
#[derive(Clone)]
struct JobRun {
    state: AppState,
    job: Arc<dyn Job>,
    cancellation: Arc<Cancellation>,
    /// `None` if the client did not request a stream.
    events: Option<EventBuffer>,
}

impl JobRun {
    fn check_capacity(&self) -> Result<(), QueueError> {
        match self.job.effort() {
            Effort::Instant => Ok(()),
            Effort::Quick => self.state.workers.quick.check_capacity(),
            Effort::Long => self.state.workers.long.check_capacity(),
        }
    }

    /// Runs the job and returns the response as JSON.
    async fn run(&self) -> Result<String, ApiError> {
        let effort = self.job.effort();
        if effort == Effort::Instant {
            return Ok(self.work(Job::run)?);
        }
        if effort == Effort::Quick {
            let permit = self.state.workers.quick.acquire(&self.cancellation, None).await;
            if let Some(json) = self.work_on(permit, Job::attempt).await? {
                return Ok(json);
            }
        }
        let permit = self.state.workers.long.acquire(&self.cancellation, self.events.as_ref()).await;
        self.work_on(permit, Job::run).await
    }

    async fn work_on<T: From<String> + Send + 'static>(
        &self,
        permit: Result<WorkerPermit, QueueError>,
        work: Work<T>,
    ) -> Result<T, ApiError> {
        match permit {
            Ok(permit) => {
                let run = self.clone();
                Ok(permit.run(move || run.work(work)).await??)
            }
            Err(QueueError::Cancelled) => Ok(self.job.cancelled()?.into()),
            Err(error) => Err(error.into()),
        }
    }

    fn work<T>(&self, work: Work<T>) -> Result<T, RequestError> {
        let limits =
            Limits { memory: self.state.memory, cancel: self.cancellation.token(), ..Limits::default() };
        let random_seed = || rand::make_rng::<ChaCha8Rng>().next_u32();
        let context =
            &mut Context { engines: &self.state.engines, limits, random_seed, events: &mut self.clone() };
        work(&*self.job, context)
    }
}

/// A method of a job.
type Work<T> = fn(&(dyn Job + 'static), &mut Context<'_>) -> Result<T, RequestError>;

impl EventSink for JobRun {
    fn event(&mut self, event: JobEvent) {
        if let Some(events) = &self.events {
            events.add(&event);
        }
    }

    fn searched(&mut self, stats: &Stats) {
        self.state.metrics.count_search(stats.generated, stats.time);
        tracing::debug!(nodes = stats.generated, time = ?stats.time, "search finished");
    }

    fn damaged_pdb(&mut self, path: &Path, error: &PdbFileError) {
        log_damaged_pdb(path, error);
    }
}
