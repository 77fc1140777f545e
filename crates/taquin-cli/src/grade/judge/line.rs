//! A line of text, looked at by itself.

use super::moves::moves_in;
use std::path::Path;
use taquin::board::Entry;
use taquin::{Board, Move};

/// What may stand around the numbers of a row, and between them.
const BRACKETS: [char; 6] = ['[', ']', '{', '}', '(', ')'];
const SEPARATORS: [char; 6] = ['|', '│', '┃', '║', ',', ';'];

/// What a line is.
pub(super) enum Line {
    Empty,
    Row(Row),
    Words(Option<Item>),
}

/// Something that an answer is made of.
pub(super) enum Item {
    Board(Board),
    /// The rows of a board, of which this one lacks the blank.
    NoBlank(String),
    /// Numbers that are no board.
    Numbers(Vec<u16>),
    Moves(Vec<Move>),
    Claim(u64),
    Unsolvable,
}

/// A line with nothing but numbers and marks for the blank.
pub(super) struct Row {
    pub(super) numbers: Vec<u16>,
    /// The line with spaces for everything else, so that a gap can be seen.
    pub(super) text: String,
    /// The rows on it, if `/` separates them.
    pub(super) parts: usize,
    /// What is between the bars or commas, if it has any and no more than a number is between two of them.
    pub(super) fields: Vec<Option<u16>>,
    pub(super) line: usize,
}

pub(super) fn line_of(line: &str, number: usize) -> Line {
    if !line.contains(|c: char| c.is_alphanumeric()) {
        return Line::Empty;
    }
    // Frames and brackets around numbers are as good as spaces.
    let line_without = |marks: &[char]| with_tabs_expanded(line).replace(marks, " ");
    let text = line_without(&[&BRACKETS[..], &SEPARATORS[..]].concat());
    if let Some(numbers) = numbers_in(&text.replace('/', " ")) {
        let parts = text.trim().trim_matches('/').split('/').count();
        let fields = fields_in(&line_without(&BRACKETS)).unwrap_or_default();
        return Line::Row(Row { numbers, text, parts, fields, line: number });
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
        _ if Entry::mark_of(word).is_some() => Some(0),
        _ if word.bytes().all(|b| b.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    };
    let numbers: Vec<u16> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

/// What is between separators: a number each, or nothing.
fn fields_in(text: &str) -> Option<Vec<Option<u16>>> {
    let field = |field: &str| match numbers_in(field).as_deref() {
        Some(&[number]) => Some(Some(number)),
        None if field.trim().is_empty() => Some(None),
        _ => None,
    };
    text.contains(SEPARATORS).then(|| text.split(SEPARATORS).map(field).collect())?
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
    // Princeton's PuzzleChecker tells the name of the file and the number of moves.
    let label = line[..line.len() - told.len()].trim_end_matches([':', '=']);
    let is_file = Path::new(label.trim()).extension().is_some_and(|extension| extension == "txt");
    if !is_file && !says(&["moves", "length", "steps"]) {
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
