//! From a board to one of the searches, compiled for the smallest state that holds it and for the estimate that guides it.

use super::{Algorithm, EASY_NODES, Solver};
use crate::board::{Board, Goal};
use crate::heuristic::{Definition, Heuristic, Nothing, PerTile, Pick};
use crate::search::best_first::{self, Weights};
use crate::search::bidirectional;
use crate::search::ida_star::{Manhattan, search_plainly};
use crate::search::state::{DoubleWord, Slice, State, Word};
use crate::search::{Meter, Planned, Problem, Run, Tables, iowa, princeton};

impl Solver {
    /// Packs the board into the smallest state it fits and searches with the estimate that the algorithm uses.
    pub(super) fn search(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
        let heuristic = match self.algorithm {
            Algorithm::UniformCost => {
                return Search { solver: self, board, meter }.with::<PerTile<Nothing>>();
            }
            Algorithm::Auto => Heuristic::default(),
            _ => self.heuristic.unwrap_or_default(),
        };
        let cells = board.size().cells();
        let goes_on = self.algorithm == Algorithm::Auto && cells <= Tables::MOST_CELLS;
        let algorithm = if self.algorithm == Algorithm::Auto { Algorithm::AStar } else { self.algorithm };
        meter.observer().planned(&Planned::Search {
            algorithm: algorithm.name(),
            heuristic: Some(heuristic),
            most_nodes: goes_on.then_some(EASY_NODES),
        });
        // The plainest of all has a search of its own, ten times as fast.
        if (algorithm, heuristic) == (Algorithm::IdaStar, Heuristic::Manhattan) && cells <= Word::CELLS {
            return Manhattan::new(&self.goal).solve(board, meter);
        }
        heuristic.pick(Search { solver: self, board, meter })
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
