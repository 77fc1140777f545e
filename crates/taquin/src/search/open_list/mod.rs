//! The list OPEN, in three structures with the same order.
//!
//! | structure | insert | take the first | what it is for |
//! |---|---|---|---|
//! | [`LinkedList`] | linear | constant | the course prescribes it |
//! | [`Heap`] | logarithmic | logarithmic | what one would use without thinking |
//! | [`Bucket`] | constant | constant | what the small integer costs of this puzzle allow |
//!

mod bucket;
mod heap;
mod linked_list;

pub(super) use bucket::Bucket;
pub(super) use heap::Heap;
pub(super) use linked_list::LinkedList;

use super::tree::{Node, NodeId};

/// What [`Algorithm::Iowa`](crate::Algorithm::Iowa) keeps its list OPEN in. All three order states in the same way, so that
/// solutions and node counts do not depend on it; only the time does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OpenKind {
    /// An ordered circular doubly-linked list with a dummy head, as the course prescribes it: a state is inserted in linear
    /// time.
    List,
    /// A binary heap: a state is inserted, and the first one removed, in logarithmic time.
    Heap,
    /// A stack for each pair of cost and estimate, which are small numbers: all in constant time.
    Bucket,
}

/// What states are ordered by: the cost, then the estimate; among equals the newest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Key {
    /// Moves made plus estimate.
    pub(super) cost: u32,
    pub(super) estimate: u32,
}

impl Key {
    pub(super) fn of<S>(node: &Node<S>) -> Self {
        Self { cost: node.priority(), estimate: node.estimate }
    }
}

/// An ordered list of nodes.
pub(super) trait OpenList {
    /// Puts a node that is not on the list at its place.
    fn insert(&mut self, id: NodeId, key: Key);
    /// Takes a node off; or leaves it, to come up later with a key that is no longer its own.
    fn remove(&mut self, id: NodeId, key: Key);
    /// Takes the first node off.
    fn pop(&mut self) -> Option<(NodeId, Key)>;
    /// Memory in use.
    fn bytes(&self) -> usize;
    /// Further memory that a handful of insertions may take at once.
    fn growth(&self) -> usize;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Inserts, removes and pops; returns what was popped and was not removed before.
    fn drive<O: OpenList>(mut open: O, script: &[(u8, u32, u32)]) -> Vec<(NodeId, Key)> {
        let mut keys: Vec<Option<Key>> = Vec::new();
        let mut popped = Vec::new();
        let take = |open: &mut O, keys: &mut Vec<Option<Key>>, popped: &mut Vec<_>| {
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
                (0, Some(_)) => take(&mut open, &mut keys, &mut popped),
                (1, Some(id)) if keys[id].is_some() => {
                    // Lower a cost, as the search does.
                    let old = keys[id].expect("just looked");
                    let new = Key { cost: old.estimate.max(old.cost.saturating_sub(1 + estimate)), ..old };
                    if new != old {
                        open.remove(id as NodeId, old);
                        open.insert(id as NodeId, new);
                        keys[id] = Some(new);
                    }
                }
                _ => {
                    open.insert(keys.len() as NodeId, Key { cost, estimate });
                    keys.push(Some(Key { cost, estimate }));
                }
            }
        }
        while keys.iter().any(Option::is_some) {
            take(&mut open, &mut keys, &mut popped);
        }
        popped
    }

    proptest! {
        #[test]
        fn all_three_agree(script in prop::collection::vec((0..4u8, 0..20u32, 0..5u32), 0..200)) {
            let list = drive(LinkedList::default(), &script);
            prop_assert_eq!(&list, &drive(Heap::default(), &script));
            prop_assert_eq!(&list, &drive(Bucket::default(), &script));
        }
    }
}
