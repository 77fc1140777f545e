//! The searches that are under way, and how each of them is ended.
//!
//! A search ends when nobody wants it any more: its client is gone, somebody deletes it, or the server shuts down. All three
//! raise the same flag. The client's share is a [`Ticket`], which is held by the future that answers the request or by the
//! body of its stream; hyper drops both when the connection ends, and a ticket that is dropped raises the flag. The search
//! itself has a clone of the flag and ends within 50 ms. A search's id is 128 bits by chance, so that nobody ends the
//! searches of others by guessing.

use crate::error::ApiError;
use rand::Rng;
use rand_chacha::ChaCha12Rng;
use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use taquin::StopFlag;
use tokio::sync::Notify;

/// A search's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct SearchId(u128);

/// 32 hexadecimal digits.
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

/// Ends a search, whether it runs or waits for its turn.
#[derive(Debug, Default)]
pub(crate) struct Cancel {
    stop: StopFlag,
    raised: Notify,
}

impl Cancel {
    /// The flag for the search.
    pub(crate) fn stop(&self) -> StopFlag {
        self.stop.clone()
    }

    pub(crate) fn is_raised(&self) -> bool {
        self.stop.is_raised()
    }

    pub(crate) fn raise(&self) {
        self.stop.raise();
        // If nobody waits yet, the next one to wait is told.
        self.raised.notify_one();
    }

    /// Waits until it is raised. One task at a time may wait.
    pub(crate) async fn raised(&self) {
        if !self.is_raised() {
            self.raised.notified().await;
        }
    }
}

/// All searches that are under way.
pub(crate) struct Searches(Mutex<State>);

struct State {
    is_closed: bool,
    running: HashMap<SearchId, Arc<Cancel>>,
    ids: ChaCha12Rng,
}

impl Searches {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(State { is_closed: false, running: HashMap::new(), ids: rand::make_rng() }))
    }

    /// Begins a search, unless the server shuts down.
    pub(crate) fn begin(self: &Arc<Self>) -> Result<Ticket, ApiError> {
        let mut state = self.state();
        if state.is_closed {
            return Err(ApiError::ShuttingDown);
        }
        let (high, low) = (state.ids.next_u64(), state.ids.next_u64());
        let id = SearchId((u128::from(high) << 64) | u128::from(low));
        let cancel = Arc::new(Cancel::default());
        state.running.insert(id, Arc::clone(&cancel));
        Ok(Ticket { id, cancel, searches: Arc::clone(self) })
    }

    /// Ends a search.
    pub(crate) fn end(&self, id: SearchId) -> Result<(), ApiError> {
        self.state().running.get(&id).map(|cancel| cancel.raise()).ok_or(ApiError::NoSuchSearch)
    }

    /// Ends all searches, and lets no more begin.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        state.is_closed = true;
        state.running.values().for_each(|cancel| cancel.raise());
    }

    /// Whether the server shuts down.
    pub(crate) fn is_closed(&self) -> bool {
        self.state().is_closed
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What a client holds of its search. Dropping it ends the search.
pub(crate) struct Ticket {
    id: SearchId,
    cancel: Arc<Cancel>,
    searches: Arc<Searches>,
}

impl Ticket {
    pub(crate) fn id(&self) -> SearchId {
        self.id
    }

    pub(crate) fn cancel(&self) -> &Arc<Cancel> {
        &self.cancel
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.cancel.raise();
        self.searches.state().running.remove(&self.id);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_ends_with_its_ticket() {
        let searches = Arc::new(Searches::new());
        let ticket = searches.begin().expect("open");
        let stop = ticket.cancel().stop();
        let id: SearchId = ticket.id().to_string().parse().expect("an id");
        assert!(id == ticket.id() && !stop.is_raised());
        drop(ticket);
        assert!(stop.is_raised());
        assert!(searches.end(id).is_err());
    }

    #[test]
    fn a_search_can_be_ended_by_its_name_and_by_the_server() {
        let searches = Arc::new(Searches::new());
        let (one, other) = (searches.begin().expect("open"), searches.begin().expect("open"));
        assert_ne!(one.id(), other.id());
        searches.end(one.id()).expect("it is there");
        assert!(one.cancel().is_raised() && !other.cancel().is_raised());
        searches.close();
        assert!(other.cancel().is_raised() && searches.is_closed());
        assert!(matches!(searches.begin(), Err(ApiError::ShuttingDown)));
    }

    #[test]
    fn what_is_no_id_names_no_search() {
        let long = "0".repeat(33);
        for text in ["", "1", "+000000000000000000000000000000f", "xyz", long.as_str()] {
            assert!(matches!(text.parse::<SearchId>(), Err(ApiError::NoSuchSearch)), "{text}");
        }
    }
}
