//! Partitions of a puzzle's tiles into patterns.

use crate::frame::Frame;
use crate::pattern::Pattern;
use crate::rank::FACTORIAL;
use crate::slabs::{self, Slabs};
use std::fmt;
use std::str::FromStr;
use taquin_core::{Board, Goal, Size};

/// A partition of the tiles of a puzzle into one to four parts of one to eight tiles, each with its own
/// pattern database.
///
/// A partition belongs to a grid and to the blank's home, not to the numbers on the tiles: it serves all
/// goals that can be rotated, reflected and renumbered into each other.
///
/// The text form is `PUZZLE:PARTS`. The puzzle is `8`, `15`, `24` or a size such as `3x4`, followed by
/// `@CELL` if the blank's home is not the first cell. The parts list their tiles, numbered in order from the
/// first cell and skipping the blank: `15:1.2.3.4.5.6.7-8.9.10.11.12.13.14.15`. Parts can also be written as
/// sizes, which select a partition of the [catalogue](Self::catalogue) or divide the puzzle by columns:
///
/// ```
/// use taquin_pdb::Partition;
/// let partition: Partition = "15:7-8".parse()?;
/// assert_eq!(partition, "4x4:1.2.3.4.5.6.7-8.9.10.11.12.13.14.15".parse()?);
/// assert_eq!(partition.to_string(), "15:7-8");
/// # Ok::<(), taquin_pdb::PartitionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partition {
    size: Size,
    blank: usize,
    /// The home cells of the tiles of each part.
    parts: Vec<Vec<u8>>,
}

/// The reason why a text or a list of tiles is not a [`Partition`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(transparent)]
pub struct PartitionError(PartitionFault);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
enum PartitionFault {
    /// A text that is not of the form `PUZZLE:PARTS`.
    #[error(
        "invalid partition '{0}': write the puzzle and the sizes of its parts, such as 15:7-8, \
         or the tiles of each part, such as 8:1.2.3.4-5.6.7.8"
    )]
    Invalid(String),
    /// A board with more than [`Partition::MAX_CELLS`] cells.
    #[error("{0} is too large for pattern databases: at most 25 cells are supported")]
    TooManyCells(Size),
    /// Fewer than one or more than [`Partition::MAX_PARTS`] parts.
    #[error("invalid partition with {0} parts: a partition has 1 to 4 parts")]
    PartCount(usize),
    /// A part with fewer than one or more than eight tiles.
    #[error("invalid partition with a part of {0} tiles: each part has 1 to 8 tiles")]
    PartSize(usize),
    /// A tile that is not in exactly one part.
    #[error("tile {tile} is in {parts} parts: each tile must be in exactly one")]
    NotInOnePart {
        /// The number of the tile.
        tile: usize,
        /// The number of times that it is listed.
        parts: usize,
    },
    /// A number that is not a tile of the puzzle.
    #[error("there is no tile {tile}: the tiles are numbered 1 to {max}")]
    NoSuchTile {
        /// The number that is listed.
        tile: usize,
        /// The largest tile of the puzzle.
        max: usize,
    },
    /// Sizes of parts whose sum is not the number of tiles.
    #[error("the sizes of the parts add up to {found}, but the puzzle has {expected} tiles")]
    WrongSum {
        /// The sum of the sizes.
        found: usize,
        /// The number of tiles of the puzzle.
        expected: usize,
    },
    /// A part whose database would have more than 2³² entries.
    #[error("a pattern database of {tiles} tiles on {size} has too many entries: use smaller parts")]
    TooLarge {
        /// The number of tiles of the part.
        tiles: usize,
        /// The size of the grid.
        size: Size,
    },
}

impl From<PartitionFault> for PartitionError {
    fn from(fault: PartitionFault) -> Self {
        Self(fault)
    }
}

/// Hand-made partitions with the blank's home in the first cell: rows, columns, and the home cells of each
/// part.
///
/// PERF: these need the fewest nodes of all partitions tried with parts of these sizes. On Korf's boards, other
/// 7-8 partitions generate 1.1 to 9 times as many nodes as two rows each. On random boards, each 7-7-1
/// partition that differs from this one by a swap of two tiles generates 1.1 to 6.5 times as many.
const CATALOGUE: [(usize, usize, &[&[u8]]); 4] = [
    (4, 4, &[&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]]),
    (4, 4, &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 13, 14, 15], &[12]]),
    (4, 4, &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
    (
        5,
        5,
        &[&[1, 2, 5, 6, 10, 11], &[3, 4, 7, 8, 9, 12], &[13, 14, 18, 19, 23, 24], &[15, 16, 17, 20, 21, 22]],
    ),
];

/// The databases of all patterns on up to this many cells have at most 2³² entries.
const CELLS_ALWAYS_INDEXABLE: usize = 16;

/// The databases of patterns of up to this many tiles have at most 2³² entries on all grids.
const TILES_ALWAYS_INDEXABLE: usize = 6;

/// The number of tiles of a part in the partitions that [`Partition::small`] computes.
const SMALL_PART_SIZE: usize = 6;

impl Partition {
    /// The maximum number of cells of a board with pattern databases, as on 5×5.
    pub const MAX_CELLS: usize = Frame::MAX_CELLS;

    /// The maximum number of parts.
    pub const MAX_PARTS: usize = 4;

    /// The maximum number of tiles of a part.
    const MAX_PART_SIZE: usize = FACTORIAL.len() - 1;

    /// Creates a partition for a goal from the tiles of each part. Each tile must be in exactly one part.
    pub fn new(goal: &Goal, parts: &[Vec<usize>]) -> Result<Self, PartitionError> {
        let frame = Frame::new(goal)
            .ok_or_else(|| PartitionError::from(PartitionFault::TooManyCells(goal.size())))?;
        let max = goal.size().cells() - 1;
        for tile in parts.iter().flatten().copied().chain(1..=max) {
            if !(1..=max).contains(&tile) {
                return Err(PartitionFault::NoSuchTile { tile, max }.into());
            }
            let count = parts.iter().flatten().filter(|&&other| other == tile).count();
            if count != 1 {
                return Err(PartitionFault::NotInOnePart { tile, parts: count }.into());
            }
        }
        let homes = |part: &Vec<usize>| part.iter().map(|&tile| frame.canonical_home(tile)).collect();
        Self::from_homes(frame.size(), frame.blank(), parts.iter().map(homes).collect())
    }

    fn from_homes(size: Size, blank: usize, mut parts: Vec<Vec<u8>>) -> Result<Self, PartitionError> {
        if !(1..=Self::MAX_PARTS).contains(&parts.len()) {
            return Err(PartitionFault::PartCount(parts.len()).into());
        }
        for part in &mut parts {
            part.sort_unstable();
            if !(1..=Self::MAX_PART_SIZE).contains(&part.len()) {
                return Err(PartitionFault::PartSize(part.len()).into());
            }
        }
        let tiles = parts.iter().map(Vec::len).max().unwrap_or_default();
        if size.cells() > CELLS_ALWAYS_INDEXABLE && tiles > TILES_ALWAYS_INDEXABLE {
            // An entry is indexed with 32 bits.
            let bits = Slabs::count_for(size, tiles) as u64 * 64 * slabs::words_per_slab(tiles) as u64;
            if bits > 1 << 32 {
                return Err(PartitionFault::TooLarge { tiles, size }.into());
            }
        }
        Ok(Self { size, blank, parts })
    }

    /// Parses the tiles of each part, such as `1.2.3-4.5.6-7.8`; `None` if the syntax is wrong.
    pub(crate) fn parse_tiles(goal: &Goal, text: &str) -> Option<Result<Self, PartitionError>> {
        let part = |part: &str| part.split('.').map(|n| n.trim().parse().ok()).collect::<Option<Vec<_>>>();
        let parts = text.split('-').map(part).collect::<Option<Vec<_>>>()?;
        Some(Self::new(goal, &parts))
    }

    /// Returns the hand-made partitions: `15:6-6-3`, `15:7-7-1`, `15:7-8` and `24:6-6-6-6`.
    pub fn catalogue() -> Vec<Self> {
        let partition = |&(rows, cols, parts): &(usize, usize, &[&[u8]])| {
            let parts = parts.iter().map(|part| part.to_vec()).collect();
            Self::from_homes(Size::new(rows, cols).ok()?, 0, parts).ok()
        };
        CATALOGUE.iter().filter_map(partition).collect()
    }

    /// Returns the partition of a frame whose databases are small enough to build on demand: the first of the
    /// [catalogue](Self::catalogue) that fits, or else parts of up to six tiles.
    pub fn small(frame: &Frame) -> Self {
        let known = Self::catalogue().into_iter().find(|known| known.fits(frame));
        known.unwrap_or_else(|| {
            let size = frame.size();
            let blank = frame.blank();
            let tiles = size.cells() - 1;
            let part_size = tiles.div_ceil(tiles.div_ceil(SMALL_PART_SIZE).max(2));
            let sizes: Vec<usize> = (0..tiles).step_by(part_size).map(|i| part_size.min(tiles - i)).collect();
            Self { size, blank, parts: divide_by_columns(size, blank, &sizes) }
        })
    }

    /// Returns the partition for 15-puzzles that [`small`](Self::small) databases take long for: larger databases that are
    /// still built in a second or two.
    ///
    /// PERF: on boards of 80 moves, 15:7-7-1 needs 9 times fewer nodes than 15:6-6-3; on random boards, 4 times fewer.
    pub fn for_hard_boards() -> Option<Self> {
        "15:7-7-1".parse().ok()
    }

    /// Returns true if the databases of this partition serve the boards of a frame.
    pub fn fits(&self, frame: &Frame) -> bool {
        self.size == frame.size() && self.blank == frame.blank()
    }

    /// Returns the patterns, one per part.
    pub fn patterns(&self) -> impl Iterator<Item = Pattern> {
        self.parts.iter().map(|homes| Pattern::new(self.size, self.blank, homes.clone()))
    }

    /// Returns the size of the grid in the canonical [frame](Frame).
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the home cell of the blank in the canonical [frame](Frame).
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Returns the home cells of the tiles of each part in the canonical [frame](Frame).
    pub fn part_homes(&self) -> &[Vec<u8>] {
        &self.parts
    }

    /// Returns the number of tiles of each part.
    pub fn part_sizes(&self) -> impl Iterator<Item = usize> {
        self.parts.iter().map(Vec::len)
    }

    /// Returns the number of placements of a part's tiles, summed over the parts. The heuristic of a
    /// partition with more placements is usually better.
    pub fn placement_count(&self) -> u64 {
        let cells = self.size.cells() as u64;
        self.part_sizes().map(|tiles| (0..tiles as u64).map(|i| cells - i).product::<u64>()).sum()
    }

    /// Returns the total length of the databases in bytes.
    pub fn bytes(&self) -> u64 {
        self.patterns().map(|pattern| pattern.pdb_bytes() as u64).sum()
    }

    /// Returns the goal with the tiles in order and the blank at a cell; `None` if the cell is not on the
    /// grid.
    pub(crate) fn goal_with_blank(size: Size, blank: usize) -> Option<Goal> {
        let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
        (blank < size.cells()).then(|| tiles.insert(blank, 0))?;
        Some(Goal::explicit(Board::from_tiles(size, &tiles).ok()?))
    }

    /// Formats the tiles of each part, such as `1.2.3-4.5.6-7.8`.
    pub(crate) fn format_tiles(&self) -> String {
        // Tiles count from 1 and skip the blank's home, so a tile after it has the number of its home cell.
        let tile = |&home: &u8| (usize::from(home) + usize::from(usize::from(home) < self.blank)).to_string();
        let part = |part: &Vec<u8>| part.iter().map(tile).collect::<Vec<_>>().join(".");
        self.parts.iter().map(part).collect::<Vec<_>>().join("-")
    }
}

/// Writes the sizes of the parts (`15:7-8`) if they determine the partition, or else the tiles of each part.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.size.rows(), self.size.cols()) {
            (3, 3) | (4, 4) | (5, 5) => write!(f, "{}", self.size.cells() - 1)?,
            _ => write!(f, "{}", self.size)?,
        }
        if self.blank != 0 {
            write!(f, "@{}", self.blank)?;
        }
        let sizes = self.part_sizes().map(|size| size.to_string()).collect::<Vec<_>>().join("-");
        let with_sizes = format!("{}:{sizes}", self.size);
        if self.blank == 0 && with_sizes.parse().as_ref() == Ok(self) {
            write!(f, ":{sizes}")
        } else {
            write!(f, ":{}", self.format_tiles())
        }
    }
}

/// Parses the text form described at [`Partition`].
impl FromStr for Partition {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        let invalid = || PartitionError::from(PartitionFault::Invalid(text.to_owned()));
        let (puzzle, parts) = text.split_once(':').ok_or_else(invalid)?;
        let (puzzle, blank) = match puzzle.split_once('@') {
            Some((puzzle, blank)) => (puzzle, blank.trim().parse().map_err(|_| invalid())?),
            None => (puzzle, 0),
        };
        // `24` is the 24-puzzle, `5` and `5x5` are sizes.
        let n_puzzle = puzzle.trim().parse().ok().and_then(|tiles: usize| {
            let rows = tiles.saturating_add(1).isqrt();
            (tiles >= 8 && rows * rows - 1 == tiles).then_some(rows)
        });
        let size = n_puzzle.map_or_else(|| puzzle.parse(), Size::square).map_err(|_| invalid())?;
        if size.cells() > Self::MAX_CELLS {
            return Err(PartitionFault::TooManyCells(size).into());
        }
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| invalid());
        let goal = Self::goal_with_blank(size, blank).ok_or_else(invalid)?;
        if parts.contains('.') {
            return Self::parse_tiles(&goal, parts).ok_or_else(invalid)?;
        }
        let sizes = parts.split('-').map(number).collect::<Result<Vec<_>, _>>()?;
        if sizes.len() > Self::MAX_PARTS {
            return Err(PartitionFault::PartCount(sizes.len()).into());
        }
        if let Some(&size) = sizes.iter().find(|size| !(1..=Self::MAX_PART_SIZE).contains(size)) {
            return Err(PartitionFault::PartSize(size).into());
        }
        let found: usize = sizes.iter().sum();
        let expected = size.cells() - 1;
        if found != expected {
            return Err(PartitionFault::WrongSum { found, expected }.into());
        }
        let frame =
            Frame::new(&goal).ok_or_else(|| PartitionError::from(PartitionFault::TooManyCells(size)))?;
        let known = Self::catalogue()
            .into_iter()
            .find(|known| known.fits(&frame) && known.part_sizes().eq(sizes.iter().copied()));
        let divided = || {
            let parts = divide_by_columns(frame.size(), frame.blank(), &sizes);
            Self::from_homes(frame.size(), frame.blank(), parts)
        };
        known.map_or_else(divided, Ok)
    }
}

/// Divides the tiles into parts of these sizes, column by column.
fn divide_by_columns(size: Size, blank: usize, sizes: &[usize]) -> Vec<Vec<u8>> {
    let rows = size.rows();
    let cols = size.cols();
    let cells = (0..size.cells()).map(|i| (i % rows * cols + i / rows) as u8);
    let mut tiles = cells.filter(|&cell| usize::from(cell) != blank);
    let part = |&size: &usize| {
        let mut part: Vec<u8> = tiles.by_ref().take(size).collect();
        part.sort_unstable();
        part
    };
    sizes.iter().map(part).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parse_inverts_display() {
        for known in Partition::catalogue() {
            assert_eq!(known.to_string().parse().as_ref(), Ok(&known));
        }
        for text in ["8:1.2.3.4-5.6.7.8", "3x4:6-5", "8@4:1.2.3-4.5-6.7.8", "15:5-5-5", "2x3:5", "24:6-6-6-6"]
        {
            let partition: Partition = text.parse().expect(text);
            assert_eq!(partition.to_string().parse().as_ref(), Ok(&partition), "{text}");
        }
    }

    #[test]
    fn entries_are_indexable_with_32_bits() {
        let bits = |rows, cols, tiles| {
            let size = Size::new(rows, cols).expect("in range");
            (Slabs::count_for(size, tiles) * slabs::words_per_slab(tiles) * 64) as u64
        };
        assert!(bits(4, 4, 8) < 1 << 32 && bits(2, 8, 8) < 1 << 32);
        assert!(bits(5, 5, 6) < 1 << 32 && bits(2, 12, 6) < 1 << 32 && bits(3, 8, 6) < 1 << 32);
        assert!("24:7-7-7-3".parse::<Partition>().is_ok());
        let too_large = "2x12:7-7-7-2".parse::<Partition>();
        assert!(matches!(too_large, Err(PartitionError(PartitionFault::TooLarge { tiles: 7, .. }))));
    }

    #[test]
    fn invalid_partitions_are_rejected_with_the_reason() {
        use PartitionFault::{
            Invalid, NoSuchTile, NotInOnePart, PartCount, PartSize, TooLarge, TooManyCells, WrongSum,
        };
        let error = |text: &str| text.parse::<Partition>().expect_err(text).0;
        for text in ["", "15", "15:", "15:a", "4x4:1..2", "8@9:8", ":8", "8:99999999999999999999.1"] {
            assert!(matches!(error(text), Invalid(_)), "{text}");
        }
        for text in ["6x6:8", "6:8", "35:8"] {
            assert!(matches!(error(text), TooManyCells(size) if size.cells() == 36), "{text}");
        }
        assert_eq!(error("15:3-3-3-3-3"), PartCount(5));
        assert_eq!(error("15:9-6"), PartSize(9));
        assert!(matches!(error("15:18446744073709551615-16"), PartSize(_)));
        assert_eq!(error("15:7-7"), WrongSum { found: 14, expected: 15 });
        assert_eq!(error("8:1.2.3.4-5.6.7.7"), NotInOnePart { tile: 7, parts: 2 });
        assert_eq!(error("8:1.2.3.4-5.6.7.9"), NoSuchTile { tile: 9, max: 8 });
        assert_eq!(error("8:0.1.2.3-4.5.6.7.8"), NoSuchTile { tile: 0, max: 8 });
        assert_eq!(error("8:1.2.3.4-5.6.7"), NotInOnePart { tile: 8, parts: 0 });
        assert!(matches!(error("24:8-8-8"), TooLarge { tiles: 8, .. }));
    }
}
