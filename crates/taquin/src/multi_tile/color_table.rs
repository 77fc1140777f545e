//! The distances of colored boards, by class.

use super::color_rank::{ColorRank, Merge, SYMBOL_BITS};
use super::node::{COLORING_BITS, Grid, HORIZONTAL, VERTICAL};
use crate::parallel;
use crate::progress::Progress;
use crate::search::Meter;
use taquin_core::StopReason;
use taquin_pdb::BuildPool;

/// The number of blocks between two checks of the limits: about a millisecond.
const CHECK_INTERVAL: usize = 1 << 9;

/// The number of moves to the goal for each class of one coloring.
pub(super) struct ColorTable {
    ranks: ColorRank,
    /// By axis of the next move: the moves left for each line of the blank and each word.
    distances: [Vec<u8>; 2],
}

impl ColorTable {
    /// Returns the number of bytes of the distances.
    pub(super) fn bytes(grid: &Grid, words: usize) -> usize {
        (grid.lines[HORIZONTAL] + grid.lines[VERTICAL]) * words
    }

    /// Builds the table by breadth-first search from the goal.
    ///
    /// The distance of a class is one more than the least of the classes across it, those that share a board with it; the
    /// classes of the goal have distance 1.
    ///
    /// PERF: each thread writes the classes with the blank in certain lines, so it has slices of its own.
    pub(super) fn build(
        grid: &Grid,
        coloring: usize,
        ranks: ColorRank,
        meter: &mut Meter<'_>,
    ) -> Result<Self, StopReason> {
        let words = ranks.len();
        let mut distances = grid.lines.map(|lines| vec![0; lines * words]);
        let goal = grid.goal();
        for axis in [HORIZONTAL, VERTICAL] {
            let word = (goal.words[axis] >> (coloring * COLORING_BITS)) as u32;
            distances[axis][goal.blank[axis] * words + ranks.rank(word)] = 1;
        }
        let transpose =
            [HORIZONTAL, VERTICAL].map(|axis| Transpose::new(grid.lines[axis], grid.lines[1 - axis]));
        let pool = BuildPool::start();
        for level in 1.. {
            let mut is_last = true;
            for axis in [HORIZONTAL, VERTICAL] {
                meter.poll(Progress::default())?;
                let budget = meter.budget();
                let [horizontal, vertical] = &mut distances;
                let (from, across) =
                    if axis == HORIZONTAL { (&*horizontal, vertical) } else { (&*vertical, horizontal) };
                let expand = |mut slices: Vec<(usize, &mut [u8])>| -> Result<bool, StopReason> {
                    let mut is_empty = true;
                    for (line, from) in from.chunks_exact(words).enumerate() {
                        for (i, (start, high, lows)) in ranks.blocks().enumerate() {
                            if i % CHECK_INTERVAL == 0 {
                                budget.check()?;
                            }
                            for_each_position(&from[start..][..lows.len()], level, |index| {
                                is_empty = false;
                                let word = high | u32::from(lows[index]);
                                for (at, across) in &mut slices {
                                    let other = transpose[axis].without_blank(word, line, *at);
                                    let distance = &mut across[ranks.rank(other)];
                                    if *distance == 0 {
                                        *distance = level + 1;
                                    }
                                }
                            });
                        }
                    }
                    Ok(is_empty)
                };
                let mut slices: Vec<(usize, &mut [u8])> =
                    across.chunks_exact_mut(words).enumerate().collect();
                let per_thread = slices.len().div_ceil(pool.threads());
                let mut shares = Vec::new();
                while !slices.is_empty() {
                    shares.push(slices.split_off(slices.len().saturating_sub(per_thread)));
                }
                let is_empty: Result<Vec<bool>, StopReason> =
                    pool.run(|| parallel::map(shares, expand)).into_iter().collect();
                is_last &= is_empty?.iter().all(|is_empty| *is_empty);
            }
            if is_last {
                break;
            }
        }
        Ok(Self { ranks, distances })
    }

    /// Returns the least number of moves from a board that is not the goal, if the next is along an axis: given the word
    /// that the move does not change, and the line of the blank.
    #[inline]
    pub(super) fn distance(&self, axis: usize, word: u32, line: usize) -> u8 {
        self.distances[axis][line * self.ranks.len() + self.ranks.rank(word)]
    }
}

/// Reads a word in the other order: column by column instead of row by row, or the reverse.
struct Transpose {
    /// The contribution of each four symbols.
    bytes: [[u32; 256]; 4],
    lines: usize,
    /// The number of cells of a line.
    length: usize,
}

impl Transpose {
    /// Creates the table for boards with a number of lines of a length.
    fn new(lines: usize, length: usize) -> Self {
        let contribution = |byte: usize, symbols: usize| {
            let cell = |i: usize| 4 * byte + i;
            let is_cell = |i: &usize| cell(*i) < lines * length;
            let image = |i: usize| cell(i) % length * lines + cell(i) / length;
            let symbol = |i: usize| (symbols >> (SYMBOL_BITS * i) & 3) as u32;
            (0..4).filter(is_cell).map(|i| symbol(i) << (SYMBOL_BITS * image(i))).sum()
        };
        let bytes = std::array::from_fn(|byte| std::array::from_fn(|symbols| contribution(byte, symbols)));
        Self { bytes, lines, length }
    }

    /// Transposes a word without the blank, which is at a place of a line.
    fn without_blank(&self, word: u32, line: usize, place: usize) -> u32 {
        let insert = |word: u64, at: usize| {
            let before = (1 << (SYMBOL_BITS * at)) - 1;
            (word & before) | (word & !before) << SYMBOL_BITS
        };
        let remove = |word: u64, at: usize| {
            let before = (1 << (SYMBOL_BITS * at)) - 1;
            (word & before) | (word >> SYMBOL_BITS & !before)
        };
        let with_blank = insert(u64::from(word), line * self.length + place) as u32;
        let bytes = with_blank.to_le_bytes();
        let transposed =
            bytes.iter().zip(&self.bytes).fold(0, |word, (&byte, table)| word | table[usize::from(byte)]);
        remove(u64::from(transposed), place * self.lines + line) as u32
    }
}

/// Calls a function with each position of a byte.
fn for_each_position(bytes: &[u8], value: u8, mut visit: impl FnMut(usize)) {
    const CHUNK: usize = 32;
    for (i, chunk) in bytes.chunks(CHUNK).enumerate() {
        // Without a branch for each byte, this takes a few instructions.
        let has_value = chunk.iter().fold(0, |found, byte| found | u8::from(*byte == value)) == 1;
        if has_value {
            for (j, _) in chunk.iter().enumerate().filter(|(_, byte)| **byte == value) {
                visit(i * CHUNK + j);
            }
        }
    }
}

/// The merges of colors for tables that would be large with all four.
pub(super) const MERGES: [Merge; 3] = [[0, 1, 2, 2], [0, 0, 2, 3], [0, 1, 1, 3]];
/// All colors, for small tables.
pub(super) const ALL_COLORS: Merge = [0, 1, 2, 3];
