//! The effect on a slab of moving one tile past others.
//!
//! A slab is a bit set over the permutations of the tiles, by rank. A move takes the tile at one position to
//! another and so maps the bits. [`PermutationMaps::merge`] does this in one of two ways:
//!
//! - Bit by bit, with a table of ranks. The time grows with the number of bits.
//! - By swaps of adjacent positions. A swap of positions i and i + 1 replaces the digits (a, b) of the rank by
//!   (b + 1, a) if a ≤ b, or else by (b, a − 1). So it changes the rank by an amount that depends only on
//!   b − a and takes few values: 2 if the positions are the last two, 2k if they are k from the end. All bits
//!   with the same amount are shifted at once. The time does not depend on the number of bits.

use crate::rank::FACTORIAL;
use std::collections::BTreeMap;
use taquin_core::permutation;

/// Returns the effect on permutation ranks of moving one tile to another position among `tiles` tiles.
///
/// Element `old * tiles + new` maps the rank of each permutation to its rank after the tile at position `old`
/// has moved to position `new`. It is empty if `old == new`.
pub fn permutation_maps(tiles: usize) -> Vec<Vec<u16>> {
    (0..tiles * tiles)
        .map(|i| (i / tiles, i % tiles))
        .map(|(old, new)| if old == new { Vec::new() } else { rank_map(tiles, old, new) })
        .collect()
}

fn rank_map(tiles: usize, old: usize, new: usize) -> Vec<u16> {
    let rank_after = |rank| {
        let mut permutation = permutation::unrank(rank, tiles);
        let tile = permutation.remove(old);
        permutation.insert(new, tile);
        permutation::rank(&permutation) as u16
    };
    (0..FACTORIAL[tiles] as usize).map(rank_after).collect()
}

/// The maps of bit sets over the permutations of a number of tiles.
pub(crate) struct PermutationMaps {
    tiles: usize,
    by_rank: Vec<Vec<u16>>,
    /// The swap of positions i and i + 1, for each i.
    swaps: Vec<Vec<Shift>>,
    /// The number of bits from which swaps are faster, for each map.
    min_counts: Vec<usize>,
}

/// A shift of some of the bits of a slab.
struct Shift {
    /// The first word with such a bit.
    first: usize,
    /// The bits, from the first word to the last.
    mask: Vec<u64>,
    /// The distance in words, which can be negative, and in bits.
    words: isize,
    bits: u32,
}

/// Memory for [`PermutationMaps::merge`]: two slabs with a word to spare at both ends, since a negative shift is
/// one to the left by a word too many.
#[derive(Default)]
pub(crate) struct Scratch {
    source: Vec<u64>,
    target: Vec<u64>,
}

/// The time to map one bit by its rank, divided by the time to shift one word.
const WORDS_PER_BIT: usize = 4;

impl PermutationMaps {
    pub(crate) fn new(tiles: usize) -> Self {
        let by_rank = permutation_maps(tiles);
        let swaps: Vec<_> = (1..tiles).map(|i| shifts(&by_rank[(i - 1) * tiles + i])).collect();
        let words = |shift: &Shift| shift.mask.len();
        let min_count = |old: usize, new: usize| {
            let swaps = &swaps[old.min(new)..old.max(new)];
            swaps.iter().flatten().map(words).sum::<usize>() / WORDS_PER_BIT
        };
        let min_counts = (0..tiles * tiles).map(|map| min_count(map / tiles, map % tiles)).collect();
        Self { tiles, by_rank, swaps, min_counts }
    }

    /// Returns the index of the map that moves the tile at one position to another.
    pub(crate) fn index(&self, old: usize, new: usize) -> u32 {
        (old * self.tiles + new) as u32
    }

    /// Adds the bits of one slab to another through the map with this index. `count` is the number of bits.
    pub(crate) fn merge(
        &self,
        from: &[u64],
        count: usize,
        map: u32,
        into: &mut [u64],
        scratch: &mut Scratch,
    ) {
        let map = map as usize;
        if count < self.min_counts[map] {
            merge_by_rank(from, &self.by_rank[map], into);
        } else {
            self.merge_by_swaps(from, map, into, scratch);
        }
    }

    fn merge_by_swaps(
        &self,
        from: &[u64],
        map: usize,
        into: &mut [u64],
        Scratch { source, target }: &mut Scratch,
    ) {
        let (old, new) = (map / self.tiles, map % self.tiles);
        if old == new {
            add(from, into);
            return;
        }
        source.resize(from.len() + 2, 0);
        source[1..=from.len()].copy_from_slice(from);
        for step in 0..old.abs_diff(new) {
            let swap = if old < new { old + step } else { old - 1 - step };
            target.clear();
            target.resize(from.len() + 2, 0);
            for shift in &self.swaps[swap] {
                shift.apply(source, target);
            }
            std::mem::swap(source, target);
        }
        add(&source[1..=from.len()], into);
    }
}

/// Groups the bits of a map by their shift.
fn shifts(map: &[u16]) -> Vec<Shift> {
    let mut shifts = BTreeMap::new();
    for (from, &to) in map.iter().enumerate() {
        let distance = usize::from(to).cast_signed() - from.cast_signed();
        let shift = shifts.entry(distance).or_insert_with(|| Shift {
            first: from / 64,
            mask: Vec::new(),
            words: distance.div_euclid(64),
            bits: distance.rem_euclid(64) as u32,
        });
        let word = from / 64 - shift.first;
        shift.mask.resize(word + 1, 0);
        shift.mask[word] |= 1 << (from % 64);
    }
    shifts.into_values().collect()
}

fn add(from: &[u64], into: &mut [u64]) {
    for (into, from) in into.iter_mut().zip(from) {
        *into |= from;
    }
}

fn merge_by_rank(from: &[u64], map: &[u16], into: &mut [u64]) {
    for (i, &word) in from.iter().enumerate().filter(|(_, word)| **word != 0) {
        let map = &map[64 * i..];
        let mut bits = word;
        while bits != 0 {
            let to = usize::from(map[bits.trailing_zeros() as usize]);
            into[to / 64] |= 1 << (to % 64);
            bits &= bits - 1;
        }
    }
}

impl Shift {
    fn apply(&self, source: &[u64], target: &mut [u64]) {
        let source = &source[1 + self.first..][..self.mask.len()];
        let first = (1 + self.first).wrapping_add_signed(self.words);
        let target = &mut target[first..=first + self.mask.len()];
        let mut carry = 0;
        for ((word, mask), target) in source.iter().zip(&self.mask).zip(&mut *target) {
            let moved = word & mask;
            *target |= moved << self.bits | carry;
            carry = moved >> 1 >> (63 - self.bits);
        }
        if let Some(last) = target.last_mut() {
            *last |= carry;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both ways of mapping bits agree, on all maps and on slabs of all densities.
    #[test]
    fn swaps_agree_with_ranks() {
        for (tiles, &orders) in FACTORIAL.iter().enumerate().skip(1) {
            let maps = PermutationMaps::new(tiles);
            let words = orders.div_ceil(64) as usize;
            for stride in [1, 2, 3, 7, 100, 5039] {
                let mut from = vec![0; words];
                for bit in (0..orders as usize).step_by(stride) {
                    from[bit / 64] |= 1 << (bit % 64);
                }
                for (map, by_rank) in maps.by_rank.iter().enumerate().filter(|(_, map)| !map.is_empty()) {
                    let (mut expected, mut found) = (vec![0; words], vec![0; words]);
                    merge_by_rank(&from, by_rank, &mut expected);
                    maps.merge_by_swaps(&from, map, &mut found, &mut Scratch::default());
                    assert_eq!(found, expected, "{tiles} tiles, map {map}, every {stride}th");
                }
            }
        }
    }
}
