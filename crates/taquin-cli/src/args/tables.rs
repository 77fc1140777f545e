//! Arguments and subcommands of `tables`.

use super::shared::CacheArgs;
use crate::memory_limit;
use clap::{Args, Subcommand};
use taquin::pdb::Partition;

#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// List pattern databases: on disk, embedded, and available to build
    List,
    /// Build pattern databases, unless they are on disk and valid
    Build {
        /// Partitions, such as 15:7-8
        #[arg(required = true, value_name = "PARTITION")]
        partitions: Vec<Partition>,
        /// Maximum memory, the program itself included (512M, 4G) [default: half of free memory, at most 8G]
        #[arg(long, value_parser = memory_limit::parse)]
        memory: Option<usize>,
    },
    /// Verify the checksums of pattern databases
    Verify {
        /// Partitions, such as 15:7-8 [default: all on disk]
        #[arg(value_name = "PARTITION")]
        partitions: Vec<Partition>,
    },
    /// Remove pattern databases from disk
    Remove {
        /// Partitions, such as 15:7-8
        #[arg(required = true, value_name = "PARTITION")]
        partitions: Vec<Partition>,
    },
}
