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
        /// True if the given board is printed too.
        has_board: bool,
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
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Step {
    /// A direction, of the tile or of the blank.
    Move(Move),
    /// The tile that slides.
    Tile(u16),
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
    /// The moves printed between boards, each with the number of boards before it.
    pub(super) labels: Vec<AtLine<(usize, Move)>>,
    pub(super) claim: Option<ClaimedLength>,
}

pub(super) enum ParsedBoard {
    Valid(Board),
    /// A board with a gap in place of the blank.
    Gapped(Board),
    /// All tiles, but nothing shows where the blank is in the row with this text.
    NoBlank(String),
    /// A board whose blank is an unknown symbol.
    OddBlank(String),
    /// Numbers that do not form a board.
    Invalid,
}

impl ParsedBoard {
    pub(super) fn board(&self) -> Option<&Board> {
        match self {
            Self::Valid(board) | Self::Gapped(board) => Some(board),
            _ => None,
        }
    }
}

impl ParsedAnswer {
    pub(super) fn verdict(&self, task: Task<'_>) -> VerdictAtLine {
        match (self, task.shortest) {
            (Self::NotUnderstood { line }, _) => (Verdict::NotUnderstood, Some(*line)),
            (Self::Unsolvable { line, has_board: false }, None) if task.asks_for_boards() => {
                (Verdict::NoInitialState, Some(*line))
            }
            (Self::Unsolvable { .. }, None) => (Verdict::Right, None),
            (solution, None) => (Verdict::ClaimsSolvable, solution.first_line()),
            (Self::Unsolvable { line, .. }, Some(_)) => (Verdict::ClaimsUnsolvable, Some(*line)),
            (Self::LengthOnly(claim), Some(shortest)) => {
                let shortest = (!task.any_length).then_some(shortest);
                (Verdict::OnlyCount { claimed: claim.moves, shortest }, Some(claim.line))
            }
            (Self::Boards(sequences), Some(shortest)) => {
                let mut verdicts = sequences.iter().map(|sequence| sequence.verdict(task, shortest));
                let wrong = verdicts.find(|(verdict, _)| *verdict != Verdict::Right);
                let found = sequences.len();
                let asked = task.course.map_or(0, |course| course.assignment().heuristics.len());
                let missing = (found < asked).then_some((Verdict::MissingSolution { found }, None));
                wrong.or(missing).unwrap_or((Verdict::Right, None))
            }
            (Self::Steps { .. }, Some(_)) if task.asks_for_boards() => (Verdict::NoBoards, self.first_line()),
            (Self::Steps { steps, claim }, Some(shortest)) => {
                let [tile_moves, blank_moves] =
                    [false, true].map(|of_blank| replay(task, shortest, steps, *claim, of_blank));
                if let Some(names_blank) = task.course.and_then(|course| course.assignment().names_blank) {
                    let (own, other) =
                        if names_blank { (blank_moves, tile_moves) } else { (tile_moves, blank_moves) };
                    let is_other = other.0 == Verdict::Right && own.0 != Verdict::Right;
                    let line = self.first_line();
                    return if is_other { (Verdict::OtherDirection { names_blank }, line) } else { own };
                }
                // The intended convention is the one that leads to the goal.
                let reaches_goal = |(verdict, _): &VerdictAtLine| {
                    !matches!(verdict, Verdict::IllegalMove { .. } | Verdict::NotSolved { .. })
                };
                let is_blank_moves = reaches_goal(&blank_moves) && !reaches_goal(&tile_moves);
                if is_blank_moves { blank_moves } else { tile_moves }
            }
        }
    }

    /// Returns the moves of the tiles in a solution that is a list of steps and right; none for other answers.
    pub(super) fn tile_moves(&self, task: Task<'_>) -> Vec<Move> {
        let Self::Steps { steps, .. } = self else { return Vec::new() };
        let mut played = both_ways(&task.puzzle.board, steps);
        played.find(|(end, _)| end.is_goal(&task.puzzle.goal)).map(|(_, moves)| moves).unwrap_or_default()
    }

    fn first_line(&self) -> Option<usize> {
        match self {
            Self::Unsolvable { line, .. } | Self::NotUnderstood { line } => Some(*line),
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
            Self::Steps { steps, .. } => both_ways(board, steps).map(|(end, _)| end).collect(),
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
            Some((board, _)) => board.board(),
            None => None,
        }
    }

    fn verdict(&self, task: Task<'_>, shortest: u32) -> VerdictAtLine {
        let mut before: Option<PrintedBoard> = None;
        for (step, (parsed, line)) in self.boards.iter().enumerate() {
            let line = *line;
            let board = match parsed {
                ParsedBoard::Valid(board) | ParsedBoard::Gapped(board) => board,
                ParsedBoard::NoBlank(text) => {
                    return (Verdict::NoBlank { line, text: text.clone() }, Some(line));
                }
                ParsedBoard::OddBlank(mark) => {
                    return (Verdict::OddBlank { line, mark: mark.clone() }, Some(line));
                }
                ParsedBoard::Invalid if step == 0 => {
                    return (Verdict::WrongFirstBoard { printed: None, mistake: None }, Some(line));
                }
                ParsedBoard::Invalid => return (Verdict::IllegalMove { step, boards: None }, Some(line)),
            };
            let printed = PrintedBoard { board: board.clone(), line };
            let is_gapped = matches!(parsed, ParsedBoard::Gapped(_));
            match before {
                None if is_gapped && lacks_blank(board, [&task.puzzle.board]) => {
                    return missing_blank(&printed);
                }
                None if *board != task.puzzle.board => {
                    let mistake = likely_mistake(task, board);
                    return (Verdict::WrongFirstBoard { printed: Some(printed), mistake }, Some(line));
                }
                Some(before) if !is_neighbor(&before.board, board) => {
                    let next: Vec<Board> = before.board.neighbors().map(|(_, next)| next).collect();
                    if is_gapped && lacks_blank(board, &next) {
                        return missing_blank(&printed);
                    }
                    return (Verdict::IllegalMove { step, boards: Some([before, printed]) }, Some(line));
                }
                _ => before = Some(printed),
            }
        }
        let made = self.boards.len().saturating_sub(1) as u64;
        if made == 0 && self.claim.is_some_and(|claim| claim.moves > 0) && task.asks_for_boards() {
            return (Verdict::NoBoards, self.claim.map(|claim| claim.line));
        }
        let end = before.filter(|end| !end.board.is_goal(&task.puzzle.goal));
        if let Some(end) = end {
            let line = end.line;
            return (Verdict::NotSolved { end: Some(end) }, Some(line));
        }
        if self.boards.is_empty() && !task.puzzle.board.is_goal(&task.puzzle.goal) {
            return (Verdict::NotSolved { end: None }, None);
        }
        let last_line = self.boards.last().map(|&(_, line)| line);
        let verdict = legal_solution_verdict(shortest, made, self.claim, last_line);
        if verdict.0 == Verdict::Right { self.label_verdict(task) } else { verdict }
    }

    /// Returns the verdict on the moves printed between the boards. They name the motion of the tile; if the course
    /// does not ask for them, they may all name that of the blank.
    fn label_verdict(&self, task: Task<'_>) -> VerdictAtLine {
        let moves = self.moves();
        let label_before = |step: usize| self.labels.iter().find(|((boards, _), _)| *boards == step);
        let names_blank = |&((boards, label), _): &AtLine<(usize, Move)>| {
            boards.checked_sub(1).and_then(|i| moves.get(i)).is_none_or(|made| label == made.opposite())
        };
        let names_blank = !self.labels.is_empty() && self.labels.iter().all(names_blank);
        if !task.asks_for_boards() && names_blank {
            return (Verdict::Right, None);
        }
        for (made, step) in moves.iter().zip(1..) {
            match label_before(step) {
                Some(&((_, printed), line)) if printed != *made => {
                    return (Verdict::WrongLabel { step, printed, made: *made, names_blank }, Some(line));
                }
                None if task.asks_for_boards() => {
                    return (
                        Verdict::NoLabel { step, made: *made },
                        self.boards.get(step).map(|board| board.1),
                    );
                }
                _ => {}
            }
        }
        (Verdict::Right, None)
    }

    /// Returns the moves between consecutive boards, up to the first that is illegal.
    pub(super) fn moves(&self) -> Vec<Move> {
        let between = |pair: &[AtLine<ParsedBoard>]| match pair {
            [(before, _), (after, _)] => {
                let after = after.board()?;
                before.board()?.neighbors().find(|(_, next)| next == after).map(|(by, _)| by)
            }
            _ => None,
        };
        self.boards.windows(2).map_while(between).collect()
    }

    /// Returns true if the boards lead from the given one to the goal.
    pub(super) fn is_complete(&self, task: Task<'_>) -> bool {
        let first = self.boards.first();
        first.is_some_and(|(board, _)| board.board() == Some(&task.puzzle.board))
            && self.moves().len() + 1 == self.boards.len()
            && self.last().is_some_and(|last| last.is_goal(&task.puzzle.goal))
    }
}

/// Returns true if a board differs from an expected one only by the place of the blank in its row. That is how a row
/// without a blank, such as `7 6`, is read if the gap is not visible.
fn lacks_blank<'a>(board: &Board, expected: impl IntoIterator<Item = &'a Board>) -> bool {
    let tiles = |row: &[u16]| row.iter().copied().filter(|&tile| tile > 0).collect::<Vec<u16>>();
    let is_same = |other: &Board| board.rows().map(tiles).eq(other.rows().map(tiles));
    let cols = board.size().cols();
    let is_at_end = board.blank() % cols + 1 == cols;
    is_at_end && expected.into_iter().any(|other| board != other && is_same(other))
}

fn missing_blank(printed: &PrintedBoard) -> VerdictAtLine {
    let board = &printed.board;
    let row = board.blank() / board.size().cols();
    let tiles = board.rows().nth(row).unwrap_or_default().iter().filter(|tile| **tile > 0);
    let text = tiles.map(u16::to_string).collect::<Vec<_>>().join(" ");
    let line = printed.line + row;
    (Verdict::NoBlank { line, text }, Some(line))
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

/// Returns the verdict on a solution whose moves are legal and lead to the goal.
fn legal_solution_verdict(
    shortest: u32,
    made: u64,
    claim: Option<ClaimedLength>,
    last_line: Option<usize>,
) -> VerdictAtLine {
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
    of_blank: bool,
) -> VerdictAtLine {
    let last_line = steps.last().map(|&(_, line)| line);
    match play(&task.puzzle.board, steps, of_blank) {
        Ok((board, _)) if board.is_goal(&task.puzzle.goal) => {
            legal_solution_verdict(shortest, steps.len() as u64, claim, last_line)
        }
        Ok((board, _)) => {
            let end = last_line.map(|line| PrintedBoard { board, line });
            (Verdict::NotSolved { end }, last_line)
        }
        Err(index) => (Verdict::IllegalMove { step: index + 1, boards: None }, Some(steps[index].1)),
    }
}

/// Returns the results of [`play`], if legal, for directions of the tiles and of the blank.
fn both_ways(start: &Board, steps: &[AtLine<Step>]) -> impl Iterator<Item = (Board, Vec<Move>)> {
    [false, true].into_iter().filter_map(move |of_blank| play(start, steps, of_blank).ok())
}

/// Returns the board after all steps and the moves of the tiles, or the index of the first illegal step.
fn play(start: &Board, steps: &[AtLine<Step>], of_blank: bool) -> Result<(Board, Vec<Move>), usize> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    for (index, &(step, _)) in steps.iter().enumerate() {
        let slides = |by: &Move| {
            by.source(board.size(), board.blank()).map(|cell| Step::Tile(board.tiles()[cell])) == Some(step)
        };
        let by = match step {
            Step::Move(by) if of_blank => by.opposite(),
            Step::Move(by) => by,
            Step::Tile(_) => Move::ALL.into_iter().find(slides).ok_or(index)?,
        };
        board = board.after(by).map_err(|_| index)?;
        moves.push(by);
    }
    Ok((board, moves))
}

/// Returns whether two boards are one move apart.
pub(super) fn is_neighbor(board: &Board, other: &Board) -> bool {
    board.neighbors().any(|(_, next)| next == *other)
}
