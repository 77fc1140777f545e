//! OPEN as a binary heap with lazy deletion: a removed node leaves a stale entry.

use super::{NodeId, OpenKey, OpenList};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

#[derive(Default)]
pub(in crate::search) struct BinaryHeapList {
    entries: BinaryHeap<Reverse<HeapEntry>>,
    insertions: u64,
}

/// Key, sequence number (newer is smaller), and node.
type HeapEntry = (OpenKey, Reverse<u64>, NodeId);

impl OpenList for BinaryHeapList {
    fn insert(&mut self, id: NodeId, key: OpenKey) {
        self.insertions += 1;
        self.entries.push(Reverse((key, Reverse(self.insertions), id)));
    }

    fn remove(&mut self, _id: NodeId, _key: OpenKey) {}

    fn pop(&mut self) -> Option<(NodeId, OpenKey)> {
        self.entries.pop().map(|Reverse((key, _, id))| (id, key))
    }

    fn bytes(&self) -> usize {
        self.entries.capacity() * size_of::<HeapEntry>()
    }

    fn growth(&self) -> usize {
        if self.entries.capacity() - self.entries.len() < 4 { self.bytes() } else { 0 }
    }
}
