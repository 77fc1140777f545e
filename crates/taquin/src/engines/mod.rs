//! The engines that searches share: pattern databases, walking-distance tables and multi-tile tables.
//!
//! An engine is built or opened when it is first needed, by the search that needs it, while others that need the same one wait
//! within their limits. Where searches come and go, as on a server, a
//! [background thread](Engines::with_builder) builds pattern databases instead, so that a build outlives the search that
//! asked for it. The engines used last stay in memory, up to a [number of bytes](Engines::with_max_bytes).
//!
//! Engines belong to the canonical [`Frame`] of a goal, so that symmetric goals, such as blank first and blank last, share one.

mod cache;
mod pdb_sources;

pub(crate) use pdb_sources::PdbChoice;

use crate::embedded;
use crate::event::{Event, Observer};
use crate::heuristic::{Evaluator, Heuristic, NamedHeuristic, WalkingShape, WalkingTable};
use crate::multi_tile::{MultiTileSearch, TableSize};
use crate::search::Meter;
use crate::search::ida_star::AnyPdbSearch;
use cache::{Cache, Engine, Key, State, Unfinished, lock};
use pdb_sources::PdbSources;
use std::fmt;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use taquin_core::{Budget, CancelToken, Goal, Limits, StopReason};
use taquin_pdb::{Frame, Partition, PdbStore};

/// Pattern databases, walking-distance tables and multi-tile tables, built or opened when they are first needed.
///
/// Clones share them, and so can any number of solvers and threads. The program embeds small databases for the 15-puzzle;
/// for other boards of up to 25 cells, small ones are built in memory. A [`PdbStore`] can hold larger ones.
#[derive(Clone)]
pub struct Engines {
    shared: Arc<Shared>,
    sources: PdbSources,
}

struct Shared {
    cache: Cache,
    builder: Option<Builder>,
    /// Held during a build in the background, so that there is one at a time.
    background_build: Arc<Mutex<()>>,
    cancel: CancelToken,
    /// The databases for each frame, because listing a directory takes longer than solving an easy board.
    choices: Mutex<Vec<(Key, PdbChoice)>>,
}

/// Runs builds in the background, within a number of bytes.
struct Builder {
    cells: usize,
    memory: usize,
    observe: Arc<dyn Fn(&Event<'_>) + Send + Sync>,
    spawn: Box<dyn Fn(Build) + Send + Sync>,
}

/// The work of a build.
type Build = Box<dyn FnOnce() + Send>;

impl Default for Engines {
    fn default() -> Self {
        let shared = Shared {
            cache: Cache::default(),
            builder: None,
            background_build: Arc::default(),
            cancel: CancelToken::default(),
            choices: Mutex::default(),
        };
        Self { shared: Arc::new(shared), sources: PdbSources::default() }
    }
}

/// Ends the build in the background.
impl Drop for Shared {
    fn drop(&mut self) {
        self.cancel.cancel();
    }
}

impl Engines {
    /// The maximum number of cells of a board with pattern databases.
    pub const MAX_CELLS: usize = Partition::MAX_CELLS;

    /// Creates a cache that prefers the databases of a store to smaller ones. Nothing is added to the store.
    pub fn with_store(store: PdbStore) -> Self {
        Self { sources: PdbSources { store: Some(store), partition: None }, ..Self::default() }
    }

    /// Keeps up to this many bytes of engines, besides those in use; files and embedded databases do not count.
    #[must_use]
    pub fn with_max_bytes(self, max_bytes: usize) -> Self {
        self.configure(|shared| shared.cache.max_bytes = max_bytes)
    }

    /// Builds the pattern databases of boards of more than some cells in the background, one at a time, each within a number of
    /// bytes of memory. `spawn` runs a build on another thread, where `observe` gets its events.
    #[must_use]
    pub fn with_builder(
        self,
        cells: usize,
        memory: usize,
        spawn: impl Fn(Box<dyn FnOnce() + Send>) + Send + Sync + 'static,
        observe: impl Fn(&Event<'_>) + Send + Sync + 'static,
    ) -> Self {
        let builder = Builder { cells, memory, observe: Arc::new(observe), spawn: Box::new(spawn) };
        self.configure(|shared| shared.builder = Some(builder))
    }

    /// Changes the settings of a cache that has no clones yet; otherwise those of a new one.
    fn configure(mut self, set: impl FnOnce(&mut Shared)) -> Self {
        if Arc::get_mut(&mut self.shared).is_none() {
            self.shared = Self::default().shared;
        }
        if let Some(shared) = Arc::get_mut(&mut self.shared) {
            set(shared);
        }
        self
    }

    /// Uses one partition, or the largest one available.
    pub(crate) fn with_partition(self, partition: Option<Partition>) -> Self {
        Self { sources: PdbSources { partition, ..self.sources }, ..self }
    }

    /// Returns the embedded partition that searches prefer to another one, unless that is
    /// [asked for](crate::SearchOptions::partition).
    ///
    /// ```
    /// use taquin::Engines;
    /// use taquin::pdb::Partition;
    /// let embedded = Engines::embedded_instead_of(&"15:5-5-5".parse()?);
    /// assert_eq!(embedded.map(|partition| partition.to_string()).as_deref(), Some("15:6-6-3"));
    /// assert_eq!(Engines::embedded_instead_of(&"15:7-8".parse()?), None);
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
    /// use taquin::Engines;
    /// use taquin::{Goal, Limits, Size, StopReason};
    /// let goal = Goal::blank_last(Size::square(3)?);
    /// let (cache, no_memory) = (Engines::default(), Limits { memory: 0, ..Limits::default() });
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

    /// Returns true if the databases for a goal are built or opened.
    pub fn is_ready(&self, goal: &Goal) -> bool {
        let Some(frame) = Frame::new(goal) else { return true };
        matches!(*self.shared.cache.slot(&self.key(&frame)).lock(), State::Ready(_))
    }

    /// Returns an evaluator of a heuristic that shares its tables with this cache; `None` if the heuristic does not
    /// [support](Heuristic::supports) the size of the goal.
    ///
    /// ```
    /// use taquin::Engines;
    /// use taquin::{Board, Goal, Heuristic};
    /// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let goal = Goal::blank_last(board.size());
    /// let evaluator = Engines::default().evaluator(Heuristic::WalkingDistance, &goal);
    /// assert_eq!(evaluator.map(|evaluator| evaluator.estimate(&board)), Some(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluator(&self, heuristic: Heuristic, goal: &Goal) -> Option<Evaluator> {
        let limits = Limits::default();
        let mut observer = ();
        let mut meter = Meter::new(&limits, &mut observer);
        heuristic.evaluator_with(goal, &mut |shape| self.walking_table(shape, &mut meter))
    }

    /// Returns the databases that a search of a frame will use.
    pub(crate) fn choose(&self, frame: &Frame) -> PdbChoice {
        let key = self.key(frame);
        let mut choices = lock(&self.shared.choices);
        if let Some((_, choice)) = choices.iter().find(|(other, _)| *other == key) {
            return choice.clone();
        }
        let choice = self.sources.choose(frame);
        choices.push((key, choice.clone()));
        choice
    }

    /// Returns the search of a frame; builds or opens its databases if necessary.
    pub(crate) fn search(
        &self,
        frame: &Frame,
        meter: &mut Meter<'_>,
    ) -> Result<(AnyPdbSearch, Partition), StopReason> {
        self.pdb_search(&self.key(frame), &self.sources, frame, meter)
    }

    /// Returns the partition of larger databases, to be built in memory, for boards that are hard for those in use; `None` if
    /// there are none for this frame, or if the limits forbid them.
    pub(crate) fn larger_partition(
        &self,
        frame: &Frame,
        in_use: &Partition,
        limits: &Limits,
    ) -> Option<Partition> {
        // The lengths take a millisecond to compute, longer than an easy board.
        static LARGER: LazyLock<Option<(Partition, usize, usize)>> = LazyLock::new(|| {
            let partition = Partition::for_hard_boards()?;
            let (bytes, to_build) = (partition.bytes() as usize, partition.bytes_to_build());
            Some((partition, bytes, to_build))
        });
        let (partition, bytes, to_build) =
            LARGER.as_ref().filter(|(larger, ..)| self.sources.partition.is_none() && larger.fits(frame))?;
        let has_time = Budget::new(limits).remaining().is_none_or(|time| time >= TIME_FOR_LARGER);
        let is_larger = in_use.placement_count() < partition.placement_count();
        (has_time && is_larger && bytes + to_build <= limits.memory).then(|| partition.clone())
    }

    /// Returns the search with a [larger partition](Self::larger_partition); builds its databases if necessary.
    pub(crate) fn search_larger(
        &self,
        frame: &Frame,
        partition: &Partition,
        meter: &mut Meter<'_>,
    ) -> Result<(AnyPdbSearch, Partition), StopReason> {
        let key = Key::Pdb(frame.size(), frame.blank(), Some(partition.clone()));
        let sources = PdbSources { store: None, partition: Some(partition.clone()) };
        self.pdb_search(&key, &sources, frame, meter)
    }

    fn pdb_search(
        &self,
        key: &Key,
        sources: &PdbSources,
        frame: &Frame,
        meter: &mut Meter<'_>,
    ) -> Result<(AnyPdbSearch, Partition), StopReason> {
        let is_large = |builder: &&Builder| frame.size().cells() > builder.cells;
        let builder = self.shared.builder.as_ref().filter(is_large);
        let build = |unfinished: &mut Option<Unfinished>, meter: &mut Meter<'_>| {
            let Some((builder, unfinished)) = builder.and_then(|builder| Some((builder, unfinished.take()?)))
            else {
                return Some(open(sources, frame, meter));
            };
            self.build_in_background(builder, unfinished, sources.clone(), frame.clone());
            None
        };
        match self.shared.cache.get(key, meter, build)? {
            Engine::Pdb(search, partition, source) => {
                meter.emit(&Event::Pdb { partition: &partition, source: &source });
                Ok((search, partition))
            }
            _ => unreachable!("the key names the kind of engine"),
        }
    }

    /// Creates a heuristic for a goal whose size it supports; builds its tables if necessary.
    pub(crate) fn heuristic<D: NamedHeuristic>(
        &self,
        goal: &Goal,
        meter: &mut Meter<'_>,
    ) -> Result<D, StopReason> {
        D::build(goal, &mut |shape| self.walking_table(shape, meter))
    }

    /// Returns the search of a frame in the multi-tile metric; builds its tables if necessary.
    pub(crate) fn multi_tile_search(
        &self,
        frame: &Frame,
        size: TableSize,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<MultiTileSearch>, StopReason> {
        let build = |_: &mut Option<Unfinished>, meter: &mut Meter<'_>| {
            Some(MultiTileSearch::new(frame, size, meter).map(|search| Engine::MultiTile(Arc::new(search))))
        };
        match self.shared.cache.get(&Key::MultiTile(frame.size(), frame.blank(), size), meter, build)? {
            Engine::MultiTile(search) => Ok(search),
            _ => unreachable!("the key names the kind of engine"),
        }
    }

    fn walking_table(
        &self,
        shape: WalkingShape,
        meter: &mut Meter<'_>,
    ) -> Result<Arc<WalkingTable>, StopReason> {
        let build = |_: &mut Option<Unfinished>, meter: &mut Meter<'_>| {
            let check = |bytes: usize| meter.afford(bytes).and_then(|()| meter.check());
            Some(WalkingTable::build(shape, &check).map(|table| Engine::Walking(Arc::new(table))))
        };
        match self.shared.cache.get(&Key::Walking(shape), meter, build)? {
            Engine::Walking(table) => Ok(table),
            _ => unreachable!("the key names the kind of engine"),
        }
    }

    fn key(&self, frame: &Frame) -> Key {
        Key::Pdb(frame.size(), frame.blank(), self.sources.partition.clone())
    }

    /// Starts a thread that opens databases, or builds them.
    fn build_in_background(
        &self,
        builder: &Builder,
        unfinished: Unfinished,
        sources: PdbSources,
        frame: Frame,
    ) {
        let shared = Arc::downgrade(&self.shared);
        let turn = Arc::clone(&self.shared.background_build);
        let (memory, cancel) = (builder.memory, self.shared.cancel.clone());
        let observe = Arc::clone(&builder.observe);
        let unfinished = unfinished.or_fail();
        (builder.spawn)(Box::new(move || {
            let slot = &unfinished.slot;
            let mut report = |event: &Event<'_>| {
                if let Event::Building { partition, progress } = event {
                    slot.set(State::Building(Some(((*partition).clone(), *progress))));
                }
                observe(event);
            };
            let limits = |memory| Limits { memory, cancel: cancel.clone(), ..Limits::default() };
            // Opening a file needs neither memory nor a turn.
            let mut result = open(&sources, &frame, &mut Meter::new(&limits(0), &mut report));
            if result.as_ref().is_err_and(|reason| *reason == StopReason::Memory) {
                let _turn = lock(&turn);
                // Besides this thread and the list of engines, the searches that wait hold the slot.
                if Arc::strong_count(slot) > 2 {
                    result = open(&sources, &frame, &mut Meter::new(&limits(memory), &mut report));
                }
            }
            match result {
                Ok(engine) => {
                    slot.set(State::Ready(engine));
                    if let Some(shared) = shared.upgrade() {
                        shared.cache.evict(slot);
                    }
                }
                Err(reason) => slot.set(State::Failed(reason)),
            }
        }));
    }
}

/// The least time that is left for larger databases to be worth their build.
const TIME_FOR_LARGER: Duration = Duration::from_secs(4);

fn open(sources: &PdbSources, frame: &Frame, meter: &mut Meter<'_>) -> Result<Engine, StopReason> {
    let (pdbs, partition, source) = sources.open(frame, meter)?;
    Ok(Engine::Pdb(AnyPdbSearch::new(frame, pdbs), partition, source))
}

impl fmt::Debug for Engines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engines").field("sources", &self.sources).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use taquin_core::GoalKind;

    fn goal(kind: &str, size: &str) -> Goal {
        let kind: GoalKind = kind.parse().expect("a goal");
        kind.for_size(size.parse().expect("a size")).expect("it fits")
    }

    fn prepare(engines: &Engines, goal: &Goal, limits: &Limits) -> Result<(), StopReason> {
        engines.prepare(goal, limits, &mut ())
    }

    #[test]
    fn symmetric_goals_share_engines() {
        let engines = Engines::default();
        assert_eq!(prepare(&engines, &goal("blank-last", "3x4"), &Limits::default()), Ok(()));
        assert!(engines.is_ready(&goal("blank-first", "4x3")));
        assert!(!engines.is_ready(&goal("snail", "3x4")) && !engines.is_ready(&goal("blank-last", "3x5")));
    }

    #[test]
    fn the_engines_used_least_recently_are_forgotten() {
        let engines = Engines::default().with_max_bytes(1);
        let goals = ["2x3", "2x4", "3x3"].map(|size| goal("blank-last", size));
        for goal in &goals {
            assert_eq!(prepare(&engines, goal, &Limits::default()), Ok(()));
            assert!(engines.is_ready(goal));
        }
        assert!(!engines.is_ready(&goals[0]) && !engines.is_ready(&goals[1]));
    }

    /// Engines whose builds wait in a list until the test runs them.
    fn deferred(memory: usize) -> (Engines, Arc<Mutex<Vec<Build>>>, Arc<AtomicU32>) {
        let builds = Arc::new(Mutex::new(Vec::new()));
        let events = Arc::new(AtomicU32::new(0));
        let (list, count) = (Arc::clone(&builds), Arc::clone(&events));
        let observe = move |_: &Event<'_>| {
            count.fetch_add(1, Ordering::Relaxed);
        };
        (
            Engines::default().with_builder(16, memory, move |build| lock(&list).push(build), observe),
            builds,
            events,
        )
    }

    const BRIEFLY: Duration = Duration::from_millis(20);

    #[test]
    fn searches_wait_for_a_build_within_their_limits_and_their_memory_does_not_matter() {
        let (engines, builds, events) = deferred(256 << 20);
        let goal = goal("blank-last", "3x6");
        let brief = Limits { time: Some(BRIEFLY), memory: 0, ..Limits::default() };
        for _ in 0..2 {
            assert_eq!(prepare(&engines, &goal, &brief), Err(StopReason::Time));
        }
        assert_eq!(lock(&builds).len(), 1);
        let build = lock(&builds).pop().expect("one");
        let waiting = std::thread::scope(|scope| {
            let waiting =
                scope.spawn(|| prepare(&engines, &goal, &Limits { memory: 0, ..Limits::default() }));
            // The build is skipped unless a search waits.
            while Arc::strong_count(
                &engines.shared.cache.slot(&engines.key(&Frame::new(&goal).expect("small"))),
            ) < 4
            {
                std::thread::yield_now();
            }
            build();
            waiting.join().expect("no panic")
        });
        assert_eq!(waiting, Ok(()));
        assert!(engines.is_ready(&goal) && events.load(Ordering::Relaxed) > 0);
    }

    #[test]
    fn a_build_that_fails_or_never_runs_is_an_error_and_tried_again() {
        let (engines, builds, _) = deferred(1);
        let goal = goal("blank-last", "3x6");
        for outcome in 0..4 {
            let waiting = std::thread::scope(|scope| {
                let waiting = scope.spawn(|| prepare(&engines, &goal, &Limits::default()));
                let build = loop {
                    if let Some(build) = lock(&builds).pop() {
                        break build;
                    }
                    std::thread::yield_now();
                };
                if outcome % 2 == 0 {
                    build();
                } else {
                    drop(build);
                }
                waiting.join().expect("no panic")
            });
            assert_eq!(waiting, Err(StopReason::Memory));
        }
    }

    #[test]
    fn dropping_the_engines_cancels_a_build() {
        let (engines, builds, events) = deferred(256 << 20);
        let brief = Limits { time: Some(BRIEFLY), ..Limits::default() };
        assert_eq!(prepare(&engines, &goal("blank-last", "5x5"), &brief), Err(StopReason::Time));
        drop(engines);
        lock(&builds).pop().expect("one")();
        assert_eq!(events.load(Ordering::Relaxed), 0);
    }
}
