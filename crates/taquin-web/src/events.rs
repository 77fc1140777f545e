//! Server-Sent Events from a search to its client.
//!
//! A search never waits for its client, and a slow client must not make the server buffer without bound. So
//! there is no queue of events but an [`EventBuffer`] with one slot per kind:
//!
//! 1. ordered events, of which there are few (`started`, `queued`, `run`);
//! 2. shorter solutions (`improved`), of which the newest are merged when too many are unsent;
//! 3. the latest status (`progress` or `building`), which replaces the one before;
//! 4. the final event, which ends the stream.
//!
//! The connection sends them in this order. A fast client sees every event; a slow one misses outdated status
//! and intermediate solutions only.

use crate::error::ApiError;
use crate::search_registry::SearchHandle;
use axum::body::{Body, Bytes};
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use hyper::body::{Body as HttpBody, Frame};
use serde::Serialize;
use std::collections::VecDeque;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use taquin_api::events::{ImprovedEvent, JobEvent};

/// The maximum number of unsent `improved` events.
const MAX_IMPROVED: usize = 64;

/// The events that are not sent yet. Clones share them.
#[derive(Clone, Default)]
pub(crate) struct EventBuffer(Arc<Mutex<BufferState>>);

#[derive(Default)]
struct BufferState {
    ordered: VecDeque<Bytes>,
    improved: VecDeque<ImprovedEvent>,
    status: Option<Bytes>,
    final_event: Option<Bytes>,
    is_closed: bool,
    waker: Option<Waker>,
}

impl EventBuffer {
    /// Adds an event that is neither dropped nor merged.
    pub(crate) fn push(&self, name: &str, data: &impl Serialize) {
        let event = to_event(name, data);
        self.update(|state| state.ordered.push_back(event));
    }

    /// Adds an event of a job.
    pub(crate) fn add(&self, event: &JobEvent) {
        match event {
            JobEvent::Improved(improved) => self.push_improved(*improved),
            JobEvent::Progress(_) | JobEvent::Building(_) => self.set_status(event.name(), event),
            JobEvent::Run(_) => self.push(event.name(), event),
        }
    }

    fn push_improved(&self, event: ImprovedEvent) {
        self.update(|state| {
            let is_full = state.improved.len() >= MAX_IMPROVED;
            match state.improved.back_mut() {
                Some(last) if is_full => *last = last.merge(event),
                _ => state.improved.push_back(event),
            }
        });
    }

    /// Replaces the status event.
    fn set_status(&self, name: &str, data: &impl Serialize) {
        let event = to_event(name, data);
        self.update(|state| state.status = Some(event));
    }

    /// Sets the final event, unless there is one already.
    fn finish(&self, result: Result<&str, &ApiError>) {
        let event = match result {
            Ok(json) => format_event("done", json),
            Err(error) => to_event("error", &error.detail()),
        };
        self.update(|state| {
            if !state.is_closed {
                state.final_event = Some(event);
                state.is_closed = true;
            }
        });
    }

    /// Returns a response that streams the events and, last, the result. Closing the connection cancels the
    /// search.
    pub(crate) fn stream(
        self,
        handle: SearchHandle,
        result: impl Future<Output = Result<String, ApiError>> + Send + 'static,
    ) -> Response {
        let guard = FinishGuard(self.clone());
        tokio::spawn(async move { guard.0.finish(result.await.as_deref()) });
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            // Disables response buffering in nginx and compatible proxies.
            (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        ];
        (headers, Body::new(EventStream { events: self, _handle: handle })).into_response()
    }

    /// Returns all unsent events as text.
    #[cfg(test)]
    pub(crate) fn drain(&self) -> String {
        let mut state = self.lock();
        std::iter::from_fn(|| state.next())
            .map(|event| String::from_utf8_lossy(&event).into_owned())
            .collect()
    }

    fn update(&self, change: impl FnOnce(&mut BufferState)) {
        let waker = {
            let mut state = self.lock();
            change(&mut state);
            state.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn lock(&self) -> MutexGuard<'_, BufferState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl BufferState {
    /// Removes and returns the event to send next.
    fn next(&mut self) -> Option<Bytes> {
        if let Some(event) = self.ordered.pop_front() {
            return Some(event);
        }
        if let Some(improved) = self.improved.pop_front() {
            return Some(to_event("improved", &improved));
        }
        if self.is_closed {
            return self.final_event.take();
        }
        self.status.take()
    }
}

/// Ends a stream with an error if its task panics or is dropped.
struct FinishGuard(EventBuffer);

impl Drop for FinishGuard {
    fn drop(&mut self) {
        self.0.finish(Err(&ApiError::Internal));
    }
}

/// The body of a streaming response.
struct EventStream {
    events: EventBuffer,
    /// Cancels the search when the connection drops the body.
    _handle: SearchHandle,
}

impl HttpBody for EventStream {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let mut state = self.events.lock();
        match state.next() {
            Some(event) => Poll::Ready(Some(Ok(Frame::data(event)))),
            None if state.is_closed => Poll::Ready(None),
            None => {
                state.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

fn to_event(name: &str, data: &impl Serialize) -> Bytes {
    // Serialization fails only for maps whose keys are not strings, and no event has such a map.
    format_event(name, &serde_json::to_string(data).unwrap_or_default())
}

/// Formats an event. The JSON must be on one line: a line break would end the data.
fn format_event(name: &str, json: &str) -> Bytes {
    format!("event: {name}\ndata: {json}\n\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;
    use taquin::Improved;

    fn drain(events: &EventBuffer) -> Vec<String> {
        events.drain().split_inclusive("\n\n").map(str::to_owned).collect()
    }

    fn improved(length: u32) -> ImprovedEvent {
        let improved =
            Improved { moves: length, previous: Some(length + 2), lower_bound: 1, elapsed: Duration::ZERO };
        ImprovedEvent::new(&improved, Duration::from_millis(500))
    }

    #[test]
    fn only_outdated_status_is_dropped() {
        let events = EventBuffer::default();
        events.push("started", &1);
        events.set_status("progress", &2);
        events.push_improved(improved(8));
        events.set_status("progress", &3);
        events.push("queued", &4);
        let data = r#"{"length":8,"before":10,"lower_bound":1,"seconds":0.5}"#;
        assert_eq!(
            drain(&events),
            [
                "event: started\ndata: 1\n\n".to_owned(),
                "event: queued\ndata: 4\n\n".to_owned(),
                format!("event: improved\ndata: {data}\n\n"),
                "event: progress\ndata: 3\n\n".to_owned(),
            ]
        );
        events.set_status("progress", &5);
        events.finish(Ok("6"));
        events.finish(Err(&ApiError::Internal));
        assert_eq!(drain(&events), ["event: done\ndata: 6\n\n"]);
        assert!(events.lock().is_closed);
    }

    #[test]
    fn unsent_improvements_are_merged() {
        let events = EventBuffer::default();
        (0..10_000).rev().for_each(|half| events.push_improved(improved(2 * half)));
        let sent = drain(&events);
        assert_eq!(sent.len(), MAX_IMPROVED);
        assert!(sent[0].contains("\"length\":19998,\"before\":20000,"));
        let before = 20_000 - 2 * (MAX_IMPROVED - 1);
        let merged = format!("\"length\":0,\"before\":{before},");
        assert!(sent[MAX_IMPROVED - 1].contains(&merged), "{}", sent[MAX_IMPROVED - 1]);
    }

    #[test]
    fn dropped_task_ends_the_stream_with_an_error() {
        let events = EventBuffer::default();
        drop(FinishGuard(events.clone()));
        assert!(drain(&events)[0].starts_with("event: error\ndata: {\"code\":\"internal\""));
        assert!(events.lock().is_closed);
    }
}
