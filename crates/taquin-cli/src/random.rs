//! `taquin random`: random boards, sampled by [`taquin::random`].

use crate::args::RandomArgs;
use crate::exit::{Exit, Failure, print_error, print_note};
use crate::memory_limit::search_memory;
use crate::progress::ProgressLine;
use crate::signals::{cancel_on_signal, exit_on_signal};
use crate::units;
use chacha20::ChaCha8Rng;
use rand::{Rng, SeedableRng};
use std::io::Write;
use taquin::pdb::PdbCache;
use taquin::random::RandomBoards;
use taquin::state_space::CensusError;
use taquin::{Goal, Limits, Size, StopReason};

pub(crate) fn run(args: &RandomArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = rand::make_rng::<ChaCha8Rng>().next_u64() >> 32;
        print_note(&format!("seed {seed} (repeat with --seed {seed})"));
        seed
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut boards = match prepare_draw(args, goal) {
        Ok(boards) => boards,
        Err(CensusError::Stopped { reason, .. }) => {
            print_error(&format!("stopped before the first board: {reason}"));
            return Ok(Exit::Stopped);
        }
        Err(error) => return Err(Failure::Message(error.to_string())),
    };
    for i in 0..args.count {
        match boards.sample(&mut rng) {
            Ok(board) if args.one_line => writeln!(out, "{}", board.to_line())?,
            Ok(board) => writeln!(out, "{board}")?,
            Err(reason) => {
                let total = units::count(args.count, "board");
                let reason = describe_stop(args, reason);
                print_error(&format!("stopped after {} of {total}: {reason}", units::thousands(i)));
                return Ok(Exit::Stopped);
            }
        }
        out.flush()?;
    }
    boards.methods().iter().for_each(|method| print_note(&method.to_string()));
    Ok(Exit::Success)
}

/// Radius of 4x4 around a goal with the blank in a corner (docs/state-space.md).
const RADIUS_4X4: u32 = 80;

fn prepare_draw(args: &RandomArgs, goal: Goal) -> Result<RandomBoards, CensusError> {
    let Some(distance) = args.moves else {
        exit_on_signal();
        return Ok(RandomBoards::uniform(goal, !args.unsolvable));
    };
    let is_4x4_corner = Ok(args.size) == Size::square(4) && [0, 3, 12, 15].contains(&goal.blank());
    if is_4x4_corner && distance > RADIUS_4X4 {
        return Err(CensusError::TooFar { size: args.size, distance, radius: RADIUS_4X4 });
    }
    let limits = Limits { memory: search_memory(None), cancel: cancel_on_signal(), ..Limits::default() };
    let line = ProgressLine::new(1, false);
    let boards = RandomBoards::at_distance(
        goal,
        distance,
        args.time,
        limits,
        &PdbCache::default(),
        &mut line.census_observer(),
    );
    line.clear();
    boards
}

fn describe_stop(args: &RandomArgs, reason: StopReason) -> String {
    match (reason, args.moves) {
        (StopReason::Time, Some(moves)) => {
            let moves = units::count(moves.into(), "move");
            format!("no board with exactly {moves} found in {}: raise --time", units::seconds(args.time))
        }
        _ => "interrupted".to_owned(),
    }
}
