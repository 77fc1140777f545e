//! The front door: takes a board, picks how to search, runs it within its limits, and has the solution verified.

mod algorithm;
mod dispatch;
mod outcome;

pub use algorithm::Algorithm;
pub use outcome::{Every, Outcome, Solution, SolveError, Stopped, Unsolvable};

use crate::best::{self, Best};
use crate::board::{Board, Goal, Parity};
use crate::heuristic::Heuristic;
use crate::search::{End, Limits, Meter, Observer, Run, Stats, StopReason, Tables};
use crate::table::Frame;
use crate::verify::verify;
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
        self.check_size(board)?;
        let can_have_tables = board.size().cells() <= Tables::MOST_CELLS;
        if let Some(heuristic) =
            self.heuristic.filter(|h| self.algorithm.uses_heuristic() && !h.supports(board.size()))
        {
            return Err(SolveError::TooLarge { heuristic, size: board.size() });
        }
        // Princeton's A* finds out by itself, with the twin.
        if self.algorithm != Algorithm::Princeton && !Parity::is_solvable(board, &self.goal) {
            return Ok(Outcome::Unsolvable(self.unsolvable(board, Stats::default())));
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
        self.check_size(board)?;
        if !Parity::is_solvable(board, &self.goal) {
            return Ok(Every::Unsolvable(self.unsolvable(board, Stats::default())));
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
            End::TwinSolved => Ok(Outcome::Unsolvable(self.unsolvable(board, stats))),
            // The search for the twin was not over either, but parity tells.
            End::Stopped(_) if !Parity::is_solvable(board, &self.goal) => {
                Ok(Outcome::Unsolvable(self.unsolvable(board, stats)))
            }
            End::Stopped(reason) => {
                let lower_bound = lower_bound.max(board.manhattan(&self.goal));
                Ok(Outcome::Stopped(Stopped { reason, lower_bound, stats }))
            }
        }
    }

    fn unsolvable(&self, board: &Board, stats: Stats) -> Unsolvable {
        Unsolvable { why: Parity::explain(board, &self.goal), stats }
    }

    fn check_size(&self, board: &Board) -> Result<(), SolveError> {
        let (board, goal) = (board.size(), self.goal.size());
        if board == goal { Ok(()) } else { Err(SolveError::SizeMismatch { board, goal }) }
    }
}
