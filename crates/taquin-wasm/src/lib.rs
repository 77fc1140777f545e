//! Taquin in WebAssembly: the requests of [`taquin_api`] in a Worker of a browser or of Node.js.
//!
//! The module has no threads, no files and no clock of its own. The [host](Host) supplies the time, receives events and says when
//! to stop. JavaScript can't interrupt WebAssembly, so the [token](host::cancel), which every search polls, asks the host.

mod host;
mod search_observer;

use search_observer::SearchObserver;
use taquin::Limits;
use taquin::pdb::PdbCache;
use taquin_api::analyse::AnalyseRequest;
use taquin_api::compare::CompareRequest;
use taquin_api::info::InfoRequest;
use taquin_api::random::RandomRequest;
use taquin_api::solve::{SolveJob, SolveRequest, Totals};
use taquin_api::trace::TraceRequest;
use taquin_api::{ErrorDetail, RequestError, read_json};
use wasm_bindgen::prelude::*;

/// The memory limit of a search, in bytes.
const MEMORY: usize = 256 << 20;

#[wasm_bindgen]
extern "C" {
    /// The program that runs the module. All functions must return at once.
    pub type Host;
    /// Returns a time in milliseconds.
    #[wasm_bindgen(method)]
    fn now(this: &Host) -> f64;
    /// Returns true if the current request is to stop. Called 20 times per second.
    #[wasm_bindgen(method, js_name = isStopped)]
    fn is_stopped(this: &Host) -> bool;
    /// Receives an event of the current request: its name, and its data as JSON.
    #[wasm_bindgen(method)]
    fn event(this: &Host, name: &str, json: &str);
    /// Returns a random number of 32 bits.
    #[wasm_bindgen(method, js_name = randomSeed)]
    fn random_seed(this: &Host) -> u32;
}

/// Answers requests one after another, and keeps the pattern databases that they use.
#[wasm_bindgen]
pub struct Engine {
    pdbs: PdbCache,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine. There may be only one in a Worker.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host) -> Self {
        host::set_host(host);
        Self { pdbs: PdbCache::default() }
    }

    /// Answers a request: the name of an endpoint, such as `solve`, and the body, in JSON. Throws the error as JSON.
    pub fn request(&mut self, endpoint: &str, body: &str) -> Result<String, JsValue> {
        self.respond(endpoint, body.as_bytes()).map_err(|error| {
            let detail = ErrorDetail::from(&error);
            JsValue::from(serde_json::to_string(&detail).unwrap_or_default())
        })
    }

    fn respond(&mut self, endpoint: &str, body: &[u8]) -> Result<String, RequestError> {
        let limits =
            Limits { memory: MEMORY, clock: host::clock(), cancel: host::cancel(), ..Limits::default() };
        match endpoint {
            "info" => {
                let job = read_json::<InfoRequest>(body)?.validate()?;
                job.run(&self.pdbs)
            }
            "trace" => {
                let job = read_json::<TraceRequest>(body)?.validate()?;
                job.run(&self.pdbs)
            }
            "random" => {
                let job = read_json::<RandomRequest>(body)?.validate(host::random_seed)?;
                job.run(&self.pdbs, limits)
            }
            "analyse" => {
                let job = read_json::<AnalyseRequest>(body)?.validate()?;
                job.run(&self.pdbs, &limits)
            }
            "solve" => self.solve(&read_json::<SolveRequest>(body)?.validate()?, &limits),
            "compare" => {
                let job = read_json::<CompareRequest>(body)?.validate()?;
                host::event("started", &job.started("0"));
                let mut observer = SearchObserver::new(limits.clock.clone());
                job.run(&limits, &self.pdbs, &mut observer, |_, json| host::event_json("run", &json))?;
                Ok("{}".to_owned())
            }
            _ => Err(RequestError::BadRequest(format!("unknown endpoint '{endpoint}'"))),
        }
    }

    /// A small board is searched until the end, a larger one for the time that the request allows.
    fn solve(&mut self, job: &SolveJob, limits: &Limits) -> Result<String, RequestError> {
        host::event("started", &serde_json::json!({ "id": "0" }));
        if let Some(json) = job.unsolvable()? {
            return Ok(json);
        }
        let limits = Limits { time: Some(job.time()), ..limits.clone() };
        let mut totals = Totals::default();
        let mut observer = SearchObserver::new(limits.clock.clone());
        let outcome = job.search(self.pdbs.clone(), limits, false, &mut totals, &mut observer)?;
        job.response(&outcome, totals)
    }
}
