//! A line on standard error about work that takes long, if somebody is there to see it; and what else is said of a search.
//!
//! Written by hand: a progress bar fills its line to the border, where what the terminal shows for Ctrl-C begins another
//! line, and the bar's stays behind.

use crate::exit::remark;
use crate::units;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use taquin::accelerator::DeviceError;
use taquin::search::{Improved, Planned, Progress, TableOrigin};
use taquin::{BuildProgress, Heuristic, Observer, Partition, TableFault};

/// How long work runs before anything is shown, and how long what is shown stands.
const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(100);

/// The longest line that fits the usual terminal with room to spare.
const MOST_COLUMNS: usize = 77;

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
    is_terminal: bool,
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
            is_terminal: io::stderr().is_terminal(),
            written: Instant::now(),
            building_since: None,
            hint: None,
        };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Somebody who keeps the line up to date with one search.
    pub(crate) fn observer(&self) -> impl Observer {
        Watcher { line: self.clone(), tables: None, bound: 0, since: Duration::ZERO, step: 0 }
    }

    /// Somebody who keeps the line up to date with a census.
    pub(crate) fn counting(&self) -> impl Observer {
        Counter(self.clone())
    }

    /// Takes the line away, because a board is done and its result about to be written.
    pub(crate) fn board_is_done(&self) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        state.done += 1;
        state.clear();
    }

    /// Takes the line away.
    pub(crate) fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    /// Shows how far tables are.
    pub(crate) fn building(&self, partition: &Partition, progress: BuildProgress) {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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
        let hint = self.0.lock().unwrap_or_else(PoisonError::into_inner).hint.take();
        if let Some(hint) = hint {
            remark(&hint);
        }
    }
}

impl State {
    fn clear(&mut self) {
        if std::mem::take(&mut self.visible) {
            write!(io::stderr(), "{CLEAR}").ok();
        }
    }

    fn show(&mut self, text: &str) {
        if !self.is_terminal || self.written.elapsed() < INTERVAL {
            return;
        }
        let whole = format!("{text} (Ctrl-C to stop)");
        let shown: String = whole.chars().take(MOST_COLUMNS).collect();
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

struct Watcher {
    line: Line,
    /// The tables in use.
    tables: Option<(Partition, TableOrigin)>,
    /// The bound of the iteration, and when it began.
    bound: u32,
    since: Duration,
    /// Which step of the plan it is.
    step: u32,
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
        let Ok(mut state) = self.line.0.lock() else { return };
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
        self.step += 1;
        if let Planned::Tables { partition, origin } = step {
            self.tables = Some((partition.clone(), origin.clone()));
        }
        let Ok(mut state) = self.line.0.lock() else { return };
        if state.verbose {
            let text = format!("plan, step {}: {}", self.step, in_words(step));
            state.say(&text);
        }
    }

    fn building(&mut self, partition: &Partition, progress: BuildProgress) {
        self.line.building(partition, progress);
        let Ok(mut state) = self.line.0.lock() else { return };
        if state.building_since.is_some_and(|since| since.elapsed() > PATIENCE) && state.hint.is_none() {
            state.hint = Some(format!(
                "taquin: 'taquin tables build {partition}' keeps these tables ({}), so that there is nothing to \
                 build the next time",
                units::bytes(partition.bytes() as usize)
            ));
        }
    }

    fn device_failed(&mut self, error: &DeviceError) {
        let Ok(mut state) = self.line.0.lock() else { return };
        state.say(&format!("taquin: the card is not used: {error}. The processor searches instead"));
    }

    fn damaged(&mut self, path: &Path, fault: &TableFault) {
        let Ok(mut state) = self.line.0.lock() else { return };
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
        let Ok(mut state) = self.0.0.lock() else { return };
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
