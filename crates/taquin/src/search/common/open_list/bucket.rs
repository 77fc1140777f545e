//! OPEN as buckets with lazy deletion: a stack of nodes for each key. A removed node leaves a stale entry.
//!
//! A bucket is found by two small numbers: f relative to the first f, and g = f − h. Both stay small on
//! boards of any size. For equal f, larger g means smaller h, so the first node is in the last bucket of the
//! first row.

use super::{NodeId, OpenKey, OpenList};

#[derive(Default)]
pub(in crate::search) struct BucketList {
    /// The f of row 0.
    base: u32,
    /// The buckets of each f.
    rows: Vec<BucketRow>,
    /// All rows before this one are empty.
    first: usize,
    /// The total capacity of all buckets.
    capacity: usize,
    /// The capacity of the largest bucket so far.
    largest: usize,
}

#[derive(Default)]
struct BucketRow {
    /// The buckets, indexed by g.
    stacks: Vec<Vec<NodeId>>,
    /// All buckets after this one are empty.
    last: usize,
    entries: usize,
}

impl BucketList {
    /// Returns the index of the row of an f, adding rows if needed.
    fn row(&mut self, cost: u32) -> usize {
        if self.rows.is_empty() {
            self.base = cost;
        } else if cost < self.base {
            // Only possible with an inconsistent heuristic.
            let before = std::iter::repeat_with(BucketRow::default).take((self.base - cost) as usize);
            self.rows.splice(0..0, before);
            self.base = cost;
        }
        let row = (cost - self.base) as usize;
        if row >= self.rows.len() {
            self.rows.resize_with(row + 1, BucketRow::default);
        }
        row
    }
}

impl OpenList for BucketList {
    fn insert(&mut self, id: NodeId, key: OpenKey) {
        let index = self.row(key.cost);
        self.first = self.first.min(index);
        let row = &mut self.rows[index];
        let moves = (key.cost - key.estimate) as usize;
        if moves >= row.stacks.len() {
            row.stacks.resize_with(moves + 1, Vec::new);
        }
        row.last = row.last.max(moves);
        row.entries += 1;
        let stack = &mut row.stacks[moves];
        self.capacity -= stack.capacity();
        stack.push(id);
        self.capacity += stack.capacity();
        self.largest = self.largest.max(stack.capacity());
    }

    fn remove(&mut self, _id: NodeId, _key: OpenKey) {}

    fn pop(&mut self) -> Option<(NodeId, OpenKey)> {
        while self.rows.get(self.first)?.entries == 0 {
            let empty = std::mem::take(&mut self.rows[self.first]);
            self.capacity -= empty.stacks.iter().map(Vec::capacity).sum::<usize>();
            self.first += 1;
        }
        let row = &mut self.rows[self.first];
        row.entries -= 1;
        loop {
            if let Some(id) = row.stacks[row.last].pop() {
                let cost = self.base + self.first as u32;
                return Some((id, OpenKey { cost, estimate: cost - row.last as u32 }));
            }
            row.last -= 1;
        }
    }

    fn bytes(&self) -> usize {
        self.capacity * size_of::<NodeId>()
    }

    fn growth(&self) -> usize {
        self.largest * size_of::<NodeId>()
    }
}
