//! `taquin random`: boards by chance.
//!
//! At an exact distance from the goal, boards are drawn in the first of these ways that is possible:
//!
//! 1. uniformly from all of them: from the census of a small board, or, near the goal of a larger one, from a list;
//! 2. uniformly, by drawing from all boards until one has that distance;
//! 3. from a random walk. That is not uniform, and the user is told.

use crate::args::RandomArgs;
use crate::exit::{Exit, Failure, complain, remark};
use crate::progress::Line;
use crate::search::{stop_on_interrupt, usual_memory};
use crate::units;
use crate::walk::walk_to;
use rand::seq::IndexedRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::io::Write;
use std::time::{Duration, Instant};
use taquin::notation::one_line;
use taquin::search::{Census, CensusError, Level, boards_at};
use taquin::{Board, Goal, Limits, Outcome, Solver, Tables, random_board};

/// The most boards that are listed.
const MOST_LISTED: usize = 500_000;

/// How many boards are drawn before one is looked for in another way.
const MOST_DRAWN: usize = 500;

pub(crate) fn run(args: &RandomArgs, out: &mut impl Write) -> Result<Exit, Failure> {
    let goal = goal(args)?;
    let seed = args.seed.unwrap_or_else(|| {
        let seed = rand::make_rng::<ChaCha8Rng>().next_u64() >> 32;
        remark(&format!("seed {seed} (give --seed {seed} for the same boards)"));
        seed
    });
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut maker = Maker::new(args, &goal)?;
    for i in 0..args.count {
        let Some(board) = maker.board(&mut rng) else {
            complain(&format!("stopped after {i} of {} boards: {}", args.count, maker.why_none()));
            return Ok(Exit::Stopped);
        };
        if args.one_line {
            writeln!(out, "{}", one_line(&board))?;
        } else {
            writeln!(out, "{board}")?;
        }
        out.flush()?;
    }
    maker.how_drawn().iter().for_each(|how| remark(how));
    Ok(Exit::Solved)
}

fn goal(args: &RandomArgs) -> Result<Goal, String> {
    args.goal.kind(Some(args.size))?.for_size(args.size).map_err(|error| error.to_string())
}

/// How boards are drawn.
enum Maker<'a> {
    /// Uniformly among the solvable or the unsolvable ones.
    Any {
        goal: &'a Goal,
        solvable: bool,
    },
    /// Uniformly among all at that distance.
    Level {
        level: Box<Level>,
        moves: u32,
    },
    Listed {
        boards: Vec<Board>,
        moves: u32,
    },
    /// Some board at that distance, proven by solving it.
    Proven(Box<Proven<'a>>),
}

/// Boards at a distance, of a size that has too many to list.
struct Proven<'a> {
    goal: &'a Goal,
    solver: Solver,
    moves: u32,
    time: Duration,
    limits: Limits,
    /// Whether uniform draws have come to nothing.
    only_walks: bool,
    drawn: u64,
    walked: u64,
}

impl<'a> Maker<'a> {
    fn new(args: &RandomArgs, goal: &'a Goal) -> Result<Self, Failure> {
        let Some(moves) = args.moves else {
            return Ok(Self::Any { goal, solvable: !args.unsolvable });
        };
        let limits = Limits { memory: usual_memory(), stop: stop_on_interrupt(), ..Limits::default() };
        let line = Line::new(1, false);
        let level = Census::level(goal, moves, &limits, &mut line.counting());
        line.clear();
        match level {
            Ok(level) => return Ok(Self::Level { level: Box::new(level), moves }),
            Err(CensusError::TooManyBoards { .. }) => {}
            Err(error) => return Err(Failure::Usage(error.to_string())),
        }
        if let Some(boards) = boards_at(goal, moves, MOST_LISTED) {
            return Ok(Self::Listed { boards, moves });
        }
        let solver = Solver::new(goal.clone()).tables(Tables::default());
        // A random board beyond 4x4 takes too long to solve.
        let (time, only_walks) = (args.time, goal.size().cells() > 16);
        let proven = Proven { goal, solver, moves, time, limits, only_walks, drawn: 0, walked: 0 };
        Ok(Self::Proven(Box::new(proven)))
    }

    fn board(&mut self, rng: &mut ChaCha8Rng) -> Option<Board> {
        match self {
            Self::Any { goal, solvable } => Some(random_board(goal, *solvable, rng)),
            Self::Level { level, .. } => level.board(rng.random_range(0..level.count())),
            Self::Listed { boards, .. } => boards.choose(rng).cloned(),
            Self::Proven(proven) => proven.board(rng),
        }
    }

    /// How the boards at a distance were drawn, for people to read.
    fn how_drawn(&self) -> Vec<String> {
        let from_all = |count: u64, moves| {
            format!("drawn uniformly from all {} boards at {moves} moves", units::thousands(count))
        };
        match self {
            Self::Any { .. } => Vec::new(),
            Self::Level { level, moves } => vec![from_all(level.count(), moves)],
            Self::Listed { boards, moves } => vec![from_all(boards.len() as u64, moves)],
            Self::Proven(proven) => proven.how_drawn(),
        }
    }

    /// Why there is no board.
    fn why_none(&self) -> String {
        match self {
            Self::Proven(proven) if !proven.limits.stop.is_raised() => {
                format!("none with exactly {} moves was found in the time given (see --time)", proven.moves)
            }
            _ => "interrupted".to_owned(),
        }
    }
}

impl Proven<'_> {
    fn board(&mut self, rng: &mut ChaCha8Rng) -> Option<Board> {
        let start = Instant::now();
        if !self.only_walks {
            if let Some(board) = self.draw(self.time / 4, rng) {
                self.drawn += 1;
                return Some(board);
            }
            self.only_walks = true;
        }
        let board = self.walk(self.time.checked_sub(start.elapsed())?, rng)?;
        self.walked += 1;
        Some(board)
    }

    fn how_drawn(&self) -> Vec<String> {
        let moves = self.moves;
        let drawn =
            format!("{} drawn uniformly: random boards were solved until one took {moves} moves", self.drawn);
        let walked =
            format!("{} reached by random walks: at {moves} moves, but not drawn uniformly", self.walked);
        let said = [(self.drawn, drawn), (self.walked, walked)];
        said.into_iter().filter(|(count, _)| *count > 0).map(|(_, text)| text).collect()
    }

    /// Draws from all boards until one has the distance. A board that can't be solved in the time left ends this, because
    /// to pass over it would favour others.
    fn draw(&self, time: Duration, rng: &mut ChaCha8Rng) -> Option<Board> {
        let start = Instant::now();
        for _ in 0..MOST_DRAWN {
            let board = random_board(self.goal, true, rng);
            let limits = Limits { time: Some(time.checked_sub(start.elapsed())?), ..self.limits.clone() };
            match self.solver.clone().limits(limits).solve(&board).ok()? {
                Outcome::Solved(solution) if solution.moves.len() == self.moves as usize => {
                    return Some(board);
                }
                Outcome::Stopped(stopped) if stopped.lower_bound <= self.moves => return None,
                _ => {}
            }
        }
        None
    }

    /// Some board at that distance. What can't be solved in the time left ends it.
    fn walk(&self, time: Duration, rng: &mut ChaCha8Rng) -> Option<Board> {
        let start = Instant::now();
        walk_to(self.goal, self.moves, rng, |board| {
            let left = time.checked_sub(start.elapsed()).filter(|_| !self.limits.stop.is_raised())?;
            let limits = Limits { time: Some(left), ..self.limits.clone() };
            self.solver.clone().limits(limits).solve(board).ok()
        })
    }
}
