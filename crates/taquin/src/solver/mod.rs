//! The entry point: takes a board, picks a search, runs it within its limits, and verifies the solution.

mod multi_tile;

use crate::algorithm::Algorithm;
use crate::anytime::{self, AnytimeRun};
use crate::construct;
use crate::event::{Event, Observer, Phase};
use crate::gpu::{GpuBackend, GpuError, GpuRun};
use crate::heuristic::Heuristic;
use crate::multi_tile::{TableSize, line_bound};
use crate::outcome::{AllSolutionsOutcome, Outcome, Solution, SolveError, Stopped, Unsolvable};
use crate::pdb_cache::PdbCache;
use crate::search::{End, Meter, Run};
use crate::stats::Stats;
use std::sync::Arc;
use std::time::Duration;
use taquin_core::{Board, Goal, Limits, Metric, Move, MoveOrder, Parity, StopReason, verify};
use taquin_pdb::Frame;

/// The maximum number of threads.
const MAX_THREADS: usize = 256;

/// The nodes that A* may generate before a more expensive search begins: a few milliseconds' worth. Boards too large for
/// pattern databases get fewer, because their nodes take longer.
const EASY_NODES: u64 = 50_000;

/// A board of up to 16 cells is hard, and worth [larger databases](PdbCache::larger_partition), after this many nodes or from
/// this heuristic value: the nodes take about as long as the build, and boards of that value many times longer.
const HARD_NODES: u64 = 20_000_000;
const HARD_ESTIMATE: u32 = 60;

/// The number of boards from which larger databases pay off.
const MANY_BOARDS: usize = 2000;

/// Boards of up to this many cells are always solved to optimality in seconds.
const SMALL_CELLS: usize = 16;

/// Boards of up to this many cells get a constructed solution within milliseconds.
const QUICK_CELLS: usize = 400;

/// A goal and the way to reach it: algorithm, heuristic, limits, pattern databases, threads and GPU.
///
/// A solver can be shared by threads. It keeps nothing between boards except its [`PdbCache`].
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
    algorithm: Algorithm,
    heuristic: Option<Heuristic>,
    limits: Limits,
    pdbs: PdbCache,
    gpu: Option<Arc<dyn GpuBackend>>,
    threads: usize,
    within: Option<Duration>,
    order: MoveOrder,
    metric: Metric,
    given: Option<Arc<[Move]>>,
    expected_boards: usize,
}

impl Solver {
    /// Creates a solver: [`Algorithm::Auto`] on one thread, with default [`Limits`] and its own [`PdbCache`].
    pub fn new(goal: Goal) -> Self {
        Self {
            goal,
            algorithm: Algorithm::default(),
            heuristic: None,
            limits: Limits::default(),
            pdbs: PdbCache::default(),
            gpu: None,
            threads: 1,
            within: None,
            order: MoveOrder::default(),
            metric: Metric::default(),
            given: None,
            expected_boards: 1,
        }
    }

    /// Sets the algorithm.
    #[must_use]
    pub fn algorithm(self, algorithm: Algorithm) -> Self {
        Self { algorithm, ..self }
    }

    /// Sets the heuristic. `None` is the algorithm's [default](Algorithm::default_heuristic).
    #[must_use]
    pub fn heuristic(self, heuristic: impl Into<Option<Heuristic>>) -> Self {
        Self { heuristic: heuristic.into(), ..self }
    }

    /// Sets the limits on each board.
    #[must_use]
    pub fn limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Shares pattern databases with other solvers.
    #[must_use]
    pub fn pdbs(self, pdbs: PdbCache) -> Self {
        Self { pdbs, ..self }
    }

    /// Searches with pattern databases on a GPU, for the boards that it [supports](GpuBackend::supports).
    #[must_use]
    pub fn gpu(self, gpu: Arc<dyn GpuBackend>) -> Self {
        Self { gpu: Some(gpu), ..self }
    }

    /// Sets the number of threads per board, clamped to 1..=256.
    ///
    /// IDA* with pattern databases and anytime search use them. With one thread, solutions and node counts are
    /// deterministic; with several, the length of a shortest solution still is.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self { threads: threads.clamp(1, MAX_THREADS), ..self }
    }

    /// Lets [`Algorithm::Auto`] return the best solution found within this time. Other algorithms ignore it.
    ///
    /// Every solvable board up to 127×127 is then solved, and [`Solution::lower_bound`] bounds the optimality gap.
    ///
    /// ```
    /// use std::time::Duration;
    /// use taquin::{Goal, Outcome, Size, Solver};
    /// let goal = Goal::blank_last(Size::square(10)?);
    /// let board = Goal::snail(goal.size()).board().clone();
    /// let solver = Solver::new(goal).within(Duration::from_millis(100));
    /// match solver.solve(&board)? {
    ///     Outcome::Solved(solution) => assert!(solution.lower_bound() as usize <= solution.len()),
    ///     Outcome::Unsolvable(unsolvable) => println!("{}", unsolvable.parity),
    ///     Outcome::Stopped(_) => unreachable!("a solvable board is solved"),
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within(self, time: Duration) -> Self {
        Self { within: Some(time), ..self }
    }

    /// Sets the order in which [uninformed](Algorithm::is_uninformed) searches generate successors. Other algorithms ignore
    /// it.
    ///
    /// ```
    /// use taquin::{Algorithm, Board, Goal, Outcome, Solver};
    /// let board: Board = "1 2 5/3 4 0/6 7 8".parse()?;
    /// let solver = Solver::new(Goal::blank_first(board.size())).algorithm(Algorithm::BreadthFirst).order("UDLR".parse()?);
    /// let Outcome::Solved(solution) = solver.solve(&board)? else { panic!("solvable") };
    /// assert_eq!((solution.len(), solution.stats().expanded), (3, 10));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn order(self, order: MoveOrder) -> Self {
        Self { order, ..self }
    }

    /// Sets the metric that solutions are to be short in.
    ///
    /// In the [multi-tile metric](Metric::Multi), solutions of boards of up to 16 cells are proven shortest, by
    /// [`Algorithm::Auto`] or [`Algorithm::IdaStar`] without a heuristic. Larger boards are solved [within](Self::within) a time,
    /// or ten seconds.
    ///
    /// ```
    /// use taquin::{Board, Goal, Metric, Outcome, Solver, notation};
    /// let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse()?;
    /// let solver = Solver::new(Goal::blank_last(board.size())).metric(Metric::Multi);
    /// let Outcome::Solved(solution) = solver.solve(&board)? else { panic!("solvable") };
    /// assert_eq!((solution.len(), notation::letters(solution.moves()).as_str()), (1, "LLL"));
    /// assert!(solution.is_shortest());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn metric(self, metric: Metric) -> Self {
        Self { metric, ..self }
    }

    /// Improves a solution instead of starting anew, on boards of more than 16 cells; smaller ones are solved in the fewest moves
    /// anyway. Moves that do not solve a board are an error of [`solve`](Self::solve).
    #[must_use]
    pub fn improve(self, solution: &[Move]) -> Self {
        Self { given: Some(solution.into()), ..self }
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
    /// If the board does not have the size of the goal, the heuristic does not [support](Heuristic::supports) it, or the
    /// chosen partition does not fit it.
    pub fn solve(&self, board: &Board) -> Result<Outcome, SolveError> {
        self.solve_observed(board, &mut ())
    }

    /// Solves a board and reports [`Event`]s to an observer, on this thread.
    ///
    /// # Errors
    /// The same as for [`solve`](Self::solve).
    pub fn solve_observed(&self, board: &Board, observer: &mut dyn Observer) -> Result<Outcome, SolveError> {
        self.check(board)?;
        if let Some(heuristic) =
            self.heuristic.filter(|h| self.algorithm.uses_heuristic() && !h.supports(board.size()))
        {
            return Err(SolveError::UnsupportedSize { heuristic, size: board.size() });
        }
        // Princeton's A* finds out by searching the twin.
        if self.algorithm != Algorithm::Princeton && !Parity::is_solvable(board, &self.goal) {
            return Ok(Outcome::Unsolvable(self.unsolvable(board, Stats::default())));
        }
        if let Some(given) = &self.given {
            verify(board, &self.goal, given).map_err(SolveError::WrongSolution)?;
        }
        if self.metric == Metric::Multi {
            return self.solve_multi_tile(board, observer);
        }
        let frame = self.frame().filter(|_| match self.algorithm {
            Algorithm::Auto => true,
            Algorithm::IdaStar => self.heuristic.is_none(),
            _ => false,
        });
        let run = match (self.algorithm, &frame) {
            (Algorithm::Auto, _) => return self.solve_auto(board, frame.as_ref(), observer),
            (_, Some(frame)) => self.search_with_pdbs(frame, board, &mut Meter::new(&self.limits, observer)),
            (_, None) => self.search(board, None, &mut Meter::new(&self.limits, observer)),
        };
        self.conclude(board, run)
    }

    /// Finds all shortest solutions of a board of up to 25 cells, by IDA* with pattern databases.
    ///
    /// # Errors
    /// If the board does not have the size of the goal, or has more than 25 cells.
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
        let frame = match self.metric {
            Metric::Single => self.frame().ok_or(SolveError::TooManyCells { size: board.size() })?,
            Metric::Multi => {
                self.check_multi_tile()?;
                self.multi_tile_frame().ok_or(SolveError::TooManyCellsForMetric { size: board.size() })?
            }
        };
        if !Parity::is_solvable(board, &self.goal) {
            return Ok(AllSolutionsOutcome::Unsolvable(self.unsolvable(board, Stats::default())));
        }
        let meter = &mut Meter::new(&self.limits, observer);
        let mut stats = Stats::default();
        let found = match self.metric {
            Metric::Single => match self.pdbs.search(&frame, meter) {
                Ok(search) => search.all_solutions(&frame, board, self.threads, &mut stats, meter),
                Err(reason) => Err((reason, board.manhattan(&self.goal))),
            },
            Metric::Multi => match self.pdbs.multi_tile_search(&frame, TableSize::Small, meter) {
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

    pub(crate) fn goal_ref(&self) -> &Goal {
        &self.goal
    }

    /// Returns the solution to improve.
    pub(crate) fn given_solution(&self) -> Option<&[Move]> {
        self.given.as_deref()
    }

    /// Returns the limits, with the time for an anytime search if that is shorter.
    fn limits_within(&self) -> Limits {
        let time = match (self.within, self.limits.time) {
            (Some(within), Some(time)) => Some(within.min(time)),
            (within, time) => within.or(time),
        };
        Limits { time, ..self.limits.clone() }
    }

    pub(crate) fn metric_in_use(&self) -> Metric {
        self.metric
    }

    #[cfg(feature = "threads")]
    pub(crate) fn thread_count(&self) -> usize {
        self.threads
    }

    /// Returns the frame of the goal, if it is small enough for pattern databases.
    pub(crate) fn frame(&self) -> Option<Frame> {
        Frame::new(&self.goal)
    }

    /// Runs IDA* with pattern databases on the GPU or the CPU.
    pub(crate) fn search_with_pdbs(&self, frame: &Frame, board: &Board, meter: &mut Meter<'_>) -> Run {
        if let Some(gpu) = self.gpu.as_ref().filter(|gpu| gpu.supports(frame)) {
            meter.emit(&Event::Phase(&Phase::Gpu { name: gpu.name() }));
            match search_on_gpu(gpu.as_ref(), frame, board, meter) {
                Ok(run) => return run,
                Err(error) => meter.emit(&Event::GpuFailed(&error)),
            }
        }
        let search = match self.pdbs.search(frame, meter) {
            Ok(search) => search,
            Err(reason) => return Run::not_begun(reason),
        };
        let Some(partition) = self.pdbs.larger_partition(frame, &search, meter) else {
            return search.solve(frame, board, 0, self.threads, meter);
        };
        let is_hard = || search.estimate(frame, board) >= HARD_ESTIMATE;
        let node_limit = if self.expected_boards >= MANY_BOARDS || is_hard() { 0 } else { HARD_NODES };
        let easy = meter.stage(node_limit, |meter| search.solve(frame, board, 0, self.threads, meter));
        let remaining =
            self.limits.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(easy.stats.generated));
        if !matches!(easy.end, End::Stopped(StopReason::Nodes)) || remaining == 0 {
            return easy;
        }
        let mut run = match self.pdbs.search_larger(frame, &partition, meter) {
            Ok(larger) => meter
                .stage(remaining, |meter| larger.solve(frame, board, easy.lower_bound, self.threads, meter)),
            Err(reason) => Run::not_begun(reason),
        };
        run.add(&easy);
        run.stats.time = meter.elapsed();
        run
    }

    /// Runs a search without pattern databases. After `node_limit` nodes another search follows.
    pub(crate) fn search(&self, board: &Board, node_limit: Option<u64>, meter: &mut Meter<'_>) -> Run {
        let (algorithm, heuristic) = match self.algorithm {
            Algorithm::Auto => (Algorithm::AStar, Some(Heuristic::default())),
            algorithm if algorithm.is_uninformed() => (algorithm, None),
            algorithm => (algorithm, Some(self.heuristic.unwrap_or_default())),
        };
        meter.emit(&Event::Phase(&Phase::Search { algorithm, heuristic, node_limit }));
        crate::search::run(algorithm, heuristic, &self.goal, board, self.order, &self.pdbs, meter)
    }

    /// Solves easy boards with A*, small ones with IDA*, and large ones with anytime search.
    fn solve_auto(
        &self,
        board: &Board,
        frame: Option<&Frame>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, SolveError> {
        let is_large = board.size().cells() > SMALL_CELLS;
        let uses_anytime = (is_large && self.given.is_some())
            || self.within.is_some()
            || (cfg!(feature = "threads") && self.threads > 1 && is_large);
        if frame.is_none() && !uses_anytime {
            let run = self.search(board, None, &mut Meter::new(&self.limits, observer));
            return self.conclude(board, run);
        }
        let easy = match self.search_easy(board, frame, observer) {
            Some((run, is_final))
                if matches!(run.end, End::Goal(_)) || (is_final && self.within.is_none()) =>
            {
                return self.conclude(board, run);
            }
            easy => easy.map(|(run, _)| run),
        };
        if uses_anytime {
            return self.solve_anytime(board, easy, observer);
        }
        let meter = &mut Meter::new(&self.limits, observer);
        let mut run = match frame {
            Some(frame) => self.search_with_pdbs(frame, board, meter),
            None => self.search(board, None, meter),
        };
        if let Some(easy) = easy {
            run.add(&easy);
        }
        self.conclude(board, run)
    }

    /// Runs A* for a few milliseconds, unless pattern databases are available at once. Returns true with the run if a limit
    /// of the solver itself ended it.
    fn search_easy(
        &self,
        board: &Board,
        frame: Option<&Frame>,
        observer: &mut dyn Observer,
    ) -> Option<(Run, bool)> {
        if frame.is_some_and(|frame| self.pdbs.is_immediate(frame)) {
            return None;
        }
        let pdb_cells = PdbCache::MAX_CELLS as u64;
        let cells = board.size().cells() as u64;
        let easy_nodes = EASY_NODES * pdb_cells / cells.max(pdb_cells);
        let nodes = self.limits.nodes.unwrap_or(u64::MAX).min(easy_nodes);
        let limits = Limits { nodes: Some(nodes), ..self.limits.clone() };
        let run = self.search(board, Some(easy_nodes), &mut Meter::new(&limits, observer));
        let is_final = !matches!(run.end, End::Stopped(StopReason::Nodes | StopReason::Memory))
            || Some(nodes) == self.limits.nodes;
        Some((run, is_final))
    }

    fn solve_anytime(
        &self,
        board: &Board,
        easy: Option<Run>,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, SolveError> {
        let limits = self.limits_within();
        let prove = self.within.is_none();
        let AnytimeRun { moves, lower_bound, mut stats, stopped } =
            anytime::solve(self, board, &limits, prove, observer);
        let lower_bound =
            lower_bound.max(easy.as_ref().map_or(0, |easy| easy.lower_bound)).min(moves.len() as u32);
        if let Some(easy) = easy.filter(|_| prove) {
            stats.generated += easy.stats.generated;
            stats.expanded += easy.stats.expanded;
            stats.time += easy.stats.time;
        }
        let solution =
            Solution::proven(board.clone(), &self.goal, moves, Metric::Single, lower_bound, stats.clone())?;
        match stopped {
            Some(reason) if prove && !solution.is_shortest() => {
                Ok(Outcome::Stopped(Stopped { reason, lower_bound, best: Some(solution), stats }))
            }
            _ => Ok(Outcome::Solved(solution)),
        }
    }

    fn conclude(&self, board: &Board, run: Run) -> Result<Outcome, SolveError> {
        let Run { end, lower_bound, stats } = run;
        match end {
            End::Goal(moves) => {
                let length = moves.len() as u32;
                let proven = match self.algorithm {
                    Algorithm::WeightedAStar(weight) => weight.lower_bound(length),
                    algorithm if algorithm.is_optimal() => length,
                    _ => board.manhattan(&self.goal),
                };
                let lower_bound = lower_bound.max(proven);
                Ok(Outcome::Solved(Solution::proven(
                    board.clone(),
                    &self.goal,
                    moves,
                    Metric::Single,
                    lower_bound,
                    stats,
                )?))
            }
            End::TwinSolved => Ok(Outcome::Unsolvable(self.unsolvable(board, stats))),
            // Neither of Princeton's two searches finished, but parity decides.
            End::Stopped(_) if !Parity::is_solvable(board, &self.goal) => {
                Ok(Outcome::Unsolvable(self.unsolvable(board, stats)))
            }
            End::Stopped(reason) => {
                let lower_bound = lower_bound.max(board.manhattan(&self.goal));
                let best = self.fallback(board, reason, lower_bound, &stats)?;
                Ok(Outcome::Stopped(Stopped { reason, lower_bound, best, stats }))
            }
        }
    }

    /// Returns a constructed solution for a search that found none, unless the board is large and the time is up.
    fn fallback(
        &self,
        board: &Board,
        reason: StopReason,
        lower_bound: u32,
        stats: &Stats,
    ) -> Result<Option<Solution>, SolveError> {
        let has_time = !matches!(reason, StopReason::Time | StopReason::Cancelled);
        if self.algorithm != Algorithm::Auto || !(has_time || board.size().cells() <= QUICK_CELLS) {
            return Ok(None);
        }
        let moves = construct::quick_solution(board, &self.goal);
        Ok(Some(Solution::proven(
            board.clone(),
            &self.goal,
            moves,
            Metric::Single,
            lower_bound,
            stats.clone(),
        )?))
    }

    fn unsolvable(&self, board: &Board, stats: Stats) -> Unsolvable {
        Unsolvable { parity: Parity::explain(board, &self.goal), stats }
    }

    fn check(&self, board: &Board) -> Result<(), SolveError> {
        let size = board.size();
        if size != self.goal.size() {
            return Err(SolveError::SizeMismatch { board: size, goal: self.goal.size() });
        }
        match self.pdbs.mismatched_partition(self.frame().as_ref()) {
            Some(partition) => Err(SolveError::PartitionMismatch { partition: partition.clone(), size }),
            None => Ok(()),
        }
    }
}

fn search_on_gpu(
    gpu: &dyn GpuBackend,
    frame: &Frame,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Result<Run, GpuError> {
    let tiles = frame.canonical_board(board);
    let GpuRun { blank_path, lower_bound, mut stats } =
        gpu.solve(frame, &tiles, &mut |progress| meter.poll(progress))?;
    stats.time = meter.elapsed();
    let end = match blank_path {
        Ok(path) => End::Goal(frame.moves_from_blank_path(&path)),
        Err(reason) => End::Stopped(reason),
    };
    Ok(Run { end, lower_bound, stats })
}
