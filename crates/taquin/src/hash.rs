//! A fast hash for integers that are not chosen adversarially.

use std::hash::Hasher;

/// Multiplying by an odd number and folding the high half down mixes all bits well enough for linear probing.
pub(crate) fn mix(word: u64) -> u64 {
    let product = u128::from(word ^ 0xD6E8_FEB8_6659_FD93) * 0x9E37_79B9_7F4A_7C15;
    (product >> 64) as u64 ^ product as u64
}

/// A fast hasher without protection against collisions made on purpose.
#[derive(Default)]
pub(crate) struct MixHasher(u64);

impl Hasher for MixHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let word = chunk.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
            self.write_u64(word);
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = mix(self.0 ^ word);
    }

    fn write_usize(&mut self, length: usize) {
        self.write_u64(length as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
