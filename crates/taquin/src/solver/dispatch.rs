//! Runs a search, compiled for the smallest packed state that holds the board and for the heuristic.

use crate::algorithm::Algorithm;
use crate::engines::Engines;
use crate::heuristic::{Heuristic, HeuristicVisitor, NamedHeuristic, TileSum, Zero};
use crate::request::NamedSearch;
use crate::search::a_star::{self, Weights};
use crate::search::common::{Arena, Packed64, Packed128, PackedSlice, State};
use crate::search::ida_star::{ManhattanSearch, search_any_heuristic};
use crate::search::{
    Meter, Problem, Run, bidirectional, breadth_first, depth_first, iowa, iterative_deepening, princeton,
};
use taquin_core::{Board, Goal};

/// Runs a search.
pub(super) fn run(
    search: NamedSearch,
    goal: &Goal,
    board: &Board,
    engines: &Engines,
    meter: &mut Meter<'_>,
) -> Run {
    let is_small = board.size().cells() <= Packed64::CELLS;
    let dispatch = Dispatch { search, goal, board, engines, meter };
    match search {
        // PERF: Manhattan distance on small boards has a specialized search, ten times as fast.
        NamedSearch::Informed { algorithm: Algorithm::IdaStar, heuristic: Heuristic::Manhattan }
            if is_small =>
        {
            ManhattanSearch::new(goal).solve(board, dispatch.meter)
        }
        NamedSearch::Informed { heuristic, .. } => heuristic.visit(dispatch),
        NamedSearch::Uninformed { .. } => dispatch.visit::<TileSum<Zero>>(),
    }
}

struct Dispatch<'a, 'm> {
    search: NamedSearch,
    goal: &'a Goal,
    board: &'a Board,
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
        let Self { search, goal, board, engines, meter } = self;
        let problem = match engines.heuristic::<D>(goal, meter) {
            Ok(heuristic) => Problem::<S, D>::new(goal, heuristic, memory),
            Err(reason) => return Run::not_begun(reason),
        };
        let algorithm = match search {
            NamedSearch::Informed { algorithm, .. } => algorithm,
            NamedSearch::Uninformed { algorithm, order, depth_limit } => {
                let problem = &problem.with_order(order);
                return match algorithm {
                    Algorithm::DepthFirst => depth_first::search(problem, board, depth_limit, meter),
                    Algorithm::IterativeDeepening => {
                        iterative_deepening::search(problem, board, depth_limit, meter)
                    }
                    // Every move costs 1, so the nodes of equal cost in the priority queue of uniform-cost search are those of one
                    // depth, in the order in which they were added: a first-in, first-out queue.
                    _ => breadth_first::search(problem, board, depth_limit, meter),
                };
            }
        };
        match algorithm {
            Algorithm::IdaStar => search_any_heuristic(&problem, board, meter),
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
            Algorithm::Princeton => princeton::search(&problem, board, meter),
            Algorithm::Iowa(open) => iowa::search(&problem, board, open, meter),
            _ => a_star::search(&problem, board, Weights::EQUAL, meter),
        }
    }
}
