//! From a board to one of the searches, compiled for the smallest state that holds it and for the estimate that guides it.

use super::{Algorithm, EASY_NODES, Solver};
use crate::board::{Board, Goal};
use crate::heuristic::{
    Cost, Estimator, FREE, FromScratch, Heuristic, Largest, LinearConflict, PerTile, PerTileTable,
};
use crate::search::best_first::{self, Weights};
use crate::search::bidirectional;
use crate::search::ida_star::{Manhattan, search_plainly};
use crate::search::state::{DoubleWord, Slice, State, Word};
use crate::search::{Meter, Planned, Problem, Run, Tables, iowa, princeton};

impl Solver {
    /// Packs the board into the smallest state it fits and searches with the estimate that the algorithm uses.
    pub(super) fn search(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
        match self.algorithm {
            Algorithm::UniformCost => self.search_by_tiles(board, FREE, meter),
            Algorithm::Auto => self.search_by(Heuristic::default(), board, meter),
            _ => self.search_by(self.heuristic.unwrap_or_default(), board, meter),
        }
    }

    fn search_by(&self, heuristic: Heuristic, board: &Board, meter: &mut Meter<'_>) -> Run {
        let goes_on = self.algorithm == Algorithm::Auto && board.size().cells() <= Tables::MOST_CELLS;
        let algorithm = if self.algorithm == Algorithm::Auto { Algorithm::AStar } else { self.algorithm };
        meter.observer().planned(&Planned::Search {
            algorithm: algorithm.name(),
            heuristic: Some(heuristic),
            most_nodes: goes_on.then_some(EASY_NODES),
        });
        if algorithm == Algorithm::Bidirectional {
            return self.search_both_ways(heuristic, board, meter);
        }
        match heuristic {
            Heuristic::Manhattan
                if algorithm == Algorithm::IdaStar && board.size().cells() <= Word::CELLS =>
            {
                Manhattan::new(&self.goal).solve(board, meter)
            }
            Heuristic::Hamming | Heuristic::Manhattan => {
                self.search_by_tiles(board, heuristic.cost().unwrap_or(FREE), meter)
            }
            Heuristic::LinearConflict => self.search_by_lines(board, meter),
            // The boards that it supports fit into a word.
            Heuristic::WalkingDistance => match self.tables.walking_distance(&self.goal, meter) {
                Ok(walking_distance) => self.search_packed::<Word, _>(board, walking_distance, meter),
                Err(reason) => Run::not_begun(reason),
            },
            Heuristic::Largest => match self.tables.walking_distance(&self.goal, meter) {
                Ok(walking_distance) => {
                    let linear_conflict = LinearConflict::new(&self.goal);
                    let largest = Largest::new(board.size(), linear_conflict, walking_distance);
                    self.search_packed::<Word, _>(board, largest, meter)
                }
                Err(reason) => Run::not_begun(reason),
            },
        }
    }

    /// From both ends: the same estimate, to the goal and to the board.
    fn search_both_ways(&self, heuristic: Heuristic, board: &Board, meter: &mut Meter<'_>) -> Run {
        let back = Goal::explicit(board.clone());
        let goals = [&self.goal, &back];
        let cells = board.size().cells();
        match heuristic {
            Heuristic::Hamming | Heuristic::Manhattan => {
                let cost = heuristic.cost().unwrap_or(FREE);
                if cells <= Word::CELLS {
                    self.search_from_both::<Word, _>(
                        &back,
                        goals.map(|goal| PerTileTable::new(cost, goal)),
                        meter,
                    )
                } else if cells <= DoubleWord::CELLS {
                    self.search_from_both::<DoubleWord, _>(
                        &back,
                        goals.map(|goal| PerTileTable::new(cost, goal)),
                        meter,
                    )
                } else {
                    self.search_from_both::<Slice, _>(
                        &back,
                        goals.map(|goal| PerTile::new(cost, goal)),
                        meter,
                    )
                }
            }
            Heuristic::LinearConflict => {
                let estimators = goals.map(LinearConflict::new);
                if cells <= Word::CELLS {
                    self.search_from_both::<Word, _>(&back, estimators, meter)
                } else if cells <= DoubleWord::CELLS {
                    self.search_from_both::<DoubleWord, _>(&back, estimators, meter)
                } else {
                    self.search_from_both::<Slice, _>(&back, estimators, meter)
                }
            }
            Heuristic::WalkingDistance | Heuristic::Largest => {
                let mut walking = |goal| self.tables.walking_distance(goal, meter);
                let (one, other) = match (walking(&self.goal), walking(&back)) {
                    (Ok(one), Ok(other)) => (one, other),
                    (Err(reason), _) | (_, Err(reason)) => return Run::not_begun(reason),
                };
                if heuristic == Heuristic::WalkingDistance {
                    return self.search_from_both::<Word, _>(&back, [one, other], meter);
                }
                let largest = |goal, walking| Largest::new(board.size(), LinearConflict::new(goal), walking);
                self.search_from_both::<Word, _>(
                    &back,
                    [largest(&self.goal, one), largest(&back, other)],
                    meter,
                )
            }
        }
    }

    fn search_from_both<S: State, E: Estimator<S> + FromScratch>(
        &self,
        back: &Goal,
        [forwards, backwards]: [E; 2],
        meter: &mut Meter<'_>,
    ) -> Run {
        let (board, goal) = (back.board(), self.goal.board());
        let problems = (Problem::<S, E>::new(&self.goal, forwards), Problem::<S, E>::new(back, backwards));
        let parity = board.manhattan(&self.goal) % 2;
        bidirectional::search([&problems.0, &problems.1], [board, goal], parity, meter)
    }

    fn search_by_tiles(&self, board: &Board, cost: Cost, meter: &mut Meter<'_>) -> Run {
        let cells = board.size().cells();
        if cells <= Word::CELLS {
            self.search_packed::<Word, _>(board, PerTileTable::new(cost, &self.goal), meter)
        } else if cells <= DoubleWord::CELLS {
            self.search_packed::<DoubleWord, _>(board, PerTileTable::new(cost, &self.goal), meter)
        } else {
            self.search_packed::<Slice, _>(board, PerTile::new(cost, &self.goal), meter)
        }
    }

    fn search_by_lines(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
        let (cells, linear_conflict) = (board.size().cells(), LinearConflict::new(&self.goal));
        if cells <= Word::CELLS {
            self.search_packed::<Word, _>(board, linear_conflict, meter)
        } else if cells <= DoubleWord::CELLS {
            self.search_packed::<DoubleWord, _>(board, linear_conflict, meter)
        } else {
            self.search_packed::<Slice, _>(board, linear_conflict, meter)
        }
    }

    fn search_packed<S: State, E: Estimator<S> + FromScratch>(
        &self,
        board: &Board,
        estimator: E,
        meter: &mut Meter<'_>,
    ) -> Run {
        let problem = Problem::<S, E>::new(&self.goal, estimator);
        let start = problem.start(board);
        let weighted = |moves, estimate| Weights { moves, estimate };
        match self.algorithm {
            Algorithm::IdaStar => search_plainly(&problem, &start, meter),
            Algorithm::AStar | Algorithm::Bidirectional | Algorithm::Auto | Algorithm::UniformCost => {
                best_first::search(&problem, &start, Weights::EQUAL, meter)
            }
            Algorithm::WeightedAStar(weight) => {
                best_first::search(&problem, &start, weighted(1, weight.max(1)), meter)
            }
            Algorithm::Greedy => best_first::search(&problem, &start, weighted(0, 1), meter),
            Algorithm::Princeton => princeton::search(&problem, &start, &problem.start(&board.twin()), meter),
            Algorithm::Iowa(open) => iowa::search(&problem, &start, open, meter),
        }
    }
}
