//! `taquin solve`: solutions in the output formats of [`taquin::notation`].

mod all_solutions;
mod lower_bound;

use crate::args::SolveArgs;
use crate::exit::{Exit, Failure, print_error, print_note};
use crate::input::{self, BoardName, Puzzle};
use crate::messages::{report_skipped, search_stopped, suggest_goal};
use crate::output_file::OutputFile;
use crate::parallel::map_ordered;
use crate::progress::ProgressLine;
use crate::search_options::SearchOptions;
use crate::signals::while_writing;
use crate::units;
use std::io::{self, Write};
use std::path::Path;
use taquin::notation::{Attempt, Report, Style, read_solution};
use taquin::{Heuristic, Move, Outcome, Size, Solution};

/// The number of bytes of boards that are announced before they are written.
const LARGE_OUTPUT: u64 = 100 << 20;

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    args.check_output()?;
    if args.all || args.count || args.lexicographic || args.then.is_some() {
        return all_solutions::run(args, out);
    }
    if let Some(at_least) = args.at_least {
        return lower_bound::run(args, at_least, out);
    }
    let style = args.output_style();
    let kind = args.goal.kind_for(style, &args.input)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input_for(style), &kind);
    let stats_file = statistics_file(args, puzzles.len())?;
    let mut statistics = Vec::new();
    let sizes = || puzzles.iter().map(|puzzle| puzzle.board.size());
    // A GPU searches one board, helped by all CPU threads.
    let concurrent = if args.search.device.device.uses_gpu(sizes()) { 1 } else { puzzles.len() };
    let mut options = SearchOptions::new(&args.search, args.optimality.get(), style, concurrent)?;
    options.given = given_solution(args, &puzzles)?;
    if style == Style::Iowa && !args.goal.is_given() && sizes().any(|size| Ok(size) != Size::square(3)) {
        print_note("using the goal snail, the default for --style iowa (override it with --goal blank-last)");
    }
    let line = ProgressLine::new(puzzles.len(), args.search.verbose);
    let runs: Vec<Run<'_>> = puzzles.iter().flat_map(|puzzle| Run::for_puzzle(puzzle, &options)).collect();
    let solve = |run: &Run<'_>| options.solve(run.puzzle, run.heuristic, &line);
    let cancel = &options.limits.cancel;
    let mut has_text = false;
    let skipped = map_ordered(&runs, options.concurrent_boards, cancel, solve, |run, result| {
        let Run { puzzle, heuristic, is_first, is_last } = *run;
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
        if puzzles.len() > 1 && !style.is_one_line() && is_first {
            writeln!(out, "# {name}")?;
        }
        let attempt = Attempt { algorithm: options.algorithm, heuristic, outcome };
        if !is_first && has_text && writes_text(style, &attempt.outcome) {
            writeln!(out)?;
        }
        has_text = writes_text(style, &attempt.outcome) || (has_text && !is_first);
        if let Some(solution) = attempt.outcome.solution() {
            announce_large_output(args, puzzle, solution.len(), 1);
        }
        while_writing(|| {
            write_attempt(args, puzzle, &attempt, out)?;
            out.flush()
        })?;
        if stats_file.is_some() {
            style.write_statistics(&report(puzzle, &puzzle.name.to_string(), &attempt), &mut statistics)?;
        }
        match &attempt.outcome {
            Outcome::Stopped(at) => {
                let heuristic = heuristic.filter(|_| !(is_first && is_last));
                print_error(&format!("{name}: {}", search_stopped(at, heuristic)));
            }
            Outcome::Solved(found) if !style.states_bound() && !found.is_shortest() => {
                let moves = units::count(found.len() as u64, "move");
                print_note(&format!("{name}: {moves} (shortest is at least {})", found.lower_bound()));
            }
            Outcome::Solved(found) if args.is_multi_tile() && !style.states_bound() => {
                note_both_lengths(name, found);
            }
            Outcome::Unsolvable(_) if puzzles.len() == 1 && style != Style::Json => suggest_goal(puzzle),
            _ => {}
        }
        Ok(())
    })?;
    line.print_hint();
    if let Some(file) = stats_file.filter(|_| skipped == 0) {
        file.write(&statistics)?;
    }
    if skipped > 0 {
        exit = exit.max(Exit::Stopped);
    }
    Ok(exit.max(report_skipped(skipped / options.heuristics.len() as u64)))
}

/// One search: a board with one of its heuristics. Each result is written at once, because search times
/// differ widely between heuristics.
struct Run<'a> {
    puzzle: &'a Puzzle,
    heuristic: Option<Heuristic>,
    /// The first run of its board.
    is_first: bool,
    /// The last run of its board.
    is_last: bool,
}

impl<'a> Run<'a> {
    fn for_puzzle(puzzle: &'a Puzzle, options: &SearchOptions) -> impl Iterator<Item = Self> {
        let runs = options.heuristics.len();
        let run = move |(i, &heuristic): (usize, &Option<Heuristic>)| Self {
            puzzle,
            heuristic,
            is_first: i == 0,
            is_last: i + 1 == runs,
        };
        options.heuristics.iter().enumerate().map(run)
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
    style.write(&report(puzzle, &puzzle.name.to_string(), attempt), args.move_style(), out)
}

fn report<'a>(puzzle: &'a Puzzle, name: &'a str, attempt: &'a Attempt) -> Report<'a> {
    let Puzzle { board, goal, .. } = puzzle;
    Report { name: Some(name), board, goal, attempts: std::slice::from_ref(attempt) }
}

/// Reads the solution to improve.
fn given_solution(args: &SolveArgs, puzzles: &[Puzzle]) -> Result<Option<Vec<Move>>, String> {
    let Some(given) = &args.from else { return Ok(None) };
    let [puzzle] = puzzles else {
        return Err(format!("--from is a solution of one board, but the input has {}", puzzles.len()));
    };
    let is_file = given == "-" || Path::new(given).is_file();
    let text = if is_file { input::read_text_file(given)? } else { given.to_string_lossy().into_owned() };
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
