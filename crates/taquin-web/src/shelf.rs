//! The tables that searches use, kept between requests.
//!
//! The library's [`Tables`] are made when they are first needed, and whoever needs some while others are being made waits.
//! A server must not let a small board wait for the tables of a large one; nor may it keep all the tables that anybody ever
//! asked for. So there are many `Tables`, each for boards that have much in common:
//!
//! - Boards of up to 16 cells: one for each size. There are eleven sizes, not counting turned ones, and their tables
//!   are small: some hundred kilobytes. (Those of walking distance take more: twenty megabytes for each line that the blank
//!   can be at home in, on 2×6 and 3×5.)
//! - Boards of up to 25 cells: one for each size and place of the blank in the goal. Such tables take seconds to build and
//!   up to a hundred megabytes, so the last few that were used are kept.
//!
//! **Building** the latter takes more memory than a search may have, and more time than its client may stay. So no search
//! does it: it asks for it ([`Shelf::prepare`]), looks for solutions meanwhile, and its proof waits. A thread of the shelf's
//! builds, one at a time, whether or not somebody still waits for it. It gives way to others, as long searches do.
//!
//! **The disk.** Tables of the [`Store`] are used if they were there when the server started, and never written.

use crate::error::ApiError;
use crate::searches::Cancel;
use crate::workers::give_way;
use serde::Serialize;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::Duration;
use taquin::{
    BuildProgress, Goal, Limits, Observer, Partition, Size, StopFlag, StopReason, Store, TableFault, Tables,
};

/// Boards of up to so many cells have small tables.
pub(crate) const SMALL: usize = 16;

/// How many of the others are kept.
const MOST_LARGE: usize = 4;

/// The memory for building the tables of a 5×5 board.
const TO_BUILD: usize = 256 << 20;

/// Between two looks at how far tables are.
const PAUSE: Duration = Duration::from_millis(20);

/// All tables that are kept.
pub(crate) struct Shelf {
    store: Option<Store>,
    /// The sizes that the store has tables for.
    stored: Vec<Size>,
    small: Mutex<Vec<(Place, Shelved)>>,
    large: Mutex<Vec<(Place, Shelved)>>,
    /// The right to build.
    right: Arc<Mutex<()>>,
    stop: StopFlag,
}

/// Tables, and how far they are. Clones share both.
#[derive(Clone)]
pub(crate) struct Shelved {
    pub(crate) tables: Tables,
    stage: Arc<Mutex<Stage>>,
}

/// How far tables are.
enum Stage {
    /// Nobody needed them yet, or making them failed.
    NotBegun,
    /// They are to be opened or built, and there is nothing to tell yet.
    Begun,
    Building(Building),
    /// A search may use them; small ones it makes itself.
    Ready,
}

/// Tables that are being built, as events tell it.
#[derive(Clone, Serialize)]
pub(crate) struct Building {
    tables: String,
    thousandths: u64,
}

impl Shelved {
    fn new(tables: Tables, stage: Stage) -> Self {
        Self { tables, stage: Arc::new(Mutex::new(stage)) }
    }

    /// How far they are, while they are being built.
    pub(crate) fn building(&self) -> Option<Building> {
        match &*stage(&self.stage) {
            Stage::Building(building) => Some(building.clone()),
            _ => None,
        }
    }

    /// Waits until they are ready, or will not be, or nobody wants them any more; tells meanwhile how far they are.
    pub(crate) fn wait(&self, cancel: &Cancel, tell: impl Fn(&Building)) -> Result<(), ApiError> {
        loop {
            match &*stage(&self.stage) {
                Stage::Ready => return Ok(()),
                Stage::NotBegun => return Err(ApiError::defect("nobody makes them", "tables are missing")),
                Stage::Building(building) => tell(building),
                Stage::Begun => {}
            }
            if cancel.is_raised() {
                return Ok(());
            }
            std::thread::sleep(PAUSE);
        }
    }
}

impl Shelf {
    /// An empty shelf, with what a store has.
    pub(crate) fn new(store: Option<Store>) -> Self {
        let store = store.map(Store::read_only);
        let listed = store.as_ref().and_then(|store| store.list().ok()).unwrap_or_default();
        Self {
            store,
            stored: listed.iter().map(|stored| stored.partition.size()).collect(),
            small: Mutex::default(),
            large: Mutex::default(),
            right: Arc::default(),
            stop: StopFlag::default(),
        }
    }

    /// The tables for a goal. Those of a large board have to be [prepared](Self::prepare) before they are of use.
    pub(crate) fn tables(&self, goal: &Goal) -> Shelved {
        if goal.size().cells() > Tables::MOST_CELLS {
            return Shelved::new(Tables::default(), Stage::Ready);
        }
        let (boards, most) =
            if is_large(goal) { (&self.large, MOST_LARGE) } else { (&self.small, usize::MAX) };
        let mut known = boards.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Place::of(goal);
        let found = known.iter().position(|(other, _)| *other == place);
        let (_, shelved) = match found {
            Some(index) => known.remove(index),
            None => (place, self.empty(goal)),
        };
        // The one used last is first, and the one at the end goes.
        known.insert(0, (place, shelved.clone()));
        known.truncate(most);
        shelved
    }

    /// The tables that heuristics take for a goal. Those of larger boards take none, and to ask for them would push out those
    /// that others have had built.
    pub(crate) fn for_estimates(&self, goal: &Goal) -> Tables {
        if goal.size().cells() <= SMALL { self.tables(goal).tables } else { Tables::default() }
    }

    fn empty(&self, goal: &Goal) -> Shelved {
        let tables = match &self.store {
            Some(store) if self.has_stored(goal.size()) => Tables::of_store(store.clone()),
            _ => Tables::default(),
        };
        if is_large(goal) {
            Shelved::new(tables.only_prepared(), Stage::NotBegun)
        } else {
            Shelved::new(tables, Stage::Ready)
        }
    }

    /// Whether there may be tables on the disk.
    fn has_stored(&self, size: Size) -> bool {
        let turned = |stored: &Size| (stored.rows(), stored.cols()) == (size.cols(), size.rows());
        self.stored.iter().any(|stored| *stored == size || turned(stored))
    }

    /// The tables for a search of a moment: that is no reason to build any for seconds, but those on the disk are opened.
    pub(crate) fn for_a_moment(&self, goal: &Goal) -> Shelved {
        if self.has_stored(goal.size()) { self.prepare(goal) } else { self.tables(goal) }
    }

    /// The tables for a goal; has somebody open or build them, if that is needed and nobody does yet.
    pub(crate) fn prepare(&self, goal: &Goal) -> Shelved {
        let shelved = self.tables(goal);
        self.begin(&shelved, goal);
        shelved
    }

    fn begin(&self, shelved: &Shelved, goal: &Goal) {
        match &mut *stage(&shelved.stage) {
            stage @ Stage::NotBegun => *stage = Stage::Begun,
            _ => return,
        }
        let builder = Builder {
            tables: shelved.tables.clone(),
            goal: goal.clone(),
            stage: Arc::downgrade(&shelved.stage),
            right: Arc::clone(&self.right),
            stop: self.stop.clone(),
        };
        let thread = std::thread::Builder::new().name("tables".to_owned());
        if let Err(error) = thread.spawn(move || builder.make()) {
            tracing::error!(%error, "there is no thread to build tables");
        }
    }
}

/// Ends what is being built.
impl Drop for Shelf {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// Somebody who opens or builds tables.
struct Builder {
    tables: Tables,
    goal: Goal,
    /// Gone if the shelf has let go of the tables and no search waits for them.
    stage: Weak<Mutex<Stage>>,
    right: Arc<Mutex<()>>,
    stop: StopFlag,
}

impl Builder {
    fn make(mut self) {
        give_way();
        // Those on the disk need neither memory nor the right to build.
        let mut made = self.prepare(0);
        if made == Err(StopReason::Memory) {
            let right = Arc::clone(&self.right);
            let _right = right.lock().unwrap_or_else(PoisonError::into_inner);
            if self.stage.strong_count() == 0 {
                return;
            }
            made = self.prepare(TO_BUILD);
        }
        if let Err(reason @ StopReason::Memory) = made {
            tracing::error!(%reason, "tables were not built");
        }
    }

    fn prepare(&mut self, memory: usize) -> Result<(), StopReason> {
        let (tables, goal) = (self.tables.clone(), self.goal.clone());
        let limits = Limits { memory, stop: self.stop.clone(), ..Limits::default() };
        let made = tables.prepare(&goal, &limits, self);
        if made.is_ok() {
            self.reach(Stage::Ready);
        }
        made
    }

    fn reach(&self, reached: Stage) {
        if let Some(known) = self.stage.upgrade() {
            *stage(&known) = reached;
        }
    }
}

/// However it ends, if it began at all: if nothing came of it, others may try.
impl Drop for Builder {
    fn drop(&mut self) {
        if let Some(known) = self.stage.upgrade() {
            let mut stage = stage(&known);
            if !matches!(*stage, Stage::Ready) {
                *stage = Stage::NotBegun;
            }
        }
    }
}

impl Observer for Builder {
    fn building(&mut self, partition: &Partition, progress: BuildProgress) {
        let thousandths = progress.reached.saturating_mul(1000) / progress.all.max(1);
        self.reach(Stage::Building(Building { tables: partition.to_string(), thousandths }));
    }

    fn damaged(&mut self, path: &Path, fault: &TableFault) {
        damaged(path, fault);
    }
}

/// Tells of a file that is not what it should be: the one who runs the server alone, for clients learn nothing of the machine.
pub(crate) fn damaged(path: &Path, fault: &TableFault) {
    tracing::warn!(path = %path.display(), %fault, "tables are not used");
}

fn is_large(goal: &Goal) -> bool {
    (SMALL + 1..=Tables::MOST_CELLS).contains(&goal.size().cells())
}

fn stage(stage: &Mutex<Stage>) -> MutexGuard<'_, Stage> {
    stage.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What boards have in common that share tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Place {
    /// The sides, the shorter one first.
    sides: (usize, usize),
    /// Where the blank is at home, as near to a corner as turning can bring it; of no account on small boards.
    blank: (usize, usize),
}

impl Place {
    fn of(goal: &Goal) -> Self {
        let size = goal.size();
        let (rows, cols) = (size.rows(), size.cols());
        let sides = (rows.min(cols), rows.max(cols));
        if size.cells() <= SMALL {
            return Self { sides, blank: (0, 0) };
        }
        let (row, col) = size.place(goal.home(0));
        let (row, col) = (row.min(rows - 1 - row), col.min(cols - 1 - col));
        let is_turned = rows > cols || rows == cols && row > col;
        Self { sides, blank: if is_turned { (col, row) } else { (row, col) } }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goal(kind: &str, size: &str) -> Goal {
        let kind: taquin::GoalKind = kind.parse().expect("a goal");
        kind.for_size(size.parse().expect("a size")).expect("it fits")
    }

    fn is_ready(shelved: &Shelved) -> bool {
        matches!(*stage(&shelved.stage), Stage::Ready)
    }

    #[test]
    fn goals_that_are_turned_into_each_other_share_tables() {
        let place = |kind, size| Place::of(&goal(kind, size));
        assert_eq!(place("blank-last", "5x5"), place("blank-first", "5x5"));
        assert_eq!(place("blank-last", "4x6"), place("blank-first", "6x4"));
        assert_ne!(place("blank-last", "5x5"), place("snail", "5x5"));
        assert_eq!(place("blank-last", "3x3"), place("ring", "3x3"));
        assert_ne!(place("blank-last", "3x4"), place("blank-last", "3x5"));
    }

    #[test]
    fn the_tables_used_last_are_kept() {
        let shelf = Shelf::new(None);
        let sizes = ["3x6", "3x7", "3x8", "4x5", "4x6"];
        *stage(&shelf.tables(&goal("blank-last", sizes[0])).stage) = Stage::Ready;
        let is_ready = |size: &str| is_ready(&shelf.tables(&goal("blank-last", size)));
        assert!(sizes[1..4].iter().all(|size| !is_ready(size)) && is_ready(sizes[0]));
        assert!(!is_ready(sizes[4]) && is_ready(sizes[0]));
        assert!(sizes[1..].iter().all(|size| !is_ready(size)) && !is_ready(sizes[0]));
        assert_eq!(shelf.large.lock().expect("no panic").len(), MOST_LARGE);
        assert!(is_ready("4x4") && is_ready("6x6"));
    }

    #[test]
    fn large_tables_are_built_one_after_the_other() {
        let (shelf, cancel) = (Shelf::new(None), Cancel::default());
        let right = shelf.right.lock().expect("free");
        let (first, second) =
            (shelf.prepare(&goal("blank-last", "3x7")), shelf.prepare(&goal("blank-last", "4x5")));
        assert!(!is_ready(&first) && !is_ready(&second));
        drop(right);
        for shelved in [first, second] {
            shelved.wait(&cancel, |_| ()).expect("they are made");
            assert!(is_ready(&shelved) && shelved.building().is_none());
        }
        assert!(is_ready(&shelf.prepare(&goal("blank-first", "5x4"))));
    }

    #[test]
    fn what_nobody_wants_any_more_is_not_built() {
        let shelf = Shelf::new(None);
        let right = shelf.right.lock().expect("free");
        let tables = shelf.prepare(&goal("blank-last", "5x5")).tables;
        for size in ["3x6", "3x7", "3x8", "4x5"] {
            shelf.tables(&goal("blank-last", size));
        }
        drop(right);
        while Arc::strong_count(&shelf.right) > 1 {
            std::thread::yield_now();
        }
        let little = Limits { memory: 0, ..Limits::default() };
        assert_eq!(tables.prepare(&goal("blank-last", "5x5"), &little, &mut ()), Err(StopReason::Memory));
    }

    #[test]
    fn building_ends_with_the_shelf() {
        let shelf = Shelf::new(None);
        let shelved = shelf.prepare(&goal("snail", "5x5"));
        while shelved.building().is_none() {
            std::thread::yield_now();
        }
        let cancel = Cancel::default();
        cancel.raise();
        shelved.wait(&cancel, |_| ()).expect("they may still be made");
        drop(shelf);
        assert!(shelved.wait(&Cancel::default(), |_| ()).is_err());
    }
}
