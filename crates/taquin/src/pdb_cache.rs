//! The pattern databases and walking-distance tables that solvers share.

use crate::embedded;
use crate::event::{Event, Observer, PdbSource, Phase, Progress};
use crate::heuristic::{Evaluator, Heuristic, NamedHeuristic, WalkingShape, WalkingTable};
use crate::multi_tile::{MultiTileSearch, TableSize};
use crate::search::Meter;
use crate::search::ida_star::AnyPdbSearch;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, TryLockError};
use std::time::Duration;
use taquin_core::{Goal, Limits, Size, StopReason};
use taquin_pdb::{Frame, Partition, Pdb, PdbFileError, PdbStore, StoreError, StoredPdb};

/// Pattern databases and walking-distance tables, built or opened when they are first needed.
///
/// Clones share them, and so can any number of solvers and threads. The program embeds small databases for the 15-puzzle;
/// for other boards of up to 25 cells, small ones are built in memory. A [`PdbStore`] can hold larger ones.
#[derive(Clone, Default)]
pub struct PdbCache {
    store: Option<PdbStore>,
    partition: Option<Partition>,
    entries: Arc<Mutex<Entries>>,
    /// For hard boards and for many boards. Other boards need not wait while these databases are built.
    larger: Arc<Mutex<Searches>>,
    larger_multi_tile: Arc<Mutex<MultiTileSearches>>,
}

type Searches = HashMap<Key, (AnyPdbSearch, Phase)>;
/// By grid and home of the blank.
type MultiTileSearches = HashMap<(Size, usize), Arc<MultiTileSearch>>;

#[derive(Default)]
struct Entries {
    searches: Searches,
    walking_tables: HashMap<WalkingShape, Arc<WalkingTable>>,
    multi_tile: MultiTileSearches,
}

/// The grid, the home of the blank, and the chosen partition.
type Key = (Size, usize, Option<Partition>);

impl PdbCache {
    /// The maximum number of cells of a board with pattern databases.
    pub const MAX_CELLS: usize = Partition::MAX_CELLS;

    /// Creates a cache that prefers the databases of a store to smaller ones. Nothing is added to the store.
    pub fn with_store(store: PdbStore) -> Self {
        Self { store: Some(store), ..Self::default() }
    }

    /// Uses one partition instead of the largest one available.
    #[must_use]
    pub fn with_partition(self, partition: Partition) -> Self {
        Self { partition: Some(partition), ..self }
    }

    /// Returns the embedded partition that searches prefer to another one, unless that was
    /// [chosen](Self::with_partition).
    ///
    /// ```
    /// use taquin::pdb::{Partition, PdbCache};
    /// let embedded = PdbCache::embedded_instead_of(&"15:5-5-5".parse()?);
    /// assert_eq!(embedded.map(|partition| partition.to_string()).as_deref(), Some("15:6-6-3"));
    /// assert_eq!(PdbCache::embedded_instead_of(&"15:7-8".parse()?), None);
    /// # Ok::<(), taquin::pdb::PartitionError>(())
    /// ```
    pub fn embedded_instead_of(partition: &Partition) -> Option<Partition> {
        let own = embedded::partition()
            .filter(|own| (own.size(), own.blank()) == (partition.size(), partition.blank()))?;
        (own.placement_count() >= partition.placement_count()).then_some(own)
    }

    /// Builds or opens the databases for a goal, unless that was done before. Does nothing for more than
    /// [`MAX_CELLS`](Self::MAX_CELLS) cells.
    ///
    /// ```
    /// use taquin::pdb::PdbCache;
    /// use taquin::{Goal, Limits, Size, StopReason};
    /// let goal = Goal::blank_last(Size::square(3)?);
    /// let (cache, no_memory) = (PdbCache::default(), Limits { memory: 0, ..Limits::default() });
    /// assert_eq!(cache.prepare(&goal, &no_memory, &mut ()), Err(StopReason::Memory));
    /// assert_eq!(cache.prepare(&goal, &Limits::default(), &mut ()), Ok(()));
    /// assert!(cache.is_ready(&goal));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(
        &self,
        goal: &Goal,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        match Frame::new(goal) {
            Some(frame) => self.search(&frame, &mut Meter::new(limits, observer)).map(drop),
            None => Ok(()),
        }
    }

    /// Returns true if the databases for a goal are built or opened, without waiting for a build in progress.
    pub fn is_ready(&self, goal: &Goal) -> bool {
        let Some(frame) = Frame::new(goal) else { return true };
        match self.entries.try_lock() {
            Ok(entries) => entries.searches.contains_key(&self.key(&frame)),
            Err(TryLockError::Poisoned(entries)) => {
                entries.into_inner().searches.contains_key(&self.key(&frame))
            }
            Err(TryLockError::WouldBlock) => false,
        }
    }

    /// Returns an evaluator of a heuristic that shares its tables with this cache; `None` if the heuristic does not
    /// [support](Heuristic::supports) the size of the goal.
    ///
    /// ```
    /// use taquin::pdb::PdbCache;
    /// use taquin::{Board, Goal, Heuristic};
    /// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let goal = Goal::blank_last(board.size());
    /// let evaluator = PdbCache::default().evaluator(Heuristic::WalkingDistance, &goal);
    /// assert_eq!(evaluator.map(|evaluator| evaluator.estimate(&board)), Some(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluator(&self, heuristic: Heuristic, goal: &Goal) -> Option<Evaluator> {
        let limits = Limits::default();
        let mut observer = ();
        let mut meter = Meter::new(&limits, &mut observer);
        heuristic.evaluator_with(goal, &mut |shape| self.walking_table(shape, &mut meter))
    }

    /// Returns the chosen partition if it does not fit a frame.
    pub(crate) fn mismatched_partition(&self, frame: Option<&Frame>) -> Option<&Partition> {
        self.partition.as_ref().filter(|partition| !frame.is_some_and(|frame| partition.fits(frame)))
    }

    /// Returns true if a search of a frame need not build databases first. Databases built by earlier searches do not
    /// count, so that the plan for a board does not depend on its predecessors.
    pub(crate) fn is_immediate(&self, frame: &Frame) -> bool {
        self.partition.is_some()
            || embedded::partition().is_some_and(|partition| partition.fits(frame))
            || self.store.as_ref().is_some_and(|store| !store.for_frame(frame).is_empty())
    }

    /// Returns the search of a frame; builds or opens its databases if necessary.
    pub(crate) fn search(&self, frame: &Frame, meter: &mut Meter<'_>) -> Result<AnyPdbSearch, StopReason> {
        // Other threads that need databases wait here until these are built.
        let searches = &mut lock(&self.entries, meter)?.searches;
        search_of(searches, self.key(frame), frame, meter, |meter| self.open_or_build(frame, meter))
    }

    /// Returns the partition of larger databases, to be built in memory, for a board that is hard for those in use; `None` if
    /// there are none for this frame, or if the limits forbid them.
    pub(crate) fn larger_partition(
        &self,
        frame: &Frame,
        in_use: &AnyPdbSearch,
        meter: &Meter<'_>,
    ) -> Option<Partition> {
        // The lengths take a millisecond to compute, longer than an easy board.
        static LARGER: LazyLock<Option<(Partition, usize, usize)>> = LazyLock::new(|| {
            let partition = Partition::for_hard_boards()?;
            let (bytes, to_build) = (partition.bytes() as usize, partition.bytes_to_build());
            Some((partition, bytes, to_build))
        });
        let (partition, bytes, to_build) =
            LARGER.as_ref().filter(|(larger, ..)| self.partition.is_none() && larger.fits(frame))?;
        let has_time = meter.remaining().is_none_or(|time| time >= TIME_FOR_LARGER);
        let is_larger = in_use.bytes() < *bytes;
        (has_time && is_larger && meter.afford(bytes + to_build).is_ok()).then(|| partition.clone())
    }

    /// Returns the search with a [larger partition](Self::larger_partition); builds its databases if necessary.
    pub(crate) fn search_larger(
        &self,
        frame: &Frame,
        partition: &Partition,
        meter: &mut Meter<'_>,
    ) -> Result<AnyPdbSearch, StopReason> {
        let key = (frame.size(), frame.blank(), Some(partition.clone()));
        search_of(&mut *lock(&self.larger, meter)?, key, frame, meter, |meter| {
            Ok((build(partition, meter)?, partition.clone(), PdbSource::Memory))
        })
    }

    /// Creates a heuristic for a goal whose size it supports; builds its tables if necessary.
    pub(crate) fn heuristic<D: NamedHeuristic>(
        &self,
        goal: &Goal,
        meter: &mut Meter<'_>,
    ) -> Result<D, StopReason> {
        D::build(goal, &mut |shape| self.walking_table(shape, meter))
    }

    fn key(&self, frame: &Frame) -> Key {
        (frame.size(), frame.blank(), self.partition.clone())
    }

    /// Returns the chosen databases, or the largest available, or small ones built in memory.
    fn open_or_build(
        &self,
        frame: &Frame,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<Pdb>, Partition, PdbSource), StopReason> {
        let is_chosen =
            |partition: &Partition| self.partition.as_ref().is_none_or(|chosen| chosen == partition);
        let embedded = embedded::pdbs(frame).filter(|(partition, _)| is_chosen(partition));
        if let Some(store) = &self.store {
            let least = embedded.as_ref().map_or(0, |(partition, _)| partition.placement_count());
            let is_better = |stored: &StoredPdb| {
                is_chosen(&stored.partition) && stored.partition.placement_count() > least
            };
            for StoredPdb { partition, path, .. } in store.for_frame(frame).into_iter().filter(is_better) {
                if let Some(pdbs) = open_or_rebuild(store, &partition, meter)? {
                    return Ok((pdbs, partition, PdbSource::File(path)));
                }
            }
        }
        if let Some((partition, pdbs)) = embedded {
            return Ok((pdbs, partition, PdbSource::Embedded));
        }
        let partition = self.partition.clone().unwrap_or_else(|| Partition::small(frame));
        Ok((build(&partition, meter)?, partition, PdbSource::Memory))
    }

    /// Returns the search of a frame in the multi-tile metric; builds its tables if necessary.
    pub(crate) fn multi_tile_search(
        &self,
        frame: &Frame,
        size: TableSize,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<MultiTileSearch>, StopReason> {
        meter.emit(&Event::Phase(&Phase::MultiTile));
        let find = |searches: &mut MultiTileSearches, meter: &mut Meter<'_>| match searches
            .entry((frame.size(), frame.blank()))
        {
            Entry::Occupied(entry) => Ok(Arc::clone(entry.get())),
            Entry::Vacant(entry) => {
                Ok(Arc::clone(entry.insert(Arc::new(MultiTileSearch::new(frame, size, meter)?))))
            }
        };
        match size {
            TableSize::Small => find(&mut lock(&self.entries, meter)?.multi_tile, meter),
            TableSize::Large => find(&mut *lock(&self.larger_multi_tile, meter)?, meter),
        }
    }

    fn walking_table(
        &self,
        shape: WalkingShape,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<WalkingTable>, StopReason> {
        match lock(&self.entries, meter)?.walking_tables.entry(shape) {
            Entry::Occupied(entry) => Ok(Arc::clone(entry.get())),
            Entry::Vacant(entry) => {
                let check = |bytes: usize| meter.afford(bytes).and_then(|()| meter.check());
                Ok(Arc::clone(entry.insert(Arc::new(WalkingTable::build(shape, &check)?))))
            }
        }
    }
}

/// The least time that is left for larger databases to be worth their build.
const TIME_FOR_LARGER: Duration = Duration::from_secs(4);

/// Returns a search from a map; opens its databases if necessary.
fn search_of(
    searches: &mut Searches,
    key: Key,
    frame: &Frame,
    meter: &mut Meter<'_>,
    open: impl FnOnce(&mut Meter<'_>) -> Result<(Vec<Pdb>, Partition, PdbSource), StopReason>,
) -> Result<AnyPdbSearch, StopReason> {
    let (search, phase) = match searches.entry(key) {
        Entry::Occupied(entry) => entry.into_mut(),
        Entry::Vacant(entry) => {
            let (pdbs, partition, source) = open(meter)?;
            entry.insert((AnyPdbSearch::new(frame, pdbs), Phase::Pdb { partition, source }))
        }
    };
    meter.emit(&Event::Phase(phase));
    Ok(search.clone())
}

/// Waits for a lock within the limits.
fn lock<'a, T>(mutex: &'a Mutex<T>, meter: &mut Meter<'_>) -> Result<MutexGuard<'a, T>, StopReason> {
    const QUICK_ATTEMPTS: u32 = 100;
    let mut attempts = 0;
    loop {
        match mutex.try_lock() {
            Ok(guard) => return Ok(guard),
            // A panic during a build leaves nothing half-built.
            Err(TryLockError::Poisoned(guard)) => return Ok(guard.into_inner()),
            // Most holders only look something up; one that builds takes seconds.
            Err(TryLockError::WouldBlock) if attempts < QUICK_ATTEMPTS => {
                attempts += 1;
                std::thread::yield_now();
            }
            Err(TryLockError::WouldBlock) => {
                meter.poll(Progress::default())?;
                std::thread::sleep(Duration::from_millis(1));
            }
        }
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
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Pdb>>, StopReason> {
    let budget = meter.budget();
    let error = match store.open(partition, &budget) {
        Ok(pdbs) => return Ok(pdbs),
        Err(PdbFileError::Stopped(reason)) => return Err(reason),
        Err(error) => error,
    };
    meter.emit(&Event::DamagedPdb { path: &store.path(partition), error: &error });
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

impl fmt::Debug for PdbCache {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PdbCache")
            .field("store", &self.store)
            .field("partition", &self.partition)
            .finish_non_exhaustive()
    }
}
