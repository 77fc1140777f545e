//! OPEN as a binary heap. A removed entry stays and is passed over when it comes up.

use super::{Key, NodeId, OpenList};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Default)]
pub(in crate::search) struct Heap {
    entries: BinaryHeap<Reverse<Entry>>,
    insertions: u64,
}

/// Key, how new (newer is smaller), and the node.
type Entry = (Key, Reverse<u64>, NodeId);

impl OpenList for Heap {
    fn insert(&mut self, id: NodeId, key: Key) {
        self.insertions += 1;
        self.entries.push(Reverse((key, Reverse(self.insertions), id)));
    }

    fn remove(&mut self, _id: NodeId, _key: Key) {}

    fn pop(&mut self) -> Option<(NodeId, Key)> {
        self.entries.pop().map(|Reverse((key, _, id))| (id, key))
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<Entry>()
    }

    fn growth(&self) -> usize {
        if self.entries.capacity() - self.entries.len() < 4 { self.bytes() } else { 0 }
    }
}
