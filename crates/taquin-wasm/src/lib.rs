//! Taquin in WebAssembly: the requests of [`taquin_api`] in a Worker of a browser or of Node.js.
//!
//! The module has no threads, no files and no clock of its own. The [host](Host) supplies the time, receives events and says when
//! to stop. JavaScript can't interrupt WebAssembly, so the [token](host::cancel), which every search polls, asks the host.

mod host;

use host::HostEvents;
use taquin::Engines;
use taquin::Limits;
use taquin_api::{Context, Endpoint, ErrorDetail, RequestError};
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
    engines: Engines,
}

#[wasm_bindgen]
impl Engine {
    /// Creates an engine. There may be only one in a Worker.
    #[wasm_bindgen(constructor)]
    pub fn new(host: Host) -> Self {
        host::set_host(host);
        Self { engines: Engines::default() }
    }

    /// Answers a request: the path of an endpoint, such as `/api/solve`, and the body, in JSON. Throws the error as JSON.
    pub fn request(&mut self, path: &str, body: &str) -> Result<String, JsValue> {
        self.respond(path, body.as_bytes()).map_err(|error| {
            let detail = ErrorDetail::from(&error);
            JsValue::from(serde_json::to_string(&detail).unwrap_or_default())
        })
    }

    fn respond(&mut self, path: &str, body: &[u8]) -> Result<String, RequestError> {
        let unknown = || RequestError::BadRequest(format!("unknown endpoint '{path}'"));
        let endpoint = Endpoint::find(path).ok_or_else(unknown)?;
        let job = endpoint.read(body)?;
        if endpoint.is_stream {
            host::event("started", &job.started("0"));
        }
        let limits =
            Limits { memory: MEMORY, clock: host::clock(), cancel: host::cancel(), ..Limits::default() };
        let random_seed = host::random_seed;
        job.run(&mut Context { engines: &self.engines, limits, random_seed, events: &mut HostEvents })
    }
}
