//! The tables that searches share.

use super::device::{Accelerator, Answer, DeviceError, Task};
use super::ida_star::Engine;
use super::observer::{Observer, Planned, Progress, TableOrigin};
use super::{End, Limits, Meter, Run, Solutions, Stats, StopReason, built_in};
use crate::board::{Board, Goal, Size};
use crate::heuristic::{Definition, Evaluator, Heuristic, Shape, WalkingTable};
use crate::table::{
    Frame, Large, Lookup, Partition, Small, Store, StoreError, Stored, Table, TableFault, build_in_memory,
};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, TryLockError};
use std::time::Duration;

/// Pattern databases and the tables of walking distance, made or opened when they are first needed. Clones share them,
/// and so can any number of solvers and threads.
///
/// For the 15-puzzle there are small tables in the program itself, ready at once; for other boards of up to 25 cells
/// small ones are built in memory, which takes a moment (5 s for 5×5). A [`Store`] can have larger ones, or the same ones for
/// next time.
#[derive(Clone, Default)]
pub struct Tables {
    store: Option<Store>,
    accelerator: Option<Arc<dyn Accelerator>>,
    /// Whether searches leave it to others to make pattern databases.
    only_prepared: bool,
    made: Arc<Mutex<Made>>,
}

/// Those that were needed so far.
#[derive(Default)]
struct Made {
    /// By size of the grid and home of the blank.
    engines: HashMap<(Size, usize), (AnyEngine, Planned)>,
    walking: HashMap<Shape, Arc<WalkingTable>>,
}

/// An engine for boards of a certain size.
#[derive(Clone)]
pub(crate) enum AnyEngine {
    Small(Arc<Engine<Small>>),
    Large(Arc<Engine<Large>>),
}

impl Tables {
    /// The most cells of a board that there are pattern databases for: 25, as many as 5×5 has.
    pub const MOST_CELLS: usize = Partition::MOST_CELLS;

    /// Whether there are tables for boards of a size, or can be.
    pub(crate) fn may_have(size: Size) -> bool {
        size.cells() <= Self::MOST_CELLS
    }

    /// Tables that are taken from a store where it has some, and made in memory where it has none. Nothing is added to the
    /// store; [`Store::build`] does that.
    pub fn of_store(store: Store) -> Self {
        Self { store: Some(store), ..Self::default() }
    }

    /// Lets a device search in place of the processor, for boards that it [takes](Accelerator::takes). Where it fails, the
    /// processor searches after all.
    #[must_use]
    pub fn accelerated(self, accelerator: Arc<dyn Accelerator>) -> Self {
        Self { accelerator: Some(accelerator), ..self }
    }

    /// The tables of the program itself, if searches use them rather than these.
    ///
    /// ```
    /// use taquin::{Partition, Tables};
    /// let built_in = Tables::instead_of(&"15:5-5-5".parse()?);
    /// assert_eq!(built_in.map(|tables| tables.to_string()).as_deref(), Some("15:6-6-3"));
    /// assert_eq!(Tables::instead_of(&"15:7-8".parse()?), None);
    /// # Ok::<(), taquin::PartitionError>(())
    /// ```
    pub fn instead_of(partition: &Partition) -> Option<Partition> {
        let own = built_in::partition().filter(|own| own.goal() == partition.goal())?;
        (own.patterns_in_all() >= partition.patterns_in_all()).then_some(own)
    }

    /// A clone for searches that are not to make pattern databases themselves: they wait, for as long as they may, until
    /// somebody has [prepared](Self::prepare) those of another clone.
    #[must_use]
    pub fn only_prepared(self) -> Self {
        Self { only_prepared: true, ..self }
    }

    /// Makes or opens the pattern databases for a goal, if that was not done yet. Beyond [`MOST_CELLS`](Self::MOST_CELLS)
    /// there are none to be made.
    ///
    /// ```
    /// use taquin::{Goal, Limits, Size, StopReason, Tables};
    /// let goal = Goal::blank_last(Size::square(3)?);
    /// let (tables, little) = (Tables::default(), Limits { memory: 0, ..Limits::default() });
    /// assert_eq!(tables.prepare(&goal, &little, &mut ()), Err(StopReason::Memory));
    /// assert_eq!(tables.prepare(&goal, &Limits::default(), &mut ()), Ok(()));
    /// assert_eq!(tables.prepare(&goal, &little, &mut ()), Ok(()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn prepare(
        &self,
        goal: &Goal,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<(), StopReason> {
        if goal.size().cells() > Self::MOST_CELLS {
            return Ok(());
        }
        self.make(&Frame::new(goal), &mut Meter::new(limits, observer)).map(drop)
    }

    /// The device that takes the boards of a frame, if there is one.
    fn device(&self, frame: &Frame) -> Option<&Arc<dyn Accelerator>> {
        self.accelerator.as_ref().filter(|device| device.takes(frame.size, frame.blank))
    }

    /// Whether there are tables for a frame without building any. Those that were built before do not count: what a search
    /// does is not to depend on what others did.
    pub(crate) fn are_at_hand(&self, frame: &Frame) -> bool {
        built_in::has_tables(frame)
            || self.store.as_ref().is_some_and(|store| !store.for_frame(frame).is_empty())
    }

    /// Solves a board that can be solved, by the device that takes it, or else by the processor.
    pub(crate) fn solve(&self, frame: &Frame, board: &Board, threads: usize, meter: &mut Meter<'_>) -> Run {
        if let Some(device) = self.device(frame) {
            meter.observer().planned(&Planned::Device { name: device.name() });
            match solve_by(device.as_ref(), frame, board, meter) {
                Ok(run) => return run,
                Err(error) => meter.observer().device_failed(&error),
            }
        }
        match self.engine(frame, meter) {
            Ok(engine) => engine.solve(frame, board, threads, meter),
            Err(reason) => Run::not_begun(reason),
        }
    }

    /// The processor's engine for a frame; makes or opens its tables if that was not done yet, or waits for others to.
    pub(crate) fn engine(&self, frame: &Frame, meter: &mut Meter<'_>) -> Result<AnyEngine, StopReason> {
        while self.only_prepared && !self.wait(meter)?.engines.contains_key(&(frame.size, frame.blank)) {
            pause(meter)?;
        }
        self.make(frame, meter)
    }

    fn make(&self, frame: &Frame, meter: &mut Meter<'_>) -> Result<AnyEngine, StopReason> {
        // Others that need tables wait here until these are made.
        let mut made = self.wait(meter)?;
        let (engine, planned) = match made.engines.entry((frame.size, frame.blank)) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => {
                let (tables, planned) = self.tables(frame, meter)?;
                place.insert((AnyEngine::new(frame, tables), planned))
            }
        };
        meter.observer().planned(planned);
        Ok(engine.clone())
    }

    /// Waits for what others make.
    fn wait(&self, meter: &mut Meter<'_>) -> Result<MutexGuard<'_, Made>, StopReason> {
        loop {
            match self.made.try_lock() {
                Ok(made) => return Ok(made),
                // A panic while building leaves nothing half made.
                Err(TryLockError::Poisoned(made)) => return Ok(made.into_inner()),
                Err(TryLockError::WouldBlock) => pause(meter)?,
            }
        }
    }

    /// The best tables at hand for a frame, or those that are built in a moment.
    fn tables(&self, frame: &Frame, meter: &mut Meter<'_>) -> Result<(Vec<Table>, Planned), StopReason> {
        let built_in = built_in::tables(frame);
        if let Some(store) = &self.store {
            let least = built_in.as_ref().map_or(0, |(partition, _)| partition.patterns_in_all());
            let is_better = |stored: &Stored| stored.partition.patterns_in_all() > least;
            for Stored { partition, path, .. } in store.for_frame(frame).into_iter().filter(is_better) {
                if let Some(tables) = open_or_rebuild(store, &partition, meter)? {
                    return Ok((tables, Planned::Tables { partition, origin: TableOrigin::File(path) }));
                }
            }
        }
        if let Some((partition, tables)) = built_in {
            return Ok((tables, Planned::Tables { partition, origin: TableOrigin::Program }));
        }
        let partition = Partition::quick(frame);
        meter.afford(partition.bytes() as usize + partition.bytes_to_build())?;
        let guard = meter.guard();
        let mut watch = |progress| meter.observer().building(&partition, progress);
        let tables = build_in_memory(&partition, &|| guard.interrupted(), &mut watch)?;
        Ok((tables, Planned::Tables { partition, origin: TableOrigin::Built }))
    }

    /// A heuristic's estimate for boards with that goal, as [`Heuristic::evaluator`] has it, with tables that are shared:
    /// walking distance need not make its own each time. `None` if the heuristic does not
    /// [support](Heuristic::supports) their size.
    ///
    /// ```
    /// use taquin::{Board, Goal, Heuristic, Tables};
    /// let board: Board = "8 6 7/2 5 4/3 0 1".parse()?;
    /// let goal = Goal::blank_last(board.size());
    /// let tables = Tables::default();
    /// let estimate = |heuristic| tables.evaluator(heuristic, &goal).map(|e| e.estimate(&board));
    /// assert_eq!(estimate(Heuristic::WalkingDistance), Some(25));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn evaluator(&self, heuristic: Heuristic, goal: &Goal) -> Option<Evaluator> {
        let limits = Limits::default();
        let mut nobody = ();
        let mut meter = Meter::new(&limits, &mut nobody);
        heuristic.evaluator_with(goal, &mut |shape| self.walking_table(shape, &mut meter))
    }

    /// A heuristic for a goal whose size it supports; makes its tables if there are none yet.
    pub(crate) fn heuristic<D: Definition>(
        &self,
        goal: &Goal,
        meter: &mut Meter<'_>,
    ) -> Result<D, StopReason> {
        D::new(goal, &mut |shape| self.walking_table(shape, meter))
    }

    fn walking_table(&self, shape: Shape, meter: &mut Meter<'_>) -> Result<Arc<WalkingTable>, StopReason> {
        match self.wait(meter)?.walking.entry(shape) {
            Entry::Occupied(known) => Ok(Arc::clone(known.get())),
            Entry::Vacant(place) => {
                let check = |bytes: usize| meter.afford(bytes).and_then(|()| meter.interrupted());
                Ok(Arc::clone(place.insert(Arc::new(WalkingTable::build(shape, &check)?))))
            }
        }
    }
}

/// Waits a little.
fn pause(meter: &mut Meter<'_>) -> Result<(), StopReason> {
    // Whoever watches wants to see that time passes.
    meter.poll(Progress::default())?;
    std::thread::sleep(Duration::from_millis(1));
    Ok(())
}

/// Has a device solve a board.
fn solve_by(
    device: &dyn Accelerator,
    frame: &Frame,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Result<Run, DeviceError> {
    let task = Task { size: frame.size, blank: frame.blank, tiles: frame.see(board) };
    let Answer { end, lower_bound, mut stats } =
        device.solve(&task, &mut |progress| meter.poll(*progress))?;
    stats.time = meter.elapsed();
    let end = match end {
        Ok(cells) => End::Goal(frame.moves(&cells)),
        Err(reason) => End::Stopped(reason),
    };
    Ok(Run { end, lower_bound, stats })
}

/// Opens tables of a store; damaged ones are built again, if they can be.
fn open_or_rebuild(
    store: &Store,
    partition: &Partition,
    meter: &mut Meter<'_>,
) -> Result<Option<Vec<Table>>, StopReason> {
    let guard = meter.guard();
    let fault = match store.open(partition, &|| guard.interrupted())? {
        Ok(tables) => return Ok(tables),
        Err(fault) => fault,
    };
    meter.observer().damaged(&store.path(partition), &fault);
    // The tables of another version are another version's business.
    let is_foreign = matches!(fault, TableFault::Version(_));
    if is_foreign || meter.afford(partition.bytes_to_build()).is_err() {
        return Ok(None);
    }
    let mut watch = |progress| meter.observer().building(partition, progress);
    match store.build(partition, &|| guard.interrupted(), &mut watch) {
        Ok(_) => Ok(store.open(partition, &|| guard.interrupted())?.ok().flatten()),
        Err(StoreError::Stopped(reason)) => Err(reason),
        // The folder can't be written, which is no reason not to solve the board.
        Err(StoreError::Write { .. }) => Ok(None),
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").field("store", &self.store).finish_non_exhaustive()
    }
}

impl AnyEngine {
    fn new(frame: &Frame, tables: Vec<Table>) -> Self {
        if frame.size.cells() <= Small::CELLS {
            Self::Small(Arc::new(Engine::new(frame, tables)))
        } else {
            Self::Large(Arc::new(Engine::new(frame, tables)))
        }
    }

    pub(crate) fn every(
        &self,
        frame: &Frame,
        board: &Board,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Solutions, (StopReason, u32)> {
        match self {
            Self::Small(engine) => engine.every(frame, board, threads, stats, meter),
            Self::Large(engine) => engine.every(frame, board, threads, stats, meter),
        }
    }

    pub(crate) fn solve(&self, frame: &Frame, board: &Board, threads: usize, meter: &mut Meter<'_>) -> Run {
        match self {
            Self::Small(engine) => engine.solve(frame, board, threads, meter),
            Self::Large(engine) => engine.solve(frame, board, threads, meter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn searches_wait_for_what_others_prepare() {
        let goal = Goal::blank_last(Size::square(3).expect("in range"));
        let (frame, mut nobody) = (Frame::new(&goal), ());
        let tables = Tables::default().only_prepared();
        let limits = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
        let mut engine = || tables.engine(&frame, &mut Meter::new(&limits, &mut nobody)).map(drop);
        assert_eq!(engine(), Err(StopReason::Time));
        assert_eq!(tables.prepare(&goal, &Limits::default(), &mut ()), Ok(()));
        assert_eq!(engine(), Ok(()));
        let large = Goal::blank_last(Size::square(6).expect("in range"));
        assert_eq!(tables.prepare(&large, &Limits::default(), &mut ()), Ok(()));
    }
}
