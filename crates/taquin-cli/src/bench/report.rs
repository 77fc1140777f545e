//! The figures of a suite, as a table or as JSON.

use super::suite::{Entry, Suite};
use crate::args::BenchArgs;
use crate::device::DeviceChoice;
use crate::plan::Plan;
use crate::units;
use serde::{Serialize, Serializer};
use std::env::consts::{ARCH, OS};
use std::io::{self, Write};
use std::time::Duration;
use taquin::{Algorithm, Heuristic, Outcome};

/// What was run.
#[derive(Serialize)]
pub(super) struct Setting {
    suite: String,
    version: &'static str,
    os: &'static str,
    arch: &'static str,
    algorithm: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    weight: Option<u32>,
    /// None for searches that use none of them.
    #[serde(skip_serializing_if = "Option::is_none")]
    heuristic: Option<&'static str>,
    threads: usize,
    batch: bool,
    repeat: u32,
    /// Whether node counts are the same in every run.
    #[serde(skip)]
    repeatable: bool,
}

impl Setting {
    pub(super) fn new(suite: &Suite, plan: &Plan, args: &BenchArgs, threads: usize) -> Self {
        Self {
            suite: suite.name.clone(),
            version: env!("CARGO_PKG_VERSION"),
            os: OS,
            arch: ARCH,
            algorithm: plan.algorithm.name(),
            weight: if let Algorithm::WeightedAStar(weight) = plan.algorithm { Some(weight) } else { None },
            heuristic: plan.heuristics[0].map(Heuristic::name),
            threads,
            batch: args.batch,
            repeat: args.repeat,
            repeatable: plan.threads_each == 1 && plan.device == DeviceChoice::Cpu,
        }
    }

    /// Says what is about to run, and begins the table of boards if there will be one.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let search = self
            .weight
            .map_or_else(|| format!("--algorithm {}", self.algorithm), |weight| format!("--weight {weight}"));
        let heuristic = self.heuristic.map_or(String::new(), |name| format!(" --heuristic {name}"));
        let batch = if self.batch { " --batch" } else { "" };
        writeln!(
            out,
            "{}: taquin {}, {search}{heuristic} --threads {}{batch} --repeat {}, {} {}\n",
            self.suite, self.version, self.threads, self.repeat, self.os, self.arch
        )?;
        if self.batch {
            return Ok(());
        }
        write_columns(["board", "moves", "nodes", "time", "nodes a second"], out)
    }
}

/// What came of a board.
#[derive(Serialize)]
pub(super) struct Row {
    number: usize,
    name: String,
    #[serde(flatten)]
    found: Found,
    nodes: u64,
    /// None if it was solved along with others.
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<Seconds>,
    #[serde(skip_serializing_if = "Option::is_none")]
    nodes_a_second: Option<u64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
enum Found {
    Solved { moves: u64 },
    Unsolvable,
    Stopped { at_least: u32 },
}

#[derive(Clone, Copy)]
struct Seconds(Duration);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.0.as_secs_f64())
    }
}

impl Row {
    pub(super) fn new(entry: &Entry, outcome: &Outcome, time: Option<Duration>) -> Self {
        let (found, stats) = match outcome {
            Outcome::Solved(solution) => {
                (Found::Solved { moves: solution.moves.len() as u64 }, &solution.stats)
            }
            Outcome::Unsolvable(unsolvable) => (Found::Unsolvable, &unsolvable.stats),
            Outcome::Stopped(at) => (Found::Stopped { at_least: at.lower_bound }, &at.stats),
        };
        Self {
            number: entry.number,
            name: entry.name.clone(),
            found,
            nodes: stats.generated,
            seconds: time.map(Seconds),
            nodes_a_second: time.and_then(|time| rate(stats.generated, time)),
        }
    }

    /// Writes it as a line of the table.
    pub(super) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let number = self.number.to_string();
        let moves = match self.found {
            Found::Solved { moves } => moves.to_string(),
            Found::Unsolvable => "unsolvable".to_owned(),
            Found::Stopped { at_least } => format!("at least {at_least}"),
        };
        let nodes = units::thousands(self.nodes);
        let time = self.seconds.map_or(String::new(), |Seconds(time)| units::seconds(time));
        let rate = self.nodes_a_second.map_or(String::new(), units::thousands);
        write_columns([&number, &moves, &nodes, &time, &rate], out)
    }

    fn moves(&self) -> Option<u64> {
        if let Found::Solved { moves } = self.found { Some(moves) } else { None }
    }
}

fn write_columns([number, moves, nodes, time, rate]: [&str; 5], out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "{number:>5}  {moves:>12}  {nodes:>17}  {time:>11}  {rate:>14}")
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
    /// Of the boards that were solved.
    moves: u64,
    nodes: u64,
    mean_nodes: u64,
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

    pub(super) fn write_json(&self, out: &mut impl Write) -> io::Result<()> {
        crate::json::write_json(self, out)
    }

    pub(super) fn write_total(&self, out: &mut impl Write) -> io::Result<()> {
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
        writeln!(
            out,
            "{solved} of {boards} boards solved{others}; {} moves in all",
            units::thousands(self.total.moves)
        )?;
        let Seconds(time) = self.total.seconds;
        writeln!(
            out,
            "{} nodes, {} a board; {}, {} nodes a second",
            units::thousands(self.total.nodes),
            units::thousands(self.total.mean_nodes),
            units::seconds(time),
            units::thousands(self.total.nodes_a_second.unwrap_or_default())
        )?;
        match &self.total.fingerprint {
            Some(fingerprint) => writeln!(out, "fingerprint {fingerprint}"),
            None => writeln!(out, "no fingerprint: that takes one thread a board, and all boards done"),
        }
    }
}

impl Total {
    fn new(setting: &Setting, boards: usize, rows: &[Row], wall: Option<Duration>) -> Self {
        let count = |is: fn(Found) -> bool| rows.iter().filter(|row| is(row.found)).count();
        let stopped = count(|found| matches!(found, Found::Stopped { .. }));
        let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
        let time = wall.unwrap_or_else(|| rows.iter().filter_map(|row| row.seconds).map(|s| s.0).sum());
        let done = stopped == 0 && rows.len() == boards;
        Self {
            boards,
            solved: count(|found| matches!(found, Found::Solved { .. })),
            unsolvable: count(|found| found == Found::Unsolvable),
            stopped,
            untried: boards - rows.len(),
            moves: rows.iter().filter_map(Row::moves).sum(),
            nodes,
            mean_nodes: nodes / rows.len().max(1) as u64,
            seconds: Seconds(time),
            nodes_a_second: rate(nodes, time),
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
    hash(rows.iter().flat_map(|row| [row.moves().unwrap_or(u64::MAX), row.nodes]))
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
