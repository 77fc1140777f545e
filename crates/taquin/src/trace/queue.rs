//! The queue of a trace: a priority queue with two ways to break ties, a first-in, first-out queue, or a stack.

use super::{NodeId, TraceNode};
use std::cmp::Reverse;
use std::collections::{BTreeSet, VecDeque};
use taquin_core::Board;

/// The queue of a [`SearchTrace`](super::SearchTrace).
#[derive(Clone, Debug, Default)]
pub struct TraceQueue {
    order: QueueOrder,
}

#[derive(Clone, Debug)]
enum QueueOrder {
    /// By f, then by h, then last in, first out.
    Sorted(BTreeSet<(u32, u32, Reverse<NodeId>)>),
    /// A binary heap by f, as in Princeton's library: equal keys are ordered by the operations so far.
    MinPq(Vec<(u32, NodeId)>),
    /// First in, first out.
    Fifo(VecDeque<NodeId>),
    /// Last in, first out.
    Stack(Vec<NodeId>),
    /// Last in, first out; a node replaces another one with the same board.
    ReplacingStack(Vec<(NodeId, Board)>),
}

impl Default for QueueOrder {
    fn default() -> Self {
        Self::Sorted(BTreeSet::new())
    }
}

impl TraceQueue {
    /// Creates an empty queue that breaks ties like the `MinPQ` of Princeton's library.
    pub(super) fn min_pq() -> Self {
        Self { order: QueueOrder::MinPq(Vec::new()) }
    }

    /// Creates an empty first-in, first-out queue.
    pub(super) fn fifo() -> Self {
        Self { order: QueueOrder::Fifo(VecDeque::new()) }
    }

    /// Creates an empty stack.
    pub(super) fn stack() -> Self {
        Self { order: QueueOrder::Stack(Vec::new()) }
    }

    /// Creates an empty stack on which a node replaces another one with the same board.
    pub(super) fn replacing_stack() -> Self {
        Self { order: QueueOrder::ReplacingStack(Vec::new()) }
    }

    pub(super) fn is_min_pq(&self) -> bool {
        matches!(self.order, QueueOrder::MinPq(_))
    }

    /// Enqueues the successors of a node. The first one comes first out of a stack too.
    pub(super) fn enqueue_all<'n>(
        &mut self,
        nodes: impl DoubleEndedIterator<Item = (NodeId, &'n TraceNode)>,
    ) {
        if matches!(self.order, QueueOrder::Stack(_) | QueueOrder::ReplacingStack(_)) {
            nodes.rev().for_each(|(id, node)| self.enqueue(id, node));
        } else {
            nodes.for_each(|(id, node)| self.enqueue(id, node));
        }
    }

    pub(super) fn enqueue(&mut self, id: NodeId, node: &TraceNode) {
        match &mut self.order {
            QueueOrder::Sorted(keys) => {
                keys.insert((node.priority(), node.estimate, Reverse(id)));
            }
            QueueOrder::MinPq(heap) => min_pq_insert(heap, (node.priority(), id)),
            QueueOrder::Fifo(queue) => queue.push_back(id),
            QueueOrder::Stack(stack) => stack.push(id),
            QueueOrder::ReplacingStack(stack) => {
                stack.retain(|(_, board)| *board != node.board);
                stack.push((id, node.board.clone()));
            }
        }
    }

    pub(super) fn dequeue(&mut self) -> Option<NodeId> {
        match &mut self.order {
            QueueOrder::Sorted(keys) => keys.pop_first().map(|(_, _, Reverse(id))| id),
            QueueOrder::MinPq(heap) => min_pq_remove(heap).map(|(_, id)| id),
            QueueOrder::Fifo(queue) => queue.pop_front(),
            QueueOrder::Stack(stack) => stack.pop(),
            QueueOrder::ReplacingStack(stack) => stack.pop().map(|(id, _)| id),
        }
    }

    /// Returns the number of nodes in the queue.
    pub fn len(&self) -> usize {
        match &self.order {
            QueueOrder::Sorted(keys) => keys.len(),
            QueueOrder::MinPq(heap) => heap.len(),
            QueueOrder::Fifo(queue) => queue.len(),
            QueueOrder::Stack(stack) => stack.len(),
            QueueOrder::ReplacingStack(stack) => stack.len(),
        }
    }

    /// Returns true if the queue is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the nodes, the next to be dequeued first.
    pub fn ids(&self) -> Box<dyn Iterator<Item = NodeId> + '_> {
        match &self.order {
            QueueOrder::Sorted(keys) => Box::new(keys.iter().map(|&(_, _, Reverse(id))| id)),
            QueueOrder::MinPq(heap) => {
                let mut rest = heap.clone();
                Box::new(std::iter::from_fn(move || min_pq_remove(&mut rest).map(|(_, id)| id)))
            }
            QueueOrder::Fifo(queue) => Box::new(queue.iter().copied()),
            QueueOrder::Stack(stack) => Box::new(stack.iter().rev().copied()),
            QueueOrder::ReplacingStack(stack) => Box::new(stack.iter().rev().map(|&(id, _)| id)),
        }
    }
}

/// Adds an element at the end of a binary heap and lets it swim up past larger ones.
fn min_pq_insert(heap: &mut Vec<(u32, NodeId)>, element: (u32, NodeId)) {
    heap.push(element);
    let mut child = heap.len() - 1;
    while child > 0 && heap[(child - 1) / 2].0 > heap[child].0 {
        heap.swap(child, (child - 1) / 2);
        child = (child - 1) / 2;
    }
}

/// Removes the first element of a binary heap; the last one takes its place and sinks past smaller ones.
fn min_pq_remove(heap: &mut Vec<(u32, NodeId)>) -> Option<(u32, NodeId)> {
    if heap.is_empty() {
        return None;
    }
    let first = heap.swap_remove(0);
    let mut parent = 0;
    while 2 * parent + 1 < heap.len() {
        let left = 2 * parent + 1;
        let has_smaller_right = left + 1 < heap.len() && heap[left].0 > heap[left + 1].0;
        let child = left + usize::from(has_smaller_right);
        if heap[parent].0 <= heap[child].0 {
            break;
        }
        heap.swap(parent, child);
        parent = child;
    }
    Some(first)
}
