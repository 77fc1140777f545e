//! Parsed answers, and their verdicts by replaying them from the given board.

use super::Task;
use super::verdict::{LikelyMistake, PrintedBoard, Verdict, VerdictAtLine};
use taquin::{Board, GoalKind, Move};

/// An item with the number of the line it is on.
pub(super) type AtLine<T> = (T, usize);

/// A solver's answer, with the numbers of the lines it comes from.
pub(super) enum ParsedAnswer {
    Unsolvable {
        line: usize,
    },
    /// Solutions as boards, one after another.
    Boards(Vec<BoardSequence>),
    Steps {
        steps: Vec<AtLine<Step>>,
        claim: Option<ClaimedLength>,
    },
    /// A solution length and no solution.
    LengthOnly(ClaimedLength),
    NotUnderstood {
        line: usize,
    },
}

/// One step of a solution.
#[derive(Clone, Copy)]
pub(super) enum Step {
    /// A direction, of the tile or of the blank.
    Move(Move),
    /// The tile that slides.
    Tile(u16),
}

/// The meaning of directions in a solution.
#[derive(Clone, Copy)]
enum Convention {
    TileMoves,
    BlankMoves,
}

/// A solution length that the solver claims.
#[derive(Clone, Copy)]
pub(super) struct ClaimedLength {
    pub(super) moves: u64,
    pub(super) line: usize,
}

/// A solution as the boards along it.
#[derive(Default)]
pub(super) struct BoardSequence {
    pub(super) boards: Vec<AtLine<ParsedBoard>>,
    pub(super) claim: Option<ClaimedLength>,
}

pub(super) enum ParsedBoard {
    Valid(Board),
    /// All tiles, but nothing shows where the blank is in the row with this text.
    NoBlank(String),
    /// Numbers that do not form a board.
    Invalid,
}

impl ParsedAnswer {
    pub(super) fn verdict(&self, task: Task<'_>) -> VerdictAtLine {
        match (self, task.shortest) {
            (Self::NotUnderstood { line }, _) => (Verdict::NotUnderstood, Some(*line)),
            (Self::Unsolvable { .. }, None) => (Verdict::Right, None),
            (solution, None) => (Verdict::ClaimsSolvable, solution.first_line()),
            (Self::Unsolvable { line }, Some(_)) => (Verdict::ClaimsUnsolvable, Some(*line)),
            (Self::LengthOnly(claim), Some(shortest)) => {
                (Verdict::OnlyCount { claimed: claim.moves, shortest }, Some(claim.line))
            }
            (Self::Boards(sequences), Some(shortest)) => {
                let mut verdicts = sequences.iter().map(|sequence| sequence.verdict(task, shortest));
                verdicts.find(|(verdict, _)| *verdict != Verdict::Right).unwrap_or((Verdict::Right, None))
            }
            (Self::Steps { steps, claim }, Some(shortest)) => {
                let tile_moves = replay(task, shortest, steps, *claim, Convention::TileMoves);
                let blank_moves = replay(task, shortest, steps, *claim, Convention::BlankMoves);
                // The intended convention is the one that leads to the goal.
                let reaches_goal = |(verdict, _): &VerdictAtLine| {
                    !matches!(verdict, Verdict::IllegalMove { .. } | Verdict::NotSolved)
                };
                let is_blank_moves = reaches_goal(&blank_moves) && !reaches_goal(&tile_moves);
                if is_blank_moves { blank_moves } else { tile_moves }
            }
        }
    }

    fn first_line(&self) -> Option<usize> {
        match self {
            Self::Unsolvable { line } | Self::NotUnderstood { line } => Some(*line),
            Self::LengthOnly(claim) => Some(claim.line),
            Self::Boards(sequences) => sequences.first()?.boards.first().map(|&(_, line)| line),
            Self::Steps { steps, .. } => steps.first().map(|&(_, line)| line),
        }
    }

    /// Returns the named goal, other than the task's, that the solution ends at.
    pub(super) fn other_goal(&self, task: Task<'_>) -> Option<GoalKind> {
        let board = &task.puzzle.board;
        let final_boards: Vec<Board> = match self {
            Self::Boards(sequences) => sequences.iter().filter_map(BoardSequence::last).cloned().collect(),
            Self::Steps { steps, .. } => [Convention::TileMoves, Convention::BlankMoves]
                .into_iter()
                .filter_map(|convention| apply_all(board, steps, convention).ok())
                .collect(),
            _ => Vec::new(),
        };
        let named = [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Ring, GoalKind::Snail];
        named.into_iter().find(|kind| {
            let goal = kind.for_size(board.size()).ok().filter(|goal| *goal != *task.puzzle.goal);
            goal.is_some_and(|goal| final_boards.iter().any(|end| end.is_goal(&goal)))
        })
    }
}

impl BoardSequence {
    pub(super) fn last(&self) -> Option<&Board> {
        match self.boards.last() {
            Some((ParsedBoard::Valid(board), _)) => Some(board),
            _ => None,
        }
    }

    fn verdict(&self, task: Task<'_>, shortest: u32) -> VerdictAtLine {
        let mut before: Option<PrintedBoard> = None;
        for (step, (parsed, line)) in self.boards.iter().enumerate() {
            let line = *line;
            let board = match parsed {
                ParsedBoard::Valid(board) => board,
                ParsedBoard::NoBlank(text) => {
                    return (Verdict::NoBlank { line, text: text.clone() }, Some(line));
                }
                ParsedBoard::Invalid if step == 0 => {
                    return (Verdict::WrongFirstBoard { printed: None, mistake: None }, Some(line));
                }
                ParsedBoard::Invalid => return (Verdict::IllegalMove { step, boards: None }, Some(line)),
            };
            let printed = PrintedBoard { board: board.clone(), line };
            match before {
                None if *board != task.puzzle.board => {
                    let mistake = likely_mistake(task, board);
                    return (Verdict::WrongFirstBoard { printed: Some(printed), mistake }, Some(line));
                }
                Some(before) if !is_neighbor(&before.board, board) => {
                    return (Verdict::IllegalMove { step, boards: Some([before, printed]) }, Some(line));
                }
                _ => before = Some(printed),
            }
        }
        let made = self.boards.len().saturating_sub(1) as u64;
        let is_solved = self.last().unwrap_or(&task.puzzle.board).is_goal(&task.puzzle.goal);
        legal_solution_verdict(
            shortest,
            made,
            is_solved,
            self.claim,
            self.boards.last().map(|&(_, line)| line),
        )
    }
}

/// Guesses why the first board is not the given one.
fn likely_mistake(task: Task<'_>, first: &Board) -> Option<LikelyMistake> {
    if first.is_goal(&task.puzzle.goal) {
        return Some(LikelyMistake::Reversed);
    }
    let size = first.size();
    let transposed = |cell: usize| first.tiles()[cell % size.cols() * size.cols() + cell / size.cols()];
    let is_transposed = size.rows() == size.cols()
        && (0..size.cells()).map(transposed).eq(task.puzzle.board.tiles().iter().copied());
    is_transposed.then_some(LikelyMistake::Transposed)
}

/// Returns the verdict on a solution all of whose moves are legal.
fn legal_solution_verdict(
    shortest: u32,
    made: u64,
    is_solved: bool,
    claim: Option<ClaimedLength>,
    last_line: Option<usize>,
) -> VerdictAtLine {
    if !is_solved {
        return (Verdict::NotSolved, last_line);
    }
    match claim {
        Some(ClaimedLength { moves: claimed, line }) if claimed != made => {
            (Verdict::WrongCount { claimed, made }, Some(line))
        }
        _ if made > u64::from(shortest) => {
            let line = claim.map(|claim| claim.line).or(last_line);
            (Verdict::NotShortest { moves: made, shortest }, line)
        }
        _ => (Verdict::Right, None),
    }
}

fn replay(
    task: Task<'_>,
    shortest: u32,
    steps: &[AtLine<Step>],
    claim: Option<ClaimedLength>,
    convention: Convention,
) -> VerdictAtLine {
    match apply_all(&task.puzzle.board, steps, convention) {
        Ok(board) => {
            let last_line = steps.last().map(|&(_, line)| line);
            let is_solved = board.is_goal(&task.puzzle.goal);
            legal_solution_verdict(shortest, steps.len() as u64, is_solved, claim, last_line)
        }
        Err(index) => (Verdict::IllegalMove { step: index + 1, boards: None }, Some(steps[index].1)),
    }
}

/// Returns the board after all steps, or the index of the first illegal step.
fn apply_all(board: &Board, steps: &[AtLine<Step>], convention: Convention) -> Result<Board, usize> {
    let mut board = board.clone();
    match steps.iter().position(|&(step, _)| apply(&mut board, step, convention).is_none()) {
        Some(index) => Err(index),
        None => Ok(board),
    }
}

/// Makes one step; returns `None` if it is illegal.
fn apply(board: &mut Board, step: Step, convention: Convention) -> Option<()> {
    let tile_move = match (step, convention) {
        (Step::Move(m), Convention::TileMoves) => m,
        (Step::Move(m), Convention::BlankMoves) => m.opposite(),
        (Step::Tile(tile), _) => Move::ALL.into_iter().find(|m| {
            let source = m.source(board.size(), board.blank());
            source.is_some_and(|cell| board.tiles()[cell] == tile)
        })?,
    };
    *board = board.after(tile_move).ok()?;
    Some(())
}

/// Returns whether two boards are one move apart.
pub(super) fn is_neighbor(board: &Board, other: &Board) -> bool {
    board.neighbors().any(|(_, next)| next == *other)
}
