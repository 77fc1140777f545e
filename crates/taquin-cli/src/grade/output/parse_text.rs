//! Parses an answer in lines of text.

use super::Task;
use super::classify_line::{Line, Row, Statement, classify};
use super::parse_board::parse_board;
use super::replay::{AtLine, BoardSequence, ClaimedLength, ParsedAnswer, ParsedBoard, Step, is_neighbor};
use super::verdict::Verdict;
use taquin::{Board, Size};

pub(super) fn parse(task: Task<'_>, text: &str) -> ParsedAnswer {
    let mut scanner = Scanner {
        task,
        items: Vec::new(),
        last: None,
        rows: Vec::new(),
        has_empty_list: false,
        has_brackets: false,
    };
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
    /// True if an empty list is printed as `[]`, alone or after a label.
    has_brackets: bool,
}

impl Scanner<'_> {
    fn scan(&mut self, text: &str) {
        for (line, number) in text.lines().zip(1..) {
            match classify(line, number) {
                Line::Empty => {
                    let is_first = self.rows.is_empty() && self.items.is_empty();
                    self.has_empty_list |= !is_first && line.trim().is_empty();
                    self.has_brackets |= line.trim() == "[]";
                }
                Line::Row(row) => self.rows.push(row),
                Line::Statement(statement) => {
                    self.assemble_rows();
                    self.items.push((Item::Statement(statement), number));
                }
                Line::Irrelevant => {
                    self.assemble_rows();
                    self.has_empty_list |= line.trim_end().ends_with([':', '=']);
                    self.has_brackets |= line.trim_end().ends_with("[]");
                }
            }
        }
        self.assemble_rows();
    }

    fn assemble_rows(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let mut rest = &rows[..];
        let mut has_failed = false;
        while let [first, following @ ..] = rest {
            let parsed = self.parse_board_at(rest);
            let is_noise = !has_failed && self.parse_board_at(following).is_some();
            has_failed = parsed.is_none();
            let (item, used) = match parsed {
                Some(((board, line), used)) => {
                    if let Some(board) = board.board() {
                        self.last = Some(board.clone());
                    }
                    ((Item::Board(board), line), used)
                }
                // A line of numbers just before a board, which it is not part of.
                None if is_noise && first.numbers.len() > 1 => {
                    rest = following;
                    continue;
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
            ParsedBoard::Valid(board) | ParsedBoard::Gapped(board) if self.continues_with(board) => 0,
            ParsedBoard::Valid(_) | ParsedBoard::Gapped(_) => 1,
            ParsedBoard::NoBlank(_) | ParsedBoard::OddBlank(_) | ParsedBoard::Invalid => 2,
        })
    }

    fn continues_with(&self, board: &Board) -> bool {
        *board == self.task.puzzle.board || self.last.as_ref().is_some_and(|last| is_neighbor(last, board))
    }

    fn into_answer(self) -> ParsedAnswer {
        let Self { task, items, has_empty_list, has_brackets, .. } = self;
        let is_answer = |(item, _): &AtLine<Item>| !matches!(item, Item::Statement(Statement::NoValue));
        let is_bare = !items.iter().any(is_answer);
        let unsolvable = items.iter().find(|(item, _)| match item {
            Item::Statement(Statement::Unsolvable) => true,
            Item::Statement(Statement::NoValue) => is_bare,
            _ => false,
        });
        if let Some(&(_, line)) = unsolvable {
            let is_given = |(item, _): &AtLine<Item>| matches!(item, Item::Board(board) if board.board() == Some(&task.puzzle.board));
            return ParsedAnswer::Unsolvable { line, has_board: items.iter().any(is_given) };
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
                Item::Statement(Statement::Length { moves, .. }) => {
                    claim = claim.or(Some(ClaimedLength { moves, line }));
                }
                Item::Statement(Statement::Unsolvable | Statement::NoValue) | Item::Board(_) => {}
            }
        }
        if let (Some(&(_, line)), Some(&(number, at))) = (moves.first(), tiles.first())
            && task.asks(|assignment| assignment.has_length_first)
            && at < line
        {
            claim = claim.or(Some(ClaimedLength { moves: number.into(), line: at }));
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
                if (has_empty_list
                    || has_brackets
                    || task.asks(|assignment| assignment.has_length_first))
                    && task.puzzle.board.is_goal(&task.puzzle.goal) =>
            {
                ParsedAnswer::Steps { steps: moves, claim }
            }
            Some(claim) => ParsedAnswer::LengthOnly(claim),
            None if has_brackets && task.puzzle.board.is_goal(&task.puzzle.goal) => {
                ParsedAnswer::Steps { steps: moves, claim }
            }
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

/// Splits boards, moves between them and claimed lengths into solutions, without what surrounds them.
fn split_into_solutions(task: Task<'_>, items: Vec<AtLine<Item>>) -> Vec<BoardSequence> {
    let counters = counter_labels(task, &items);
    let mut solutions: Vec<BoardSequence> = Vec::new();
    let mut current = BoardSequence::default();
    for (item, line) in items {
        match item {
            Item::Board(board) => {
                if starts_solution(task, &board, &current) {
                    solutions.push(std::mem::take(&mut current));
                }
                current.boards.push((board, line));
            }
            Item::Statement(Statement::Length { moves, label }) if !counters.contains(&label) => {
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
                _ if is_row(task, &numbers) => current.boards.push((ParsedBoard::Invalid, line)),
                _ => {}
            },
            Item::Statement(Statement::Moves(moves)) => {
                if let ([label], false) = (&moves[..], current.boards.is_empty()) {
                    current.labels.push(((current.boards.len(), *label), line));
                }
            }
            Item::Statement(_) => {}
        }
    }
    // The headline of the second solution, without boards.
    let is_bare_headline = task.asks_for_boards() && solutions.len() == 1 && current.claim.is_some();
    if !current.boards.is_empty() || is_bare_headline {
        solutions.push(current);
    } else if let (Some(claim), Some(last)) = (current.claim, solutions.last_mut())
        && last.claim.is_none_or(|first| first.moves + 1 == last.boards.len() as u64)
    {
        // A length that is repeated after the boards must be right too.
        last.claim = Some(claim);
    }
    without_echoes(task, solutions)
}

/// Returns the labels of lengths that are printed with each board, such as `moves = 3`.
fn counter_labels(task: Task<'_>, items: &[AtLine<Item>]) -> Vec<String> {
    let board = |(item, _): &AtLine<Item>| match item {
        Item::Board(board) => board.board().cloned(),
        Item::Statement(_) => None,
    };
    let label = |(i, (item, _)): (usize, &AtLine<Item>)| {
        let Item::Statement(Statement::Length { label, .. }) = item else { return None };
        let before = items[..i].iter().rev().find_map(board)?;
        let after = items[i..].iter().find_map(board)?;
        is_neighbor(&before, &after).then(|| label.clone()).filter(|_| !before.is_goal(&task.puzzle.goal))
    };
    items.iter().enumerate().filter_map(label).collect()
}

/// Returns true if a board is the given one, and not just passed again.
fn starts_solution(task: Task<'_>, board: &ParsedBoard, current: &BoardSequence) -> bool {
    let Some(board) = board.board() else { return false };
    let is_again = |last: &Board| !last.is_goal(&task.puzzle.goal) && is_neighbor(last, board);
    *board == task.puzzle.board && current.last().is_some_and(|last| !is_again(last))
}

/// Removes boards that only show the task, such as the given board, its twin and the goal before the solution.
fn without_echoes(task: Task<'_>, solutions: Vec<BoardSequence>) -> Vec<BoardSequence> {
    let is_given = |board: &Board| *board == task.puzzle.board;
    let is_goal = |board: &Board| board.is_goal(&task.puzzle.goal);
    let is_shown =
        |(board, _): &AtLine<ParsedBoard>| board.board().is_some_and(|b| is_given(b) || is_goal(b));
    let count = solutions.len();
    let mut kept: Vec<BoardSequence> = Vec::new();
    let mut claim = None;
    for (mut solution, number) in solutions.into_iter().zip(1..) {
        let starts_elsewhere =
            solution.boards.first().and_then(|(board, _)| board.board()).is_some_and(|b| !is_given(b));
        let is_echo = number < count
            && !solution.is_complete(task)
            && (solution.boards.iter().all(is_shown) || starts_elsewhere && !task.asks_for_boards());
        solution.claim = solution.claim.or(claim.take());
        if is_echo {
            claim = solution.claim;
        } else {
            kept.push(solution);
        }
    }
    // The goal may come first: then the given board starts the solution.
    if let [only] = &mut kept[..]
        && only.boards.len() > 1
        && only.boards[0].0.board().is_some_and(is_goal)
        && only.boards[1].0.board().is_some_and(is_given)
    {
        only.boards.remove(0);
    }
    kept
}

/// Returns true if numbers look like a row of a board.
fn is_row(task: Task<'_>, numbers: &[u16]) -> bool {
    let size = task.puzzle.board.size();
    let has_width = numbers.len() == size.cols() || numbers.len() + 1 == size.cols();
    has_width && numbers.iter().all(|&number| usize::from(number) < size.cells())
}
