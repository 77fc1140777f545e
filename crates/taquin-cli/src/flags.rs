//! Flags that several commands share, and the parsers of their values.

use crate::memory_limit;
use crate::text_file::read_text_file;
use crate::units;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use etcetera::base_strategy::{BaseStrategy, choose_native_strategy};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use taquin::Engines;
use taquin::notation::{BoardFormat, BoardText, InputForm, Style, read_n_i};
use taquin::pdb::{Partition, PdbStore};
use taquin::{
    Algorithm, Board, BoardError, Goal, GoalKind, Heuristic, Metric, MoveOrder, NamedSearch, Optimality,
    OptionError, SearchOptions, Size, Weight,
};
use taquin_gpu::GpuMode;

/// Boards to read.
#[derive(Args)]
pub(crate) struct InputArgs {
    /// Files, boards ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<OsString>,
    /// Input format: header (size, then rows), rows, lines (one board per line), counted (number of boards first), or a
    /// dialect with its goal ('taquin help dialects')
    #[arg(
        long,
        alias = "input-format",
        help_heading = "Input options",
        value_name = "FORMAT",
        default_value = "auto",
        value_parser = input_formats()
    )]
    pub(crate) input: InputFormat,
    /// Size of boards given as a bare list of numbers, such as 3x4
    #[arg(long, help_heading = "Input options", value_name = "RxC")]
    pub(crate) size: Option<Size>,
}

/// A format of boards, or the dialect of a course or judge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum InputFormat {
    Format(BoardFormat),
    Dialect(Style),
    /// The form of the style in which solutions are written, if the text has it.
    Preferred(Style),
}

impl InputFormat {
    pub(crate) const AUTO: Self = Self::Format(BoardFormat::Auto);

    /// Returns the form in which boards are read.
    fn form(self) -> InputForm {
        match self {
            Self::Format(format) => InputForm::Boards(format),
            Self::Dialect(style) | Self::Preferred(style) => {
                style.dialect().map_or(InputForm::Boards(BoardFormat::Auto), |dialect| dialect.input)
            }
        }
    }

    /// Parses boards, and their goal if the text gives it.
    pub(crate) fn read(self, text: String, size: Option<Size>) -> Result<Boards, BoardError> {
        match (self, self.form()) {
            (Self::Preferred(_), form) => read_form(form, text.clone(), size).or_else(|own_error| {
                // A number alone on the first line starts the dialect's form.
                let first = text.trim_start().lines().next().unwrap_or_default().trim();
                let starts_form = first.parse::<u32>().is_ok();
                Self::AUTO.read(text, size).map_err(|error| if starts_form { own_error } else { error })
            }),
            (_, form) => read_form(form, text, size),
        }
    }

    /// Returns the format for solutions in a style: the dialect's own form of boards has to be recognized if it also gives
    /// their goal.
    pub(crate) fn preferring(self, style: Style) -> Self {
        let gives_goal = style.dialect().is_some_and(|dialect| dialect.input == InputForm::NI);
        if self == Self::AUTO && gives_goal { Self::Preferred(style) } else { self }
    }

    /// Returns the dialect, unless it is a format.
    fn style(self) -> Option<Style> {
        if let Self::Dialect(style) = self { Some(style) } else { None }
    }
}

/// Boards of a text.
pub(crate) enum Boards {
    Text(BoardText),
    /// A board with its goal.
    WithGoal(Board, Arc<Goal>),
}

fn read_form(form: InputForm, text: String, size: Option<Size>) -> Result<Boards, BoardError> {
    match form {
        InputForm::Boards(format) => BoardText::read(text, format, size).map(Boards::Text),
        InputForm::NI => read_n_i(&text).map(|(board, goal)| Boards::WithGoal(board, Arc::new(goal))),
    }
}

/// Returns a parser for the input formats and dialects.
pub(crate) fn input_formats() -> impl TypedValueParser<Value = InputFormat> {
    let dialects = || Style::ALL.into_iter().filter(|style| style.dialect().is_some());
    let names = BoardFormat::ALL.into_iter().map(BoardFormat::name).chain(dialects().map(Style::name));
    PossibleValuesParser::new(names).map(move |given| {
        let format = BoardFormat::ALL.into_iter().find(|format| format.name() == given);
        let dialect = || dialects().find(|style| style.name() == given).map(InputFormat::Dialect);
        format.map(InputFormat::Format).or_else(dialect).unwrap_or(InputFormat::AUTO)
    })
}

#[derive(Args)]
pub(crate) struct GoalArgs {
    /// Goal: blank-last, blank-first, ring (3x3), snail, a board, or a file with a board [default: that
    /// of the dialect, or blank-last]
    #[arg(long)]
    goal: Option<OsString>,
}

impl GoalArgs {
    /// Returns whether `--goal` is given.
    pub(crate) fn is_given(&self) -> bool {
        self.goal.is_some()
    }

    /// Returns the goal for boards of an input, by default that of its dialect.
    pub(crate) fn kind_of(&self, input: &InputArgs) -> Result<GoalKind, String> {
        self.kind_for(Style::default(), input)
    }

    /// Returns the goal. `size` is the shape of a goal given as a bare list of numbers.
    pub(crate) fn kind(&self, size: Option<Size>) -> Result<GoalKind, String> {
        let Some(given) = &self.goal else { return Ok(GoalKind::default()) };
        let shown = given.to_string_lossy();
        if Path::new(given).is_file() {
            let text = read_text_file(given).map_err(|error| format!("--goal {shown}: {error}"))?;
            return GoalKind::read(&text, size)
                .map_err(|error| format!("--goal {shown}: {}", indent(&error.to_string())));
        }
        GoalKind::read(&shown, size).map_err(|error| format!("--goal: {}", indent(&error.to_string())))
    }

    /// Returns the goal, by default that of the dialect of the input, or else of the output style.
    pub(crate) fn kind_for(&self, style: Style, input: &InputArgs) -> Result<GoalKind, String> {
        if self.is_given() && input.input.form() == InputForm::NI {
            return Err("--input n-i gives the goal with each board: remove --goal".to_owned());
        }
        let dialect = input.input.style().unwrap_or(style).dialect();
        match (&self.goal, dialect) {
            (None, Some(dialect)) => Ok(dialect.goal.clone()),
            _ => self.kind(input.size),
        }
    }
}

/// Indents the lines of a message after the first.
fn indent(message: &str) -> String {
    message.replace('\n', "\n        ")
}

/// Flatten this last: clap applies the help headings to all arguments that follow.
#[derive(Args)]
#[command(next_help_heading = "Search options")]
pub(crate) struct SearchArgs {
    /// Search algorithm [default: auto, or astar with --heuristic or --weight]
    #[arg(long, short, value_parser = algorithms(&Algorithm::ALL))]
    pub(crate) algorithm: Option<Algorithm>,
    /// Heuristic to use [default: the algorithm's own; pattern databases for ida]
    #[arg(long, value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Option<Heuristic>,
    /// Use weighted A*: faster; the solution is at most W times as long as a shortest one
    #[arg(long, value_name = "W")]
    pub(crate) weight: Option<Weight>,
    #[command(flatten)]
    pub(crate) metric: MetricArgs,
    #[command(flatten)]
    pub(crate) uninformed: UninformedArgs,
    /// Use the pattern databases of this partition, such as 15:7-8 [default: the largest available]
    #[arg(long)]
    pub(crate) partition: Option<Partition>,
    /// Print the search plan of each board: algorithms and pattern databases
    #[arg(long, short)]
    pub(crate) verbose: bool,
    #[command(flatten)]
    pub(crate) gpu: GpuArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// The way to count moves.
#[derive(Args)]
pub(crate) struct MetricArgs {
    /// Count each tile that slides (single), or a line of tiles that slide together as one move (multi)
    #[arg(long, default_value = "single", value_parser = metrics())]
    pub(crate) metric: Metric,
}

/// Options of the uninformed searches.
#[derive(Args)]
pub(crate) struct UninformedArgs {
    /// Order in which bfs, dfs, ids and ucs move the blank [default: UDLR]
    #[arg(long, value_name = "UDLR")]
    pub(crate) order: Option<MoveOrder>,
    /// Maximum depth of bfs, dfs, ids and ucs
    #[arg(long, value_name = "MOVES")]
    pub(crate) depth_limit: Option<u32>,
}

/// Options of a search that is traced or drawn.
#[derive(Args)]
pub(crate) struct TracedSearchArgs {
    /// Heuristic to use [default: manhattan]
    #[arg(long, value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    heuristic: Option<Heuristic>,
    #[command(flatten)]
    pub(crate) uninformed: UninformedArgs,
}

impl TracedSearchArgs {
    /// Returns the search by an algorithm. IDA* is traced with a heuristic.
    pub(crate) fn search(&self, algorithm: Algorithm) -> Result<NamedSearch, OptionError> {
        let default = algorithm.uses_heuristic().then(Heuristic::default);
        let options = SearchOptions {
            algorithm: Some(algorithm),
            heuristic: self.heuristic.or(default),
            order: self.uninformed.order,
            depth_limit: self.uninformed.depth_limit,
            ..SearchOptions::default()
        };
        let heuristic = options.heuristic.unwrap_or_default();
        options
            .request()
            .map(|request| request.search().unwrap_or(NamedSearch::Informed { algorithm, heuristic }))
    }
}

#[derive(Args)]
pub(crate) struct OptimalityArgs {
    /// Return the best solution found within this time (30s, 5m, 500ms) [default: 10s beyond 4x4]
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, conflicts_with = "optimal")]
    within: Option<Duration>,
    /// Search until the solution is proven to be shortest
    #[arg(long)]
    optimal: bool,
}

impl OptimalityArgs {
    pub(crate) fn get(&self) -> Optimality {
        match self.within {
            Some(time) => Optimality::Within(time),
            None if self.optimal => Optimality::Shortest,
            None => Optimality::Practical,
        }
    }
}

#[derive(Args)]
pub(crate) struct GpuArgs {
    /// Search with pattern databases on an NVIDIA GPU; auto uses it where it is faster
    #[arg(long, value_name = "WHEN", default_value = "auto", value_parser = by_name(&GpuMode::ALL, GpuMode::name))]
    pub(crate) gpu: GpuMode,
    #[arg(long, hide = true, value_parser = replaced("--gpu auto, always or never"))]
    device: Option<Replaced>,
}

/// Flatten this last: clap applies the help heading to all arguments that follow.
#[derive(Args)]
#[command(next_help_heading = "Limits")]
pub(crate) struct LimitArgs {
    /// Stop each search after this time (30s, 5m, 500ms)
    #[arg(long, value_parser = units::parse_time)]
    pub(crate) time: Option<Duration>,
    /// Maximum memory, the program itself included (512M, 4G) [default: half of free memory, at most 8G]
    #[arg(long, value_parser = memory_limit::parse)]
    pub(crate) memory: Option<usize>,
    /// Number of threads: one board each, or all for a single board [default: one per core, 1 for bench]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

impl LimitArgs {
    /// Returns the number of threads, by default one per core; fewer if the system has no room for them.
    pub(crate) fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        memory_limit::affordable_threads(self.threads.map_or_else(cores, usize::from))
    }
}

#[derive(Args)]
pub(crate) struct CacheArgs {
    /// Directory of pattern databases [default: taquin in the user's cache directory]
    #[arg(long, value_name = "DIR", env = "TAQUIN_CACHE", global = true)]
    cache: Option<OsString>,
}

impl CacheArgs {
    /// Returns the store of pattern databases on disk, or `None` without a cache directory.
    pub(crate) fn store(&self) -> Option<PdbStore> {
        let default = || choose_native_strategy().ok().map(|system| system.cache_dir().join("taquin"));
        // An empty TAQUIN_CACHE is like none.
        let given = self.cache.clone().filter(|directory| !directory.is_empty()).map(PathBuf::from);
        given.or_else(default).map(PdbStore::new)
    }

    /// Returns pattern databases that are loaded from the store where it has them.
    pub(crate) fn engines(&self) -> Engines {
        self.store().map_or_else(Engines::default, Engines::with_store)
    }
}

/// Stands for the value of an option that has been replaced, which has none.
#[derive(Clone, Debug)]
pub(crate) enum Replaced {}

/// Returns a parser for an option that has been replaced: using it is an error that names the new one.
pub(crate) fn replaced(by: &'static str) -> impl Fn(&str) -> Result<Replaced, String> + Clone {
    move |_| Err(format!("this option has been replaced by {by}"))
}

/// Returns a parser for one of the algorithms.
pub(crate) fn algorithms(all: &'static [Algorithm]) -> impl TypedValueParser<Value = Algorithm> {
    let value = |algorithm: &Algorithm| {
        let value = PossibleValue::new(algorithm.name());
        match algorithm {
            // Its earlier name.
            Algorithm::UniformCost => value.alias("uniform"),
            // Its name in ColumbiaX's course.
            Algorithm::AStar => value.alias("ast"),
            _ => value,
        }
    };
    let names = PossibleValuesParser::new(all.iter().map(value));
    names.try_map(|given| given.parse::<Algorithm>())
}

/// Returns a parser for the metrics, also by the abbreviations of speed-solvers.
pub(crate) fn metrics() -> impl TypedValueParser<Value = Metric> {
    let value = |metric: Metric| {
        let abbreviation = if metric == Metric::Single { "stm" } else { "mtm" };
        PossibleValue::new(metric.name()).alias(abbreviation)
    };
    PossibleValuesParser::new(Metric::ALL.map(value)).try_map(|given| given.parse::<Metric>())
}

/// Returns a parser for one of the values, by name.
pub(crate) fn by_name<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|&value| name(value)));
    names.map(move |given| all.iter().copied().find(|&value| name(value) == given).unwrap_or(all[0]))
}
