//! OPEN as one of three data structures with the same order.
//!
//! | structure | insert | pop | use |
//! |---|---|---|---|
//! | [`OrderedList`] | linear | constant | prescribed by Iowa State's course |
//! | [`BinaryHeapList`] | logarithmic | logarithmic | the usual choice |
//! | [`BucketList`] | constant | constant | possible because costs are small integers |

mod bucket;
mod heap;

pub(in crate::search) use bucket::BucketList;
pub(in crate::search) use heap::BinaryHeapList;

use super::search_tree::{NodeId, TreeNode};
use crate::ordered_list::OrderedList;

/// The order of OPEN: by f, then by h; ties are broken last in, first out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::search) struct OpenKey {
    /// f = g + h.
    pub(in crate::search) cost: u32,
    /// h.
    pub(in crate::search) estimate: u32,
}

impl OpenKey {
    pub(in crate::search) fn new<S>(node: &TreeNode<S>) -> Self {
        Self { cost: node.priority(), estimate: node.estimate }
    }
}

/// A priority queue of nodes.
pub(in crate::search) trait OpenList {
    /// Inserts a node that is not in the queue.
    fn insert(&mut self, id: NodeId, key: OpenKey);
    /// Removes a node. An implementation may instead leave a stale entry, which `pop` returns with its old
    /// key.
    fn remove(&mut self, id: NodeId, key: OpenKey);
    /// Removes the first node and returns it.
    fn pop(&mut self) -> Option<(NodeId, OpenKey)>;
    /// Returns the first node that a function accepts. Only the list can be searched.
    fn find(&self, _is_match: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId> {
        None
    }
    /// Returns the memory in use, in bytes.
    fn bytes(&self) -> usize;
    /// Returns an upper bound on the additional bytes that the next four insertions may allocate.
    fn growth(&self) -> usize;
}

/// Returns OPEN as the list that the course prescribes.
pub(in crate::search) fn linked_list() -> impl OpenList {
    OrderedList::new(|(a, _): &(OpenKey, NodeId), (b, _): &(OpenKey, NodeId)| a.cmp(b))
}

impl<C: Fn(&(OpenKey, NodeId), &(OpenKey, NodeId)) -> std::cmp::Ordering> OpenList
    for OrderedList<(OpenKey, NodeId), C>
{
    fn insert(&mut self, id: NodeId, key: OpenKey) {
        self.add((key, id));
    }

    fn remove(&mut self, id: NodeId, _key: OpenKey) {
        self.remove_if(|(_, other)| *other == id);
    }

    fn pop(&mut self) -> Option<(NodeId, OpenKey)> {
        self.remove_first().map(|(key, id)| (id, key))
    }

    fn find(&self, is_match: &mut dyn FnMut(NodeId) -> bool) -> Option<NodeId> {
        self.iter().map(|(_, id)| *id).find(|&id| is_match(id))
    }

    fn bytes(&self) -> usize {
        self.bytes()
    }

    fn growth(&self) -> usize {
        self.growth()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Executes insertions, removals and pops; returns the popped nodes without stale entries.
    fn execute<O: OpenList>(mut open: O, script: &[(u8, u32, u32)]) -> Vec<(NodeId, OpenKey)> {
        let mut keys: Vec<Option<OpenKey>> = Vec::new();
        let mut popped = Vec::new();
        let pop = |open: &mut O, keys: &mut Vec<Option<OpenKey>>, popped: &mut Vec<_>| {
            while let Some((id, key)) = open.pop() {
                if keys[id as usize].take_if(|k| *k == key).is_some() {
                    popped.push((id, key));
                    break;
                }
            }
        };
        for &(action, moves, estimate) in script {
            let cost = moves + estimate;
            let target = keys.len().checked_sub(1).map(|last| cost as usize % (last + 1));
            match (action, target) {
                (0, Some(_)) => pop(&mut open, &mut keys, &mut popped),
                (1, Some(id)) if keys[id].is_some() => {
                    // Lower the cost of a node, as the search does.
                    let old = keys[id].expect("checked by the guard");
                    let cost = old.estimate.max(old.cost.saturating_sub(1 + estimate));
                    let new = OpenKey { cost, ..old };
                    if new != old {
                        open.remove(id as NodeId, old);
                        open.insert(id as NodeId, new);
                        keys[id] = Some(new);
                    }
                }
                _ => {
                    open.insert(keys.len() as NodeId, OpenKey { cost, estimate });
                    keys.push(Some(OpenKey { cost, estimate }));
                }
            }
        }
        while keys.iter().any(Option::is_some) {
            pop(&mut open, &mut keys, &mut popped);
        }
        popped
    }

    proptest! {
        #[test]
        fn all_structures_have_the_same_order(
            script in prop::collection::vec((0..4u8, 0..20u32, 0..5u32), 0..200),
        ) {
            let list = execute(linked_list(), &script);
            prop_assert_eq!(&list, &execute(BinaryHeapList::default(), &script));
            prop_assert_eq!(&list, &execute(BucketList::default(), &script));
        }
    }
}
