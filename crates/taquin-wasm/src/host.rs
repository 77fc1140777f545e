//! The host of this Worker: its clock, cancellation, events and random numbers.

use crate::Host;
use serde::Serialize;
use std::cell::RefCell;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::{CancelToken, Clock};
use taquin_api::events::{EventSink, JobEvent};

/// The interval of asking the host whether to stop. In a browser that takes two milliseconds.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

thread_local! {
    static HOST: RefCell<Option<Host>> = const { RefCell::new(None) };
}

pub(crate) fn set_host(host: Host) {
    HOST.with(|slot| slot.replace(Some(host)));
}

fn with_host<R: Default>(call: impl FnOnce(&Host) -> R) -> R {
    HOST.with(|slot| slot.borrow().as_ref().map(call).unwrap_or_default())
}

fn now() -> Duration {
    Duration::from_secs_f64(with_host(Host::now).max(0.0) / 1000.0)
}

/// Returns the host's clock.
pub(crate) fn clock() -> Clock {
    Clock::new(now)
}

/// Returns a token that is cancelled when the host says so.
pub(crate) fn cancel() -> CancelToken {
    let next_poll = AtomicU64::new(0);
    CancelToken::polling(move || {
        let millis = now().as_millis() as u64;
        if millis < next_poll.load(Ordering::Relaxed) {
            return false;
        }
        next_poll.store(millis + POLL_INTERVAL.as_millis() as u64, Ordering::Relaxed);
        with_host(Host::is_stopped)
    })
}

/// Sends an event.
pub(crate) fn event(name: &str, data: &impl Serialize) {
    let json = serde_json::to_string(data).unwrap_or_default();
    with_host(|host| host.event(name, &json));
}

/// Sends the events of a job.
pub(crate) struct HostEvents;

impl EventSink for HostEvents {
    fn event(&mut self, sent: JobEvent) {
        event(sent.name(), &sent);
    }
}

pub(crate) fn random_seed() -> u32 {
    with_host(Host::random_seed)
}
