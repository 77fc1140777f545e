//! A trace of A* as Iowa State's course specifies it, with the lists OPEN and CLOSED.
//!
//! The six steps of the course, on two [`OrderedList`]s: OPEN by cost, then by h, the newest first; CLOSED by tiles. The
//! searches [`Algorithm::Iowa`](crate::Algorithm::Iowa) expand the same states in the same order, whatever structure OPEN
//! has. A test compares the two.

use super::TraceEnd;
use crate::heuristic::Heuristic;
use crate::ordered_list::OrderedList;
use taquin_core::{Board, Goal, Move};

/// A state on OPEN or CLOSED.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ListedState {
    /// The board.
    pub board: Board,
    /// g: the number of moves from the start.
    pub moves: u32,
    /// h: the heuristic value of the board.
    pub estimate: u32,
    /// The predecessor and the move from it; `None` for the start.
    pub from: Option<(Board, Move)>,
}

impl ListedState {
    /// Returns f = g + h.
    pub fn cost(&self) -> u32 {
        self.moves + self.estimate
    }
}

/// The treatment of a successor, steps 5b to 5d of the course.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placement {
    /// It is on neither list: put on OPEN.
    New,
    /// It is on OPEN with a larger cost, which is lowered.
    Lowered,
    /// It is on CLOSED with a larger cost: put back on OPEN.
    Reopened,
    /// It is on OPEN with at most the same cost.
    KnownOnOpen,
    /// It is on CLOSED with at most the same cost.
    KnownOnClosed,
}

/// A step: the first state of OPEN is moved to CLOSED and expanded.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListStep {
    /// OPEN before the step, in its order.
    pub open: Vec<ListedState>,
    /// CLOSED before the step, in its order.
    pub closed: Vec<ListedState>,
    /// The successors in order of generation; none if the state is the goal.
    pub successors: Vec<(ListedState, Placement)>,
}

/// A trace of Iowa State's A*.
///
/// ```
/// use taquin::trace::{ListTrace, TraceEnd};
/// use taquin::{Board, Goal, Heuristic};
/// let board: Board = "2 0 3/1 8 4/7 6 5".parse()?;
/// let trace = ListTrace::new(&board, &Goal::ring(), Heuristic::Manhattan, 100, 1000).expect("supports any size");
/// assert_eq!((trace.end, trace.moves().map(|moves| moves.len())), (TraceEnd::Goal, Some(3)));
/// # Ok::<(), taquin::BoardError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ListTrace {
    /// The steps in order. The last one removes the goal, if it was found.
    pub steps: Vec<ListStep>,
    /// The reason why the trace ended.
    pub end: TraceEnd,
    moves: Option<Vec<Move>>,
}

impl ListTrace {
    /// Searches until the goal is removed from OPEN or a limit is reached: the number of steps, or that of states in all
    /// recorded lists. `None` if the heuristic does not [support](Heuristic::supports) the board's size.
    ///
    /// # Panics
    /// If the goal is of another size.
    pub fn new(
        board: &Board,
        goal: &Goal,
        heuristic: Heuristic,
        max_steps: usize,
        max_states: usize,
    ) -> Option<Self> {
        let evaluator = heuristic.evaluator(goal)?;
        let mut open: OrderedList<ListedState> =
            OrderedList::new(|a, b| (a.cost(), a.estimate).cmp(&(b.cost(), b.estimate)));
        let mut closed: OrderedList<ListedState> = OrderedList::new(|a, b| a.board.cmp(&b.board));
        open.add(ListedState {
            board: board.clone(),
            moves: 0,
            estimate: evaluator.estimate(board),
            from: None,
        });
        let mut trace = Self { steps: Vec::new(), end: TraceEnd::StepLimit, moves: None };
        let mut recorded = 0;
        while trace.steps.len() < max_steps {
            recorded += open.len() + closed.len();
            if recorded > max_states {
                trace.end = TraceEnd::NodeLimit;
                break;
            }
            let before = (open.iter().cloned().collect(), closed.iter().cloned().collect());
            let mut step = ListStep { open: before.0, closed: before.1, successors: Vec::new() };
            let Some(state) = open.remove_first() else { break };
            closed.add(state.clone());
            if state.board.is_goal(goal) {
                trace.end = TraceEnd::Goal;
                trace.moves = Some(path(&closed, &state));
                trace.steps.push(step);
                break;
            }
            for (by, next) in state.board.neighbors() {
                let estimate = evaluator.estimate(&next);
                let from = Some((state.board.clone(), by));
                let successor = ListedState { board: next, moves: state.moves + 1, estimate, from };
                let placement = place(&mut open, &mut closed, &successor);
                step.successors.push((successor, placement));
            }
            trace.steps.push(step);
        }
        Some(trace)
    }

    /// Returns the moves to the goal, if it was found.
    pub fn moves(&self) -> Option<Vec<Move>> {
        self.moves.clone()
    }
}

/// Puts a successor on OPEN, unless it is known with at most the same cost.
fn place(
    open: &mut OrderedList<ListedState>,
    closed: &mut OrderedList<ListedState>,
    successor: &ListedState,
) -> Placement {
    let is_same = |other: &ListedState| other.board == successor.board;
    let on_open = open.iter().find(|other| is_same(other)).map(ListedState::cost);
    let on_closed = closed.find(successor).map(ListedState::cost);
    let placement = match (on_open, on_closed) {
        (Some(cost), _) if cost <= successor.cost() => return Placement::KnownOnOpen,
        (_, Some(cost)) if cost <= successor.cost() => return Placement::KnownOnClosed,
        (Some(_), _) => {
            open.remove_if(is_same);
            Placement::Lowered
        }
        (None, Some(_)) => {
            closed.remove(successor);
            Placement::Reopened
        }
        (None, None) => Placement::New,
    };
    open.add(successor.clone());
    placement
}

/// Returns the moves from the start to a state, by its predecessors on CLOSED.
fn path(closed: &OrderedList<ListedState>, state: &ListedState) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut current = state.clone();
    while let Some((board, by)) = current.from.take() {
        moves.push(by);
        current.board = board;
        match closed.find(&current) {
            Some(before) => current = before.clone(),
            None => break,
        }
    }
    moves.reverse();
    moves
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::{Algorithm, OpenListKind};
    use crate::outcome::Outcome;
    use crate::solution::Solution;
    use crate::solver::Solver;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use taquin_core::random_board;

    #[test]
    fn trace_agrees_with_the_search() {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        let mut tried = 0;
        for _ in 0..60 {
            let board = random_board(&Goal::ring(), true, &mut rng);
            let heuristic = Heuristic::Manhattan;
            let solver = Solver::new(Goal::ring());
            let solve =
                |kind| solver.clone().request(Algorithm::Iowa(kind)).solve(&board).expect("same size");
            let Outcome::Solved(solution) = solve(OpenListKind::LinkedList) else { panic!("solvable") };
            if solution.stats().expanded > 400 {
                continue;
            }
            tried += 1;
            let trace =
                ListTrace::new(&board, &Goal::ring(), heuristic, usize::MAX, usize::MAX).expect("any size");
            assert_eq!(trace.moves().as_deref(), Some(solution.moves()));
            // The goal is removed but not expanded.
            assert_eq!(trace.steps.len() as u64, solution.stats().expanded + 1);
            for kind in [OpenListKind::Heap, OpenListKind::Buckets] {
                assert_eq!(solve(kind).solution().map(Solution::moves), Some(solution.moves()));
            }
            let is_ordered =
                |list: &[ListedState]| list.is_sorted_by_key(|state| (state.cost(), state.estimate));
            assert!(trace.steps.iter().all(|step| is_ordered(&step.open)));
            assert!(trace.steps.iter().all(|step| step.closed.is_sorted_by(|a, b| a.board < b.board)));
        }
        assert!(tried > 10);
    }

    #[test]
    fn limits_end_a_trace() {
        let board: Board = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
        let goal = Goal::blank_last(board.size());
        let steps = ListTrace::new(&board, &goal, Heuristic::Hamming, 3, 1000).expect("any size");
        assert_eq!((steps.end, steps.steps.len(), steps.moves()), (TraceEnd::StepLimit, 3, None));
        let states = ListTrace::new(&board, &goal, Heuristic::Hamming, 1000, 100).expect("any size");
        assert_eq!(states.end, TraceEnd::NodeLimit);
    }
}
