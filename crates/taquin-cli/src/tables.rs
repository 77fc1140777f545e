//! `taquin tables`: pattern databases on the disk.

use crate::args::{TablesArgs, TablesCommand};
use crate::exit::{Exit, Failure, complain, remark};
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::progress::Line;
use crate::units;
use std::io::Write;
use std::time::Instant;
use taquin::{Partition, StopFlag, Store, StoreError, Stored, Tables};

pub(crate) fn run(args: &TablesArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let store = args.cache.store().ok_or_else(|| {
        "this system has no folder for caches: name one with --cache DIR or TAQUIN_CACHE".to_owned()
    })?;
    match &args.command {
        TablesCommand::List => list(&store, out),
        TablesCommand::Build { partitions, memory } => {
            let (memory, stop) = (memory.unwrap_or_else(usual_memory), stop_on_interrupt());
            each(partitions, |partition| build(&store, partition, memory, &stop, out))
        }
        TablesCommand::Verify { partitions } => {
            let stored = stored(&store)?.into_iter().map(|stored| stored.partition).collect::<Vec<_>>();
            let chosen = if partitions.is_empty() { &stored } else { partitions };
            if chosen.is_empty() {
                writeln!(out, "no tables in {}", store.folder().display())?;
            }
            each(chosen, |partition| verify(&store, partition, out))
        }
        TablesCommand::Remove { partitions } => each(partitions, |partition| remove(&store, partition, out)),
    }
}

/// Does something for each; the worst counts.
fn each(
    partitions: &[Partition],
    mut work: impl FnMut(&Partition) -> Result<Exit, Failure>,
) -> Result<Exit, Failure> {
    partitions.iter().try_fold(Exit::Solved, |worst, partition| Ok(worst.max(work(partition)?)))
}

/// The tables that are there.
fn stored(store: &Store) -> Result<Vec<Stored>, String> {
    store.list().map_err(|error| format!("cannot read {}: {error}", store.folder().display()))
}

fn list(store: &Store, out: &mut impl Write) -> Result<Exit, Failure> {
    let stored = stored(store)?;
    writeln!(out, "in {}", store.folder().display())?;
    let known = Partition::catalogue().into_iter();
    let others = stored.iter().map(|stored| stored.partition.clone());
    let mut all: Vec<Partition> = known.chain(others).collect();
    all.sort_by_key(|partition| (partition.size().cells(), partition.clone()));
    all.dedup();
    for partition in all {
        let state = match stored.iter().find(|stored| stored.partition == partition) {
            Some(found) => format!("{:>10}  on the disk", units::bytes(found.bytes as usize)),
            None if Tables::instead_of(&partition).as_ref() == Some(&partition) => {
                format!("{:>10}  part of the program", "-")
            }
            None => {
                let bytes = units::bytes(partition.bytes() as usize);
                format!("{:>10}  not there (would take {bytes})", "-")
            }
        };
        writeln!(out, "  {:<14} {state}", partition.to_string())?;
    }
    Ok(Exit::Solved)
}

fn build(
    store: &Store,
    partition: &Partition,
    memory: usize,
    stop: &StopFlag,
    out: &mut impl Write,
) -> Result<Exit, Failure> {
    let needed = partition.bytes_to_build();
    if needed > memory {
        complain(&format!(
            "building {partition} takes {} of memory, and {} may be used: use smaller parts, or allow more with --memory",
            units::bytes(needed),
            units::bytes(memory)
        ));
        return Ok(Exit::Stopped);
    }
    if let Some(own) = Tables::instead_of(partition) {
        remark(&format!(
            "{partition}: will not be used, because {own} is part of the program and as good or better"
        ));
    }
    let (line, start) = (Line::new(1, false), Instant::now());
    let check = || if stop.is_raised() { Err(()) } else { Ok(()) };
    let built = store.build(partition, &check, &mut |progress| line.building(partition, progress));
    line.clear();
    let path = store.path(partition);
    match built {
        Ok(true) => {
            let (bytes, time) = (units::bytes(partition.bytes() as usize), units::seconds(start.elapsed()));
            writeln!(out, "{partition}: built in {time}, {bytes} in {}", path.display())?;
            Ok(Exit::Solved)
        }
        Ok(false) => {
            writeln!(out, "{partition}: already there, in {}", path.display())?;
            Ok(Exit::Solved)
        }
        Err(StoreError::Stopped(())) => {
            complain(&format!("{partition}: stopped; what was there before is as it was"));
            Ok(Exit::Stopped)
        }
        Err(error) => {
            complain(&format!("{partition}: cannot write {error}"));
            Ok(Exit::BadInput)
        }
    }
}

fn verify(store: &Store, partition: &Partition, out: &mut impl Write) -> Result<Exit, Failure> {
    if !store.has(partition) {
        complain(&format!("{partition}: not there; 'taquin tables build {partition}' makes it"));
        return Ok(Exit::BadInput);
    }
    match store.verify(partition) {
        Ok(()) => {
            writeln!(out, "{partition}: right")?;
            Ok(Exit::Solved)
        }
        Err(fault) => {
            let path = store.path(partition);
            complain(&format!(
                "{partition}: {} is not what it should be: {fault}; 'taquin tables build {partition}' makes it anew",
                path.display()
            ));
            Ok(Exit::BadInput)
        }
    }
}

fn remove(store: &Store, partition: &Partition, out: &mut impl Write) -> Result<Exit, Failure> {
    match store.remove(partition) {
        Ok(true) => writeln!(out, "{partition}: removed")?,
        Ok(false) => writeln!(out, "{partition}: was not there")?,
        Err(error) => {
            complain(&format!("cannot remove {}: {error}", store.path(partition).display()));
            return Ok(Exit::BadInput);
        }
    }
    Ok(Exit::Solved)
}
