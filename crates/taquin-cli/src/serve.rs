//! `taquin serve`: the page and the API, for a browser on this machine or, if told so, for others.

use crate::args::ServeArgs;
use crate::exit::{Exit, Failure, complain, remark};
use clap::ValueEnum;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use taquin_web::Config;
use tracing_subscriber::filter::LevelFilter;

/// How many ports are tried if none was asked for.
const PORTS: u16 = 100;

pub(crate) fn run(args: &ServeArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let log = tracing_subscriber::fmt().with_max_level(args.log.filter()).with_target(false);
    if let Err(error) = log.with_writer(io::stderr).try_init() {
        complain(&format!("nothing will be logged: {error}"));
    }
    let usual = Config::default();
    let config = Config {
        listen: addresses(args),
        hosts: args.host.clone(),
        threads: args.threads.map_or(usual.threads, usize::from),
        memory: args.memory,
        store: args.cache.store(),
        ..usual
    };
    let mut told = Ok(());
    taquin_web::run(&config, |address| told = announce(address, args.no_open, out))
        .map_err(|error| format!("cannot serve at {}: {error}", config.listen[0]))?;
    told?;
    Ok(Exit::Solved)
}

/// Where to listen: at one place, or at the first of several.
fn addresses(args: &ServeArgs) -> Vec<SocketAddr> {
    let here = |port: u16| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match (args.listen, args.port) {
        (Some(address), _) => vec![address],
        (None, Some(port)) => vec![here(port)],
        (None, None) => (Config::PORT..Config::PORT + PORTS).map(here).collect(),
    }
}

/// Says where the page is, and opens it if somebody sits in front of the screen.
fn announce(address: SocketAddr, no_open: bool, out: &mut impl Write) -> io::Result<()> {
    if !address.ip().is_loopback() {
        remark(&format!(
            "taquin: everybody who can reach {address} can have this machine search, and nothing is encrypted: put a \
             proxy in front of it (docs/serving.md)"
        ));
    }
    let page = page_at(address);
    writeln!(out, "Taquin is at {page} (Ctrl-C ends it)")?;
    out.flush()?;
    if !no_open && io::stdout().is_terminal() {
        // That takes a moment, and the page is served meanwhile.
        std::thread::spawn(move || {
            if let Err(error) = open::that_detached(page) {
                complain(&format!("no browser could be opened: {error}"));
            }
        });
    }
    Ok(())
}

/// The page, as a browser on this machine reaches it.
fn page_at(address: SocketAddr) -> String {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    format!("http://{}/", SocketAddr::new(ip, address.port()))
}

/// What `--log` takes: with info a line a request, with debug a line a search too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Log {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

impl Log {
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
    fn where_a_browser_finds_the_page() {
        for (address, page) in [
            ("127.0.0.1:8015", "http://127.0.0.1:8015/"),
            ("0.0.0.0:80", "http://127.0.0.1:80/"),
            ("[::]:8015", "http://[::1]:8015/"),
            ("192.0.2.1:8015", "http://192.0.2.1:8015/"),
        ] {
            assert_eq!(page_at(address.parse().expect("an address")), page);
        }
    }
}
