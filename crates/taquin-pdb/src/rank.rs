//! Ranking of combinations and permutations.
//!
//! A placement of k tiles is a *combination*, the set of occupied cells, and a *permutation*, the order of
//! the tiles on these cells. The rank of the combination selects a [slab](crate::slabs), that of the
//! permutation a bit in it.
//!
//! Combinations are bit masks and are ranked in increasing order, which is the combinatorial number system:
//! {c₁ < c₂ < …} has rank C(c₁, 1) + C(c₂, 2) + …. [`CombinationRanks`] looks the rank up in two halves.
//!
//! Permutations are ranked by [`taquin_core::permutation`].

/// The factorials of 0 to 8.
pub(crate) const FACTORIAL: [u32; 9] = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

/// Lookup tables for the ranks of the k-element subsets of n cells.
#[derive(Clone, Debug)]
pub(crate) struct CombinationRanks {
    low_bits: u32,
    /// The contribution of the lower half of the mask.
    low: Vec<u32>,
    /// The contribution of the upper half of the mask, by the number of bits in the lower half and by the
    /// upper half.
    high: Vec<u32>,
    high_len: usize,
}

impl CombinationRanks {
    pub(crate) fn new(cells: usize, tiles: usize) -> Self {
        let low_bits = cells as u32 / 2;
        let high_len = 1usize << (cells as u32 - low_bits);
        // The contribution of the upper half depends only on the number of bits below, not on their
        // positions.
        let high_rank = |below: u32, mask: u32| {
            let filler = (1 << below) - 1;
            rank_combination(mask << low_bits | filler) - rank_combination(filler)
        };
        Self {
            low_bits,
            low: (0..1 << low_bits).map(rank_combination).collect(),
            high: (0..=low_bits.min(tiles as u32))
                .flat_map(|below| (0..high_len as u32).map(move |mask| high_rank(below, mask)))
                .collect(),
            high_len,
        }
    }

    #[inline]
    pub(crate) fn rank(&self, mask: u32) -> usize {
        let low = mask & ((1 << self.low_bits) - 1);
        let high = (mask >> self.low_bits) as usize;
        (self.low[low as usize] + self.high[low.count_ones() as usize * self.high_len + high]) as usize
    }
}

/// Returns the rank of a set of cells, given as a bit mask: the number of smaller masks with as many bits.
#[inline]
pub fn rank_combination(mut mask: u32) -> u32 {
    let mut rank = 0u32;
    let mut count = 0;
    while mask != 0 {
        count += 1;
        rank = rank.wrapping_add(BINOMIAL[count % MAX_BITS][mask.trailing_zeros() as usize]);
        mask &= mask - 1;
    }
    rank
}

const MAX_BITS: usize = 32;

/// The binomial coefficients C(n, k) as `BINOMIAL[k][n]`, by Pascal's rule. Ranks of more than 32 bits wrap.
static BINOMIAL: [[u32; MAX_BITS]; MAX_BITS] = {
    let mut table = [[0u32; MAX_BITS]; MAX_BITS];
    let mut n = 0;
    while n < MAX_BITS {
        table[0][n] = 1;
        let mut k = 1;
        while k <= n {
            table[k][n] = if k == n { 1 } else { table[k - 1][n - 1].wrapping_add(table[k][n - 1]) };
            k += 1;
        }
        n += 1;
    }
    table
};

/// Returns all sets of `tiles` out of `cells` cells as masks, in increasing order.
pub(crate) fn combinations(cells: usize, tiles: usize) -> Vec<u32> {
    let next = |&mask: &u32| {
        // Gosper's hack: move the top bit of the lowest run of ones up by one, and the rest of the run to the
        // bottom.
        let mask = u64::from(mask);
        let lowest = mask & mask.wrapping_neg();
        let carried = mask + lowest;
        let next = carried | ((mask ^ carried) / lowest.max(1)) >> 2;
        (next < 1 << cells).then_some(next as u32)
    };
    if tiles == 0 { vec![0] } else { std::iter::successors(Some((1 << tiles) - 1), next).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_ranked_in_mask_order() {
        for (cells, tiles) in [(4, 2), (9, 4), (12, 6), (16, 7), (16, 8), (20, 3)] {
            let ranks = CombinationRanks::new(cells, tiles);
            let masks = combinations(cells, tiles);
            assert_eq!(masks.len(), BINOMIAL[tiles][cells] as usize);
            assert!(masks.iter().all(|mask| mask.count_ones() as usize == tiles && *mask < 1 << cells));
            assert!(masks.iter().enumerate().all(|(i, &mask)| ranks.rank(mask) == i));
        }
    }
}
