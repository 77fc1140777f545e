//! `taquin info`: all that can be said of a board in a moment: whether it can be solved and why, what each heuristic makes of
//! it, its neighbours and its twin, and how it would be solved.

use crate::args::InfoArgs;
use crate::exit::{Exit, Failure};
use crate::input::{self, Puzzle};
use crate::plan::{report_untried, stop_on_interrupt, usual_memory};
use crate::progress::in_words;
use std::io::{self, Write};
use std::time::Duration;
use taquin::heuristic::{Conflict, conflicts};
use taquin::search::Planned;
use taquin::{Board, Every, Goal, Heuristic, Limits, Observer, Outcome, Parity, Solver, StopFlag, Tables};

pub(crate) fn run(args: &InfoArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let kind = args.goal.kind(args.input.size)?;
    let (puzzles, mut exit) = input::read_puzzles(&args.input, &kind);
    let (tables, stop) = (args.cache.tables(), stop_on_interrupt());
    let mut left = puzzles.len() as u64;
    for Puzzle { name, board, goal } in &puzzles {
        if stop.is_raised() {
            break;
        }
        if left < puzzles.len() as u64 {
            writeln!(out)?;
        }
        writeln!(out, "{name}: {}, goal {kind}", board.size())?;
        describe(board, goal, &tables, &stop, out)?;
        out.flush()?;
        if !Parity::is_solvable(board, goal) {
            exit = exit.max(Exit::Unsolvable);
        }
        left -= 1;
    }
    if stop.is_raised() {
        exit = exit.max(Exit::Stopped);
    }
    Ok(exit.max(report_untried(left)))
}

fn describe(
    board: &Board,
    goal: &Goal,
    tables: &Tables,
    stop: &StopFlag,
    out: &mut impl Write,
) -> io::Result<()> {
    let parity = Parity::explain(board, goal);
    let neighbors: Vec<(String, Board)> =
        board.neighbors().map(|(m, next)| (m.to_string().to_lowercase(), next)).collect();
    let twin = board.twin();

    writeln!(out)?;
    side_by_side(&[("board", board), ("goal", goal.board())], out)?;
    writeln!(out, "\n{}: {parity}", if parity.solvable { "solvable" } else { "unsolvable" })?;
    list_inversions(board, out)?;
    for heuristic in Heuristic::ALL {
        let estimate = tables.evaluator(heuristic, goal).map(|evaluator| evaluator.estimate(board));
        if let Some(estimate) = estimate {
            explain(heuristic, estimate, board, goal, out)?;
        }
    }
    writeln!(out, "\n{} neighbours, each by the motion of the tile:\n", neighbors.len())?;
    side_by_side(&neighbors.iter().map(|(m, next)| (m.as_str(), next)).collect::<Vec<_>>(), out)?;
    let solvable = if parity.solvable { "unsolvable" } else { "solvable" };
    writeln!(out, "\ntwin (two tiles exchanged, so it is {solvable}):\n")?;
    side_by_side(&[("", &twin)], out)?;
    if parity.solvable { how_solved(board, goal, tables, stop, out) } else { Ok(()) }
}

/// The most inversions that are listed.
const MOST_INVERSIONS: usize = 40;

/// The pairs of tiles that stand in the wrong order, row by row.
fn list_inversions(board: &Board, out: &mut impl Write) -> io::Result<()> {
    let tiles: Vec<u16> = board.tiles().iter().copied().filter(|&tile| tile != 0).collect();
    let pairs = tiles.iter().enumerate().flat_map(|(i, &first)| {
        let later = tiles[i + 1..].iter().filter(move |&&second| second < first);
        later.map(move |second| format!("{first}-{second}"))
    });
    let listed: Vec<String> = pairs.take(MOST_INVERSIONS + 1).collect();
    if listed.is_empty() || listed.len() > MOST_INVERSIONS {
        return writeln!(out);
    }
    writeln!(out, "            {}\n", listed.join(" "))
}

/// The largest board whose tiles and lines are listed one by one.
const MOST_LISTED: usize = 64;

/// How an estimate comes about.
fn explain(
    heuristic: Heuristic,
    estimate: u32,
    board: &Board,
    goal: &Goal,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = heuristic.name();
    write!(out, "{}{} = {estimate}", name[..1].to_uppercase(), &name[1..])?;
    if let Some(costs) = tile_by_tile(heuristic, board, goal) {
        return write_costs(&costs, out);
    }
    match heuristic {
        Heuristic::LinearConflict => write_conflicts(board, goal, out),
        Heuristic::WalkingDistance => writeln!(
            out,
            ": the fewest moves up and down that bring each tile into its row, and sideways into its column"
        ),
        other => writeln!(out, ": {}", other.in_words()),
    }
}

/// What each tile adds to an estimate, by the tile's number; nothing, if that is no sum over tiles.
fn tile_by_tile(heuristic: Heuristic, board: &Board, goal: &Goal) -> Option<Vec<u32>> {
    let mut costs = vec![0; board.size().cells()];
    for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        costs[usize::from(tile)] = heuristic.tile_cost(goal, usize::from(tile), cell)?;
    }
    Some(costs)
}

/// The row that the 2010 assignment shows.
fn write_costs(costs: &[u32], out: &mut impl Write) -> io::Result<()> {
    if costs.len() > MOST_LISTED {
        return writeln!(out, "\n");
    }
    let row = |values: &[u32]| values.iter().map(|v| format!("{v:3}")).collect::<Vec<_>>().concat();
    let tiles = row(&(1..costs.len() as u32).collect::<Vec<_>>());
    writeln!(out, "\n{tiles}\n{}\n{}\n", "-".repeat(tiles.len()), row(&costs[1..]))
}

/// What linear conflict adds to the Manhattan distance, line by line.
fn write_conflicts(board: &Board, goal: &Goal, out: &mut impl Write) -> io::Result<()> {
    let conflicts = conflicts(board, goal);
    let leaving: u32 = conflicts.iter().map(|conflict| conflict.leaving).sum();
    let manhattan = board.manhattan(goal);
    writeln!(
        out,
        ": Manhattan {manhattan}, and 2 for each of {leaving} tiles that have to leave their line"
    )?;
    if board.size().cells() > MOST_LISTED {
        return Ok(());
    }
    for Conflict { is_row, line, tiles, leaving } in &conflicts {
        let tiles: Vec<String> = tiles.iter().map(u16::to_string).collect();
        let kind = if *is_row { "row" } else { "column" };
        let have = if *leaving == 1 { "has" } else { "have" };
        writeln!(out, "  {kind} {}: of {}, {leaving} {have} to leave", line + 1, tiles.join(" "))?;
    }
    Ok(())
}

/// How long a board may take to be solved here.
const MOMENT: Duration = Duration::from_secs(1);

/// Remembers the plan.
#[derive(Default)]
struct Listener(Vec<String>);

impl Observer for Listener {
    fn planned(&mut self, step: &Planned) {
        self.0.push(in_words(step));
    }
}

/// The plan, and what comes of it in a moment.
fn how_solved(
    board: &Board,
    goal: &Goal,
    tables: &Tables,
    stop: &StopFlag,
    out: &mut impl Write,
) -> io::Result<()> {
    let limits = Limits { memory: usual_memory(), stop: stop.clone(), ..Limits::default() };
    let solver = Solver::new(goal.clone()).tables(tables.clone());
    let mut plan = Listener::default();
    let found = solver.clone().limits(limits.clone()).within(MOMENT).solve_watched(board, &mut plan);
    writeln!(out, "\nplan: {}", plan.0.join("; then "))?;
    let Ok(Outcome::Solved(solution)) = found else { return Ok(()) };
    let (moves, least) = (solution.moves.len(), solution.lower_bound);
    if !solution.is_shortest() {
        return writeln!(out, "in a moment: {moves} moves, and the shortest has at least {least}");
    }
    let left = Limits { time: Some(MOMENT), ..limits };
    let count = match solver.limits(left).every(board, &mut ()) {
        Ok(Every::Solved(all)) if all.count() == 1 => ", by one solution".to_owned(),
        Ok(Every::Solved(all)) => format!(", by {} solutions", all.count()),
        _ => String::new(),
    };
    writeln!(out, "fewest moves: {moves}{count}")
}

/// Small boards next to each other, each under its caption; large ones below each other.
fn side_by_side(boards: &[(&str, &Board)], out: &mut impl Write) -> io::Result<()> {
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
