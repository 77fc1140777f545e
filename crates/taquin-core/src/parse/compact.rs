//! Boards without spaces: `123X46758`, or `fe169b4c0a73d852` in hexadecimal.
//!
//! Such a text is read only if it is no board otherwise, and if every row, or every list, is a single word. It is rewritten
//! with spaces and read again.

use crate::raw_tile::BLANK_MARKS;

/// The most digits of a word: the cells of a 4×4 board.
const MAX_DIGITS: usize = 16;

/// Longer texts are not tried in this form, so that an error is reported soon.
const MAX_TEXT_BYTES: usize = 16 << 20;

/// Returns the lines of a text without comments and spaces around them.
pub(super) fn contents(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.trim_start_matches('\u{feff}').split(['\n', '\r']);
    lines.map(|line| line.split('#').next().unwrap_or_default().trim())
}

/// Puts spaces between the digits of a text, if it has this form.
pub(super) fn expand(text: &str) -> Option<String> {
    if text.len() > MAX_TEXT_BYTES {
        return None;
    }
    let is_zero = |c: char| c == '0' || is_mark(c) && !c.eq_ignore_ascii_case(&'b');
    let has_zero = contents(text).any(|content| content.contains(is_zero));
    let mut expanded = String::new();
    let mut is_first = true;
    let mut has_word = false;
    for content in contents(text) {
        let is_header = is_first && content.len() == 1 && content.bytes().all(|b| b.is_ascii_digit());
        is_first &= content.is_empty();
        if is_header {
            expanded.push_str(content);
        } else if !content.is_empty() {
            has_word = true;
            for (i, word) in content.trim_matches(['/', '|']).split(['/', '|']).enumerate() {
                expanded.push_str(if i > 0 { "/" } else { "" });
                expanded.push_str(&spaced(word.trim(), has_zero)?);
            }
        }
        expanded.push('\n');
    }
    has_word.then_some(expanded)
}

/// Puts spaces between the digits of a word. The letter b is a digit if there is a zero, and the blank otherwise.
fn spaced(word: &str, has_zero: bool) -> Option<String> {
    let cell = |c: char| match c.to_digit(16) {
        Some(11) if !has_zero => Some("_".to_owned()),
        Some(digit) => Some(digit.to_string()),
        None => is_mark(c).then(|| c.to_string()),
    };
    let length = word.chars().take(MAX_DIGITS + 1).count();
    if !(2..=MAX_DIGITS).contains(&length) {
        return None;
    }
    word.chars().map(cell).collect::<Option<Vec<String>>>().map(|cells| cells.join(" "))
}

fn is_mark(c: char) -> bool {
    BLANK_MARKS.contains(&c)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_spaced() {
        for (text, expected) in [
            ("123X46758", "1 2 3 X 4 6 7 5 8\n"),
            ("123b46758", "1 2 3 _ 4 6 7 5 8\n"),
            ("fe169b4c0a73d852", "15 14 1 6 9 11 4 12 0 10 7 3 13 8 5 2\n"),
            ("3\n123\n456\n780", "3\n1 2 3\n4 5 6\n7 8 0\n"),
            ("123/456/78_ # easy", "1 2 3/4 5 6/7 8 _\n"),
            ("123b46758 # example 0", "1 2 3 _ 4 6 7 5 8\n"),
            ("013\r425\r786", "0 1 3\n4 2 5\n7 8 6\n"),
        ] {
            assert_eq!(expand(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "1 23", "12 3/4 50", "12\n3\n45", "hello", "3\n1", "12345678901234567"] {
            assert_eq!(expand(text), None, "{text}");
        }
    }
}
