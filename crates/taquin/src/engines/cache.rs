//! The engines in memory: up to a number of bytes, the last used first, each built by one thread while the others wait.

use crate::event::{Event, PdbSource};
use crate::heuristic::{WalkingShape, WalkingTable};
use crate::multi_tile::{MultiTileSearch, TableSize};
use crate::progress::Progress;
use crate::search::Meter;
use crate::search::ida_star::AnyPdbSearch;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use taquin_core::{Size, StopReason};
use taquin_pdb::{BuildProgress, Partition};

/// Searches of one process use up to this many bytes of engines by default.
const DEFAULT_MAX_BYTES: usize = if usize::BITS > 32 { 1 << 30 } else { 192 << 20 };

/// Engines by key.
pub(super) struct Cache {
    pub(super) max_bytes: usize,
    /// The engines, the last used first.
    entries: Mutex<Vec<(Key, Arc<Slot>)>>,
}

impl Default for Cache {
    fn default() -> Self {
        Self { max_bytes: DEFAULT_MAX_BYTES, entries: Mutex::default() }
    }
}

/// The frame is given by its grid and the home of its blank.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Key {
    Pdb(Size, usize, Option<Partition>),
    Walking(WalkingShape),
    MultiTile(Size, usize, TableSize),
}

#[derive(Clone)]
pub(super) enum Engine {
    Pdb(AnyPdbSearch, Partition, PdbSource),
    Walking(Arc<WalkingTable>),
    MultiTile(Arc<MultiTileSearch>),
}

impl Engine {
    /// Returns the number of bytes that leave memory with the engine.
    fn bytes(&self) -> usize {
        match self {
            Self::Pdb(search, _, PdbSource::Memory) => search.bytes(),
            Self::Pdb(..) => 0,
            Self::Walking(table) => table.bytes(),
            Self::MultiTile(search) => search.bytes(),
        }
    }
}

/// The place of an engine.
#[derive(Default)]
pub(super) struct Slot(Mutex<State>);

#[derive(Default)]
pub(super) enum State {
    #[default]
    Empty,
    /// A thread builds or opens it, or is about to.
    Building(Option<(Partition, BuildProgress)>),
    Ready(Engine),
    /// The build in the background failed.
    Failed(StopReason),
}

impl Cache {
    /// Returns the place of an engine, which is the last used from now on.
    pub(super) fn slot(&self, key: &Key) -> Arc<Slot> {
        let mut entries = lock(&self.entries);
        let index = entries.iter().position(|(other, _)| other == key);
        let entry = index.map_or_else(|| (key.clone(), Arc::default()), |index| entries.remove(index));
        let slot = Arc::clone(&entry.1);
        entries.insert(0, entry);
        slot
    }

    /// Returns an engine. If there is none yet, this thread builds it; or another one does, if `build` returns `None`.
    pub(super) fn get(
        &self,
        key: &Key,
        meter: &mut Meter<'_>,
        build: impl Fn(&mut Option<Unfinished>, &mut Meter<'_>) -> Option<Result<Engine, StopReason>>,
    ) -> Result<Engine, StopReason> {
        const QUICK_ATTEMPTS: u32 = 100;
        let slot = self.slot(key);
        let mut attempts = 0;
        loop {
            let building = {
                let mut state = slot.lock();
                match &*state {
                    State::Ready(engine) => return Ok(engine.clone()),
                    State::Failed(reason) if attempts > 0 => return Err(*reason),
                    State::Building(progress) => Some(progress.clone()),
                    State::Empty | State::Failed(_) => {
                        *state = State::Building(None);
                        None
                    }
                }
            };
            attempts += 1;
            match building {
                None => {
                    // Reset when it is dropped, unless another thread takes it.
                    let mut unfinished = Some(Unfinished::new(&slot, State::Empty));
                    if let Some(result) = build(&mut unfinished, meter) {
                        let engine = result?;
                        slot.set(State::Ready(engine.clone()));
                        self.evict(&slot);
                        return Ok(engine);
                    }
                }
                Some(Some((partition, progress))) => {
                    meter.emit(&Event::Building { partition: &partition, progress });
                }
                Some(None) => {}
            }
            // Most builds are over at once; some take seconds.
            if attempts < QUICK_ATTEMPTS {
                std::thread::yield_now();
            } else {
                meter.poll(Progress::default())?;
                std::thread::sleep(Duration::from_millis(1));
            }
        }
    }

    /// Forgets the engines used least recently, until the others fit.
    pub(super) fn evict(&self, in_use: &Arc<Slot>) {
        let mut total = 0;
        lock(&self.entries).retain(|(_, slot)| {
            let bytes = match &*slot.lock() {
                State::Ready(engine) => engine.bytes(),
                _ => 0,
            };
            total += bytes;
            bytes == 0 || total <= self.max_bytes || Arc::ptr_eq(slot, in_use)
        });
    }
}

impl Slot {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.0)
    }

    pub(super) fn set(&self, state: State) {
        *self.lock() = state;
    }
}

/// The right to build an engine. If it is dropped before the engine is ready, because the build stopped, panicked or never ran, the
/// slot gets another state.
pub(super) struct Unfinished {
    pub(super) slot: Arc<Slot>,
    otherwise: State,
}

impl Unfinished {
    pub(super) fn new(slot: &Arc<Slot>, otherwise: State) -> Self {
        Self { slot: Arc::clone(slot), otherwise }
    }

    /// Makes searches that wait fail, instead of building the engine themselves.
    pub(super) fn or_fail(mut self) -> Self {
        self.otherwise = State::Failed(StopReason::Memory);
        self
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        let mut state = self.slot.lock();
        if let State::Building(_) = *state {
            *state = std::mem::take(&mut self.otherwise);
        }
    }
}

/// Ignores poisoning: a panic leaves nothing half-built.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
