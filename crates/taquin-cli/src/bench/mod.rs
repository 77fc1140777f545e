//! `taquin bench`: how many nodes and how much time boards take.
//!
//! Node counts tell whether two versions search alike, and times which is faster. Node counts are the same on every
//! machine, so a speed-up that changes the search shows at once. Times are those of searches alone: tables are there
//! before the first is taken.

mod gpu;
mod options;
mod report;
mod sizes;
mod suite;

pub(crate) use suite::Numbers;

use crate::args::BenchArgs;
use crate::exit::{Exit, Failure, complain};
use crate::in_order::in_order;
use crate::plan::{Plan, Within, exit_of, report_untried, stopped};
use crate::progress::Line;
use report::{Report, Row, Setting};
use std::io::Write;
use std::time::{Duration, Instant};
use suite::{Entry, Kind, Suite};
use taquin::notation::Style;
use taquin::search::Planned;
use taquin::{Algorithm, Goal, Limits, Outcome, Parity};

/// How many times each board is solved, if nothing else is asked for.
const USUAL_REPEAT: u32 = 3;

pub(crate) fn run(args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let kind = Kind::of(&args.suite)?;
    options::check(kind, args)?;
    match kind {
        Kind::Sizes => sizes::run(args, out),
        Kind::Gpu => gpu::run(args, out),
        Kind::Classic | Kind::Random | Kind::Files => measure(&Suite::choose(kind, args)?, args, out),
    }
}

fn measure(suite: &Suite, args: &BenchArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let boards = suite.entries.len();
    if boards == 0 {
        return Ok(Exit::BadInput);
    }
    let threads = args.search.limits.threads.map_or(1, usize::from);
    let at_a_time = if args.batch { boards } else { 1 };
    let within = args.within.map_or(Within::Proven, Within::Time);
    let plan = Plan::with_threads(&args.search, within, Style::Princeton, at_a_time, threads)?;
    let mut plan = plan.without_card(&args.search);
    if args.batch {
        // A single board has one, too.
        plan.threads_each = 1;
    }
    let ready = warm_up(&suite.entries, &plan, args.search.verbose);
    let repeat = args.repeat.unwrap_or(USUAL_REPEAT);
    let setting = Setting::new(suite, &plan, args, &ready);
    setting.begin(out)?;
    out.flush()?;
    let exit = if suite.some_bad { Exit::BadInput } else { Exit::Solved };
    let mut score = Score { rows: Vec::new(), failed: 0, exit, setting: &setting };
    let wall = if args.batch {
        let (time, results) = solve_together(&suite.entries, &plan, repeat)?;
        for (entry, result) in suite.entries.iter().zip(results) {
            if let Some(result) = result {
                score.add(entry, result, None, out)?;
            }
        }
        Some(time)
    } else {
        let line = Line::new(boards, args.search.verbose);
        for entry in &suite.entries {
            if plan.limits.stop.is_raised() {
                break;
            }
            let result = solve_alone(entry, &plan, repeat, &line);
            line.board_is_done();
            let (time, result) = match result {
                Ok((time, tried)) => (Some(time), Ok(tried)),
                Err(message) => (None, Err(message)),
            };
            score.add(entry, result, time, out)?;
        }
        None
    };
    let untried = boards - score.rows.len() - score.failed;
    Report::new(&setting, boards - score.failed, score.rows, wall).end(out)?;
    out.flush()?;
    Ok(score.exit.max(report_untried(untried as u64)))
}

/// The nodes to search on tables before anything is timed, so that they come to the memory; without tables a few will do.
/// Tables are built whatever that takes.
const WARM_UP_NODES: u64 = 1 << 20;
const FEW_NODES: u64 = 1000;

/// What is there before times are taken.
#[derive(Default)]
struct Ready {
    /// The names of the tables, one for each size.
    tables: Vec<String>,
    /// The nodes that A* may make before they are used, if it has a try.
    first_try: Option<u64>,
}

/// Searches a board of each size without measuring it, so that the tables are there when times are taken.
fn warm_up(entries: &[Entry], plan: &Plan, verbose: bool) -> Ready {
    let line = Line::new(1, verbose);
    let has_tables = matches!(plan.algorithm, Algorithm::Auto | Algorithm::IdaStar);
    let nodes = if has_tables { WARM_UP_NODES } else { FEW_NODES };
    let limits = |nodes| Limits { time: None, nodes: Some(nodes), ..plan.limits.clone() };
    let (mut ready, mut seen) = (Ready::default(), Vec::<&Goal>::new());
    for Entry { board, goal, .. } in entries {
        // What parity settles needs no tables.
        if seen.contains(&goal) || !Parity::is_solvable(board, goal) {
            continue;
        }
        seen.push(goal);
        let solver = plan.solver(goal.clone(), plan.heuristics[0]);
        let mut watcher = line.observer();
        let solver = if plan.algorithm == Algorithm::Auto {
            // It tells whether it would begin with A*. An easy board that A* solves needs no tables, and the boards after it
            // may need them.
            solver.clone().limits(limits(1)).solve_watched(board, &mut watcher).ok();
            solver.algorithm(Algorithm::IdaStar)
        } else {
            solver
        };
        // If there are no tables for this size, there is nothing to prepare; other errors come again.
        solver.limits(limits(nodes)).solve_watched(board, &mut watcher).ok();
        line.clear();
        let nodes = |step: &Planned| match step {
            Planned::Search { most_nodes, .. } => *most_nodes,
            _ => None,
        };
        ready.first_try = ready.first_try.or(watcher.steps().iter().find_map(nodes));
        ready.tables.extend(watcher.tables());
    }
    ready
}

/// What came of a board, and the tables that it took.
struct Tried {
    outcome: Outcome,
    tables: Option<String>,
}

/// The median run of several on one board. A run that is stopped is the last, and counts.
fn solve_alone(entry: &Entry, plan: &Plan, repeat: u32, line: &Line) -> Result<(Duration, Tried), String> {
    let mut runs = Vec::new();
    for _ in 0..repeat {
        let start = Instant::now();
        let tried = solve_once(entry, plan, line)?;
        let run = (start.elapsed(), tried);
        if matches!(run.1.outcome, Outcome::Stopped(_)) {
            return Ok(run);
        }
        runs.push(run);
    }
    Ok(median(runs))
}

/// What came of each board; nothing if Ctrl-C was pressed before its turn.
type Results = Vec<Option<Result<Tried, String>>>;

/// The median run of several on all boards at a time. A run that is interrupted is the last, and counts.
fn solve_together(entries: &[Entry], plan: &Plan, repeat: u32) -> Result<(Duration, Results), Failure> {
    let stop = &plan.limits.stop;
    let line = Line::new(entries.len() * repeat as usize, false);
    let mut runs = Vec::new();
    for _ in 0..repeat {
        let places: Vec<usize> = (0..entries.len()).collect();
        let mut results: Results = entries.iter().map(|_| None).collect();
        let solve = |&i: &usize| solve_once(&entries[i], plan, &line);
        let start = Instant::now();
        in_order(&places, plan.threads, stop, solve, |&i, result| {
            line.board_is_done();
            results[i] = Some(result);
            Ok(())
        })?;
        let run = (start.elapsed(), results);
        if stop.is_raised() {
            return Ok(run);
        }
        runs.push(run);
    }
    Ok(median(runs))
}

fn solve_once(entry: &Entry, plan: &Plan, line: &Line) -> Result<Tried, String> {
    let mut watcher = line.observer();
    let solver = plan.solver(entry.goal.clone(), plan.heuristics[0]);
    let outcome = solver.solve_watched(&entry.board, &mut watcher).map_err(|e| e.to_string())?;
    Ok(Tried { outcome, tables: watcher.tables() })
}

/// The run of median time; of an even number, the faster of the two in the middle. There must be one.
fn median<T>(mut runs: Vec<(Duration, T)>) -> (Duration, T) {
    runs.sort_by_key(|(time, _)| *time);
    let middle = (runs.len() - 1) / 2;
    runs.swap_remove(middle)
}

/// What has come of the boards so far.
struct Score<'a> {
    rows: Vec<Row>,
    /// Boards that the search does not take.
    failed: usize,
    exit: Exit,
    setting: &'a Setting,
}

impl Score<'_> {
    /// Takes down what came of a board, and complains if it is not as it should be.
    fn add(
        &mut self,
        entry: &Entry,
        result: Result<Tried, String>,
        time: Option<Duration>,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match result {
            Ok(tried) => {
                self.exit = self.exit.max(judge(entry, &tried.outcome));
                let row = Row::new(self.setting, entry, tried, time);
                self.setting.write_row(&row, out)?;
                self.rows.push(row);
                out.flush()?;
            }
            Err(message) => {
                complain(&format!("{}: {message}", entry.name));
                self.failed += 1;
                self.exit = Exit::BadInput;
            }
        }
        Ok(())
    }
}

/// How an outcome counts towards the exit code. One that contradicts what is known counts as much as bad input.
fn judge(entry: &Entry, outcome: &Outcome) -> Exit {
    if let Outcome::Stopped(at) = outcome {
        complain(&format!("{}: {}", entry.name, stopped(at, None)));
    }
    let Some(known) = entry.known.filter(|&known| contradicts(outcome, known)) else {
        return exit_of(outcome);
    };
    let found = match outcome {
        Outcome::Solved(solution) => format!("{} moves", solution.moves.len()),
        Outcome::Unsolvable(_) => "unsolvable".to_owned(),
        Outcome::Stopped(at) => format!("at least {} moves", at.lower_bound),
    };
    complain(&format!(
        "{}: {found}, but {known} moves are known to be the fewest (a defect of Taquin: please report it)",
        entry.name
    ));
    Exit::BadInput
}

/// Whether an outcome can't be true if the shortest solutions have that many moves.
fn contradicts(outcome: &Outcome, known: u32) -> bool {
    match outcome {
        Outcome::Solved(found) => found.lower_bound > known || (found.moves.len() as u32) < known,
        Outcome::Unsolvable(_) => true,
        Outcome::Stopped(at) => at.lower_bound > known,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::{Board, Solver};

    #[test]
    fn the_median_run() {
        let run = |millis| (Duration::from_millis(millis), millis);
        assert_eq!(median(vec![run(7)]).1, 7);
        assert_eq!(median(vec![run(9), run(2)]).1, 2);
        assert_eq!(median(vec![run(9), run(2), run(5)]).1, 5);
    }

    #[test]
    fn wrong_lengths_are_noticed() {
        let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
        let solver = Solver::new(Goal::blank_last(board.size()));
        let shortest = solver.solve(&board).expect("same size");
        assert!(!contradicts(&shortest, 4));
        assert!(contradicts(&shortest, 2) && contradicts(&shortest, 6));
        let unsolvable = solver.solve(&board.twin()).expect("same size");
        assert!(contradicts(&unsolvable, 4));
    }
}
