//! `taquin info`: solvability, heuristic values, neighbors, twin, search plan and solution length of boards.

use crate::exit::{Exit, Failure};
use crate::flags::{CacheArgs, GoalArgs, InputArgs, MetricArgs};
use crate::input::{self, Puzzle};
use crate::memory_limit::search_memory;
use crate::outcome_messages::report_skipped;
use crate::signals::cancel_on_signal;
use crate::units;
use clap::Args;
use std::io::{self, Write};
use std::time::Duration;
use taquin::Engines;
use taquin::heuristic::{Conflict, conflicts};
use taquin::{
    AllSolutionsOutcome, Board, CancelToken, Goal, Heuristic, Limits, Metric, Optimality, Outcome, Parity,
    SearchOptions, Solver,
};

/// Describe boards: solvability, heuristic values, neighbors, twin, search plan
#[derive(Args)]
#[command(after_help = "\
Examples:
  taquin info \"8 1 3/4 0 2/7 6 5\"
  taquin info --goal ring board.txt")]
pub(crate) struct InfoArgs {
    #[command(flatten)]
    input: InputArgs,
    #[command(flatten)]
    goal: GoalArgs,
    #[command(flatten)]
    metric: MetricArgs,
    #[command(flatten)]
    cache: CacheArgs,
}

pub(crate) fn run(args: &InfoArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let kind = args.goal.kind_of(&args.input)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    let engines = args.cache.engines();
    let cancel = cancel_on_signal();
    let mut skipped = puzzles.len() as u64;
    for (i, Puzzle { name, board, goal }) in puzzles.iter().enumerate() {
        if cancel.is_cancelled() {
            break;
        }
        if i > 0 {
            writeln!(out)?;
        }
        let is_named = kind.for_size(board.size()).is_ok_and(|named| named == **goal);
        let goal_name = if is_named { kind.to_string() } else { goal.board().to_line() };
        writeln!(out, "{name}: {}, goal {goal_name}", board.size())?;
        let solver = Solver::new((**goal).clone()).engines(engines.clone());
        describe(board, goal, &engines, args.metric.metric, &solver, &cancel, out)?;
        out.flush()?;
        if !Parity::is_solvable(board, goal) {
            exit = exit.max(Exit::Unsolvable);
        }
        skipped -= 1;
    }
    if cancel.is_cancelled() {
        exit = exit.max(Exit::Stopped);
    }
    Ok(exit.max(report_skipped(skipped)))
}

fn describe(
    board: &Board,
    goal: &Goal,
    engines: &Engines,
    metric: Metric,
    solver: &Solver,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> io::Result<()> {
    let parity = Parity::explain(board, goal);
    let neighbors: Vec<(String, Board)> =
        board.neighbors().map(|(m, next)| (m.to_string().to_lowercase(), next)).collect();
    let twin = board.twin();

    writeln!(out)?;
    write_side_by_side(&[("board", board), ("goal", goal.board())], out)?;
    writeln!(out, "\n{}: {parity}", if parity.solvable { "solvable" } else { "unsolvable" })?;
    write_inversions(board, out)?;
    for heuristic in Heuristic::ALL {
        let estimate = engines.evaluator(heuristic, goal).map(|evaluator| evaluator.estimate(board));
        if let Some(estimate) = estimate {
            write_heuristic(heuristic, estimate, board, goal, out)?;
        }
    }
    let heading = units::count(neighbors.len() as u64, "neighbor");
    writeln!(out, "\n{heading}, by the direction in which the tile moves:\n")?;
    write_side_by_side(&neighbors.iter().map(|(m, next)| (m.as_str(), next)).collect::<Vec<_>>(), out)?;
    writeln!(out, "\ntwin (two tiles exchanged):\n")?;
    write_side_by_side(&[("", &twin)], out)?;
    if parity.solvable { write_solution(board, metric, solver, cancel, out) } else { Ok(()) }
}

/// Boards with more inversions than this do not list them.
const MAX_INVERSIONS: usize = 40;

/// Lists the pairs of tiles in the wrong order, row by row.
fn write_inversions(board: &Board, out: &mut impl Write) -> io::Result<()> {
    let tiles: Vec<u16> = board.tiles().iter().copied().filter(|&tile| tile != 0).collect();
    let pairs = tiles.iter().enumerate().flat_map(|(i, &first)| {
        let later = tiles[i + 1..].iter().filter(move |&&second| second < first);
        later.map(move |second| format!("{first}-{second}"))
    });
    let listed: Vec<String> = pairs.take(MAX_INVERSIONS + 1).collect();
    if listed.is_empty() || listed.len() > MAX_INVERSIONS {
        return writeln!(out);
    }
    writeln!(out, "            {}\n", listed.join(" "))
}

/// Larger boards do not list their tiles and lines.
const MAX_LISTED_CELLS: usize = 64;

/// Writes a heuristic value and its derivation.
fn write_heuristic(
    heuristic: Heuristic,
    estimate: u32,
    board: &Board,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = heuristic.name();
    write!(out, "{}{} = {estimate}", name[..1].to_uppercase(), &name[1..])?;
    if let Some(costs) = tile_costs(heuristic, board, goal) {
        return write_tile_costs(&costs, out);
    }
    match heuristic {
        Heuristic::LinearConflict => write_conflicts(board, goal, out),
        Heuristic::WalkingDistance => writeln!(
            out,
            ": the fewest vertical moves that bring each tile to its row, plus the fewest horizontal moves \
             that bring each to its column"
        ),
        other => writeln!(out, ": {}", other.description()),
    }
}

/// Returns the contribution of each tile, indexed by tile, or `None` if the heuristic is not a sum over
/// tiles.
fn tile_costs(heuristic: Heuristic, board: &Board, goal: &Goal) -> Option<Vec<u32>> {
    let mut costs = vec![0; board.size().cells()];
    for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        costs[usize::from(tile)] = heuristic.tile_cost(goal, usize::from(tile), cell)?;
    }
    Some(costs)
}

/// Writes the contributions as in Princeton's 2010 assignment.
fn write_tile_costs(costs: &[u32], out: &mut impl Write) -> io::Result<()> {
    if costs.len() > MAX_LISTED_CELLS {
        return writeln!(out, "\n");
    }
    let row = |values: &[u32]| values.iter().map(|v| format!("{v:3}")).collect::<Vec<_>>().concat();
    let tiles = row(&(1..costs.len() as u32).collect::<Vec<_>>());
    writeln!(out, "\n{tiles}\n{}\n{}\n", "-".repeat(tiles.len()), row(&costs[1..]))
}

/// Writes the linear conflicts of each line.
fn write_conflicts(board: &Board, goal: &Goal, out: &mut impl Write) -> io::Result<()> {
    let conflicts = conflicts(board, goal);
    let leaving: u32 = conflicts.iter().map(|conflict| conflict.leaving).sum();
    let manhattan = board.manhattan(goal);
    if leaving == 0 {
        return writeln!(out, ": Manhattan {manhattan}, no conflicts");
    }
    let tiles = match leaving {
        1 => "the tile that must leave its row or column".to_owned(),
        _ => format!("each of the {leaving} tiles that must leave their row or column"),
    };
    writeln!(out, ": Manhattan {manhattan}, plus 2 for {tiles}")?;
    if board.size().cells() > MAX_LISTED_CELLS {
        return Ok(());
    }
    for Conflict { is_row, line, tiles, leaving } in &conflicts {
        let kind = if *is_row { "row" } else { "column" };
        let tiles = listed(&in_conflict(tiles, goal));
        let leaving = in_words(*leaving);
        writeln!(out, "  {kind} {}: tiles {tiles} are in conflict; {leaving} must leave", line + 1)?;
    }
    Ok(())
}

/// Returns the tiles of a line that are in the wrong order with some other one.
fn in_conflict(tiles: &[u16], goal: &Goal) -> Vec<u16> {
    let home = |tile: u16| goal.home(usize::from(tile));
    let is_reversed = |i: usize, j: usize| (i < j) != (home(tiles[i]) < home(tiles[j]));
    let has_conflict = |&i: &usize| (0..tiles.len()).any(|j| j != i && is_reversed(i, j));
    (0..tiles.len()).filter(has_conflict).map(|i| tiles[i]).collect()
}

/// Formats `3 and 2`, or `3, 2 and 1`.
fn listed(tiles: &[u16]) -> String {
    let texts: Vec<String> = tiles.iter().map(u16::to_string).collect();
    match &texts[..] {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => texts.concat(),
    }
}

fn in_words(number: u32) -> String {
    let words = ["none", "one", "two", "three", "four", "five", "six", "seven"];
    words.get(number as usize).map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Time limit of each search.
const TIME_LIMIT: Duration = Duration::from_secs(1);

/// Writes the search plan, and the solution length if it is found within the time limit.
fn write_solution(
    board: &Board,
    metric: Metric,
    solver: &Solver,
    cancel: &CancelToken,
    out: &mut impl Write,
) -> io::Result<()> {
    let limits = Limits { memory: search_memory(None), cancel: cancel.clone(), ..Limits::default() };
    let with = |optimality| {
        let request = SearchOptions { metric, optimality, ..SearchOptions::default() }.request();
        solver.clone().request(request.unwrap_or_default())
    };
    let solve = with(Optimality::Within(TIME_LIMIT)).limits(limits.clone());
    if let Ok(plan) = with(Optimality::Practical).plan(board) {
        writeln!(out, "\nplan: {plan}")?;
    }
    let Ok(Outcome::Solved(solution)) = solve.solve(board) else { return Ok(()) };
    let moves = solution.len();
    let metric = if solution.metric() == Metric::Multi { " (multi-tile)" } else { "" };
    if !solution.is_shortest() {
        let bound = solution.lower_bound();
        let moves = units::count(moves as u64, "move");
        let time = TIME_LIMIT.as_secs();
        return writeln!(out, "best within {time} s: {moves}; the shortest solution has at least {bound}");
    }
    let count_limits = Limits { time: Some(TIME_LIMIT), ..limits };
    let solutions = match with(Optimality::All).limits(count_limits).solve_all(board, &mut ()) {
        Ok(AllSolutionsOutcome::Solved(all)) => {
            let count = u64::try_from(all.count()).unwrap_or(u64::MAX);
            format!(" ({})", units::count(count, "shortest solution"))
        }
        _ => String::new(),
    };
    writeln!(out, "fewest moves{metric}: {moves}{solutions}")
}

/// Writes boards next to each other, as many as fit on a line, each under its caption.
fn write_side_by_side(boards: &[(&str, &Board)], out: &mut impl Write) -> io::Result<()> {
    let Some((_, first)) = boards.first() else { return Ok(()) };
    let digits = (first.size().cells() - 1).to_string().len();
    let width = first.size().cols() * (digits + 1);
    let per_line = (96 / (width + 3)).max(1);
    for group in boards.chunks(per_line) {
        if group.iter().any(|(caption, _)| !caption.is_empty()) {
            let captions: Vec<String> =
                group.iter().map(|(caption, _)| format!(" {caption:width$}")).collect();
            writeln!(out, " {}", captions.join("   ").trim_end())?;
        }
        for row in 0..first.size().rows() {
            let rows = group.iter().map(|(_, board)| {
                let tiles = board.rows().nth(row).unwrap_or_default();
                let cell =
                    |&tile: &u16| if tile == 0 { " ".repeat(digits + 1) } else { format!(" {tile:digits$}") };
                format!(" {:width$}", tiles.iter().map(cell).collect::<String>())
            });
            writeln!(out, " {}", rows.collect::<Vec<_>>().join("   ").trim_end())?;
        }
    }
    Ok(())
}
