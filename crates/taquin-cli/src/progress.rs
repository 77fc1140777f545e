//! A line on standard error about work that takes long, if somebody is there to see it; and what else is said of a search.
//!
//! Written by hand: a progress bar fills its line to the border, where what the terminal shows for Ctrl-C begins another
//! line, and the bar's stays behind.

use crate::exit::remark;
use crate::units;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use taquin::accelerator::DeviceError;
use taquin::search::{Improved, Planned, Progress, TableOrigin};
use taquin::{BuildProgress, Heuristic, Observer, Partition, TableFault};

/// How long work runs before anything is shown, and how long what is shown stands.
const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(100);

/// The columns of a terminal that does not tell, and those that are left free.
const USUAL_COLUMNS: usize = 80;
const FREE_COLUMNS: usize = 3;

/// Goes to the beginning of the line and empties it.
const CLEAR: &str = "\r\x1b[2K";

/// The line. All searches of a batch share it; whichever has something to tell shows itself.
#[derive(Clone)]
pub(crate) struct Line(Arc<Mutex<State>>);

struct State {
    boards: usize,
    done: usize,
    verbose: bool,
    visible: bool,
    is_watched: bool,
    /// When the line was written last.
    written: Instant,
    /// When the tables that are being built were begun.
    building_since: Option<Instant>,
    /// What would have made this faster.
    hint: Option<String>,
}

impl Line {
    pub(crate) fn new(boards: usize, verbose: bool) -> Self {
        let state = State {
            boards,
            done: 0,
            verbose,
            visible: false,
            // A dumb terminal can't take a line back.
            is_watched: io::stderr().is_terminal()
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            written: Instant::now(),
            building_since: None,
            hint: None,
        };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Somebody who keeps the line up to date with one search.
    pub(crate) fn observer(&self) -> Watcher {
        Watcher { line: self.clone(), tables: None, bound: 0, since: Duration::ZERO, steps: Vec::new() }
    }

    /// Somebody who keeps the line up to date with a census.
    pub(crate) fn counting(&self) -> impl Observer {
        Counter(self.clone())
    }

    /// Takes the line away, because a board is done and its result about to be written.
    pub(crate) fn board_is_done(&self) {
        let mut state = self.state();
        state.done += 1;
        state.clear();
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.state().clear();
    }

    /// Shows how far tables are.
    pub(crate) fn building(&self, partition: &Partition, progress: BuildProgress) {
        let mut state = self.state();
        let elapsed = state.building_since.get_or_insert_with(Instant::now).elapsed();
        if progress.reached >= progress.all {
            state.building_since = None;
        }
        if elapsed < PATIENCE / 2 {
            return;
        }
        let thousandths = progress.reached.saturating_mul(1000) / progress.all.max(1);
        let text = format!("building the tables {partition}: {}", how_far(thousandths as u32, elapsed));
        state.show(&text);
    }

    /// Says what would have made this faster, if anything; to be called at the end.
    pub(crate) fn give_hint(&self) {
        let hint = self.state().hint.take();
        if let Some(hint) = hint {
            remark(&hint);
        }
    }

    /// A panic elsewhere leaves nothing half done.
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn clear(&mut self) {
        if std::mem::take(&mut self.visible) {
            write!(io::stderr(), "{CLEAR}").ok();
        }
    }

    fn show(&mut self, text: &str) {
        if !self.is_watched || self.written.elapsed() < INTERVAL {
            return;
        }
        let whole = format!("{text} (Ctrl-C to stop)");
        let columns = terminal_size::terminal_size_of(io::stderr());
        let columns = columns.map_or(USUAL_COLUMNS, |(columns, _)| usize::from(columns.0));
        let shown: String = whole.chars().take(columns.saturating_sub(FREE_COLUMNS)).collect();
        write!(io::stderr(), "{CLEAR}{shown}").ok();
        (self.visible, self.written) = (true, Instant::now());
    }

    fn say(&mut self, text: &str) {
        self.clear();
        remark(text);
    }
}

/// `43 %, 5 s to go`.
fn how_far(thousandths: u32, elapsed: Duration) -> String {
    let (done, left) = (u64::from(thousandths.max(1)), u64::from(1000 - thousandths.min(1000)));
    let rest = elapsed.as_millis() as u64 * left / done / 1000;
    let rest = if rest < 120 { format!("{} s", rest + 1) } else { format!("{} min", rest.div_ceil(60)) };
    format!("{} %, {rest} to go", thousandths / 10)
}

/// Who keeps the line up to date with one search, and remembers what was planned.
pub(crate) struct Watcher {
    line: Line,
    /// The tables in use.
    tables: Option<(Partition, TableOrigin)>,
    /// The bound of the iteration, and when it began.
    bound: u32,
    since: Duration,
    /// The steps of the plan so far.
    steps: Vec<Planned>,
}

impl Watcher {
    pub(crate) fn steps(&self) -> &[Planned] {
        &self.steps
    }

    /// The tables in use, by their name.
    pub(crate) fn tables(&self) -> Option<String> {
        self.tables.as_ref().map(|(partition, _)| partition.to_string())
    }
}

impl Observer for Watcher {
    fn progress(&mut self, now: &Progress) {
        // Another search may have begun, and the time with it.
        if now.lower_bound != self.bound || now.elapsed < self.since {
            (self.bound, self.since) = (now.lower_bound, now.elapsed);
        }
        if now.elapsed < PATIENCE {
            return;
        }
        let Ok(mut state) = self.line.0.try_lock() else { return };
        if let Some((partition, TableOrigin::Program)) = &self.tables
            && state.hint.is_none()
        {
            state.hint = larger_than(partition);
        }
        let of_many = if state.boards > 1 {
            format!("{} of {} boards done; ", state.done, state.boards)
        } else {
            String::new()
        };
        let iteration = now.thousandths.map_or(String::new(), |thousandths| {
            format!(" (this bound {})", how_far(thousandths, now.elapsed.saturating_sub(self.since)))
        });
        let best =
            now.best.map_or(String::new(), |moves| format!("{} moves, ", units::thousands(moves.into())));
        let nodes = match now.generated {
            0 => String::new(),
            generated => format!(", {} nodes", units::thousands(generated)),
        };
        let (least, elapsed) = (units::thousands(now.lower_bound.into()), units::seconds(now.elapsed));
        state.show(&format!("{of_many}{best}at least {least} moves{iteration}{nodes}, {elapsed}"));
    }

    fn improved(&mut self, now: &Improved) {
        let mut state = self.line.state();
        if state.verbose {
            let (moves, least) =
                (units::thousands(now.moves.into()), units::thousands(now.lower_bound.into()));
            let before =
                now.before.map_or(String::new(), |moves| format!("{} → ", units::thousands(moves.into())));
            state
                .say(&format!("moves {before}{moves}, lower bound {least}, {}", units::seconds(now.elapsed)));
        }
    }

    fn planned(&mut self, step: &Planned) {
        self.steps.push(step.clone());
        if let Planned::Tables { partition, origin } = step {
            self.tables = Some((partition.clone(), origin.clone()));
        }
        let mut state = self.line.state();
        if state.verbose {
            let text = format!("plan, step {}: {}", self.steps.len(), in_words(step));
            state.say(&text);
        }
    }

    fn building(&mut self, partition: &Partition, progress: BuildProgress) {
        self.line.building(partition, progress);
        let mut state = self.line.state();
        if state.building_since.is_some_and(|since| since.elapsed() > PATIENCE) && state.hint.is_none() {
            state.hint = Some(format!(
                "taquin: building tables for {} boards took a while; 'taquin tables build {partition}' keeps them on \
                 the disk ({})",
                partition.size(),
                units::bytes(partition.bytes() as usize)
            ));
        }
    }

    fn device_failed(&mut self, error: &DeviceError) {
        let mut state = self.line.state();
        state.say(&format!("taquin: the card is not used: {error}. The processor searches instead"));
    }

    fn damaged(&mut self, path: &Path, fault: &TableFault) {
        let mut state = self.line.state();
        let path = path.display();
        let remedy = match fault {
            TableFault::Version(_) => "Other tables are used",
            _ => "They are built again, if that folder can be written",
        };
        state.say(&format!("taquin: the tables in {path} are not used: {fault}. {remedy}"));
    }
}

struct Counter(Line);

impl Observer for Counter {
    fn progress(&mut self, now: &Progress) {
        if now.elapsed < PATIENCE {
            return;
        }
        let mut state = self.0.state();
        let how_far = now.thousandths.map_or(String::new(), |thousandths| how_far(thousandths, now.elapsed));
        let boards = units::thousands(now.generated);
        state.show(&format!("{boards} boards within {} moves: {how_far}", now.lower_bound));
    }
}

/// Says how to get larger tables than these.
fn larger_than(partition: &Partition) -> Option<String> {
    let larger = Partition::catalogue()
        .into_iter()
        .filter(|known| known.size() == partition.size() && known.bytes() > partition.bytes())
        .max_by_key(Partition::bytes)?;
    let bytes = units::bytes(larger.bytes() as usize);
    Some(format!("taquin: 'taquin tables build {larger}' ({bytes}, once) makes boards like this much faster"))
}

/// A step of the plan for people to read.
pub(crate) fn in_words(step: &Planned) -> String {
    match step {
        Planned::Search { algorithm, heuristic, most_nodes } => {
            let with = heuristic.map_or("no estimate", Heuristic::name);
            let most = most_nodes
                .map_or(String::new(), |nodes| format!(", for up to {} nodes", units::thousands(nodes)));
            format!("{algorithm} with {with}{most}")
        }
        Planned::Tables { partition, origin } => {
            let bytes = units::bytes(partition.bytes() as usize);
            let origin = match origin {
                TableOrigin::Program => "part of the program".to_owned(),
                TableOrigin::Built => "built in memory".to_owned(),
                TableOrigin::File(path) => format!("from {}", path.display()),
            };
            format!("ida with the tables {partition}, {bytes}, {origin}")
        }
        Planned::Device { name } => format!("ida on {name}"),
        Planned::Construct => "solutions tile by tile, and better ones as time allows".to_owned(),
    }
}
