//! Ranks of colored words: sequences of symbols with a fixed number of each color.
//!
//! Words are ordered by their high half, and words with the same high half by their low half. The rank is the sum of two
//! lookups: the number of words with a smaller high half, and the rank of the low half among those with the same
//! number of symbols of each color.

/// Symbols of two bits.
pub(super) const SYMBOL_BITS: usize = 2;
/// The number of colors.
pub(super) const COLORS: usize = 4;
/// The number of symbols of the low half.
const LOW_SYMBOLS: usize = 7;
const LOW_BITS: usize = LOW_SYMBOLS * SYMBOL_BITS;

/// The colors as a table knows them: the representative of each color. Merged colors have the same.
pub(super) type Merge = [u8; COLORS];

/// Ranks the words with a fixed number of symbols of each color.
pub(super) struct ColorRank {
    /// The number of words with a smaller high half.
    high: Vec<u32>,
    /// The rank of the low half.
    low: Vec<u16>,
    /// The valid high halves.
    blocks: Vec<Block>,
    /// The low halves with the same number of symbols of each color, in order.
    lows: Vec<Vec<u16>>,
    len: usize,
}

/// The words with the same high half.
struct Block {
    high: u32,
    start: usize,
    /// The index of their low halves in `lows`.
    lows: usize,
}

impl ColorRank {
    /// Creates the ranks, given the color of each tile and the merge.
    pub(super) fn new(colors: &[u8], merge: Merge) -> Self {
        let tiles = colors.len();
        let low_symbols = tiles.min(LOW_SYMBOLS);
        let high_symbols = tiles - low_symbols;
        let mut total = [0; COLORS];
        for &color in colors {
            total[usize::from(merge[usize::from(color)])] += 1;
        }
        let mut lows: Vec<Vec<u16>> = vec![Vec::new(); (LOW_SYMBOLS + 1).pow(COLORS as u32)];
        let mut low = vec![0; 1 << (SYMBOL_BITS * low_symbols)];
        // A merged word is not above the word itself, so its rank is known when the word is reached.
        for word in 0..low.len() {
            let merged = merged(word, low_symbols, merge);
            low[word] = if merged == word {
                let list = &mut lows[composition_index(&composition(word, low_symbols))];
                list.push(word as u16);
                list.len() as u16 - 1
            } else {
                low[merged]
            };
        }
        let mut high = vec![0; 1 << (SYMBOL_BITS * high_symbols)];
        let mut blocks = Vec::new();
        let mut len = 0;
        for word in 0..high.len() {
            let merged = merged(word, high_symbols, merge);
            high[word] = high[merged];
            let used = composition(word, high_symbols);
            if merged == word && (0..COLORS).all(|color| used[color] <= total[color]) {
                let lows_index = composition_index(&std::array::from_fn(|color| total[color] - used[color]));
                high[word] = len as u32;
                blocks.push(Block { high: word as u32, start: len, lows: lows_index });
                len += lows[lows_index].len();
            }
        }
        Self { high, low, blocks, lows, len }
    }

    /// Returns the number of words.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// Returns the rank of a word. Merged colors are equal.
    #[inline]
    pub(super) fn rank(&self, word: u32) -> usize {
        let low = word & ((1 << LOW_BITS) - 1);
        self.high[(word >> LOW_BITS) as usize] as usize + usize::from(self.low[low as usize])
    }

    /// Returns the blocks of words with the same high half, in order: the rank of the first word, the high half in its place,
    /// and the low halves.
    pub(super) fn blocks(&self) -> impl Iterator<Item = (usize, u32, &[u16])> {
        self.blocks
            .iter()
            .map(|block| (block.start, block.high << LOW_BITS, self.lows[block.lows].as_slice()))
    }
}

fn symbols(word: usize, count: usize) -> impl Iterator<Item = usize> {
    (0..count).map(move |i| word >> (SYMBOL_BITS * i) & (COLORS - 1))
}

/// Returns the number of symbols of each color.
fn composition(word: usize, count: usize) -> [usize; COLORS] {
    let mut composition = [0; COLORS];
    for symbol in symbols(word, count) {
        composition[symbol] += 1;
    }
    composition
}

fn composition_index(composition: &[usize; COLORS]) -> usize {
    composition.iter().fold(0, |index, count| index * (LOW_SYMBOLS + 1) + count)
}

/// Returns the word with each color replaced by its representative.
fn merged(word: usize, count: usize, merge: Merge) -> usize {
    symbols(word, count).enumerate().map(|(i, color)| usize::from(merge[color]) << (SYMBOL_BITS * i)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_count_the_words_in_order() {
        for (colors, merge, len) in [
            (&[0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3][..], [0, 0, 2, 3], 450_450),
            (&[0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3], [0, 1, 2, 3], 92_400),
            (&[0, 1, 1, 2, 2], [0, 1, 1, 3], 5),
            (&[0], [0, 1, 2, 3], 1),
            (&[], [0, 1, 2, 3], 1),
        ] {
            let ranks = ColorRank::new(colors, merge);
            let words: Vec<(usize, u32)> = ranks
                .blocks()
                .flat_map(|(start, high, lows)| {
                    lows.iter().enumerate().map(move |(i, low)| (start + i, high | u32::from(*low)))
                })
                .collect();
            assert_eq!((ranks.len(), words.len()), (len, len));
            assert!(words.is_sorted_by(|a, b| a.1 < b.1));
            assert!(words.iter().enumerate().all(|(i, &(rank, word))| i == rank && ranks.rank(word) == rank));
        }
        let merged = ColorRank::new(&[0, 1, 2, 3], [0, 1, 1, 3]);
        assert_eq!(merged.rank(0b11_10_01_00), merged.rank(0b11_01_10_00));
    }
}
