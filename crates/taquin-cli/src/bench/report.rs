//! The figures of a suite: a table, comma-separated values, or JSON.
//!
//! The last two are for programs, and tell the same of each board: what [`FIELDS`] has.

use super::suite::{Entry, Suite};
use super::{Ready, Tried, USUAL_REPEAT};
use crate::args::BenchArgs;
use crate::csv;
use crate::device::DeviceChoice;
use crate::json::write_json;
use crate::plan::Plan;
use crate::units;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::env::consts::{ARCH, OS};
use std::io::{self, Write};
use std::time::Duration;
use taquin::compare::Method;
use taquin::notation::one_line;
use taquin::{Heuristic, Outcome};

/// What was run.
#[derive(Serialize)]
pub(super) struct Setting {
    suite: String,
    version: &'static str,
    os: &'static str,
    arch: &'static str,
    algorithm: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
    /// None for searches that use none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    goal: String,
    /// None for searches without any.
    tables: Option<String>,
    /// The nodes that A* may make before they are used, if it has a try.
    #[serde(skip)]
    first_try: Option<u64>,
    device: &'static str,
    threads: usize,
    batch: bool,
    repeat: u32,
    /// Content with the best solution within this time.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<Seconds>,
    /// Whether node counts are the same in every run.
    #[serde(skip)]
    repeatable: bool,
    #[serde(skip)]
    form: Form,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Table,
    Csv,
    Json,
}

impl Setting {
    pub(super) fn new(suite: &Suite, plan: &Plan, args: &BenchArgs, ready: &Ready) -> Self {
        let method = Method { algorithm: plan.algorithm, heuristic: plan.heuristics[0] };
        Self {
            suite: suite.name.clone(),
            version: env!("CARGO_PKG_VERSION"),
            os: OS,
            arch: ARCH,
            algorithm: method.algorithm_name(),
            weight: method.weight(),
            heuristic: method.heuristic.map(Heuristic::name),
            goal: suite.goal.to_string(),
            tables: (!ready.tables.is_empty()).then(|| ready.tables.join(", ")),
            first_try: ready.first_try,
            device: plan.device.name(),
            threads: args.search.limits.threads.map_or(1, usize::from),
            batch: args.batch,
            repeat: args.repeat.unwrap_or(USUAL_REPEAT),
            within: args.within.map(Seconds),
            repeatable: plan.threads_each == 1 && plan.device == DeviceChoice::Cpu && args.within.is_none(),
            form: match (args.json, args.csv) {
                (true, _) => Form::Json,
                (false, true) => Form::Csv,
                (false, false) => Form::Table,
            },
        }
    }

    /// Says what is about to run, and begins the table of boards if there will be one.
    pub(super) fn begin(&self, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::Json => Ok(()),
            Form::Csv => {
                let names = FIELDS.iter().map(|(name, _)| json!(name));
                writeln!(out, "{}", csv::line(names.chain([json!("goal")])))
            }
            Form::Table => {
                writeln!(
                    out,
                    "{}: taquin {}, {}, {} {}",
                    self.suite,
                    self.version,
                    self.options(),
                    self.os,
                    self.arch
                )?;
                let first_try = self.first_try.map_or(String::new(), |nodes| {
                    format!("A* up to {} nodes, then ", units::thousands(nodes))
                });
                let tables = self
                    .tables
                    .as_ref()
                    .map_or(String::new(), |tables| format!("{first_try}tables {tables}, "));
                writeln!(out, "{tables}goal {}\n", self.goal)?;
                if self.batch {
                    return Ok(());
                }
                let names: Vec<&str> = self.columns().iter().map(|(name, _)| *name).collect();
                write_line(self.columns(), &names, out)
            }
        }
    }

    /// Writes what came of a board, if the form has a line for each.
    pub(super) fn write_row(&self, row: &Row, out: &mut impl Write) -> io::Result<()> {
        match self.form {
            Form::Csv => {
                let values = FIELDS.iter().map(|(_, value)| value(row));
                writeln!(out, "{}", csv::line(values.chain([json!(self.goal)])))
            }
            Form::Table if !self.batch => write_line(self.columns(), &row.cells(self.within.is_some()), out),
            Form::Table | Form::Json => Ok(()),
        }
    }

    /// The options that make a run what it is.
    fn options(&self) -> String {
        let search = self
            .weight
            .map_or_else(|| format!("--algorithm {}", self.algorithm), |weight| format!("--weight {weight}"));
        let heuristic = self.heuristic.map_or(String::new(), |name| format!(" --heuristic {name}"));
        let within =
            self.within.map_or(String::new(), |Seconds(time)| format!(" --within {}s", time.as_secs_f64()));
        let device = if self.device == DeviceChoice::Gpu.name() { " --device gpu" } else { "" };
        let batch = if self.batch { " --batch" } else { "" };
        format!(
            "{search}{heuristic}{within}{device} --threads {}{batch} --repeat {}",
            self.threads, self.repeat
        )
    }

    /// The columns of the table, and how wide they are.
    fn columns(&self) -> &'static [(&'static str, usize)] {
        if self.within.is_some() {
            &[("board", 5), ("moves", 12), ("at least", 12), ("time", 11)]
        } else {
            &[("board", 5), ("moves", 12), ("nodes", 17), ("time", 11), ("nodes a second", 14)]
        }
    }
}

/// What came of a board.
pub(super) struct Row {
    number: usize,
    name: String,
    board: String,
    /// The length of its shortest solutions, as others found it.
    published: Option<u32>,
    found: Found,
    /// None within a time: how many there are is a matter of luck then, and they are not what finds the solution.
    nodes: Option<u64>,
    expanded: Option<u64>,
    /// None if it was solved along with others.
    time: Option<Duration>,
    tables: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Found {
    Solved { moves: u64, at_least: u32 },
    Unsolvable,
    Stopped { at_least: u32 },
}

impl Found {
    fn name(self) -> &'static str {
        match self {
            Self::Solved { .. } => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Stopped { .. } => "stopped",
        }
    }
}

/// What programs are told of each board, by its name.
const FIELDS: [Field; 12] = [
    ("number", |row| json!(row.number)),
    ("name", |row| json!(row.name)),
    ("board", |row| json!(row.board)),
    ("status", |row| json!(row.found.name())),
    ("moves", |row| json!(row.moves())),
    ("at_least", |row| json!(row.at_least())),
    ("published", |row| json!(row.published)),
    ("nodes", |row| json!(row.nodes)),
    ("expanded", |row| json!(row.expanded)),
    ("seconds", |row| json!(row.time.map(|time| time.as_secs_f64()))),
    ("nodes_a_second", |row| json!(row.rate())),
    ("tables", |row| json!(row.tables)),
];

type Field = (&'static str, fn(&Row) -> Value);

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(FIELDS.iter().map(|(name, value)| (name, value(self))))
    }
}

#[derive(Clone, Copy)]
struct Seconds(Duration);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_secs_f64())
    }
}

impl Row {
    pub(super) fn new(setting: &Setting, entry: &Entry, tried: Tried, time: Option<Duration>) -> Self {
        let (found, stats) = match &tried.outcome {
            Outcome::Solved(solution) => {
                let (moves, at_least) = (solution.moves.len() as u64, solution.lower_bound);
                (Found::Solved { moves, at_least }, &solution.stats)
            }
            Outcome::Unsolvable(unsolvable) => (Found::Unsolvable, &unsolvable.stats),
            Outcome::Stopped(at) => (Found::Stopped { at_least: at.lower_bound }, &at.stats),
        };
        let counts = setting.within.is_none();
        Self {
            number: entry.number,
            name: entry.name.clone(),
            board: one_line(&entry.board),
            published: entry.known,
            found,
            nodes: counts.then_some(stats.generated),
            expanded: counts.then_some(stats.expanded),
            time,
            tables: tried.tables,
        }
    }

    /// Its line of the table.
    fn cells(&self, within: bool) -> Vec<String> {
        let moves = match self.found {
            Found::Solved { moves, .. } => moves.to_string(),
            Found::Unsolvable => "unsolvable".to_owned(),
            Found::Stopped { at_least } => format!("at least {at_least}"),
        };
        let time = self.time.map_or(String::new(), units::seconds);
        let mut cells = vec![self.number.to_string(), moves];
        if within {
            cells.extend([self.at_least().map_or(String::new(), |moves| moves.to_string()), time]);
        } else {
            let count = |count: Option<u64>| count.map_or(String::new(), units::thousands);
            cells.extend([count(self.nodes), time, count(self.rate())]);
        }
        cells
    }

    fn moves(&self) -> Option<u64> {
        if let Found::Solved { moves, .. } = self.found { Some(moves) } else { None }
    }

    /// No solution has fewer moves than this.
    fn at_least(&self) -> Option<u32> {
        match self.found {
            Found::Solved { at_least, .. } | Found::Stopped { at_least } => Some(at_least),
            Found::Unsolvable => None,
        }
    }

    fn rate(&self) -> Option<u64> {
        rate(self.nodes?, self.time?)
    }
}

fn write_line(
    columns: &[(&str, usize)],
    cells: &[impl std::fmt::Display],
    out: &mut impl Write,
) -> io::Result<()> {
    let padded: Vec<String> =
        columns.iter().zip(cells).map(|((_, width), cell)| format!("{cell:>width$}")).collect();
    writeln!(out, "{}", padded.join("  "))
}

/// What came of all boards.
#[derive(Serialize)]
pub(super) struct Report<'a> {
    #[serde(flatten)]
    setting: &'a Setting,
    boards: Vec<Row>,
    total: Total,
}

#[derive(Serialize)]
struct Total {
    boards: usize,
    solved: usize,
    unsolvable: usize,
    stopped: usize,
    untried: usize,
    /// Of the boards that were solved, and no fewer than this are needed for them.
    moves: u64,
    at_least: u64,
    /// Whether each of these boards has a published length, and its solution is as long.
    as_published: bool,
    nodes: Option<u64>,
    mean_nodes: Option<u64>,
    seconds: Seconds,
    nodes_a_second: Option<u64>,
    /// None if another run might make other nodes.
    fingerprint: Option<String>,
}

impl<'a> Report<'a> {
    /// The report on so many boards, of which those with a row were tried. `wall` is the time they took, if it is not the
    /// sum of the rows' times.
    pub(super) fn new(setting: &'a Setting, boards: usize, rows: Vec<Row>, wall: Option<Duration>) -> Self {
        let total = Total::new(setting, boards, &rows, wall);
        Self { setting, boards: rows, total }
    }

    /// Writes what comes after the boards.
    pub(super) fn end(&self, out: &mut impl Write) -> io::Result<()> {
        match self.setting.form {
            Form::Json => write_json(self, out),
            Form::Table => self.write_total(out),
            Form::Csv => Ok(()),
        }
    }

    fn write_total(&self, out: &mut impl Write) -> io::Result<()> {
        let Total { boards, solved, unsolvable, stopped, untried, .. } = self.total;
        let others = [(unsolvable, "unsolvable"), (stopped, "stopped"), (untried, "not tried")];
        let others = others
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, what)| format!(", {count} {what}"))
            .collect::<Vec<_>>()
            .concat();
        if !self.setting.batch {
            writeln!(out)?;
        }
        let moves = units::thousands(self.total.moves);
        let at_least = if self.setting.within.is_some() {
            format!(", and at least {} are needed", units::thousands(self.total.at_least))
        } else {
            String::new()
        };
        let published = if self.total.as_published { ", each as published" } else { "" };
        writeln!(
            out,
            "{solved} of {boards} boards solved{others}; {moves} moves in all{published}{at_least}"
        )?;
        let Seconds(time) = self.total.seconds;
        if let (Some(nodes), Some(mean)) = (self.total.nodes, self.total.mean_nodes) {
            write!(out, "{} nodes, {} a board; ", units::thousands(nodes), units::thousands(mean))?;
        }
        let rate = self.total.nodes_a_second;
        let rate = rate.map_or(String::new(), |rate| format!(", {} nodes a second", units::thousands(rate)));
        writeln!(out, "{}{rate}", units::seconds(time))?;
        match &self.total.fingerprint {
            Some(fingerprint) => writeln!(out, "fingerprint {fingerprint}"),
            None => writeln!(
                out,
                "no fingerprint: that takes one thread per board, no card, no --within, and all boards done"
            ),
        }
    }
}

impl Total {
    fn new(setting: &Setting, boards: usize, rows: &[Row], wall: Option<Duration>) -> Self {
        let count = |is: fn(Found) -> bool| rows.iter().filter(|row| is(row.found)).count();
        let (solved, stopped) = (
            count(|found| matches!(found, Found::Solved { .. })),
            count(|found| matches!(found, Found::Stopped { .. })),
        );
        let are_solved = || rows.iter().filter(|row| row.moves().is_some());
        let nodes: Option<u64> = rows.iter().map(|row| row.nodes).sum();
        let time = wall.unwrap_or_else(|| rows.iter().filter_map(|row| row.time).sum());
        let done = stopped == 0 && rows.len() == boards;
        Self {
            boards,
            solved,
            unsolvable: count(|found| found == Found::Unsolvable),
            stopped,
            untried: boards - rows.len(),
            moves: rows.iter().filter_map(Row::moves).sum(),
            at_least: are_solved().filter_map(Row::at_least).map(u64::from).sum(),
            as_published: solved > 0 && are_solved().all(|row| row.moves() == row.published.map(u64::from)),
            nodes,
            mean_nodes: nodes.map(|nodes| nodes / rows.len().max(1) as u64),
            seconds: Seconds(time),
            nodes_a_second: nodes.and_then(|nodes| rate(nodes, time)),
            fingerprint: (done && setting.repeatable).then(|| format!("{:016x}", fingerprint(rows))),
        }
    }
}

/// Nodes a second, if the time was long enough to tell.
fn rate(nodes: u64, time: Duration) -> Option<u64> {
    (u128::from(nodes) * 1_000_000_000).checked_div(time.as_nanos())?.try_into().ok()
}

/// The 64-bit FNV-1a hash of the moves and nodes of all boards in turn, eight bytes each, lowest first. It must never
/// change: people compare it over years.
fn fingerprint(rows: &[Row]) -> u64 {
    hash(rows.iter().flat_map(|row| [row.moves().unwrap_or(u64::MAX), row.nodes.unwrap_or_default()]))
}

fn hash(numbers: impl Iterator<Item = u64>) -> u64 {
    numbers
        .flat_map(u64::to_le_bytes)
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_fnv_1a() {
        assert_eq!(hash(std::iter::empty()), 0xcbf2_9ce4_8422_2325);
        // Eight characters are the bytes of a number.
        assert_eq!(hash(std::iter::once(u64::from_le_bytes(*b"chongo w"))), 0xd1ed_d10b_5073_44d0);
    }

    #[test]
    fn rates() {
        assert_eq!(rate(3_000_000, Duration::from_millis(100)), Some(30_000_000));
        assert_eq!(rate(1, Duration::ZERO), None);
    }
}
