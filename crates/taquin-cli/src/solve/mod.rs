//! `taquin solve`

mod every;

use crate::args::SolveArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::in_order::in_order;
use crate::input::{self, Puzzle};
use crate::plan::{Plan, exit_of, hint_at_other_goal, report_untried, stopped};
use crate::progress::Line;
use crate::prove;
use std::io::{self, Write};
use taquin::notation::{Attempt, MoveStyle, Report, Style};
use taquin::{Heuristic, Outcome, Size};

pub(crate) fn run(args: &SolveArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    if args.all || args.count {
        return every::run(args, out);
    }
    if let Some(at_least) = args.at_least {
        return prove::run(args, at_least, out);
    }
    let kind = args.goal.kind_for(args.style, args.input.size)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    let sizes = || puzzles.iter().map(|puzzle| puzzle.board.size());
    // A card has one board at a time, and the processor helps it with all threads.
    let at_a_time = if args.search.device.device.takes_any(sizes()) { 1 } else { puzzles.len() };
    let plan = Plan::new(&args.search, args.within.within(), args.style, at_a_time)?;
    if args.style == Style::Iowa && !args.goal.is_given() && sizes().any(|size| Ok(size) != Size::square(3)) {
        remark("the goal is the snail, as this style has it; --goal blank-last is the usual one");
    }
    let headings = puzzles.len() > 1 && !args.style.is_one_line();
    let line = Line::new(puzzles.len(), args.search.verbose);
    let tasks: Vec<Task<'_>> = puzzles.iter().flat_map(|puzzle| Task::all_of(puzzle, &plan)).collect();
    let solve = |task: &Task<'_>| plan.solve(task.puzzle, task.heuristic, &line);
    let mut has_text = false;
    let left = in_order(&tasks, plan.threads, &plan.limits.stop, solve, |task, result| {
        let Task { puzzle, heuristic, is_first, is_last } = *task;
        let name = &puzzle.name;
        if is_last {
            line.board_is_done();
        } else {
            line.clear();
        }
        let outcome = match result {
            // What is wrong with a board, or can't be solved, is so whatever the heuristic.
            Err(_) | Ok(Outcome::Unsolvable(_)) if !is_first => return Ok(()),
            Ok(outcome) => outcome,
            Err(message) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{name}: {message}"));
                return Ok(());
            }
        };
        exit = exit.max(exit_of(&outcome));
        if headings && is_first {
            writeln!(out, "# {name}")?;
        }
        let attempt = Attempt { algorithm: plan.algorithm, heuristic, outcome };
        let text = text_of(args, puzzle, &attempt)?;
        if !is_first && has_text && !text.is_empty() {
            writeln!(out)?;
        }
        has_text = !text.is_empty() || (has_text && !is_first);
        out.write_all(text.as_bytes())?;
        out.flush()?;
        match &attempt.outcome {
            Outcome::Stopped(at) => {
                let which = heuristic.filter(|_| !(is_first && is_last));
                complain(&format!("{name}: {}", stopped(at, which)));
            }
            Outcome::Solved(found) if !args.style.tells_bound() && !found.is_shortest() => {
                let (moves, least) = (found.moves.len(), found.lower_bound);
                remark(&format!("{name}: {moves} moves (shortest is at least {least})"));
            }
            Outcome::Unsolvable(_) if puzzles.len() == 1 && args.style != Style::Json => {
                hint_at_other_goal(puzzle);
            }
            _ => {}
        }
        Ok(())
    })?;
    line.give_hint();
    if left > 0 {
        exit = exit.max(Exit::Stopped);
    }
    Ok(exit.max(report_untried(left / plan.heuristics.len() as u64)))
}

/// A search to make: a board with one of the heuristics. What comes of it is written at once, and not kept until all
/// heuristics are done: with some a board takes far longer than with others.
struct Task<'a> {
    puzzle: &'a Puzzle,
    heuristic: Option<Heuristic>,
    /// Whether it is the first, and the last, of its board.
    is_first: bool,
    is_last: bool,
}

impl<'a> Task<'a> {
    fn all_of(puzzle: &'a Puzzle, plan: &Plan) -> impl Iterator<Item = Self> {
        let all = plan.heuristics.len();
        let task = move |(i, &heuristic): (usize, &Option<Heuristic>)| Self {
            puzzle,
            heuristic,
            is_first: i == 0,
            is_last: i + 1 == all,
        };
        plan.heuristics.iter().enumerate().map(task)
    }
}

/// What came of a search, in the style asked for.
fn text_of(args: &SolveArgs, puzzle: &Puzzle, attempt: &Attempt) -> io::Result<String> {
    let Puzzle { name, board, goal } = puzzle;
    let moves = MoveStyle { run_length: args.run_length, of_blank: args.blank_moves };
    let report = Report { name: Some(name), board, goal, runs: std::slice::from_ref(attempt) };
    let mut text = String::new();
    args.style.write(&report, moves, &mut text).map_err(io::Error::other)?;
    Ok(text)
}
