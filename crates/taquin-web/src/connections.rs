//! Connections: their maximum number and their timeouts.
//!
//! hyper speaks HTTP; this module bounds what a client can hold. The head of a request must arrive within a
//! timeout, which also closes idle keep-alive connections. Above the maximum number of connections, new ones
//! are answered with 503 and closed. [`WriteTimeout`] drops clients that stop reading.

use crate::error::ApiError;
use crate::state::AppState;
use crate::write_timeout::WriteTimeout;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::io;
use std::pin::pin;
use std::sync::atomic::Ordering;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

#[derive(Clone, Copy)]
pub(crate) struct ConnectionLimits {
    pub(crate) max_connections: usize,
    pub(crate) header_timeout: Duration,
    pub(crate) shutdown_timeout: Duration,
}

/// The size of the read buffer in bytes, which also limits the head of a request.
const READ_BUFFER: usize = 64 << 10;

/// The time after which a write without progress fails.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum number of connections being refused at once; beyond it, they are closed without a response.
const MAX_REFUSALS: usize = 64;
const REFUSAL_TIMEOUT: Duration = Duration::from_secs(1);

/// The pause after a failed `accept`, for example when the process is out of file descriptors.
const ACCEPT_RETRY: Duration = Duration::from_millis(100);

/// Serves all connections until `shutdown` completes and the last response is sent or timed out.
pub(crate) async fn serve(
    listener: TcpListener,
    router: Router,
    state: &AppState,
    limits: ConnectionLimits,
    shutdown: impl Future<Output = ()>,
) {
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new()).header_read_timeout(limits.header_timeout).max_buf_size(READ_BUFFER);
    let graceful = GracefulShutdown::new();
    let mut connections = JoinSet::new();
    let mut refusals = JoinSet::new();
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
            Some(Ok((stream, _))) if connections.len() < limits.max_connections => {
                // Sends small events without delay. Without it they are late but complete.
                stream.set_nodelay(true).ok();
                let io = TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT));
                let service = TowerToHyperService::new(router.clone());
                let connection = graceful.watch(http.serve_connection(io, service));
                connections.spawn(async {
                    if let Err(error) = connection.await {
                        tracing::debug!(%error, "connection closed early");
                    }
                });
            }
            Some(Ok((stream, _))) => {
                state.metrics.connections_refused.fetch_add(1, Ordering::Relaxed);
                if refusals.len() < MAX_REFUSALS {
                    refusals.spawn(timeout(REFUSAL_TIMEOUT, refuse(stream)));
                }
            }
            Some(Err(error)) => {
                tracing::warn!(%error, "accept failed");
                sleep(ACCEPT_RETRY).await;
            }
        }
        state.metrics.connections.store(connections.len(), Ordering::Relaxed);
    }
    drop(listener);
    state.searches.close();
    if timeout(limits.shutdown_timeout, graceful.shutdown()).await.is_err() {
        tracing::warn!("open connections were dropped after the shutdown timeout");
    }
    connections.shutdown().await;
}

/// Answers a connection above the limit with 503 and closes it.
async fn refuse(mut stream: TcpStream) -> io::Result<()> {
    let error = ApiError::StillBusy;
    let body = error.body();
    let seconds = error.retry_after().unwrap_or("1");
    let response = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
         Retry-After: {seconds}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(response.as_bytes()).await?;
    stream.shutdown().await?;
    // Closing a socket with unread data resets the connection, and the client may lose the response.
    let mut unread = [0; 1024];
    while stream.read(&mut unread).await? > 0 {}
    Ok(())
}
