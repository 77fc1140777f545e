//! Every shortest solution of a board.
//!
//! Once the length of the shortest solutions is known, all boards that can lie on one are gone through move by move: those
//! whose moves made plus estimate do not exceed it. Boards of one level that are the same are one. That is about as much work
//! as finding the first solution, however many there are. Going back from the goal, the ways that lead there are counted,
//! and what leads nowhere is left out.

use super::{BATCH, Engine, Node, REMEMBERED, Scratch, progress};
use crate::board::Board;
use crate::search::automaton::Automaton;
use crate::search::solutions::{Solutions, Step};
use crate::search::state::mix;
use crate::search::{Meter, Stats, StopReason};
use crate::table::{Bits, Frame, Lookup, Portable};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// The boards of a level, each with the cell of the blank.
type Level<P> = HashMap<P, u8, BuildHasherDefault<Mixer>>;

/// The numbers of the boards of a level that lead to the goal.
type Numbers<P> = HashMap<P, u32, BuildHasherDefault<Mixer>>;

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

/// What a board of a level takes, all in all.
const BYTES_A_BOARD: usize = 64;

impl<L: Lookup> Engine<L> {
    /// All shortest solutions of a board, whose length is known.
    pub(crate) fn every(
        &self,
        frame: &Frame,
        board: &Board,
        length: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Solutions, StopReason> {
        let root = self.node(&frame.see(board));
        if length == 0 {
            return Ok(Solutions::trivial(board));
        }
        #[cfg(target_arch = "x86_64")]
        let levels = match crate::table::Fast::detect() {
            Some(fast) => fast.run(|| self.levels(fast, root, length, meter)),
            None => self.levels(Portable, root, length, meter),
        };
        #[cfg(not(target_arch = "x86_64"))]
        let levels = self.levels(Portable, root, length, meter);
        Ok(self.join(frame, board, levels?))
    }

    /// The boards after each number of moves, but for the last, which is the goal.
    #[inline]
    fn levels<B: Bits>(
        &self,
        bits: B,
        root: Node<L::Packed>,
        length: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<Level<L::Packed>>, StopReason> {
        let (tables, mut scratch, mut stats) = (self.table_bits(), Scratch::default(), Stats::default());
        let mut levels = vec![Level::from_iter([(root.packed[0], root.blank)])];
        let (mut nodes, mut children, mut stored) = (vec![root], Vec::new(), 1);
        for _ in 1..length {
            let mut level = Level::default();
            let mut next = Vec::new();
            for parents in nodes.chunks(BATCH) {
                meter.tick(BATCH, L::CELLS, || progress(stats.generated, length, None))?;
                children.clear();
                self.expand(bits, tables, length, parents, &mut scratch, &mut children, &mut stats);
                for &child in &children {
                    // A board that was met two moves ago is on no shortest solution now.
                    let is_late = levels.len() > 1 && levels[levels.len() - 2].contains_key(&child.packed[0]);
                    if !is_late {
                        level.entry(child.packed[0]).or_insert_with(|| {
                            next.push(Node { state: self.after_any(&child), ..child });
                            child.blank
                        });
                    }
                }
                meter.afford((stored + next.len()) * (BYTES_A_BOARD + size_of::<Node<L::Packed>>()))?;
            }
            stored += next.len();
            levels.push(level);
            nodes = next;
        }
        Ok(levels)
    }

    /// Where the automaton is if nothing but the last move counts: it leaves out the way back. Further ways that it leaves
    /// out are superfluous for finding a board, but here all are wanted.
    fn after_any(&self, node: &Node<L::Packed>) -> u16 {
        let last = node.moves - 1;
        let way = node.path[usize::from(last / 32) % 2] >> (2 * (last % 32)) & 3;
        if last < REMEMBERED {
            self.automaton.state(Automaton::START).next[way as usize]
        } else {
            Automaton::START
        }
    }

    /// Goes back from the goal and joins the boards that lead there.
    fn join(&self, frame: &Frame, board: &Board, levels: Vec<Level<L::Packed>>) -> Solutions {
        let home: Vec<u8> = (0..frame.size.cells() as u8).collect();
        let length = levels.len();
        let mut steps = vec![Step::GOAL];
        let mut nearer: Numbers<L::Packed> = Numbers::from_iter([(self.node(&home).packed[0], 0)]);
        for level in levels.into_iter().rev() {
            let mut here = Numbers::default();
            for (packed, blank) in level {
                let mut step = Step::default();
                for way in (0..4).filter(|way| self.legal[usize::from(blank)] >> way & 1 == 1) {
                    let from = self.around[usize::from(blank)][way];
                    let next = L::slide(packed, L::part(packed, from), from, blank);
                    if let Some(&number) = nearer.get(&next) {
                        let by = frame.moves(&[blank, from]);
                        by.first().into_iter().for_each(|by| step.join(*by, number, &steps[number as usize]));
                    }
                }
                if step.leads_on() {
                    here.insert(packed, steps.len() as u32);
                    steps.push(step);
                }
            }
            nearer = here;
        }
        Solutions::new(board, length as u32, steps)
    }
}
