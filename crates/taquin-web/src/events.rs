//! Server-Sent Events from a search to its client.
//!
//! A search must not wait for its client, and a client that reads slowly must not make the server keep more and more for
//! it. So events do not go through a queue but into a [`Mailbox`], with a place for each kind:
//!
//! 1. those that come in order and of which there are few (`started`, `queued`, `run`);
//! 2. better solutions, each told; but if many are not fetched yet, a new one is merged with the one before;
//! 3. how far things are (`progress`, `building`): the newest alone;
//! 4. the last event, which ends the stream.
//!
//! The connection fetches them in this order whenever it can send. Whoever fetches quickly sees everything, and whoever
//! fetches slowly sees less of what is soon out of date, and nothing less of the rest.

use crate::error::ApiError;
use crate::searches::Ticket;
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

/// The most better solutions that wait to be fetched.
const MOST_IMPROVED: usize = 64;

/// What a search has to tell. Clones share it.
#[derive(Clone, Default)]
pub(crate) struct Mailbox(Arc<Mutex<Contents>>);

#[derive(Default)]
struct Contents {
    in_order: VecDeque<Bytes>,
    improved: VecDeque<Improved>,
    newest: Option<Bytes>,
    last: Option<Bytes>,
    /// Whether nothing comes after what is here.
    is_closed: bool,
    waker: Option<Waker>,
}

/// A better solution.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub(crate) struct Improved {
    pub(crate) length: u32,
    pub(crate) before: Option<u32>,
    pub(crate) lower_bound: u32,
    pub(crate) seconds: f64,
}

impl Mailbox {
    /// Tells something that is neither lost nor merged.
    pub(crate) fn post(&self, name: &str, data: &impl Serialize) {
        let event = event(name, data);
        self.change(|contents| contents.in_order.push_back(event));
    }

    /// Tells of a better solution.
    pub(crate) fn improved(&self, now: Improved) {
        self.change(|contents| {
            let is_full = contents.improved.len() >= MOST_IMPROVED;
            match contents.improved.back_mut() {
                Some(last) if is_full => *last = Improved { before: last.before, ..now },
                _ => contents.improved.push_back(now),
            }
        });
    }

    /// Tells how far things are, in place of what was told of that before.
    pub(crate) fn newest(&self, name: &str, data: &impl Serialize) {
        let event = event(name, data);
        self.change(|contents| contents.newest = Some(event));
    }

    /// Tells what came of it; nothing comes after that.
    fn finish(&self, outcome: Result<&str, &ApiError>) {
        let last = match outcome {
            Ok(answer) => written("done", answer),
            Err(error) => event("error", &error.told()),
        };
        self.change(|contents| {
            if !contents.is_closed {
                (contents.last, contents.is_closed) = (Some(last), true);
            }
        });
    }

    /// The answer to a request: the events, as they come, and last what comes of it. The search ends with the connection.
    pub(crate) fn stream(
        self,
        ticket: Ticket,
        outcome: impl Future<Output = Result<String, ApiError>> + Send + 'static,
    ) -> Response {
        let closer = Closer(self.clone());
        tokio::spawn(async move { closer.0.finish(outcome.await.as_deref()) });
        let headers = [
            (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
            (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
            // Proxies that keep events back until they have enough of them make no sense here.
            (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
        ];
        (headers, Body::new(Events { mailbox: self, _ticket: ticket })).into_response()
    }

    /// All that there is to fetch, as text.
    #[cfg(test)]
    pub(crate) fn drain(&self) -> String {
        let mut contents = self.contents();
        std::iter::from_fn(|| contents.next())
            .map(|event| String::from_utf8_lossy(&event).into_owned())
            .collect()
    }

    fn change(&self, change: impl FnOnce(&mut Contents)) {
        let waker = {
            let mut contents = self.contents();
            change(&mut contents);
            contents.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    /// The event to send next.
    fn next(&mut self) -> Option<Bytes> {
        if let Some(event) = self.in_order.pop_front() {
            return Some(event);
        }
        if let Some(improved) = self.improved.pop_front() {
            return Some(event("improved", &improved));
        }
        if self.is_closed {
            return self.last.take();
        }
        self.newest.take()
    }
}

/// Ends a stream when it is dropped, if nothing else did: then something went wrong.
struct Closer(Mailbox);

impl Drop for Closer {
    fn drop(&mut self) {
        self.0.finish(Err(&ApiError::Internal));
    }
}

/// The body of a stream.
struct Events {
    mailbox: Mailbox,
    /// Ends the search when the connection drops the body.
    _ticket: Ticket,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let mut contents = self.mailbox.contents();
        match contents.next() {
            Some(event) => Poll::Ready(Some(Ok(Frame::data(event)))),
            None if contents.is_closed => Poll::Ready(None),
            None => {
                contents.waker = Some(context.waker().clone());
                Poll::Pending
            }
        }
    }
}

/// An event as it is sent.
fn event(name: &str, data: &impl Serialize) -> Bytes {
    // What is told here has no maps with strange keys, which is all that can go wrong.
    written(name, &serde_json::to_string(data).unwrap_or_default())
}

/// An event whose data is JSON already. That has no line ends, which would end the data.
fn written(name: &str, json: &str) -> Bytes {
    format!("event: {name}\ndata: {json}\n\n").into()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(mailbox: &Mailbox) -> Vec<String> {
        mailbox.drain().split_inclusive("\n\n").map(str::to_owned).collect()
    }

    fn improved(length: u32) -> Improved {
        Improved { length, before: Some(length + 2), lower_bound: 1, seconds: 0.5 }
    }

    #[test]
    fn nothing_is_lost_but_what_is_out_of_date() {
        let mailbox = Mailbox::default();
        mailbox.post("started", &1);
        mailbox.newest("progress", &2);
        mailbox.improved(improved(8));
        mailbox.newest("progress", &3);
        mailbox.post("queued", &4);
        let better = r#"{"length":8,"before":10,"lower_bound":1,"seconds":0.5}"#;
        assert_eq!(
            all(&mailbox),
            [
                "event: started\ndata: 1\n\n".to_owned(),
                "event: queued\ndata: 4\n\n".to_owned(),
                format!("event: improved\ndata: {better}\n\n"),
                "event: progress\ndata: 3\n\n".to_owned(),
            ]
        );
        mailbox.newest("progress", &5);
        mailbox.finish(Ok("6"));
        mailbox.finish(Err(&ApiError::Internal));
        assert_eq!(all(&mailbox), ["event: done\ndata: 6\n\n"]);
        assert!(mailbox.contents().is_closed);
    }

    #[test]
    fn a_slow_reader_gets_the_first_and_the_last_of_many_improvements() {
        let mailbox = Mailbox::default();
        (0..10_000).rev().for_each(|half| mailbox.improved(improved(2 * half)));
        let events = all(&mailbox);
        assert_eq!(events.len(), MOST_IMPROVED);
        assert!(events[0].contains("\"length\":19998,\"before\":20000,"));
        let before = 20_000 - 2 * (MOST_IMPROVED - 1);
        let merged = format!("\"length\":0,\"before\":{before},");
        assert!(events[MOST_IMPROVED - 1].contains(&merged), "{}", events[MOST_IMPROVED - 1]);
    }

    #[test]
    fn a_stream_ends_whatever_happens() {
        let mailbox = Mailbox::default();
        drop(Closer(mailbox.clone()));
        assert!(all(&mailbox)[0].starts_with("event: error\ndata: {\"code\":\"internal\""));
        assert!(mailbox.contents().is_closed);
    }
}
