//! Runs a fuzz target on random mutations of its corpus, without coverage: `mutate TARGET EXECUTIONS [SEED]`.

use std::io::Write;
use std::time::Instant;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|text| text.parse::<u64>().ok());
    let target =
        taquin_fuzz::TARGETS.iter().find(|(name, _)| Some(*name) == args.first().map(String::as_str));
    let (Some(&(name, target)), Some(executions)) = (target, number(1)) else {
        let names = taquin_fuzz::TARGETS.map(|(name, _)| name).join(", ");
        eprintln!("usage: mutate TARGET EXECUTIONS [SEED], with TARGET one of {names}");
        std::process::exit(2);
    };
    let seed = number(2).unwrap_or(1);
    let corpus = read_corpus(name);
    let mut rng = SplitMix(seed);
    let start = Instant::now();
    let mut input = Vec::new();
    for done in 1..=executions {
        mutate(&mut input, &corpus, &mut rng);
        // A panic names the input; the corpus and the seed repeat it too.
        let guard = Guard(&input);
        target(&input);
        std::mem::forget(guard);
        if done % (1 << 22) == 0 || done == executions {
            let rate = done as f64 / start.elapsed().as_secs_f64();
            println!("{name}, seed {seed}: {done} executions, {rate:.0} a second");
            std::io::stdout().flush().ok();
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
    let directory = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let entries = std::fs::read_dir(&directory).into_iter().flatten().flatten();
    let mut corpus: Vec<Vec<u8>> = entries.filter_map(|entry| std::fs::read(entry.path()).ok()).collect();
    corpus.sort();
    corpus.push(vec![0]);
    corpus
}

/// Replaces `input` by a member of the corpus with a few random changes.
fn mutate(input: &mut Vec<u8>, corpus: &[Vec<u8>], rng: &mut SplitMix) {
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
