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
use std::time::Duration;

/// The most threads of a solver: more would only cost memory.
const MOST_THREADS: usize = 256;

/// The nodes that A* may generate before something larger begins: a few milliseconds' worth. On boards that are too large for
/// tables, whose nodes take longer, they are fewer.
const EASY_NODES: u64 = 50_000;

/// A goal, and how boards are to be brought to it: the algorithm, its heuristic, its limits, its tables and its threads.
///
/// A solver keeps nothing of the boards that it solved but the [`Tables`] that they needed. It can be shared by threads.
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
    /// A solver for boards of the goal's size: [`Algorithm::Auto`] on one thread, with the default [`Limits`] and tables of
    /// its own.
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

    /// Chooses the search; [`Algorithm::Auto`] is what it is otherwise.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Chooses the heuristic, or with `None` what the algorithm uses otherwise: Manhattan distance, or pattern databases for
    /// IDA*. It has no effect on [`Algorithm::Auto`] and [`Algorithm::UniformCost`], which
    /// [use none](Algorithm::uses_heuristic).
    #[must_use]
    pub fn heuristic(self, heuristic: impl Into<Option<Heuristic>>) -> Self {
        Self { heuristic: heuristic.into(), ..self }
    }

    /// Sets when a search is to end without a solution. The limits hold for each board anew.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Shares tables with whoever has a clone of them, so that they are built once.
    #[must_use]
    pub fn tables(self, tables: Tables) -> Self {
        Self { tables, ..self }
    }

    /// Sets how many threads may work on a board, from 1 to 256; other numbers are taken for the nearest of these. IDA* on
    /// tables can be shared out, and so can the construction of solutions [within](Self::within) a time. With one, which is
    /// the default, solution and node counts of a search are always the same; with several, the length is.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.clamp(1, MOST_THREADS), ..self }
    }

    /// Is content with the best solution that [`Algorithm::Auto`] finds within this time, if it does not find one that is
    /// proven to be shortest; other algorithms are not affected. Then every board that can be solved is solved, up to 127×127, and the solution's
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

    /// Looks for a solution of a board, until there is one or a limit is reached. A limit that is reached, and a board that
    /// can't be solved, are outcomes and no errors.
    ///
    /// # Errors
    /// [`SizeMismatch`](SolveError::SizeMismatch) if the board is not of the goal's size, and
    /// [`TooLarge`](SolveError::TooLarge) if the heuristic does not [support](Heuristic::supports) it.
    /// [`Refuted`](SolveError::Refuted) would be a defect of Taquin.
    pub fn solve(&self, board: &Board) -> Result<Outcome, SolveError> {
        self.solve_watched(board, &mut ())
    }

    /// Looks for a solution as [`solve`](Self::solve) does, and tells an observer what is planned, how far it has got, and
    /// which solutions it has found so far. The observer is called on this thread.
    ///
    /// # Errors
    /// Those of [`solve`](Self::solve).
    pub fn solve_watched(&self, board: &Board, observer: &mut dyn Observer) -> Result<Outcome, SolveError> {
        self.check_size(board)?;
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
        let goes_by_tables = match self.algorithm {
            Algorithm::Auto => true,
            Algorithm::IdaStar => self.heuristic.is_none(),
            _ => false,
        };
        let run = if goes_by_tables && Tables::may_have(board.size()) {
            self.search_with_tables(board, observer)
        } else {
            self.search(board, None, &mut Meter::new(&self.limits, observer))
        };
        self.conclude(board, run)
    }

    fn solve_within(
        &self,
        within: Duration,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, SolveError> {
        if let Some((easy, _)) = self.search_easy(board, observer)
            && matches!(easy.end, End::Goal(_))
        {
            return self.conclude(board, easy);
        }
        let time = self.limits.time.map_or(within, |time| time.min(within));
        let limits = Limits { time: Some(time), ..self.limits.clone() };
        let best = best::solve(board, &self.goal, &self.tables, self.threads, &limits, observer);
        let Best { moves, lower_bound, stats } = best;
        Ok(Outcome::Solved(Solution::verified(board.clone(), &self.goal, moves, lower_bound, stats)?))
    }

    /// Every shortest solution of a board of up to 25 cells, by IDA* on pattern databases whatever the algorithm is.
    ///
    /// # Errors
    /// [`SizeMismatch`](SolveError::SizeMismatch) if the board is not of the goal's size, and
    /// [`NotEvery`](SolveError::NotEvery) if it has more than 25 cells.
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
        self.check_size(board)?;
        if !Tables::may_have(board.size()) {
            return Err(SolveError::NotEvery { size: board.size() });
        }
        if !Parity::is_solvable(board, &self.goal) {
            return Ok(Every::Unsolvable(self.unsolvable(board, Stats::default())));
        }
        let (frame, meter) = (Frame::new(&self.goal), &mut Meter::new(&self.limits, observer));
        let mut stats = Stats::default();
        let found = match self.tables.engine(&frame, meter) {
            Ok(engine) => engine.every(&frame, board, self.threads, &mut stats, meter),
            Err(reason) => Err((reason, board.manhattan(&self.goal))),
        };
        let verified = found.and_then(|solutions| {
            let verified = solutions.verify(&self.goal, &|| meter.interrupted());
            let verified = verified.map_err(|reason| (reason, solutions.length()))?;
            Ok(verified.map(|()| solutions))
        });
        match verified {
            Ok(solutions) => Ok(Every::Solved(solutions?)),
            Err((reason, lower_bound)) => {
                let stats = Stats { time: meter.elapsed(), ..stats };
                Ok(Every::Stopped(Stopped { reason, lower_bound, stats }))
            }
        }
    }

    /// IDA* on tables; before that A* for a moment, which settles boards of up to forty moves or so, if they have to be built.
    fn search_with_tables(&self, board: &Board, observer: &mut dyn Observer) -> Run {
        let easy = match self.search_easy(board, observer) {
            Some((easy, true)) => return easy,
            easy => easy.map(|(easy, _)| easy),
        };
        let meter = &mut Meter::new(&self.limits, observer);
        let mut hard = self.tables.solve(&Frame::new(&self.goal), board, self.threads, meter);
        if let Some(easy) = easy {
            hard.stats.generated += easy.stats.generated;
            hard.stats.expanded += easy.stats.expanded;
            hard.stats.time += easy.stats.time;
            hard.lower_bound = hard.lower_bound.max(easy.lower_bound);
        }
        hard
    }

    /// A* for a moment, and whether that is all there is to do; nothing if it is not for A* to try, because there are tables
    /// already, or because another search was asked for.
    fn search_easy(&self, board: &Board, observer: &mut dyn Observer) -> Option<(Run, bool)> {
        let is_at_hand =
            || Tables::may_have(board.size()) && self.tables.are_at_hand(&Frame::new(&self.goal));
        if self.algorithm != Algorithm::Auto || is_at_hand() {
            return None;
        }
        let (most, cells) = (Tables::MOST_CELLS as u64, board.size().cells() as u64);
        let easy_nodes = EASY_NODES * most / cells.max(most);
        let few = self.limits.nodes.unwrap_or(u64::MAX).min(easy_nodes);
        let moment = Limits { nodes: Some(few), ..self.limits.clone() };
        let easy = self.search(board, Some(easy_nodes), &mut Meter::new(&moment, observer));
        let is_over = !matches!(easy.end, End::Stopped(StopReason::Nodes | StopReason::Memory))
            || Some(few) == self.limits.nodes;
        Some((easy, is_over))
    }

    fn conclude(&self, board: &Board, run: Run) -> Result<Outcome, SolveError> {
        let Run { end, lower_bound, stats } = run;
        match end {
            End::Goal(moves) => {
                let length = moves.len() as u32;
                let proven = match self.algorithm {
                    Algorithm::WeightedAStar(weight) => length.div_ceil(weight.max(1)),
                    algorithm if algorithm.is_optimal() => length,
                    _ => 0,
                };
                let lower_bound = lower_bound.max(proven);
                Ok(Outcome::Solved(Solution::verified(board.clone(), &self.goal, moves, lower_bound, stats)?))
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
