//! The search tree of the A* variants of the courses: nodes with a link to their parent.

use super::state::State;
use std::ops::{Index, IndexMut};
use taquin_core::Move;

/// A search node: a state, its g and h (each computed once), and the link to its parent.
pub(in crate::search) struct TreeNode<S> {
    pub(in crate::search) state: S,
    /// g: the number of moves from the root.
    pub(in crate::search) moves: u32,
    /// h: the heuristic value.
    pub(in crate::search) estimate: u32,
    /// The parent; the root is its own parent.
    pub(in crate::search) parent: NodeId,
    /// The move from the parent; `None` for the root.
    pub(in crate::search) last: Option<Move>,
}

impl<S> TreeNode<S> {
    /// Returns f = g + h.
    pub(in crate::search) fn priority(&self) -> u32 {
        self.moves + self.estimate
    }
}

/// The index of a node in its tree. 32 bits suffice: four billion nodes would take 100 GB.
pub(in crate::search) type NodeId = u32;

/// Nodes per chunk: a power of two, so that indexing is a shift and a mask.
const CHUNK: usize = 1 << 14;

/// All nodes of a search, in chunks of fixed size, so that growing never copies nodes and the memory needed
/// is known in advance.
pub(in crate::search) struct SearchTree<S> {
    chunks: Vec<Vec<TreeNode<S>>>,
    length: usize,
}

impl<S: State> SearchTree<S> {
    pub(in crate::search) fn new(root: S, estimate: u32) -> Self {
        let mut tree = Self { chunks: vec![Vec::new()], length: 0 };
        tree.push(TreeNode { state: root, moves: 0, estimate, parent: 0, last: None });
        tree
    }

    pub(in crate::search) fn push(&mut self, node: TreeNode<S>) -> NodeId {
        match self.chunks.last_mut() {
            Some(chunk) if chunk.len() < CHUNK => chunk.push(node),
            _ => {
                let mut chunk = Vec::with_capacity(CHUNK);
                chunk.push(node);
                self.chunks.push(chunk);
            }
        }
        self.length += 1;
        (self.length - 1) as NodeId
    }

    pub(in crate::search) fn len(&self) -> usize {
        self.length
    }

    /// Returns the memory in use, without that of the states, in bytes; a number above every limit if node ids are about to overflow.
    pub(in crate::search) fn bytes(&self) -> usize {
        if self.length >= NodeId::MAX as usize - 8 {
            return usize::MAX / 4;
        }
        self.chunks.len() * CHUNK * size_of::<TreeNode<S>>()
    }

    /// Returns the moves from the root to a node.
    pub(in crate::search) fn path(&self, mut id: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(last) = self[id].last {
            moves.push(last);
            id = self[id].parent;
        }
        moves.reverse();
        moves
    }
}

impl<S> Index<NodeId> for SearchTree<S> {
    type Output = TreeNode<S>;

    #[inline]
    fn index(&self, id: NodeId) -> &TreeNode<S> {
        &self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }
}

impl<S> IndexMut<NodeId> for SearchTree<S> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut TreeNode<S> {
        &mut self.chunks[id as usize / CHUNK][id as usize % CHUNK]
    }
}
