//! `taquin info`: what can be said of a board without solving it.

use crate::args::InfoArgs;
use crate::exit::{Exit, Failure, complain};
use crate::input::{self, Named};
use std::io::{self, Write};
use taquin::{Board, Goal, Heuristic, Parity};

pub(crate) fn run(args: &InfoArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let input = input::read(&args.input);
    let kind = args.goal.kind(args.input.size)?;
    let mut exit = if input.some_bad { Exit::BadInput } else { Exit::Solved };
    for (i, Named { name, board }) in input.boards.iter().enumerate() {
        match kind.for_size(board.size()) {
            Ok(goal) => {
                if i > 0 {
                    writeln!(out)?;
                }
                writeln!(out, "{name}: {}, goal {kind}", board.size())?;
                describe(board, &goal, out)?;
                if !Parity::is_solvable(board, &goal) {
                    exit = exit.max(Exit::Unsolvable);
                }
            }
            Err(error) => {
                exit = exit.max(Exit::BadInput);
                complain(&format!("{name}: {error}"));
            }
        }
    }
    Ok(exit)
}

fn describe(board: &Board, goal: &Goal, out: &mut impl Write) -> io::Result<()> {
    let parity = Parity::explain(board, goal);
    let neighbors: Vec<(String, Board)> =
        board.neighbors().map(|(m, next)| (m.to_string().to_lowercase(), next)).collect();
    let twin = board.twin();

    writeln!(out)?;
    side_by_side(&[("board", board), ("goal", goal.board())], out)?;
    writeln!(out, "\n{}: {parity}\n", if parity.solvable { "solvable" } else { "unsolvable" })?;
    for heuristic in Heuristic::ALL {
        tile_by_tile(heuristic, board, goal, out)?;
    }
    writeln!(out, "{} neighbours, each by the motion of the tile:\n", neighbors.len())?;
    side_by_side(&neighbors.iter().map(|(m, next)| (m.as_str(), next)).collect::<Vec<_>>(), out)?;
    let solvable = if parity.solvable { "unsolvable" } else { "solvable" };
    writeln!(out, "\ntwin (two tiles exchanged, so it is {solvable}):\n")?;
    side_by_side(&[("", &twin)], out)
}

/// The widest board whose tiles are listed one by one.
const MOST_LISTED: usize = 64;

/// The row that the 2010 assignment shows: what each tile adds to an estimate. Nothing, if that is no sum over tiles.
fn tile_by_tile(heuristic: Heuristic, board: &Board, goal: &Goal, out: &mut impl Write) -> io::Result<()> {
    let cells = board.size().cells();
    let mut costs = vec![0; cells];
    for (cell, &tile) in board.tiles().iter().enumerate().filter(|(_, tile)| **tile != 0) {
        let Some(cost) = heuristic.tile_cost(goal, usize::from(tile), cell) else { return Ok(()) };
        costs[usize::from(tile)] = cost;
    }
    let (name, total) = (heuristic.name(), costs.iter().sum::<u32>());
    let heading = format!("{}{} = {total}", name[..1].to_uppercase(), &name[1..]);
    if cells > MOST_LISTED {
        return writeln!(out, "{heading}\n");
    }
    let row = |values: &[u32]| values.iter().map(|v| format!("{v:3}")).collect::<Vec<_>>().concat();
    let tiles = row(&(1..cells as u32).collect::<Vec<_>>());
    writeln!(out, "{heading}\n{tiles}\n{}\n{}\n", "-".repeat(tiles.len()), row(&costs[1..]))
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
