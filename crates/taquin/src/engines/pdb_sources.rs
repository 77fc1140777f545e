//! The origins of pattern databases for a frame: the program, a store on disk, or a build in memory.

use crate::embedded;
use crate::event::{Event, PdbSource};
use crate::search::Meter;
use std::path::Path;
use taquin_core::StopReason;
use taquin_pdb::{Frame, Partition, Pdb, PdbFileError, PdbStore, StoreError, StoredPdb};

/// A store, and a partition that was chosen instead of the largest one available.
#[derive(Clone, Debug, Default)]
pub(super) struct PdbSources {
    pub(super) store: Option<PdbStore>,
    pub(super) partition: Option<Partition>,
}

/// The databases that a search will use, unless their file is damaged.
#[derive(Clone, Debug)]
pub(crate) struct PdbChoice {
    pub(crate) partition: Partition,
    pub(crate) source: PdbSource,
    /// True if a search need not build them first, or if they were asked for. Databases that were built by earlier searches do
    /// not count, so that the plan for a board does not depend on its predecessors.
    pub(crate) is_immediate: bool,
}

impl PdbSources {
    /// Returns the chosen databases, or the largest available, or small ones to be built in memory.
    pub(super) fn choose(&self, frame: &Frame) -> PdbChoice {
        let embedded = embedded::partition().filter(|partition| partition.fits(frame));
        let mut stored = self.stored(frame).peekable();
        let is_immediate = self.partition.is_some() || embedded.is_some() || stored.peek().is_some();
        let embedded = embedded.filter(|partition| cfg!(feature = "embedded") && self.is_chosen(partition));
        let (partition, source) = match (stored.next(), embedded) {
            (Some(StoredPdb { partition, path, .. }), _) => (partition, PdbSource::File(path)),
            (None, Some(partition)) => (partition, PdbSource::Embedded),
            (None, None) => (self.to_build(frame), PdbSource::Memory),
        };
        PdbChoice { partition, source, is_immediate }
    }

    /// Opens or builds the databases of [`choose`](Self::choose), or the next best if their file is damaged.
    pub(super) fn open(
        &self,
        frame: &Frame,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<Pdb>, Partition, PdbSource), StopReason> {
        for StoredPdb { partition, path, .. } in self.stored(frame) {
            if let Some(store) = &self.store
                && let Some(pdbs) = open_or_rebuild(store, &partition, &path, meter)?
            {
                return Ok((pdbs, partition, PdbSource::File(path)));
            }
        }
        if let Some((partition, pdbs)) = embedded::pdbs(frame).filter(|(own, _)| self.is_chosen(own)) {
            return Ok((pdbs, partition, PdbSource::Embedded));
        }
        let partition = self.to_build(frame);
        Ok((build(&partition, meter)?, partition, PdbSource::Memory))
    }

    fn is_chosen(&self, partition: &Partition) -> bool {
        self.partition.as_ref().is_none_or(|chosen| chosen == partition)
    }

    /// Returns the chosen files, which are larger than the embedded databases, the largest first.
    fn stored(&self, frame: &Frame) -> impl Iterator<Item = StoredPdb> {
        let is_embedded = |partition: &Partition| partition.fits(frame) && self.is_chosen(partition);
        let embedded = embedded::partition().filter(is_embedded);
        let least = embedded.map_or(0, |partition| partition.placement_count());
        let stored = self.store.as_ref().map(|store| store.for_frame(frame)).unwrap_or_default();
        let is_better = move |stored: &StoredPdb| {
            stored.partition.placement_count() > least && self.is_chosen(&stored.partition)
        };
        stored.into_iter().filter(is_better)
    }

    fn to_build(&self, frame: &Frame) -> Partition {
        self.partition.clone().unwrap_or_else(|| Partition::small(frame))
    }
}

/// Builds databases in memory.
fn build(partition: &Partition, meter: &mut Meter<'_>) -> Result<Vec<Pdb>, StopReason> {
    meter.afford(partition.bytes() as usize + partition.bytes_to_build())?;
    let budget = meter.budget();
    let mut report = |progress| meter.emit(&Event::Building { partition, progress });
    taquin_pdb::build(partition, &budget, &mut report)
}

/// Opens databases of a store. Damaged ones are rebuilt if possible.
fn open_or_rebuild(
    store: &PdbStore,
    partition: &Partition,
    path: &Path,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Pdb>>, StopReason> {
    let budget = meter.budget();
    let error = match store.open(partition, &budget) {
        Ok(pdbs) => return Ok(pdbs),
        Err(PdbFileError::Stopped(reason)) => return Err(reason),
        Err(error) => error,
    };
    meter.emit(&Event::DamagedPdb { path, error: &error });
    // A file of another version is left to the program that wrote it.
    let is_foreign = matches!(error, PdbFileError::Version(_));
    if is_foreign || meter.afford(partition.bytes_to_build()).is_err() {
        return Ok(None);
    }
    let mut report = |progress| meter.emit(&Event::Building { partition, progress });
    match store.build(partition, budget.limits(), &mut report) {
        Ok(_) => match store.open(partition, &budget) {
            Err(PdbFileError::Stopped(reason)) => Err(reason),
            opened => Ok(opened.ok().flatten()),
        },
        Err(StoreError::Stopped(reason)) => Err(reason),
        // A directory that can't be written must not prevent the search.
        Err(_) => Ok(None),
    }
}
