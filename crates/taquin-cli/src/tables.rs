//! `taquin tables`: pattern databases on disk.

use crate::exit::{Exit, Failure, print_error, print_note, printable};
use crate::flags::CacheArgs;
use crate::memory_limit::{self, search_memory};
use crate::progress::ProgressLine;
use crate::signals::cancel_on_signal;
use crate::units;
use clap::{Args, Subcommand};
use std::io::Write;
use std::path::Path;
use std::time::Instant;
use taquin::Engines;
use taquin::pdb::{Partition, PdbFileError, PdbStore, StoreError, StoredPdb};
use taquin::{CancelToken, Limits};

/// Manage pattern databases on disk: larger ones solve hard boards much faster
#[derive(Args)]
#[command(after_help = "\
A partition names a puzzle and the sizes of its patterns. The catalogue:
  15:7-8        for 4x4 boards, 187 MiB; built in seconds; solves hard boards ten times as fast
  24:6-6-6-6    for 5x5 boards, 92 MiB
  15:6-6-3      for 4x4 boards; embedded in the program
  15:7-7-1      for 4x4 boards, 33 MiB; built in memory for hard boards if 15:7-8 is not on disk
Other partitions are named by the sizes of their patterns, or by the tiles of each pattern in the
goal with the blank first; @ and a cell, counted from 0, put the blank elsewhere:
  15:5-5-5      3x4:1.2.4.5.8.9-3.6.7.10.11      8@4:4-4

Searches use the largest available pattern databases. They are stored in --cache, TAQUIN_CACHE, or
the user's cache directory.

Examples:
  taquin tables list
  taquin tables build 15:7-8
  taquin tables verify
  taquin tables remove 15:7-8")]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    command: TablesCommand,
    #[command(flatten)]
    cache: CacheArgs,
}

#[derive(Subcommand)]
enum TablesCommand {
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

pub(crate) fn run(args: &TablesArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let store = args.cache.store().ok_or_else(|| {
        "no cache directory on this system: name one with --cache DIR or TAQUIN_CACHE".to_owned()
    })?;
    match &args.command {
        TablesCommand::List => list(&store, out),
        TablesCommand::Build { partitions, memory } => {
            let memory = search_memory(*memory);
            let cancel = cancel_on_signal();
            for_each(partitions, |partition| build(&store, partition, memory, &cancel, out))
        }
        TablesCommand::Verify { partitions } => {
            let stored: Vec<Partition> = stored(&store)?.into_iter().map(|stored| stored.partition).collect();
            let chosen = if partitions.is_empty() { &stored } else { partitions };
            if chosen.is_empty() {
                writeln!(out, "no pattern databases in {}", printable_path(store.directory()))?;
            }
            let limits = Limits { cancel: cancel_on_signal(), ..Limits::default() };
            for_each(chosen, |partition| verify(&store, partition, &limits, out))
        }
        TablesCommand::Remove { partitions } => {
            for_each(partitions, |partition| remove(&store, partition, out))
        }
    }
}

/// Calls a function for each partition and returns the worst exit status.
fn for_each(
    partitions: &[Partition],
    mut work: impl FnMut(&Partition) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    partitions.iter().try_fold(Exit::Success, |worst, partition| Ok(worst.max(work(partition)?)))
}

fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy())
}

/// Lists the pattern databases on disk.
fn stored(store: &PdbStore) -> Result<Vec<StoredPdb>, String> {
    store.list().map_err(|error| format!("cannot read {}: {error}", store.directory().display()))
}

fn list(store: &PdbStore, out: &mut impl Write) -> Result<Exit, Failure> {
    let stored = stored(store)?;
    writeln!(out, "in {}", printable_path(store.directory()))?;
    let catalogue = Partition::catalogue().into_iter();
    let others = stored.iter().map(|stored| stored.partition.clone());
    let mut all: Vec<Partition> = catalogue.chain(others).collect();
    all.sort_by_key(|partition| (partition.size().cells(), partition.clone()));
    all.dedup();
    for partition in all {
        let state = match stored.iter().find(|stored| stored.partition == partition) {
            Some(found) => format!("{:>10}  on disk", units::bytes(found.bytes as usize)),
            None if Engines::embedded_instead_of(&partition).as_ref() == Some(&partition) => {
                format!("{:>10}  embedded in the program", "-")
            }
            None => {
                let bytes = units::bytes(partition.bytes() as usize);
                format!("{:>10}  not built ({bytes})", "-")
            }
        };
        writeln!(out, "  {:<14} {state}", partition.to_string())?;
    }
    Ok(Exit::Success)
}

fn build(
    store: &PdbStore,
    partition: &Partition,
    memory: usize,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    if partition.bytes_to_build() > memory {
        print_error(&format!(
            "{partition}: building needs {} of memory, and the limit is {}: raise --memory, or choose \
             smaller patterns",
            units::bytes(memory_limit::needed(partition.bytes_to_build())),
            units::bytes(memory_limit::needed(memory))
        ));
        return Ok(Exit::Stopped);
    }
    if let Some(embedded) = Engines::embedded_instead_of(partition) {
        print_note(&format!(
            "{partition}: searches prefer the embedded {embedded}, which is at least as good, unless \
             --partition {partition} is given"
        ));
    }
    let line = ProgressLine::new(1, false);
    let start = Instant::now();
    let limits = Limits { memory, cancel: cancel.clone(), ..Limits::default() };
    let built = store.build(partition, &limits, &mut |progress| line.show_building(partition, progress));
    line.clear();
    let path = store.path(partition);
    match built {
        Ok(true) => {
            let bytes = units::bytes(partition.bytes() as usize);
            let time = units::seconds(start.elapsed());
            writeln!(out, "{partition}: built in {time}, {bytes} in {}", printable_path(&path))?;
            Ok(Exit::Success)
        }
        Ok(false) => {
            writeln!(out, "{partition}: already built, in {}", printable_path(&path))?;
            Ok(Exit::Success)
        }
        Err(StoreError::Stopped(_)) => {
            print_error(&format!("{partition}: interrupted; the directory is unchanged"));
            Ok(Exit::Stopped)
        }
        Err(error) => {
            print_error(&format!("{partition}: {error}"));
            Ok(Exit::BadInput)
        }
    }
}

fn verify(
    store: &PdbStore,
    partition: &Partition,
    limits: &Limits,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    if !store.contains(partition) {
        print_error(&format!("{partition}: not on disk: build it with 'taquin tables build {partition}'"));
        return Ok(Exit::BadInput);
    }
    match store.verify(partition, limits) {
        Ok(()) => {
            writeln!(out, "{partition}: valid")?;
            Ok(Exit::Success)
        }
        Err(PdbFileError::Stopped(_)) => {
            print_error(&format!("{partition}: interrupted"));
            Ok(Exit::Stopped)
        }
        Err(error) => {
            print_error(&format!(
                "{partition}: {} is damaged: {error}: rebuild it with 'taquin tables build {partition}'",
                store.path(partition).display()
            ));
            Ok(Exit::BadInput)
        }
    }
}

fn remove(store: &PdbStore, partition: &Partition, out: &mut impl Write) -> Result<Exit, Failure> {
    match store.remove(partition) {
        Ok(true) => writeln!(out, "{partition}: removed")?,
        Ok(false) => writeln!(out, "{partition}: not on disk")?,
        Err(error) => {
            print_error(&format!("{partition}: cannot remove {}: {error}", store.path(partition).display()));
            return Ok(Exit::BadInput);
        }
    }
    Ok(Exit::Success)
}
