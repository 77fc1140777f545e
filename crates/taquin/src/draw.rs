//! Boards by chance: any at all, or at an exact distance from a goal.
//!
//! A shuffle draws uniformly among all boards ([`random_board`]). Those whose shortest solution has exactly so many moves are
//! harder to come by: most ways to make one make some far more often than others. They are drawn in the first of these ways
//! that is possible:
//!
//! 1. uniformly from all of them: from a [level](Census::level) of the census of a small board, or, near the goal of a
//!    larger one, from [a list](boards_at);
//! 2. uniformly, by drawing from all boards until one has that distance;
//! 3. from a [random walk](walk_to). That is not uniform, and [`Draw::how`] says so.
//!
//! The second way has to solve what it draws, so it is for boards of up to 16 cells alone, and it is given up for good when it
//! has found no board in 500 draws or a quarter of a board's time. So with the same seed the boards are the same, unless the
//! clock ended the second way.

use crate::board::{Board, Goal, Move, random_board};
use crate::notation::thousands;
use crate::search::{Census, CensusError, Level, Limits, Observer, StopFlag, StopReason, Tables, boards_at};
use crate::solver::{Outcome, Solver};
use rand::seq::{IndexedRandom, IteratorRandom};
use rand::{Rng, RngExt};
use std::fmt;
use std::time::Duration;

/// Boards with so many rows and columns have more than that many beyond so many moves, whatever the goal.
const MANY_LINES: usize = 4;
const FEW_MOVES: u32 = 24;

/// The most boards that are listed, if the memory limit allows it.
const MOST_LISTED: usize = 500_000;

/// How many walks may be in vain before it is given up: perhaps no board is so far from the goal.
const MOST_WALKS: usize = 100_000;

/// How many boards are drawn before one is looked for in another way.
const MOST_DRAWN: usize = 500;

/// The most cells of boards that are drawn and solved: random ones beyond 4×4 take too long.
const MOST_CELLS: usize = 16;

/// A source of random boards: any that can or can't be solved, or those at an exact distance from the goal.
///
/// ```
/// use rand::SeedableRng;
/// use rand_chacha::ChaCha8Rng;
/// use std::time::Duration;
/// use taquin::draw::Draw;
/// use taquin::{Goal, Limits, Size, Tables};
///
/// let goal = Goal::blank_last(Size::square(3)?);
/// let tables = Tables::default();
/// let mut draw = Draw::at(goal, 31, Duration::from_secs(1), Limits::default(), &tables, &mut ())?;
/// let board = draw.board(&mut ChaCha8Rng::seed_from_u64(1));
/// assert!(board.is_ok());
/// assert_eq!(draw.how()[0].to_string(), "drawn uniformly from all 2 boards at 31 moves");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Draw {
    way: Way,
    stop: StopFlag,
}

impl fmt::Debug for Draw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draw").field("how", &self.how()).finish_non_exhaustive()
    }
}

enum Way {
    Any {
        goal: Goal,
        solvable: bool,
    },
    Level {
        level: Box<Level>,
        moves: u32,
    },
    Listed {
        boards: Vec<Board>,
        moves: u32,
    },
    /// Some board at that distance, proven by solving it.
    Proven(Box<Proven>),
}

/// How boards at a distance were drawn. Its text is for people to read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum How {
    /// Uniformly from all boards at that distance, each with the same chance.
    FromAll {
        /// How many boards there are at that distance.
        all: u64,
        /// The distance: the fewest moves of each.
        moves: u32,
    },
    /// Uniformly, from boards of all distances until one was right.
    Drawn {
        /// How many boards were drawn so.
        boards: u64,
        /// The distance: the fewest moves of each.
        moves: u32,
    },
    /// By random walks, which favour some boards over others.
    Walked {
        /// How many boards were reached so.
        boards: u64,
        /// The distance: the fewest moves of each.
        moves: u32,
    },
}

impl Draw {
    /// Boards drawn uniformly among all that can reach the goal, or among all that can't.
    pub fn any(goal: Goal, solvable: bool) -> Self {
        Self { way: Way::Any { goal, solvable }, stop: StopFlag::default() }
    }

    /// Boards whose shortest solution has exactly so many moves; an error if it is certain that there are none.
    ///
    /// The limits are for the census that a small board takes, which the observer is told about, and for every search
    /// after that; but [`board`](Self::board) has a time of its own.
    pub fn at(
        goal: Goal,
        moves: u32,
        time: Duration,
        limits: Limits,
        tables: &Tables,
        observer: &mut dyn Observer,
    ) -> Result<Self, CensusError> {
        let stop = limits.stop.clone();
        let may_be_listed = goal.size().rows().min(goal.size().cols()) < MANY_LINES || moves <= FEW_MOVES;
        let way = match Census::level(&goal, moves, &limits, observer) {
            Ok(level) => Way::Level { level: Box::new(level), moves },
            Err(CensusError::TooManyBoards { .. }) => {
                // Each may be in four lists at the same time.
                let bytes = 4 * (size_of_val(goal.board().tiles()) + 64);
                let most = MOST_LISTED.min(limits.memory / bytes);
                let listed = may_be_listed.then(|| boards_at(&goal, moves, most, &stop)).flatten();
                match listed {
                    Some(boards) => Way::Listed { boards, moves },
                    None => Way::Proven(Box::new(Proven::new(goal, moves, time, limits, tables.clone()))),
                }
            }
            Err(error) => return Err(error),
        };
        Ok(Self { way, stop })
    }

    /// The next board.
    ///
    /// # Errors
    /// Why there is none: the flag was raised, or its time was over (or a hundred thousand walks, if they took less).
    pub fn board<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Result<Board, StopReason> {
        let board = match &mut self.way {
            Way::Any { goal, solvable } => Some(random_board(goal, *solvable, rng)),
            Way::Level { level, .. } => level.board(rng.random_range(0..level.count())),
            Way::Listed { boards, .. } => boards.choose(rng).cloned(),
            Way::Proven(proven) => proven.board(rng),
        };
        board.ok_or_else(|| if self.stop.is_raised() { StopReason::Cancelled } else { StopReason::Time })
    }

    /// How the boards so far were drawn, if they are at a distance: in one way, or some in one and some in another.
    pub fn how(&self) -> Vec<How> {
        match &self.way {
            Way::Any { .. } => Vec::new(),
            Way::Level { level, moves } => vec![How::FromAll { all: level.count(), moves: *moves }],
            Way::Listed { boards, moves } => vec![How::FromAll { all: boards.len() as u64, moves: *moves }],
            Way::Proven(proven) => proven.how(),
        }
    }
}

impl fmt::Display for How {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FromAll { all, moves } => {
                write!(f, "drawn uniformly from all {} boards at {moves} moves", thousands(*all))
            }
            Self::Drawn { boards, moves } => {
                write!(f, "{boards} drawn uniformly: random boards were solved until one took {moves} moves")
            }
            Self::Walked { boards, moves } => {
                write!(f, "{boards} reached by random walks: at {moves} moves, but not drawn uniformly")
            }
        }
    }
}

/// Boards at a distance, of a size that has too many to list.
struct Proven {
    goal: Goal,
    tables: Tables,
    moves: u32,
    /// For each board.
    time: Duration,
    limits: Limits,
    /// Whether uniform draws have come to nothing.
    only_walks: bool,
    drawn: u64,
    walked: u64,
}

impl Proven {
    fn new(goal: Goal, moves: u32, time: Duration, limits: Limits, tables: Tables) -> Self {
        let only_walks = goal.size().cells() > MOST_CELLS;
        Self { goal, tables, moves, time, limits, only_walks, drawn: 0, walked: 0 }
    }

    fn board<R: Rng + ?Sized>(&mut self, rng: &mut R) -> Option<Board> {
        let start = self.limits.clock.now();
        if !self.only_walks {
            if let Some(board) = self.draw(start, rng) {
                self.drawn += 1;
                return Some(board);
            }
            self.only_walks = true;
        }
        let board = walk_to(&self.goal, self.moves, rng, |board| self.solve(board, start, self.time))?;
        self.walked += 1;
        Some(board)
    }

    fn how(&self) -> Vec<How> {
        let (drawn, walked, moves) = (self.drawn, self.walked, self.moves);
        let said =
            [(drawn, How::Drawn { boards: drawn, moves }), (walked, How::Walked { boards: walked, moves })];
        said.into_iter().filter(|(count, _)| *count > 0).map(|(_, how)| how).collect()
    }

    /// Draws from all boards until one has the distance. A board that can't be solved in the time left ends this, because
    /// to pass over it would favour others.
    fn draw<R: Rng + ?Sized>(&self, start: Duration, rng: &mut R) -> Option<Board> {
        for _ in 0..MOST_DRAWN {
            let board = random_board(&self.goal, true, rng);
            match self.solve(&board, start, self.time / 4)? {
                Outcome::Solved(solution) if solution.moves.len() == self.moves as usize => {
                    return Some(board);
                }
                Outcome::Stopped(stopped) if stopped.lower_bound <= self.moves => return None,
                _ => {}
            }
        }
        None
    }

    /// Solves a board in what is left of a time since the start; no outcome if nothing is left, or the flag is raised.
    fn solve(&self, board: &Board, start: Duration, time: Duration) -> Option<Outcome> {
        let elapsed = self.limits.clock.now().saturating_sub(start);
        let left = time.checked_sub(elapsed).filter(|_| !self.limits.stop.is_raised())?;
        let limits = Limits { time: Some(left), ..self.limits.clone() };
        Solver::new(self.goal.clone()).tables(self.tables.clone()).limits(limits).solve(board).ok()
    }
}

/// A board that takes exactly so many moves, given somebody who finds shortest solutions.
///
/// A walk leads away from the goal until the shortest way back is long enough; the boards on that way are at every distance
/// from there down to 0. A board that is too far out to be solved ends the walk, and another begins. If there is no outcome
/// at all, or no such board after a hundred thousand of them, there is no board: perhaps none is so far from the goal.
pub fn walk_to<R: Rng + ?Sized>(
    goal: &Goal,
    moves: u32,
    rng: &mut R,
    mut solve: impl FnMut(&Board) -> Option<Outcome>,
) -> Option<Board> {
    let mut board = goal.board().clone();
    let mut last: Option<Move> = None;
    let mut steps = moves;
    for _ in 0..MOST_WALKS {
        for _ in 0..steps {
            let onward = board.legal_moves().filter(|m| last.is_none_or(|last| *m != last.opposite()));
            let m = onward.choose(rng)?;
            board.slide(m).ok()?;
            last = Some(m);
        }
        match solve(&board)? {
            Outcome::Solved(solution) if solution.moves.len() >= moves as usize => {
                return solution.boards().nth(solution.moves.len() - moves as usize);
            }
            Outcome::Solved(_) => steps = 2 + moves / 4,
            _ => (board, last, steps) = (goal.board().clone(), None, moves),
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Parity, Size};
    use crate::search::Clock;
    use crate::solver::Algorithm;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use std::collections::HashMap;
    use std::sync::atomic::{AtomicU64, Ordering};

    const MINUTE: Duration = Duration::from_mins(1);

    fn goal(side: usize) -> Goal {
        Goal::blank_last(Size::square(side).expect("in range"))
    }

    fn two(draw: &mut Draw, seed: u64) -> [Board; 2] {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        [(); 2].map(|()| draw.board(&mut rng).expect("in time"))
    }

    /// Boards of 20 moves that are drawn and solved, or walked to, though they could be listed.
    fn proven(only_walks: bool, time: Duration, limits: &Limits) -> Draw {
        let proven =
            Proven { only_walks, ..Proven::new(goal(3), 20, time, limits.clone(), Tables::default()) };
        Draw { way: Way::Proven(Box::new(proven)), stop: limits.stop.clone() }
    }

    #[test]
    fn boards_are_as_far_as_asked_for_whatever_the_way() {
        for (side, moves, how) in [
            (3, 31, "drawn uniformly from all 2 boards at 31 moves"),
            (3, 20, "drawn uniformly from all 16,993 boards at 20 moves"),
            (4, 10, "drawn uniformly from all 1,948 boards at 10 moves"),
            (4, 52, "2 drawn uniformly: random boards were solved until one took 52 moves"),
            (5, 24, "2 reached by random walks: at 24 moves, but not drawn uniformly"),
        ] {
            let mut draw =
                Draw::at(goal(side), moves, MINUTE, Limits::default(), &Tables::default(), &mut ())
                    .expect("there are some");
            for board in two(&mut draw, 1) {
                let outcome = Solver::new(goal(side)).solve(&board).expect("of one size");
                assert!(matches!(outcome, Outcome::Solved(s) if s.moves.len() == moves as usize), "{board}");
            }
            let said: Vec<String> = draw.how().iter().map(How::to_string).collect();
            assert_eq!(said, [how]);
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_boards() {
        let ways: [fn() -> Draw; 4] = [
            || Draw::any(goal(3), true),
            || {
                Draw::at(goal(3), 20, MINUTE, Limits::default(), &Tables::default(), &mut ())
                    .expect("there are some")
            },
            || proven(false, MINUTE, &Limits::default()),
            || proven(true, MINUTE, &Limits::default()),
        ];
        for way in ways {
            assert_eq!(two(&mut way(), 1), two(&mut way(), 1));
            assert_ne!(two(&mut way(), 1), two(&mut way(), 2));
        }
    }

    #[test]
    fn any_board_can_be_solved_or_none_can() {
        for solvable in [true, false] {
            let mut draw = Draw::any(goal(4), solvable);
            assert!(two(&mut draw, 1).iter().all(|board| Parity::is_solvable(board, &goal(4)) == solvable));
            assert!(draw.how().is_empty());
        }
    }

    #[test]
    fn time_and_the_flag_end_it() {
        let looks = AtomicU64::new(0);
        let clock = Clock::new(move || Duration::from_secs(looks.fetch_add(1, Ordering::Relaxed)));
        let limits = Limits { clock, ..Limits::default() };
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let mut draw = proven(false, Duration::from_secs(1), &limits);
        assert_eq!(draw.board(&mut rng), Err(StopReason::Time));
        limits.stop.raise();
        assert_eq!(draw.board(&mut rng), Err(StopReason::Cancelled));
        assert!(draw.how().is_empty());
    }

    #[test]
    fn no_more_boards_are_listed_than_fit_the_memory() {
        for (memory, is_listed) in [(64 << 20, true), (1 << 20, false)] {
            let limits = Limits { memory, ..Limits::default() };
            let mut draw =
                Draw::at(goal(5), 12, MINUTE, limits, &Tables::default(), &mut ()).expect("there are some");
            two(&mut draw, 1);
            assert_eq!(matches!(draw.how()[..], [How::FromAll { .. }]), is_listed, "{:?}", draw.how());
        }
    }

    #[test]
    fn walks_end_though_no_board_is_so_far() {
        let goal = goal(2);
        let shortest =
            |board: &Board| Solver::new(goal.clone()).algorithm(Algorithm::AStar).solve(board).ok();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        assert!(walk_to(&goal, 6, &mut rng, shortest).is_some());
        let mut known = HashMap::new();
        let remembered =
            |board: &Board| known.entry(board.clone()).or_insert_with(|| shortest(board)).clone();
        assert_eq!(walk_to(&goal, 7, &mut rng as &mut dyn Rng, remembered), None);
    }

    #[test]
    fn no_board_is_beyond_the_farthest() {
        let none = Draw::at(goal(3), 32, MINUTE, Limits::default(), &Tables::default(), &mut ());
        assert_eq!(
            none.err().map(|error| error.to_string()),
            Some("no 3x3 board is 32 moves from this goal: the farthest are 31 moves away".to_owned())
        );
    }
}
