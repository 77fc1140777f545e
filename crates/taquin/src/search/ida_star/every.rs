//! Every shortest solution of a board.
//!
//! The search that finds one goes on to the end of its last iteration and notes every solution that it comes by. Those that
//! the [`Automaton`](crate::search::automaton::Automaton) lets pass are all among them; the others follow by exchanging words.
//! So there are hardly more nodes than to prove that no solution is shorter than the next bound, and the exchanges take next
//! to nothing: they look at boards on solutions alone.
//!
//! Boards after the same number of moves that are the same are one. Going back from the goal, the ways that lead there are
//! counted, so that no solution has to be written out.

use super::{Engine, Node, REMEMBERED, Within, progress};
use crate::board::Board;
use crate::mix::mix;
use crate::search::automaton::{Automaton, Word};
use crate::search::solutions::{Solutions, Step};
use crate::search::{Meter, Progress, Stats, StopReason};
use crate::table::{Frame, Lookup};
use hashbrown::HashMap;
use std::hash::{BuildHasherDefault, Hash, Hasher};

/// The boards on solutions, and how much memory they take.
struct Ways<'a, P> {
    /// By the number of moves before them.
    levels: Vec<HashMap<P, OnWay, BuildHasherDefault<Mixer>>>,
    /// With what is kept beside them for a while.
    bytes: usize,
    /// Of the search that found them.
    stats: &'a mut Stats,
}

/// A board on a solution: the cell of the blank, and a bit for each way on that is known to be part of one.
#[derive(Clone, Copy)]
struct OnWay {
    blank: u8,
    ways: u8,
}

impl<'a, P: Copy + Eq + Hash> Ways<'a, P> {
    fn new(length: u32, stats: &'a mut Stats) -> Self {
        Self { levels: (0..length).map(|_| HashMap::default()).collect(), bytes: 0, stats }
    }

    /// Notes that a way on from a board is part of a solution; returns whether that is new.
    fn note(
        &mut self,
        moves: usize,
        packed: P,
        blank: u8,
        way: u8,
        meter: &Meter<'_>,
    ) -> Result<bool, StopReason> {
        let level = &mut self.levels[moves];
        let before = level.allocation_size();
        if level.len() == level.capacity() {
            // It is about to double, and the old one stays until then.
            meter.afford(self.bytes + 2 * before)?;
        }
        let board = level.entry(packed).or_insert(OnWay { blank, ways: 0 });
        let is_new = board.ways >> way & 1 == 0;
        board.ways |= 1 << way;
        self.bytes += level.allocation_size() - before;
        Ok(is_new)
    }

    /// To be called at every step, with the boards that it looks at and their cells.
    fn tick(&self, boards: usize, cells: usize, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        meter.tick(boards, cells, || Progress {
            generated: self.stats.generated,
            lower_bound: self.levels.len() as u32,
            memory: self.bytes,
            ..Progress::default()
        })
    }
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

/// Of the memory, this part is for the solutions that the search comes by. Many more are counted, since exchanges multiply
/// them.
const PART_FOR_FOUND: usize = 8;

impl<L: Lookup> Engine<L> {
    /// All shortest solutions of a board that can be solved; or why it stopped, with the bound that it reached. The figures
    /// are noted in either case.
    pub(crate) fn every(
        &self,
        frame: &Frame,
        board: &Board,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Solutions, (StopReason, u32)> {
        let root = self.node(&frame.see(board));
        let mut bound = root.estimate();
        let found = loop {
            let polled = meter.poll(progress(stats.generated, bound, None));
            let found = polled.and_then(|()| self.all_within(root, bound, threads, stats, meter));
            let found = found.map_err(|reason| (reason, bound))?;
            if !found.is_empty() {
                break found;
            }
            bound += 2;
        };
        let mut ways = Ways::new(bound, stats);
        let noted = self.note(root, &frame.see(board), &found, 0, &mut ways, meter);
        drop(found);
        let steps = noted
            .and_then(|()| self.exchange_all(&mut ways, meter))
            .and_then(|()| self.join(frame, &ways, meter));
        let steps = steps.map_err(|reason| (reason, bound))?;
        Ok(Solutions::new(board, bound, steps, Stats { time: meter.elapsed(), ..stats.clone() }))
    }

    /// All ways to the goal within a bound that the automaton lets pass.
    fn all_within(
        &self,
        root: Node<L::Packed>,
        bound: u32,
        threads: usize,
        stats: &mut Stats,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Node<L::Packed>>, StopReason> {
        // Each thread has a list of its own.
        let most = meter.memory() / PART_FOR_FOUND / size_of::<Node<L::Packed>>() / threads;
        let within = Within { bound, wanted: most.max(1) };
        let found = self.search(root, within, threads, stats, meter)?;
        if found.len() < within.wanted { Ok(found) } else { Err(StopReason::Memory) }
    }

    /// Notes the boards of some solutions after so many moves, and looks for the rest of what they do not remember.
    fn note(
        &self,
        root: Node<L::Packed>,
        names: &[u8],
        solutions: &[Node<L::Packed>],
        moves: usize,
        ways: &mut Ways<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<(), StopReason> {
        let bytes = size_of_val(solutions);
        ways.bytes += bytes;
        let end = ways.levels.len().min(moves + usize::from(REMEMBERED));
        for solution in solutions {
            ways.tick(end - moves, L::CELLS, meter)?;
            let (mut packed, mut blank) = (root.packed[0], root.blank);
            for level in moves..end {
                let way = way_of(solution, level - moves);
                ways.note(level, packed, blank, way, meter)?;
                (packed, blank) = self.after(packed, blank, way);
            }
            if ways.levels.get(end).is_some_and(|level| !level.contains_key(&packed)) {
                let mut names = names.to_vec();
                for i in 0..end - moves {
                    let way = usize::from(way_of(solution, i));
                    let at = names.iter().position(|&name| usize::from(name) == self.blank).unwrap_or(0);
                    names.swap(at, usize::from(self.around[at][way]));
                }
                let (root, rest) = (self.node(&names), (ways.levels.len() - end) as u32);
                let found = self.all_within(root, rest, 1, ways.stats, meter)?;
                self.note(root, &names, &found, end, ways, meter)?;
            }
        }
        ways.bytes -= bytes;
        Ok(())
    }

    /// The board, and its blank, after a way was taken.
    fn after(&self, packed: L::Packed, blank: u8, way: u8) -> (L::Packed, u8) {
        let from = self.around[usize::from(blank)][usize::from(way)];
        (L::slide(packed, L::part(packed, from), from, blank), from)
    }

    /// Adds the solutions that differ by a word from those known, until there are no new ones.
    fn exchange_all(&self, ways: &mut Ways<'_, L::Packed>, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        loop {
            let mut is_new = false;
            for start in 0..ways.levels.len() {
                is_new |= self.exchange(start, ways, meter)?;
            }
            if !is_new {
                return Ok(());
            }
        }
    }

    /// Adds those that differ by a word after so many moves; returns whether there are new ones.
    fn exchange(
        &self,
        start: usize,
        ways: &mut Ways<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, StopReason> {
        let exchanges = self.exchanges.get_or_init(|| Exchanges::new(&self.automaton));
        let mut found: Vec<(L::Packed, u8, Word)> = Vec::new();
        for (&packed, board) in &ways.levels[start] {
            // All words from here along solutions, as far as they are beginnings of words kept for others.
            let mut waiting = vec![(Word::EMPTY, packed, *board)];
            while let Some((word, at, here)) = waiting.pop() {
                ways.tick(1, L::CELLS, meter)?;
                for way in (0..4).filter(|way| here.ways >> way & 1 == 1) {
                    let word = word.then(u64::from(way));
                    let Some(others) = exchanges.0.get(&word) else { continue };
                    let bytes = 2 * (found.len() + others.len()) * size_of::<(L::Packed, u8, Word)>();
                    meter.afford(ways.bytes + bytes)?;
                    found.extend(others.iter().map(|&other| (packed, board.blank, other)));
                    let next = self.after(at, here.blank, way).0;
                    let level = ways.levels.get(start + word.letters().count());
                    waiting
                        .extend(level.and_then(|level| level.get(&next)).map(|board| (word, next, *board)));
                }
            }
        }
        let bytes = found.capacity() * size_of::<(L::Packed, u8, Word)>();
        ways.bytes += bytes;
        let mut is_new = false;
        for (mut packed, mut blank, word) in found {
            ways.tick(1, L::CELLS, meter)?;
            let mut at = blank;
            let fits = word.letters().all(|way| {
                let is_legal = self.legal[usize::from(at)] >> way & 1 == 1;
                at = self.around[usize::from(at)][way];
                is_legal
            });
            for (level, way) in (start..ways.levels.len()).zip(word.letters()).filter(|_| fits) {
                is_new |= ways.note(level, packed, blank, way as u8, meter)?;
                (packed, blank) = self.after(packed, blank, way as u8);
            }
        }
        ways.bytes -= bytes;
        Ok(is_new)
    }

    /// Goes back from the goal and counts.
    fn join(
        &self,
        frame: &Frame,
        ways: &Ways<'_, L::Packed>,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Step>, StopReason> {
        let boards: usize = ways.levels.iter().map(HashMap::len).sum();
        let largest = ways.levels.iter().map(HashMap::allocation_size).max().unwrap_or_default();
        // Two levels have their numbers at the same time.
        meter.afford(ways.bytes + (boards + 1) * size_of::<Step>() + 2 * largest)?;
        let home: Vec<u8> = (0..frame.size.cells() as u8).collect();
        let mut steps = Vec::with_capacity(boards + 1);
        steps.push(Step::GOAL);
        let mut nearer: HashMap<_, u32, BuildHasherDefault<Mixer>> =
            HashMap::from_iter([(self.node(&home).packed[0], 0)]);
        for level in ways.levels.iter().rev() {
            let mut here = HashMap::with_capacity_and_hasher(level.len(), BuildHasherDefault::default());
            for (&packed, board) in level {
                ways.tick(1, L::CELLS, meter)?;
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
        Ok(steps)
    }
}

/// One of the ways that a node remembers.
fn way_of<P>(node: &Node<P>, number: usize) -> u8 {
    (node.path[number / 32 % 2] >> (2 * (number % 32)) & 3) as u8
}
