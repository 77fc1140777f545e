//! Bidirectional heuristic search: BAE* (Sadhukhan 2013), also known as DIBBS (Sewell and Jacobson 2021).
//!
//! Searching forwards from the board and backwards from the goal, each direction needs to go only half as
//! deep. The delicate part is the stopping condition: the first board reached from both sides need not be on
//! a shortest solution. The idea goes back to Ikeda and others (1994). Among modern bidirectional searches
//! this one needs the fewest nodes on sliding-tile puzzles.
//!
//! For a board on one frontier, let g be the moves made from the start of this direction, h the heuristic
//! value to its target, and e the heuristic value back to its start. A frontier is expanded in the order of
//! `b = 2g + h − e`.
//!
//! **Stopping condition.** Consider any solution of C moves that has not been found. It contains a board n on
//! the forward OPEN with all boards before it expanded, and likewise a board m on the backward OPEN, at n or
//! behind it. Let c be the number of moves from n to m. The forward h is the backward e and vice versa, so
//!
//! > b(n) + b(m) = 2g(n) + 2g(m) + (h(n) − h(m)) + (h'(m) − h'(n)) ≤ 2g(n) + 2g(m) + 2c = 2C,
//!
//! where h and h' are the heuristics to the goal and to the start. Both are consistent, so neither changes by
//! more than c within c moves. Hence C is at least half the sum of the smallest b on both sides, and the
//! incumbent is optimal as soon as it is no longer than that. (The lengths of all solutions of a board have
//! the same parity, which can raise this bound by one.)
//!
//! For the same reason g is minimal when a board is expanded: b is twice the f of A* with the consistent
//! heuristic (h − e)/2. So no board is expanded twice in the same direction.

use super::common::{ShardedTable, State, StateMemory};
use super::{Child, End, Meter, Problem, Run};
use crate::heuristic::{Evaluate, Slide};
use crate::progress::Progress;
use crate::stats::QueueStats;
use crate::stats::Stats;
use std::collections::BTreeMap;
use taquin_core::StopReason;
use taquin_core::{Board, Move};

/// Searches from a board and from the goal. The second problem has the board as its goal. `parity` is that of
/// the lengths of all solutions.
pub(crate) fn search<S: State, E: Evaluate>(
    problems: [&Problem<S, E>; 2],
    ends: [&Board; 2],
    parity: u32,
    meter: &mut Meter<'_>,
) -> Run {
    let frontiers = [Frontier::new(), Frontier::new()];
    let mut search = BaeStarSearch { problems, parity, frontiers, incumbent: None, expanded: 0 };
    for (side, board) in ends.into_iter().enumerate() {
        let estimates = problems.map(|problem| problem.estimator.estimate(board));
        search.visit(side, OpenNode { state: S::pack(board, problems[0].memory), moves: 0, estimates }, None);
    }
    let end = search.run(meter);
    let shortest = search.incumbent.as_ref().map_or(u32::MAX, |(moves, _)| *moves);
    let lower_bound = search.lower_bound().max(problems[0].estimator.estimate(ends[0])).min(shortest);
    let stats = Stats {
        generated: search.generated(),
        expanded: search.expanded,
        queue: search.frontiers[0].counts,
        stored: search.frontiers.iter().map(|frontier| frontier.reached.len() as u64).sum(),
        memory: search.bytes(),
        time: meter.elapsed(),
        ..Stats::default()
    };
    match end {
        Ok(()) => Run { end: End::Goal(search.solution()), lower_bound, stats },
        Err(reason) => Run { end: End::Stopped(reason), lower_bound, stats },
    }
}

struct BaeStarSearch<'a, S: State, E> {
    problems: [&'a Problem<S, E>; 2],
    parity: u32,
    /// The forward and the backward frontier.
    frontiers: [Frontier<S>; 2],
    /// The length of the best solution so far, and the board where its two halves meet.
    incumbent: Option<(u32, S)>,
    expanded: u64,
}

/// The maximum number of neighbors of a board.
const MAX_CHILDREN: usize = 4;

/// One direction of the search: its OPEN, and all boards that it reached.
struct Frontier<S> {
    /// The nodes to expand, by b.
    open: BTreeMap<i64, Vec<OpenNode<S>>>,
    /// The number of nodes in OPEN.
    open_len: usize,
    /// The total capacity of the stacks of OPEN.
    open_capacity: usize,
    /// The capacity of the largest stack so far.
    largest: usize,
    reached: ShardedTable<ReachedBoard<S>>,
    counts: QueueStats,
    generated: u64,
}

/// A board that was generated in one direction.
struct ReachedBoard<S> {
    state: S,
    /// The smallest g so far.
    moves: u32,
    /// The last move of that path; `None` for the start.
    by: Option<Move>,
    is_expanded: bool,
}

/// An entry of OPEN.
struct OpenNode<S> {
    state: S,
    moves: u32,
    /// The heuristic values to the goal and to the start.
    estimates: [u32; 2],
}

impl<S: State> Frontier<S> {
    fn new() -> Self {
        Self {
            open: BTreeMap::new(),
            open_len: 0,
            open_capacity: 0,
            largest: 0,
            reached: ShardedTable::new(),
            counts: QueueStats::default(),
            generated: 0,
        }
    }

    fn find(&self, state: &S) -> Option<&ReachedBoard<S>> {
        self.reached.find(state.hash(), |reached| reached.state == *state)
    }

    fn find_mut(&mut self, state: &S) -> Option<&mut ReachedBoard<S>> {
        self.reached.find_mut(state.hash(), |reached| reached.state == *state)
    }

    /// Returns the memory in use, without that of the states, in bytes.
    fn bytes(&self) -> usize {
        self.reached.bytes() + self.open_capacity * size_of::<OpenNode<S>>()
    }

    /// Returns the additional bytes that an expansion may allocate. While a container doubles, both copies
    /// exist.
    fn growth(&self) -> usize {
        self.reached.growth() + 2 * self.largest * size_of::<OpenNode<S>>()
    }

    /// Removes the first node of OPEN.
    fn pop(&mut self) -> Option<OpenNode<S>> {
        let mut first = self.open.first_entry()?;
        let node = first.get_mut().pop();
        if first.get().is_empty() {
            self.open_capacity -= first.remove().capacity();
        }
        if node.is_some() {
            self.open_len -= 1;
            self.counts.dequeue(1);
        }
        node
    }

    fn push(&mut self, b: i64, node: OpenNode<S>) {
        let stack = self.open.entry(b).or_default();
        self.open_capacity -= stack.capacity();
        stack.push(node);
        self.open_capacity += stack.capacity();
        self.largest = stack.capacity().max(self.largest);
        self.open_len += 1;
        self.counts.enqueue(1);
    }
}

impl<S: State, E: Evaluate> BaeStarSearch<'_, S, E> {
    /// Searches until the incumbent is proven optimal.
    fn run(&mut self, meter: &mut Meter<'_>) -> Result<(), StopReason> {
        while self.incumbent.as_ref().is_none_or(|(moves, _)| *moves > self.lower_bound()) {
            let memory = self.bytes();
            meter.tick(3, self.problems[0].size.cells(), || Progress {
                generated: self.generated(),
                lower_bound: self.lower_bound(),
                queue: self.frontiers.iter().map(|frontier| frontier.open_len).sum(),
                memory,
                ..Progress::default()
            })?;
            // The direction with the smaller OPEN.
            let side = usize::from(self.frontiers[1].open_len < self.frontiers[0].open_len);
            let states = self.problems[0].memory.growth(MAX_CHILDREN);
            meter.afford(memory + self.frontiers[side].growth() + states)?;
            self.expand(side);
        }
        Ok(())
    }

    /// Returns a lower bound on the length of all solutions not found yet.
    fn lower_bound(&self) -> u32 {
        let least = |frontier: &Frontier<S>| frontier.open.keys().next().copied();
        match (least(&self.frontiers[0]), least(&self.frontiers[1])) {
            (Some(forwards), Some(backwards)) => {
                let half = u32::try_from((forwards + backwards + 1) / 2).unwrap_or(0);
                half + (half ^ self.parity) % 2
            }
            // One direction has expanded all boards.
            _ => u32::MAX,
        }
    }

    /// Expands the first node of one direction.
    fn expand(&mut self, side: usize) {
        let Some(node) = self.frontiers[side].pop() else { return };
        let Some(reached) = self.frontiers[side].find_mut(&node.state) else { return };
        if reached.is_expanded || reached.moves < node.moves {
            return;
        }
        reached.is_expanded = true;
        let last = reached.by;
        self.expanded += 1;
        let blank = node.state.blank();
        let other = &self.problems[1 - side].estimator;
        let other_memo = self.problems[1 - side].memo(&node.state);
        let children: Vec<_> =
            self.problems[side].children(&node.state, node.estimates[side], last).collect();
        for Child { state, estimate, by } in children {
            let from = state.blank();
            let step = Slide { tile: node.state.tile(from), from, to: blank };
            let (back, _) = other.update(node.estimates[1 - side], other_memo, step, |cell| state.tile(cell));
            let mut estimates = [estimate; 2];
            estimates[1 - side] = back;
            self.visit(side, OpenNode { state, moves: node.moves + 1, estimates }, Some(by));
        }
    }

    /// Adds a generated node to OPEN, unless its board was reached in as few moves before.
    fn visit(&mut self, side: usize, node: OpenNode<S>, by: Option<Move>) {
        let OpenNode { ref state, moves, estimates } = node;
        self.frontiers[side].generated += 1;
        // Prune nodes that cannot improve the incumbent.
        if self.incumbent.as_ref().is_some_and(|(length, _)| moves + estimates[side] >= *length) {
            state.release(self.problems[0].memory);
            return;
        }
        if let Some(reached) = self.frontiers[side].find_mut(state) {
            if reached.moves <= moves {
                state.release(self.problems[0].memory);
                return;
            }
            reached.moves = moves;
            reached.by = by;
        } else {
            let reached = ReachedBoard { state: *state, moves, by, is_expanded: false };
            self.frontiers[side].reached.insert(state.hash(), reached, |reached| reached.state.hash());
        }
        if let Some(other) = self.frontiers[1 - side].find(state) {
            let length = moves + other.moves;
            if self.incumbent.as_ref().is_none_or(|(shortest, _)| length < *shortest) {
                self.incumbent = Some((length, *state));
            }
        }
        let b = 2 * i64::from(moves) + i64::from(estimates[side]) - i64::from(estimates[1 - side]);
        self.frontiers[side].push(b, node);
    }

    /// Returns the moves of the incumbent.
    fn solution(&self) -> Vec<Move> {
        let Some((_, middle)) = &self.incumbent else { return Vec::new() };
        let mut moves = self.path_back(0, *middle);
        moves.reverse();
        moves.extend(self.path_back(1, *middle).into_iter().map(Move::opposite));
        moves
    }

    /// Returns the moves that led to a board in one direction, the last one first.
    fn path_back(&self, side: usize, mut state: S) -> Vec<Move> {
        let mut moves = Vec::new();
        while let Some(by) = self.frontiers[side].find(&state).and_then(|reached| reached.by) {
            moves.push(by);
            let blank = state.blank();
            let Some(from) = by.opposite().source(self.problems[0].size, blank) else { break };
            state = state.slide(from, blank, state.tile(from), self.problems[0].memory);
        }
        moves
    }

    fn generated(&self) -> u64 {
        self.frontiers.iter().map(|frontier| frontier.generated).sum()
    }

    fn bytes(&self) -> usize {
        self.frontiers.iter().map(Frontier::bytes).sum::<usize>() + self.problems[0].memory.bytes()
    }
}
