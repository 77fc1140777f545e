//! Requests, and the jobs that answer them.

use crate::RequestError;
use crate::events::EventSink;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use taquin::Engines;
use taquin::Limits;

/// The JSON of a request.
pub trait JobRequest: DeserializeOwned {
    /// A validated request.
    type Job: Job + 'static;

    /// Checks the fields.
    fn validate(&self) -> Result<Self::Job, RequestError>;
}

/// A validated request. Its response is JSON.
pub trait Job: Send + Sync {
    /// Returns the time that the job may take.
    fn effort(&self) -> Effort {
        Effort::Long
    }

    /// Runs the job.
    fn run(&self, context: &mut Context<'_>) -> Result<String, RequestError>;

    /// Runs a [quick](Effort::Quick) job, or returns `None` if it needs more time: then [`run`](Self::run) does the rest.
    fn attempt(&self, context: &mut Context<'_>) -> Result<Option<String>, RequestError> {
        self.run(context).map(Some)
    }

    /// Returns the data of the `started` event.
    fn started(&self, id: &str) -> Value {
        json!({ "id": id })
    }

    /// Returns the response if the job is cancelled before it runs.
    fn cancelled(&self) -> Result<String, RequestError> {
        Err(RequestError::Cancelled)
    }
}

/// The time that a job may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// There is nothing to search.
    Instant,
    /// An [attempt](Job::attempt) takes at most a quarter of a second.
    Quick,
    /// Seconds.
    Long,
}

/// The surroundings of a running job.
pub struct Context<'a> {
    /// The pattern databases that all jobs share.
    pub engines: &'a Engines,
    /// The memory limit, the token that cancels the job, and the clock. The time limit comes from the request.
    pub limits: Limits,
    /// Returns a seed for a request without one.
    pub random_seed: fn() -> u32,
    /// Receives the events of the job.
    pub events: &'a mut dyn EventSink,
}

impl<'a> Context<'a> {
    /// Creates the context of a job without a seed and events.
    pub fn new(engines: &'a Engines, limits: Limits, events: &'a mut dyn EventSink) -> Self {
        Self { engines, limits, random_seed: || 0, events }
    }
}
