//! Classifies a single line of output.

use super::parse_moves::parse_moves;
use std::path::Path;
use taquin::Move;
use taquin::notation::BLANK_MARKS;

/// Characters around the numbers of a row, and between them.
const BRACKETS: [char; 6] = ['[', ']', '{', '}', '(', ')'];
const SEPARATORS: [char; 6] = ['|', '│', '┃', '║', ',', ';'];

pub(super) enum Line {
    Empty,
    Row(Row),
    Statement(Statement),
    Irrelevant,
}

/// The meaning of a line that has words on it.
pub(super) enum Statement {
    /// A labelled list of numbers.
    Numbers(Vec<u16>),
    Moves(Vec<Move>),
    Length {
        moves: u64,
        /// The text around the number. A line that comes with every board is not the length of the solution.
        label: String,
    },
    Unsolvable,
    /// The value that stands for no result: it means no solution if nothing else is printed.
    NoValue,
}

/// A line that has only numbers and marks for the blank.
pub(super) struct Row {
    /// The numbers, with 0 for marks of the blank.
    pub(super) numbers: Vec<u16>,
    /// The line with brackets and separators replaced by spaces, so that columns are preserved.
    pub(super) text: String,
    /// The number of board rows on it, which `/` separates.
    pub(super) parts: usize,
    /// The fields between separators, each a number or empty; none if the line is not of this form.
    pub(super) fields: Vec<Option<u16>>,
    /// A sign that stands for the blank, but is none of the accepted ones.
    pub(super) odd_mark: Option<String>,
    pub(super) line: usize,
}

pub(super) fn classify(line: &str, number: usize) -> Line {
    if !line.contains(|c: char| c.is_alphanumeric()) {
        return Line::Empty;
    }
    let without_brackets = expand_tabs(line).replace(BRACKETS, " ");
    let text = without_brackets.replace(SEPARATORS, " ");
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    if let Some(numbers) = parse_numbers(&text.replace('/', " ")).filter(|_| has_digit) {
        let parts = text.trim().trim_matches('/').split('/').count();
        let fields = parse_fields(&without_brackets).unwrap_or_default();
        return Line::Row(Row { numbers, text, parts, fields, odd_mark: None, line: number });
    }
    if let Some((numbers, mark)) = parse_odd_row(&text) {
        let odd_mark = Some(mark.to_owned());
        return Line::Row(Row { numbers, text, parts: 1, fields: Vec::new(), odd_mark, line: number });
    }
    parse_statement(line).map_or(Line::Irrelevant, Line::Statement)
}

/// Replaces tabs by spaces, with a tab stop at every eighth column.
fn expand_tabs(line: &str) -> String {
    let mut text = String::with_capacity(line.len());
    let mut column = 0;
    for c in line.chars() {
        let width = if c == '\t' { 8 - column % 8 } else { 1 };
        text.extend(std::iter::repeat_n(if c == '\t' { ' ' } else { c }, width));
        column += width;
    }
    text
}

/// Parses text that consists of numbers and marks of the blank only.
fn parse_numbers(text: &str) -> Option<Vec<u16>> {
    let number = |word: &str| match word {
        _ if is_blank_mark(word) => Some(0),
        _ if word.bytes().all(|b| b.is_ascii_digit()) => word.parse().ok(),
        _ => None,
    };
    let numbers: Vec<u16> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    (!numbers.is_empty()).then_some(numbers)
}

/// Parses a row of numbers with one sign among them, such as `1 - 3`, and returns the sign too.
fn parse_odd_row(text: &str) -> Option<(Vec<u16>, &str)> {
    let is_sign = |word: &&str| word.chars().count() <= 3 && !word.contains(char::is_alphanumeric);
    let mut signs = text.split_whitespace().filter(is_sign);
    let (Some(sign), None) = (signs.next(), signs.next()) else { return None };
    let number = |word: &str| if word == sign { Some(0) } else { word.parse::<u16>().ok() };
    let numbers: Vec<u16> = text.split_whitespace().map(number).collect::<Option<_>>()?;
    (numbers.len() > 1).then_some((numbers, sign))
}

fn parse_fields(text: &str) -> Option<Vec<Option<u16>>> {
    let field = |field: &str| match parse_numbers(field).as_deref() {
        Some(&[number]) => Some(Some(number)),
        None if field.trim().is_empty() => Some(None),
        _ => None,
    };
    text.contains(SEPARATORS).then(|| text.split(SEPARATORS).map(field).collect())?
}

fn parse_statement(line: &str) -> Option<Statement> {
    let lower = line.to_lowercase();
    let has_any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    // The value after a label, as in `Moves: ULDR`.
    let value = line.rsplit([':', '=']).next().unwrap_or(line);
    if states_unsolvability(&lower) || line.trim() == "-1" {
        return Some(Statement::Unsolvable);
    }
    if ["null", "None", "nil"].contains(&line.trim()) {
        return Some(Statement::NoValue);
    }
    if let Some(moves) = parse_moves(value) {
        return Some(Statement::Moves(moves));
    }
    if has_any(&["move", "tile", "solution", "path"])
        && let Some(numbers) = parse_numbers(value).filter(|numbers| numbers.len() > 1)
    {
        return Some(Statement::Numbers(numbers));
    }
    // Princeton's PuzzleChecker prints the name of the file and the number of moves.
    let label = line[..line.len() - value.len()].trim_end_matches([':', '=']);
    let is_file = Path::new(label.trim()).extension().is_some_and(|extension| extension == "txt");
    if !is_file && (!has_any(&["moves", "length", "steps", "cost_of_path"]) || has_any(&OTHER_COUNTS)) {
        return None;
    }
    let label = lower.chars().filter(|c| !c.is_ascii_digit()).collect();
    // Negative lengths mean that there is no solution.
    let length = u64::try_from(parse_length(line, value)?);
    Some(length.map_or(Statement::Unsolvable, |moves| Statement::Length { moves, label }))
}

/// Words of lines that count something else than the moves of the solution.
const OTHER_COUNTS: [&str; 25] = [
    "queue",
    "explored",
    "expanded",
    "visited",
    "generated",
    "examined",
    "checked",
    "considered",
    "tried",
    "attempt",
    "processed",
    "evaluated",
    "inserted",
    "removed",
    "states",
    "nodes",
    "boards",
    "took",
    "time",
    "second",
    "memory",
    "max",
    "iteration",
    "searched",
    "twin",
];

/// Returns true if a line says that the board is unsolvable, and not just that this is being checked.
fn states_unsolvability(lower: &str) -> bool {
    let has_any = |words: &[&str]| words.iter().any(|word| lower.contains(word));
    let phrases = [
        "no solution",
        "no answer",
        "unsolvable",
        "not solvable",
        "cannot be solved",
        "can't be solved",
        "infeasible",
    ];
    // A question, or a statement about another board.
    let is_question = ["whether", "check", " if ", "testing", "determin", "looking", "twin"];
    let value = lower.rsplit([':', '=', '?']).next().unwrap_or_default().trim();
    let is_denied = matches!(value, "false" | "no");
    let is_label = lower.contains([':', '=', '?']) && matches!(value, "false" | "no" | "true" | "yes");
    if is_label && lower.contains("solvable") {
        return lower.contains("unsolvable") != is_denied;
    }
    has_any(&phrases) && !has_any(&is_question)
}

/// Returns the number after the label, or else before the word `moves` or `steps`, or else the last one on
/// the line.
fn parse_length(line: &str, value: &str) -> Option<i64> {
    let number = |word: &str| word.trim_end_matches(['.', ',', ';', ')', '!']).parse::<i64>().ok();
    let is_labelled = value.len() < line.len();
    let labelled = value.split_whitespace().next().and_then(number).filter(|_| is_labelled);
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_unit = |word: &str| ["moves", "steps"].iter().any(|unit| word.to_lowercase().starts_with(unit));
    let before_unit =
        || words.windows(2).find_map(|pair| if is_unit(pair[1]) { number(pair[0]) } else { None });
    labelled.or_else(before_unit).or_else(|| words.iter().rev().find_map(|word| number(word)))
}

fn is_blank_mark(word: &str) -> bool {
    let mut chars = word.chars();
    chars.next().is_some_and(|mark| BLANK_MARKS.contains(&mark)) && chars.next().is_none()
}
