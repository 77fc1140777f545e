//! What `tables` takes, and its own commands.

use super::shared::CacheArgs;
use crate::units;
use clap::{Args, Subcommand};
use taquin::Partition;

#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Show what is there, and what could be
    List,
    /// Build tables, unless they are there and right
    Build {
        /// Which, such as 15:7-8
        #[arg(required = true, value_name = "TABLES")]
        partitions: Vec<Partition>,
        /// The most memory to use [default: half of what is free, at most 8G]
        #[arg(long, value_parser = units::parse_memory)]
        memory: Option<usize>,
    },
    /// Go through tables and their checksums: all of them, if none are named
    Verify {
        /// Which
        #[arg(value_name = "TABLES")]
        partitions: Vec<Partition>,
    },
    /// Remove tables
    Remove {
        /// Which
        #[arg(required = true, value_name = "TABLES")]
        partitions: Vec<Partition>,
    },
}
