//! Learns the weights of the beam search that depend on the position (`crates/taquin/src/construct/weights/`).
//!
//! The score of a beam only has to rank the boards of one level. So each round solves random boards by beam search with the weights
//! of the round before, and then fits weights under which the boards on the solutions rank above other boards of the same level: a
//! logistic regression on pairs, by AdaGrad, on top of the general score. A round with better weights finds shorter solutions,
//! which are better examples for the next (expert iteration).
//!
//! The result depends on the arguments only, not on the number of threads. No published board is used.

mod learner;

use chacha20::ChaCha8Rng;
use learner::Learner;
use rand::seq::IteratorRandom;
use rand::{RngExt, SeedableRng};
use rayon::prelude::*;
use std::process::ExitCode;
use std::time::Instant;
use taquin::random::random_board;
use taquin::training::{PositionWeights, Sample, Trainee};
use taquin::{Board, Goal, Move, Size};

const USAGE: &str = "usage: taquin-train SIZE FILE [ROUNDS [BOARDS [WIDTH]]]

Learns weights for square boards of a SIZE such as 6x6, and writes them to FILE.
Defaults: 4 rounds of 10000 boards each, solved with a beam of 1000 boards.";

/// The largest square and the widest beam.
const MAX_SIDE: usize = 10;
const MAX_WIDTH: usize = 1 << 20;
/// The boards of a level besides the one on the solution.
const NEGATIVES: usize = 6;
/// The number of passes over the samples of a round.
const EPOCHS: usize = 4;
/// The boards and the beam width that show the progress.
const HELD_OUT: u64 = 64;
const HELD_OUT_WIDTH: usize = 1000;
/// The moves of random walks, which start half of the solutions; the others start from uniform random boards.
const WALK: std::ops::Range<usize> = 100..3100;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize, default: usize| args.get(index).map_or(Ok(default), |text| text.parse());
    let (Some(Ok(size)), Some(file)) = (args.first().map(|text| text.parse::<Size>()), args.get(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    let (Ok(rounds), Ok(boards), Ok(width)) = (number(2, 4), number(3, 10_000), number(4, 1000)) else {
        eprintln!("ROUNDS, BOARDS and WIDTH are numbers\n\n{USAGE}");
        return ExitCode::from(2);
    };
    let learner = Learner::new(size).filter(|_| size.rows() <= MAX_SIDE && width <= MAX_WIDTH);
    let Some(mut learner) = learner else {
        eprintln!("choose a square of up to {MAX_SIDE}x{MAX_SIDE}, and a beam of up to {MAX_WIDTH} boards");
        return ExitCode::from(2);
    };
    let mut weights = learner.weights();
    report(size, &weights, "general weights");
    for round in 1..=rounds as u64 {
        let started = Instant::now();
        let samples = sample(size, &weights, round, boards, width);
        println!("round {round}: {} samples, {:.0} s", samples.len(), started.elapsed().as_secs_f64());
        for epoch in 1..=EPOCHS {
            let (loss, accuracy) = learner.fit(&samples, epoch);
            println!("  epoch {epoch}: loss {loss:.4}, ranked correctly {:.2} %", 100.0 * accuracy);
        }
        weights = learner.weights();
        report(size, &weights, &format!("after {:.0} s", started.elapsed().as_secs_f64()));
    }
    match std::fs::write(file, weights.bytes()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{file}: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Solves random boards and returns the samples of all levels.
fn sample(size: Size, weights: &PositionWeights, round: u64, boards: usize, width: usize) -> Vec<Sample> {
    let trainee = Trainee::new(size, weights);
    let solve = |index: u64| {
        let rng = &mut ChaCha8Rng::seed_from_u64(round << 32 | index);
        let board = if index.is_multiple_of(2) {
            random_board(trainee.goal(), true, rng)
        } else {
            walk(trainee.goal(), rng)
        };
        let found = trainee.solve(&board, width, NEGATIVES, &mut |count| rng.random_range(0..count));
        found.map_or_else(Vec::new, |(_, samples)| samples)
    };
    (0..boards as u64).into_par_iter().flat_map_iter(solve).collect()
}

/// Returns the board after a random walk from the goal.
fn walk(goal: &Goal, rng: &mut ChaCha8Rng) -> Board {
    let mut board = goal.board().clone();
    let mut last: Option<Move> = None;
    for _ in 0..rng.random_range(WALK) {
        let legal = Move::ALL.into_iter().filter(|by| Some(by.opposite()) != last);
        let after = legal.filter_map(|by| board.after(by).ok().map(|next| (by, next))).choose(rng);
        if let Some((by, next)) = after {
            (board, last) = (next, Some(by));
        }
    }
    board
}

/// Prints the mean length of solutions of other random boards.
fn report(size: Size, weights: &PositionWeights, label: &str) {
    let trainee = Trainee::new(size, weights);
    let ratio = |index: u64| {
        let board = random_board(trainee.goal(), true, &mut ChaCha8Rng::seed_from_u64(u64::MAX - index));
        let (moves, _) = trainee.solve(&board, HELD_OUT_WIDTH, 0, &mut |_| 0)?;
        Some(moves as f64 / f64::from(board.manhattan(trainee.goal())))
    };
    let ratios: Vec<f64> = (0..HELD_OUT).into_par_iter().filter_map(ratio).collect();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    println!("{label}: {mean:.4} times Manhattan, {} of {HELD_OUT} boards solved", ratios.len());
}
