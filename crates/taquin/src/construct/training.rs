//! Samples for the program in `train/`, which learns [weights that depend on the position](super::position_weights).

use super::beam_search::{BeamLimits, BeamSearch};
use super::general_weights::RELATIONS;
pub use super::position_weights::PositionWeights;
use super::score::ScoreFunction;
use super::subproblem::Subproblem;
use super::tracked_board::TrackedBoard;
use taquin_core::{Board, Goal, Metric, Size};

/// Boards of one level of a beam: the one on the solution, and others. Each is the home cell of the tile at each cell.
#[derive(Clone, Debug)]
pub struct Sample {
    /// The board on the solution.
    pub positive: Vec<u8>,
    /// Boards that the beam kept as well.
    pub negatives: Vec<Vec<u8>>,
}

/// A beam search on whole boards of one size, with the blank last.
pub struct Trainee {
    goal: Goal,
    subproblem: Subproblem,
    general: ScoreFunction,
    score_function: ScoreFunction,
}

impl Trainee {
    /// Creates a beam search with given weights.
    pub fn new(size: Size, weights: &PositionWeights) -> Self {
        let goal = Goal::blank_last(size);
        let subproblem = whole_board(goal.board(), &goal);
        let general = ScoreFunction::general(&subproblem);
        let score_function = ScoreFunction::general(&subproblem).with_weights(&subproblem, weights);
        Self { goal, subproblem, general, score_function }
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns the score of a board by the general weights alone.
    pub fn general_score(&self, tiles: &[u8]) -> i32 {
        debug_assert_eq!(tiles.len(), self.subproblem.cells());
        self.general.score(tiles)
    }

    /// Solves a board. Returns the number of moves, and a sample of each level: `choose` gets a number of boards and returns the index
    /// of one, `negatives` times per level. `None` if the beam gets stuck.
    pub fn solve(
        &self,
        board: &Board,
        width: usize,
        negatives: usize,
        choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<(usize, Vec<Sample>)> {
        let cells = board.size().cells();
        let subproblem = whole_board(board, &self.goal);
        let search = BeamSearch::new(&subproblem, &self.score_function, width, Metric::Single);
        let limits = BeamLimits { max_moves: MAX_MOVES, max_stagnation: MAX_MOVES };
        let mut levels: Vec<Vec<Vec<u8>>> = Vec::new();
        let mut observe = |tiles: &[u8]| {
            let count = tiles.len() / cells;
            let mut chosen = || tiles[choose(count) * cells..][..cells].to_vec();
            levels.push(if count == 0 { Vec::new() } else { (0..negatives).map(|_| chosen()).collect() });
        };
        let outcome = search.run_observed(limits, &|| false, &mut observe)?;
        if !outcome.is_solved {
            return None;
        }
        let mut tracked = TrackedBoard::new(board, &self.goal);
        let samples = outcome.moves.iter().zip(levels).map(|(&by, negatives)| {
            tracked.slide(by);
            Sample { positive: (0..cells).map(|cell| tracked.home_at(cell) as u8).collect(), negatives }
        });
        let samples: Vec<Sample> = samples.collect();
        Some((samples.len(), samples))
    }
}

/// More moves than any solution takes.
const MAX_MOVES: usize = 2000;

fn whole_board(board: &Board, goal: &Goal) -> Subproblem {
    let cells: Vec<usize> = (0..board.size().cells()).collect();
    Subproblem::new(&TrackedBoard::new(board, goal), &cells)
}

impl PositionWeights {
    /// Creates weights that are all zero.
    pub fn zero(rows: usize, columns: usize) -> Option<Self> {
        let cells = rows * columns;
        let inside = |(down, right): &(isize, isize)| {
            rows.saturating_sub(down.unsigned_abs()) * columns.saturating_sub(right.unsigned_abs())
        };
        let pairs: usize = RELATIONS.iter().filter(|offset| **offset > (0, 0)).map(inside).sum();
        Self::new(rows, columns, vec![0; 2 * (1 + pairs) * cells * cells].into())
    }

    /// Returns the bytes, to be stored.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the index of the mirror image in the diagonal of each weight; `None` if the board is not square.
    pub fn mirrored(&self) -> Option<Vec<u32>> {
        let mirror = |cell: usize| cell % self.columns * self.columns + cell / self.columns;
        let cells = self.pairs.len();
        let mut images = vec![0; self.bytes.len() / 2];
        for tile in (0..cells).filter(|_| self.rows == self.columns) {
            for cell in 0..cells {
                let image = self.tile_index(mirror(tile), mirror(cell));
                images[self.tile_index(tile, cell)] = image as u32;
                for (relation, (down, right)) in RELATIONS.into_iter().enumerate() {
                    if self.pairs[cell][relation].is_none() {
                        continue;
                    }
                    let mirrored = RELATIONS.iter().position(|offset| *offset == (right, down))?;
                    for other in 0..cells {
                        let index = self.pair_index(cell, relation, tile, other)?;
                        let image = self.pair_index(mirror(cell), mirrored, mirror(tile), mirror(other))?;
                        images[index] = image as u32;
                    }
                }
            }
        }
        (self.rows == self.columns).then_some(images)
    }

    /// Calls a function with the index of each weight that a board's score contains, given the tile at each cell. The blank, which
    /// is the last tile, forms no pairs.
    pub fn for_each_feature(&self, tiles: &[u8], mut visit: impl FnMut(usize)) {
        let blank = self.pairs.len() - 1;
        for (cell, &tile) in tiles.iter().enumerate() {
            let tile = usize::from(tile);
            visit(self.tile_index(tile, cell));
            for (relation, pair) in self.pairs[cell].iter().enumerate() {
                let (down, right) = RELATIONS[relation];
                if let Some(pair) = pair.filter(|_| tile != blank) {
                    let other = usize::from(
                        tiles[cell.saturating_add_signed(down * self.columns.cast_signed() + right)],
                    );
                    if other != blank {
                        visit(self.first_pair_index(pair as usize) + tile * self.pairs.len() + other);
                    }
                }
            }
        }
    }
}
