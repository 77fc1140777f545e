//! Runs a search, compiled for the smallest packed state that holds the board and for the heuristic.

use crate::algorithm::Algorithm;
use crate::engines::Engines;
use crate::heuristic::{Heuristic, HeuristicVisitor, NamedHeuristic, TileSum, Zero};
use crate::search::a_star::{self, Weights};
use crate::search::common::{Arena, Packed64, Packed128, PackedSlice, State};
use crate::search::ida_star::{ManhattanSearch, search_any_heuristic};
use crate::search::{
    Meter, Problem, Run, bidirectional, breadth_first, depth_first, iowa, iterative_deepening, princeton,
};
use taquin_core::{Board, Goal, MoveOrder};

/// Runs an algorithm with a heuristic, or without one.
pub(super) fn run(
    algorithm: Algorithm,
    heuristic: Option<Heuristic>,
    goal: &Goal,
    board: &Board,
    order: MoveOrder,
    engines: &Engines,
    meter: &mut Meter<'_>,
) -> Run {
    let is_small = board.size().cells() <= Packed64::CELLS;
    // PERF: Manhattan distance on small boards has a specialized search, ten times as fast.
    if is_small && (algorithm, heuristic) == (Algorithm::IdaStar, Some(Heuristic::Manhattan)) {
        return ManhattanSearch::new(goal).solve(board, meter);
    }
    let dispatch = Dispatch { algorithm, goal, board, order, engines, meter };
    match heuristic {
        Some(heuristic) => heuristic.visit(dispatch),
        None => dispatch.visit::<TileSum<Zero>>(),
    }
}

struct Dispatch<'a, 'm> {
    algorithm: Algorithm,
    goal: &'a Goal,
    board: &'a Board,
    order: MoveOrder,
    engines: &'a Engines,
    meter: &'a mut Meter<'m>,
}

impl HeuristicVisitor for Dispatch<'_, '_> {
    type Output = Run;

    fn visit<D: NamedHeuristic>(self) -> Run {
        let cells = self.board.size().cells();
        // Heuristics with tables support no larger boards, so the other searches need not be compiled for them.
        if D::NEEDS_TABLES || cells <= Packed64::CELLS {
            self.packed::<Packed64, D>(())
        } else if cells <= Packed128::CELLS {
            self.packed::<Packed128, D>(())
        } else {
            let arena = Arena::new(PackedSlice::length(cells));
            self.packed::<PackedSlice<'_>, D>(&arena)
        }
    }
}

impl Dispatch<'_, '_> {
    fn packed<S: State, D: NamedHeuristic>(self, memory: S::Memory) -> Run {
        let Self { algorithm, goal, board, order, engines, meter } = self;
        let problem = match engines.heuristic::<D>(goal, meter) {
            Ok(heuristic) => Problem::<S, D>::new(goal, heuristic, memory),
            Err(reason) => return Run::not_begun(reason),
        };
        match algorithm {
            Algorithm::IdaStar => search_any_heuristic(&problem, board, meter),
            Algorithm::AStar | Algorithm::Auto => a_star::search(&problem, board, Weights::EQUAL, meter),
            Algorithm::WeightedAStar(weight) => {
                let (moves, estimate) = weight.factors();
                a_star::search(&problem, board, Weights { moves, estimate }, meter)
            }
            Algorithm::Greedy => a_star::search(&problem, board, Weights { moves: 0, estimate: 1 }, meter),
            Algorithm::Bidirectional => {
                let back = Goal::explicit(board.clone());
                let backward = match engines.heuristic::<D>(&back, meter) {
                    Ok(heuristic) => Problem::<S, D>::new(&back, heuristic, memory),
                    Err(reason) => return Run::not_begun(reason),
                };
                let parity = board.manhattan(goal) % 2;
                bidirectional::search([&problem, &backward], [board, goal.board()], parity, meter)
            }
            // Every move costs 1, so the nodes of equal cost in the priority queue are those of one depth, in the order in
            // which they were added: a first-in, first-out queue.
            Algorithm::BreadthFirst | Algorithm::UniformCost => {
                breadth_first::search(&problem.with_order(order), board, meter)
            }
            Algorithm::DepthFirst => depth_first::search(&problem.with_order(order), board, meter),
            Algorithm::IterativeDeepening => {
                iterative_deepening::search(&problem.with_order(order), board, meter)
            }
            Algorithm::Princeton => princeton::search(&problem, board, meter),
            Algorithm::Iowa(open) => iowa::search(&problem, board, open, meter),
        }
    }
}
