//! Every shortest solution of a board.
//!
//! The search that finds one goes on to the end of its last iteration and notes every solution that it comes by. Those that
//! the [`Automaton`](crate::search::automaton::Automaton) lets pass are all among them; the others follow by exchanging words.
//! So there are hardly more nodes than to prove that no solution is shorter than the next bound, and the exchanges take next
//! to nothing: they look at boards on solutions alone.
//!
//! Boards after the same number of moves that are the same are one. Going back from the goal, the ways that lead there are
//! counted, so that no solution has to be written out.

use super::{Engine, Node, REMEMBERED, Within};
use crate::board::Board;
use crate::search::automaton::{Automaton, Word};
use crate::search::solutions::{Solutions, Step};
use crate::search::state::mix;
use crate::search::{Meter, Stats, StopReason};
use crate::table::{Frame, Lookup};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The boards on solutions after the same number of moves.
type Level<P> = HashMap<P, OnWay, BuildHasherDefault<Mixer>>;

/// A board on a solution: the cell of the blank, and a bit for each way on that is known to be part of one.
#[derive(Clone, Copy)]
struct OnWay {
    blank: u8,
    ways: u8,
}

/// By the beginnings of words that are kept for others: the words, left out, that do as much.
pub(super) struct Exchanges(HashMap<Word, Vec<Word>, BuildHasherDefault<Mixer>>);

impl Exchanges {
    pub(super) fn new(automaton: &Automaton) -> Self {
        let mut beginnings: HashMap<Word, Vec<Word>, _> = HashMap::default();
        for exchange in automaton.exchanges() {
            let mut word = Word::EMPTY;
            for letter in exchange.kept.letters() {
                word = word.then(letter as u64);
                beginnings.entry(word).or_default();
            }
            beginnings.entry(word).or_default().push(exchange.left_out);
        }
        Self(beginnings)
    }
}

/// Hashes words by multiplication: boards are not made to collide.
#[derive(Default)]
struct Mixer(u64);

impl Hasher for Mixer {
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

/// The most solutions that the search may come by. Many more are counted, since exchanges multiply them.
const MOST: usize = 1 << 20;

impl<L: Lookup> Engine<L> {
    /// All shortest solutions of a board that can be solved; or why it stopped, with the bound that it reached.
    pub(crate) fn every(
        &self,
        frame: &Frame,
        board: &Board,
        threads: usize,
        meter: &mut Meter<'_>,
    ) -> Result<Solutions, (StopReason, u32)> {
        let (root, mut stats) = (self.node(&frame.see(board)), Stats::default());
        let mut bound = root.estimate();
        let found = loop {
            let found = self.search(root, Within { bound, wanted: MOST }, threads, &mut stats, meter);
            let found = found.map_err(|reason| (reason, bound))?;
            if !found.is_empty() {
                break found;
            }
            bound += 2;
        };
        if bound == 0 {
            return Ok(Solutions::new(board, 0, vec![Step::GOAL], stats));
        }
        let mut levels = vec![Level::default(); bound as usize];
        self.note(root, &frame.see(board), &found, &mut levels, meter).map_err(|reason| (reason, bound))?;
        while self.exchange(&mut levels) {}
        let steps = self.join(frame, &levels);
        Ok(Solutions::new(board, bound, steps, Stats { time: meter.elapsed(), ..stats }))
    }

    /// Notes the boards of some solutions, and looks for the rest of what they do not remember.
    fn note(
        &self,
        root: Node<L::Packed>,
        names: &[u8],
        solutions: &[Node<L::Packed>],
        levels: &mut [Level<L::Packed>],
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        if solutions.len() >= MOST {
            return Err(StopReason::Memory);
        }
        let (now, later) = levels.split_at_mut(levels.len().min(usize::from(REMEMBERED)));
        for solution in solutions {
            let (mut packed, mut blank) = (root.packed[0], root.blank);
            for (i, level) in now.iter_mut().enumerate() {
                let way = (solution.path[i / 32 % 2] >> (2 * (i % 32)) & 3) as u8;
                level.entry(packed).or_insert(OnWay { blank, ways: 0 }).ways |= 1 << way;
                (packed, blank) = self.after(packed, blank, way);
            }
            if later.first().is_some_and(|level| !level.contains_key(&packed)) {
                let mut names = names.to_vec();
                for i in 0..now.len() {
                    let way = solution.path[i / 32 % 2] >> (2 * (i % 32)) & 3;
                    let at = names.iter().position(|&name| usize::from(name) == self.blank).unwrap_or(0);
                    names.swap(at, usize::from(self.around[at][way as usize]));
                }
                let within = Within { bound: later.len() as u32, wanted: MOST };
                let root = self.node(&names);
                let found = self.search(root, within, 1, &mut Stats::default(), meter)?;
                self.note(root, &names, &found, later, meter)?;
            }
        }
        Ok(())
    }

    /// The board, and its blank, after a way was taken.
    fn after(&self, packed: L::Packed, blank: u8, way: u8) -> (L::Packed, u8) {
        let from = self.around[usize::from(blank)][usize::from(way)];
        (L::slide(packed, L::part(packed, from), from, blank), from)
    }

    /// Adds the solutions that differ by a word from those known; returns whether there are new ones.
    fn exchange(&self, levels: &mut [Level<L::Packed>]) -> bool {
        let exchanges = self.exchanges.get_or_init(|| Exchanges::new(&self.automaton));
        let mut found = Vec::new();
        for start in 0..levels.len() {
            for (&packed, board) in &levels[start] {
                // All words from here along solutions, as far as they are beginnings of words kept for others.
                let mut waiting = vec![(Word::EMPTY, packed, *board)];
                while let Some((word, at, board)) = waiting.pop() {
                    for way in (0..4).filter(|way| board.ways >> way & 1 == 1) {
                        let word = word.then(u64::from(way));
                        let Some(others) = exchanges.0.get(&word) else { continue };
                        found.extend(others.iter().map(|&other| (start, packed, other)));
                        let next = self.after(at, board.blank, way).0;
                        let level = levels.get(start + word.letters().count());
                        waiting.extend(
                            level.and_then(|level| level.get(&next)).map(|board| (word, next, *board)),
                        );
                    }
                }
            }
        }
        let mut is_new = false;
        for (start, mut packed, word) in found {
            let mut blank = levels[start][&packed].blank;
            let mut at = blank;
            let fits = word.letters().all(|way| {
                let is_legal = self.legal[usize::from(at)] >> way & 1 == 1;
                at = self.around[usize::from(at)][way];
                is_legal
            });
            for (level, way) in levels[start..].iter_mut().zip(word.letters()).filter(|_| fits) {
                let board = level.entry(packed).or_insert(OnWay { blank, ways: 0 });
                is_new |= board.ways >> way & 1 == 0;
                board.ways |= 1 << way;
                (packed, blank) = self.after(packed, blank, way as u8);
            }
        }
        is_new
    }

    /// Goes back from the goal and counts.
    fn join(&self, frame: &Frame, levels: &[Level<L::Packed>]) -> Vec<Step> {
        let home: Vec<u8> = (0..frame.size.cells() as u8).collect();
        let mut steps = vec![Step::GOAL];
        let mut nearer: HashMap<_, u32, BuildHasherDefault<Mixer>> =
            HashMap::from_iter([(self.node(&home).packed[0], 0)]);
        for level in levels.iter().rev() {
            let mut here = HashMap::default();
            for (&packed, board) in level {
                let mut step = Step::default();
                for way in (0..4).filter(|way| board.ways >> way & 1 == 1) {
                    let (next, from) = self.after(packed, board.blank, way);
                    let by = frame.moves(&[board.blank, from]);
                    if let (Some(&number), Some(&by)) = (nearer.get(&next), by.first()) {
                        step.join(by, number, &steps[number as usize]);
                    }
                }
                here.insert(packed, steps.len() as u32);
                steps.push(step);
            }
            nearer = here;
        }
        steps
    }
}
