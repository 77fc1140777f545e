//! Turns the search options of the command line into configured solvers.

use crate::exit::print_note;
use crate::flags::SearchArgs;
use crate::input::Puzzle;
use crate::memory_limit::search_memory;
use crate::progress::{ProgressLine, SearchObserver};
use crate::signals::cancel_on_signal;
use taquin::notation::Style;
use taquin::{Algorithm, Goal, Heuristic, Limits, Move, Optimality, Outcome, PROVABLE_CELLS, Parity, Solver};
use taquin_gpu::GpuMode;

/// Validated search options, shared by all boards of a command.
pub(crate) struct SearchOptions {
    pub(crate) algorithm: Algorithm,
    /// Each board is solved once per heuristic.
    pub(crate) heuristics: Vec<Option<Heuristic>>,
    /// Number of boards solved concurrently.
    pub(crate) concurrent_boards: usize,
    pub(crate) threads_per_board: usize,
    pub(crate) limits: Limits,
    pub(crate) gpu: GpuMode,
    /// The solver, but for goal and heuristic.
    solver: Solver,
}

impl SearchOptions {
    /// Validates the options for `boards` boards.
    pub(crate) fn new(
        args: &SearchArgs,
        optimality: Optimality,
        style: Style,
        boards: usize,
    ) -> Result<Self, String> {
        Self::with_threads(args, optimality, style, boards, args.limits.threads())
    }

    /// Validates the options for all shortest solutions of `boards` boards, whose order has another meaning.
    pub(crate) fn for_all_solutions(args: &SearchArgs, style: Style, boards: usize) -> Result<Self, String> {
        let options = Self::unordered(args, Optimality::Shortest, style, boards, args.limits.threads())?;
        options.checked()
    }

    /// Like [`new`](Self::new), with the total number of threads.
    pub(crate) fn with_threads(
        args: &SearchArgs,
        optimality: Optimality,
        style: Style,
        boards: usize,
        threads: usize,
    ) -> Result<Self, String> {
        let options = Self::unordered(args, optimality, style, boards, threads)?;
        let solver = options.solver.order(args.uninformed.order);
        Self { solver, ..options }.checked()
    }

    fn unordered(
        args: &SearchArgs,
        optimality: Optimality,
        style: Style,
        boards: usize,
        threads: usize,
    ) -> Result<Self, String> {
        let algorithm = match (args.weight, args.algorithm) {
            (None, Some(algorithm)) => algorithm,
            (None, None) => default_algorithm(style, args.heuristic),
            (Some(weight), None | Some(Algorithm::AStar)) => Algorithm::WeightedAStar(weight),
            (Some(_), Some(other)) => {
                return Err(format!(
                    "--weight requires --algorithm astar, not {}: remove one of the two options",
                    other.name()
                ));
            }
        };
        // These do not count the greatest depth.
        let has_depth = !matches!(algorithm, Algorithm::Auto | Algorithm::IdaStar | Algorithm::Bidirectional);
        let assignment = style.dialect().map(|dialect| &dialect.assignment);
        if assignment.is_some_and(|assignment| assignment.asks_for_depth) && !has_depth {
            let (style, name) = (style.name(), algorithm.name());
            return Err(format!(
                "--style {style} reports the greatest depth, which --algorithm {name} does not count: choose bfs, dfs, ids, ucs, \
                 astar or greedy"
            ));
        }
        let asked = assignment.map_or(&[][..], |assignment| assignment.heuristics);
        let heuristics = match (args.heuristic, asked) {
            (None, [_, ..]) if algorithm.uses_heuristic() => asked.iter().copied().map(Some).collect(),
            (heuristic, _) => vec![heuristic.or(algorithm.default_heuristic())],
        };
        // Several boards: one thread each. A single board: all threads.
        let concurrent_boards = threads.min(boards.max(1));
        let threads_per_board = if boards > 1 { 1 } else { threads };
        let limits = Limits {
            time: args.limits.time,
            memory: search_memory(args.limits.memory) / concurrent_boards,
            depth: args.uninformed.depth_limit,
            cancel: cancel_on_signal(),
            ..Limits::default()
        };
        let gpu = args.gpu.gpu;
        let mut engines = args.cache.engines();
        if let Some(partition) = &args.partition {
            engines = engines.with_partition(partition.clone());
        }
        let solver = Solver::new(any_goal())
            .algorithm(algorithm)
            .heuristic(args.heuristic)
            .limits(limits.clone())
            .engines(engines)
            .threads(threads_per_board)
            .optimality(optimality)
            .metric(args.metric.metric)
            .expect_boards(boards);
        let solver = gpu.equip(solver).map_err(|error| format!("--gpu always: {error}"))?;
        Ok(Self { algorithm, heuristics, concurrent_boards, threads_per_board, limits, gpu, solver })
    }

    fn checked(self) -> Result<Self, String> {
        self.solver.check_options().map_err(|error| error.to_string())?;
        Ok(self)
    }

    /// Uses the GPU only with an explicit `--gpu always`, so that results are the same on every machine.
    pub(crate) fn without_auto_gpu(self) -> Self {
        if self.gpu == GpuMode::Always {
            return self;
        }
        Self { gpu: GpuMode::Never, solver: self.solver.without_gpu(), ..self }
    }

    /// Solves each board on one thread.
    pub(crate) fn with_one_thread_per_board(self) -> Self {
        Self { threads_per_board: 1, solver: self.solver.threads(1), ..self }
    }

    /// Improves a solution of a single board.
    pub(crate) fn improving(self, solution: Option<&[Move]>) -> Self {
        match solution {
            Some(moves) => Self { solver: self.solver.improve(moves), ..self },
            None => self,
        }
    }

    /// Returns a solver for a goal and one of the heuristics.
    pub(crate) fn solver(&self, goal: &Goal, heuristic: Option<Heuristic>) -> Solver {
        self.solver.clone().with_goal(goal.clone()).heuristic(heuristic)
    }

    /// Solves a board with one of the heuristics.
    pub(crate) fn solve(
        &self,
        puzzle: &Puzzle,
        heuristic: Option<Heuristic>,
        line: &ProgressLine,
    ) -> Result<Outcome, String> {
        self.solve_observed(puzzle, heuristic, line, &mut line.search_observer())
    }

    /// Solves a board with one of the heuristics, and shows the plan if asked to.
    pub(crate) fn solve_observed(
        &self,
        Puzzle { name, board, goal }: &Puzzle,
        heuristic: Option<Heuristic>,
        line: &ProgressLine,
        observer: &mut SearchObserver,
    ) -> Result<Outcome, String> {
        self.gpu.check_goal(goal).map_err(|error| format!("--gpu always: {error}"))?;
        let is_slow = board.size().cells() >= PROVABLE_CELLS;
        if self.algorithm == Algorithm::Princeton && is_slow && !Parity::is_solvable(board, goal) {
            print_note(&format!(
                "{name}: unsolvable by parity; searching the board and its twin in lockstep nevertheless, as the course \
                 specifies, until the twin is solved or a limit is reached (Ctrl-C to stop)"
            ));
        }
        let solver = self.solver(goal, heuristic);
        line.show_plan(&solver, board);
        solver.solve_observed(board, observer).map_err(|error| error.to_string())
    }
}

/// Stands for the goal of each board.
fn any_goal() -> Goal {
    Goal::ring()
}

/// Returns the algorithm of the course that a style comes from, or one that uses the given heuristic.
fn default_algorithm(style: Style, heuristic: Option<Heuristic>) -> Algorithm {
    match (style.dialect().map(|dialect| dialect.algorithm), heuristic) {
        (Some(Algorithm::Auto) | None, Some(_)) => Algorithm::AStar,
        (Some(algorithm), Some(_)) if !algorithm.uses_heuristic() => Algorithm::AStar,
        (Some(algorithm), _) => algorithm,
        (None, None) => Algorithm::Auto,
    }
}
