//! How the tiles of a puzzle are shared out among tables.

use super::frame::Frame;
use super::index::FACTORIAL;
use super::lookup::PARTS;
use super::pattern::Pattern;
use super::slabs::{self, Slabs};
use crate::board::{Board, Goal, Size};
use std::fmt;
use std::str::FromStr;

/// The tiles of a puzzle, shared out among up to four pattern databases of up to eight tiles each.
///
/// A partition belongs to a grid and to the blank's place in the goal, and not to the numbers on the tiles: the same one
/// serves all goals that can be turned, mirrored and renumbered into each other. It is written with the tiles' numbers in
/// the goal that has them in order and the blank first (or, after an `@`, at another cell), such as `15:1.2.3.4.5.6.7-8.9.10.11.12.13.14.15`; those that are known by the sizes of
/// their parts can be written so:
///
/// ```
/// use taquin::Partition;
/// let partition: Partition = "15:7-8".parse()?;
/// assert_eq!(partition, "4x4:1.2.3.4.5.6.7-8.9.10.11.12.13.14.15".parse()?);
/// assert_eq!(partition.to_string(), "15:7-8");
/// # Ok::<(), taquin::PartitionError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Partition {
    size: Size,
    /// The home of the blank.
    blank: usize,
    /// The homes of the tiles of each part.
    groups: Vec<Vec<u8>>,
}

/// Why some tiles in parts, or a text, are no [`Partition`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartitionError {
    /// A text that is not the puzzle, a colon, and its parts; the text is here.
    #[error(
        "'{0}' is no partition: write the puzzle and the sizes of its parts, such as 15:7-8, or its tiles, such as 3x3:1.2.3.4-5.6.7.8"
    )]
    Unreadable(String),
    /// A board with more than [`Partition::MOST_CELLS`] cells; its size is here.
    #[error("there are tables for boards of up to 25 cells, and {0} has more")]
    TooManyCells(Size),
    /// No parts, or more than four; how many is here.
    #[error("{0} parts: a partition has one to four")]
    Parts(usize),
    /// A part with no tile, or with more than eight; how many is here.
    #[error("a part of {0} tiles: each has one to eight")]
    Tiles(usize),
    /// A tile that is in no part, in several, or that the puzzle has not: the tile, and in how many parts it is.
    #[error("tile {0} must be in one part, and is in {1} of them")]
    NotOnce(usize, usize),
    /// Sizes of parts that do not add up: their sum, and the tiles that the puzzle has.
    #[error("the parts have {0} tiles together, and the puzzle has {1}")]
    Sum(usize, usize),
    /// A part whose table would be too large: how many tiles it has, and the size of the board.
    #[error("a table of {0} tiles on {1} would have over four billion entries: use smaller parts")]
    TooLarge(usize, Size),
}

/// The partitions that are known by the sizes of their parts, with the blank first.
///
/// PERF: of the ways to cut Korf's boards into parts of these sizes, these need the fewest nodes of those tried. For the
/// 15-puzzle: two rows each need 2.3 million nodes for the hundred boards, other 7-8 partitions 2.6 to 20.
const CATALOGUE: [(usize, usize, &[&[u8]]); 3] = [
    (4, 4, &[&[1, 4, 5, 8, 9, 12], &[2, 3, 6, 7, 10, 11], &[13, 14, 15]]),
    (4, 4, &[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]),
    (
        5,
        5,
        &[&[1, 2, 5, 6, 10, 11], &[3, 4, 7, 8, 9, 12], &[13, 14, 18, 19, 23, 24], &[15, 16, 17, 20, 21, 22]],
    ),
];

/// On so many cells tables of any part are small enough, and so are those of so many tiles on all boards.
const ALWAYS_FITS: (usize, usize) = (16, 6);

impl Partition {
    /// The most cells of a board that there can be tables for: 25, as many as 5×5 has.
    pub const MOST_CELLS: usize = 25;

    /// A partition for a goal, from the numbers of the tiles of each part. Every tile must be in one part.
    pub fn new(goal: &Goal, parts: &[Vec<usize>]) -> Result<Self, PartitionError> {
        let (frame, size) = (Frame::of(goal)?, goal.size());
        let tiles = 1..size.cells();
        for tile in parts.iter().flatten().copied().chain(tiles.clone()) {
            let found = parts.iter().flatten().filter(|&&other| other == tile).count();
            if found != 1 || !tiles.contains(&tile) {
                return Err(PartitionError::NotOnce(tile, found));
            }
        }
        let homes = |part: &Vec<usize>| part.iter().map(|&tile| frame.name(tile)).collect();
        Self::of_homes(frame.size, frame.blank, parts.iter().map(homes).collect())
    }

    /// A partition for a goal whose tiles are spelled out, such as `1.2.3-4.5.6-7.8`; nothing if that can't be read.
    pub(super) fn spelled(goal: &Goal, text: &str) -> Option<Result<Self, PartitionError>> {
        let group = |group: &str| group.split('.').map(|n| n.trim().parse().ok()).collect::<Option<Vec<_>>>();
        let groups = text.split('-').map(group).collect::<Option<Vec<_>>>()?;
        Some(Self::new(goal, &groups))
    }

    /// How many ways there are for the tiles of each part to stand, all added up: the more, the better the estimate.
    pub(crate) fn patterns_in_all(&self) -> u64 {
        let cells = self.size.cells() as u64;
        self.sizes().map(|tiles| (0..tiles as u64).map(|i| cells - i).product::<u64>()).sum()
    }

    /// The partitions that are cut by hand, and known by the sizes of their parts: `15:6-6-3`, `15:7-8` and `24:6-6-6-6`.
    pub fn catalogue() -> Vec<Self> {
        let known = |&(rows, cols, groups): &(usize, usize, &[&[u8]])| {
            let groups = groups.iter().map(|group| group.to_vec()).collect();
            Self::of_homes(Size::new(rows, cols).ok()?, 0, groups).ok()
        };
        CATALOGUE.iter().filter_map(known).collect()
    }

    /// The partition whose tables are built in a moment, for boards of up to 25 cells.
    pub(crate) fn quick(frame: &Frame) -> Self {
        let known = Self::catalogue().into_iter().find(|known| known.fits(frame));
        known.unwrap_or_else(|| {
            let tiles = frame.size.cells() - 1;
            let group = tiles.div_ceil(tiles.div_ceil(6).max(2));
            let sizes: Vec<usize> = (0..tiles).step_by(group).map(|i| group.min(tiles - i)).collect();
            let groups = columns(frame.size, frame.blank, &sizes);
            Self { size: frame.size, blank: frame.blank, groups }
        })
    }

    fn of_homes(size: Size, blank: usize, mut groups: Vec<Vec<u8>>) -> Result<Self, PartitionError> {
        if !(1..=PARTS).contains(&groups.len()) {
            return Err(PartitionError::Parts(groups.len()));
        }
        for group in &mut groups {
            group.sort_unstable();
            if !(1..FACTORIAL.len()).contains(&group.len()) {
                return Err(PartitionError::Tiles(group.len()));
            }
        }
        let largest = groups.iter().map(Vec::len).max().unwrap_or_default();
        if size.cells() > ALWAYS_FITS.0 && largest > ALWAYS_FITS.1 {
            // Entries are numbered by 32 bits.
            let bits = Slabs::count_of(size, largest) as u64 * 64 * slabs::words(largest) as u64;
            if bits > 1 << 32 {
                return Err(PartitionError::TooLarge(largest, size));
            }
        }
        Ok(Self { size, blank, groups })
    }

    /// Whether its tables serve the boards of a frame.
    pub(crate) fn fits(&self, frame: &Frame) -> bool {
        (self.size, self.blank) == (frame.size, frame.blank)
    }

    /// The patterns whose tables it takes.
    pub(crate) fn patterns(&self) -> impl Iterator<Item = Pattern> {
        self.groups.iter().map(|homes| Pattern { size: self.size, blank: self.blank, homes: homes.clone() })
    }

    /// Rows and columns of the grid, as tables see it: a goal's boards may have to be turned to fit it.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The goal that its tiles are numbered for: all in order, but for the blank. It is always there.
    pub fn goal(&self) -> Option<Goal> {
        Self::goal_of(self.size, self.blank)
    }

    /// The goal with the tiles in order and the blank at a cell.
    pub(super) fn goal_of(size: Size, blank: usize) -> Option<Goal> {
        let mut tiles: Vec<u16> = (1..size.cells() as u16).collect();
        (blank < size.cells()).then(|| tiles.insert(blank, 0))?;
        Some(Goal::explicit(Board::from_tiles(size, &tiles).ok()?))
    }

    /// How many tiles each part has, one to eight.
    pub fn sizes(&self) -> impl Iterator<Item = usize> {
        self.groups.iter().map(Vec::len)
    }

    /// How many bytes its tables take, in memory or on the disk, all parts together.
    pub fn bytes(&self) -> u64 {
        self.patterns().map(|pattern| pattern.bytes() as u64).sum()
    }

    /// How many bytes of memory it takes to build its tables one after the other: those for the largest one.
    pub fn bytes_to_build(&self) -> usize {
        self.patterns().map(|pattern| super::build::memory(&pattern)).max().unwrap_or_default()
    }

    /// The home of the blank.
    pub(super) fn blank(&self) -> usize {
        self.blank
    }

    /// The home cells of the tiles of each part, on a grid turned so that the blank's home is as near to the first cell as can be.
    pub fn homes_of_parts(&self) -> &[Vec<u8>] {
        &self.groups
    }

    /// The tiles of each part, with dots and dashes between them.
    pub(super) fn spelled_out(&self) -> String {
        // With the blank first, a tile is named after its home; otherwise the tiles before the blank's home are one more.
        let number =
            |&home: &u8| (usize::from(home) + usize::from(usize::from(home) < self.blank)).to_string();
        let group = |group: &Vec<u8>| group.iter().map(number).collect::<Vec<_>>().join(".");
        self.groups.iter().map(group).collect::<Vec<_>>().join("-")
    }
}

/// `15:7-8` if it is known by that, or all of its tiles.
impl fmt::Display for Partition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.size.rows(), self.size.cols()) {
            (3, 3) | (4, 4) | (5, 5) => write!(f, "{}", self.size.cells() - 1)?,
            _ => write!(f, "{}", self.size)?,
        }
        if self.blank != 0 {
            write!(f, "@{}", self.blank)?;
        }
        let sizes = self.sizes().map(|size| size.to_string()).collect::<Vec<_>>().join("-");
        let by_sizes = format!("{}:{sizes}", self.size);
        if self.blank == 0 && by_sizes.parse().as_ref() == Ok(self) {
            write!(f, ":{sizes}")
        } else {
            write!(f, ":{}", self.spelled_out())
        }
    }
}

impl FromStr for Partition {
    type Err = PartitionError;

    fn from_str(text: &str) -> Result<Self, PartitionError> {
        let unreadable = || PartitionError::Unreadable(text.to_owned());
        let (puzzle, parts) = text.split_once(':').ok_or_else(unreadable)?;
        let (puzzle, blank) = match puzzle.split_once('@') {
            Some((puzzle, blank)) => (puzzle, blank.trim().parse().map_err(|_| unreadable())?),
            None => (puzzle, 0),
        };
        let size = match puzzle.trim() {
            "8" => Size::square(3),
            "15" => Size::square(4),
            "24" => Size::square(5),
            other => other.parse(),
        }
        .map_err(|_| unreadable())?;
        if size.cells() > Self::MOST_CELLS {
            return Err(PartitionError::TooManyCells(size));
        }
        let number = |text: &str| text.trim().parse::<usize>().map_err(|_| unreadable());
        let goal = Self::goal_of(size, blank).ok_or_else(unreadable)?;
        if parts.contains('.') {
            return Self::spelled(&goal, parts).ok_or_else(unreadable)?;
        }
        let sizes = parts.split('-').map(number).collect::<Result<Vec<_>, _>>()?;
        if sizes.len() > PARTS {
            return Err(PartitionError::Parts(sizes.len()));
        }
        if let Some(wrong) = sizes.iter().find(|size| !(1..FACTORIAL.len()).contains(size)) {
            return Err(PartitionError::Tiles(*wrong));
        }
        let frame = Frame::of(&goal)?;
        let known = Self::catalogue()
            .into_iter()
            .find(|known| known.fits(&frame) && known.sizes().eq(sizes.iter().copied()));
        if sizes.iter().sum::<usize>() != size.cells() - 1 {
            return Err(PartitionError::Sum(sizes.iter().sum(), size.cells() - 1));
        }
        known.map_or_else(
            || Self::of_homes(frame.size, frame.blank, columns(frame.size, frame.blank, &sizes)),
            Ok,
        )
    }
}

/// Groups of these sizes, neighbouring columns together.
fn columns(size: Size, blank: usize, sizes: &[usize]) -> Vec<Vec<u8>> {
    let (rows, cols) = (size.rows(), size.cols());
    let cells = (0..size.cells()).map(|i| (i % rows * cols + i / rows) as u8);
    let mut tiles = cells.filter(|&cell| usize::from(cell) != blank);
    let group = |&size: &usize| {
        let mut group: Vec<u8> = tiles.by_ref().take(size).collect();
        group.sort_unstable();
        group
    };
    sizes.iter().map(group).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn partitions_are_read_as_written() {
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
    fn entries_can_be_numbered() {
        use crate::table::slabs::{Slabs, words};
        let bits = |rows, cols, tiles| {
            let size = Size::new(rows, cols).expect("in range");
            (Slabs::count_of(size, tiles) * words(tiles) * 64) as u64
        };
        assert!(bits(4, 4, 8) < 1 << 32 && bits(2, 8, 8) < 1 << 32);
        assert!(bits(5, 5, 6) < 1 << 32 && bits(2, 12, 6) < 1 << 32 && bits(3, 8, 6) < 1 << 32);
        assert!("24:7-7-7-3".parse::<Partition>().is_ok());
        assert!(matches!("2x12:7-7-7-2".parse::<Partition>(), Err(PartitionError::TooLarge(7, _))));
    }

    #[test]
    fn what_is_wrong_is_said() {
        use PartitionError::{NotOnce, Parts, Sum, Tiles, TooLarge, TooManyCells, Unreadable};
        let error = |text: &str| text.parse::<Partition>().expect_err(text);
        for text in ["", "15", "15:", "15:a", "4x4:1..2", "8@9:8", ":8", "8:99999999999999999999.1"] {
            assert!(matches!(error(text), Unreadable(_)), "{text}");
        }
        assert!(matches!(error("6x6:8"), TooManyCells(_)));
        assert!(matches!(error("15:3-3-3-3-3"), Parts(5)));
        assert!(matches!(error("15:9-6"), Tiles(9)));
        assert!(matches!(error("15:18446744073709551615-16"), Tiles(_)));
        assert!(matches!(error("15:7-7"), Sum(14, 15)));
        assert!(matches!(error("8:1.2.3.4-5.6.7.7"), NotOnce(7, 2)));
        assert!(matches!(error("8:1.2.3.4-5.6.7.9"), NotOnce(9, 1)));
        assert!(matches!(error("8:1.2.3.4-5.6.7"), NotOnce(8, 0)));
        assert!(matches!(error("24:8-8-8"), TooLarge(8, _)));
    }
}
