//! A fast hash for integers that are not chosen adversarially.

/// Multiplying by an odd number and folding the high half down mixes all bits well enough for linear probing.
pub(crate) fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0xD6E8_FEB8_6659_FD93) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}
