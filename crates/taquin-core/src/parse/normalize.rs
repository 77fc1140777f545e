//! Rewrites links, arrays, grids with borders and other forms of a line into rows of numbers, character by character,
//! so that columns in error messages stay right.

use crate::raw_tile::BLANK_MARKS;
use std::borrow::Cow;

/// The lines between the cells and rows of a grid.
const VERTICAL: [char; 5] = ['|', '│', '┃', '║', '¦'];
const HORIZONTAL: [char; 7] = ['-', '=', '─', '━', '═', '┄', '╌'];
const JOINTS: &str = "+┌┐└┘├┤┬┴┼┏┓┗┛┣┫┳┻╋╔╗╚╝╠╣╦╩╬╭╮╰╯";

/// Returns a line without its comment, as numbers with spaces or commas between them, and slashes between rows.
pub(super) fn normalize(line: &str) -> Cow<'_, str> {
    if let Some(text) = normalize_link(line) {
        return Cow::Owned(text);
    }
    let content = line.split('#').next().unwrap_or_default();
    if is_border(content) || is_end_mark(content) {
        return Cow::Borrowed("");
    }
    let mut content = Cow::Borrowed(content);
    if content.contains(VERTICAL) {
        content = Cow::Owned(normalize_bars(&content));
    }
    if content.contains(['[', ']', '(', ')', '{', '}', '"', '\'']) {
        content = Cow::Owned(normalize_array(&content));
    }
    content
}

/// Returns true for a line between two rows of a grid: `+---+---+`.
fn is_border(content: &str) -> bool {
    let content = content.trim();
    let is_part = |c: char| is_rule_part(c) || VERTICAL.contains(&c) || JOINTS.contains(c) || c == ':';
    content.chars().take(3).count() > 2 && content.contains(HORIZONTAL) && content.chars().all(is_part)
}

/// Returns true for a border without bars or joints: `---------`. It separates boards that have no bars either.
pub(super) fn is_rule(content: &str) -> bool {
    is_border(content) && content.chars().all(is_rule_part)
}

fn is_rule_part(c: char) -> bool {
    HORIZONTAL.contains(&c) || c.is_whitespace()
}

/// Returns true if a line has bars between cells or rows.
pub(super) fn has_bars(content: &str) -> bool {
    content.contains(VERTICAL)
}

/// Returns true for the last line of some files.
fn is_end_mark(content: &str) -> bool {
    ["END OF FILE", "EOF"].iter().any(|mark| content.trim().eq_ignore_ascii_case(mark))
}

/// Replaces bars between cells by commas, and bars between rows by slashes. They are between cells if there is at most one
/// number between two of them. An empty cell is the blank.
fn normalize_bars(content: &str) -> String {
    let pieces: Vec<&str> = content.split(VERTICAL).collect();
    let words = |piece: &&str| piece.split([' ', '\t', ',', '/']).filter(|word| !word.is_empty()).count();
    let last = pieces.len() - 1;
    let starts_with_bar = words(&pieces[0]) == 0;
    let is_framed = last > 1 && starts_with_bar && words(&pieces[last]) == 0;
    let has_cells = pieces.iter().filter(|piece| words(piece) == 1).count() > 1 || is_framed;
    if !(has_cells && pieces.iter().all(|piece| words(piece) < 2)) {
        return content.replace(VERTICAL, "/");
    }
    let mut text = String::with_capacity(content.len());
    for (i, piece) in pieces.iter().enumerate() {
        // After the last bar of a line without a frame, there may be a blank or nothing: the other rows decide.
        let is_outside = i == last || is_framed && i == 0;
        let width = piece.chars().count();
        if words(piece) == 0 && width > 0 && !is_outside {
            text.extend((0..width).map(|column| if column == width / 2 { '_' } else { ' ' }));
        } else {
            text.push_str(piece);
        }
        if i < last {
            let is_frame = is_framed && (i == 0 || i == last - 1);
            text.push(if is_frame { ' ' } else { ',' });
        }
    }
    text
}

/// Replaces brackets, names of fields and the call of `array` by spaces, and each comma after a closing bracket by a slash.
fn normalize_array(content: &str) -> String {
    let mut chars: Vec<char> = content.chars().collect();
    erase_field_names(&mut chars);
    erase_quotes(&mut chars);
    erase_assignment(&mut chars);
    erase_calls(&mut chars);
    let mut is_after_bracket = false;
    for c in &mut chars {
        match *c {
            '[' | '(' | '{' | ']' | ')' | '}' => {
                is_after_bracket = matches!(*c, ']' | ')' | '}');
                *c = ' ';
            }
            ',' if is_after_bracket => {
                is_after_bracket = false;
                *c = '/';
            }
            _ => is_after_bracket &= c.is_whitespace(),
        }
    }
    chars.into_iter().collect()
}

/// Erases `"puzzle":`, the name of a field of a JSON object, if a bracket or the end of the line follows it.
fn erase_field_names(chars: &mut [char]) {
    let mut start = 0;
    while let Some(open) = (start..chars.len()).find(|&i| chars[i] == '"') {
        let Some(close) = (open + 1..chars.len()).find(|&i| chars[i] == '"') else { return };
        let mut after = (close + 1..chars.len()).filter(|&i| !chars[i].is_whitespace());
        let colon = after.next().filter(|&i| chars[i] == ':');
        let value = after.next().map(|i| chars[i]);
        if let Some(colon) = colon.filter(|_| matches!(value, None | Some('[' | '{'))) {
            chars[open..=colon].fill(' ');
        }
        start = close + 1;
    }
}

/// Erases the quotes around numbers and marks of the blank. An empty string is the blank.
fn erase_quotes(chars: &mut [char]) {
    let mut start = 0;
    while let Some(open) = (start..chars.len()).find(|&i| matches!(chars[i], '"' | '\'')) {
        let Some(close) = (open + 1..chars.len()).find(|&i| chars[i] == chars[open]) else { return };
        let quoted = &chars[open + 1..close];
        let is_empty = quoted.iter().all(|c| *c == ' ');
        let is_number = quoted.iter().all(char::is_ascii_digit);
        let is_mark = matches!(quoted, [mark] if BLANK_MARKS.contains(mark));
        if is_empty || is_number || is_mark {
            chars[open] = ' ';
            chars[close] = if is_empty { '_' } else { ' ' };
        }
        start = close + 1;
    }
}

/// Erases `board =`, the name that an array is assigned to.
fn erase_assignment(chars: &mut [char]) {
    let is_name = |c: &char| c.is_ascii_alphabetic() || matches!(c, '_' | ' ' | '[' | ']');
    if let Some(sign) = chars.iter().position(|&c| c == '=')
        && chars[..sign].iter().all(is_name)
        && chars[sign..].iter().any(|c| matches!(c, '[' | '(' | '{'))
    {
        chars[..=sign].fill(' ');
    }
}

/// Erases `np.array` before a bracket, and `, dtype=int64` after it.
fn erase_calls(chars: &mut [char]) {
    let is_name = |c: char| c.is_ascii_alphabetic() || c == '.';
    for open in 1..chars.len() {
        if chars[open] == '(' && is_name(chars[open - 1]) {
            let start = (0..open).rev().find(|&i| !is_name(chars[i])).map_or(0, |i| i + 1);
            if chars[..open].ends_with(&['a', 'r', 'r', 'a', 'y']) {
                chars[start..open].fill(' ');
            }
        }
    }
    let option: Vec<char> = "dtype=".chars().collect();
    if let Some(start) = chars.windows(option.len()).position(|window| *window == option[..]) {
        let end = (start..chars.len()).find(|&i| chars[i] == ')').unwrap_or(chars.len());
        chars[start..end].fill(' ');
    }
}

/// Splits the size before a board, `3x4:1,2,…`, from its line, and erases it there. A size alone, `3x4`, is rewritten as `3 4`.
pub(super) fn split_size(content: Cow<'_, str>) -> (Cow<'_, str>, Option<(usize, usize)>) {
    let (size, board) = content.split_once(':').unwrap_or((&content, ""));
    // No spaces: `1 x 3` is a row with the blank in the middle.
    let number = |part: &str| part.parse::<usize>().ok().filter(|_| part.bytes().all(|b| b.is_ascii_digit()));
    let size =
        size.trim().split_once(['x', 'X', '×']).and_then(|(rows, cols)| Some((number(rows)?, number(cols)?)));
    let Some(size) = size else { return (content, None) };
    let is_alone = board.trim().is_empty();
    let erased = content.chars().count() - board.chars().count();
    let erase = |(i, c): (usize, char)| match c {
        _ if i >= erased => c,
        _ if is_alone && c.is_ascii_digit() => c,
        _ => ' ',
    };
    let erased = content.chars().enumerate().map(erase).collect();
    (Cow::Owned(erased), Some(size).filter(|_| !is_alone))
}

/// Rewrites a line that starts with a link to a board, or with just the board of one (`1.2_3.0`).
fn normalize_link(line: &str) -> Option<String> {
    let word = line.split_whitespace().next()?;
    let fragment = word.find('#').filter(|&at| word[at..].starts_with("#b="));
    let start = fragment.map_or(0, |at| at + "#b=".len());
    let board = word[start..].split('&').next()?;
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    if !(board.contains('_') && board.contains('.') && board.split(['_', '.']).all(is_number)) {
        return None;
    }
    let spaces = |text: &str| " ".repeat(text.chars().count());
    let (indent, rest) = line.split_at(line.find(word)?);
    let mut text = spaces(indent) + &spaces(&word[..start]);
    text += &board.replace('_', "/").replace('.', " ");
    text += &spaces(&word[start + board.len()..]);
    text += rest[word.len()..].split('#').next().unwrap_or_default();
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_stay() {
        for (text, expected) in [
            ("1 2 3|4 5 6|7 8 0", "1 2 3/4 5 6/7 8 0"),
            ("| 1 | 2 |   |", "  1 , 2 , _  "),
            ("|   | 1 | 2 |", "  _ , 1 , 2  "),
            ("1 |   | 3", "1 , _ , 3"),
            ("1 | 2 | 3 | ", "1 , 2 , 3 , "),
            ("│ 1 │ 2 │", "  1 , 2  "),
            ("|1 2 3|", "/1 2 3/"),
            ("+---+---+", ""),
            ("│───┼───│", ""),
            ("END OF FILE", ""),
            ("array([[1, 2],", "        1, 2 /"),
            ("np.array([[1, 2], [3, 0]], dtype=int64)", "           1, 2 /  3, 0  /             "),
            ("{\"puzzle\": [[1,2],[3,0]]}", "             1,2 / 3,0   "),
            ("((1, 2), (3, 0))", "  1, 2 /  3, 0  "),
            ("[['1', '2'], ['3', '']]", "   1 ,  2  /   3 ,  _  "),
            ("board = [[1,2],[3,0]]", "          1,2 / 3,0  "),
            ("1 2 # | [x]: 3", "1 2 "),
        ] {
            assert_eq!(normalize(text), expected, "{text}");
        }
    }

    #[test]
    fn sizes_are_split() {
        let split = |text| split_size(Cow::Borrowed(text));
        assert_eq!(split("2x3:1,2"), ("    1,2".into(), Some((2, 3))));
        assert_eq!(split(" 2×3 : 1 2/3"), ("       1 2/3".into(), Some((2, 3))));
        assert_eq!(split("3x4"), ("3 4".into(), None));
        assert_eq!(split("3x4:"), ("3 4 ".into(), None));
        for text in ["1 x 3", "x 1 2", "1 2/3 x", "note: 4", "axb:1"] {
            assert_eq!(split(text).0, text, "{text}");
        }
    }

    #[test]
    fn other_text_is_left_alone() {
        for text in ["--", "-1", "1 2 3", "note: 4", "{\"name\": \"abc\"}"] {
            assert!(normalize(text).contains(text.trim_matches(['{', '}'])), "{text}");
        }
    }
}
