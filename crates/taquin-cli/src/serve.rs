//! `taquin serve`: the web page and the HTTP API.

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::CacheArgs;
use crate::units;
use clap::{Args, ValueEnum};
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use taquin_web::Config;
use tracing_subscriber::filter::LevelFilter;

/// Serve a web page to play, solve, trace A* and compare searches
#[derive(Args)]
#[command(after_help = "\
Listens on localhost, unless --listen names another address; docs/serving.md explains how to serve
other machines. Without --listen and --port, uses port 8015 or the next free one. Uses the pattern
databases on disk at startup and never writes any.

Examples:
  taquin serve
  taquin serve --port 9000 --no-open
  taquin serve --listen 0.0.0.0:8015 --threads 4 --memory 512M --log info")]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0:8015 accepts connections from other machines
    #[arg(long, value_name = "ADDR:PORT", conflicts_with = "port", value_parser = socket_address)]
    listen: Option<SocketAddr>,
    /// Port on localhost; 0 picks a free one [default: 8015, or the next free port]
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Accept requests for this host name, such as a reverse proxy's; IP addresses and localhost are always
    /// accepted
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Do not open the page in a browser
    #[arg(long)]
    no_open: bool,
    /// Maximum concurrent short searches, and as many long ones [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Maximum open connections from one address; all clients of a reverse proxy have the address of the proxy
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = clap::value_parser!(u16).range(1..=512))]
    connections_per_client: u16,
    /// Maximum memory per search (512M, 4G)
    #[arg(long, default_value = "256M", value_parser = units::parse_memory)]
    memory: usize,
    /// Log level on standard error; info logs each request, debug also each search
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_enum)]
    log: LogLevel,
    #[command(flatten)]
    cache: CacheArgs,
}

/// Number of ports to try without `--port`.
const PORTS_TRIED: u16 = 100;

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let log = tracing_subscriber::fmt().with_max_level(args.log.filter()).with_target(false);
    if let Err(error) = log.with_writer(io::stderr).try_init() {
        print_error(&format!("logging is disabled: {error}"));
    }
    let default = Config::default();
    let config = Config {
        listen: listen_addresses(args),
        hosts: args.host.clone(),
        threads: args.threads.map_or(default.threads, usize::from),
        memory: args.memory,
        max_connections_per_client: args.connections_per_client.into(),
        store: args.cache.store(),
        ..default
    };
    let mut announced = Ok(());
    taquin_web::run(&config, |address| announced = announce(address, args.no_open, out)).map_err(
        |error| {
            format!("cannot serve at {}: {error}; choose another with --port or --listen", config.listen[0])
        },
    )?;
    announced?;
    Ok(Exit::Success)
}

fn socket_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an IP address and a port, such as 127.0.0.1:8015".to_owned())
}

/// Returns the addresses to try, in order.
fn listen_addresses(args: &ServeArgs) -> Vec<SocketAddr> {
    let localhost = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match (args.listen, args.port) {
        (Some(address), _) => vec![address],
        (None, Some(port)) => vec![localhost(port)],
        (None, None) => (Config::PORT..Config::PORT + PORTS_TRIED).map(localhost).collect(),
    }
}

/// Prints the address of the page and, on a terminal, opens it in a browser.
fn announce(address: SocketAddr, no_open: bool, out: &mut impl Write) -> io::Result<()> {
    if !address.ip().is_loopback() {
        print_note(&format!(
            "taquin: anyone who can reach {address} can run searches on this machine, without encryption: \
             put a reverse proxy in front of it (docs/serving.md)"
        ));
    }
    let url = page_url(address);
    writeln!(out, "Taquin is at {url} (Ctrl-C to stop)")?;
    out.flush()?;
    if !no_open && io::stdout().is_terminal() {
        // Opening a browser blocks, and the page must be served meanwhile.
        std::thread::spawn(move || {
            if let Err(error) = open::that_detached(&url) {
                print_error(&format!("cannot open a browser: {error}; open {url} yourself"));
            }
        });
    }
    Ok(())
}

/// Returns the URL of the page for a browser on this machine.
fn page_url(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// Values of `--log`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

impl LogLevel {
    fn filter(self) -> LevelFilter {
        match self {
            Self::Off => LevelFilter::OFF,
            Self::Error => LevelFilter::ERROR,
            Self::Warn => LevelFilter::WARN,
            Self::Info => LevelFilter::INFO,
            Self::Debug => LevelFilter::DEBUG,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unspecified_addresses_become_localhost_urls() {
        for (address, url) in [
            ("127.0.0.1:8015", "http://127.0.0.1:8015/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::]:8015", "http://[::1]:8015/"),
            ("192.0.2.1:8015", "http://192.0.2.1:8015/"),
        ] {
            assert_eq!(page_url(address.parse().expect("a socket address")), url);
        }
    }
}
