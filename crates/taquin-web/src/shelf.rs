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
//! **Building** takes more memory than a search may have otherwise. One search at a time is granted it ([`Grant`]), if it has
//! time enough; it builds the tables while it looks for solutions, and whoever comes after it finds them made. Searches
//! without tables have solutions too, but no better bound than that of linear conflict.
//!
//! **The disk.** Tables of the [`Store`] are used if they were there when the server started, and never written.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use taquin::{Goal, Size, Store, Tables};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Boards of up to so many cells have small tables.
pub(crate) const SMALL: usize = 16;

/// How many of the others are kept.
const MOST_LARGE: usize = 4;

/// The memory of a search that builds tables of a 5×5 board. Half of it is for that.
const TO_BUILD: usize = 512 << 20;

/// With less time than this, building them is not begun.
const TIME_TO_BUILD: Duration = Duration::from_secs(3);

/// All tables that are kept.
pub(crate) struct Shelf {
    store: Option<Store>,
    /// The sizes that the store has tables for.
    stored: Vec<Size>,
    small: Mutex<Vec<(Place, Shelved)>>,
    large: Mutex<Vec<(Place, Shelved)>>,
    grants: Arc<Semaphore>,
}

/// Tables, and whether they are made.
#[derive(Clone)]
pub(crate) struct Shelved {
    pub(crate) tables: Tables,
    is_made: Arc<AtomicBool>,
}

/// The memory for a search, and the right to it.
pub(crate) struct Grant {
    pub(crate) memory: usize,
    _right: Option<OwnedSemaphorePermit>,
}

impl Shelved {
    fn new(tables: Tables) -> Self {
        Self { tables, is_made: Arc::default() }
    }

    /// Notes that they are made.
    pub(crate) fn are_made(&self) {
        self.is_made.store(true, Ordering::Relaxed);
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
            grants: Arc::new(Semaphore::new(1)),
        }
    }

    /// The tables for a goal.
    pub(crate) fn tables(&self, goal: &Goal) -> Shelved {
        let cells = goal.size().cells();
        if cells > Tables::MOST_CELLS {
            return Shelved::new(Tables::default());
        }
        let (boards, most) =
            if cells <= SMALL { (&self.small, usize::MAX) } else { (&self.large, MOST_LARGE) };
        let mut known = boards.lock().unwrap_or_else(PoisonError::into_inner);
        let place = Place::of(goal);
        let found = known.iter().position(|(other, _)| *other == place);
        let (_, shelved) = match found {
            Some(index) => known.remove(index),
            None => (place, Shelved::new(self.make(goal.size()))),
        };
        // The one used last is first, and the one at the end goes.
        known.insert(0, (place, shelved.clone()));
        known.truncate(most);
        shelved
    }

    fn make(&self, size: Size) -> Tables {
        let turned = |stored: &Size| (stored.rows(), stored.cols()) == (size.cols(), size.rows());
        let has_some = self.stored.iter().any(|stored| *stored == size || turned(stored));
        match &self.store {
            Some(store) if has_some => Tables::of_store(store.clone()),
            _ => Tables::default(),
        }
    }

    /// The memory for a search of some time, given what it may have otherwise.
    pub(crate) fn grant(&self, shelved: &Shelved, goal: &Goal, time: Duration, memory: usize) -> Grant {
        let is_large = (SMALL + 1..=Tables::MOST_CELLS).contains(&goal.size().cells());
        let is_made = shelved.is_made.load(Ordering::Relaxed);
        if !is_large || is_made || time < TIME_TO_BUILD {
            return Grant { memory, _right: None };
        }
        match Arc::clone(&self.grants).try_acquire_owned() {
            Ok(right) => Grant { memory: memory.max(TO_BUILD), _right: Some(right) },
            Err(_) => Grant { memory, _right: None },
        }
    }
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
        shelf.tables(&goal("blank-last", sizes[0])).are_made();
        let is_made = |size: &str| {
            let shelved = shelf.tables(&goal("blank-last", size));
            shelved.is_made.load(Ordering::Relaxed)
        };
        assert!(sizes[1..4].iter().all(|size| !is_made(size)) && is_made(sizes[0]));
        assert!(!is_made(sizes[4]) && is_made(sizes[0]));
        assert!(sizes[1..].iter().all(|size| !is_made(size)) && !is_made(sizes[0]));
        assert_eq!(shelf.large.lock().expect("no panic").len(), MOST_LARGE);
    }

    #[test]
    fn one_search_at_a_time_builds() {
        let (shelf, goal) = (Shelf::new(None), goal("snail", "5x5"));
        let (shelved, time) = (shelf.tables(&goal), Duration::from_secs(10));
        let memory = |time| {
            let grant = shelf.grant(&shelved, &goal, time, 1);
            (grant.memory, grant)
        };
        assert_eq!(memory(Duration::from_secs(1)).0, 1);
        let (first, right) = memory(time);
        assert_eq!((first, memory(time).0), (TO_BUILD, 1));
        drop(right);
        assert_eq!(memory(time).0, TO_BUILD);
        shelved.are_made();
        assert_eq!(memory(time).0, 1);
    }
}
