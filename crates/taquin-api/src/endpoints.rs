//! The table of the endpoints.

use crate::RequestError;
use crate::analyze::AnalyzeRequest;
use crate::compare::CompareRequest;
use crate::info::InfoRequest;
use crate::job::{Job, JobRequest};
use crate::json::read_json;
use crate::random::RandomRequest;
use crate::solve::SolveRequest;
use crate::trace::TraceRequest;

/// All endpoints.
pub static ENDPOINTS: &[Endpoint] = &[
    Endpoint::new::<InfoRequest>("/api/info"),
    Endpoint::new::<TraceRequest>("/api/trace"),
    Endpoint::new::<RandomRequest>("/api/random"),
    Endpoint::new::<SolveRequest>("/api/solve"),
    Endpoint::new::<CompareRequest>("/api/compare").streamed(),
    Endpoint::new::<SolveRequest>("/api/solve/stream").streamed(),
    Endpoint::new::<AnalyzeRequest>("/api/analyze"),
];

/// A path and the requests that it takes.
pub struct Endpoint {
    /// The path in a URL.
    pub path: &'static str,
    /// True if the response is a stream of events.
    pub is_stream: bool,
    read: fn(&[u8]) -> ReadJob,
}

type ReadJob = Result<Box<dyn Job>, RequestError>;

impl Endpoint {
    const fn new<R: JobRequest>(path: &'static str) -> Self {
        let read = |body: &[u8]| -> ReadJob { Ok(Box::new(read_json::<R>(body)?.validate()?)) };
        Self { path, is_stream: false, read }
    }

    const fn streamed(self) -> Self {
        Self { is_stream: true, ..self }
    }

    /// Returns the endpoint with this path.
    pub fn find(path: &str) -> Option<&'static Self> {
        ENDPOINTS.iter().find(|endpoint| endpoint.path == path)
    }

    /// Reads and validates the body of a request.
    pub fn read(&self, body: &[u8]) -> Result<Box<dyn Job>, RequestError> {
        (self.read)(body)
    }
}
