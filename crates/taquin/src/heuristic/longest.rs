//! The length of a longest increasing subsequence, found as in the card game patience.

use crate::board::Size;

/// The length of a longest subsequence of what was added in which each is larger than the one before.
pub(crate) struct Longest {
    pub(crate) length: usize,
    /// By length less one: the least end of an increasing subsequence of that length.
    ends: [u8; Size::MAX.next_power_of_two()],
}

impl Longest {
    #[inline]
    pub(crate) fn new() -> Self {
        Self { length: 0, ends: [0; _] }
    }

    #[inline]
    pub(crate) fn add(&mut self, next: u8) {
        let mut at = self.length;
        while at > 0 && self.ends[at - 1] >= next {
            at -= 1;
        }
        self.ends[at] = next;
        self.length = self.length.max(at + 1);
    }
}
