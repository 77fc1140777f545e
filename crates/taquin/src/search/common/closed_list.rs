//! CLOSED as the ordered circular doubly-linked list with a dummy head that Iowa State's course prescribes: by tiles.
//!
//! Like OPEN's [list](super::open_list), but ordered by the tile sequences of the boards. Inserting and finding a state
//! traverse half of the list on average, so a search takes time quadratic in its states, as in the course.

use super::search_tree::{NodeId, SearchTree};
use super::state::State;

pub(in crate::search) struct ClosedList {
    /// The neighbors of each link: next and previous. Node `i` of the tree has link `i + 1`; link 0 is the head.
    links: Vec<[u32; 2]>,
    /// The number of links traversed so far.
    traversed: std::cell::Cell<usize>,
}

const HEAD: u32 = 0;
const NEXT: usize = 0;
const PREVIOUS: usize = 1;

impl ClosedList {
    pub(in crate::search) fn new() -> Self {
        Self { links: vec![[HEAD; 2]], traversed: std::cell::Cell::new(0) }
    }

    /// Inserts a node that is not in the list.
    pub(in crate::search) fn insert<S: State>(&mut self, id: NodeId, tree: &SearchTree<S>, cells: usize) {
        let new = id + 1;
        if self.links.len() <= new as usize {
            self.links.resize(new as usize + 1, [HEAD; 2]);
        }
        let next = self.first_not_smaller(&tree[id].state, tree, cells);
        let previous = self.links[next as usize][PREVIOUS];
        self.links[new as usize] = [next, previous];
        self.links[previous as usize][NEXT] = new;
        self.links[next as usize][PREVIOUS] = new;
    }

    /// Removes a node of the list.
    pub(in crate::search) fn remove(&mut self, id: NodeId) {
        let [next, previous] = self.links[id as usize + 1];
        self.links[previous as usize][NEXT] = next;
        self.links[next as usize][PREVIOUS] = previous;
    }

    /// Returns the node of a state.
    pub(in crate::search) fn find<S: State>(
        &self,
        state: &S,
        tree: &SearchTree<S>,
        cells: usize,
    ) -> Option<NodeId> {
        let link = self.first_not_smaller(state, tree, cells);
        link.checked_sub(1).filter(|&id| tree[id].state == *state)
    }

    /// Returns the link of the first state whose tiles are not smaller, or the head.
    fn first_not_smaller<S: State>(&self, state: &S, tree: &SearchTree<S>, cells: usize) -> u32 {
        let tiles = |state: S| (0..cells).map(move |cell| state.tile(cell));
        let mut link = self.links[HEAD as usize][NEXT];
        let mut traversed = 1;
        while link != HEAD && tiles(tree[link - 1].state).lt(tiles(*state)) {
            link = self.links[link as usize][NEXT];
            traversed += 1;
        }
        self.count_traversed(traversed);
        link
    }

    /// Adds links of another list, so that the time of a search can be limited.
    pub(in crate::search) fn count_traversed(&self, links: usize) {
        self.traversed.set(self.traversed.get() + links);
    }

    /// Returns the number of links traversed since the last call.
    pub(in crate::search) fn take_traversed(&self) -> usize {
        self.traversed.take()
    }

    pub(in crate::search) fn bytes(&self) -> usize {
        self.links.capacity() * size_of::<[u32; 2]>()
    }
}
