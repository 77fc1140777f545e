//! What `serve` takes.

use super::shared::CacheArgs;
use crate::serve::Log;
use crate::units;
use clap::Args;
use std::net::SocketAddr;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Where to listen, such as 0.0.0.0:8015 for all who can reach this machine
    #[arg(long, value_name = "ADDR:PORT", conflicts_with = "port")]
    pub(crate) listen: Option<SocketAddr>,
    /// The port on this machine, 0 for any [default: 8015, or the next that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// A name that the server may be called by, such as that of a proxy in front of it (addresses and localhost always may)
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Do not open the page in a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Quick searches to run at a time, and as many long ones [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The most memory for each search (512M, 4G)
    #[arg(long, default_value = "256M", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// What to log on standard error; info is a line a request
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_enum)]
    pub(crate) log: Log,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}
