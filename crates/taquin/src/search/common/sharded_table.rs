//! A hash table that grows a little at a time.
//!
//! A table of many millions of entries takes seconds to double, and needs three times its memory meanwhile. Here the
//! entries are distributed over many small tables by their hash, and each grows on its own, in milliseconds.

use hashbrown::HashTable;

pub(in crate::search) struct ShardedTable<T> {
    shards: Vec<HashTable<T>>,
    length: usize,
    bytes: usize,
    /// The size of the largest shard, in bytes.
    largest: usize,
}

const SHARDS: usize = 1 << 8;

impl<T> ShardedTable<T> {
    pub(in crate::search) fn new() -> Self {
        let shards: Vec<HashTable<T>> = (0..SHARDS).map(|_| HashTable::new()).collect();
        let bytes = shards.capacity() * size_of::<HashTable<T>>();
        Self { shards, length: 0, bytes, largest: 0 }
    }

    pub(in crate::search) fn len(&self) -> usize {
        self.length
    }

    pub(in crate::search) fn find(&self, hash: u64, is_match: impl FnMut(&T) -> bool) -> Option<&T> {
        self.shards[shard(hash)].find(hash, is_match)
    }

    pub(in crate::search) fn find_mut(
        &mut self,
        hash: u64,
        is_match: impl FnMut(&T) -> bool,
    ) -> Option<&mut T> {
        self.shards[shard(hash)].find_mut(hash, is_match)
    }

    /// Inserts an entry that the table does not have. `hash_of` returns the hash of any entry.
    pub(in crate::search) fn insert(&mut self, hash: u64, entry: T, hash_of: impl Fn(&T) -> u64) {
        let shard = &mut self.shards[shard(hash)];
        let before = shard.allocation_size();
        shard.insert_unique(hash, entry, hash_of);
        let after = shard.allocation_size();
        self.bytes += after - before;
        self.largest = self.largest.max(after);
        self.length += 1;
    }

    /// Returns the memory in use, in bytes.
    pub(in crate::search) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Returns an upper bound on the additional bytes that the next four insertions may allocate. While a shard
    /// doubles, both copies exist.
    pub(in crate::search) fn growth(&self) -> usize {
        4 * (2 * self.largest + 256 * size_of::<T>())
    }
}

/// Returns the shard of a hash. Within a shard, hashbrown uses the lowest and the highest bits.
fn shard(hash: u64) -> usize {
    (hash >> 40) as usize % SHARDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hash::mix;

    #[test]
    fn entries_are_found_and_memory_is_bounded() {
        let mut table = ShardedTable::new();
        for number in 0..50_000_u64 {
            let bound = table.bytes() + table.growth();
            table.insert(mix(number), number, |&number| mix(number));
            assert!(table.bytes() <= bound);
        }
        assert_eq!(table.len(), 50_000);
        assert!((0..50_000).all(|number| table.find(mix(number), |&entry| entry == number).is_some()));
        assert!(table.find(mix(50_000), |&entry| entry == 50_000).is_none());
        assert!(table.find_mut(mix(7), |&entry| entry == 7).is_some());
    }
}
