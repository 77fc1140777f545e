//! OPEN as a stack for each key. A removed entry stays and is passed over when it comes up.
//!
//! The stacks are found by two small numbers: how far the cost is above the first one, and the moves made, which is the
//! cost less the estimate. Both stay small on boards of any size, and more moves made means a smaller estimate at the
//! same cost, so the first node is on the last stack of the first row.

use super::{Key, NodeId, OpenList};

#[derive(Default)]
pub(in crate::search) struct Bucket {
    /// The cost of row 0.
    base: u32,
    /// The stacks of each cost.
    rows: Vec<Row>,
    /// No row before this one holds anything.
    first: usize,
    /// Of all stacks together.
    capacity: usize,
    /// Of the largest stack so far.
    largest: usize,
}

#[derive(Default)]
struct Row {
    /// By moves made.
    stacks: Vec<Vec<NodeId>>,
    /// No stack after this one holds anything.
    last: usize,
    entries: usize,
}

impl Bucket {
    /// The row of a cost; makes it if need be.
    fn row(&mut self, cost: u32) -> usize {
        if self.rows.is_empty() {
            self.base = cost;
        } else if cost < self.base {
            // Only estimates that are not consistent get here.
            let before = std::iter::repeat_with(Row::default).take((self.base - cost) as usize);
            self.rows.splice(0..0, before);
            self.base = cost;
        }
        let row = (cost - self.base) as usize;
        if row >= self.rows.len() {
            self.rows.resize_with(row + 1, Row::default);
        }
        row
    }
}

impl OpenList for Bucket {
    fn insert(&mut self, id: NodeId, key: Key) {
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

    fn remove(&mut self, _id: NodeId, _key: Key) {}

    fn pop(&mut self) -> Option<(NodeId, Key)> {
        while self.rows.get(self.first)?.entries == 0 {
            let done = std::mem::take(&mut self.rows[self.first]);
            self.capacity -= done.stacks.iter().map(Vec::capacity).sum::<usize>();
            self.first += 1;
        }
        let row = &mut self.rows[self.first];
        row.entries -= 1;
        loop {
            if let Some(id) = row.stacks[row.last].pop() {
                let cost = self.base + self.first as u32;
                return Some((id, Key { cost, estimate: cost - row.last as u32 }));
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
