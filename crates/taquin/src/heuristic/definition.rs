//! What the file of a heuristic has to define, and what its line in the list makes of that.

use super::Estimate;
use super::walking_table::{Shape, WalkingTable};
use crate::board::{Board, Goal, Size};
use crate::stop::StopReason;
use std::sync::Arc;

/// An estimate with its name and all else there is to know about it.
///
/// One that is a sum over tiles implements [`TileCost`](super::TileCost) instead, and is
/// [`PerTile`](super::PerTile) of that.
pub(crate) trait Definition: Estimate + Send + Sync + Sized + 'static {
    /// The name that the command line knows it by.
    const NAME: &'static str;

    /// What it is called in a sentence.
    const IN_WORDS: &'static str;

    /// Whether it asks for tables when it is set up, which takes a moment.
    const NEEDS_TABLES: bool = false;

    /// Whether it can estimate boards of that size.
    fn supports(_size: Size) -> bool {
        true
    }

    /// Sets it up for a goal of a size that it supports.
    fn new(goal: &Goal, tables: &mut WalkingTables<'_>) -> Result<Self, StopReason>;

    /// What one tile at one cell adds to the estimate, if it is a sum over tiles.
    fn tile_cost(_goal: &Goal, _tile: usize, _cell: usize) -> Option<u32> {
        None
    }
}

/// Where the tables of walking distance come from.
pub(crate) type WalkingTables<'a> = dyn FnMut(Shape) -> Result<Arc<WalkingTable>, StopReason> + 'a;

/// Something to do that has to be compiled for each heuristic; see [`Heuristic::pick`](super::Heuristic::pick).
pub(crate) trait Pick {
    /// What comes of it.
    type Output;

    /// Does it with that heuristic.
    fn with<D: Definition>(self) -> Self::Output;
}

/// What may be known of a heuristic without being compiled for it.
pub(super) struct Description {
    pub(super) name: &'static str,
    pub(super) in_words: &'static str,
    pub(super) needs_tables: bool,
    pub(super) supports: fn(Size) -> bool,
    pub(super) set_up: SetUp,
    pub(super) tile_cost: fn(&Goal, usize, usize) -> Option<u32>,
}

type SetUp =
    fn(&Goal, &mut WalkingTables<'_>) -> Result<Box<dyn Fn(&Board) -> u32 + Send + Sync>, StopReason>;

/// Describes a heuristic.
pub(super) struct Describe;

impl Pick for Describe {
    type Output = Description;

    fn with<D: Definition>(self) -> Description {
        Description {
            name: D::NAME,
            in_words: D::IN_WORDS,
            needs_tables: D::NEEDS_TABLES,
            supports: D::supports,
            set_up: |goal, tables| {
                let heuristic = D::new(goal, tables)?;
                Ok(Box::new(move |board| heuristic.estimate(board)))
            },
            tile_cost: D::tile_cost,
        }
    }
}

/// Makes [`Heuristic`](super::Heuristic) of a list of definitions.
macro_rules! heuristics {
    ($($(#[$about:meta])* $variant:ident = $definition:ty,)*) => {
        /// An estimate of the moves that a board still needs: it never exceeds them, and one move changes it by at most one.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Heuristic {
            $($(#[$about])* $variant,)*
        }

        impl Heuristic {
            /// All heuristics, the simple ones first.
            pub const ALL: [Self; [$(Self::$variant),*].len()] = [$(Self::$variant),*];

            /// Does something with the definition.
            pub(crate) fn pick<P: Pick>(self, what: P) -> P::Output {
                match self {
                    $(Self::$variant => what.with::<$definition>(),)*
                }
            }
        }
    };
}
pub(super) use heuristics;
