//! The front door: takes a board, picks how to search, runs it within its limits, and has the solution verified.

use crate::best::{self, Best};
use crate::board::{Board, Goal, Move, Parity, Size};
use crate::heuristic::{
    Cost, Estimator, FREE, FromScratch, Heuristic, Largest, LinearConflict, PerTile, PerTileTable,
};
use crate::search::best_first::{self, Weights};
use crate::search::bidirectional;
use crate::search::ida_star::{Manhattan, search_plainly};
use crate::search::state::{DoubleWord, Slice, State, Word};
use crate::search::{
    End, Limits, Meter, Observer, OpenKind, Planned, Problem, Run, Solutions, Stats, StopReason, Tables,
    iowa, princeton,
};
use crate::table::Frame;
use crate::verify::{VerifyError, verify};
use std::time::Duration;

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
    heuristic: Option<Heuristic>,
    limits: Limits,
    tables: Tables,
    threads: usize,
    within: Option<Duration>,
}

/// The searches to choose from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// What is best for the board: IDA* if there are tables for it; otherwise A* for easy ones, and IDA* with tables that
    /// are built for the others of up to 25 cells. The heuristic is of no account.
    #[default]
    Auto,
    /// IDA*: on pattern databases for boards of up to 25 cells, or with the heuristic given.
    IdaStar,
    /// A* on packed states, with duplicate detection.
    AStar,
    /// A* from both ends.
    Bidirectional,
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
        !matches!(self, Self::Auto | Self::UniformCost)
    }

    /// The heuristic it uses if none is given. IDA* then prefers pattern databases.
    pub fn usual_heuristic(self) -> Option<Heuristic> {
        (self.uses_heuristic() && self != Self::IdaStar).then(Heuristic::default)
    }

    /// Its name; but for weighted A*, which is A* with a weight, the command line knows it by that.
    pub fn name(self) -> &'static str {
        match self {
            Self::Auto => "auto",
            Self::IdaStar => "ida",
            Self::AStar => "astar",
            Self::Bidirectional => "bidirectional",
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
            heuristic: None,
            limits: Limits::default(),
            tables: Tables::default(),
            threads: 1,
            within: None,
        }
    }

    /// The same with another algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// The same with this heuristic, instead of what the algorithm uses otherwise: Manhattan distance, or pattern databases
    /// for IDA*.
    #[must_use]
    pub fn heuristic(self, heuristic: Heuristic) -> Self {
        Self { heuristic: Some(heuristic), ..self }
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

    /// The same, content with the best solution that [`Algorithm::Auto`] finds within this time, if it does not find one that
    /// is proven to be shortest. Then every board that can be solved is solved, up to 127×127, and the solution's
    /// [`lower_bound`](Solution::lower_bound) tells how far from shortest it may be.
    ///
    /// ```
    /// use std::time::Duration;
    /// use taquin::{Goal, Outcome, Size, Solver};
    /// let goal = Goal::blank_last(Size::square(10)?);
    /// let board = Goal::snail(goal.size()).board().clone();
    /// let solver = Solver::new(goal).within(Duration::from_millis(100));
    /// match solver.solve(&board)? {
    ///     Outcome::Solved(solution) => assert!(solution.lower_bound <= solution.moves.len() as u32),
    ///     Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.why),
    ///     Outcome::Stopped(_) => unreachable!("there is always a solution"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { within: Some(time), ..self }
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
        let can_have_tables = board.size().cells() <= Tables::MOST_CELLS;
        if let Some(heuristic) =
            self.heuristic.filter(|h| self.algorithm.uses_heuristic() && !h.supports(board.size()))
        {
            return Err(SolveError::TooLarge { heuristic, size: board.size() });
        }
        // Princeton's A* finds out by itself, with the twin.
        if self.algorithm != Algorithm::Princeton && !Parity::is_solvable(board, &self.goal) {
            return Ok(self.unsolvable(board, Stats::default()));
        }
        if let (Algorithm::Auto, Some(within)) = (self.algorithm, self.within) {
            return self.solve_within(within, board, observer);
        }
        let run = match self.algorithm {
            Algorithm::Auto if can_have_tables && !self.tables.are_at_hand(&Frame::new(&self.goal)) => {
                self.search_easy_then_hard(board, observer)
            }
            Algorithm::Auto if can_have_tables => {
                self.search_with_tables(board, &mut Meter::new(&self.limits, observer))
            }
            Algorithm::IdaStar if can_have_tables && self.heuristic.is_none() => {
                self.search_with_tables(board, &mut Meter::new(&self.limits, observer))
            }
            _ => self.search(board, &mut Meter::new(&self.limits, observer)),
        };
        self.conclude(board, run)
    }

    fn solve_within(
        &self,
        within: Duration,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, SolveError> {
        let can_have_tables = board.size().cells() <= Tables::MOST_CELLS;
        if can_have_tables && !self.tables.are_at_hand(&Frame::new(&self.goal)) {
            let (easy, _) = self.search_easy(board, observer);
            if matches!(easy.end, End::Goal(_)) {
                return self.conclude(board, easy);
            }
        }
        let time = self.limits.time.map_or(within, |time| time.min(within));
        let limits = Limits { time: Some(time), ..self.limits.clone() };
        let best = best::solve(board, &self.goal, &self.tables, self.threads, &limits, observer);
        verify(board, &self.goal, &best.moves)?;
        let Best { moves, lower_bound, stats } = best;
        Ok(Outcome::Solved(Solution { start: board.clone(), moves, lower_bound, stats }))
    }

    /// Every shortest solution of a board of up to 25 cells, by IDA* on pattern databases whatever the algorithm is.
    ///
    /// ```
    /// use taquin::{Board, Every, Goal, Solver, notation};
    /// let board: Board = "1 2 3/0 7 6/5 4 8".parse()?;
    /// let Every::Solved(solutions) = Solver::new(Goal::blank_last(board.size())).every(&board, &mut ())? else {
    ///     panic!("it can be solved")
    /// };
    /// assert_eq!((solutions.length(), solutions.count()), (7, 2));
    /// let moves: Vec<String> = solutions.iter().map(|moves| notation::letters(&moves)).collect();
    /// assert_eq!(moves, ["ULDRULL", "LURDLUL"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn every(&self, board: &Board, observer: &mut dyn Observer) -> Result<Every, SolveError> {
        if board.size().cells() > Tables::MOST_CELLS {
            return Err(SolveError::NotEvery { size: board.size() });
        }
        if board.size() != self.goal.size() {
            return Err(SolveError::SizeMismatch { board: board.size(), goal: self.goal.size() });
        }
        if !Parity::is_solvable(board, &self.goal) {
            let why = Parity::explain(board, &self.goal);
            return Ok(Every::Unsolvable(Unsolvable { why, stats: Stats::default() }));
        }
        let (frame, meter) = (Frame::new(&self.goal), &mut Meter::new(&self.limits, observer));
        let solutions = match self.tables.engine(&frame, meter) {
            Ok(engine) => engine.every(&frame, board, self.threads, meter),
            Err(reason) => Err((reason, board.manhattan(&self.goal))),
        };
        match solutions {
            Ok(solutions) => {
                // One stands for all: they are made of the same steps.
                if let Some(moves) = solutions.iter().next() {
                    verify(board, &self.goal, &moves)?;
                }
                Ok(Every::Solved(solutions))
            }
            Err((reason, lower_bound)) => {
                let stats = Stats { time: meter.elapsed(), ..Stats::default() };
                Ok(Every::Stopped(Stopped { reason, lower_bound, stats }))
            }
        }
    }

    /// A* for a moment, which settles boards of up to forty moves or so; then IDA*, whose tables have to be built.
    fn search_easy_then_hard(&self, board: &Board, observer: &mut dyn Observer) -> Run {
        let (easy, is_over) = self.search_easy(board, observer);
        if is_over {
            return easy;
        }
        let mut hard = self.search_with_tables(board, &mut Meter::new(&self.limits, observer));
        hard.stats.generated += easy.stats.generated;
        hard.stats.expanded += easy.stats.expanded;
        hard.stats.time += easy.stats.time;
        Run { lower_bound: hard.lower_bound.max(easy.lower_bound), ..hard }
    }

    /// A* for a moment; and whether that is all there is to do.
    fn search_easy(&self, board: &Board, observer: &mut dyn Observer) -> (Run, bool) {
        let few = self.limits.nodes.unwrap_or(u64::MAX).min(EASY_NODES);
        let moment = Limits { nodes: Some(few), ..self.limits.clone() };
        let easy = self.search(board, &mut Meter::new(&moment, observer));
        let is_over = !matches!(easy.end, End::Stopped(StopReason::Nodes | StopReason::Memory))
            || Some(few) == self.limits.nodes;
        (easy, is_over)
    }

    fn search_with_tables(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
        self.tables.solve(&Frame::new(&self.goal), board, self.threads, meter)
    }

    /// Packs the board into the smallest state it fits and searches with the estimate that the algorithm uses.
    fn search(&self, board: &Board, meter: &mut Meter<'_>) -> Run {
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
                Err(reason) => not_begun(reason),
            },
            Heuristic::Largest => match self.tables.walking_distance(&self.goal, meter) {
                Ok(walking_distance) => {
                    let linear_conflict = LinearConflict::new(&self.goal);
                    let largest = Largest::new(board.size(), linear_conflict, walking_distance);
                    self.search_packed::<Word, _>(board, largest, meter)
                }
                Err(reason) => not_begun(reason),
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
                let walking = |goal| self.tables.walking_distance(goal, meter);
                let (one, other) = match (walking(&self.goal), walking(&back)) {
                    (Ok(one), Ok(other)) => (one, other),
                    (Err(reason), _) | (_, Err(reason)) => return not_begun(reason),
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

/// A search that had to stop before its tables were there.
fn not_begun(reason: StopReason) -> Run {
    Run { end: End::Stopped(reason), lower_bound: 0, stats: Stats::default() }
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

/// What came of looking for every shortest solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Every {
    /// All of them.
    Solved(Solutions),
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
    /// The heuristic needs tables, and they would be too large.
    #[error(
        "--heuristic {} is for boards of up to 2x6, 3x5 or 4x4 and this one is {size}: use linear-conflict",
        .heuristic.name()
    )]
    TooLarge {
        /// The heuristic.
        heuristic: Heuristic,
        /// The board's size.
        size: Size,
    },
    /// Every solution was asked for, of a board that is too large.
    #[error("all shortest solutions are found for boards of up to 25 cells, and this one is {size}")]
    NotEvery {
        /// The board's size.
        size: Size,
    },
    /// The solution found does not solve the board. This is a defect of Taquin; please report it.
    #[error("the solution found is wrong, which is a defect of Taquin (please report it): {0}")]
    Refuted(#[from] VerifyError),
}
