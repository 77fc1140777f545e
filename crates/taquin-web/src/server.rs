//! The server as a whole: it listens, serves, and ends in good order.
//!
//! **The end.** Being told to end, it accepts no more connections and raises the flags of all searches. Each of them then ends
//! within 50 ms with what it knows, which its client is still sent. Whoever has not fetched that after some seconds is
//! left.

use crate::Config;
use crate::app::App;
use crate::connections::{self, Terms};
use crate::router;
use crate::signals::Signals;
use axum::Router;
use std::io;
use std::net::SocketAddr;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

/// A server that listens and does not answer yet.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: App,
    router: Router,
    terms: Terms,
}

impl Server {
    /// Listens at the first of the addresses that is free.
    pub async fn bind(config: &Config) -> io::Result<Self> {
        let listener = TcpListener::bind(&config.listen[..]).await?;
        let app = App::new(config);
        Ok(Self {
            address: listener.local_addr()?,
            listener,
            router: router::build(&app),
            app,
            terms: Terms { most: config.connections, head_time: config.head_time, grace: config.grace },
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `shutdown` is over, and then ends in good order.
    pub async fn serve(self, shutdown: impl Future<Output = ()>) {
        let Self { listener, app, router, terms, .. } = self;
        connections::serve(listener, router, &app, terms, shutdown).await;
    }
}

/// Serves until Ctrl-C, or the system's signal to end; a second one ends it at once. `ready` is told the address.
pub fn run(config: &Config, ready: impl FnOnce(SocketAddr)) -> io::Result<()> {
    // Handlers do little themselves. The searches of the quick lane take the blocking threads, one for each worker; those of
    // the long lane have threads of their own.
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(config.threads.clamp(1, 8))
        .max_blocking_threads(config.threads.max(1))
        .thread_name("taquin")
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut signals = Signals::new()?;
        ready(server.address());
        let (tell, told) = oneshot::channel::<()>();
        let serving = server.serve(async {
            told.await.ok();
        });
        let twice = async {
            signals.next().await;
            tell.send(()).ok();
            signals.next().await;
        };
        tokio::select! {
            () = serving => {}
            () = twice => {}
        }
        Ok::<(), io::Error>(())
    });
    runtime.shutdown_background();
    served
}
