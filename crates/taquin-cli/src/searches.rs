//! Turns the search options of the command line into configured solvers.

use crate::exit::print_note;
use crate::flags::SearchArgs;
use crate::input::Puzzle;
use crate::memory_limit::search_memory;
use crate::progress::{ProgressLine, SearchObserver};
use crate::signals::cancel_on_signal;
use taquin::notation::Style;
use taquin::{
    Algorithm, Goal, Limits, Move, Optimality, Outcome, PROVABLE_CELLS, Parity, Request, SearchOptions,
    Solver,
};
use taquin_gpu::GpuMode;

/// The searches of a command, the same for all of its boards.
pub(crate) struct Searches {
    /// Each board is solved once per request: the assignments of some courses compare heuristics.
    pub(crate) requests: Vec<Request>,
    /// Number of boards solved concurrently.
    pub(crate) concurrent_boards: usize,
    pub(crate) threads_per_board: usize,
    pub(crate) limits: Limits,
    pub(crate) gpu: GpuMode,
    /// The solver, but for goal and request.
    solver: Solver,
}

impl Searches {
    /// Validates the options for `boards` boards.
    pub(crate) fn new(
        args: &SearchArgs,
        optimality: Optimality,
        style: Style,
        boards: usize,
    ) -> Result<Self, String> {
        Self::with_threads(args, optimality, None, style, boards, args.limits.threads())
    }

    /// Like [`new`](Self::new), with a solution to improve and the total number of threads.
    pub(crate) fn with_threads(
        args: &SearchArgs,
        optimality: Optimality,
        improve: Option<Vec<Move>>,
        style: Style,
        boards: usize,
        threads: usize,
    ) -> Result<Self, String> {
        let assignment = style.dialect().map(|dialect| &dialect.assignment);
        let options = SearchOptions {
            algorithm: args.algorithm.or_else(|| default_algorithm(style, args, optimality)),
            heuristic: args.heuristic,
            weight: args.weight,
            order: args.uninformed.order,
            depth_limit: args.uninformed.depth_limit,
            metric: args.metric.metric,
            optimality,
            improve,
            partition: args.partition.clone(),
        };
        let request = options.clone().request().map_err(|error| error.to_string())?;
        let algorithm = request.algorithm();
        // These do not count the greatest depth.
        let has_depth = !matches!(algorithm, Algorithm::Auto | Algorithm::IdaStar | Algorithm::Bidirectional);
        if assignment.is_some_and(|assignment| assignment.asks_for_depth)
            && !has_depth
            && optimality != Optimality::All
        {
            let (style, name) = (style.name(), algorithm.name());
            return Err(format!(
                "--style {style} reports the greatest depth, which --algorithm {name} does not count: choose bfs, dfs, ids, ucs, \
                 astar or greedy"
            ));
        }
        let asked = assignment.map_or(&[][..], |assignment| assignment.heuristics);
        let requests = if options.heuristic.is_none() && algorithm.uses_heuristic() && !asked.is_empty() {
            let with = |&heuristic| SearchOptions { heuristic: Some(heuristic), ..options.clone() }.request();
            asked.iter().map(with).collect::<Result<Vec<_>, _>>().map_err(|error| error.to_string())?
        } else {
            vec![request]
        };
        // Several boards: one thread each. A single board: all threads.
        let concurrent_boards = threads.min(boards.max(1));
        let threads_per_board = if boards > 1 { 1 } else { threads };
        let limits = Limits {
            time: args.limits.time,
            memory: search_memory(args.limits.memory) / concurrent_boards,
            cancel: cancel_on_signal(),
            ..Limits::default()
        };
        let gpu = args.gpu.gpu;
        let solver = Solver::new(any_goal())
            .limits(limits.clone())
            .engines(args.cache.engines())
            .threads(threads_per_board)
            .expect_boards(boards);
        let solver = gpu.equip(solver).map_err(|error| format!("--gpu always: {error}"))?;
        Ok(Self { requests, concurrent_boards, threads_per_board, limits, gpu, solver })
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

    /// Returns a solver for a goal and one of the requests.
    pub(crate) fn solver(&self, goal: &Goal, request: &Request) -> Solver {
        self.solver.clone().with_goal(goal.clone()).request(request.clone())
    }

    /// Carries out one of the requests for a board.
    pub(crate) fn solve(
        &self,
        puzzle: &Puzzle,
        request: &Request,
        line: &ProgressLine,
    ) -> Result<Outcome, String> {
        self.solve_observed(puzzle, request, line, &mut line.search_observer())
    }

    /// Carries out one of the requests for a board, and shows the plan if asked to.
    pub(crate) fn solve_observed(
        &self,
        Puzzle { name, board, goal }: &Puzzle,
        request: &Request,
        line: &ProgressLine,
        observer: &mut SearchObserver,
    ) -> Result<Outcome, String> {
        self.gpu.check_goal(goal).map_err(|error| format!("--gpu always: {error}"))?;
        let is_slow = board.size().cells() >= PROVABLE_CELLS;
        if request.algorithm() == Algorithm::Princeton && is_slow && !Parity::is_solvable(board, goal) {
            print_note(&format!(
                "{name}: unsolvable by parity; searching the board and its twin in lockstep nevertheless, as the course \
                 specifies, until the twin is solved or a limit is reached (Ctrl-C to stop)"
            ));
        }
        let solver = self.solver(goal, request);
        line.show_plan(&solver, board);
        solver.solve_observed(board, observer).map_err(|error| error.to_string())
    }
}

/// Stands for the goal of each board.
fn any_goal() -> Goal {
    Goal::ring()
}

/// Returns the algorithm of the course that a style comes from, if the options given go with it.
fn default_algorithm(style: Style, args: &SearchArgs, optimality: Optimality) -> Option<Algorithm> {
    let of_course = style.dialect()?.algorithm;
    let fits = args.weight.is_none()
        && (args.heuristic.is_none() || of_course.uses_heuristic())
        && optimality != Optimality::All;
    fits.then_some(of_course)
}
