//! The progress line on standard error, and the messages of a running search.
//!
//! Not a progress-bar crate: those fill the line to its end, where the `^C` that the terminal echoes wraps to
//! the next line and leaves the bar behind.

use crate::exit::print_note;
use crate::units;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use taquin::pdb::{BuildProgress, Partition, PdbFileError};
use taquin::{Board, Event, Improved, Observer, PdbSource, Progress, Solver};

/// Time before the line first appears.
const INITIAL_DELAY: Duration = Duration::from_secs(1);
const REDRAW_INTERVAL: Duration = Duration::from_millis(100);

/// Width of a terminal that does not report it.
const DEFAULT_COLUMNS: usize = 80;
/// Columns left free for the `^C` that the terminal echoes.
const RIGHT_MARGIN: usize = 3;

/// Returns the cursor and erases the line.
const CLEAR: &str = "\r\x1b[2K";

/// A progress line, shared by all concurrent searches. Shown only on a terminal.
#[derive(Clone)]
pub(crate) struct ProgressLine(Arc<Mutex<LineState>>);

struct LineState {
    boards: usize,
    boards_done: usize,
    is_verbose: bool,
    is_visible: bool,
    is_terminal: bool,
    drawn_at: Instant,
    /// Start of the build of the current pattern database.
    building_since: Option<Instant>,
    /// Advice on a faster run, printed at the end.
    hint: Option<String>,
}

impl ProgressLine {
    pub(crate) fn new(boards: usize, is_verbose: bool) -> Self {
        let state = LineState {
            boards,
            boards_done: 0,
            is_verbose,
            is_visible: false,
            // A dumb terminal cannot erase a line.
            is_terminal: io::stderr().is_terminal()
                && std::env::var_os("TERM").is_none_or(|term| term != "dumb"),
            drawn_at: Instant::now(),
            building_since: None,
            hint: None,
        };
        Self(Arc::new(Mutex::new(state)))
    }

    /// Returns an observer for one search.
    pub(crate) fn search_observer(&self) -> SearchObserver {
        SearchObserver { line: self.clone(), tables: None, bound: 0, bound_since: Duration::ZERO }
    }

    /// Prints the plan for a board, if asked to. An error in it is reported by the search.
    pub(crate) fn show_plan(&self, solver: &Solver, board: &Board) {
        let mut state = self.state();
        if !state.is_verbose {
            return;
        }
        for (number, step) in (1..).zip(solver.plan(board).iter().flat_map(|plan| &plan.steps)) {
            state.print(&format!("plan, step {number}: {step}"));
        }
    }

    /// Returns an observer for a census.
    pub(crate) fn census_observer(&self) -> impl Observer {
        CensusObserver(self.clone())
    }

    /// Counts a board as done and erases the line, so that the result can be written.
    pub(crate) fn board_done(&self) {
        let mut state = self.state();
        state.boards_done += 1;
        state.clear();
    }

    /// Erases the line.
    pub(crate) fn clear(&self) {
        self.state().clear();
    }

    /// Shows the progress of building a pattern database.
    pub(crate) fn show_building(&self, partition: &Partition, progress: BuildProgress) {
        let mut state = self.state();
        let elapsed = state.building_since.get_or_insert_with(Instant::now).elapsed();
        if progress.reached >= progress.total {
            state.building_since = None;
        }
        if elapsed < INITIAL_DELAY / 2 {
            return;
        }
        let thousandths = progress.reached.saturating_mul(1000) / progress.total.max(1);
        let done = percent_and_remaining(thousandths as u32, elapsed);
        state.show(&format!("building pattern database {partition}: {done}"));
    }

    /// Prints the hint on a faster run, if there is one. Call this at the end.
    pub(crate) fn print_hint(&self) {
        let hint = self.state().hint.take();
        if let Some(hint) = hint {
            print_note(&hint);
        }
    }

    /// Ignores poisoning: every update leaves the state consistent.
    fn state(&self) -> MutexGuard<'_, LineState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl LineState {
    fn clear(&mut self) {
        if std::mem::take(&mut self.is_visible) {
            write!(io::stderr(), "{CLEAR}").ok();
        }
    }

    fn show(&mut self, text: &str) {
        if !self.is_terminal || self.drawn_at.elapsed() < REDRAW_INTERVAL {
            return;
        }
        let whole = format!("{text} (Ctrl-C to stop)");
        let columns = terminal_size::terminal_size_of(io::stderr());
        let columns = columns.map_or(DEFAULT_COLUMNS, |(columns, _)| usize::from(columns.0));
        let shown: String = whole.chars().take(columns.saturating_sub(RIGHT_MARGIN)).collect();
        write!(io::stderr(), "{CLEAR}{shown}").ok();
        self.is_visible = true;
        self.drawn_at = Instant::now();
    }

    /// Prints a message in place of the line.
    fn print(&mut self, text: &str) {
        self.clear();
        print_note(text);
    }
}

/// Formats progress and the extrapolated remaining time: `43 %, 5 s left`.
fn percent_and_remaining(thousandths: u32, elapsed: Duration) -> String {
    let done = u64::from(thousandths.max(1));
    let remaining = u64::from(1000 - thousandths.min(1000));
    let seconds = elapsed.as_millis() as u64 * remaining / done / 1000;
    let time =
        if seconds < 120 { format!("{} s", seconds + 1) } else { format!("{} min", seconds.div_ceil(60)) };
    format!("{} %, {time} left", thousandths / 10)
}

/// Shows the progress of one search.
pub(crate) struct SearchObserver {
    line: ProgressLine,
    /// The pattern databases in use.
    tables: Option<(Partition, PdbSource)>,
    /// Lower bound of the current iteration.
    bound: u32,
    /// Start of the current iteration.
    bound_since: Duration,
}

impl SearchObserver {
    /// Returns the name of the pattern databases in use.
    pub(crate) fn tables(&self) -> Option<String> {
        self.tables.as_ref().map(|(partition, _)| partition.to_string())
    }
}

impl Observer for SearchObserver {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Progress(progress) => self.progress(progress),
            Event::Improved(improved) => self.improved(improved),
            Event::Pdb { partition, source } => self.opened(partition, source),
            Event::Building { partition, progress } => self.building(partition, *progress),
            Event::DamagedPdb { path, error } => self.damaged(path, error),
            Event::GpuFailed(error) => self.line.state().print(&gpu_fallback(error)),
            _ => {}
        }
    }
}

impl SearchObserver {
    fn progress(&mut self, now: &Progress) {
        if now.lower_bound != self.bound {
            self.bound = now.lower_bound;
            self.bound_since = now.elapsed;
        }
        if now.elapsed < INITIAL_DELAY {
            return;
        }
        let Ok(mut state) = self.line.0.try_lock() else { return };
        if let Some((partition, PdbSource::Embedded)) = &self.tables
            && state.hint.is_none()
        {
            state.hint = hint_at_larger(partition);
        }
        let boards = if state.boards > 1 {
            format!("{} of {} boards done; ", state.boards_done, state.boards)
        } else {
            String::new()
        };
        let incumbent =
            now.incumbent.map_or(String::new(), |moves| format!("{}, ", units::count(moves.into(), "move")));
        let bound = units::count(now.lower_bound.into(), "move");
        let iteration = now.thousandths.map_or(String::new(), |thousandths| {
            let elapsed = now.elapsed.saturating_sub(self.bound_since);
            format!(" (this bound {})", percent_and_remaining(thousandths, elapsed))
        });
        let nodes = match now.generated {
            0 => String::new(),
            generated => format!(", {}", units::count(generated, "node")),
        };
        let elapsed = units::seconds(now.elapsed);
        state.show(&format!("{boards}{incumbent}at least {bound}{iteration}{nodes}, {elapsed}"));
    }

    fn improved(&mut self, now: &Improved) {
        let mut state = self.line.state();
        if state.is_verbose {
            let before =
                now.previous.map_or(String::new(), |moves| format!("{} → ", units::thousands(moves.into())));
            let moves = units::thousands(now.moves.into());
            let bound = units::thousands(now.lower_bound.into());
            let elapsed = units::seconds(now.elapsed);
            state.print(&format!("moves {before}{moves}, lower bound {bound}, {elapsed}"));
        }
    }

    fn opened(&mut self, partition: &Partition, source: &PdbSource) {
        self.tables = Some((partition.clone(), source.clone()));
        if let PdbSource::File(_) = source {
            // The database that replaces a damaged file is on disk now.
            self.line.state().hint = None;
        }
    }

    fn building(&mut self, partition: &Partition, progress: BuildProgress) {
        self.line.show_building(partition, progress);
        let mut state = self.line.state();
        if state.building_since.is_some_and(|since| since.elapsed() > INITIAL_DELAY) && state.hint.is_none() {
            state.hint = Some(format!(
                "taquin: to skip building pattern databases for {} boards next time, run \
                 'taquin tables build {partition}' ({} on disk)",
                partition.size(),
                units::bytes(partition.bytes() as usize)
            ));
        }
    }

    fn damaged(&mut self, path: &Path, error: &PdbFileError) {
        let remedy = match error {
            PdbFileError::Version(_) => "Using other pattern databases",
            _ => "Rebuilding it, if the directory is writable",
        };
        let message = format!("taquin: ignoring pattern database {}: {error}. {remedy}", path.display());
        self.line.state().print(&message);
    }
}

/// Formats the message about a GPU that failed.
pub(crate) fn gpu_fallback(error: impl std::fmt::Display) -> String {
    format!("taquin: GPU search failed: {error}. Continuing on the CPU")
}

struct CensusObserver(ProgressLine);

impl Observer for CensusObserver {
    fn event(&mut self, event: &Event<'_>) {
        let Event::Progress(now) = event else { return };
        if now.elapsed < INITIAL_DELAY {
            return;
        }
        let done = now
            .thousandths
            .map_or(String::new(), |thousandths| percent_and_remaining(thousandths, now.elapsed));
        let boards = units::count(now.generated, "board");
        let depth = units::count(now.lower_bound.into(), "move");
        self.0.state().show(&format!("{boards} within {depth}: {done}"));
    }
}

/// Suggests building the largest pattern databases of the catalogue for this size.
fn hint_at_larger(partition: &Partition) -> Option<String> {
    let larger = Partition::catalogue()
        .into_iter()
        .filter(|known| known.size() == partition.size() && known.bytes() > partition.bytes())
        .max_by_key(Partition::bytes)?;
    let bytes = units::bytes(larger.bytes() as usize);
    Some(format!(
        "taquin: to solve boards like this much faster, run 'taquin tables build {larger}' once ({bytes})"
    ))
}
