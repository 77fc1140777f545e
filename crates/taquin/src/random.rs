//! Random boards: uniform, or at an exact distance from a goal.
//!
//! [`random_board`] samples all boards uniformly by a shuffle. Sampling the boards at an exact distance is
//! harder, since most methods favor some boards. The first of these methods that is feasible is used:
//!
//! 1. uniform sampling from all of them: from a [level](Census::level) of the census of a small board or,
//!    near the goal of a larger one, from [a list](boards_at_distance);
//! 2. rejection sampling: uniform random boards are solved until one has the distance;
//! 3. a [random walk](random_at_distance), which is not uniform; [`RandomBoards::methods`] reports it.
//!
//! Rejection sampling has to solve every sample, so it is limited to boards of up to 16 cells. It is
//! abandoned for good after 500 rejected samples, or a quarter of the time per board. So the same seed gives
//! the same boards, unless the clock ended rejection sampling.

use crate::engines::Engines;
use crate::event::Observer;
use crate::notation::thousands;
use crate::outcome::Outcome;
use crate::solver::{PROVABLE_CELLS, Solver};
use crate::state_space::{Census, CensusError, Level, boards_at_distance};
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};
use std::fmt;
use std::time::Duration;
use taquin_core::{Board, CancelToken, Goal, Limits, Move, StopReason};

pub use taquin_core::random_board;

/// Boards with at least this many rows and columns have too many boards to list beyond [`MAX_LISTED_MOVES`].
const MIN_LARGE_SIDE: usize = 4;
const MAX_LISTED_MOVES: u32 = 24;

/// The maximum number of boards in a list, if the memory limit allows it.
const MAX_LISTED: usize = 500_000;

/// The maximum number of random walks per board: perhaps no board is at this distance.
const MAX_WALKS: usize = 100_000;

/// The maximum number of samples per board in rejection sampling.
const MAX_SAMPLES: usize = 500;

/// A source of random boards: solvable or unsolvable ones, or boards at an exact distance from the goal.
///
/// ```
/// use rand::SeedableRng;
/// use chacha20::ChaCha8Rng;
/// use std::time::Duration;
/// use taquin::random::RandomBoards;
/// use taquin::Engines;
/// use taquin::{Goal, Limits, Size};
///
/// let goal = Goal::blank_last(Size::square(3)?);
/// let engines = Engines::default();
/// let time = Duration::from_secs(1);
/// let mut boards = RandomBoards::at_distance(goal, 31, time, Limits::default(), &engines, &mut ())?;
/// let board = boards.sample(&mut ChaCha8Rng::seed_from_u64(1));
/// assert!(board.is_ok());
/// assert_eq!(boards.methods()[0].to_string(), "sampled uniformly from all 2 boards at 31 moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct RandomBoards {
    source: Source,
    stop: CancelToken,
}

impl fmt::Debug for RandomBoards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RandomBoards").field("methods", &self.methods()).finish_non_exhaustive()
    }
}

enum Source {
    Uniform { goal: Goal, solvable: bool },
    Level { level: Box<Level>, moves: u32 },
    List { boards: Vec<Board>, moves: u32 },
    Solving(Box<SolvingSampler>),
}

/// A method of sampling boards at a distance. Its `Display` is a description for users.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplingMethod(Method);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// Uniform sampling from the list of all boards at the distance.
    Enumeration { all: u64, moves: u32 },
    /// Rejection sampling, which is uniform.
    Rejection { boards: u64, moves: u32 },
    /// Random walks, which are not uniform.
    RandomWalk { boards: u64, moves: u32 },
}

impl RandomBoards {
    /// Samples uniformly from all boards that can reach the goal, or from all that can't.
    pub fn uniform(goal: Goal, solvable: bool) -> Self {
        Self { source: Source::Uniform { goal, solvable }, stop: CancelToken::default() }
    }

    /// Samples boards whose shortest solution has exactly `moves` moves.
    ///
    /// The limits apply to the census of a small board, whose progress is reported to the observer, and to
    /// every search after that, except that `time` is the time limit of each [`sample`](Self::sample).
    ///
    /// # Errors
    /// If the goal has no boards at this distance, or a limit is reached during the census.
    pub fn at_distance(
        goal: Goal,
        moves: u32,
        time: Duration,
        limits: Limits,
        engines: &Engines,
        observer: &mut dyn Observer,
    ) -> Result<Self, CensusError> {
        let stop = limits.cancel.clone();
        let shorter_side = goal.size().rows().min(goal.size().cols());
        let may_be_listed = shorter_side < MIN_LARGE_SIDE || moves <= MAX_LISTED_MOVES;
        let source = match Census::level(&goal, moves, &limits, observer) {
            Ok(level) => Source::Level { level: Box::new(level), moves },
            Err(CensusError::TooManyBoards { .. }) => {
                // Up to four collections hold a board at the same time.
                let bytes_per_board = 4 * (size_of_val(goal.board().tiles()) + 64);
                let max_boards = MAX_LISTED.min(limits.memory / bytes_per_board);
                let list =
                    may_be_listed.then(|| boards_at_distance(&goal, moves, max_boards, &stop)).flatten();
                if let Some(boards) = list {
                    Source::List { boards, moves }
                } else {
                    let sampler = SolvingSampler::new(goal, moves, time, limits, engines.clone());
                    Source::Solving(Box::new(sampler))
                }
            }
            Err(error) => return Err(error),
        };
        Ok(Self { source, stop })
    }

    /// Returns the next board.
    ///
    /// # Errors
    /// [`Cancelled`](StopReason::Cancelled), or [`Time`](StopReason::Time) if none was found in time or by a
    /// hundred thousand random walks.
    pub fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Board, StopReason> {
        let board = match &mut self.source {
            Source::Uniform { goal, solvable } => Some(random_board(goal, *solvable, rng)),
            Source::Level { level, .. } => level.board(rng.random_range(0..level.count())),
            Source::List { boards, .. } => boards.choose(rng).cloned(),
            Source::Solving(sampler) => sampler.sample(rng),
        };
        board.ok_or_else(|| if self.stop.is_cancelled() { StopReason::Cancelled } else { StopReason::Time })
    }

    /// The methods used so far for boards at a distance; empty for boards at any distance.
    pub fn methods(&self) -> Vec<SamplingMethod> {
        match &self.source {
            Source::Uniform { .. } => Vec::new(),
            Source::Level { level, moves } => {
                vec![SamplingMethod(Method::Enumeration { all: level.count(), moves: *moves })]
            }
            Source::List { boards, moves } => {
                vec![SamplingMethod(Method::Enumeration { all: boards.len() as u64, moves: *moves })]
            }
            Source::Solving(sampler) => sampler.methods(),
        }
    }
}

impl fmt::Display for SamplingMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Method::Enumeration { all, moves } => {
                write!(f, "sampled uniformly from all {} boards at {moves} moves", thousands(all))
            }
            Method::Rejection { boards, moves } => {
                write!(
                    f,
                    "{boards} sampled uniformly, by solving random boards until one takes {moves} moves"
                )
            }
            Method::RandomWalk { boards, moves } => {
                write!(f, "{boards} by random walks: at {moves} moves, but not sampled uniformly")
            }
        }
    }
}

/// Samples boards at a distance by solving candidates, for sizes with too many boards to list.
struct SolvingSampler {
    goal: Goal,
    engines: Engines,
    moves: u32,
    /// The time limit per board.
    time: Duration,
    limits: Limits,
    /// True once rejection sampling has been abandoned.
    uses_walks_only: bool,
    /// The number of boards from rejection sampling.
    rejection_boards: u64,
    /// The number of boards from random walks.
    walk_boards: u64,
}

impl SolvingSampler {
    fn new(goal: Goal, moves: u32, time: Duration, limits: Limits, engines: Engines) -> Self {
        let uses_walks_only = goal.size().cells() > PROVABLE_CELLS;
        Self { goal, engines, moves, time, limits, uses_walks_only, rejection_boards: 0, walk_boards: 0 }
    }

    fn sample<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Board> {
        let start = self.limits.clock.now();
        if !self.uses_walks_only {
            if let Some(board) = self.rejection_sample(start, rng) {
                self.rejection_boards += 1;
                return Some(board);
            }
            self.uses_walks_only = true;
        }
        let solve = |board: &Board| self.solve(board, start, self.time);
        let board = random_at_distance(&self.goal, self.moves, rng, solve)?;
        self.walk_boards += 1;
        Some(board)
    }

    fn methods(&self) -> Vec<SamplingMethod> {
        let moves = self.moves;
        let mut methods = Vec::new();
        if self.rejection_boards > 0 {
            methods.push(SamplingMethod(Method::Rejection { boards: self.rejection_boards, moves }));
        }
        if self.walk_boards > 0 {
            methods.push(SamplingMethod(Method::RandomWalk { boards: self.walk_boards, moves }));
        }
        methods
    }

    /// Samples all boards uniformly until one has the distance. Gives up at the first board that can't be
    /// solved in time: skipping it would bias the sample.
    fn rejection_sample<R: Rng + ?Sized>(&self, start: Duration, rng: &mut R) -> Option<Board> {
        for _ in 0..MAX_SAMPLES {
            let board = random_board(&self.goal, true, rng);
            match self.solve(&board, start, self.time / 4)? {
                Outcome::Solved(solution) if solution.len() == self.moves as usize => {
                    return Some(board);
                }
                Outcome::Stopped(stopped) if stopped.lower_bound <= self.moves => return None,
                _ => {}
            }
        }
        None
    }

    /// Solves a board within a time limit that began at `start`; `None` if the time is up or the search is
    /// cancelled.
    fn solve(&self, board: &Board, start: Duration, time: Duration) -> Option<Outcome> {
        let elapsed = self.limits.clock.now().saturating_sub(start);
        let remaining = time.checked_sub(elapsed).filter(|_| !self.limits.cancel.is_cancelled())?;
        let limits = Limits { time: Some(remaining), ..self.limits.clone() };
        Solver::new(self.goal.clone()).engines(self.engines.clone()).limits(limits).solve(board).ok()
    }
}

/// Returns a board at an exact distance from the goal by a random walk, using a solver that returns shortest
/// solutions.
///
/// The walk leads away from the goal until the shortest solution is long enough; its boards are at every
/// distance down to 0. If the search of a board stops at a limit, the walk restarts at the goal. Returns
/// `None` if `solve` does, or after a hundred thousand searches: perhaps no board is at this distance. The
/// sample is not uniform.
pub fn random_at_distance<R: Rng + ?Sized>(
    goal: &Goal,
    moves: u32,
    rng: &mut R,
    mut solve: impl FnMut(&Board) -> Option<Outcome>,
) -> Option<Board> {
    let mut board = goal.board().clone();
    let mut last: Option<Move> = None;
    let mut steps = moves;
    for _ in 0..MAX_WALKS {
        for _ in 0..steps {
            let onward = board.legal_moves().filter(|m| last.is_none_or(|last| *m != last.opposite()));
            let m = onward.choose(rng)?;
            board = board.after(m).ok()?;
            last = Some(m);
        }
        match solve(&board)? {
            Outcome::Solved(solution) if solution.len() >= moves as usize => {
                return solution.boards().nth(solution.len() - moves as usize);
            }
            Outcome::Solved(_) => steps = 2 + moves / 4,
            _ => {
                board = goal.board().clone();
                last = None;
                steps = moves;
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::algorithm::Algorithm;
    use chacha20::ChaCha8Rng;
    use rand::SeedableRng;
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicU64, Ordering};
    use taquin_core::Clock;
    use taquin_core::{Parity, Size};

    const MINUTE: Duration = Duration::from_mins(1);

    fn goal(side: usize) -> Goal {
        Goal::blank_last(Size::square(side).expect("in range"))
    }

    fn at_distance(side: usize, moves: u32, limits: Limits) -> Result<RandomBoards, CensusError> {
        RandomBoards::at_distance(goal(side), moves, MINUTE, limits, &Engines::default(), &mut ())
    }

    fn two_boards(boards: &mut RandomBoards, seed: u64) -> [Board; 2] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        [(); 2].map(|()| boards.sample(&mut rng).expect("in time"))
    }

    /// Samples 3×3 boards at distance 20 by rejection or random walks.
    fn solving(uses_walks_only: bool, time: Duration, limits: &Limits) -> RandomBoards {
        let sampler = SolvingSampler::new(goal(3), 20, time, limits.clone(), Engines::default());
        let sampler = SolvingSampler { uses_walks_only, ..sampler };
        RandomBoards { source: Source::Solving(Box::new(sampler)), stop: limits.cancel.clone() }
    }

    #[test]
    fn every_method_samples_boards_at_the_exact_distance() {
        for (side, moves, description) in [
            (3, 31, "sampled uniformly from all 2 boards at 31 moves"),
            (3, 20, "sampled uniformly from all 16,993 boards at 20 moves"),
            (4, 10, "sampled uniformly from all 1,948 boards at 10 moves"),
            (4, 52, "2 sampled uniformly, by solving random boards until one takes 52 moves"),
            (5, 24, "2 by random walks: at 24 moves, but not sampled uniformly"),
        ] {
            let mut boards = at_distance(side, moves, Limits::default()).expect("not empty");
            for board in two_boards(&mut boards, 1) {
                let outcome = Solver::new(goal(side)).solve(&board).expect("same size");
                assert!(matches!(outcome, Outcome::Solved(s) if s.len() == moves as usize), "{board}");
            }
            let descriptions: Vec<String> = boards.methods().iter().map(SamplingMethod::to_string).collect();
            assert_eq!(descriptions, [description]);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_boards() {
        let sources: [fn() -> RandomBoards; 4] = [
            || RandomBoards::uniform(goal(3), true),
            || at_distance(3, 20, Limits::default()).expect("not empty"),
            || solving(false, MINUTE, &Limits::default()),
            || solving(true, MINUTE, &Limits::default()),
        ];
        for source in sources {
            assert_eq!(two_boards(&mut source(), 1), two_boards(&mut source(), 1));
            assert_ne!(two_boards(&mut source(), 1), two_boards(&mut source(), 2));
        }
    }

    #[test]
    fn uniform_boards_have_the_requested_solvability() {
        for solvable in [true, false] {
            let mut boards = RandomBoards::uniform(goal(4), solvable);
            let sample = two_boards(&mut boards, 1);
            assert!(sample.iter().all(|board| Parity::is_solvable(board, &goal(4)) == solvable));
            assert!(boards.methods().is_empty());
        }
    }

    #[test]
    fn sampling_stops_at_the_time_limit_and_on_cancellation() {
        let calls = AtomicU64::new(0);
        let clock = Clock::new(move || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed)));
        let limits = Limits { clock, ..Limits::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut boards = solving(false, Duration::from_secs(1), &limits);
        assert_eq!(boards.sample(&mut rng), Err(StopReason::Time));
        limits.cancel.cancel();
        assert_eq!(boards.sample(&mut rng), Err(StopReason::Cancelled));
        assert!(boards.methods().is_empty());
    }

    #[test]
    fn list_respects_the_memory_limit() {
        for (memory, is_listed) in [(64 << 20, true), (1 << 20, false)] {
            let limits = Limits { memory, ..Limits::default() };
            let mut boards = at_distance(5, 12, limits).expect("not empty");
            two_boards(&mut boards, 1);
            let methods = boards.methods();
            assert_eq!(
                matches!(methods[..], [SamplingMethod(Method::Enumeration { .. })]),
                is_listed,
                "{methods:?}"
            );
        }
    }

    #[test]
    fn random_walks_end_if_no_board_is_at_the_distance() {
        let goal = goal(2);
        let shortest = |board: &Board| Solver::new(goal.clone()).request(Algorithm::AStar).solve(board).ok();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert!(random_at_distance(&goal, 6, &mut rng, shortest).is_some());
        let mut cache = HashMap::new();
        let cached = |board: &Board| cache.entry(board.clone()).or_insert_with(|| shortest(board)).clone();
        assert_eq!(random_at_distance(&goal, 7, &mut rng as &mut dyn Rng, cached), None);
    }

    #[test]
    fn distances_beyond_the_radius_are_rejected() {
        assert_eq!(
            at_distance(3, 32, Limits::default()).err().map(|error| error.to_string()),
            Some("no 3x3 board is 32 moves from this goal: the farthest are 31 moves away".to_owned())
        );
    }
}
