//! Arguments of `serve`.

use super::shared::CacheArgs;
use crate::serve::LogLevel;
use crate::units;
use clap::Args;
use std::net::SocketAddr;

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0:8015 accepts connections from other machines
    #[arg(long, value_name = "ADDR:PORT", conflicts_with = "port", value_parser = socket_address)]
    pub(crate) listen: Option<SocketAddr>,
    /// Port on localhost; 0 picks a free one [default: 8015, or the next free port]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Accept requests for this host name, such as a reverse proxy's; IP addresses and localhost are always
    /// accepted
    #[arg(long, value_name = "NAME")]
    pub(crate) host: Vec<String>,
    /// Do not open the page in a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Maximum concurrent short searches, and as many long ones [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Maximum memory per search (512M, 4G)
    #[arg(long, default_value = "256M", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// Log level on standard error; info logs each request, debug also each search
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_enum)]
    pub(crate) log: LogLevel,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

fn socket_address(text: &str) -> Result<SocketAddr, String> {
    text.parse().map_err(|_| "write an IP address and a port, such as 127.0.0.1:8015".to_owned())
}
