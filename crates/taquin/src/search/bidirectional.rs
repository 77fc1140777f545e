//! A* from both ends, the estimates of the two balanced against each other.
//!
//! Searching forwards from the board and backwards from the goal, each way needs only go half as deep. The delicate part is
//! when to stop: the first board that both have met need not be on a shortest solution. This is the search that is
//! known as BAE* (Sadhukhan 2013) and DIBBS (Sewell and Jacobson 2021), and goes back to Ikeda and others (1994). Of the
//! modern ones it needs the fewest nodes on the sliding-tile puzzles.
//!
//! Let g be the moves made to a board from its side's start, h the estimate of those to the other end, and e that of those
//! back to its own start. A side takes its boards in the order of `b = 2g + h − e`.
//!
//! **When it may stop.** Take any solution of C moves that is not found yet. On it there is a board n that waits on the
//! forward side, all before it being dealt with, and likewise a board m on the backward side, at n or behind it. Let c be the
//! moves from n to m. The forward h is the backward e and the other way round, so
//!
//! > b(n) + b(m) = 2g(n) + 2g(m) + (h(n) − h(m)) + (h'(m) − h'(n)) ≤ 2g(n) + 2g(m) + 2c = 2C,
//!
//! with h and h' the estimates to the goal and to the start, because these are consistent: neither changes by more than c
//! within c moves. Hence C is at least half the sum of the least b on either side. As soon as the best solution found is
//! no longer than that, none is shorter. (All solutions of a board are of even length or all of odd length, which raises the
//! bound by one at times.)
//!
//! For the same reason g is the least possible when a board is dealt with: b is twice the priority of A* with the consistent
//! estimate (h − e)/2. So nothing is ever dealt with twice.

use super::state::State;
use super::stats::QueueStats;
use super::{Child, End, Meter, Problem, Progress, Run, Stats, StopReason};
use crate::board::{Board, Move};
use crate::heuristic::{Estimate, Slide};
use hashbrown::HashTable;
use std::collections::BTreeMap;

/// Searches from a board and from the goal. The second problem has the board as its goal. The parity is that of the number
/// of moves of all solutions.
pub(crate) fn search<S: State, E: Estimate>(
    problems: [&Problem<S, E>; 2],
    ends: [&Board; 2],
    parity: u32,
    meter: &mut Meter<'_>,
) -> Run {
    let heap_bytes = S::pack(ends[0]).heap_bytes();
    let sides = [Side::new(), Side::new()];
    let mut search = Search { problems, parity, sides, best: None, expanded: 0, heap_bytes };
    for (side, board) in ends.into_iter().enumerate() {
        let estimates = problems.map(|problem| problem.estimator.estimate(board));
        search.meet(side, Waiting { state: S::pack(board), moves: 0, estimates }, None);
    }
    let end = search.run(meter);
    let shortest = search.best.as_ref().map_or(u32::MAX, |(moves, _)| *moves);
    let lower_bound = search.lower_bound().max(problems[0].estimator.estimate(ends[0])).min(shortest);
    let stats = Stats {
        generated: search.sides.iter().map(|side| side.generated).sum(),
        expanded: search.expanded,
        queue: search.sides[0].counts,
        stored: search.sides.iter().map(|side| side.met.len() as u64).sum(),
        memory: search.bytes(),
        time: meter.elapsed(),
        ..Stats::default()
    };
    match end {
        Ok(()) => Run { end: End::Goal(search.way()), lower_bound, stats },
        Err(reason) => Run { end: End::Stopped(reason), lower_bound, stats },
    }
}

struct Search<'a, S, E> {
    problems: [&'a Problem<S, E>; 2],
    parity: u32,
    /// Forwards, and backwards.
    sides: [Side<S>; 2],
    /// The moves of the best solution found, and the board on it that both sides have met.
    best: Option<(u32, S)>,
    expanded: u64,
    /// Bytes that a state takes beside its own size.
    heap_bytes: usize,
}

/// The most children of a board.
const WIDTH: usize = 4;

/// One of the two searches.
struct Side<S> {
    /// By b: the boards that wait.
    open: BTreeMap<i64, Vec<Waiting<S>>>,
    /// Of all its stacks together, and of the largest so far.
    open_capacity: usize,
    largest: usize,
    waiting: usize,
    met: HashTable<Met<S>>,
    counts: QueueStats,
    generated: u64,
}

/// A board that was met.
struct Met<S> {
    state: S,
    /// The fewest moves to it, so far.
    moves: u32,
    /// The last of these.
    by: Option<Move>,
    is_done: bool,
}

/// A board that waits to be dealt with.
struct Waiting<S> {
    state: S,
    moves: u32,
    /// To the goal, and to the start.
    estimates: [u32; 2],
}

impl<S: State> Side<S> {
    fn new() -> Self {
        Self {
            open: BTreeMap::new(),
            open_capacity: 0,
            largest: 0,
            waiting: 0,
            met: HashTable::new(),
            counts: QueueStats::default(),
            generated: 0,
        }
    }

    fn find(&self, state: &S) -> Option<&Met<S>> {
        self.met.find(state.hash(), |met| met.state == *state)
    }

    /// Memory in use, if a state takes so many bytes beside its own size.
    fn bytes(&self, heap_bytes: usize) -> usize {
        self.met.allocation_size()
            + self.open_capacity * size_of::<Waiting<S>>()
            + (self.met.len() + self.waiting) * heap_bytes
    }

    /// Further memory that dealing with a board may take at once: what doubles stays until it has.
    fn growth(&self) -> usize {
        let is_full = self.met.len() + WIDTH > self.met.capacity();
        let met = if is_full { 2 * self.met.allocation_size() } else { 0 };
        met + 2 * self.largest * size_of::<Waiting<S>>()
    }
}

impl<S: State, E: Estimate> Search<'_, S, E> {
    /// Goes on until the best solution found is proven to be shortest.
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        while self.best.as_ref().is_none_or(|(moves, _)| *moves > self.lower_bound()) {
            let (lower_bound, memory) = (self.lower_bound(), self.bytes());
            let generated = self.sides.iter().map(|side| side.generated).sum();
            let queue = self.sides.iter().map(|side| side.waiting).sum();
            meter.tick(3, self.problems[0].size.cells(), || Progress {
                generated,
                lower_bound,
                queue,
                memory,
                ..Progress::default()
            })?;
            // The side with fewer boards to choose from.
            let side = usize::from(self.sides[1].waiting < self.sides[0].waiting);
            meter.afford(memory + self.sides[side].growth())?;
            self.expand(side);
        }
        Ok(())
    }

    /// No solution that is not found yet is shorter than this.
    fn lower_bound(&self) -> u32 {
        let least = |side: &Side<S>| side.open.keys().next().copied();
        match (least(&self.sides[0]), least(&self.sides[1])) {
            (Some(forwards), Some(backwards)) => {
                let half = u32::try_from((forwards + backwards + 1) / 2).unwrap_or(0);
                half + (half ^ self.parity) % 2
            }
            // One side has met everything that there is.
            _ => u32::MAX,
        }
    }

    /// Deals with the first board that waits on a side.
    fn expand(&mut self, side: usize) {
        let Some(mut entry) = self.sides[side].open.first_entry() else { return };
        let taken = entry.get_mut().pop();
        if entry.get().is_empty() {
            let emptied = entry.remove().capacity();
            self.sides[side].open_capacity -= emptied;
        }
        let Some(here) = taken else { return };
        self.sides[side].waiting -= 1;
        self.sides[side].counts.take(1);
        let hash = here.state.hash();
        let Some(met) = self.sides[side].met.find_mut(hash, |met| met.state == here.state) else { return };
        if met.is_done || met.moves < here.moves {
            return;
        }
        met.is_done = true;
        let by = met.by;
        self.expanded += 1;
        let problem = self.problems[side];
        let other = &self.problems[1 - side].estimator;
        let (blank, memo) = (here.state.blank(), self.problems[1 - side].memo(&here.state));
        let children: Vec<_> = problem.children(&here.state, here.estimates[side], by).collect();
        for Child { state, estimate, by } in children {
            let from = state.blank();
            let step = Slide { tile: here.state.tile(from), from, to: blank };
            let (back, _) = other.after(here.estimates[1 - side], memo, step, |cell| state.tile(cell));
            let mut estimates = [estimate; 2];
            estimates[1 - side] = back;
            self.meet(side, Waiting { state, moves: here.moves + 1, estimates }, Some(by));
        }
    }

    /// Puts a board in its side's queue, unless it was met by as short a way before.
    fn meet(&mut self, side: usize, board: Waiting<S>, by: Option<Move>) {
        let Waiting { state, moves, estimates } = &board;
        let (moves, hash) = (*moves, state.hash());
        self.sides[side].generated += 1;
        // What can't be better than the best is not worth keeping.
        if self.best.as_ref().is_some_and(|(best, _)| moves + estimates[side] >= *best) {
            return;
        }
        if let Some(met) = self.sides[side].met.find_mut(hash, |met| met.state == *state) {
            if met.moves <= moves {
                return;
            }
            (met.moves, met.by) = (moves, by);
        } else {
            let met = Met { state: state.clone(), moves, by, is_done: false };
            self.sides[side].met.insert_unique(hash, met, |met| met.state.hash());
        }
        if let Some(other) = self.sides[1 - side].find(state) {
            let all = moves + other.moves;
            if self.best.as_ref().is_none_or(|(best, _)| all < *best) {
                self.best = Some((all, state.clone()));
            }
        }
        let b = 2 * i64::from(moves) + i64::from(estimates[side]) - i64::from(estimates[1 - side]);
        let Side { open, open_capacity, largest, waiting, counts, .. } = &mut self.sides[side];
        let stack = open.entry(b).or_default();
        *open_capacity -= stack.capacity();
        stack.push(board);
        *open_capacity += stack.capacity();
        *largest = stack.capacity().max(*largest);
        *waiting += 1;
        counts.put(1);
    }

    /// The moves of the best solution.
    fn way(&self) -> Vec<Move> {
        let Some((_, middle)) = &self.best else { return Vec::new() };
        let mut first = self.back_to_start(0, middle.clone());
        first.reverse();
        first.extend(self.back_to_start(1, middle.clone()).into_iter().map(Move::opposite));
        first
    }

    /// The moves that led a side to a board, the last one first.
    fn back_to_start(&self, side: usize, mut state: S) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(by) = self.sides[side].find(&state).and_then(|met| met.by) {
            moves.push(by);
            let blank = state.blank();
            let Some(from) = by.opposite().source(self.problems[0].size, blank) else { break };
            state = state.slide(from, blank, state.tile(from));
        }
        moves
    }

    fn bytes(&self) -> usize {
        self.sides.iter().map(|side| side.bytes(self.heap_bytes)).sum()
    }
}
