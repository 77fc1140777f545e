//! The game tree that the A* of the courses grows: nodes that know their predecessor.

use super::state::State;
use crate::board::Move;
use std::ops::{Index, IndexMut};

/// A search node: a state, the moves made to reach it, the estimate for it (kept, so that it is computed once), and the
/// node it was reached from.
pub(super) struct Node<S> {
    pub(super) state: S,
    pub(super) moves: u32,
    pub(super) estimate: u32,
    /// The node before; the root is its own.
    pub(super) previous: NodeId,
    /// The move that led here; none at the root.
    pub(super) last: Option<Move>,
}

impl<S> Node<S> {
    /// Its priority: moves made plus estimate.
    pub(super) fn priority(&self) -> u32 {
        self.moves + self.estimate
    }
}

/// A node's number in its tree. 32 bits: four billion nodes would take 100 GB.
pub(super) type NodeId = u32;

/// Nodes of a piece of a tree: a power of two, so that a node is found by a shift and a mask.
const PIECE: usize = 1 << 14;

/// All nodes of a search. They are kept in pieces of fixed size, so that growing never copies what is there and the
/// memory in use is known beforehand.
pub(super) struct Tree<S> {
    pieces: Vec<Vec<Node<S>>>,
    length: usize,
    heap_bytes: usize,
}

impl<S: State> Tree<S> {
    pub(super) fn new(root: S, estimate: u32) -> Self {
        let mut tree = Self { pieces: vec![Vec::new()], length: 0, heap_bytes: 0 };
        tree.push(Node { state: root, moves: 0, estimate, previous: 0, last: None });
        tree
    }

    pub(super) fn push(&mut self, node: Node<S>) -> NodeId {
        self.heap_bytes += node.state.heap_bytes();
        match self.pieces.last_mut() {
            Some(piece) if piece.len() < PIECE => piece.push(node),
            _ => {
                let mut piece = Vec::with_capacity(PIECE);
                piece.push(node);
                self.pieces.push(piece);
            }
        }
        self.length += 1;
        (self.length - 1) as NodeId
    }

    pub(super) fn len(&self) -> usize {
        self.length
    }

    /// Memory in use; more than any limit when the numbers of the nodes are about to run out.
    pub(super) fn bytes(&self) -> usize {
        if self.length >= NodeId::MAX as usize - 8 {
            return usize::MAX / 4;
        }
        self.pieces.len() * PIECE * size_of::<Node<S>>() + self.heap_bytes
    }

    /// The moves from the root to a node.
    pub(super) fn path(&self, mut id: NodeId) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(last) = self[id].last {
            moves.push(last);
            id = self[id].previous;
        }
        moves.reverse();
        moves
    }
}

impl<S> Index<NodeId> for Tree<S> {
    type Output = Node<S>;

    #[inline]
    fn index(&self, id: NodeId) -> &Node<S> {
        &self.pieces[id as usize / PIECE][id as usize % PIECE]
    }
}

impl<S> IndexMut<NodeId> for Tree<S> {
    #[inline]
    fn index_mut(&mut self, id: NodeId) -> &mut Node<S> {
        &mut self.pieces[id as usize / PIECE][id as usize % PIECE]
    }
}
