//! What a solver says, replayed from the board that it was given.

use super::Task;
use super::verdict::{Found, Mistake, Printed, Verdict};
use taquin::{Board, GoalKind, Move};

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

/// The boards of a solution.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) boards: Vec<(Shown, usize)>,
    pub(super) claim: Option<Claim>,
}

/// What stands where a board should be.
pub(super) enum Shown {
    Board(Board),
    /// All the tiles, and a row that lacks the blank: this one. Nothing tells where.
    NoBlank(String),
    /// Numbers that are no board.
    Torn,
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
            Self::OtherBoard { line } => {
                (Verdict::WrongFirstBoard { printed: None, mistake: None }, Some(line))
            }
            Self::Count(Claim { moves: claimed, line }) => {
                (Verdict::OnlyCount { claimed, shortest }, Some(line))
            }
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

    /// The goal of another course that the solution ends at.
    pub(super) fn other_goal(&self, task: &Task<'_>) -> Option<GoalKind> {
        let ends = match self {
            Self::Boards(sequences) => sequences.iter().filter_map(Sequence::last).cloned().collect(),
            Self::Moves { moves, .. } => {
                let of_blank = |board: &mut Board, m: Move| slide(board, m.opposite());
                [after(task.board, moves, slide), after(task.board, moves, of_blank)]
                    .into_iter()
                    .filter_map(Result::ok)
                    .collect()
            }
            Self::Tiles { tiles, .. } => after(task.board, tiles, slide_tile).into_iter().collect(),
            _ => Vec::new(),
        };
        let known = [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Ring, GoalKind::Snail];
        known.into_iter().find(|kind| {
            let goal = kind.for_size(task.board.size()).ok().filter(|goal| goal != task.goal);
            goal.is_some_and(|goal| ends.iter().any(|end: &Board| end.is_goal(&goal)))
        })
    }
}

impl Sequence {
    /// Where it begins.
    fn line(&self) -> Option<usize> {
        self.boards.first().map(|&(_, line)| line).or(self.claim.map(|claim| claim.line))
    }

    /// The board it ends with.
    pub(super) fn last(&self) -> Option<&Board> {
        match self.boards.last() {
            Some((Shown::Board(board), _)) => Some(board),
            _ => None,
        }
    }

    fn verdict(&self, task: &Task<'_>, shortest: u32) -> Found {
        let mut before: Option<Printed> = None;
        for (step, (shown, line)) in self.boards.iter().enumerate() {
            let wrong = |boards| match step {
                0 => Verdict::WrongFirstBoard { printed: None, mistake: None },
                _ => Verdict::IllegalMove { step, boards },
            };
            let board = match shown {
                Shown::Board(board) => board,
                Shown::NoBlank(text) => {
                    return (Verdict::NoBlank { line: *line, text: text.clone() }, Some(*line));
                }
                Shown::Torn => return (wrong(None), Some(*line)),
            };
            let printed = Printed { board: board.clone(), line: *line };
            match before {
                None if board != task.board => {
                    let mistake = mistake(task, board);
                    return (Verdict::WrongFirstBoard { printed: Some(printed), mistake }, Some(*line));
                }
                Some(before) if !is_next(&before.board, board) => {
                    return (wrong(Some([before, printed])), Some(*line));
                }
                _ => before = Some(printed),
            }
        }
        let made = self.boards.len().saturating_sub(1) as u64;
        let solved = self.last().unwrap_or(task.board).is_goal(task.goal);
        conclude(shortest, made, solved, self.claim, self.boards.last().map(|&(_, line)| line))
    }
}

/// What may have made this the first board.
fn mistake(task: &Task<'_>, first: &Board) -> Option<Mistake> {
    if first.is_goal(task.goal) {
        return Some(Mistake::Reversed);
    }
    let size = first.size();
    let transposed = |cell: usize| first.tiles()[cell % size.cols() * size.cols() + cell / size.cols()];
    let is_transposed = size.rows() == size.cols()
        && (0..size.cells()).map(transposed).eq(task.board.tiles().iter().copied());
    is_transposed.then_some(Mistake::Transposed)
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

/// The verdict on steps, each of which says whether it was possible.
fn replay<S: Copy>(
    task: &Task<'_>,
    shortest: u32,
    steps: &[(S, usize)],
    claim: Option<Claim>,
    make: impl Fn(&mut Board, S) -> bool,
) -> Found {
    match after(task.board, steps, make) {
        Ok(board) => {
            let last = steps.last().map(|&(_, line)| line);
            conclude(shortest, steps.len() as u64, board.is_goal(task.goal), claim, last)
        }
        Err(index) => (Verdict::IllegalMove { step: index + 1, boards: None }, Some(steps[index].1)),
    }
}

/// The board after all steps, or the first that is not possible.
fn after<S: Copy>(
    board: &Board,
    steps: &[(S, usize)],
    make: impl Fn(&mut Board, S) -> bool,
) -> Result<Board, usize> {
    let mut board = board.clone();
    match steps.iter().position(|&(step, _)| !make(&mut board, step)) {
        Some(index) => Err(index),
        None => Ok(board),
    }
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
