//! What a solver says, replayed from the board that it was given.

use super::Task;
use super::verdict::{Found, Verdict};
use taquin::{Board, Move};

/// What a solver has to say, with the numbers of the lines where it does.
pub(super) enum Answer {
    Unsolvable {
        line: usize,
    },
    /// Solutions as boards, one after the other.
    Boards(Vec<Sequence>),
    Moves {
        moves: Vec<(Move, usize)>,
        claim: Option<Claim>,
    },
    /// The tiles that slide.
    Tiles {
        tiles: Vec<(u16, usize)>,
        claim: Option<Claim>,
    },
    /// The number of moves and nothing else.
    Count(Claim),
    /// The answer is about another board.
    OtherBoard {
        line: usize,
    },
    Unclear {
        line: Option<usize>,
    },
}

/// A number of moves, as the solver says.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub(super) moves: u64,
    pub(super) line: usize,
}

/// The boards of a solution. What should be a board and is none is `None`.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) boards: Vec<(Option<Board>, usize)>,
    pub(super) claim: Option<Claim>,
}

impl Answer {
    pub(super) fn verdict(self, task: &Task<'_>) -> Found {
        let Some(shortest) = task.shortest else {
            return match self {
                Self::Unsolvable { .. } => (Verdict::Right, None),
                Self::Unclear { line } => (Verdict::NotUnderstood, line),
                Self::OtherBoard { line } => (Verdict::ClaimsSolvable, Some(line)),
                Self::Count(claim) => (Verdict::ClaimsSolvable, Some(claim.line)),
                Self::Boards(sequences) => {
                    (Verdict::ClaimsSolvable, sequences.first().and_then(Sequence::line))
                }
                Self::Moves { moves, .. } => (Verdict::ClaimsSolvable, moves.first().map(|&(_, line)| line)),
                Self::Tiles { tiles, .. } => (Verdict::ClaimsSolvable, tiles.first().map(|&(_, line)| line)),
            };
        };
        match self {
            Self::Unsolvable { line } => (Verdict::ClaimsUnsolvable, Some(line)),
            Self::Unclear { line } => (Verdict::NotUnderstood, line),
            Self::OtherBoard { line } => (Verdict::WrongFirstBoard, Some(line)),
            Self::Count(Claim { moves: 0, line }) if !task.board.is_goal(task.goal) => {
                (Verdict::NotSolved, Some(line))
            }
            Self::Count(claim) => conclude(shortest, 0, true, Some(claim), None),
            Self::Boards(sequences) => {
                let mut verdicts = sequences.iter().map(|sequence| sequence.verdict(task, shortest));
                verdicts.find(|(verdict, _)| *verdict != Verdict::Right).unwrap_or((Verdict::Right, None))
            }
            Self::Moves { moves, claim } => {
                let of_tiles = replay(task, shortest, &moves, claim, slide);
                if of_tiles.0 == Verdict::Right {
                    return of_tiles;
                }
                let of_blank = replay(task, shortest, &moves, claim, |board, m| slide(board, m.opposite()));
                // Whichever of the two readings leads to the goal is what was meant.
                let leads =
                    |found: &Found| !matches!(found.0, Verdict::IllegalMove { .. } | Verdict::NotSolved);
                if leads(&of_blank) && !leads(&of_tiles) { of_blank } else { of_tiles }
            }
            Self::Tiles { tiles, claim } => replay(task, shortest, &tiles, claim, slide_tile),
        }
    }
}

impl Sequence {
    /// Where it begins.
    fn line(&self) -> Option<usize> {
        self.boards.first().map(|&(_, line)| line).or(self.claim.map(|claim| claim.line))
    }

    fn verdict(&self, task: &Task<'_>, shortest: u32) -> Found {
        let mut before: Option<&Board> = None;
        for (step, (board, line)) in self.boards.iter().enumerate() {
            let wrong = if step == 0 { Verdict::WrongFirstBoard } else { Verdict::IllegalMove { step } };
            let Some(board) = board else { return (wrong, Some(*line)) };
            let follows = before.map_or(board == task.board, |before| is_next(before, board));
            if !follows {
                return (wrong, Some(*line));
            }
            before = Some(board);
        }
        let made = self.boards.len().saturating_sub(1) as u64;
        let solved = before.unwrap_or(task.board).is_goal(task.goal);
        conclude(shortest, made, solved, self.claim, self.boards.last().map(|&(_, line)| line))
    }
}

/// The verdict on a solution whose every step is legal.
fn conclude(shortest: u32, made: u64, solved: bool, claim: Option<Claim>, last: Option<usize>) -> Found {
    if !solved {
        return (Verdict::NotSolved, last);
    }
    match claim {
        Some(Claim { moves: claimed, line }) if claimed != made => {
            (Verdict::WrongCount { claimed, made }, Some(line))
        }
        _ if made > u64::from(shortest) => {
            let line = claim.map(|claim| claim.line).or(last);
            (Verdict::NotShortest { moves: made, shortest }, line)
        }
        _ => (Verdict::Right, None),
    }
}

/// Makes all steps, each of which says whether it was possible.
fn replay<S: Copy>(
    task: &Task<'_>,
    shortest: u32,
    steps: &[(S, usize)],
    claim: Option<Claim>,
    make: impl Fn(&mut Board, S) -> bool,
) -> Found {
    let mut board = task.board.clone();
    for (index, &(step, line)) in steps.iter().enumerate() {
        if !make(&mut board, step) {
            return (Verdict::IllegalMove { step: index + 1 }, Some(line));
        }
    }
    let last = steps.last().map(|&(_, line)| line);
    conclude(shortest, steps.len() as u64, board.is_goal(task.goal), claim, last)
}

fn slide(board: &mut Board, m: Move) -> bool {
    board.slide(m).is_ok()
}

fn slide_tile(board: &mut Board, tile: u16) -> bool {
    let (size, blank) = (board.size(), board.blank());
    let is_it = |m: &Move| m.source(size, blank).is_some_and(|cell| board.tiles()[cell] == tile);
    let found = Move::ALL.into_iter().find(is_it);
    found.is_some_and(|m| slide(board, m))
}

/// Whether a board is one slide away from another.
pub(super) fn is_next(before: &Board, board: &Board) -> bool {
    before.neighbors().any(|(_, next)| next == *board)
}

/// Everything with the line it is from.
pub(super) fn at<T>(line: usize, all: Vec<T>) -> Vec<(T, usize)> {
    all.into_iter().map(|one| (one, line)).collect()
}
