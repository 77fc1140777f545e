//! Data structures that several searches share: packed states, legal moves, the search tree, OPEN and CLOSED.

mod arena;
mod closed_set;
mod legal_moves;
mod open_list;
mod search_tree;
mod sharded_table;
mod state;

pub(crate) use arena::{Arena, StateMemory};
pub(super) use closed_set::{ClosedSet, ROOT_TAG, last_move};
pub(super) use legal_moves::{LegalMoves, Step};
pub(super) use open_list::{BinaryHeapList, BucketList, OpenKey, OpenList, linked_list};
pub(super) use search_tree::{NodeId, SearchTree, TreeNode};
pub(super) use sharded_table::ShardedTable;
pub(crate) use state::{Packed64, Packed128, PackedSlice, State};
