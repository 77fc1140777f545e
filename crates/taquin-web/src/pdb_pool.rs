//! The pool of pattern databases (PDBs), shared by all requests.
//!
//! The library's [`PdbCache`] builds PDBs when a search first needs them, and other searches on the same
//! `PdbCache` wait for the build. A server must not let small boards wait for the PDBs of large ones, nor keep
//! every PDB ever used. So the pool has many `PdbCache`s:
//!
//! - Up to 16 cells: one per size, where a size and its transpose count as one. The PDBs take a few hundred
//!   kilobytes, and on 4×4 another 35 MB once a board is hard. (The tables of walking distance take more: 20 MB per goal row or column of the blank, on 2×6
//!   and 3×5.)
//! - 17 to 25 cells: one per size and goal position of the blank. These PDBs take seconds to build and up to
//!   100 MB, so the pool keeps the few used last.
//!
//! **Builds** of the latter exceed the memory limit of a search and may outlast its client, so a thread of
//! the pool does them ([`PdbPool::prepare`]), one at a time, at low priority, and regardless of whether the
//! first client stays. A search starts once the build has started ([`CachedPdbs::wait_until_started`]): it
//! looks for solutions meanwhile, and its proof waits for the build inside `PdbCache`.
//!
//! **Disk.** PDBs of the [`PdbStore`] are used if they existed when the server started, and never written.

use crate::error::ApiError;
use crate::search_registry::Cancellation;
use crate::worker_lanes::lower_priority;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};
use taquin::pdb::{PdbCache, PdbFileError, PdbStore};
use taquin::{CancelToken, Event, Goal, Limits, Observer, Size, StopReason};
use taquin_api::events::BuildingEvent;

/// Boards of up to this many cells have small PDBs, which searches build themselves.
pub(crate) const MAX_SMALL_CELLS: usize = 16;

/// The number of large PDB sets that are kept.
const MAX_LARGE_SETS: usize = 4;

/// The memory limit of a build in bytes, enough for 5×5.
const BUILD_MEMORY: usize = 256 << 20;

/// The memory limit in bytes of a search that cannot use the PDBs of the cache. The search may build its own
/// PDBs within it; those that take seconds to build, as for 5×5, do not fit.
pub(crate) const MEMORY_WITHOUT_CACHE: usize = 16 << 20;

const POLL_INTERVAL: Duration = Duration::from_millis(20);

pub(crate) struct PdbPool {
    store: Option<PdbStore>,
    /// The sizes that the store has PDBs for.
    stored_sizes: Vec<Size>,
    small: Mutex<Vec<(PdbKey, CachedPdbs)>>,
    large: Mutex<Vec<(PdbKey, CachedPdbs)>>,
    /// Held during a build, so that there is one at a time.
    build_lock: Arc<Mutex<()>>,
    cancel: CancelToken,
}

/// The PDBs for a goal and the state of their build. Clones share both.
#[derive(Clone)]
pub(crate) struct CachedPdbs {
    pub(crate) cache: PdbCache,
    state: Arc<Mutex<BuildState>>,
}

enum BuildState {
    /// Not requested yet, or the build failed.
    Idle,
    /// Requested. The file is being opened, or the build waits for another one to finish.
    Queued,
    /// A thread builds them and holds the lock of the `PdbCache`, so that searches wait for the result.
    Building(BuildingEvent),
    /// Searches can use them. Small PDBs are always ready, because searches build them.
    Ready,
}

impl CachedPdbs {
    fn new(cache: PdbCache, state: BuildState) -> Self {
        Self { cache, state: Arc::new(Mutex::new(state)) }
    }

    /// Returns the progress of the build while there is one.
    pub(crate) fn building(&self) -> Option<BuildingEvent> {
        match &*lock(&self.state) {
            BuildState::Building(event) => Some(event.clone()),
            _ => None,
        }
    }

    /// Waits while the build is queued. Returns `true` if the PDBs are ready or being built: then a search
    /// can use `tables`, which waits for the rest of the build. Returns `false` after the timeout, on
    /// cancellation, or if no build was requested.
    pub(crate) fn wait_until_started(&self, cancellation: &Cancellation, timeout: Duration) -> bool {
        let start = Instant::now();
        loop {
            match &*lock(&self.state) {
                BuildState::Ready | BuildState::Building(_) => return true,
                BuildState::Idle => return false,
                BuildState::Queued => {}
            }
            if cancellation.is_cancelled() || start.elapsed() >= timeout {
                return false;
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }

    /// Waits until the PDBs are ready or the search is cancelled; reports the progress meanwhile. Fails if
    /// the build fails.
    pub(crate) fn wait_until_ready(
        &self,
        cancellation: &Cancellation,
        report: impl Fn(&BuildingEvent),
    ) -> Result<(), ApiError> {
        loop {
            match &*lock(&self.state) {
                BuildState::Ready => return Ok(()),
                BuildState::Idle => {
                    return Err(ApiError::internal("the build failed", "no pattern databases"));
                }
                BuildState::Building(event) => report(event),
                BuildState::Queued => {}
            }
            if cancellation.is_cancelled() {
                return Ok(());
            }
            std::thread::sleep(POLL_INTERVAL);
        }
    }
}

impl PdbPool {
    pub(crate) fn new(store: Option<PdbStore>) -> Self {
        let store = store.map(PdbStore::read_only);
        let stored = store.as_ref().and_then(|store| store.list().ok()).unwrap_or_default();
        Self {
            store,
            stored_sizes: stored.iter().map(|stored| stored.partition.size()).collect(),
            small: Mutex::default(),
            large: Mutex::default(),
            build_lock: Arc::default(),
            cancel: CancelToken::default(),
        }
    }

    /// Returns the entry for a goal without building anything. Large PDBs must be [prepared](Self::prepare)
    /// before use.
    pub(crate) fn get(&self, goal: &Goal) -> CachedPdbs {
        if goal.size().cells() > PdbCache::MAX_CELLS {
            return CachedPdbs::new(PdbCache::default(), BuildState::Ready);
        }
        let (entries, max_entries) =
            if is_large(goal) { (&self.large, MAX_LARGE_SETS) } else { (&self.small, usize::MAX) };
        let mut entries = entries.lock().unwrap_or_else(PoisonError::into_inner);
        let key = PdbKey::new(goal);
        let index = entries.iter().position(|(other, _)| *other == key);
        let (_, pdbs) = match index {
            Some(index) => entries.remove(index),
            None => (key, self.new_entry(goal)),
        };
        // Most recently used first; the last one is evicted.
        entries.insert(0, (key, pdbs.clone()));
        entries.truncate(max_entries);
        pdbs
    }

    /// Returns the tables that heuristics use for a goal. Heuristics on large boards use none, and creating
    /// an entry for them would evict PDBs.
    pub(crate) fn heuristic_tables(&self, goal: &Goal) -> PdbCache {
        if goal.size().cells() <= MAX_SMALL_CELLS { self.get(goal).cache } else { PdbCache::default() }
    }

    fn new_entry(&self, goal: &Goal) -> CachedPdbs {
        let tables = match &self.store {
            Some(store) if self.is_stored(goal.size()) => PdbCache::with_store(store.clone()),
            _ => PdbCache::default(),
        };
        CachedPdbs::new(tables, if is_large(goal) { BuildState::Idle } else { BuildState::Ready })
    }

    /// Returns `true` if the store has PDBs of this size or its transpose.
    fn is_stored(&self, size: Size) -> bool {
        let is_transpose = |other: &Size| (other.rows(), other.cols()) == (size.cols(), size.rows());
        self.stored_sizes.iter().any(|stored| *stored == size || is_transpose(stored))
    }

    /// Returns the PDBs for a goal; opens them first if they are on disk, but does not build any. For
    /// searches that are shorter than a build.
    pub(crate) fn prepare_stored(&self, goal: &Goal) -> CachedPdbs {
        if self.is_stored(goal.size()) { self.prepare(goal) } else { self.get(goal) }
    }

    /// Returns the PDBs for a goal and, unless that has happened before, starts to open or build them in the
    /// background.
    pub(crate) fn prepare(&self, goal: &Goal) -> CachedPdbs {
        let pdbs = self.get(goal);
        self.start_build(&pdbs, goal);
        pdbs
    }

    fn start_build(&self, pdbs: &CachedPdbs, goal: &Goal) {
        match &mut *lock(&pdbs.state) {
            state @ BuildState::Idle => *state = BuildState::Queued,
            _ => return,
        }
        let builder = PdbBuilder {
            cache: pdbs.cache.clone(),
            goal: goal.clone(),
            state: Arc::downgrade(&pdbs.state),
            build_lock: Arc::clone(&self.build_lock),
            cancel: self.cancel.clone(),
        };
        let thread = std::thread::Builder::new().name("pdb build".to_owned());
        if let Err(error) = thread.spawn(move || builder.run()) {
            tracing::error!(%error, "cannot start a thread to build pattern databases");
        }
    }
}

/// Cancels the running build.
impl Drop for PdbPool {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

/// Opens or builds the PDBs for one goal.
struct PdbBuilder {
    cache: PdbCache,
    goal: Goal,
    /// Dangling once the cache has evicted the entry and no search uses it.
    state: Weak<Mutex<BuildState>>,
    build_lock: Arc<Mutex<()>>,
    cancel: CancelToken,
}

impl PdbBuilder {
    fn run(mut self) {
        lower_priority();
        // Opening a file needs neither memory nor the build lock.
        let mut result = self.prepare(0);
        if result == Err(StopReason::Memory) {
            let build_lock = Arc::clone(&self.build_lock);
            let _guard = build_lock.lock().unwrap_or_else(PoisonError::into_inner);
            if self.state.strong_count() == 0 {
                return;
            }
            result = self.prepare(BUILD_MEMORY);
        }
        if let Err(reason @ StopReason::Memory) = result {
            tracing::error!(%reason, "cannot build pattern databases");
        }
    }

    fn prepare(&mut self, memory: usize) -> Result<(), StopReason> {
        let tables = self.cache.clone();
        let goal = self.goal.clone();
        let limits = Limits { memory, cancel: self.cancel.clone(), ..Limits::default() };
        let result = tables.prepare(&goal, &limits, self);
        if result.is_ok() {
            self.set_state(BuildState::Ready);
        }
        result
    }

    fn set_state(&self, new: BuildState) {
        if let Some(state) = self.state.upgrade() {
            *lock(&state) = new;
        }
    }
}

/// Allows another attempt if the build failed, was cancelled or never ran.
impl Drop for PdbBuilder {
    fn drop(&mut self) {
        if let Some(state) = self.state.upgrade() {
            let mut state = lock(&state);
            if !matches!(*state, BuildState::Ready) {
                *state = BuildState::Idle;
            }
        }
    }
}

impl Observer for PdbBuilder {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Building { partition, progress } => {
                self.set_state(BuildState::Building(BuildingEvent::new(partition, progress)));
            }
            Event::DamagedPdb { path, error } => log_damaged_file(path, error),
            _ => {}
        }
    }
}

/// Logs a damaged PDB file. Only the log mentions it: responses reveal nothing about the machine.
pub(crate) fn log_damaged_file(path: &Path, error: &PdbFileError) {
    tracing::warn!(path = %path.display(), %error, "ignoring a damaged pattern database");
}

fn is_large(goal: &Goal) -> bool {
    (MAX_SMALL_CELLS + 1..=PdbCache::MAX_CELLS).contains(&goal.size().cells())
}

fn lock(state: &Mutex<BuildState>) -> MutexGuard<'_, BuildState> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The cache key. Goals with the same key share their PDBs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PdbKey {
    /// The sides, the shorter one first.
    sides: (usize, usize),
    /// The goal position of the blank, normalized by reflection and transposition; (0, 0) for small boards.
    blank: (usize, usize),
}

impl PdbKey {
    fn new(goal: &Goal) -> Self {
        let size = goal.size();
        let (rows, cols) = (size.rows(), size.cols());
        let sides = (rows.min(cols), rows.max(cols));
        if size.cells() <= MAX_SMALL_CELLS {
            return Self { sides, blank: (0, 0) };
        }
        let (row, col) = size.row_col(goal.blank());
        let (row, col) = (row.min(rows - 1 - row), col.min(cols - 1 - col));
        let is_transposed = rows > cols || rows == cols && row > col;
        Self { sides, blank: if is_transposed { (col, row) } else { (row, col) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Duration = Duration::from_mins(1);

    fn goal(kind: &str, size: &str) -> Goal {
        let kind: taquin::GoalKind = kind.parse().expect("a goal");
        kind.for_size(size.parse().expect("a size")).expect("it fits")
    }

    fn is_ready(pdbs: &CachedPdbs) -> bool {
        matches!(*lock(&pdbs.state), BuildState::Ready)
    }

    #[test]
    fn symmetric_goals_share_a_key() {
        let key = |kind, size| PdbKey::new(&goal(kind, size));
        assert_eq!(key("blank-last", "5x5"), key("blank-first", "5x5"));
        assert_eq!(key("blank-last", "4x6"), key("blank-first", "6x4"));
        assert_ne!(key("blank-last", "5x5"), key("snail", "5x5"));
        assert_eq!(key("blank-last", "3x3"), key("ring", "3x3"));
        assert_ne!(key("blank-last", "3x4"), key("blank-last", "3x5"));
    }

    #[test]
    fn least_recently_used_entry_is_evicted() {
        let cache = PdbPool::new(None);
        let sizes = ["3x6", "3x7", "3x8", "4x5", "4x6"];
        *lock(&cache.get(&goal("blank-last", sizes[0])).state) = BuildState::Ready;
        let is_ready = |size: &str| is_ready(&cache.get(&goal("blank-last", size)));
        assert!(sizes[1..4].iter().all(|size| !is_ready(size)) && is_ready(sizes[0]));
        assert!(!is_ready(sizes[4]) && is_ready(sizes[0]));
        assert!(sizes[1..].iter().all(|size| !is_ready(size)) && !is_ready(sizes[0]));
        assert_eq!(cache.large.lock().expect("no panic").len(), MAX_LARGE_SETS);
        assert!(is_ready("4x4") && is_ready("6x6"));
    }

    #[test]
    fn builds_run_one_at_a_time() {
        let cache = PdbPool::new(None);
        let cancellation = Cancellation::default();
        let guard = cache.build_lock.lock().expect("free");
        let first = cache.prepare(&goal("blank-last", "3x7"));
        let second = cache.prepare(&goal("blank-last", "4x5"));
        for pdbs in [&first, &second] {
            assert!(!pdbs.wait_until_started(&cancellation, Duration::from_millis(50)));
        }
        drop(guard);
        for pdbs in [first, second] {
            assert!(pdbs.wait_until_started(&cancellation, LONG));
            pdbs.wait_until_ready(&cancellation, |_| ()).expect("built");
            assert!(is_ready(&pdbs) && pdbs.building().is_none());
        }
        assert!(is_ready(&cache.prepare(&goal("blank-first", "5x4"))));
    }

    #[test]
    fn unwanted_builds_are_skipped() {
        let cache = PdbPool::new(None);
        let guard = cache.build_lock.lock().expect("free");
        let tables = cache.prepare(&goal("blank-last", "5x5")).cache;
        for size in ["3x6", "3x7", "3x8", "4x5"] {
            cache.get(&goal("blank-last", size));
        }
        drop(guard);
        while Arc::strong_count(&cache.build_lock) > 1 {
            std::thread::yield_now();
        }
        let limits = Limits { memory: 0, ..Limits::default() };
        assert_eq!(tables.prepare(&goal("blank-last", "5x5"), &limits, &mut ()), Err(StopReason::Memory));
    }

    #[test]
    fn dropping_the_cache_cancels_the_build() {
        let cache = PdbPool::new(None);
        let pdbs = cache.prepare(&goal("snail", "5x5"));
        while pdbs.building().is_none() {
            std::thread::yield_now();
        }
        let cancellation = Cancellation::default();
        cancellation.cancel();
        pdbs.wait_until_ready(&cancellation, |_| ()).expect("the build continues");
        drop(cache);
        assert!(pdbs.wait_until_ready(&Cancellation::default(), |_| ()).is_err());
        assert!(!pdbs.wait_until_started(&Cancellation::default(), LONG));
    }

    #[test]
    fn searches_wait_for_a_running_build() {
        let cache = PdbPool::new(None);
        let goal = goal("snail", "5x5");
        let pdbs = cache.prepare(&goal);
        assert!(pdbs.wait_until_started(&Cancellation::default(), LONG));
        let short = Limits { time: Some(Duration::from_millis(20)), ..Limits::default() };
        let result = pdbs.cache.prepare(&goal, &short, &mut ());
        assert!(is_ready(&pdbs) || result == Err(StopReason::Time));
    }

    #[test]
    fn searches_without_the_cache_do_not_build_slow_pdbs() {
        let limits = Limits { memory: MEMORY_WITHOUT_CACHE, ..Limits::default() };
        for size in ["3x6", "4x6", "5x5"] {
            let result = PdbCache::default().prepare(&goal("blank-last", size), &limits, &mut ());
            assert_eq!(result, Err(StopReason::Memory), "{size}");
        }
    }
}
