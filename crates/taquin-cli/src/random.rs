//! `taquin random`: boards by chance, as [`taquin::draw`] draws them.

use crate::args::RandomArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::plan::{stop_on_interrupt, usual_memory};
use crate::progress::Line;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Write;
use taquin::draw::Draw;
use taquin::notation::one_line;
use taquin::search::CensusError;
use taquin::{Goal, Limits, Size, StopReason, Tables};

pub(crate) fn run(args: &RandomArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = goal(args)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = rand::make_rng::<ChaCha8Rng>().next_u64() >> 32;
        remark(&format!("seed {seed} (give --seed {seed} for the same boards)"));
        seed
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut draw = match draw(args, goal) {
        Ok(draw) => draw,
        Err(CensusError::Stopped { reason, .. }) => {
            complain(&format!("stopped before the first board: {reason}"));
            return Ok(Exit::Stopped);
        }
        Err(error) => return Err(Failure::Said(error.to_string())),
    };
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

/// The farthest boards of 4x4 from a goal with the blank in a corner (docs/state-space.md).
const FARTHEST_OF_FOUR: u32 = 80;

fn draw(args: &RandomArgs, goal: Goal) -> Result<Draw, CensusError> {
    let Some(distance) = args.moves else { return Ok(Draw::any(goal, !args.unsolvable)) };
    let (size, radius) = (args.size, FARTHEST_OF_FOUR);
    if distance > radius && Ok(size) == Size::square(4) && [0, 3, 12, 15].contains(&goal.home(0)) {
        return Err(CensusError::TooFar { size, distance, radius });
    }
    let limits = Limits { memory: usual_memory(), stop: stop_on_interrupt(), ..Limits::default() };
    let line = Line::new(1, false);
    let draw = Draw::at(goal, distance, args.time, limits, &Tables::default(), &mut line.counting());
    line.clear();
    draw
}

fn why_none(args: &RandomArgs, reason: StopReason) -> String {
    match (reason, args.moves) {
        (StopReason::Time, Some(moves)) => {
            format!("none with exactly {moves} moves was found in the time given (see --time)")
        }
        _ => "interrupted".to_owned(),
    }
}
