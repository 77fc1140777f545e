//! The front door: takes a board, picks how to search, runs it within its limits, and has the solution verified.

use crate::board::{Board, Goal, Move, Parity, Size};
use crate::heuristic::{Estimator, Heuristic, PerTile, PerTileTable};
use crate::search::best_first::{self, Weights};
use crate::search::state::{DoubleWord, Slice, State, Word};
use crate::search::{
    End, Limits, Meter, Observer, OpenKind, Problem, Run, Start, Stats, StopReason, Tables, iowa, princeton,
};
use crate::table::Frame;
use crate::verify::{VerifyError, verify};

/// The nodes that A* may generate before tables are built: a few milliseconds' worth.
const EASY_NODES: u64 = 50_000;

/// Solves boards.
///
/// ```
/// use taquin::{Board, Goal, Outcome, Solver};
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let outcome = Solver::new(Goal::blank_last(board.size())).solve(&board)?;
/// let Outcome::Solved(solution) = outcome else { panic!("it can be solved") };
/// assert!(solution.is_shortest());
/// assert_eq!(solution.moves.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    goal: Goal,
    algorithm: Algorithm,
    heuristic: Heuristic,
    limits: Limits,
    tables: Tables,
    threads: usize,
}

/// The searches to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// What is best for the board: A* for easy ones, and IDA* for the others if there can be tables for them.
    #[default]
    Auto,
    /// IDA* on pattern databases, for boards of up to 16 cells. The heuristic is of no account.
    IdaStar,
    /// A* on packed states, with duplicate detection.
    AStar,
    /// A* that multiplies the estimate by a weight: faster, and at most that many times as long as the shortest.
    WeightedAStar(u32),
    /// Always the board that looks nearest to the goal: quick, and often far from shortest.
    Greedy,
    /// By moves made alone, without an estimate.
    UniformCost,
    /// A* as Princeton's course specifies it, with the twin searched in lockstep.
    Princeton,
    /// A* as Iowa State's course specifies it, with OPEN and CLOSED.
    Iowa(OpenKind),
}

impl Algorithm {
    /// Whether its solutions are shortest with every admissible and consistent heuristic.
    pub fn is_optimal(self) -> bool {
        !matches!(self, Self::WeightedAStar(2..) | Self::Greedy)
    }

    /// Whether the heuristic matters.
    pub fn uses_heuristic(self) -> bool {
        !matches!(self, Self::Auto | Self::IdaStar | Self::UniformCost)
    }

    /// Its name; but for weighted A*, which is A* with a weight, the command line knows it by that.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::IdaStar => "ida",
            Self::AStar => "astar",
            Self::WeightedAStar(_) => "weighted",
            Self::Greedy => "greedy",
            Self::UniformCost => "uniform",
            Self::Princeton => "princeton",
            Self::Iowa(OpenKind::List) => "iowa-list",
            Self::Iowa(OpenKind::Heap) => "iowa-heap",
            Self::Iowa(OpenKind::Bucket) => "iowa-bucket",
        }
    }
}

impl Solver {
    /// A solver for boards of the goal's size, with the default algorithm, heuristic and limits.
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            algorithm: Algorithm::default(),
            heuristic: Heuristic::default(),
            limits: Limits::default(),
            tables: Tables::default(),
            threads: 1,
        }
    }

    /// The same with another algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// The same with another heuristic.
    #[must_use]
    pub fn heuristic(self, heuristic: Heuristic) -> Self {
        Self { heuristic, ..self }
    }

    /// The same with other limits.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// The same with tables that others use too, so that they are built once.
    #[must_use]
    pub fn tables(self, tables: Tables) -> Self {
        Self { tables, ..self }
    }

    /// The same with so many threads for a search that can be shared out: IDA*'s. With one, which is the default, solution
    /// and node counts are always the same; with several, the length is.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.max(1), ..self }
    }

    /// Solves a board.
    pub fn solve(&self, board: &Board) -> Result<Outcome, SolveError> {
        self.solve_watched(board, &mut ())
    }

    /// Solves a board and tells an observer about it.
    pub fn solve_watched(&self, board: &Board, observer: &mut dyn Observer) -> Result<Outcome, SolveError> {
        if board.size() != self.goal.size() {
            return Err(SolveError::SizeMismatch { board: board.size(), goal: self.goal.size() });
        }
        let has_tables = board.size().cells() <= Tables::MOST_CELLS;
        if self.algorithm == Algorithm::IdaStar && !has_tables {
            return Err(SolveError::NoTables { size: board.size() });
        }
        // Princeton's A* finds out by itself, with the twin.
        if self.algorithm != Algorithm::Princeton && !Parity::is_solvable(board, &self.goal) {
            return Ok(self.unsolvable(board, Stats::default()));
        }
        let run = match self.algorithm {
            Algorithm::Auto if has_tables => self.search_easy_then_hard(board, observer),
            Algorithm::IdaStar => self.search_with_tables(board, &mut Meter::new(&self.limits, observer)),
            _ => self.search(board, &mut Meter::new(&self.limits, observer)),
        };
        self.conclude(board, run)
    }

    /// A* for a moment, which settles boards of up to forty moves or so; then IDA*, which needs tables.
    fn search_easy_then_hard(&self, board: &Board, observer: &mut dyn Observer) -> Run {
        let few = self.limits.nodes.unwrap_or(u64::MAX).min(EASY_NODES);
        let moment = Limits { nodes: Some(few), ..self.limits.clone() };
        let easy = self.search(board, &mut Meter::new(&moment, observer));
        if !matches!(easy.end, End::Stopped(StopReason::Nodes | StopReason::Memory))
            || Some(few) == self.limits.nodes
        {
            return easy;
        }
        let mut hard = self.search_with_tables(board, &mut Meter::new(&self.limits, observer));
        hard.stats.generated += easy.stats.generated;
        hard.stats.expanded += easy.stats.expanded;
        hard.stats.time += easy.stats.time;
        Run { lower_bound: hard.lower_bound.max(easy.lower_bound), ..hard }
    }

    fn search_with_tables(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
        let frame = Frame::new(&self.goal);
        match self.tables.engine(&frame, meter) {
            Ok(engine) => engine.solve(&frame, board, self.threads, meter),
            Err(reason) => Run { end: End::Stopped(reason), lower_bound: 0, stats: Stats::default() },
        }
    }

    /// Packs the board into the smallest state it fits and searches.
    fn search(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
        let heuristic = (self.algorithm != Algorithm::UniformCost).then_some(self.heuristic);
        let cells = board.size().cells();
        if cells <= Word::CELLS {
            self.search_packed::<Word, _>(board, PerTileTable::new(heuristic, &self.goal), meter)
        } else if cells <= DoubleWord::CELLS {
            self.search_packed::<DoubleWord, _>(board, PerTileTable::new(heuristic, &self.goal), meter)
        } else {
            self.search_packed::<Slice, _>(board, PerTile::new(heuristic, &self.goal), meter)
        }
    }

    fn search_packed<S: State, E: Estimator<S>>(
        &self,
        board: &Board,
        estimator: E,
        meter: &mut Meter<'_>,
    ) -> Run {
        let problem = Problem::<S, E>::new(&self.goal, estimator);
        let start = Start { board, estimate: self.heuristic.estimate(board, &self.goal) };
        let weighted = |moves, estimate| Weights { moves, estimate };
        match self.algorithm {
            Algorithm::AStar | Algorithm::Auto | Algorithm::IdaStar => {
                best_first::search(&problem, &start, Weights::EQUAL, meter)
            }
            Algorithm::WeightedAStar(weight) => {
                best_first::search(&problem, &start, weighted(1, weight.max(1)), meter)
            }
            Algorithm::Greedy => best_first::search(&problem, &start, weighted(0, 1), meter),
            Algorithm::UniformCost => {
                best_first::search(&problem, &Start { estimate: 0, ..start }, Weights::EQUAL, meter)
            }
            Algorithm::Princeton => {
                let twin = board.twin();
                let twin = Start { board: &twin, estimate: self.heuristic.estimate(&twin, &self.goal) };
                princeton::search(&problem, &start, &twin, meter)
            }
            Algorithm::Iowa(open) => iowa::search(&problem, &start, open, meter),
        }
    }

    fn conclude(&self, board: &Board, run: Run) -> Result<Outcome, SolveError> {
        let Run { end, lower_bound, stats } = run;
        match end {
            End::Goal(moves) => {
                verify(board, &self.goal, &moves)?;
                let length = moves.len() as u32;
                let proven = match self.algorithm {
                    Algorithm::WeightedAStar(weight) => length.div_ceil(weight.max(1)),
                    algorithm if algorithm.is_optimal() => length,
                    _ => 0,
                };
                let lower_bound = lower_bound.max(proven);
                Ok(Outcome::Solved(Solution { start: board.clone(), moves, lower_bound, stats }))
            }
            End::TwinSolved => Ok(self.unsolvable(board, stats)),
            // The search for the twin was not over either, but parity tells.
            End::Stopped(_) if !Parity::is_solvable(board, &self.goal) => Ok(self.unsolvable(board, stats)),
            End::Stopped(reason) => {
                let lower_bound = lower_bound.max(board.manhattan(&self.goal));
                Ok(Outcome::Stopped(Stopped { reason, lower_bound, stats }))
            }
        }
    }

    fn unsolvable(&self, board: &Board, stats: Stats) -> Outcome {
        Outcome::Unsolvable(Unsolvable { why: Parity::explain(board, &self.goal), stats })
    }
}

/// What came of solving a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A solution was found and verified.
    Solved(Solution),
    /// The board can't reach the goal.
    Unsolvable(Unsolvable),
    /// A limit was reached first.
    Stopped(Stopped),
}

/// A verified solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The board it solves.
    pub start: Board,
    /// The moves.
    pub moves: Vec<Move>,
    /// No solution is shorter than this; that is proven.
    pub lower_bound: u32,
    /// What it took to find it.
    pub stats: Stats,
}

impl Solution {
    /// Whether it is proven that no solution is shorter.
    pub fn is_shortest(&self) -> bool {
        self.moves.len() <= self.lower_bound as usize
    }

    /// The boards from the first to the goal, both included.
    pub fn boards(&self) -> impl Iterator<Item = Board> + '_ {
        let mut board = self.start.clone();
        let rest = self.moves.iter().map_while(move |&m| board.slide(m).ok().map(|_| board.clone()));
        std::iter::once(self.start.clone()).chain(rest)
    }

    /// The tiles that slide, in order.
    pub fn tiles(&self) -> impl Iterator<Item = u16> + '_ {
        let mut board = self.start.clone();
        self.moves.iter().map_while(move |&m| board.slide(m).ok())
    }
}

/// A board that can't reach the goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolvable {
    /// The parity that says so.
    pub why: Parity,
    /// What it took to find out; nothing, if parity alone told.
    pub stats: Stats,
}

/// A search that ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stopped {
    /// Which limit it reached.
    pub reason: StopReason,
    /// No solution is shorter than this; that is proven.
    pub lower_bound: u32,
    /// What it did until then.
    pub stats: Stats,
}

/// Why a board was not even tried, or its solution not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The solver's goal is of another size.
    #[error("the board is {board} and the goal is {goal}: they must have the same size")]
    SizeMismatch {
        /// The board's size.
        board: Size,
        /// The goal's size.
        goal: Size,
    },
    /// There are no tables for boards of this size.
    #[error("--algorithm ida is for boards of up to 16 cells and this one is {size}: use astar, or a weight")]
    NoTables {
        /// The board's size.
        size: Size,
    },
    /// The solution found does not solve the board. This is a defect of Taquin; please report it.
    #[error("the solution found is wrong, which is a defect of Taquin (please report it): {0}")]
    Refuted(#[from] VerifyError),
}
