//! Random mutations of a corpus.

use crate::TARGETS;
use std::path::Path;

/// Runs a target on random mutations of its corpus, and says now and then how many there were.
///
/// # Panics
/// If the target does, or there is none with this name. A panic prints the input; the corpus and the seed repeat it, too.
pub fn mutate(name: &str, executions: u64, seed: u64, mut progress: impl FnMut(u64)) {
    let (_, target) = TARGETS.into_iter().find(|(known, _)| *known == name).expect("a target");
    let corpus = read_corpus(name);
    let mut rng = SplitMix(seed);
    let mut input = Vec::new();
    for done in 1..=executions {
        change(&mut input, &corpus, &mut rng);
        let guard = Guard(&input);
        target(&input);
        std::mem::forget(guard);
        if done % (1 << 22) == 0 || done == executions {
            progress(done);
        }
    }
}

/// Prints the input when the target panics.
struct Guard<'a>(&'a [u8]);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        eprintln!("input: {:?}", self.0.escape_ascii().to_string());
    }
}

fn read_corpus(name: &str) -> Vec<Vec<u8>> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = std::fs::read_dir(&directory).into_iter().flatten().flatten();
    let mut corpus: Vec<Vec<u8>> = entries.filter_map(|entry| std::fs::read(entry.path()).ok()).collect();
    corpus.sort();
    corpus.push(vec![0]);
    corpus
}

/// Replaces `input` by a member of the corpus with a few random changes.
fn change(input: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &mut SplitMix) {
    input.clear();
    input.extend_from_slice(&corpus[rng.below(corpus.len())]);
    for _ in 0..=rng.below(4) {
        let at = rng.below(input.len() + 1);
        let length = rng.below(input.len() - at + 1).min(1 + rng.below(16));
        match rng.below(8) {
            0 | 1 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte = interesting(rng);
                }
            }
            2 => input.insert(at, interesting(rng)),
            3 => drop(input.drain(at..at + length)),
            4 => {
                let copy = input[at..at + length].to_vec();
                let to = rng.below(input.len() + 1);
                input.splice(to..to, copy);
            }
            5 => {
                let other = &corpus[rng.below(corpus.len())];
                let from = rng.below(other.len() + 1);
                let piece = &other[from..(from + 24).min(other.len())];
                input.splice(at..at + length, piece.iter().copied());
            }
            6 => {
                if let Some(byte) = input.get_mut(at) {
                    *byte ^= 1 << rng.below(8);
                }
            }
            _ => {
                let number = (rng.next() >> rng.below(64)).to_string();
                input.splice(at..at, number.into_bytes());
            }
        }
    }
}

fn interesting(rng: &mut SplitMix) -> u8 {
    const BYTES: &[u8] = b"0123456789 \n\r\t/,_.x#[]{}\":-ULDRuldr=b\0\xff\x80\xc3";
    if rng.below(3) == 0 { rng.next() as u8 } else { BYTES[rng.below(BYTES.len())] }
}

/// The generator SplitMix64.
struct SplitMix(u64);

impl SplitMix {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a number below `bound`, which is positive.
    fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }
}
