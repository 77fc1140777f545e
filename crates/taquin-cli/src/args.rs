//! The command line.

use crate::batch::Lines;
use crate::bench::Numbers;
use crate::compare::{Layout, Preset};
use crate::device::DeviceChoice;
use crate::grade::Set;
use crate::serve::Log;
use crate::tree::Form;
use crate::units;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;
use taquin::compare::Guide;
use taquin::notation::{Format, Style, read_boards};
use taquin::search::OpenKind;
use taquin::{Algorithm, BoardError, GoalError, GoalKind, Heuristic, Partition, Size, Store};

/// Sliding-tile puzzles, solved with the fewest moves
#[derive(Parser)]
#[command(
    version,
    about,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 solved, 1 unsolvable, 2 bad input or usage, 3 stopped by a limit or Ctrl-C.
With several boards: 2 if any input was bad, else 3 if any was stopped, else 1 if any is unsolvable."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve boards and write their solutions
    #[command(after_help = "\
Examples:
  taquin solve puzzles/4x4-40.txt
  taquin solve \"8 1 3/4 0 2/7 6 5\" --style moves
  taquin solve board.txt --style iowa                 (both heuristics, ring or snail goal)
  taquin solve board.txt --style classic              (with the number of states enqueued)
  taquin solve big.txt --within 1m                    (the best that can be found in a minute)
  taquin solve 5x5.txt --optimal                      (proven to be shortest, however long it takes)
  taquin solve big.txt --weight 5                     (quick, at most 5 times as long as the shortest)
  taquin solve board.txt --all --style moves          (every shortest solution, one a line)
  taquin solve board.txt --count                      (how many there are)
  taquin random 3x3 --count 10 | taquin solve --style json")]
    Solve(SolveArgs),
    /// Solve boards by the million, each with the fewest moves, a line each
    #[command(after_help = "\
Examples:
  taquin batch --random 4x4 --count 1000000 --seed 7 > lines.tsv
  taquin batch boards.txt --lines json
  taquin batch --random 4x4 --count 1000 --device cpu")]
    Batch(BatchArgs),
    /// Print the fewest moves of each board, -1 for unsolvable ones
    #[command(after_help = "\
Examples:
  taquin check puzzles/*.txt
  taquin check --stats --time 10s puzzles/*.txt")]
    Check(CheckArgs),
    /// Tell about boards: solvable or not and why, distances, neighbours, twin, how it is solved
    #[command(after_help = "\
Examples:
  taquin info \"8 1 3/4 0 2/7 6 5\"
  taquin info --goal ring board.txt")]
    Info(InfoArgs),
    /// Make random boards
    #[command(after_help = "\
Boards at an exact number of moves are drawn uniformly from all of them: up to 12 cells, near the goal
of any size, and, on 4x4, at numbers of moves that many boards take. Others come from random walks. It
says which.

Examples:
  taquin random 4x4                     uniformly among all solvable boards
  taquin random 3x3 --moves 31          one of the two hardest boards
  taquin random 3x4 --count 5 --seed 1 --one-line
  taquin random 4x4 --unsolvable")]
    Random(RandomArgs),
    /// Measure how many nodes and how much time boards take
    #[command(after_help = "\
Suites:
  korf-15       100 random 15-puzzles (Korf 1985)
  korf-24       50 random 24-puzzles (Korf and Felner 2002); each takes long
  antipodes     the 17 15-puzzles that take 80 moves, the most there are
  random RxC    random boards that can be solved (--count, --seed, --goal)
  sizes         random boards of 6x6 to 127x127, each within the same time (--within, --count, --seed)
  FILE...       the boards in files (--goal, --format, --size)
Korf's boards are for the goal blank-first, the antipodes for blank-last.

No time includes the building of tables: first, a board is searched for a moment, unmeasured.
Two runs with the same fingerprint found as many moves and made as many nodes for every board.
There is a fingerprint if each board was searched to its end by one thread.

Examples:
  taquin bench korf-15
  taquin bench korf-15 --only 1-10,38 --threads 4     (each board by four threads)
  taquin bench korf-15 --batch --threads 4            (four boards at a time)
  taquin bench antipodes --repeat 1
  taquin bench sizes --within 10s --threads 2         (moves as multiples of the Manhattan distance)
  taquin bench random 3x4 --count 50 --seed 7 --json
  taquin bench boards.txt --goal snail --algorithm iowa-heap --time 10s")]
    Bench(BenchArgs),
    /// Run several searches on the same boards, and show what each of them takes
    #[command(after_help = "\
Every algorithm is run with every heuristic on every board, one run after the other on one thread.
A run that reaches its limits is an entry like the others: 'over 30 s', 'out of memory'. A method
is not run on boards of a size that it has no estimate for: 'not for this size'.

Columns:
  moves        of the solution; * not proven to be shortest, ≥ stopped, and that much is proven
  nodes        generated, and of these expanded
  branching    the b with b + b^2 + ... + b^moves = nodes
  start error  the moves that the board takes, less the heuristic's estimate
  mean error   the same, on average over the boards of the solution but the goal

Presets make their own boards, the same every time:
  cos226       Princeton's table: its A* on boards of 28 to 42 moves, Hamming against Manhattan
  heuristics   the nodes of A* with each heuristic on 4x4 boards of 20 to 44 moves

Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzles/4x4-*.txt --algorithms astar,ida --heuristics all --time 10s
  taquin compare board.txt --algorithms ida --heuristics manhattan,tables
  taquin compare board.txt --algorithms astar --heuristics manhattan --weights 1,2,3,5,10 --chart weights.svg
  taquin compare --preset cos226
  taquin compare --preset heuristics --format markdown --chart heuristics.svg")]
    Compare(CompareArgs),
    /// Count all boards of a size by the moves they take, and show the hardest
    #[command(after_help = "\
For boards of up to 12 cells. 3x4 and 2x6 have 239,500,800 boards and take seconds and 180 MB.

Examples:
  taquin census 3x3
  taquin census 3x3 --goal ring
  taquin census 3x4 --json
  taquin census 2x5 --csv > counts.csv")]
    Census(CensusArgs),
    /// Run somebody's solver on boards and judge what it prints
    #[command(after_help = "\
The program comes after --. {} in its arguments is the path of a file with the board: its size, then
its rows. Without {} it gets the board on standard input.

It may print its solution in the style of any course: all boards from the first to the goal, with or
without their sizes and the number of moves; moves as letters (ULDR, R2U2) or words, of the tiles or of
the blank; the numbers of the tiles that slide; or JSON such as 'taquin solve --style json' writes. For
boards that can't be solved it says so (No solution possible, Unsolvable, -1).

Each program is killed with all that it has started when its time is over, when it uses too much memory
(on Linux; elsewhere memory is not limited), or when it prints more than 64 MiB.

Exit codes: 0 all right, 1 something is wrong, 2 bad input or usage, 3 stopped by Ctrl-C or a limit.

Examples:
  taquin grade -- java -cp algs4.jar:. Solver {}
  taquin grade --set 4x4 --time 30s -- python3 solver.py {}
  taquin grade --goal ring -- ./solver                (the board on standard input)
  taquin grade puzzles/3x3-20.txt -- ./solver {}
  taquin grade --junit report.xml -- ./solver {}      (for build servers that read JUnit's files)")]
    Grade(GradeArgs),
    /// Show boards in a browser: play, solve, watch A* think, compare searches
    #[command(after_help = "\
The page is for a browser on this machine, unless --listen says otherwise; docs/serving.md tells how to
run it for others. Without --listen and --port it takes port 8015, or the next that is free. Tables that
are on the disk when it starts are used, and never changed.

Examples:
  taquin serve
  taquin serve --port 9000 --no-open
  taquin serve --listen 0.0.0.0:8015 --threads 4 --memory 512M --log info")]
    Serve(ServeArgs),
    /// Keep pattern databases on the disk: larger ones make hard boards much faster
    #[command(after_help = "\
Tables are named by their puzzle and the sizes of their parts. Those in the catalogue:
  15:7-8        for 4x4 boards, 187 MiB; built in seconds, hard boards ten times as fast
  24:6-6-6-6    for 5x5 boards, 92 MiB
  15:6-6-3      for 4x4 boards; part of the program, nothing to build
Others are named by their sizes too, or by their tiles in the goal that has them in order with
the blank first (or, after an @, at another cell, counted from 0), such as
  15:5-5-5      3x4:1.2.4.5.8.9-3.6.7.10.11      8@4:4-4

A search uses the largest tables at hand. The folder is --cache, or TAQUIN_CACHE, or the system's.

Examples:
  taquin tables list
  taquin tables build 15:7-8
  taquin tables verify
  taquin tables remove 15:7-8")]
    Tables(TablesArgs),
    /// Show A* step by step: what its queue holds before each node comes off
    #[command(after_help = "\
Each column is a node of the queue, the first one to come off on the left. Of equal priorities the
smaller estimate comes first, and then the newest node.

Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\"
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic hamming --queue 4
  taquin trace \"1 2 3/4 5 6/8 7 0\" --both               (board and twin in lockstep)
  taquin trace \"8 1 3/4 0 2/7 6 5\" --algorithm ida --steps 50
  taquin trace board.txt --json                          (an object a step)")]
    Trace(TraceArgs),
    /// Draw the tree that A* grows: boards processed, boards in the queue, boards left out
    #[command(after_help = "\
In text, each line is a node below the one that it was reached from: the move, the board, and moves +
estimate = priority; then *N if it came off the queue in step N, ! if it is the goal, and x if it was
left out because it takes the last move back (--pruned).

Examples:
  taquin tree \"0 1 3/4 2 5/7 8 6\"
  taquin tree \"0 1 3/4 2 5/7 8 6\" --steps 5 --pruned
  taquin tree \"0 1 3/4 2 5/7 8 6\" --format svg --output tree.svg
  taquin tree board.txt --format dot | dot -Tpng > tree.png")]
    Tree(TreeArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  taquin completions bash > ~/.local/share/bash-completion/completions/taquin"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  taquin man | man -l -")]
    Man,
}

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
    goal: Option<String>,
}

impl GoalArgs {
    /// Whether one was asked for.
    pub(crate) fn is_given(&self) -> bool {
        self.goal.is_some()
    }

    /// The goal asked for, or what is wrong with it. The size settles the shape of a bare list of numbers.
    pub(crate) fn kind(&self, size: Option<Size>) -> Result<GoalKind, String> {
        let Some(given) = &self.goal else { return Ok(GoalKind::default()) };
        if Path::new(given).is_file() {
            let text = std::fs::read_to_string(given).map_err(|e| format!("the goal {given}: {e}"))?;
            let goal = text.parse().map_err(|e: BoardError| format!("the goal {given}: {e}"))?;
            return Ok(GoalKind::Explicit(goal));
        }
        given.parse().or_else(|error: GoalError| {
            let boards = read_boards(given, Format::Auto, size).ok().filter(|boards| boards.len() == 1);
            boards
                .and_then(|mut boards| boards.pop())
                .map(GoalKind::Explicit)
                .ok_or_else(|| error.to_string())
        })
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
    #[arg(long, short, value_parser = by_name(&ALGORITHMS, Algorithm::name))]
    pub(crate) algorithm: Option<Algorithm>,
    /// The estimate that guides it (without one, ida uses pattern databases)
    #[arg(long, value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Option<Heuristic>,
    /// Multiply A*'s estimate: the answer comes sooner and is at most so many times as long as the shortest
    #[arg(long, value_name = "W", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
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
        let folder = self.cache.clone().or_else(|| dirs::cache_dir().map(|caches| caches.join("taquin")));
        folder.map(Store::new)
    }
}

#[derive(Args)]
pub(crate) struct TablesArgs {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Show what is there, and what could be
    List,
    /// Build tables, unless they are there and right
    Build {
        /// Which, such as 15:7-8
        #[arg(required = true, value_name = "TABLES")]
        partitions: Vec<Partition>,
        /// The most memory to use [default: half of what is free, at most 8G]
        #[arg(long, value_parser = units::parse_memory)]
        memory: Option<usize>,
    },
    /// Go through tables and their checksums: all of them, if none are named
    Verify {
        /// Which
        #[arg(value_name = "TABLES")]
        partitions: Vec<Partition>,
    },
    /// Remove tables
    Remove {
        /// Which
        #[arg(required = true, value_name = "TABLES")]
        partitions: Vec<Partition>,
    },
}

#[derive(Args)]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// How to write solutions. classic uses --algorithm princeton, iowa uses iowa-bucket and the ring (or snail) goal, unless told
    /// otherwise
    #[arg(long, short, default_value = "princeton", value_parser = by_name(&Style::ALL, Style::name))]
    pub(crate) style: Style,
    /// Every shortest solution instead of one (boards of up to 25 cells)
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: the first N of them
    #[arg(long, value_name = "N", requires = "all")]
    pub(crate) limit: Option<usize>,
    /// Only tell how many shortest solutions there are
    #[arg(long, conflicts_with = "all")]
    pub(crate) count: bool,
    /// Give the best solution found within this time (30s, 5m, 500ms), if none is proven to be shortest before
    /// [default: 10s for boards beyond 4x4]
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, conflicts_with_all = ["optimal", "all", "count"])]
    pub(crate) within: Option<Duration>,
    /// Insist on a solution that is proven to be shortest, however long it takes
    #[arg(long)]
    pub(crate) optimal: bool,
    /// Only prove that no solution is shorter than this (boards of up to 25 cells)
    #[arg(long, value_name = "MOVES", conflicts_with_all = ["within", "all", "count", "optimal", "algorithm", "heuristic", "weight"])]
    pub(crate) at_least: Option<u32>,
    /// With --at-least on a card: a file that the proof is written to every few seconds, and goes on from if it is there
    #[arg(long, value_name = "FILE", requires = "at_least")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Write runs of moves as R2U2 (with --style moves or json)
    #[arg(long)]
    pub(crate) run_length: bool,
    /// Name the blank's motion instead of the tile's (with --style moves or json)
    #[arg(long)]
    pub(crate) blank_moves: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
pub(crate) struct BatchArgs {
    /// Files of boards, all of one size, or - for standard input
    #[arg(value_name = "FILE", conflicts_with = "random", required_unless_present = "random")]
    pub(crate) files: Vec<OsString>,
    /// Random boards of a size, each as likely as any other
    #[arg(long, value_name = "RxC")]
    pub(crate) random: Option<Size>,
    /// How many random boards
    #[arg(long, short = 'n', value_name = "N", default_value_t = 1000)]
    pub(crate) count: u64,
    /// A number that decides the random boards; the same as for 'taquin random'
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// What a line is: the board, its moves and their number with tabs between them, or a JSON object
    #[arg(long, default_value = "tsv", value_parser = by_name(&Lines::ALL, Lines::name))]
    pub(crate) lines: Lines,
    /// The size of boards in files that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) device: DeviceArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

#[derive(Args)]
pub(crate) struct CheckArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Add the time, the nodes generated and the memory of each
    #[arg(long)]
    pub(crate) stats: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct RandomArgs {
    /// The size, such as 4x4 or 3x5
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    /// How many boards
    #[arg(long, short = 'n', default_value_t = 1, value_name = "N")]
    pub(crate) count: u64,
    /// A number that decides the boards; the same one gives the same boards
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// Boards that can't be solved
    #[arg(long, conflicts_with = "moves")]
    pub(crate) unsolvable: bool,
    /// Boards whose shortest solution has exactly this many moves
    #[arg(long, value_name = "K")]
    pub(crate) moves: Option<u32>,
    /// A board a line
    #[arg(long)]
    pub(crate) one_line: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Give up on --moves after this time a board
    #[arg(long, default_value = "60s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
}

#[derive(Args)]
pub(crate) struct BenchArgs {
    /// korf-15, korf-24, antipodes, random and a size, sizes, gpu (everything a card should do), or files of boards
    #[arg(value_name = "SUITE", required = true)]
    pub(crate) suite: Vec<OsString>,
    /// Solve each board so many times; the median time counts
    #[arg(long, default_value_t = 3, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// Be content with the best solution found within this time, as in 'taquin solve' [default for sizes: 5s]
    #[arg(long, value_name = "TIME", value_parser = units::parse_time, conflicts_with_all = ["algorithm", "heuristic", "weight"])]
    pub(crate) within: Option<Duration>,
    /// Solve several boards at a time, a thread each, and tell the time that all of them take
    #[arg(long)]
    pub(crate) batch: bool,
    /// Only the boards with these numbers, such as 38,40,25 or 1-10
    #[arg(long, value_name = "IDS")]
    pub(crate) only: Option<Numbers>,
    /// How many random boards [default: 10]
    #[arg(long, short = 'n', value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) count: Option<u32>,
    /// A number that decides the random boards; the same as for 'taquin random' [default: 1]
    #[arg(long)]
    pub(crate) seed: Option<u64>,
    /// With gpu: draw the nodes a second over the time, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The form of the boards in files: the size then the rows, rows alone, or a board a line
    #[arg(long, default_value = "auto", value_parser = by_name(&Format::ALL, Format::name))]
    pub(crate) format: Format,
    /// The size of boards in files that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

#[derive(Args)]
pub(crate) struct CompareArgs {
    /// Files, boards ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) boards: Vec<OsString>,
    /// The searches, with commas between them [default: princeton,astar,ida]
    #[arg(long, short, value_name = "NAMES", value_delimiter = ',', value_parser = by_name(&ALGORITHMS, Algorithm::name))]
    pub(crate) algorithms: Vec<Algorithm>,
    /// The estimates for each of them; tables are ida's alone [default: hamming,manhattan]
    #[arg(long, value_name = "NAMES", value_delimiter = ',', value_parser = by_name(&Guide::ALL, Guide::name))]
    pub(crate) heuristics: Vec<Guide>,
    /// Add A* with its estimate multiplied by each of these, such as 1,2,3,5,10
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) weights: Vec<u32>,
    /// A comparison with boards of its own
    #[arg(
        long,
        value_parser = by_name(&Preset::ALL, Preset::name),
        conflicts_with_all = ["boards", "weights", "size", "goal"]
    )]
    pub(crate) preset: Option<Preset>,
    /// How to write the table; csv and json have an entry a run
    #[arg(long, default_value = "table", value_parser = by_name(&Layout::ALL, Layout::name))]
    pub(crate) format: Layout,
    /// Draw nodes and seconds by board, or nodes and moves by weight, into an SVG file
    #[arg(long, value_name = "FILE")]
    pub(crate) chart: Option<PathBuf>,
    /// The size of boards that are given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Stop each run after this time (30s, 5m, 500ms)
    #[arg(long, default_value = "30s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// The most memory for each run (512M, 4G) [default: half of what is free, at most 8G]
    #[arg(long, value_parser = units::parse_memory)]
    pub(crate) memory: Option<usize>,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct ServeArgs {
    /// Where to listen, such as 0.0.0.0:8015 for all who can reach this machine
    #[arg(long, value_name = "ADDR:PORT", conflicts_with = "port")]
    pub(crate) listen: Option<SocketAddr>,
    /// The port on this machine, 0 for any [default: 8015, or the next that is free]
    #[arg(long, value_name = "N")]
    pub(crate) port: Option<u16>,
    /// Do not open the page in a browser
    #[arg(long)]
    pub(crate) no_open: bool,
    /// Quick searches to run at a time, and as many long ones [default: one a core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// The most memory for each search (512M, 4G)
    #[arg(long, default_value = "256M", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// What to log on standard error; info is a line a request
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = by_name(&Log::ALL, Log::name))]
    pub(crate) log: Log,
    #[command(flatten)]
    pub(crate) cache: CacheArgs,
}

#[derive(Args)]
pub(crate) struct CensusArgs {
    /// The size, such as 3x3 or 2x5
    #[arg(value_name = "RxC")]
    pub(crate) size: Size,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// Write JSON, with all of the hardest boards
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the counts alone, as comma-separated values
    #[arg(long, conflicts_with = "json")]
    pub(crate) csv: bool,
    /// Stop after this time (30s, 5m, 500ms)
    #[arg(long, value_parser = units::parse_time)]
    pub(crate) time: Option<Duration>,
    /// The most memory to use [default: half of what is free, at most 8G]
    #[arg(long, value_parser = units::parse_memory)]
    pub(crate) memory: Option<usize>,
}

#[derive(Args)]
pub(crate) struct TraceArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// The search to show
    #[arg(long, short, default_value = "princeton", value_parser = by_name(&TRACED, Algorithm::name))]
    pub(crate) algorithm: Algorithm,
    /// The estimate that guides it
    #[arg(long, default_value = "manhattan", value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Heuristic,
    /// Show so many steps, if it is not solved before [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: Option<u32>,
    /// Show so many nodes of the queue
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) queue: u32,
    /// Search the board and its twin in lockstep, and show both queues
    #[arg(long)]
    pub(crate) both: bool,
    /// Write a JSON object a step
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

#[derive(Args)]
pub(crate) struct TreeArgs {
    /// A file, a board ("1 2 3/4 5 6/7 8 0"), or - for standard input
    #[arg(value_name = "BOARD")]
    pub(crate) board: Option<OsString>,
    /// The size of a board that is given as a bare list of numbers, such as 3x4
    #[arg(long, value_name = "RxC")]
    pub(crate) size: Option<Size>,
    /// The tree after so many nodes came off the queue
    #[arg(long, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) steps: u32,
    /// How to write it: as text, as a picture, or for Graphviz
    #[arg(long, default_value = "text", value_parser = by_name(&Form::ALL, Form::name))]
    pub(crate) format: Form,
    /// The file to write to, instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Show the boards left out by the critical optimization too, struck out
    #[arg(long)]
    pub(crate) pruned: bool,
    /// The estimate that guides the search
    #[arg(long, default_value = "manhattan", value_parser = by_name(&Heuristic::ALL, Heuristic::name))]
    pub(crate) heuristic: Heuristic,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
}

/// The searches that can be shown step by step.
const TRACED: [Algorithm; 2] = [Algorithm::Princeton, Algorithm::IdaStar];

#[derive(Args)]
pub(crate) struct GradeArgs {
    #[command(flatten)]
    pub(crate) input: InputArgs,
    /// Boards to grade on, if none are given: 20 of 3x3 up to the hardest and 3 that can't be solved, or 10 of 4x4 with 10 to
    /// 40 moves and 2 that can't be solved [default: 3x3]
    #[arg(long, conflicts_with = "boards", value_parser = by_name(&Set::ALL, Set::name))]
    pub(crate) set: Option<Set>,
    /// How many boards of the set that can be solved
    #[arg(long, short = 'n', value_name = "N", conflicts_with = "boards",
        value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) count: Option<u32>,
    /// A number that decides the boards of the set
    #[arg(long, default_value_t = 1, conflicts_with = "boards")]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) goal: GoalArgs,
    /// The time for each board (30s, 5m, 500ms)
    #[arg(long, default_value = "10s", value_parser = units::parse_time)]
    pub(crate) time: Duration,
    /// The memory that the program and all it starts may use (512M, 4G); on Linux only
    #[arg(long, default_value = "1G", value_parser = units::parse_memory)]
    pub(crate) memory: usize,
    /// Write one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Also write a report that build servers read
    #[arg(long, value_name = "FILE")]
    pub(crate) junit: Option<PathBuf>,
    /// The solver and its arguments; {} is the board's file
    #[arg(last = true, required = true, value_name = "PROGRAM")]
    pub(crate) program: Vec<OsString>,
}

const ALGORITHMS: [Algorithm; 10] = [
    Algorithm::Auto,
    Algorithm::IdaStar,
    Algorithm::AStar,
    Algorithm::Bidirectional,
    Algorithm::Greedy,
    Algorithm::UniformCost,
    Algorithm::Princeton,
    Algorithm::Iowa(OpenKind::List),
    Algorithm::Iowa(OpenKind::Heap),
    Algorithm::Iowa(OpenKind::Bucket),
];

/// Reads one of the library's choices by its name.
fn by_name<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let names = PossibleValuesParser::new(all.iter().map(|&choice| name(choice)));
    names.map(move |given| all.iter().copied().find(|&choice| name(choice) == given).unwrap_or(all[0]))
}
