//! From the options to a search, and from its outcome to words.

use crate::args::SearchArgs;
use crate::device::DeviceChoice;
use crate::exit::{Exit, complain, remark};
use crate::input::Puzzle;
use crate::progress::Line;
use crate::units;
use std::io;
use std::time::Duration;
use taquin::notation::Style;
use taquin::{
    Algorithm, Goal, GoalKind, Heuristic, Limits, Outcome, Parity, Solver, StopFlag, Stopped, Tables,
};
use taquin_web::Signals;

/// The searches to make for each board, one after the other.
pub(crate) struct Plan {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristics: Vec<Option<Heuristic>>,
    pub(crate) threads: usize,
    pub(crate) threads_each: usize,
    pub(crate) limits: Limits,
    pub(crate) device: DeviceChoice,
    within: Within,
    tables: Tables,
}

/// How long to look for a shortest solution before another is good enough.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Within {
    /// As long as it takes.
    Proven,
    /// A while, unless the board is small enough to be solved in seconds.
    Usual,
    /// So long.
    Time(Duration),
}

/// Boards of up to so many cells are solved in seconds.
const SECONDS: usize = 16;

/// The time for larger ones, if none is given.
const USUAL: Duration = Duration::from_secs(10);

impl Plan {
    /// The plan for so many boards, or what is wrong with the options.
    pub(crate) fn new(
        args: &SearchArgs,
        within: Within,
        style: Style,
        boards: usize,
    ) -> Result<Self, String> {
        Self::with_threads(args, within, style, boards, args.limits.threads())
    }

    /// The same with so many threads in all.
    pub(crate) fn with_threads(
        args: &SearchArgs,
        within: Within,
        style: Style,
        boards: usize,
        all_threads: usize,
    ) -> Result<Self, String> {
        let algorithm = match (args.weight, args.algorithm) {
            (None, given) => given.unwrap_or_else(|| usual(style, args.heuristic)),
            (Some(weight), None | Some(Algorithm::AStar)) => Algorithm::WeightedAStar(weight),
            (Some(_), Some(other)) => {
                return Err(format!(
                    "--weight goes with --algorithm astar, and --algorithm {} was given: leave one of them out",
                    other.name()
                ));
            }
        };
        if args.heuristic.is_some() && !algorithm.uses_heuristic() {
            let name = algorithm.name();
            return Err(format!("--algorithm {name} takes no --heuristic: leave one of them out"));
        }
        if matches!(within, Within::Time(_)) && algorithm != Algorithm::Auto {
            return Err(format!(
                "--within has its own searches: leave it out, or what calls for --algorithm {}",
                algorithm.name()
            ));
        }
        let heuristics = match (args.heuristic, style) {
            (Some(heuristic), _) => vec![Some(heuristic)],
            (None, Style::Iowa) if algorithm.uses_heuristic() => {
                vec![Some(Heuristic::Manhattan), Some(Heuristic::Hamming)]
            }
            (None, _) => vec![algorithm.usual_heuristic()],
        };
        // Several boards are solved at a time, and a single one by several threads.
        let threads = all_threads.min(boards.max(1));
        let threads_each = if boards > 1 { 1 } else { all_threads };
        let memory = args.limits.memory.unwrap_or_else(usual_memory) / threads;
        let limits =
            Limits { time: args.limits.time, memory, stop: stop_on_interrupt(), ..Limits::default() };
        let device = args.device.device;
        let tables = device.accelerate(args.cache.tables(), None)?;
        Ok(Self { algorithm, heuristics, threads, threads_each, limits, device, within, tables })
    }

    /// The same without a card, unless one was insisted on. For figures that are to be the same on every machine.
    pub(crate) fn without_card(self, args: &SearchArgs) -> Self {
        if self.device == DeviceChoice::Gpu {
            return self;
        }
        Self { device: DeviceChoice::Cpu, tables: args.cache.tables(), ..self }
    }

    /// A solver for a goal and one of the heuristics.
    pub(crate) fn solver(&self, goal: Goal, heuristic: Option<Heuristic>) -> Solver {
        let within = match self.within {
            Within::Time(time) => Some(time),
            Within::Usual if goal.size().cells() > SECONDS => Some(self.limits.time.unwrap_or(USUAL)),
            Within::Usual | Within::Proven => None,
        };
        let solver = Solver::new(goal)
            .algorithm(self.algorithm)
            .limits(self.limits.clone())
            .tables(self.tables.clone())
            .threads(self.threads_each)
            .heuristic(heuristic);
        if let Some(time) = within { solver.within(time) } else { solver }
    }

    /// Solves a board with one of the heuristics, or says why that can't be tried.
    pub(crate) fn solve(
        &self,
        puzzle: &Puzzle,
        heuristic: Option<Heuristic>,
        line: &Line,
    ) -> Result<Outcome, String> {
        self.device.check(&puzzle.goal)?;
        let solver = self.solver(puzzle.goal.clone(), heuristic);
        solver.solve_watched(&puzzle.board, &mut line.observer()).map_err(|error| error.to_string())
    }
}

/// The algorithm that goes with a style, the one of the course that it is from; or one that uses the heuristic given.
fn usual(style: Style, heuristic: Option<Heuristic>) -> Algorithm {
    match (style, heuristic) {
        (Style::Classic, _) => Algorithm::Princeton,
        (Style::Iowa, _) => Algorithm::Iowa(taquin::search::OpenKind::Bucket),
        (_, Some(_)) => Algorithm::AStar,
        (_, None) => Algorithm::Auto,
    }
}

/// Half of what is free, and at most eight GiB.
pub(crate) fn usual_memory() -> usize {
    let free = sysinfo::System::new().map_or(0, |mut system| {
        system.refresh_memory();
        system.cgroup_limits().map_or(system.available_memory(), |limits| limits.free_memory)
    });
    (free / 2).clamp(256 << 20, 8 << 30) as usize
}

/// A flag for the searches that follow: the first Ctrl-C raises it, so that they end with what they know; the second one
/// ends the program. A request of the system to end (SIGTERM) counts as much. To be called when everything is read: until
/// then, both end the program at once.
pub(crate) fn stop_on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    if let Err(error) = raise_on_signals(stop.clone()) {
        complain(&format!("Ctrl-C will end the program at once: {error}"));
    }
    stop
}

fn raise_on_signals(stop: StopFlag) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    let mut signals = {
        let _guard = runtime.enter();
        Signals::new()?
    };
    let wait = async move {
        loop {
            signals.next().await;
            if stop.is_raised() {
                std::process::exit(130);
            }
            stop.raise();
        }
    };
    std::thread::Builder::new().spawn(move || runtime.block_on(wait)).map(drop)
}

/// How a board's outcome counts towards the exit code.
pub(crate) fn exit_of(outcome: &Outcome) -> Exit {
    match outcome {
        Outcome::Solved(_) => Exit::Solved,
        Outcome::Unsolvable(_) => Exit::Unsolvable,
        Outcome::Stopped(_) => Exit::Stopped,
    }
}

/// What is known after a search that was stopped.
pub(crate) fn stopped(at: &Stopped, heuristic: Option<Heuristic>) -> String {
    format!(
        "stopped, {}: any solution has at least {} moves ({}{} nodes, {}, {})",
        at.reason,
        at.lower_bound,
        heuristic.map_or(String::new(), |heuristic| format!("{}: ", heuristic.name())),
        units::thousands(at.stats.generated),
        units::bytes(at.stats.memory),
        units::seconds(at.stats.time)
    )
}

/// Says which of the goals that have a name a board can reach, as it can't reach its own.
pub(crate) fn hint_at_other_goal(puzzle: &Puzzle) {
    let named = [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Ring, GoalKind::Snail];
    let admits = |kind: &GoalKind| {
        let goal = kind.for_size(puzzle.board.size());
        goal.is_ok_and(|goal| Parity::is_solvable(&puzzle.board, &goal))
    };
    if let Some(kind) = named.into_iter().find(admits) {
        remark(&format!("it can be solved to {kind}: --goal {kind} ('taquin info' tells why)"));
    }
}

/// Says how many boards were left after Ctrl-C.
pub(crate) fn report_untried(boards: u64) -> Exit {
    if boards == 0 {
        return Exit::Solved;
    }
    complain(&format!("interrupted: {boards} more boards were not tried"));
    Exit::Stopped
}
