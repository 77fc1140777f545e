//! Parses an answer in lines of text.

use super::Task;
use super::classify_line::{Line, Row, Statement, classify};
use super::parse_board::parse_board;
use super::replay::{AtLine, BoardSequence, ClaimedLength, ParsedAnswer, ParsedBoard, Step, is_neighbor};
use super::verdict::Verdict;
use taquin::{Board, Size};

pub(super) fn parse(task: Task<'_>, text: &str) -> ParsedAnswer {
    let mut scanner =
        Scanner { task, items: Vec::new(), last: None, rows: Vec::new(), has_empty_list: false };
    scanner.scan(text);
    scanner.into_answer()
}

enum Item {
    Board(ParsedBoard),
    Statement(Statement),
}

struct Scanner<'a> {
    task: Task<'a>,
    items: Vec<AtLine<Item>>,
    /// The last valid board found.
    last: Option<Board>,
    /// Rows that are not assembled yet.
    rows: Vec<Row>,
    /// True if the list of moves is present but empty: an empty line after other output, or a label alone.
    has_empty_list: bool,
}

impl Scanner<'_> {
    fn scan(&mut self, text: &str) {
        for (line, number) in text.lines().zip(1..) {
            match classify(line, number) {
                Line::Empty => {
                    let is_first = self.rows.is_empty() && self.items.is_empty();
                    self.has_empty_list |= !is_first && line.trim().is_empty();
                }
                Line::Row(row) => self.rows.push(row),
                Line::Statement(statement) => {
                    self.assemble_rows();
                    self.items.push((Item::Statement(statement), number));
                }
                Line::Irrelevant => {
                    self.assemble_rows();
                    self.has_empty_list |= line.trim_end().ends_with([':', '=']);
                }
            }
        }
        self.assemble_rows();
    }

    fn assemble_rows(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let mut rest = &rows[..];
        while let [first, ..] = rest {
            let (item, used) = match self.parse_board_at(rest) {
                Some(((board, line), used)) => {
                    if let ParsedBoard::Valid(board) = &board {
                        self.last = Some(board.clone());
                    }
                    ((Item::Board(board), line), used)
                }
                None => ((Item::Statement(Statement::Numbers(first.numbers.clone())), first.line), 1),
            };
            self.items.push(item);
            rest = &rest[used..];
        }
    }

    /// Parses the board that begins with the first row, and returns it with the number of rows it takes. `2
    /// 3` may be a size or a row with a gap, so all readings are tried: one that continues the solution is
    /// preferred, then any valid board.
    fn parse_board_at(&self, rows: &[Row]) -> Option<(AtLine<ParsedBoard>, usize)> {
        let first = rows.first()?;
        let size = self.task.puzzle.board.size();
        let with_header = if is_header(first, size) { parse_board(&rows[1..], size) } else { None };
        let readings = [
            parse_one_line(first, size).map(|board| ((ParsedBoard::Valid(board), first.line), 1)),
            with_header.map(|board| (board, 1 + size.rows())),
            parse_board(rows, size).map(|board| (board, size.rows())),
        ];
        readings.into_iter().flatten().min_by_key(|((board, _), _)| match board {
            ParsedBoard::Valid(board) if self.continues_with(board) => 0,
            ParsedBoard::Valid(_) => 1,
            ParsedBoard::NoBlank(_) | ParsedBoard::Invalid => 2,
        })
    }

    fn continues_with(&self, board: &Board) -> bool {
        *board == self.task.puzzle.board || self.last.as_ref().is_some_and(|last| is_neighbor(last, board))
    }

    fn into_answer(self) -> ParsedAnswer {
        let Self { task, items, has_empty_list, .. } = self;
        let unsolvable =
            items.iter().find(|(item, _)| matches!(item, Item::Statement(Statement::Unsolvable)));
        if let Some(&(_, line)) = unsolvable {
            return ParsedAnswer::Unsolvable { line };
        }
        if items.iter().any(|(item, _)| matches!(item, Item::Board(_))) {
            return ParsedAnswer::Boards(split_into_solutions(task, items));
        }
        let mut moves: Vec<AtLine<Step>> = Vec::new();
        let mut tiles: Vec<AtLine<u16>> = Vec::new();
        let mut claim: Option<ClaimedLength> = None;
        for (item, line) in items {
            match item {
                Item::Statement(Statement::Moves(found)) => {
                    moves.extend(found.into_iter().map(|m| (Step::Move(m), line)));
                }
                Item::Statement(Statement::Numbers(found)) => {
                    tiles.extend(found.into_iter().map(|tile| (tile, line)));
                }
                Item::Statement(Statement::Length(moves)) => {
                    claim = claim.or(Some(ClaimedLength { moves, line }));
                }
                Item::Statement(Statement::Unsolvable) | Item::Board(_) => {}
            }
        }
        if !moves.is_empty() {
            return ParsedAnswer::Steps { steps: moves, claim };
        }
        let slides = tiles.iter().map(|&(tile, line)| (Step::Tile(tile), line)).collect();
        let as_tiles = ParsedAnswer::Steps { steps: slides, claim };
        // A single number is a length, unless sliding the tile of that number solves the board.
        match (tiles.first(), claim) {
            (Some(&(number, line)), None)
                if tiles.len() == 1 && as_tiles.verdict(task).0 != Verdict::Right =>
            {
                claim = Some(ClaimedLength { moves: number.into(), line });
            }
            (Some(_), _) => {
                let cells = task.puzzle.board.size().cells();
                let invalid = tiles.iter().find(|&&(tile, _)| tile == 0 || usize::from(tile) >= cells);
                return match invalid {
                    Some(&(_, line)) => ParsedAnswer::NotUnderstood { line },
                    None => as_tiles,
                };
            }
            (None, _) => {}
        }
        match claim {
            Some(ClaimedLength { moves: 0, .. })
                if has_empty_list && task.puzzle.board.is_goal(&task.puzzle.goal) =>
            {
                ParsedAnswer::Steps { steps: moves, claim }
            }
            Some(claim) => ParsedAnswer::LengthOnly(claim),
            None => ParsedAnswer::NotUnderstood { line: 1 },
        }
    }
}

fn is_header(row: &Row, size: Size) -> bool {
    match row.numbers[..] {
        [n] => usize::from(n) == size.rows() && size.rows() == size.cols(),
        [rows, cols] => (usize::from(rows), usize::from(cols)) == (size.rows(), size.cols()),
        _ => false,
    }
}

/// Parses a whole board on one line, with or without `/` between its rows.
fn parse_one_line(row: &Row, size: Size) -> Option<Board> {
    let is_whole = row.numbers.len() == size.cells() && (row.parts == 1 || row.parts == size.rows());
    if is_whole { Board::from_tiles(size, &row.numbers).ok() } else { None }
}

/// Splits boards and claimed lengths into solutions. A new one begins at a length after a solution that has
/// both a length and boards, and at the given board after the goal.
fn split_into_solutions(task: Task<'_>, items: Vec<AtLine<Item>>) -> Vec<BoardSequence> {
    let mut solutions: Vec<BoardSequence> = Vec::new();
    let mut current = BoardSequence::default();
    for (item, line) in items {
        match item {
            Item::Board(board) => {
                let is_given = matches!(&board, ParsedBoard::Valid(board) if *board == task.puzzle.board);
                if is_given && current.last().is_some_and(|last| last.is_goal(&task.puzzle.goal)) {
                    solutions.push(std::mem::take(&mut current));
                }
                current.boards.push((board, line));
            }
            Item::Statement(Statement::Length(moves)) => {
                if current.claim.is_some() && !current.boards.is_empty() {
                    solutions.push(std::mem::take(&mut current));
                }
                current.claim = current.claim.or(Some(ClaimedLength { moves, line }));
            }
            Item::Statement(Statement::Numbers(numbers)) => match numbers[..] {
                // A number on its own is the length if it comes before the boards; after them it is ignored.
                [moves] if current.boards.is_empty() => {
                    current.claim = current.claim.or(Some(ClaimedLength { moves: moves.into(), line }));
                }
                [_] => {}
                _ => current.boards.push((ParsedBoard::Invalid, line)),
            },
            Item::Statement(Statement::Moves(_) | Statement::Unsolvable) => {}
        }
    }
    if !current.boards.is_empty() {
        solutions.push(current);
    } else if let (Some(claim), Some(last)) = (current.claim, solutions.last_mut()) {
        // A length that is repeated after the boards must be right too.
        if last.claim.is_none_or(|first| first.moves + 1 == last.boards.len() as u64) {
            last.claim = Some(claim);
        }
    }
    solutions
}
