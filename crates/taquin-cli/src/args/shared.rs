//! What several commands take.

use crate::device::DeviceChoice;
use crate::input;
use crate::plan::Within;
use crate::units;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin::notation::{Format, Style};
use taquin::{Algorithm, GoalKind, Heuristic, Size, Store, Tables};

/// Where boards come from.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// Files, boards ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD", help_heading = None)]
    pub(crate) boards: Vec<OsString>,
    /// The form of the boards: the size then the rows, rows alone, or a board a line
    #[arg(long, default_value = "auto", value_parser = by_name(&Format::ALL, Format::name))]
    pub(crate) format: Format,
    /// The size of boards that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
}

/// Which board is the goal.
#[derive(Args)]
pub(crate) struct GoalArgs {
    /// blank-last, blank-first, ring (3x3), snail, a board or a file with one; blank-last if not given
    #[arg(long)]
    goal: Option<OsString>,
}

impl GoalArgs {
    /// Whether one was asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.goal.is_some()
    }

    /// The goal asked for, or what is wrong with it. The size settles the shape of a bare list of numbers.
    pub(crate) fn kind(&self, size: Option<Size>) -> Result<GoalKind, String> {
        let Some(given) = &self.goal else { return Ok(GoalKind::default()) };
        let shown = given.to_string_lossy();
        if Path::new(given).is_file() {
            let text = input::text_of_file(given).map_err(|error| format!("the goal {shown}: {error}"))?;
            return GoalKind::read(&text, size).map_err(|error| format!("{shown}: {error}"));
        }
        GoalKind::read(&shown, size).map_err(|error| error.to_string())
    }

    /// The goal asked for, or the one that goes with a style.
    pub(crate) fn kind_for(&self, style: Style, size: Option<Size>) -> Result<GoalKind, String> {
        match (&self.goal, style) {
            (None, Style::Iowa) => Ok(GoalKind::Snail),
            _ => self.kind(size),
        }
    }
}

/// How to search.
#[derive(Args)]
pub(crate) struct SearchArgs {
    /// The search to use; auto if neither this nor --heuristic nor --weight is given
    #[arg(long, short, value_parser = by_name(&Algorithm::ALL, Algorithm::name))]
    pub(crate) algorithm: Option<Algorithm>,
    /// The estimate that guides it (without one, ida uses pattern databases)
    #[arg(long, value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Option<Heuristic>,
    /// Multiply A*'s estimate: the answer comes sooner and is at most so many times as long as the shortest
    #[arg(long, value_name = "W", value_parser = weight)]
    pub(crate) weight: Option<u32>,
    /// Tell the plan for each board: which search, which tables
    #[arg(long, short)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) device: DeviceArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// How long to look for a shortest solution before another is good enough.
#[derive(Args)]
pub(crate) struct WithinArgs {
    /// Give the best solution found within this time (30s, 5m, 500ms), if none is proven to be shortest before
    /// [default: 10s for boards beyond 4x4]
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, conflicts_with = "optimal")]
    within: Option<Duration>,
    /// Insist on a solution that is proven to be shortest, however long it takes
    #[arg(long)]
    optimal: bool,
}

impl WithinArgs {
    pub(crate) fn within(&self) -> Within {
        match self.within {
            Some(time) => Within::Time(time),
            None if self.optimal => Within::Proven,
            None => Within::Usual,
        }
    }
}

/// What searches run on.
#[derive(Args)]
pub(crate) struct DeviceArgs {
    /// What pattern databases are searched on: an NVIDIA card, the processor, or the card where it pays (5x5)
    #[arg(long, default_value = "auto", value_parser = by_name(&DeviceChoice::ALL, DeviceChoice::name))]
    pub(crate) device: DeviceChoice,
}

/// What a search may use up.
#[derive(Args)]
pub(crate) struct LimitArgs {
    /// Stop each search after this time (30s, 5m, 500ms)
    #[arg(long, value_parser = units::parse_time)]
    pub(crate) time: Option<Duration>,
    /// Memory for all searches that run at a time (512M, 4G) [default: half of what is free, at most 8G]
    #[arg(long, value_parser = units::parse_memory)]
    pub(crate) memory: Option<usize>,
    /// Boards to solve at a time, or threads for a single one [default: one a core; for bench 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
}

impl LimitArgs {
    /// The threads asked for, or one for each core.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(cores, usize::from)
    }
}

/// Where tables are kept.
#[derive(Args)]
pub(crate) struct CacheArgs {
    /// The folder with tables [default: taquin in the system's folder for caches]
    #[arg(long, value_name = "DIR", env = "TAQUIN_CACHE", global = true)]
    cache: Option<PathBuf>,
}

impl CacheArgs {
    /// The tables on the disk, if there is a place for them.
    pub(crate) fn store(&self) -> Option<Store> {
        let system = || choose_native_strategy().ok().map(|system| system.cache_dir().join("taquin"));
        self.cache.clone().or_else(system).map(Store::new)
    }

    /// Those tables, and others where there are none.
    pub(crate) fn tables(&self) -> Tables {
        self.store().map_or_else(Tables::default, Tables::of_store)
    }
}

/// The most that an estimate can be multiplied by.
const HEAVIEST: u32 = 1_000_000;

fn weight(text: &str) -> Result<u32, String> {
    let weight = text.trim().parse().ok().filter(|weight| (1..=HEAVIEST).contains(weight));
    weight.ok_or_else(|| format!("expected a whole number from 1 to {}", units::thousands(HEAVIEST.into())))
}

/// Reads one of the library's choices by its name.
pub(super) fn by_name<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|&choice| name(choice)));
    names.map(move |given| all.iter().copied().find(|&choice| name(choice) == given).unwrap_or(all[0]))
}
