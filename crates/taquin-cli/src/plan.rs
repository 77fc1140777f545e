//! From the options to a search, and from its outcome to words.

use crate::args::{LimitArgs, SearchArgs};
use crate::device::DeviceChoice;
use crate::exit::{Exit, complain};
use crate::units;
use std::time::Duration;
use taquin::notation::Style;
use taquin::{Algorithm, Goal, Heuristic, Limits, Outcome, Solver, StopFlag, Stopped, Tables};

/// The searches to make for each board, one after the other.
pub(crate) struct Plan {
    pub(crate) algorithm: Algorithm,
    pub(crate) heuristics: Vec<Option<Heuristic>>,
    pub(crate) threads: usize,
    pub(crate) threads_each: usize,
    pub(crate) limits: Limits,
    /// The best solution within a time is enough.
    pub(crate) within: Within,
    pub(crate) device: DeviceChoice,
    tables: Tables,
}

/// How long to look for a shortest solution before another is good enough.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) enum Within {
    /// As long as it takes.
    #[default]
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
    pub(crate) fn new(args: &SearchArgs, style: Style, boards: usize) -> Result<Self, String> {
        Self::with_threads(args, style, boards, threads(&args.limits))
    }

    /// The same with so many threads in all.
    pub(crate) fn with_threads(
        args: &SearchArgs,
        style: Style,
        boards: usize,
        all_threads: usize,
    ) -> Result<Self, String> {
        let algorithm = match (args.weight, args.algorithm) {
            (None | Some(1), given) => given.unwrap_or_else(|| usual(style, args.heuristic)),
            (Some(weight), None | Some(Algorithm::AStar)) => Algorithm::WeightedAStar(weight),
            (Some(_), Some(other)) => {
                return Err(format!(
                    "--weight goes with --algorithm astar, and --algorithm {} was given: leave one of them out",
                    other.name()
                ));
            }
        };
        let heuristics = match (args.heuristic, style) {
            _ if !algorithm.uses_heuristic() => vec![None],
            (Some(heuristic), _) => vec![Some(heuristic)],
            (None, Style::Iowa) => vec![Some(Heuristic::Manhattan), Some(Heuristic::Hamming)],
            (None, _) => vec![algorithm.usual_heuristic()],
        };
        // Several boards are solved at a time, and a single one by several threads.
        let threads = all_threads.min(boards.max(1));
        let threads_each = if boards > 1 { 1 } else { all_threads };
        let memory = args.limits.memory.unwrap_or_else(usual_memory) / threads;
        let limits =
            Limits { time: args.limits.time, memory, stop: stop_on_interrupt(), ..Limits::default() };
        let tables = args.cache.store().map_or_else(Tables::default, Tables::of_store);
        let device = args.device.device;
        let tables = device.accelerate(tables, None)?;
        let within = Within::default();
        Ok(Self { algorithm, heuristics, threads, threads_each, limits, within, device, tables })
    }

    /// The same without a card, unless one was insisted on. For figures that are to be the same on every machine.
    pub(crate) fn without_card(self, args: &SearchArgs) -> Self {
        if self.device == DeviceChoice::Gpu {
            return self;
        }
        let tables = args.cache.store().map_or_else(Tables::default, Tables::of_store);
        Self { device: DeviceChoice::Cpu, tables, ..self }
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
            .threads(self.threads_each);
        let solver = if let Some(time) = within { solver.within(time) } else { solver };
        match heuristic {
            Some(heuristic) => solver.heuristic(heuristic),
            None => solver,
        }
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

fn threads(args: &LimitArgs) -> usize {
    args.threads.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from)
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
/// ends the program. To be called when everything is read: until then, Ctrl-C ends the program at once.
pub(crate) fn stop_on_interrupt() -> StopFlag {
    let stop = StopFlag::default();
    let flag = stop.clone();
    let handler = move || {
        if flag.is_raised() {
            std::process::exit(130);
        }
        flag.raise();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        complain(&format!("Ctrl-C will end the program at once: {error}"));
    }
    stop
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

/// Says how many boards were left after Ctrl-C.
pub(crate) fn report_untried(boards: u64) -> Exit {
    if boards == 0 {
        return Exit::Solved;
    }
    complain(&format!("interrupted: {boards} more boards were not tried"));
    Exit::Stopped
}
