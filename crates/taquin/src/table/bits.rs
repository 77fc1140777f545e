//! Gathering and scattering of bits, and asking the memory ahead: what this processor has instructions for.

#![expect(
    unsafe_code,
    reason = "instructions that not every processor has, and a hint that takes a raw pointer"
)]

/// A way to gather and scatter bits.
pub(crate) trait Bits: Copy + Send + Sync {
    /// Runs something compiled for processors that have these instructions, so that they end up in its loops.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
    /// The bits of a word at the places of a mask, packed together.
    fn gather(self, word: u64, mask: u64) -> u64;
    /// The lowest bits of a word, spread to the places of a mask.
    fn scatter(self, word: u64, mask: u64) -> u64;
}

/// For every processor.
#[derive(Clone, Copy)]
pub(crate) struct Portable;

impl Bits for Portable {
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    fn gather(self, word: u64, mut mask: u64) -> u64 {
        let (mut gathered, mut place) = (0, 0);
        while mask != 0 {
            gathered |= (word >> mask.trailing_zeros() & 1) << place;
            place += 1;
            mask &= mask - 1;
        }
        gathered
    }

    fn scatter(self, mut word: u64, mut mask: u64) -> u64 {
        let mut scattered = 0;
        while mask != 0 {
            scattered |= (word & 1) << mask.trailing_zeros();
            word >>= 1;
            mask &= mask - 1;
        }
        scattered
    }
}

/// For processors with BMI2. One exists only if [`Fast::detect`] found that, so its methods may use the instructions.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(crate) struct Fast(());

#[cfg(target_arch = "x86_64")]
impl Fast {
    pub(crate) fn detect() -> Option<Self> {
        let there = std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        there.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Bits for Fast {
    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn with_instructions<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: `self` exists, so the processor has them.
        unsafe { with_instructions(work) }
    }

    #[inline(always)]
    fn gather(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` exists, so the processor has BMI2.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn scatter(self, word: u64, mask: u64) -> u64 {
        // SAFETY: as above.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }
}

/// Asks the memory for the cache line of a byte that will be read soon.
#[inline(always)]
pub(crate) fn prefetch(bytes: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch neither reads nor writes as far as the program can tell, and faults on no address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(at).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, at);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_scattered_can_be_gathered(word in any::<u64>(), mask in any::<u64>()) {
            let low = if mask.count_ones() == 64 { word } else { word & ((1 << mask.count_ones()) - 1) };
            let spread = Portable.scatter(word, mask);
            prop_assert_eq!(spread & !mask, 0);
            prop_assert_eq!(Portable.gather(spread, mask), low);
            #[cfg(target_arch = "x86_64")]
            if let Some(fast) = Fast::detect() {
                prop_assert_eq!(fast.scatter(word, mask), spread);
                prop_assert_eq!(fast.gather(word, mask), Portable.gather(word, mask));
            }
        }
    }
}
