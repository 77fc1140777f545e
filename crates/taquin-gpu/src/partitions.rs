//! The partitions of the tiles, by board size and device memory.
//!
//! They were chosen by experiment, on eight hard boards of Korf and Felner's, each searched to two moves
//! below its second last bound. Nodes and time relative to the 8-8-8 partition used here:
//!
//! | partition of the 24-puzzle | nodes | time |
//! |---|---|---|
//! | the 8-8-8 here | 1 | 1 |
//! | twelve other 8-8-8 partitions | 1.04 to 7 | 1 to 5.7 |
//! | the maximum of two 8-8-8 partitions, the best three pairs tried | 0.58 to 1.2 | 1.3 to 2.3 |
//!
//! A good partition keeps the tiles around the blank's home together and differs much from its mirror image.

use crate::driver::Homes;
use taquin::Size;

/// Bytes of device memory for work units, stacks and indexes, in addition to the pattern databases.
const OVERHEAD: usize = 4 << 30;

/// The minimum free memory for pattern databases, and the home cells of each partition's parts.
type Choice = (usize, &'static [&'static [&'static [u8]]]);

const TWENTY_FOUR: [Choice; 3] = [
    // 33 GB of pattern databases, and as much to build one of them.
    (
        70_000_000_000,
        &[&[&[1, 2, 5, 6, 10, 11, 15, 16], &[3, 4, 7, 8, 9, 12, 13, 14], &[17, 18, 19, 20, 21, 22, 23, 24]]],
    ),
    // 1.6 GB, and as much again.
    (
        4_000_000_000,
        &[
            &[
                &[1, 5, 6, 10, 11, 15, 20],
                &[2, 7, 12, 16, 17, 21, 22],
                &[3, 4, 8, 9, 13, 18, 23],
                &[14, 19, 24],
            ],
            SIXES,
        ],
    ),
    (200_000_000, &[SIXES]),
];

const SIXES: &[&[u8]] =
    &[&[1, 2, 5, 6, 10, 11], &[3, 4, 7, 8, 9, 12], &[13, 14, 18, 19, 23, 24], &[15, 16, 17, 20, 21, 22]];

const FIFTEEN: [Choice; 1] = [(700_000_000, &[&[&[1, 2, 3, 4, 5, 6, 7], &[8, 9, 10, 11, 12, 13, 14, 15]]])];

fn choices(size: Size) -> &'static [Choice] {
    match (size.rows(), size.cols()) {
        (4, 4) => &FIFTEEN,
        (5, 5) => &TWENTY_FOUR,
        _ => &[],
    }
}

/// Returns the best partitions for a size that fit into `free` bytes of device memory.
pub(crate) fn partitions(size: Size, free: usize) -> Option<Vec<Homes>> {
    let (_, partitions) = choices(size).iter().find(|(least, _)| free >= least + OVERHEAD)?;
    Some(partitions.iter().map(|parts| parts.iter().map(|homes| homes.to_vec()).collect()).collect())
}

/// Returns true if there are partitions for a size.
pub(crate) fn supports(size: Size) -> bool {
    !choices(size).is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_is_in_exactly_one_part() {
        for n in [4, 5] {
            let size = Size::square(n).expect("in range");
            for (_, partitions) in choices(size) {
                for parts in *partitions {
                    let mut homes: Vec<u8> = parts.concat();
                    homes.sort_unstable();
                    assert!(homes.into_iter().eq(1..size.cells() as u8));
                }
            }
        }
    }

    #[test]
    fn more_memory_allows_larger_patterns() {
        let tiles = |free| partitions(Size::square(5).expect("in range"), free).map(|p| p[0][0].len());
        assert_eq!([139 << 30, 24 << 30, 6 << 30, 1 << 30].map(tiles), [Some(8), Some(7), Some(6), None]);
    }
}
