//! The running searches and their cancellation.
//!
//! A search is cancelled when its client disconnects, when a client deletes it, or when the server shuts
//! down. The client's side is a [`SearchHandle`], owned by the future or the stream body that answers the
//! request; hyper drops these when the connection closes, and dropping the handle cancels the search. The
//! search polls the same flag and ends within 50 ms. Search ids are random 128-bit numbers, so that clients
//! cannot guess those of others.

use crate::error::ApiError;
use chacha20::ChaCha12Rng;
use rand::Rng;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taquin::CancelToken;
use tokio::sync::Notify;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SearchId(u128);

/// Writes 32 hexadecimal digits.
impl fmt::Display for SearchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl FromStr for SearchId {
    type Err = ApiError;

    fn from_str(text: &str) -> Result<Self, ApiError> {
        let is_id = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let id = u128::from_str_radix(text, 16).ok().filter(|_| is_id);
        id.map(Self).ok_or(ApiError::NoSuchSearch)
    }
}

/// Cancels a search, both while it waits for a worker and while it runs.
#[derive(Debug, Default)]
pub(crate) struct Cancellation {
    flag: CancelToken,
    notify: Notify,
}

impl Cancellation {
    /// Returns the flag that the search polls.
    pub(crate) fn token(&self) -> CancelToken {
        self.flag.clone()
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        self.flag.is_cancelled()
    }

    pub(crate) fn cancel(&self) {
        self.flag.cancel();
        // If no task waits yet, this wakes the next one that does.
        self.notify.notify_one();
    }

    /// Waits for cancellation. At most one task may wait.
    pub(crate) async fn cancelled(&self) {
        if !self.is_cancelled() {
            self.notify.notified().await;
        }
    }
}

/// All running and queued searches.
pub(crate) struct SearchRegistry(Mutex<RegistryState>);

struct RegistryState {
    is_closed: bool,
    searches: HashMap<SearchId, Arc<Cancellation>>,
    id_rng: ChaCha12Rng,
}

impl SearchRegistry {
    pub(crate) fn new() -> Self {
        let state = RegistryState { is_closed: false, searches: HashMap::new(), id_rng: rand::make_rng() };
        Self(Mutex::new(state))
    }

    /// Registers a new search. Fails during shutdown.
    pub(crate) fn register(self: &Arc<Self>) -> Result<SearchHandle, ApiError> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(ApiError::ShuttingDown);
        }
        let high = u128::from(state.id_rng.next_u64());
        let low = u128::from(state.id_rng.next_u64());
        let id = SearchId((high << 64) | low);
        let cancellation = Arc::new(Cancellation::default());
        state.searches.insert(id, Arc::clone(&cancellation));
        Ok(SearchHandle { id, cancellation, registry: Arc::clone(self) })
    }

    /// Cancels a search.
    pub(crate) fn cancel(&self, id: SearchId) -> Result<(), ApiError> {
        let state = self.lock();
        let cancellation = state.searches.get(&id).ok_or(ApiError::NoSuchSearch)?;
        cancellation.cancel();
        Ok(())
    }

    /// Cancels all searches and rejects new ones.
    pub(crate) fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        state.searches.values().for_each(|cancellation| cancellation.cancel());
    }

    /// Returns `true` during shutdown.
    pub(crate) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    fn lock(&self) -> MutexGuard<'_, RegistryState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A client's handle to its search. Dropping it cancels the search.
pub(crate) struct SearchHandle {
    id: SearchId,
    cancellation: Arc<Cancellation>,
    registry: Arc<SearchRegistry>,
}

impl SearchHandle {
    pub(crate) fn id(&self) -> SearchId {
        self.id
    }

    pub(crate) fn cancellation(&self) -> &Arc<Cancellation> {
        &self.cancellation
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.cancellation.cancel();
        self.registry.lock().searches.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dropping_the_handle_cancels_the_search() {
        let registry = Arc::new(SearchRegistry::new());
        let handle = registry.register().expect("open");
        let flag = handle.cancellation().token();
        let id: SearchId = handle.id().to_string().parse().expect("an id");
        assert!(id == handle.id() && !flag.is_cancelled());
        drop(handle);
        assert!(flag.is_cancelled());
        assert!(registry.cancel(id).is_err());
    }

    #[test]
    fn searches_are_cancelled_by_id_and_on_shutdown() {
        let registry = Arc::new(SearchRegistry::new());
        let first = registry.register().expect("open");
        let second = registry.register().expect("open");
        assert_ne!(first.id(), second.id());
        registry.cancel(first.id()).expect("registered");
        assert!(first.cancellation().is_cancelled() && !second.cancellation().is_cancelled());
        registry.close();
        assert!(second.cancellation().is_cancelled() && registry.is_closed());
        assert!(matches!(registry.register(), Err(ApiError::ShuttingDown)));
    }

    #[test]
    fn malformed_ids_name_no_search() {
        let long = "0".repeat(33);
        for text in ["", "1", "+000000000000000000000000000000f", "xyz", long.as_str()] {
            assert!(matches!(text.parse::<SearchId>(), Err(ApiError::NoSuchSearch)), "{text}");
        }
    }
}
