//! Judges what a solver has printed. Nothing here runs a program or reads a file: text goes in, and a verdict comes out.
//!
//! Courses differ in what a solver has to print, and students in what else they print. So every line is looked at by itself
//! first: it is a row of numbers, moves, a claim about the number of moves, the word that there is no solution, or of no
//! account. Then the rows are put together to boards. What has been found decides what kind of answer it is:
//!
//! | found | the answer is |
//! |---|---|
//! | a JSON object | what its `status`, `moves`, `tiles` and `length` say |
//! | `No solution possible`, `Unsolvable`, -1 | that the board can't be solved |
//! | boards | a sequence of boards, or several of them (Iowa's solvers solve each board twice) |
//! | letters or words of moves | moves, of the tiles or else of the blank |
//! | numbers | the tiles that slide |
//! | a number of moves | that alone, which is no solution |
//!
//! Every answer is replayed from the board given, slide by slide. The solver is not believed anything.

use std::fmt;
use taquin::notation::{Format, read_boards};
use taquin::{Board, Goal, Move};

/// The longest piece of a line that is quoted.
const LONGEST_QUOTE: usize = 60;

/// More moves than this are no answer. No board of a size that anybody solves takes as many.
const MOST_MOVES: usize = 1_000_000;

/// What the solver was asked.
pub(super) struct Task<'a> {
    pub(super) board: &'a Board,
    pub(super) goal: &'a Goal,
    /// The fewest moves, proven; `None` if the board can't be solved.
    pub(super) shortest: Option<u32>,
}

/// What is to be said of a solver's work on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// A shortest solution, or the truth that there is none.
    Right,
    NotShortest {
        moves: u64,
        shortest: u32,
    },
    WrongFirstBoard,
    IllegalMove {
        /// Which, counted from 1.
        step: usize,
    },
    NotSolved,
    WrongCount {
        claimed: u64,
        made: u64,
    },
    /// The board can be solved.
    ClaimsUnsolvable,
    /// The board can't be solved.
    ClaimsSolvable,
    NotUnderstood,
    /// It printed nothing.
    Nothing,
    TimedOut,
    TooMuchMemory,
    TooMuchOutput,
    Crashed {
        /// The exit status or the signal, in words.
        status: String,
    },
    NotStarted(String),
}

impl Verdict {
    /// A name for programs to read.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Right => "right",
            Self::NotShortest { .. } => "not-shortest",
            Self::WrongFirstBoard => "wrong-first-board",
            Self::IllegalMove { .. } => "illegal-move",
            Self::NotSolved => "not-solved",
            Self::WrongCount { .. } => "wrong-count",
            Self::ClaimsUnsolvable => "claims-unsolvable",
            Self::ClaimsSolvable => "claims-solvable",
            Self::NotUnderstood => "not-understood",
            Self::Nothing => "nothing",
            Self::TimedOut => "timed-out",
            Self::TooMuchMemory => "too-much-memory",
            Self::TooMuchOutput => "too-much-output",
            Self::Crashed { .. } => "crashed",
            Self::NotStarted(_) => "not-started",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Right => f.write_str("right"),
            Self::NotShortest { moves, shortest } => {
                write!(f, "not shortest: {moves} moves, shortest is {shortest}")
            }
            Self::WrongFirstBoard => f.write_str("wrong: its first board is not the one given"),
            Self::IllegalMove { step } => write!(f, "wrong: step {step} is not one slide of a tile"),
            Self::NotSolved => f.write_str("wrong: it does not end at the goal"),
            Self::WrongCount { claimed, made } => {
                write!(f, "wrong: it claims {claimed} moves and makes {made}")
            }
            Self::ClaimsUnsolvable => f.write_str("wrong: it says that there is no solution, and there is"),
            Self::ClaimsSolvable => f.write_str("wrong: it claims a solution, and there is none"),
            Self::NotUnderstood => f.write_str("its output is not understood"),
            Self::Nothing => f.write_str("it printed nothing"),
            Self::TimedOut => f.write_str("timed out"),
            Self::TooMuchMemory => f.write_str("it uses too much memory"),
            Self::TooMuchOutput => f.write_str("it floods its output"),
            Self::Crashed { status } => write!(f, "crashed: {status}"),
            Self::NotStarted(error) => write!(f, "not started: {error}"),
        }
    }
}

/// A verdict, and the first line that is to blame if there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Finding {
    pub(super) verdict: Verdict,
    pub(super) line: Option<Quote>,
}

impl Finding {
    /// A verdict that needs no line.
    pub(super) fn of(verdict: Verdict) -> Self {
        Self { verdict, line: None }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.verdict.fmt(f)?;
        self.line.as_ref().map_or(Ok(()), |line| write!(f, " (line {}: {})", line.number, line.text))
    }
}

/// A line of the output, shortened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quote {
    /// Counted from 1.
    pub(super) number: usize,
    pub(super) text: String,
}

impl Quote {
    fn from(output: &str, number: usize) -> Option<Self> {
        let line = output.lines().nth(number.checked_sub(1)?)?;
        Some(Self { number, text: shortened(line) })
    }
}

/// The beginning of a line, without anything that could upset a terminal.
pub(super) fn shortened(line: &str) -> String {
    let mut chars = line.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    let mut text: String = chars.by_ref().take(LONGEST_QUOTE).collect();
    if chars.next().is_some() {
        text.push('…');
    }
    text
}

/// The verdict on an output.
pub(super) fn judge(task: &Task<'_>, output: &str) -> Finding {
    let (verdict, line) = verdict_on(task, output);
    Finding { verdict, line: line.and_then(|number| Quote::from(output, number)) }
}

/// A verdict, and the number of the line that is to blame.
type Found = (Verdict, Option<usize>);

fn verdict_on(task: &Task<'_>, output: &str) -> Found {
    let text = output.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        // A solution of no moves, written as letters or numbers, is an empty line.
        let solved = !text.is_empty() && task.board.is_goal(task.goal);
        return (if solved { Verdict::Right } else { Verdict::Nothing }, None);
    }
    let answer = if text.trim_start().starts_with('{') {
        json_answer(task, text)
    } else {
        Scanner::new(task).scan(text).answer()
    };
    answer.verdict(task)
}

/// What a solver has to say, with the numbers of the lines where it does.
enum Answer {
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
struct Claim {
    moves: u64,
    line: usize,
}

/// The boards of a solution. What should be a board and is none is `None`.
#[derive(Default)]
struct Sequence {
    boards: Vec<(Option<Board>, usize)>,
    claim: Option<Claim>,
}

impl Answer {
    fn verdict(self, task: &Task<'_>) -> Found {
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
fn is_next(before: &Board, board: &Board) -> bool {
    before.neighbors().any(|(_, next)| next == *board)
}

/// The answer in a JSON object such as `taquin solve --style json` writes.
fn json_answer(task: &Task<'_>, text: &str) -> Answer {
    let indent = text.len() - text.trim_start().len();
    let line = 1 + text[..indent].matches('\n').count();
    let unclear = Answer::Unclear { line: Some(line) };
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<serde_json::Value>();
    let Some(Ok(value)) = values.next() else { return unclear };
    let length = value["length"].as_i64();
    if value["status"] == "unsolvable" || length.is_some_and(|length| length < 0) {
        return Answer::Unsolvable { line };
    }
    if let Some(rows) = value["board"].as_array() {
        let tiles = rows.iter().flat_map(|row| row.as_array().into_iter().flatten());
        let given = task.board.tiles().iter().map(|&tile| Some(u64::from(tile)));
        if !tiles.map(serde_json::Value::as_u64).eq(given) {
            return Answer::OtherBoard { line };
        }
    }
    let claim = length.and_then(|length| u64::try_from(length).ok()).map(|moves| Claim { moves, line });
    if let Some(letters) = value["moves"].as_str() {
        let moves = if letters.trim().is_empty() { Some(Vec::new()) } else { moves_in(letters) };
        return moves.map_or(unclear, |moves| Answer::Moves { moves: at(line, moves), claim });
    }
    if let Some(tiles) = value["tiles"].as_array() {
        let tile = |tile: &serde_json::Value| tile.as_u64().and_then(|tile| u16::try_from(tile).ok());
        let tiles: Option<Vec<u16>> = tiles.iter().map(tile).collect();
        return tiles.map_or(unclear, |tiles| Answer::Tiles { tiles: at(line, tiles), claim });
    }
    claim.map_or(unclear, Answer::Count)
}

/// Everything with the line it is from.
fn at<T>(line: usize, all: Vec<T>) -> Vec<(T, usize)> {
    all.into_iter().map(|one| (one, line)).collect()
}

/// Goes through lines of text.
struct Scanner<'a> {
    task: &'a Task<'a>,
    items: Vec<(Item, usize)>,
    /// The last board found.
    last: Option<Board>,
    /// Rows that have not been put together yet.
    rows: Vec<Row>,
}

/// Something that an answer is made of.
enum Item {
    Board(Board),
    /// Numbers that are no board.
    Numbers(Vec<u16>),
    Moves(Vec<Move>),
    Claim(u64),
    Unsolvable,
}

/// A line with nothing but numbers and marks for the blank.
struct Row {
    numbers: Vec<u16>,
    /// The line with spaces for everything else, so that a gap can be seen.
    text: String,
    /// The rows on it, if `/` separates them.
    parts: usize,
    line: usize,
}

/// What a line is.
enum Line {
    Empty,
    Row(Row),
    Words(Option<Item>),
}

impl<'a> Scanner<'a> {
    fn new(task: &'a Task<'a>) -> Self {
        Self { task, items: Vec::new(), last: None, rows: Vec::new() }
    }

    fn scan(mut self, text: &str) -> Self {
        for (line, number) in text.lines().zip(1..) {
            match line_of(line, number) {
                Line::Empty => {}
                Line::Row(row) => self.rows.push(row),
                Line::Words(item) => {
                    self.put_together();
                    self.items.extend(item.map(|item| (item, number)));
                }
            }
        }
        self.put_together();
        self
    }

    /// Makes boards of the rows.
    fn put_together(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let mut rest = &rows[..];
        while let [first, ..] = rest {
            let used = if let Some((board, used)) = self.board_at(rest) {
                self.last = Some(board.clone());
                self.items.push((Item::Board(board), first.line));
                used
            } else {
                self.items.push((Item::Numbers(first.numbers.clone()), first.line));
                1
            };
            rest = &rest[used..];
        }
    }

    /// The board at the beginning of some rows, and how many of them it takes. `2 3` may be a size or a row with a gap:
    /// of several readings the one counts that goes on with the solution.
    fn board_at(&self, rows: &[Row]) -> Option<(Board, usize)> {
        let first = rows.first()?;
        let size = self.task.board.size();
        let one_line = (first.numbers.len() == size.cells()
            && (first.parts == 1 || first.parts == size.rows()))
        .then(|| Board::from_tiles(size, &first.numbers).ok())
        .flatten();
        let is_header = match first.numbers[..] {
            [n] => usize::from(n) == size.rows() && size.rows() == size.cols(),
            [r, c] => (usize::from(r), usize::from(c)) == (size.rows(), size.cols()),
            _ => false,
        };
        let body = if is_header { self.board_of_rows(&rows[1..]) } else { None };
        let readings = [
            one_line.map(|board| (board, 1)),
            body.map(|board| (board, 1 + size.rows())),
            self.board_of_rows(rows).map(|board| (board, size.rows())),
        ];
        let goes_on = |board: &Board| {
            board == self.task.board || self.last.as_ref().is_some_and(|last| is_next(last, board))
        };
        let mut readings: Vec<(Board, usize)> = readings.into_iter().flatten().collect();
        let best = readings.iter().position(|(board, _)| goes_on(board)).unwrap_or(0);
        (best < readings.len()).then(|| readings.swap_remove(best))
    }

    /// The next rows as a board, one of which may have a gap for the blank.
    fn board_of_rows(&self, rows: &[Row]) -> Option<Board> {
        let size = self.task.board.size();
        let rows = rows.get(..size.rows())?;
        let numbers: Vec<u16> = rows.iter().flat_map(|row| &row.numbers).copied().collect();
        if rows.iter().any(|row| row.parts > 1 || row.numbers.len() > size.cols()) {
            return None;
        }
        if numbers.len() == size.cells() {
            return Board::from_tiles(size, &numbers).ok();
        }
        if numbers.len() + 1 != size.cells() || numbers.contains(&0) {
            return None;
        }
        let text: Vec<&str> = rows.iter().map(|row| row.text.as_str()).collect();
        let boards = read_boards(&text.join("\n"), Format::Rows, Some(size)).ok()?;
        boards.into_iter().next()
    }

    /// What all that has been found amounts to.
    fn answer(self) -> Answer {
        let Self { task, items, .. } = self;
        let unsolvable = items.iter().find(|(item, _)| matches!(item, Item::Unsolvable));
        if let Some(&(_, line)) = unsolvable {
            return Answer::Unsolvable { line };
        }
        if items.iter().any(|(item, _)| matches!(item, Item::Board(_))) {
            return Answer::Boards(sequences(task, items));
        }
        let (mut moves, mut tiles, mut claim) = (Vec::new(), Vec::new(), None);
        for (item, line) in items {
            match item {
                Item::Moves(found) => moves.extend(at(line, found)),
                Item::Numbers(found) => tiles.extend(at(line, found)),
                Item::Claim(moves) => claim = claim.or(Some(Claim { moves, line })),
                Item::Board(_) | Item::Unsolvable => {}
            }
        }
        let is_tile = |&(tile, _): &(u16, usize)| tile > 0 && usize::from(tile) < task.board.size().cells();
        match claim {
            _ if !moves.is_empty() => Answer::Moves { moves, claim },
            _ if !tiles.is_empty() => match tiles.iter().find(|tile| !is_tile(tile)) {
                Some(&(_, line)) => Answer::Unclear { line: Some(line) },
                None => Answer::Tiles { tiles, claim },
            },
            Some(claim) => Answer::Count(claim),
            None => Answer::Unclear { line: Some(1) },
        }
    }
}

/// Cuts boards and claims into solutions. Another begins with a claim after one that has both a claim and boards, and with the
/// board given after the goal.
fn sequences(task: &Task<'_>, items: Vec<(Item, usize)>) -> Vec<Sequence> {
    let mut all: Vec<Sequence> = Vec::new();
    let mut current = Sequence::default();
    for (item, line) in items {
        match item {
            Item::Board(board) => {
                let at_goal = |(last, _): &(Option<Board>, usize)| {
                    last.as_ref().is_some_and(|last| last.is_goal(task.goal))
                };
                if board == *task.board && current.boards.last().is_some_and(at_goal) {
                    all.push(std::mem::take(&mut current));
                }
                current.boards.push((Some(board), line));
            }
            Item::Claim(moves) => {
                if current.claim.is_some() && !current.boards.is_empty() {
                    all.push(std::mem::take(&mut current));
                }
                current.claim = current.claim.or(Some(Claim { moves, line }));
            }
            Item::Numbers(numbers) => match numbers[..] {
                // A number by itself before the boards tells how many moves there are, and after them it may be anything.
                [moves] if current.boards.is_empty() => {
                    current.claim = current.claim.or(Some(Claim { moves: moves.into(), line }));
                }
                [_] => {}
                _ => current.boards.push((None, line)),
            },
            Item::Moves(_) | Item::Unsolvable => {}
        }
    }
    if !current.boards.is_empty() {
        all.push(current);
    } else if let (Some(claim), Some(last)) = (current.claim, all.last_mut()) {
        // A number that is told once more, after the boards, must be right too.
        if last.claim.is_none_or(|first| first.moves + 1 == last.boards.len() as u64) {
            last.claim = Some(claim);
        }
    }
    all
}

fn line_of(line: &str, number: usize) -> Line {
    if !line.contains(|c: char| c.is_alphanumeric()) {
        return Line::Empty;
    }
    // Frames and brackets around numbers are as good as spaces.
    let spaced = |c: char| if "|[]{}(),;".contains(c) { ' ' } else { c };
    let text: String = with_tabs_expanded(line).chars().map(spaced).collect();
    if let Some(numbers) = numbers_in(&text.replace('/', " ")) {
        let parts = text.trim().trim_matches('/').split('/').count();
        return Line::Row(Row { numbers, text, parts, line: number });
    }
    Line::Words(item_in(line))
}

/// A line with spaces up to every eighth column for tabs.
fn with_tabs_expanded(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let width = if c == '\t' { 8 - column % 8 } else { 1 };
        if c == '\t' {
            text.extend(std::iter::repeat_n(' ', width));
        } else {
            text.push(c);
        }
        column += width;
    }
    text
}

/// All the numbers of a line that has nothing else, 0 for marks of the blank.
fn numbers_in(text: &str) -> Option<Vec<u16>> {
    let number = |word: &str| match word {
        "_" | "." | "x" | "X" | "*" => Some(0),
        _ if word.bytes().all(|b| b.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    };
    let numbers: Vec<u16> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

/// What the words on a line say, if that is of any account.
fn item_in(line: &str) -> Option<Item> {
    let lower = line.to_lowercase();
    let says = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let no_solution = ["no solution", "unsolvable", "not solvable", "cannot be solved", "can't be solved"];
    if says(&no_solution) || line.trim() == "-1" {
        return Some(Item::Unsolvable);
    }
    // What stands behind a label, such as `Moves: ULDR`.
    let told = line.rsplit([':', '=']).next().unwrap_or(line);
    if let Some(moves) = moves_in(told) {
        return Some(Item::Moves(moves));
    }
    let is_list = says(&["move", "tile", "solution", "path"]);
    let numbers = numbers_in(told).filter(|numbers| is_list && numbers.len() > 1);
    if let Some(numbers) = numbers {
        return Some(Item::Numbers(numbers));
    }
    if !says(&["moves", "length", "steps"]) {
        return None;
    }
    match count_in(line, told)? {
        moves if moves < 0 => Some(Item::Unsolvable),
        moves => u64::try_from(moves).ok().map(Item::Claim),
    }
}

/// The number of moves that a line tells: the number behind the label, or before the word `moves`, or the last one.
fn count_in(line: &str, told: &str) -> Option<i64> {
    let number = |word: &str| word.trim_end_matches(['.', ',', ';', ')', '!']).parse::<i64>().ok();
    let behind = told.split_whitespace().next().and_then(number).filter(|_| told.len() < line.len());
    let before = || {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_unit =
            |word: &str| word.to_lowercase().starts_with("moves") || word.to_lowercase().starts_with("steps");
        words.windows(2).find_map(|pair| if is_unit(pair[1]) { number(pair[0]) } else { None })
    };
    behind.or_else(before).or_else(|| line.split_whitespace().rev().find_map(number))
}

/// Moves as letters, with or without their number (`R2U2`), or as words, and nothing else.
fn moves_in(text: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match Move::ALL.into_iter().find(|m| m.to_string().eq_ignore_ascii_case(word)) {
            Some(m) => moves.push(m),
            None => add_letters(word, &mut moves)?,
        }
        if moves.len() > MOST_MOVES {
            return None;
        }
    }
    (!moves.is_empty()).then_some(moves)
}

/// Adds the moves of a word such as `ULDR` or `R2U2`.
fn add_letters(word: &str, moves: &mut Vec<Move>) -> Option<()> {
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let m = Move::from_letter(letter)?;
        rest = &rest[letter.len_utf8()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let times = if digits == 0 { 1 } else { rest[..digits].parse::<usize>().ok()? };
        if times > MOST_MOVES || moves.len() > MOST_MOVES {
            return None;
        }
        moves.extend(std::iter::repeat_n(m, times));
        rest = &rest[digits..];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin::notation::{Attempt, MoveStyle, Report, Style};
    use taquin::{Algorithm, Heuristic, Outcome, Solver};

    /// Four moves from the goal: the tiles 1 2 5 6, `LULU`.
    const FOUR: &str = "0 1 3/4 2 5/7 8 6";
    const UNSOLVABLE: &str = "1 2 3/4 5 6/8 7 0";

    fn board(text: &str) -> Board {
        text.parse().expect("a valid board")
    }

    fn on(text: &str, shortest: Option<u32>, output: &str) -> Finding {
        let board = board(text);
        let goal = Goal::blank_last(board.size());
        judge(&Task { board: &board, goal: &goal, shortest }, output)
    }

    fn verdict(output: &str) -> Verdict {
        on(FOUR, Some(4), output).verdict
    }

    /// The boards of some moves, as Princeton's client prints them.
    fn boards(text: &str, moves: &str) -> String {
        let mut current = board(text);
        let mut printed = format!("{current}\n");
        for letter in moves.chars() {
            current.slide(Move::from_letter(letter).expect("a move")).expect("legal");
            printed.push_str(&current.to_string());
            printed.push('\n');
        }
        printed
    }

    fn princeton(claimed: usize, moves: &str) -> String {
        format!("Minimum number of moves = {claimed}\n{}", boards(FOUR, moves))
    }

    #[test]
    fn every_style_that_taquin_writes() {
        let ring = Goal::ring();
        for text in
            [FOUR, "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0", UNSOLVABLE, "1 2 3/8 0 4/7 6 5", "2 1/3 0"]
        {
            let board = board(text);
            let mut goals = vec![Goal::blank_last(board.size()), Goal::snail(board.size())];
            goals.extend((board.size() == ring.size()).then(|| ring.clone()));
            for goal in &goals {
                let outcome = Solver::new(goal.clone()).solve(&board).expect("solved");
                let shortest = match &outcome {
                    Outcome::Solved(solution) => Some(solution.moves.len() as u32),
                    _ => None,
                };
                let run = |heuristic| Attempt {
                    algorithm: Algorithm::Auto,
                    heuristic: Some(heuristic),
                    outcome: outcome.clone(),
                };
                let twice = [run(Heuristic::Manhattan), run(Heuristic::Hamming)];
                for style in Style::ALL {
                    for of_blank in [false, true] {
                        let runs = if style == Style::Iowa { &twice[..] } else { &twice[..1] };
                        let report = Report { name: None, board: &board, goal, runs };
                        let mut output = String::new();
                        let moves = MoveStyle { run_length: true, of_blank };
                        style.write(&report, moves, &mut output).expect("written");
                        let finding = judge(&Task { board: &board, goal, shortest }, &output);
                        assert_eq!(finding, Finding::of(Verdict::Right), "{}: {output}", style.name());
                    }
                }
            }
        }
    }

    #[test]
    fn other_ways_to_be_right() {
        let one_line =
            "0 1 3/4 2 5/7 8 6\n1 0 3/4 2 5/7 8 6\n1 2 3/4 0 5/7 8 6\n1 2 3/4 5 0/7 8 6\n1 2 3/4 5 6/7 8 0\n";
        let bare: String = boards(FOUR, "LULU")
            .lines()
            .filter(|line| line.len() > 1)
            .fold(String::new(), |all, line| all + line + "\n");
        let framed = bare.lines().fold(String::new(), |all, line| {
            let cells: Vec<&str> = line.split_whitespace().collect();
            all + "+---+---+---+\n| " + &cells.join(" | ") + " |\n"
        });
        for output in [
            one_line,
            &one_line.replace('/', " "),
            &bare,
            &framed,
            &bare.replace('0', "_"),
            &boards(FOUR, "LULU"),
            &format!("4\n{bare}"),
            &format!("{}Total: 4 moves\n", princeton(4, "LULU")),
            &format!("Reading the file...\n{}Time: 12 ms\n", princeton(4, "LULU")),
            "LULU",
            "lulu\r\n",
            "L U L U\n",
            "RDRD",
            "Moves: LULU",
            "Left, Up, Left, Up",
            "Step 1: LEFT\nStep 2: UP\nStep 3: LEFT\nStep 4: UP\n",
            "4 moves\nLULU",
            "1 2 5 6",
            "[1, 2, 5, 6]",
            "1\n2\n5\n6\n",
            "Number of moves: 4\nTiles: 1 2 5 6\n",
            "{\"length\": 4, \"moves\": \"LULU\"}",
            "{\"tiles\": [1, 2, 5, 6]}",
        ] {
            assert_eq!(verdict(output), Verdict::Right, "{output}");
        }
        for output in ["No solution possible", "Unsolvable puzzle\n", "-1", "moves = -1", "{\"length\": -1}"]
        {
            assert_eq!(on(UNSOLVABLE, None, output).verdict, Verdict::Right, "{output}");
        }
        let solved = "1 2 3/4 5 6/7 8 0";
        for output in ["\n", "Minimum number of moves = 0\n", "{\"moves\": \"\"}", solved] {
            assert_eq!(on(solved, Some(0), output).verdict, Verdict::Right, "{output:?}");
        }
    }

    #[test]
    fn not_shortest() {
        let expected = Verdict::NotShortest { moves: 6, shortest: 4 };
        let finding = on(FOUR, Some(4), &princeton(6, "LRLULU"));
        assert_eq!(finding.to_string(), {
            "not shortest: 6 moves, shortest is 4 (line 1: Minimum number of moves = 6)"
        });
        for output in ["LRLULU", "RLRDRD", "1 1 1 2 5 6", &boards(FOUR, "LRLULU"), "{\"moves\":\"LRLULU\"}"] {
            assert_eq!(verdict(output), expected, "{output}");
        }
    }

    #[test]
    fn wrong_first_board() {
        let finding = on("1 0 3/4 2 5/7 8 6", Some(3), &princeton(4, "LULU"));
        assert_eq!(finding.verdict, Verdict::WrongFirstBoard);
        assert_eq!(finding.line.expect("a line").number, 2);
        let no_board = princeton(4, "LULU").replacen(" 0  1  3", " 1  1  3", 1);
        assert_eq!(verdict(&no_board), Verdict::WrongFirstBoard);
        let json = "{\"board\":[[1,0,3],[4,2,5],[7,8,6]],\"moves\":\"ULU\"}";
        assert_eq!(verdict(json), Verdict::WrongFirstBoard);
    }

    #[test]
    fn illegal_moves() {
        let whole = princeton(4, "LULU");
        let jump = whole.replacen(&format!("{}\n", board("1 0 3/4 2 5/7 8 6")), "", 1);
        let finding = on(FOUR, Some(4), &jump);
        assert_eq!(finding.verdict, Verdict::IllegalMove { step: 1 });
        assert_eq!(finding.to_string(), "wrong: step 1 is not one slide of a tile (line 7: 3)");
        let torn = whole.replacen(" 1  2  3", " 1  2  2", 1);
        assert_eq!(verdict(&torn), Verdict::IllegalMove { step: 2 });
        for (output, step) in [("LUUUL", 4), ("1 2 6", 3), ("1 2 5 6 8 1", 6)] {
            assert_eq!(verdict(output), Verdict::IllegalMove { step }, "{output}");
        }
    }

    #[test]
    fn not_solved() {
        for output in ["LUL", "1 2 5", &princeton(4, "LUL"), "{\"moves\":\"L\"}", "Moves = 0"] {
            assert_eq!(verdict(output), Verdict::NotSolved, "{output}");
        }
    }

    #[test]
    fn wrong_counts() {
        for claimed in [3, 5] {
            let expected = Verdict::WrongCount { claimed, made: 4 };
            assert_eq!(verdict(&princeton(claimed as usize, "LULU")), expected);
            assert_eq!(verdict(&format!("{claimed} moves in total\nLULU")), expected);
            assert_eq!(verdict(&format!("{{\"length\":{claimed},\"moves\":\"LULU\"}}")), expected);
        }
        assert_eq!(verdict("Minimum number of moves = 4\n"), Verdict::WrongCount { claimed: 4, made: 0 });
        let after = princeton(4, "LULU") + "5 moves\n";
        assert_eq!(verdict(&after), Verdict::WrongCount { claimed: 5, made: 4 });
        let twice = princeton(4, "LULU") + &princeton(5, "LULU");
        assert_eq!(verdict(&twice), Verdict::WrongCount { claimed: 5, made: 4 });
    }

    #[test]
    fn wrong_about_whether_there_is_a_solution() {
        for output in ["No solution possible", "-1", "{\"status\":\"unsolvable\"}"] {
            let finding = on(FOUR, Some(4), output);
            assert_eq!(finding.verdict, Verdict::ClaimsUnsolvable);
            assert_eq!(finding.line, Some(Quote { number: 1, text: output.to_owned() }));
        }
        for output in ["LULU", "1 2 5 6", &princeton(4, "LULU"), "20 moves", "{\"moves\":\"L\"}"] {
            assert_eq!(on(UNSOLVABLE, None, output).verdict, Verdict::ClaimsSolvable, "{output}");
        }
    }

    #[test]
    fn nothing_and_nonsense() {
        for output in ["", "\n", "  \n\n"] {
            assert_eq!(verdict(output), Verdict::Nothing);
            assert_eq!(on(UNSOLVABLE, None, output).verdict, Verdict::Nothing);
        }
        assert_eq!(on("1 2/3 0", Some(0), "").verdict, Verdict::Nothing);
        let huge = "R99999999999999999999 U1000000000";
        for output in ["Hello", "{", "{}", "20", "1 2 3\n4 5 6\n7 7 0", "é U", huge] {
            assert_eq!(verdict(output), Verdict::NotUnderstood, "{output}");
        }
        let long = on(FOUR, Some(4), &"word ".repeat(100)).line.expect("a line").text;
        assert_eq!(long.chars().count(), LONGEST_QUOTE + 1);
    }

    #[test]
    fn boards_with_gaps_and_odd_shapes() {
        let classic = "    1  3\n 4  2  5\n 7  8  6\n\n 1     3\n 4  2  5\n 7  8  6\n\n";
        assert_eq!(verdict(classic), Verdict::NotSolved);
        let tabs = "1\t2\t3\n4\t5\t6\n7\t\t8\n\n1\t2\t3\n4\t5\t6\n7\t8\n";
        assert_eq!(on("1 2 3/4 5 6/7 0 8", Some(1), tabs).verdict, Verdict::Right);
        // The row `2 3` is also what the size of this board looks like.
        let gap = "2 3\n1 4 5\n\n2   3\n1 4 5\n";
        assert_eq!(on("2 3 0/1 4 5", Some(9), gap).verdict, Verdict::NotSolved);
        let header = "2 3\n1 2 3\n4 0 5\n\n2 3\n1 2 3\n4 5 0\n";
        assert_eq!(on("1 2 3/4 0 5", Some(1), header).verdict, Verdict::Right);
    }

    #[test]
    fn every_verdict_has_a_name_and_a_text() {
        for (verdict, name, text) in [
            (Verdict::TimedOut, "timed-out", "timed out"),
            (Verdict::TooMuchMemory, "too-much-memory", "it uses too much memory"),
            (Verdict::TooMuchOutput, "too-much-output", "it floods its output"),
            (Verdict::Crashed { status: "signal 11".to_owned() }, "crashed", "crashed: signal 11"),
            (Verdict::NotStarted("no".to_owned()), "not-started", "not started: no"),
        ] {
            assert_eq!((verdict.name(), verdict.to_string().as_str()), (name, text));
        }
    }
}
