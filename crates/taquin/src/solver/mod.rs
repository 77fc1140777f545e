//! The entry point: takes a board, [plans](plan) a search, runs it within its limits, and verifies the solution.

mod anytime;
mod dispatch;
mod multi_tile;
mod plan;
mod run;

pub use plan::{PROVABLE_CELLS, Plan, PlanStep};

use crate::algorithm::Algorithm;
use crate::engines::Engines;
use crate::event::Observer;
use crate::gpu::GpuBackend;
use crate::multi_tile::{TableSize, line_bound};
use crate::outcome::{AllSolutionsOutcome, Outcome, SolveError, Stopped, Unsolvable};
use crate::request::{Optimality, OptionError, Request};
use crate::search::Meter;
use crate::stats::Stats;
use std::sync::Arc;
use taquin_core::{Board, Goal, Limits, Metric, Parity, verify};
use taquin_pdb::Frame;

/// The maximum number of threads.
const MAX_THREADS: usize = 256;

/// A goal, a [`Request`], and the means: limits, pattern databases, threads and GPU. The means change where a search runs, and never what
/// it proves.
///
/// A solver can be shared by threads. It keeps nothing between boards except its [`Engines`].
///
/// ```
/// use taquin::{Board, Goal, Outcome, Solver};
/// let board: Board = "0 1 3/4 2 5/7 8 6".parse()?;
/// let outcome = Solver::new(Goal::blank_last(board.size())).solve(&board)?;
/// let Outcome::Solved(solution) = outcome else { panic!("solvable") };
/// assert!(solution.is_shortest());
/// assert_eq!(solution.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Solver {
    goal: Goal,
    request: Request,
    limits: Limits,
    engines: Engines,
    gpu: Option<Arc<dyn GpuBackend>>,
    requires_gpu: bool,
    threads: usize,
    expected_boards: usize,
}

impl Solver {
    /// Creates a solver: a shortest solution by [`Algorithm::Auto`], on one thread, with default [`Limits`] and its own [`Engines`].
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            request: Request::default(),
            limits: Limits::default(),
            engines: Engines::default(),
            gpu: None,
            requires_gpu: false,
            threads: 1,
            expected_boards: 1,
        }
    }

    /// Sets the goal of the same search.
    #[must_use]
    pub fn with_goal(self, goal: Goal) -> Self {
        Self { goal, ..self }
    }

    /// Sets what is asked for: [options](crate::SearchOptions::request), or an [`Algorithm`], an [`Optimality`] or a [`Metric`] alone.
    ///
    /// ```
    /// use taquin::{Board, Goal, Metric, Outcome, Solver, notation};
    /// let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse()?;
    /// let solver = Solver::new(Goal::blank_last(board.size())).request(Metric::Multi);
    /// let Outcome::Solved(solution) = solver.solve(&board)? else { panic!("solvable") };
    /// assert_eq!((solution.len(), notation::letters(solution.moves()).as_str()), (1, "LLL"));
    /// assert!(solution.is_shortest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// use std::time::Duration;
    /// use taquin::{Goal, Optimality, Outcome, Size, Solver};
    /// let goal = Goal::blank_last(Size::square(10)?);
    /// let board = Goal::snail(goal.size()).board().clone();
    /// let solver = Solver::new(goal).request(Optimality::Within(Duration::from_millis(100)));
    /// match solver.solve(&board)? {
    ///     Outcome::Solved(solution) => assert!(solution.lower_bound() as usize <= solution.len()),
    ///     Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.parity),
    ///     Outcome::Stopped(_) => unreachable!("a solvable board is solved"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn request(self, request: impl Into<Request>) -> Self {
        let request = request.into();
        let engines = self.engines.with_partition(request.partition().cloned());
        Self { request, engines, ..self }
    }

    /// Sets the limits on each board.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Shares pattern databases with other solvers.
    #[must_use]
    pub fn engines(self, engines: Engines) -> Self {
        Self { engines: engines.with_partition(self.request.partition().cloned()), ..self }
    }

    /// Searches with pattern databases on a GPU, for the boards that it [supports](GpuBackend::supports). If it fails, the CPU
    /// takes over.
    #[must_use]
    pub fn gpu(self, gpu: Arc<dyn GpuBackend>) -> Self {
        Self { gpu: Some(gpu), ..self }
    }

    /// Makes a failure of the [GPU](Self::gpu) an error, instead of a much slower search on the CPU.
    #[must_use]
    pub fn require_gpu(self) -> Self {
        Self { requires_gpu: true, ..self }
    }

    /// Sets the number of threads per board, clamped to 1..=256.
    ///
    /// IDA* with pattern databases and anytime search use them. With one thread, solutions and node counts are
    /// deterministic; with several, the length of a shortest solution still is.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.clamp(1, MAX_THREADS), ..self }
    }

    /// Announces the number of boards to solve, so that larger pattern databases are built in memory if they pay off for all of them
    /// together.
    #[must_use]
    pub fn expect_boards(self, count: usize) -> Self {
        Self { expected_boards: count, ..self }
    }

    /// Solves a board. Unsolvable boards and exceeded limits are outcomes, not errors.
    ///
    /// # Errors
    /// If the board does not have the size of the goal, or one that the heuristic, the partition or the [`Optimality`] of the request supports, or
    /// if the solution to improve is wrong.
    pub fn solve(&self, board: &Board) -> Result<Outcome, SolveError> {
        self.solve_observed(board, &mut ())
    }

    /// Solves a board and reports [`Event`](crate::Event)s to an observer, on this thread.
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve).
    pub fn solve_observed(&self, board: &Board, observer: &mut dyn Observer) -> Result<Outcome, SolveError> {
        self.check(board)?;
        // Princeton's A* finds out by searching the twin.
        if self.request.algorithm() != Algorithm::Princeton && !Parity::is_solvable(board, &self.goal) {
            return Ok(Outcome::Unsolvable(self.unsolvable(board, Stats::default())));
        }
        if let Some(given) = self.request.solution_to_improve() {
            verify(board, &self.goal, given).map_err(SolveError::WrongSolution)?;
        }
        self.run(&self.decide(board), board, observer)
    }

    /// Returns what a search of a board would do, without doing it.
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve).
    pub fn plan(&self, board: &Board) -> Result<Plan, SolveError> {
        self.check(board).map(|()| self.decide(board))
    }

    /// Finds all shortest solutions of a board of up to 25 cells, by IDA* with pattern databases.
    ///
    /// # Errors
    /// If the board does not have the size of the goal, or has more than 25 cells, or 16 in the multi-tile metric.
    ///
    /// ```
    /// use taquin::{AllSolutionsOutcome, Board, Goal, Solver, notation};
    /// let board: Board = "1 2 3/0 7 6/5 4 8".parse()?;
    /// let solver = Solver::new(Goal::blank_last(board.size()));
    /// let AllSolutionsOutcome::Solved(solutions) = solver.solve_all(&board, &mut ())? else { panic!("solvable") };
    /// assert_eq!((solutions.length(), solutions.count()), (7, 2));
    /// let moves: Vec<String> = solutions.iter().map(|solution| notation::letters(solution.moves())).collect();
    /// assert_eq!(moves, ["ULDRULL", "LURDLUL"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_all(
        &self,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<AllSolutionsOutcome, SolveError> {
        self.check(board)?;
        let frame = match self.request.metric() {
            Metric::Single => self.frame_for(board, "all shortest solutions")?,
            Metric::Multi => self.frame_in_multi_tile_metric(board)?,
        };
        if !Parity::is_solvable(board, &self.goal) {
            return Ok(AllSolutionsOutcome::Unsolvable(self.unsolvable(board, Stats::default())));
        }
        let limits = self.limits.begin();
        let meter = &mut Meter::new(&limits, observer);
        let mut stats = Stats::default();
        let found = match self.request.metric() {
            Metric::Single => match self.engines.search(&frame, meter) {
                Ok((search, _)) => search.all_solutions(&frame, board, self.threads, &mut stats, meter),
                Err(reason) => Err((reason, board.manhattan(&self.goal))),
            },
            Metric::Multi => match self.engines.multi_tile_search(&frame, TableSize::Small, meter) {
                Ok(search) => search.all_solutions(&frame, board, &mut stats, meter),
                Err(reason) => Err((reason, line_bound(board, &self.goal))),
            },
        };
        let verified = found.and_then(|solutions| {
            let verified = solutions.verify(&self.goal, &meter.budget());
            let verified = verified.map_err(|reason| (reason, solutions.length()))?;
            Ok(verified.map(|()| solutions))
        });
        match verified {
            Ok(solutions) => Ok(AllSolutionsOutcome::Solved(solutions?)),
            Err((reason, lower_bound)) => {
                let stats = Stats { time: meter.elapsed(), ..stats };
                Ok(AllSolutionsOutcome::Stopped(Stopped { reason, lower_bound, best: None, stats }))
            }
        }
    }

    /// Returns the goal.
    pub fn goal(&self) -> &Goal {
        &self.goal
    }

    /// Returns what is asked for.
    pub(crate) fn request_ref(&self) -> &Request {
        &self.request
    }

    pub(crate) fn limits_ref(&self) -> &Limits {
        &self.limits
    }

    pub(crate) fn thread_count(&self) -> usize {
        self.threads
    }

    /// Returns the number of boards announced.
    pub(crate) fn expected_boards(&self) -> usize {
        self.expected_boards
    }

    pub(crate) fn gpu_backend(&self) -> Option<&Arc<dyn GpuBackend>> {
        self.gpu.as_ref()
    }

    pub(crate) fn requires_gpu(&self) -> bool {
        self.requires_gpu
    }

    /// Searches on the CPU.
    #[must_use]
    pub fn without_gpu(self) -> Self {
        Self { gpu: None, ..self }
    }

    /// Returns the frame of the goal, if it is small enough for pattern databases.
    pub(crate) fn frame(&self) -> Option<Frame> {
        Frame::new(&self.goal)
    }

    fn unsolvable(&self, board: &Board, stats: Stats) -> Unsolvable {
        Unsolvable { parity: Parity::explain(board, &self.goal), stats }
    }

    /// Returns the frame of the goal, which pattern databases need.
    fn frame_for(&self, board: &Board, what: &'static str) -> Result<Frame, SolveError> {
        self.frame().ok_or(SolveError::TooManyCells {
            what,
            max_cells: Engines::MAX_CELLS,
            size: board.size(),
        })
    }

    fn check(&self, board: &Board) -> Result<(), SolveError> {
        let size = board.size();
        if size != self.goal.size() {
            return Err(SolveError::SizeMismatch { board: size, goal: self.goal.size() });
        }
        if let Some(heuristic) = self.request.heuristic().filter(|heuristic| !heuristic.supports(size)) {
            return Err(SolveError::UnsupportedSize { heuristic, size });
        }
        if matches!(self.request.optimality(), Optimality::AtLeast(_)) {
            self.frame_for(board, "lower bounds")?;
        }
        match self.request.partition() {
            Some(_) if self.requires_gpu => Err(OptionError::PartitionOnGpu.into()),
            Some(partition) if !self.frame().is_some_and(|frame| partition.fits(&frame)) => {
                Err(SolveError::PartitionMismatch { partition: partition.clone(), size })
            }
            _ => Ok(()),
        }
    }
}
