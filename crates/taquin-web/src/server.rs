//! The server: binds a socket, serves requests, and shuts down gracefully.
//!
//! **Shutdown.** On a signal the server stops accepting connections and cancels all searches. Each search
//! ends within 50 ms, and its client still receives the result. Connections that are open after
//! [`shutdown_timeout`](Config::shutdown_timeout) are dropped.

use crate::connections::{self, ConnectionLimits};
use crate::signals::Signals;
use crate::state::AppState;
use crate::{Config, api, router};
use axum::Router;
use std::io;
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A server that is bound to an address but does not accept connections yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    state: AppState,
    router: Router,
    limits: ConnectionLimits,
}

impl Server {
    /// Binds to the first address that is free.
    pub async fn bind(config: &Config) -> io::Result<Self> {
        let listener = TcpListener::bind(&config.listen[..]).await?;
        let state = AppState::new(config, api::routes().into_iter().map(|(path, _)| path));
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            router: router::build(&state),
            state,
            limits: ConnectionLimits {
                max_connections: config.max_connections,
                max_connections_per_client: config.max_connections_per_client,
                header_timeout: config.header_timeout,
                shutdown_timeout: config.shutdown_timeout,
            },
        })
    }

    /// Returns the address that the server listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` completes, then shuts down gracefully.
    pub async fn serve(self, shutdown: impl Future<Output = ()>) {
        let Self { listener, state, router, limits, .. } = self;
        connections::serve(listener, router, &state, limits, shutdown).await;
    }
}

/// Serves until Ctrl-C or `SIGTERM`; a second signal ends the server at once. Calls `ready` with the address
/// once the server listens.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    // Handlers do little work. Searches of the quick lane run on the blocking threads, one per worker; those
    // of the long lane spawn their own threads.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(config.threads.clamp(1, 8))
        .max_blocking_threads(config.threads.max(1))
        .thread_name("taquin")
        .enable_all()
        .build()?;
    let result = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut signals = Signals::new()?;
        ready(server.address());
        let (shutdown_sender, shutdown) = oneshot::channel::<()>();
        let serving = server.serve(async {
            shutdown.await.ok();
        });
        let second_signal = async {
            signals.next().await;
            shutdown_sender.send(()).ok();
            signals.next().await;
        };
        tokio::select! {
            () = serving => {}
            () = second_signal => {}
        }
        Ok(())
    });
    runtime.shutdown_background();
    result
}
