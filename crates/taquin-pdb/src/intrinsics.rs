//! CPU intrinsics: BMI2 bit extraction and deposit with a portable fallback, and prefetching.

#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "BMI2 is not available on every CPU, and a prefetch takes a raw pointer")
)]

/// Parallel bit extraction and deposit, as BMI2's `pext` and `pdep` instructions do them.
pub trait BitExtract: Copy + Send + Sync {
    /// Calls a closure from a function that is compiled with the required CPU features, so that the
    /// instructions can be inlined into its loops.
    fn run<R>(self, work: impl FnOnce() -> R) -> R;
    /// Packs the bits of `word` that `mask` selects into the lowest bits of the result.
    fn pext(self, word: u64, mask: u64) -> u64;
    /// Spreads the lowest bits of `word` over the bit positions that `mask` selects.
    fn pdep(self, word: u64, mask: u64) -> u64;
    /// Packs the three lowest bits of some fields of `word`, each `WIDTH` bits wide: those that the bits of `fields` select.
    fn gather<const WIDTH: u32>(self, word: u64, fields: u32) -> u64;
}

/// The fallback for CPUs without BMI2.
#[derive(Clone, Copy)]
pub struct Portable;

impl BitExtract for Portable {
    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        work()
    }

    #[inline]
    fn pext(self, word: u64, mut mask: u64) -> u64 {
        let mut packed = 0;
        let mut position = 0;
        while mask != 0 {
            packed |= (word >> mask.trailing_zeros() & 1) << position;
            position += 1;
            mask &= mask - 1;
        }
        packed
    }

    #[inline]
    fn pdep(self, mut word: u64, mut mask: u64) -> u64 {
        let mut spread = 0;
        while mask != 0 {
            spread |= (word & 1) << mask.trailing_zeros();
            word >>= 1;
            mask &= mask - 1;
        }
        spread
    }

    /// PERF: a loop over the fields instead of all bits doubles the speed of a search in WebAssembly.
    #[inline(always)]
    fn gather<const WIDTH: u32>(self, word: u64, mut fields: u32) -> u64 {
        let mut packed = 0;
        let mut position = 0;
        while fields != 0 {
            packed |= (word >> (WIDTH * fields.trailing_zeros()) & 7) << position;
            position += 3;
            fields &= fields - 1;
        }
        packed
    }
}

/// Proof that the CPU has BMI1, BMI2, LZCNT and POPCNT: only [`Bmi2::detect`] creates it.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub struct Bmi2(());

#[cfg(target_arch = "x86_64")]
impl Bmi2 {
    /// Returns the proof if the CPU has the features.
    pub fn detect() -> Option<Self> {
        let is_supported = std::arch::is_x86_feature_detected!("bmi1")
            && std::arch::is_x86_feature_detected!("bmi2")
            && std::arch::is_x86_feature_detected!("lzcnt")
            && std::arch::is_x86_feature_detected!("popcnt");
        is_supported.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl BitExtract for Bmi2 {
    #[inline]
    fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[target_feature(enable = "bmi1,bmi2,popcnt,lzcnt")]
        fn with_features<R>(work: impl FnOnce() -> R) -> R {
            work()
        }
        // SAFETY: `self` was created by `detect`, so the CPU has all four features.
        unsafe { with_features(work) }
    }

    #[inline(always)]
    fn pext(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` was created by `detect`, so the CPU has BMI2.
        unsafe { std::arch::x86_64::_pext_u64(word, mask) }
    }

    #[inline(always)]
    fn pdep(self, word: u64, mask: u64) -> u64 {
        // SAFETY: `self` was created by `detect`, so the CPU has BMI2.
        unsafe { std::arch::x86_64::_pdep_u64(word, mask) }
    }

    #[inline(always)]
    fn gather<const WIDTH: u32>(self, word: u64, fields: u32) -> u64 {
        self.pext(word, self.pdep(u64::from(fields), const { lowest_bits(WIDTH) }) * 7)
    }
}

/// The lowest bit of each field.
#[cfg(target_arch = "x86_64")]
const fn lowest_bits(width: u32) -> u64 {
    let mut bits = 0;
    let mut position = 0;
    while position + 3 <= u64::BITS {
        bits |= 1 << position;
        position += width;
    }
    bits
}

/// True if [`prefetch`] does anything.
pub const HAS_PREFETCH: bool = cfg!(target_arch = "x86_64");

/// Prefetches the cache line of the byte at `index`. Does nothing on architectures other than x86-64.
#[inline(always)]
pub fn prefetch(bytes: &[u8], index: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: every x86-64 CPU has SSE, and a prefetch is a hint that never faults, so the address need
        // not be valid; `wrapping_add` is defined for every index.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(bytes.as_ptr().wrapping_add(index).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (bytes, index);
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn pext_inverts_pdep(word in any::<u64>(), mask in any::<u64>()) {
            let low = if mask.count_ones() == 64 { word } else { word & ((1 << mask.count_ones()) - 1) };
            let spread = Portable.pdep(word, mask);
            prop_assert_eq!(spread & !mask, 0);
            prop_assert_eq!(Portable.pext(spread, mask), low);
            #[cfg(target_arch = "x86_64")]
            if let Some(bmi2) = Bmi2::detect() {
                prop_assert_eq!(bmi2.pdep(word, mask), spread);
                prop_assert_eq!(bmi2.pext(word, mask), Portable.pext(word, mask));
            }
        }
    }
}
