//! Numbers for sets of cells and for orders of tiles.
//!
//! A pattern is the cells of k of the tiles: which cells they occupy, a *combination*, and in which order they stand on them, a
//! *permutation*. The number of the combination leads to its slabs ([`slabs`](super::slabs)), that of the permutation to a
//! bit within one.
//!
//! *Combinations* are numbered in the order of their bit masks. The number is the sum of two table entries, one for the
//! lower half of the mask and one for the upper half given how many bits the lower half has.
//!
//! *Permutations* are numbered in lexicographic order, by their Lehmer code: digit i counts the tiles behind the i-th
//! that are smaller than it.

/// The number of permutations of up to 8 tiles.
pub(crate) const FACTORIAL: [u32; 9] = [1, 1, 2, 6, 24, 120, 720, 5040, 40320];

/// Ranks the k-element sets of n cells.
#[derive(Clone, Debug)]
pub(crate) struct Combinations {
    low_bits: u32,
    low: Vec<u32>,
    /// By the number of bits in the lower half, then by the upper half.
    high: Vec<u32>,
    high_len: usize,
}

impl Combinations {
    pub(crate) fn new(cells: usize, tiles: usize) -> Self {
        let low_bits = cells as u32 / 2;
        let high_len = 1usize << (cells as u32 - low_bits);
        // Any lower half with so many cells stands for all of them.
        let upper = |below: u32, mask: u32| {
            let filler = (1 << below) - 1;
            rank_of_set(mask << low_bits | filler) - rank_of_set(filler)
        };
        Self {
            low_bits,
            low: (0..1 << low_bits).map(rank_of_set).collect(),
            high: (0..=low_bits.min(tiles as u32))
                .flat_map(|below| (0..high_len as u32).map(move |mask| upper(below, mask)))
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

/// How many sets of the same number of cells have a smaller mask: for {c0 < c1 < …} the sum of C(ci, i + 1).
pub(crate) fn rank_of_set(mask: u32) -> u32 {
    let members = (0..32usize).filter(|bit| mask >> bit & 1 == 1);
    members.zip(1..).map(|(bit, i)| binomial(bit, i)).sum()
}

fn binomial(n: usize, k: usize) -> u32 {
    if k > n {
        return 0;
    }
    let product = (0..k as u64).fold(1u64, |product, i| product * (n as u64 - i) / (i + 1));
    product as u32
}

/// All k-element sets of n cells as masks, in the order of their rank.
pub(crate) fn masks(cells: usize, tiles: usize) -> Vec<u32> {
    let next = |&mask: &u32| {
        // The lowest run of ones gives its top one to the next higher place, and the others go back to the bottom.
        let (lowest, mask) = (u64::from(mask & mask.wrapping_neg()), u64::from(mask));
        let carried = mask + lowest;
        let next = carried | ((mask ^ carried) / lowest.max(1)) >> 2;
        (next < 1 << cells).then_some(next as u32)
    };
    if tiles == 0 { vec![0] } else { std::iter::successors(Some((1 << tiles) - 1), next).collect() }
}

/// The first `count` of `all` things in the order with a rank among those of so many.
pub(crate) fn unrank(mut rank: usize, count: usize, all: usize) -> Vec<u8> {
    let mut digits = vec![0; count];
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        *digit = rank % (all - i);
        rank /= all - i;
    }
    let mut unused: Vec<u8> = (0..all as u8).collect();
    digits.into_iter().map(|digit| unused.remove(digit)).collect()
}

/// How many orders of the same tiles come before this one in lexicographic order.
pub(crate) fn rank_of_order(tiles: &[u8]) -> usize {
    let digit = |i: usize| tiles[i + 1..].iter().filter(|other| **other < tiles[i]).count();
    (0..tiles.len()).map(|i| digit(i) * FACTORIAL[tiles.len() - 1 - i] as usize).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn combinations_are_ranked_in_the_order_of_their_masks() {
        for (cells, tiles) in [(4, 2), (9, 4), (12, 6), (16, 7), (16, 8), (20, 3)] {
            let combinations = Combinations::new(cells, tiles);
            let masks = masks(cells, tiles);
            assert_eq!(masks.len(), binomial(cells, tiles) as usize);
            assert!(masks.iter().all(|mask| mask.count_ones() as usize == tiles && *mask < 1 << cells));
            assert!(masks.iter().enumerate().all(|(i, &mask)| combinations.rank(mask) == i));
        }
    }

    #[test]
    fn orders_are_ranked_lexicographically() {
        let mut orders: Vec<[u8; 4]> =
            (0..256u32).map(|n| [n & 3, n >> 2 & 3, n >> 4 & 3, n >> 6].map(|t| t as u8)).collect();
        orders.retain(|order| (0..4).all(|tile| order.contains(&tile)));
        orders.sort_unstable();
        assert_eq!(orders.len(), 24);
        assert!(orders.iter().enumerate().all(|(rank, order)| rank_of_order(order) == rank));
        assert!(orders.iter().enumerate().all(|(rank, order)| unrank(rank, 4, 4) == order));
    }
}
