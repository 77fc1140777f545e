//! Connections: how many there may be, and how long each may take.
//!
//! hyper reads and writes HTTP; this decides whom it does that for. The head of a request has to arrive within some seconds,
//! or the connection is closed; the same holds for one that is kept open and not used. Beyond the most connections
//! that there may be, a client is told to come back and let go. Nothing that a client does, or leaves undone, keeps a
//! connection for ever: see [`stall`](crate::stall) for those that do not read.

use crate::app::App;
use crate::error::ApiError;
use crate::stall::Unstalled;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use std::io;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

/// What connections may take.
#[derive(Clone, Copy)]
pub(crate) struct Terms {
    pub(crate) most: usize,
    pub(crate) head_time: Duration,
    pub(crate) grace: Duration,
}

/// The most bytes that are kept of what comes in, and so of a request's head.
const BUFFER: usize = 64 << 10;

/// The longest that a client may take nothing of what is sent to it.
const STALL: Duration = Duration::from_secs(30);

/// The most clients that are being told to come back, and how long that may take.
const MOST_REFUSALS: usize = 64;
const REFUSAL: Duration = Duration::from_secs(1);

/// How long to wait if the system has no more connections to give.
const PAUSE: Duration = Duration::from_millis(100);

/// Serves all connections until it is told to shut down and the last is over.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    app: &App,
    terms: Terms,
    shutdown: impl Future<Output = ()>,
) {
    let (close, closing) = watch::channel(false);
    let (mut connections, mut refusals) = (JoinSet::new(), JoinSet::new());
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            Some(_) = connections.join_next() => None,
            Some(_) = refusals.join_next() => None,
            accepted = listener.accept() => Some(accepted),
        };
        match accepted {
            None => {}
            Some(Ok((stream, _))) if connections.len() < terms.most => {
                connections.spawn(connection(stream, router.clone(), terms, closing.clone()));
            }
            Some(Ok((stream, _))) => {
                app.metrics.connections_refused.fetch_add(1, Ordering::Relaxed);
                if refusals.len() < MOST_REFUSALS {
                    refusals.spawn(refuse(stream));
                }
            }
            Some(Err(error)) => {
                tracing::warn!(%error, "no connection could be accepted");
                sleep(PAUSE).await;
            }
        }
        app.metrics.connections.store(connections.len(), Ordering::Relaxed);
    }
    drop(listener);
    app.searches.close();
    close.send(true).ok();
    let all_over = async { while connections.join_next().await.is_some() {} };
    if timeout(terms.grace, all_over).await.is_err() {
        tracing::warn!("some connections were not over in time");
    }
    connections.shutdown().await;
}

/// Serves one connection.
async fn connection(stream: TcpStream, router: Router, terms: Terms, mut closing: watch::Receiver<bool>) {
    // Events are small and not to wait for each other. If this can't be set, they do.
    stream.set_nodelay(true).ok();
    let io = TokioIo::new(Unstalled::new(stream, STALL));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(terms.head_time).max_buf_size(BUFFER);
    let mut serving = pin!(http.serve_connection(io, TowerToHyperService::new(router)));
    let served = tokio::select! {
        served = serving.as_mut() => served,
        () = told(&mut closing) => {
            serving.as_mut().graceful_shutdown();
            serving.await
        }
    };
    if let Err(error) = served {
        tracing::debug!(%error, "a connection ended early");
    }
}

/// Waits until it is time to close.
async fn told(closing: &mut watch::Receiver<bool>) {
    closing.wait_for(|closing| *closing).await.ok();
}

/// Tells a client that there are too many.
async fn refuse(mut stream: TcpStream) {
    let error = ApiError::StillBusy;
    let (body, seconds) = (error.body(), error.retry_after().unwrap_or("1"));
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: {seconds}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    let telling = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // If what it sent was left unread, the system would take the answer back.
        let mut unread = [0; 1024];
        while stream.read(&mut unread).await? > 0 {}
        Ok::<(), io::Error>(())
    };
    timeout(REFUSAL, telling).await.ok();
}
