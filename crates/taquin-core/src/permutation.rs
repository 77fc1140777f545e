//! Ranks of permutations in lexicographic order, by their Lehmer code.
//!
//! The i-th digit of the Lehmer code is the number of unused elements smaller than the i-th element. The
//! radix of that digit is the number of unused elements, so the code, read as a mixed-radix number, is the
//! rank.

/// Returns the rank of a sequence of distinct elements among all permutations of the same elements.
pub fn rank(sequence: &[u8]) -> usize {
    let mut rank = 0;
    for (i, element) in sequence.iter().enumerate() {
        let digit = sequence[i + 1..].iter().filter(|other| *other < element).count();
        rank = rank * (sequence.len() - i) + digit;
    }
    rank
}

/// Returns the permutation of `0..n` with this rank: the inverse of [`rank`].
pub fn unrank(rank: usize, n: usize) -> Vec<u8> {
    unrank_partial(rank, n, n)
}

/// Returns the rank of a sequence of distinct elements of `0..n` among all sequences of the same length.
pub fn rank_partial(sequence: &[u8], n: usize) -> usize {
    let mut rank = 0;
    for (i, element) in sequence.iter().enumerate() {
        let used_and_smaller = sequence[..i].iter().filter(|other| *other < element).count();
        rank = rank * (n - i) + usize::from(*element) - used_and_smaller;
    }
    rank
}

/// Returns the sequence of `length` distinct elements of `0..n` with this rank: the inverse of
/// [`rank_partial`].
pub fn unrank_partial(mut rank: usize, length: usize, n: usize) -> Vec<u8> {
    let mut digits = vec![0; length];
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        *digit = rank % (n - i);
        rank /= n - i;
    }
    let mut unused: Vec<u8> = (0..n as u8).collect();
    digits.into_iter().map(|digit| unused.remove(digit)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_are_lexicographic_and_inverted_by_unrank() {
        for n in 0..=7 {
            let count = (1..=n).product();
            let permutations: Vec<Vec<u8>> = (0..count).map(|r| unrank(r, n)).collect();
            assert!(permutations.is_sorted_by(|a, b| a < b));
            for (expected, permutation) in permutations.iter().enumerate() {
                assert_eq!(rank(permutation), expected);
                assert_eq!(rank_partial(permutation, n), expected);
            }
        }
    }

    #[test]
    fn partial_ranks_are_lexicographic_and_inverted_by_unrank_partial() {
        for n in 1..=7 {
            for length in 1..=n {
                let count = (n - length + 1..=n).product();
                let sequences: Vec<Vec<u8>> = (0..count).map(|r| unrank_partial(r, length, n)).collect();
                assert!(sequences.is_sorted_by(|a, b| a < b));
                assert!(sequences.iter().enumerate().all(|(r, sequence)| rank_partial(sequence, n) == r));
            }
        }
    }

    #[test]
    fn rank_depends_on_the_order_of_elements_alone() {
        for r in 0..120 {
            let spread: Vec<u8> = unrank(r, 5).into_iter().map(|element| 7 * element + 3).collect();
            assert_eq!(rank(&spread), r);
        }
    }
}
