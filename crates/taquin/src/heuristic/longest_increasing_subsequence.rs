//! Length of a longest increasing subsequence, by patience sorting.

use taquin_core::Size;

/// The length of a longest strictly increasing subsequence of the values pushed so far.
pub(crate) struct LongestIncreasingSubsequence {
    pub(crate) length: usize,
    /// Entry `n` is the smallest last value of an increasing subsequence of length `n + 1`.
    last_values: [u8; Size::MAX.next_power_of_two()],
}

impl LongestIncreasingSubsequence {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { length: 0, last_values: [0; _] }
    }

    #[inline]
    pub(crate) fn push(&mut self, value: u8) {
        let mut index = self.length;
        while index > 0 && self.last_values[index - 1] >= value {
            index -= 1;
        }
        self.last_values[index] = value;
        self.length = self.length.max(index + 1);
    }
}
