//! From a board to one of the searches, compiled for the smallest state that holds it and for the estimate that guides it.

use super::{Algorithm, Solver};
use crate::board::{Board, Goal};
use crate::heuristic::{Definition, Heuristic, Nothing, PerTile, Pick};
use crate::search::best_first::{self, Weights};
use crate::search::bidirectional;
use crate::search::ida_star::{Manhattan, search_plainly};
use crate::search::state::{DoubleWord, Slice, State, Word};
use crate::search::{Meter, Planned, Problem, Run, iowa, princeton};

impl Solver {
    /// Packs the board into the smallest state it fits and searches with the estimate that the algorithm uses. The most nodes
    /// are those after which another search goes on.
    pub(super) fn search(&self, board: &Board, most_nodes: Option<u64>, meter: &mut Meter<'_>) -> Run {
        let (algorithm, heuristic) = match self.algorithm {
            Algorithm::UniformCost => (Algorithm::UniformCost, None),
            Algorithm::Auto => (Algorithm::AStar, Some(Heuristic::default())),
            algorithm => (algorithm, Some(self.heuristic.unwrap_or_default())),
        };
        meter.observer().planned(&Planned::Search { algorithm: algorithm.name(), heuristic, most_nodes });
        // The plainest of all has a search of its own, ten times as fast.
        let is_small = board.size().cells() <= Word::CELLS;
        if is_small && (algorithm, heuristic) == (Algorithm::IdaStar, Some(Heuristic::Manhattan)) {
            return Manhattan::new(&self.goal).solve(board, meter);
        }
        let search = Search { solver: self, board, meter };
        match heuristic {
            Some(heuristic) => heuristic.pick(search),
            None => search.with::<PerTile<Nothing>>(),
        }
    }
}

/// A board to be searched, once it is known how it is packed and which heuristic is used.
struct Search<'a, 'm> {
    solver: &'a Solver,
    board: &'a Board,
    meter: &'a mut Meter<'m>,
}

impl Pick for Search<'_, '_> {
    type Output = Run;

    fn with<D: Definition>(self) -> Run {
        let cells = self.board.size().cells();
        if cells <= Word::CELLS {
            self.packed::<Word, D>()
        } else if cells <= DoubleWord::CELLS {
            self.packed::<DoubleWord, D>()
        } else {
            self.packed::<Slice, D>()
        }
    }
}

impl Search<'_, '_> {
    fn packed<S: State, D: Definition>(self) -> Run {
        let Self { solver, board, meter } = self;
        let goal = &solver.goal;
        let problem = match solver.tables.heuristic::<D>(goal, meter) {
            Ok(heuristic) => Problem::<S, D>::new(goal, heuristic),
            Err(reason) => return Run::not_begun(reason),
        };
        let weighted = |moves, estimate| Weights { moves, estimate };
        match solver.algorithm {
            Algorithm::IdaStar => search_plainly(&problem, board, meter),
            Algorithm::AStar | Algorithm::Auto | Algorithm::UniformCost => {
                best_first::search(&problem, board, Weights::EQUAL, meter)
            }
            Algorithm::WeightedAStar(weight) => {
                best_first::search(&problem, board, weighted(1, weight.max(1)), meter)
            }
            Algorithm::Greedy => best_first::search(&problem, board, weighted(0, 1), meter),
            Algorithm::Bidirectional => {
                let back = Goal::explicit(board.clone());
                let backwards = match solver.tables.heuristic::<D>(&back, meter) {
                    Ok(heuristic) => Problem::<S, D>::new(&back, heuristic),
                    Err(reason) => return Run::not_begun(reason),
                };
                let parity = board.manhattan(goal) % 2;
                bidirectional::search([&problem, &backwards], [board, goal.board()], parity, meter)
            }
            Algorithm::Princeton => princeton::search(&problem, board, meter),
            Algorithm::Iowa(open) => iowa::search(&problem, board, open, meter),
        }
    }
}
