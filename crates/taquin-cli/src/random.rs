//! `taquin random`: boards by chance.

use crate::args::RandomArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::search::{stop_on_interrupt, usual_memory};
use crate::units;
use rand::seq::IteratorRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::notation::one_line;
use taquin::{Board, Goal, Layers, Limits, Move, Outcome, Solver, Tables, random_board};

pub(crate) fn run(args: &RandomArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = goal(args)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = rand::make_rng::<ChaCha8Rng>().next_u64() >> 32;
        remark(&format!("seed {seed} (give --seed {seed} for the same boards)"));
        seed
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let maker = Maker::new(args, &goal)?;
    if let Some(moves) = args.moves {
        remark(&maker.how_drawn(moves));
    }
    for i in 0..args.count {
        let Some(board) = maker.board(&mut rng) else {
            let moves = args.moves.unwrap_or_default();
            complain(&format!("stopped after {i} of {} boards: {}", args.count, maker.why_none(moves)));
            return Ok(Exit::Stopped);
        };
        if args.one_line {
            writeln!(out, "{}", one_line(&board))?;
        } else {
            writeln!(out, "{board}")?;
        }
    }
    Ok(Exit::Solved)
}

fn goal(args: &RandomArgs) -> Result<Goal, String> {
    args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())
}

/// How boards are drawn.
enum Maker<'a> {
    /// Uniformly among the solvable or the unsolvable ones.
    Uniform { goal: &'a Goal, solvable: bool },
    /// Uniformly among all at that distance, which are known.
    Layer { layers: Box<Layers>, moves: u32 },
    /// Some board at that distance, proven by solving it.
    Proven { goal: &'a Goal, moves: u32, time: Duration, limits: Limits, tables: Tables },
}

impl<'a> Maker<'a> {
    fn new(args: &RandomArgs, goal: &'a Goal) -> Result<Self, String> {
        let Some(moves) = args.moves else {
            return Ok(Self::Uniform { goal, solvable: !args.unsolvable });
        };
        match Layers::around(goal) {
            Some(layers) if moves > layers.radius() => Err(format!(
                "no {} board is {moves} moves from this goal: the farthest are {} moves away",
                args.size,
                layers.radius()
            )),
            Some(layers) => Ok(Self::Layer { layers: Box::new(layers), moves }),
            None => {
                let limits =
                    Limits { memory: usual_memory(), stop: stop_on_interrupt(), ..Limits::default() };
                Ok(Self::Proven { goal, moves, time: args.time, limits, tables: Tables::default() })
            }
        }
    }

    fn board(&self, rng: &mut ChaCha8Rng) -> Option<Board> {
        match self {
            Self::Uniform { goal, solvable } => Some(random_board(goal, *solvable, rng)),
            Self::Layer { layers, moves } => layers.boards_at(*moves).choose(rng),
            Self::Proven { goal, moves, time, limits, tables } => {
                let solver = Solver::new((*goal).clone()).tables(tables.clone());
                walk_to(goal, &solver, *moves, *time, limits, rng)
            }
        }
    }

    /// How boards at a distance are drawn.
    fn how_drawn(&self, moves: u32) -> String {
        match self {
            Self::Layer { layers, .. } => {
                let all = layers.boards_at(moves).len();
                format!("drawn uniformly from all {} boards at {moves} moves", units::thousands(all as u64))
            }
            _ => format!("proven to be at {moves} moves, and reached by random walks: not drawn uniformly"),
        }
    }

    /// Why there is no board.
    fn why_none(&self, moves: u32) -> String {
        match self {
            Self::Proven { limits, .. } if limits.stop.is_raised() => "interrupted".to_owned(),
            _ => format!("none with exactly {moves} moves was found in the time given (see --time)"),
        }
    }
}

/// A board at an exact distance. A random walk leads away from the goal until the shortest way back is long enough; the
/// boards on that way are at every distance from there down to 0.
fn walk_to(
    goal: &Goal,
    solver: &Solver,
    moves: u32,
    time: Duration,
    limits: &Limits,
    rng: &mut ChaCha8Rng,
) -> Option<Board> {
    let start = Instant::now();
    let mut board = goal.board().clone();
    let mut last: Option<Move> = None;
    let mut steps = moves;
    loop {
        for _ in 0..steps {
            let onward = board.legal_moves().filter(|m| last.is_none_or(|last| *m != last.opposite()));
            let m = onward.choose(rng)?;
            board.slide(m).ok()?;
            last = Some(m);
        }
        let left = time.checked_sub(start.elapsed())?;
        let within = Limits { time: Some(left), ..limits.clone() };
        match solver.clone().limits(within).solve(&board).ok()? {
            Outcome::Solved(solution) if solution.moves.len() >= moves as usize => {
                return solution.boards().nth(solution.moves.len() - moves as usize);
            }
            Outcome::Solved(_) => steps = 2 + moves / 4,
            // Too far out to solve: begin again.
            _ if start.elapsed() < time && !limits.stop.is_raised() => {
                (board, last, steps) = (goal.board().clone(), None, moves);
            }
            _ => return None,
        }
    }
}
