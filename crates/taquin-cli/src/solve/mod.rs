//! `taquin solve`: solutions in the output formats of [`taquin::notation`].

mod all_solutions;
mod lower_bound;
mod tally;

use crate::exit::{Exit, Failure, print_error, print_note};
use crate::flags::{GoalArgs, InputArgs, OptimalityArgs, Replaced, SearchArgs, by_name, metrics, replaced};
use crate::input::{self, BoardName, Puzzle, Puzzles};
use crate::json::TextOrJson;
use crate::outcome_messages::{report_skipped, search_stopped, suggest_goal};
use crate::output_file::OutputFile;
use crate::progress::ProgressLine;
use crate::searches::Searches;
use crate::signals::while_writing;
use crate::text_file::read_text_file;
use crate::units;
use clap::Args;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tally::Tally;
use taquin::notation::{Attempt, MoveStyle, Report, Style, read_solution};
use taquin::{Heuristic, Metric, Move, Outcome, Request, Size, Solution, map_ordered};

/// Solve boards and write the solutions
#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin solve puzzles/4x4-40.txt
  taquin solve \"8 1 3/4 0 2/7 6 5\" --style moves
  taquin solve board.txt --style iowa           (both heuristics, ring or snail goal)
  taquin solve board.txt --style classic        (with the number of states enqueued)
  taquin solve big.txt --within 1m              (best solution found in a minute)
  taquin solve 5x5.txt --optimal                (proven shortest, however long it takes)
  taquin solve big.txt --weight 5               (fast, at most 5 times the shortest length)
  taquin solve board.txt --algorithm bfs --order UDLR
  taquin solve \"1,2,5,3,4,0,6,7,8\" --style columbia
  taquin solve 4x4.txt --style sise --order RDUL --stats-file stats.txt
  taquin solve board.txt --all --style moves    (all shortest solutions, one per line)
  taquin solve board.txt --count                (number of shortest solutions)
  taquin random 3x3 --count 10 | taquin solve --format json")]
#[expect(clippy::struct_excessive_bools, reason = "one for each flag")]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    input: InputArgs,
    /// Output format; json writes one object per solution
    #[arg(long, value_enum, default_value_t = TextOrJson::Text)]
    format: TextOrJson,
    /// Style of text output; those of courses and judges have a goal and an algorithm ('taquin help
    /// dialects') [default: princeton, or moves for more than 100 cells; length for
    /// check]
    #[arg(long, short, value_parser = by_name(&TEXT_STYLES, Style::name))]
    style: Option<Style>,
    /// Also print time, generated nodes and memory (with --style length)
    #[arg(long, conflicts_with_all = ["all", "count", "then", "at_least"])]
    stats: bool,
    /// Also write the statistics of the search to this file (with --style sise)
    #[arg(long, value_name = "FILE", conflicts_with = "at_least")]
    stats_file: Option<PathBuf>,
    /// Write runs of moves as R2U2 (with --style moves or --format json)
    #[arg(long)]
    run_length: bool,
    /// Write the moves of the blank instead of the tiles (with --style moves or --format json)
    #[arg(long)]
    blank_moves: bool,
    /// Write all shortest solutions (up to 25 cells)
    #[arg(long, conflicts_with = "within")]
    all: bool,
    /// Write at most N solutions, the first ones in the order of --order (with --all)
    #[arg(long, value_name = "N", requires = "all")]
    limit: Option<usize>,
    #[arg(long, hide = true, num_args = 0, default_missing_value = "", value_parser = replaced("--all --limit 1 --order UDLR"))]
    lexicographic: Option<Replaced>,
    /// Count the shortest solutions (up to 25 cells)
    #[arg(long, conflicts_with_all = ["all", "within"])]
    count: bool,
    /// Improve this solution (letters with counts, numbers of tiles, or a file) instead of starting anew
    #[arg(long, value_name = "SOLUTION", conflicts_with_all = ["all", "count", "then", "at_least"])]
    from: Option<OsString>,
    /// Of all shortest solutions, write one with the fewest moves in this other metric
    #[arg(long, value_name = "METRIC", value_parser = metrics(), conflicts_with_all = ["all", "count", "within"])]
    then: Option<Metric>,
    #[command(flatten)]
    optimality: OptimalityArgs,
    /// Prove that every solution has at least this many moves (up to 25 cells)
    #[arg(
        long,
        value_name = "MOVES",
        conflicts_with_all = ["within", "all", "count", "then", "optimal"]
    )]
    at_least: Option<u32>,
    /// Save the proof to this file every few seconds and resume from it (with --at-least, on a GPU)
    #[arg(long, value_name = "FILE", requires = "at_least")]
    checkpoint: Option<PathBuf>,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    search: SearchArgs,
}

/// The number of bytes of boards that are announced before they are written.
const LARGE_OUTPUT: u64 = 100 << 20;

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    args.check_output()?;
    if args.all || args.count || args.then.is_some() {
        return all_solutions::run(args, out);
    }
    if let Some(at_least) = args.at_least {
        return lower_bound::run(args, at_least, out);
    }
    let mut tally = Tally::start();
    let style = args.output_style();
    let kind = args.goal.kind_for(style, &args.input)?;
    let (puzzles, mut exit) = input::open_puzzles(&args.input_for(style), &kind);
    let stats_file = statistics_file(args, puzzles.len())?;
    let mut statistics = Vec::new();
    // A GPU searches one board, helped by all CPU threads.
    let concurrent = if args.search.gpu.gpu.uses_gpu(puzzles.sizes()) { 1 } else { puzzles.len() };
    let improve = given_solution(args, &puzzles)?;
    let (optimality, threads) = (args.optimality.get(), args.search.limits.threads());
    let searches = Searches::with_threads(&args.search, optimality, improve, style, concurrent, threads)?;
    if let Some(dialect) = style.dialect().filter(|_| !args.goal.is_given())
        && let Some(goal) = dialect.assignment.goal
        && puzzles.sizes().any(|size| goal.for_size(size).is_err())
    {
        let goal = &dialect.goal;
        print_note(&format!(
            "using the goal {goal}, the default for --style {style} (override it with --goal blank-last)"
        ));
    }
    let line = ProgressLine::new(puzzles.len(), args.search.verbose);
    let runs = puzzles.iter().flat_map(|puzzle| Run::for_puzzle(puzzle, &searches));
    let solve = |run: &Run<'_>| searches.solve(&run.puzzle, run.request, &line);
    let cancel = &searches.limits.cancel;
    let mut has_text = false;
    let done = map_ordered(runs, searches.concurrent_boards, cancel, solve, |run, result| {
        let Run { puzzle, request, is_first, is_last } = run;
        let name = &puzzle.name;
        let style = args.style_for(puzzle.board.size());
        if is_last {
            line.board_done();
        } else {
            line.clear();
        }
        let outcome = match result {
            // Errors and unsolvability do not depend on the heuristic: report them once.
            Err(_) | Ok(Outcome::Unsolvable(_)) if !is_first => return Ok(()),
            Ok(outcome) => outcome,
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                print_error(&format!("{name}: {message}"));
                return Ok(());
            }
        };
        exit = exit.max(Exit::from(&outcome));
        tally.add(&outcome);
        if puzzles.len() > 1 && !style.is_one_line() && is_first {
            writeln!(out, "# {name}")?;
        }
        let heuristic = request.heuristic();
        let attempt = Attempt { algorithm: request.algorithm(), heuristic, outcome };
        if !is_first && has_text && writes_text(style, &attempt.outcome) {
            writeln!(out)?;
        }
        has_text = writes_text(style, &attempt.outcome) || (has_text && !is_first);
        if let Some(solution) = attempt.outcome.solution() {
            announce_large_output(args, &puzzle, solution.len(), 1);
        }
        while_writing(|| {
            write_attempt(args, &puzzle, &attempt, out)?;
            out.flush()
        })?;
        if stats_file.is_some() {
            style.write_statistics(&report(&puzzle, &puzzle.name.to_string(), &attempt), &mut statistics)?;
        }
        let heuristic = heuristic.filter(|_| !(is_first && is_last));
        print_notes(args, &puzzle, style, &attempt.outcome, heuristic, puzzles.len() == 1);
        Ok::<(), io::Error>(())
    })?;
    let skipped = (puzzles.len() * searches.requests.len()) as u64 - done;
    if puzzles.len() > 1 && style == Style::Length {
        out.flush()?;
        print_note(&tally.to_string());
    }
    line.print_hint();
    if let Some(file) = stats_file.filter(|_| skipped == 0) {
        file.write(&statistics)?;
    }
    if skipped > 0 {
        exit = exit.max(Exit::Stopped);
    }
    Ok(exit.max(report_skipped(skipped / searches.requests.len() as u64)))
}

/// Styles of text output: all but the last, JSON.
const TEXT_STYLES: [Style; Style::ALL.len() - 1] = {
    let mut styles = [Style::Princeton; Style::ALL.len() - 1];
    let mut i = 0;
    while i < styles.len() {
        styles[i] = Style::ALL[i];
        i += 1;
    }
    styles
};

/// The number of cells of the largest board whose solutions are written as boards by default: 10x10.
const MAX_CELLS_AS_BOARDS: usize = 100;

/// The examples of `taquin check`.
pub(crate) const CHECK_EXAMPLES: &str = "\
Examples:
  taquin check puzzles/3x3-*.txt puzzles/4x4-*.txt
  taquin check --stats --time 10s boards.txt
  taquin check big.txt --within 1m              (best solution found in a minute)";

impl SolveArgs {
    /// Writes lengths by default, as `taquin check` does.
    pub(crate) fn with_lengths(self) -> Self {
        let default = (self.format == TextOrJson::Text && !self.count).then_some(Style::Length);
        Self { style: self.style.or(default), ..self }
    }

    /// Rejects output options that contradict each other.
    fn check_output(&self) -> Result<(), String> {
        match (self.format, self.style) {
            (TextOrJson::Json, Some(style)) => Err(format!(
                "--style {} is for text output: remove it, or remove --format json",
                style.name()
            )),
            _ if self.stats && self.output_style() != Style::Length => {
                Err("--stats is for --style length; the other styles have their own figures, and --format json all of them".to_owned())
            }
            _ if self.stats_file.is_some() && !self.output_style().has_statistics() => {
                Err("--stats-file is for --style sise, which has statistics in a file of their own"
                    .to_owned())
            }
            (TextOrJson::Json, None) if self.at_least.is_some() => {
                Err("--at-least has no JSON output: remove --format json".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// Returns the boards to read for solutions in a style.
    fn input_for(&self, style: Style) -> InputArgs {
        let InputArgs { boards, input, size } = &self.input;
        let input = if self.goal.is_given() { *input } else { input.preferring(style) };
        InputArgs { boards: boards.clone(), input, size: *size }
    }

    /// Returns the library's style for the requested output. The default for large boards differs:
    /// [`style_for`](Self::style_for).
    fn output_style(&self) -> Style {
        match self.format {
            TextOrJson::Json => Style::Json,
            TextOrJson::Text => self.style.unwrap_or_default(),
        }
    }

    /// Returns the library's style for boards of a size. A solution of a 127x127 board has millions of moves, and the
    /// boards after each of them would take hundreds of gigabytes.
    fn style_for(&self, size: Size) -> Style {
        let is_chosen = self.format == TextOrJson::Json || self.style.is_some();
        let has_short_default = size.cells() > MAX_CELLS_AS_BOARDS || self.is_multi_tile();
        if !is_chosen && has_short_default { Style::Moves } else { self.output_style() }
    }

    /// Returns true if moves are counted in the multi-tile metric.
    fn is_multi_tile(&self) -> bool {
        self.search.metric.metric == Metric::Multi
    }

    /// Returns the notation of moves: with run lengths in the multi-tile metric, where each run is a move.
    fn move_style(&self) -> MoveStyle {
        MoveStyle { run_length: self.run_length || self.is_multi_tile(), of_blank: self.blank_moves }
    }
}

/// One search: a board with one of its requests. Each result is written at once, because search times
/// differ widely between heuristics.
struct Run<'a> {
    puzzle: Arc<Puzzle>,
    request: &'a Request,
    /// The first run of its board.
    is_first: bool,
    /// The last run of its board.
    is_last: bool,
}

impl<'a> Run<'a> {
    fn for_puzzle(puzzle: Puzzle, searches: &'a Searches) -> impl Iterator<Item = Self> {
        let puzzle = Arc::new(puzzle);
        let runs = searches.requests.len();
        let run = move |(i, request): (usize, &'a Request)| Self {
            puzzle: Arc::clone(&puzzle),
            request,
            is_first: i == 0,
            is_last: i + 1 == runs,
        };
        searches.requests.iter().enumerate().map(run)
    }
}

/// Prints what the style does not say about an outcome, and advice for the only board.
fn print_notes(
    args: &SolveArgs,
    puzzle: &Puzzle,
    style: Style,
    outcome: &Outcome,
    heuristic: Option<Heuristic>,
    is_only: bool,
) {
    let name = &puzzle.name;
    match outcome {
        Outcome::Stopped(at) => print_error(&format!("{name}: {}", search_stopped(at, heuristic))),
        Outcome::Solved(found) if !style.states_bound() && !found.is_shortest() => {
            let moves = units::count(found.len() as u64, "move");
            print_note(&format!("{name}: {moves} (shortest is at least {})", found.lower_bound()));
        }
        Outcome::Solved(found) if args.is_multi_tile() && !style.states_bound() => {
            note_both_lengths(name, found);
        }
        Outcome::Unsolvable(_) if is_only && style != Style::Json => suggest_goal(puzzle),
        _ => {}
    }
}

/// Returns true if a style writes something about an outcome.
fn writes_text(style: Style, outcome: &Outcome) -> bool {
    style.is_one_line() || !matches!(outcome, Outcome::Stopped(at) if at.best.is_none())
}

/// Writes the result of a search in the requested style.
fn write_attempt(
    args: &SolveArgs,
    puzzle: &Puzzle,
    attempt: &Attempt,
    out: &mut impl Write,
) -> io::Result<()> {
    let style = args.style_for(puzzle.board.size());
    let name = puzzle.name.to_string();
    let report = report(puzzle, &name, attempt);
    if !args.stats {
        return style.write(&report, args.move_style(), out);
    }
    let mut line = Vec::new();
    style.write(&report, args.move_style(), &mut line)?;
    let stats = attempt.outcome.stats();
    let nodes = units::count(stats.generated, "node");
    out.write_all(line.trim_ascii_end())?;
    writeln!(out, "\t{}\t{nodes}\t{}", units::seconds(stats.time), units::bytes(stats.memory))
}

fn report<'a>(puzzle: &'a Puzzle, name: &'a str, attempt: &'a Attempt) -> Report<'a> {
    let Puzzle { board, goal, .. } = puzzle;
    Report { name: Some(name), board, goal, attempts: std::slice::from_ref(attempt) }
}

/// Reads the solution to improve.
fn given_solution(args: &SolveArgs, puzzles: &Puzzles) -> Result<Option<Vec<Move>>, String> {
    let Some(given) = &args.from else { return Ok(None) };
    let Some(puzzle) = puzzles.iter().next().filter(|_| puzzles.len() == 1) else {
        return Err(format!("--from is a solution of one board, but the input has {}", puzzles.len()));
    };
    let is_file = given == "-" || Path::new(given).is_file();
    let text = if is_file { read_text_file(given)? } else { given.to_string_lossy().into_owned() };
    let moves = read_solution(&text, &puzzle.board, args.blank_moves);
    moves.map(Some).map_err(|error| format!("--from: {error}"))
}

/// Prints the length of a shortest solution in both metrics.
fn note_both_lengths(name: &BoardName, solution: &Solution) {
    let moves = units::count(solution.len() as u64, "move");
    let other = solution.metric().other();
    let others = units::thousands(other.count(solution.moves()) as u64);
    print_note(&format!("{name}: {moves}, proven shortest ({others} in the {other}-tile metric)"));
}

/// Returns the file for the statistics of a single board.
fn statistics_file(args: &SolveArgs, boards: usize) -> Result<Option<OutputFile>, String> {
    match &args.stats_file {
        Some(_) if boards > 1 => Err(format!("--stats-file is for one board, but the input has {boards}")),
        Some(path) => OutputFile::new(path).map(Some),
        None => Ok(None),
    }
}

/// Prints the size of the boards of some solutions if it is large, and the size of their moves.
fn announce_large_output(args: &SolveArgs, puzzle: &Puzzle, length: usize, solutions: u64) {
    let Puzzle { name, board, .. } = puzzle;
    let boards = solutions.saturating_mul(length as u64 + 1);
    let bytes = boards.saturating_mul(board.to_string().len() as u64);
    if bytes > LARGE_OUTPUT && !args.style_for(board.size()).is_one_line() {
        print_note(&format!(
            "{name}: writing {}, about {}; --style moves writes {}",
            units::count(boards, "board"),
            units::bytes(bytes as usize),
            units::bytes((solutions as usize).saturating_mul(length + 1))
        ));
    }
}
