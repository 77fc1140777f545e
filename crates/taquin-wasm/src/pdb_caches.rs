//! The pattern databases that requests share, bounded in number so that memory stays flat.

use taquin::pdb::PdbCache;
use taquin::{Goal, Size};

/// Boards of up to this many cells have small databases.
const MAX_SMALL_CELLS: usize = 16;

/// The numbers of caches that are kept, for boards with small databases and for others, which take up to 100 MB.
const MAX_SMALL: usize = 8;
const MAX_LARGE: usize = 1;

/// Caches by size and home of the blank, the last used first.
#[derive(Default)]
pub(crate) struct PdbCaches {
    small: Vec<(Key, PdbCache)>,
    large: Vec<(Key, PdbCache)>,
}

type Key = (Size, usize);

impl PdbCaches {
    /// Returns the cache for a goal.
    pub(crate) fn get(&mut self, goal: &Goal) -> PdbCache {
        let is_small = goal.size().cells() <= MAX_SMALL_CELLS;
        let (caches, max) =
            if is_small { (&mut self.small, MAX_SMALL) } else { (&mut self.large, MAX_LARGE) };
        let key = (goal.size(), goal.blank());
        let known = caches.iter().position(|(other, _)| *other == key);
        let entry = known.map_or_else(|| (key, PdbCache::default()), |index| caches.remove(index));
        let cache = entry.1.clone();
        caches.insert(0, entry);
        caches.truncate(max);
        cache
    }

    /// Returns the tables that heuristics use for a goal. On large boards they use none.
    pub(crate) fn heuristic_tables(&mut self, goal: &Goal) -> PdbCache {
        if goal.size().cells() <= MAX_SMALL_CELLS { self.get(goal) } else { PdbCache::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_cache_is_dropped() {
        let goal = |rows, cols| Goal::blank_last(Size::new(rows, cols).expect("in range"));
        let mut caches = PdbCaches::default();
        for cols in 5..=7 {
            caches.get(&goal(4, cols));
        }
        assert_eq!(caches.large.len(), MAX_LARGE);
        for (rows, cols) in (2..=4).flat_map(|rows| (2..=4).map(move |cols| (rows, cols))) {
            caches.get(&goal(rows, cols));
            caches.get(&goal(4, 3));
        }
        assert_eq!(caches.small.len(), MAX_SMALL);
        assert!(caches.small.iter().any(|((size, _), _)| (size.rows(), size.cols()) == (4, 3)));
    }
}
