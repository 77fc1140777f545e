//! Turns the search options of the command line into configured solvers.

use crate::exit::print_note;
use crate::flags::{Optimality, SearchArgs};
use crate::gpu::DeviceChoice;
use crate::input::Puzzle;
use crate::memory_limit::search_memory;
use crate::progress::ProgressLine;
use crate::signals::cancel_on_signal;
use std::sync::Arc;
use std::time::Duration;
use taquin::gpu::GpuBackend;
use taquin::notation::Style;
use taquin::pdb::PdbCache;
use taquin::{Algorithm, Goal, Heuristic, Limits, Metric, Move, MoveOrder, Outcome, Parity, Solver};

/// Validated search options, shared by all boards of a command.
pub(crate) struct SearchOptions {
    pub(crate) algorithm: Algorithm,
    /// Each board is solved once per heuristic.
    pub(crate) heuristics: Vec<Option<Heuristic>>,
    boards: usize,
    /// Number of boards solved concurrently.
    pub(crate) concurrent_boards: usize,
    pub(crate) threads_per_board: usize,
    pub(crate) limits: Limits,
    pub(crate) device: DeviceChoice,
    optimality: Optimality,
    order: MoveOrder,
    metric: Metric,
    /// The solution to improve, of a single board.
    pub(crate) given: Option<Vec<Move>>,
    pdbs: PdbCache,
    gpu: Option<Arc<dyn GpuBackend>>,
}

/// Largest board that is solved optimally by default.
const MAX_CELLS_OPTIMAL: usize = 16;

const DEFAULT_ANYTIME: Duration = Duration::from_secs(10);

impl SearchOptions {
    /// Validates the options for `boards` boards.
    pub(crate) fn new(
        args: &SearchArgs,
        optimality: Optimality,
        style: Style,
        boards: usize,
    ) -> Result<Self, String> {
        let options = Self::with_threads(args, optimality, style, boards, args.limits.threads())?;
        args.uninformed.check(&[options.algorithm])?;
        Ok(options)
    }

    /// Validates the options for all shortest solutions of `boards` boards.
    pub(crate) fn for_all_solutions(args: &SearchArgs, style: Style, boards: usize) -> Result<Self, String> {
        Self::with_threads(args, Optimality::Required, style, boards, args.limits.threads())
    }

    /// Like [`new`](Self::new), with the total number of threads.
    pub(crate) fn with_threads(
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
        let name = algorithm.name();
        if args.heuristic.is_some() && !algorithm.uses_heuristic() {
            return Err(format!("--algorithm {name} takes no --heuristic: remove one of the two options"));
        }
        // These do not count the greatest depth.
        let has_depth = !matches!(algorithm, Algorithm::Auto | Algorithm::IdaStar | Algorithm::Bidirectional);
        if matches!(style, Style::Columbia | Style::Sise) && !has_depth {
            let style = style.name();
            return Err(format!(
                "--style {style} reports the greatest depth, which --algorithm {name} does not count: choose bfs, dfs, ids, ucs, \
                 astar or greedy"
            ));
        }
        if matches!(optimality, Optimality::Anytime(_)) && algorithm != Algorithm::Auto {
            return Err(format!(
                "--within selects its own searches and cannot use {name}: remove --within, or the options \
                 that select {name} (--algorithm, --heuristic, --weight, --style)"
            ));
        }
        let searches_multi =
            matches!(algorithm, Algorithm::Auto | Algorithm::IdaStar) && args.heuristic.is_none();
        if args.metric.metric == Metric::Multi && !searches_multi {
            return Err(format!(
                "--metric multi has its own heuristic, and cannot use {name}: choose --algorithm auto or ida without --heuristic, and \
                 another --style if that selects {name}"
            ));
        }
        let heuristics = match (args.heuristic, style) {
            (Some(heuristic), _) => vec![Some(heuristic)],
            (None, Style::Iowa) if algorithm.uses_heuristic() => {
                vec![Some(Heuristic::Manhattan), Some(Heuristic::Hamming)]
            }
            (None, _) => vec![algorithm.default_heuristic()],
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
        let device = args.device.device;
        let mut pdbs = args.cache.pdbs();
        let mut gpu = device.backend(None)?;
        if let Some(partition) = &args.partition {
            let uses_pdbs =
                algorithm == Algorithm::Auto || algorithm == Algorithm::IdaStar && args.heuristic.is_none();
            if !uses_pdbs {
                return Err(format!(
                    "--partition requires IDA* with pattern databases, not {algorithm}: remove it"
                ));
            }
            if device == DeviceChoice::Gpu {
                return Err("--partition applies to the CPU: remove --device gpu".to_owned());
            }
            pdbs = pdbs.with_partition(partition.clone());
            gpu = None;
        }
        Ok(Self {
            algorithm,
            heuristics,
            boards,
            concurrent_boards,
            threads_per_board,
            limits,
            device,
            optimality,
            order: args.uninformed.order(),
            metric: args.metric.metric,
            given: None,
            pdbs,
            gpu,
        })
    }

    /// Uses the GPU only with an explicit `--device gpu`, so that results are the same on every machine.
    pub(crate) fn without_auto_gpu(self) -> Self {
        if self.device == DeviceChoice::Gpu {
            return self;
        }
        Self { device: DeviceChoice::Cpu, gpu: None, ..self }
    }

    /// Returns a solver for a goal and one of the heuristics.
    pub(crate) fn solver(&self, goal: &Goal, heuristic: Option<Heuristic>) -> Solver {
        let is_large = goal.size().cells() > MAX_CELLS_OPTIMAL;
        let anytime = match self.optimality {
            Optimality::Anytime(time) => Some(time),
            Optimality::Default if is_large => Some(self.limits.time.unwrap_or(DEFAULT_ANYTIME)),
            Optimality::Default | Optimality::Required => None,
        };
        let mut solver = Solver::new(goal.clone())
            .algorithm(self.algorithm)
            .limits(self.limits.clone())
            .pdbs(self.pdbs.clone())
            .threads(self.threads_per_board)
            .heuristic(heuristic)
            .order(self.order)
            .metric(self.metric)
            .expect_boards(self.boards);
        if let Some(gpu) = &self.gpu {
            solver = solver.gpu(Arc::clone(gpu));
        }
        if let Some(given) = &self.given {
            solver = solver.improve(given);
        }
        if let Some(time) = anytime { solver.within(time) } else { solver }
    }

    /// Solves a board with one of the heuristics.
    pub(crate) fn solve(
        &self,
        puzzle: &Puzzle,
        heuristic: Option<Heuristic>,
        line: &ProgressLine,
    ) -> Result<Outcome, String> {
        self.device.check_goal(&puzzle.goal)?;
        let is_large = puzzle.board.size().cells() >= MAX_CELLS_OPTIMAL;
        if self.algorithm == Algorithm::Princeton
            && is_large
            && !Parity::is_solvable(&puzzle.board, &puzzle.goal)
        {
            print_note(&format!(
                "{}: unsolvable by parity; searching the board and its twin in lockstep nevertheless, as the course \
                 specifies, until the twin is solved or a limit is reached (Ctrl-C to stop)",
                puzzle.name
            ));
        }
        let solver = self.solver(&puzzle.goal, heuristic);
        solver.solve_observed(&puzzle.board, &mut line.search_observer()).map_err(|error| error.to_string())
    }
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
