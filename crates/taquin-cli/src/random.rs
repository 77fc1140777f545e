//! `taquin random`: boards by chance, as [`taquin::draw`] draws them.

use crate::args::RandomArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::progress::Line;
use crate::search::{stop_on_interrupt, usual_memory};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Write;
use taquin::draw::Draw;
use taquin::notation::one_line;
use taquin::{Goal, Limits, StopReason, Tables};

pub(crate) fn run(args: &RandomArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = goal(args)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = rand::make_rng::<ChaCha8Rng>().next_u64() >> 32;
        remark(&format!("seed {seed} (give --seed {seed} for the same boards)"));
        seed
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = draw(args, goal)?;
    for i in 0..args.count {
        match draw.board(&mut rng) {
            Ok(board) if args.one_line => writeln!(out, "{}", one_line(&board))?,
            Ok(board) => writeln!(out, "{board}")?,
            Err(reason) => {
                let why = why_none(args, reason);
                complain(&format!("stopped after {i} of {} boards: {why}", args.count));
                return Ok(Exit::Stopped);
            }
        }
        out.flush()?;
    }
    draw.how().iter().for_each(|how| remark(&how.to_string()));
    Ok(Exit::Solved)
}

fn goal(args: &RandomArgs) -> Result<Goal, String> {
    args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())
}

fn draw(args: &RandomArgs, goal: Goal) -> Result<Draw, String> {
    let Some(moves) = args.moves else { return Ok(Draw::any(goal, !args.unsolvable)) };
    let limits = Limits { memory: usual_memory(), stop: stop_on_interrupt(), ..Limits::default() };
    let line = Line::new(1, false);
    let draw = Draw::at(goal, moves, args.time, limits, &Tables::default(), &mut line.counting());
    line.clear();
    draw.map_err(|error| error.to_string())
}

fn why_none(args: &RandomArgs, reason: StopReason) -> String {
    match (reason, args.moves) {
        (StopReason::Time, Some(moves)) => {
            format!("none with exactly {moves} moves was found in the time given (see --time)")
        }
        _ => "interrupted".to_owned(),
    }
}
