//! The results of a suite as a table, as CSV or as JSON. CSV and JSON have the same [`FIELDS`] for each
//! board.

use super::suite::{Suite, SuiteBoard};
use super::{BenchArgs, DEFAULT_REPEAT, SearchResult, WarmUp};
use crate::csv;
use crate::json::write_json;
use crate::searches::Searches;
use crate::units;
use clap::ValueEnum;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::env::consts::{ARCH, OS};
use std::io::{self, Write};
use std::time::Duration;
use taquin::{Heuristic, Outcome, Weight};
use taquin_gpu::GpuMode;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum BenchFormat {
    Text,
    Json,
    Csv,
}

/// The configuration that was measured.
#[derive(Serialize)]
pub(super) struct Configuration {
    suite: String,
    version: &'static str,
    os: &'static str,
    arch: &'static str,
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<Weight>,
    /// `None` for searches without a heuristic.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    goal: String,
    /// `None` for searches without pattern databases.
    tables: Option<String>,
    /// The node limit of the A* search that precedes IDA*, if there is one.
    #[serde(skip)]
    a_star_nodes: Option<u64>,
    gpu: &'static str,
    threads: usize,
    batch: bool,
    repeat: u32,
    /// The time limit of an anytime search, in seconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<f64>,
    /// True if node counts are the same in every run.
    #[serde(skip)]
    is_deterministic: bool,
    #[serde(skip)]
    format: BenchFormat,
}

impl Configuration {
    pub(super) fn new(suite: &Suite, plan: &Searches, args: &BenchArgs, warm_up: &WarmUp) -> Self {
        let request = &plan.requests[0];
        let is_on_cpu = plan.gpu == GpuMode::Never;
        Self {
            suite: suite.name.clone(),
            version: env!("CARGO_PKG_VERSION"),
            os: OS,
            arch: ARCH,
            algorithm: request.algorithm().to_string(),
            weight: request.algorithm().weight(),
            heuristic: request.heuristic().map(Heuristic::name),
            goal: suite.goal.to_string(),
            tables: (!warm_up.tables.is_empty()).then(|| warm_up.tables.join(", ")),
            a_star_nodes: warm_up.a_star_nodes,
            gpu: plan.gpu.name(),
            threads: args.search.limits.threads.map_or(1, usize::from),
            batch: args.batch,
            repeat: args.repeat.unwrap_or(DEFAULT_REPEAT),
            within: args.within.map(|time| time.as_secs_f64()),
            is_deterministic: plan.threads_per_board == 1 && is_on_cpu && args.within.is_none(),
            format: args.format,
        }
    }

    fn write_text(&self, out: &mut impl Write) -> io::Result<()> {
        let Self { suite, version, os, arch, goal, .. } = self;
        writeln!(out, "{suite}: taquin {version}, {}, {os} {arch}", self.options())?;
        if let Some(tables) = &self.tables {
            if let Some(nodes) = self.a_star_nodes {
                write!(out, "A* up to {} nodes, then ", units::thousands(nodes))?;
            }
            write!(out, "tables {tables}, ")?;
        }
        writeln!(out, "goal {goal}\n")
    }

    /// Returns the command-line options that reproduce the configuration.
    fn options(&self) -> String {
        let search = match self.weight {
            Some(weight) => format!("--weight {weight}"),
            None => format!("--algorithm {}", self.algorithm),
        };
        let options = [
            Some(search),
            self.heuristic.map(|name| format!("--heuristic {name}")),
            self.within.map(|seconds| format!("--within {seconds}s")),
            (self.gpu == GpuMode::Always.name()).then(|| "--gpu always".to_owned()),
            Some(format!("--threads {}", self.threads)),
            self.batch.then(|| "--batch".to_owned()),
            Some(format!("--repeat {}", self.repeat)),
        ];
        options.into_iter().flatten().collect::<Vec<_>>().join(" ")
    }

    /// Returns the headings and widths of the table columns.
    fn columns(&self) -> &'static [(&'static str, usize)] {
        if self.within.is_some() {
            &[("board", 5), ("moves", 12), ("lower bound", 12), ("time", 11)]
        } else {
            &[("board", 5), ("moves", 12), ("nodes", 17), ("time", 11), ("nodes/s", 14)]
        }
    }

    fn write_table_row(&self, cells: &[impl std::fmt::Display], out: &mut impl Write) -> io::Result<()> {
        let pad = |((_, width), cell): (&(&str, usize), &_)| format!("{cell:>width$}");
        let padded: Vec<String> = self.columns().iter().zip(cells).map(pad).collect();
        writeln!(out, "{}", padded.join("  "))
    }
}

/// The result for one board.
struct BoardResult {
    number: usize,
    name: String,
    board: String,
    published: Option<u32>,
    status: &'static str,
    moves: Option<u64>,
    /// The proven lower bound; `None` for unsolvable boards.
    lower_bound: Option<u32>,
    /// `None` for anytime searches, where the counts vary and do not measure the effort.
    nodes: Option<u64>,
    expanded: Option<u64>,
    /// `None` for boards of a batch.
    time: Option<Duration>,
    tables: Option<String>,
}

/// The fields of a board in CSV and JSON.
const FIELDS: [Field; 12] = [
    ("number", |result| json!(result.number)),
    ("name", |result| json!(result.name)),
    ("board", |result| json!(result.board)),
    ("status", |result| json!(result.status)),
    ("moves", |result| json!(result.moves)),
    ("at_least", |result| json!(result.lower_bound)),
    ("published", |result| json!(result.published)),
    ("nodes", |result| json!(result.nodes)),
    ("expanded", |result| json!(result.expanded)),
    ("seconds", |result| json!(result.time.map(|time| time.as_secs_f64()))),
    ("nodes_a_second", |result| json!(result.rate())),
    ("tables", |result| json!(result.tables)),
];

type Field = (&'static str, fn(&BoardResult) -> Value);

impl Serialize for BoardResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(FIELDS.iter().map(|(name, value)| (name, value(self))))
    }
}

impl BoardResult {
    fn new(board: &SuiteBoard, result: SearchResult, time: Option<Duration>, has_counts: bool) -> Self {
        let (status, moves, lower_bound, search_stats) = match &result.outcome {
            Outcome::Solved(solution) => {
                let moves = solution.len() as u64;
                ("solved", Some(moves), Some(solution.lower_bound()), solution.stats())
            }
            Outcome::Unsolvable(unsolvable) => ("unsolvable", None, None, &unsolvable.stats),
            Outcome::Stopped(at) => ("stopped", None, Some(at.lower_bound), &at.stats),
        };
        Self {
            number: board.number,
            name: board.puzzle.name.to_string(),
            board: board.puzzle.board.to_line(),
            published: board.published,
            status,
            moves,
            lower_bound,
            nodes: has_counts.then_some(search_stats.generated),
            expanded: has_counts.then_some(search_stats.expanded),
            time,
            tables: result.tables,
        }
    }

    fn table_cells(&self, is_anytime: bool) -> Vec<String> {
        let moves = match (self.moves, self.lower_bound) {
            (Some(moves), _) => moves.to_string(),
            (None, Some(bound)) => format!("at least {bound}"),
            (None, None) => "unsolvable".to_owned(),
        };
        let count = |count: Option<u64>| count.map_or(String::new(), units::thousands);
        let time = self.time.map_or(String::new(), units::seconds);
        let number = self.number.to_string();
        if is_anytime {
            vec![number, moves, count(self.lower_bound.map(u64::from)), time]
        } else {
            vec![number, moves, count(self.nodes), time, count(self.rate())]
        }
    }

    fn rate(&self) -> Option<u64> {
        rate(self.nodes?, self.time?)
    }
}

pub(super) struct Report {
    configuration: Configuration,
    /// The number of boards, without those that the search rejects.
    boards: usize,
    results: Vec<BoardResult>,
    /// The time of a batch.
    total_time: Option<Duration>,
}

#[derive(Serialize)]
struct JsonReport<'a> {
    #[serde(flatten)]
    configuration: &'a Configuration,
    boards: &'a [BoardResult],
    total: &'a Totals,
}

#[derive(Serialize)]
struct Totals {
    boards: usize,
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    untried: usize,
    /// The moves of all solutions.
    moves: u64,
    /// The sum of the proven lower bounds of the solved boards.
    at_least: u64,
    /// True if every solution has the published length.
    as_published: bool,
    nodes: Option<u64>,
    mean_nodes: Option<u64>,
    seconds: f64,
    #[serde(skip)]
    time: Duration,
    nodes_a_second: Option<u64>,
    /// `None` if node counts may differ between runs.
    fingerprint: Option<String>,
}

impl Report {
    pub(super) fn new(configuration: Configuration, boards: usize) -> Self {
        Self { configuration, boards, results: Vec::new(), total_time: None }
    }

    pub(super) fn set_total_time(&mut self, time: Duration) {
        self.total_time = Some(time);
    }

    /// Excludes a board that the search rejected.
    pub(super) fn add_failure(&mut self) {
        self.boards -= 1;
    }

    pub(super) fn untried(&self) -> usize {
        self.boards - self.results.len()
    }

    /// Writes the configuration and the heading of the table.
    pub(super) fn write_heading(&self, out: &mut impl Write) -> io::Result<()> {
        let configuration = &self.configuration;
        match configuration.format {
            BenchFormat::Json => Ok(()),
            BenchFormat::Csv => {
                let names = FIELDS.iter().map(|(name, _)| json!(name));
                writeln!(out, "{}", csv::record(names.chain([json!("goal")])))
            }
            BenchFormat::Text => {
                configuration.write_text(out)?;
                if configuration.batch {
                    return Ok(());
                }
                let headings: Vec<&str> = configuration.columns().iter().map(|(name, _)| *name).collect();
                configuration.write_table_row(&headings, out)
            }
        }
    }

    /// Adds the result of a board, and writes it in formats with a line per board.
    pub(super) fn add(
        &mut self,
        board: &SuiteBoard,
        result: SearchResult,
        time: Option<Duration>,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let configuration = &self.configuration;
        let is_anytime = configuration.within.is_some();
        let result = BoardResult::new(board, result, time, !is_anytime);
        match configuration.format {
            BenchFormat::Csv => {
                let values = FIELDS.iter().map(|(_, value)| value(&result));
                writeln!(out, "{}", csv::record(values.chain([json!(configuration.goal)])))?;
            }
            BenchFormat::Text if !configuration.batch => {
                configuration.write_table_row(&result.table_cells(is_anytime), out)?;
            }
            BenchFormat::Text | BenchFormat::Json => {}
        }
        self.results.push(result);
        Ok(())
    }

    /// Writes the totals.
    pub(super) fn finish(&self, out: &mut impl Write) -> io::Result<()> {
        let totals = self.totals();
        let Self { configuration, results, .. } = self;
        match configuration.format {
            BenchFormat::Json => {
                write_json(&JsonReport { configuration, boards: results, total: &totals }, out)
            }
            BenchFormat::Text => totals.write_text(configuration, out),
            BenchFormat::Csv => Ok(()),
        }
    }

    fn totals(&self) -> Totals {
        let Self { configuration, boards, results, .. } = self;
        let count = |status: &str| results.iter().filter(|result| result.status == status).count();
        let stopped = count("stopped");
        let is_complete = stopped == 0 && self.untried() == 0;
        let solved: Vec<&BoardResult> = results.iter().filter(|result| result.moves.is_some()).collect();
        let is_published = |result: &&BoardResult| result.moves == result.published.map(u64::from);
        let nodes: Option<u64> = results.iter().map(|result| result.nodes).sum();
        let time = self.total_time.unwrap_or_else(|| results.iter().filter_map(|result| result.time).sum());
        Totals {
            boards: *boards,
            solved: solved.len(),
            unsolvable: count("unsolvable"),
            stopped,
            untried: self.untried(),
            moves: solved.iter().filter_map(|result| result.moves).sum(),
            at_least: solved.iter().filter_map(|result| result.lower_bound).map(u64::from).sum(),
            as_published: !solved.is_empty() && solved.iter().all(is_published),
            nodes,
            mean_nodes: nodes.map(|nodes| nodes / results.len().max(1) as u64),
            seconds: time.as_secs_f64(),
            time,
            nodes_a_second: nodes.and_then(|nodes| rate(nodes, time)),
            fingerprint: (is_complete && configuration.is_deterministic)
                .then(|| format!("{:016x}", fingerprint(results))),
        }
    }
}

impl Totals {
    fn write_text(&self, configuration: &Configuration, out: &mut impl Write) -> io::Result<()> {
        if !configuration.batch {
            writeln!(out)?;
        }
        write!(out, "{} of {} solved", self.solved, units::count(self.boards as u64, "board"))?;
        let others =
            [(self.unsolvable, "unsolvable"), (self.stopped, "stopped"), (self.untried, "not tried")];
        for (count, status) in others.iter().filter(|(count, _)| *count > 0) {
            write!(out, ", {count} {status}")?;
        }
        write!(out, "; {} in total", units::count(self.moves, "move"))?;
        if self.as_published {
            write!(out, ", all as published")?;
        }
        if configuration.within.is_some() {
            write!(out, ", proven lower bound {}", units::thousands(self.at_least))?;
        }
        writeln!(out)?;
        if let (Some(nodes), Some(mean)) = (self.nodes, self.mean_nodes) {
            write!(out, "{}, {} per board; ", units::count(nodes, "node"), units::thousands(mean))?;
        }
        write!(out, "{}", units::seconds(self.time))?;
        if let Some(rate) = self.nodes_a_second {
            write!(out, ", {} nodes per second", units::thousands(rate))?;
        }
        writeln!(out)?;
        match &self.fingerprint {
            Some(fingerprint) => writeln!(out, "fingerprint {fingerprint}"),
            None => writeln!(
                out,
                "no fingerprint: it requires one thread per board, no GPU, no --within, and all boards done"
            ),
        }
    }
}

/// Returns nodes per second, or `None` if the time is too short to measure.
fn rate(nodes: u64, time: Duration) -> Option<u64> {
    (u128::from(nodes) * 1_000_000_000).checked_div(time.as_nanos())?.try_into().ok()
}

/// Returns the 64-bit FNV-1a hash of the moves and nodes of all boards, each as eight bytes in little-endian
/// order. It must never change: fingerprints are compared across versions.
fn fingerprint(results: &[BoardResult]) -> u64 {
    let numbers = results
        .iter()
        .flat_map(|result| [result.moves.unwrap_or(u64::MAX), result.nodes.unwrap_or_default()]);
    fnv_1a(numbers)
}

fn fnv_1a(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers
        .flat_map(u64::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprint_hash_is_fnv_1a() {
        assert_eq!(fnv_1a(std::iter::empty()), 0xcbf2_9ce4_8422_2325);
        // A published test vector of eight characters, as the bytes of a number.
        assert_eq!(fnv_1a(std::iter::once(u64::from_le_bytes(*b"chongo w"))), 0xd1ed_d10b_5073_44d0);
    }

    #[test]
    fn rates_are_per_second() {
        assert_eq!(rate(3_000_000, Duration::from_millis(100)), Some(30_000_000));
        assert_eq!(rate(1, Duration::ZERO), None);
    }
}
