//! Connections: their maximum number and their timeouts.
//!
//! hyper speaks HTTP; this module bounds what a client can hold. The head of a request must arrive within a
//! timeout, which also closes idle keep-alive connections. Above the maximum number of connections, in all or from one
//! address, new ones are answered with 503 and closed. [`WriteTimeout`] drops clients that stop reading.

use crate::error::ApiError;
use crate::state::AppState;
use crate::write_timeout::WriteTimeout;
use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;
use std::net::IpAddr;
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
    pub(crate) max_connections_per_client: usize,
    pub(crate) header_timeout: Duration,
    pub(crate) shutdown_timeout: Duration,
}

/// The size of the read buffer in bytes, which also limits the head of a request.
const READ_BUFFER: usize = 64 << 10;

/// The time after which a write without progress fails.
const WRITE_TIMEOUT: Duration = Duration::from_secs(30);

/// The maximum number of connections being refused at once; beyond it, they are closed without a response.
const MAX_REFUSALS: usize = 256;
const REFUSAL_TIMEOUT: Duration = Duration::from_millis(250);

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
    let mut clients = ClientCounts::default();
    let mut refusals = JoinSet::new();
    let mut shutdown = pin!(shutdown);
    loop {
        let accepted = tokio::select! {
            () = &mut shutdown => break,
            Some(closed) = connections.join_next() => {
                // Connections do not panic: requests that do are answered.
                clients.remove(closed.ok());
                None
            }
            Some(_) = refusals.join_next() => None,
            accepted = listener.accept() => Some(accepted),
        };
        match accepted {
            None => {}
            Some(Ok((stream, client)))
                if connections.len() < limits.max_connections
                    && clients.add(client.ip(), limits.max_connections_per_client) =>
            {
                // Sends small events without delay. Without it they are late but complete.
                stream.set_nodelay(true).ok();
                let io = TokioIo::new(WriteTimeout::new(stream, WRITE_TIMEOUT));
                let service = TowerToHyperService::new(router.clone());
                let connection = graceful.watch(http.serve_connection(io, service));
                connections.spawn(async move {
                    if let Err(error) = connection.await {
                        tracing::debug!(%error, "connection closed early");
                    }
                    client.ip()
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

/// The number of open connections of each client.
#[derive(Default)]
struct ClientCounts(HashMap<IpAddr, usize>);

impl ClientCounts {
    /// Counts a connection unless the client has as many as it may.
    fn add(&mut self, client: IpAddr, max: usize) -> bool {
        let count = self.0.entry(client).or_default();
        let is_allowed = *count < max;
        *count += usize::from(is_allowed);
        is_allowed
    }

    fn remove(&mut self, client: Option<IpAddr>) {
        if let Some(client) = client
            && let Entry::Occupied(mut count) = self.0.entry(client)
        {
            *count.get_mut() -= 1;
            if *count.get() == 0 {
                count.remove();
            }
        }
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn a_client_has_only_so_many_connections() {
        let [one, other] = [1, 2].map(|last| IpAddr::from(Ipv4Addr::new(127, 0, 0, last)));
        let mut counts = ClientCounts::default();
        assert!(counts.add(one, 2) && counts.add(one, 2) && !counts.add(one, 2));
        assert!(counts.add(other, 2));
        counts.remove(Some(one));
        assert!(counts.add(one, 2) && !counts.add(one, 2));
        for client in [one, one, other] {
            counts.remove(Some(client));
        }
        assert!(counts.0.is_empty());
    }
}
