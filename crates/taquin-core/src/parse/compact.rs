//! Boards without spaces: `123X46758`, or `fe169b4c0a73d852` in hexadecimal.
//!
//! Such a text is read only if it is no board otherwise, and if every row, or every list, is a single word. It is rewritten
//! with spaces and read again.

use super::BLANK_MARKS;

/// The most digits of a word: the cells of a 4×4 board.
const MAX_DIGITS: usize = 16;

/// Puts spaces between the digits of a text, if it has this form.
pub(super) fn expand(text: &str) -> Option<String> {
    let has_zero = text.contains(|c: char| c == '0' || is_mark(c) && !c.eq_ignore_ascii_case(&'b'));
    let mut expanded = String::new();
    let mut is_first = true;
    let mut has_word = false;
    for line in text.trim_start_matches('\u{feff}').lines() {
        let content = line.split('#').next().unwrap_or_default().trim();
        if !content.is_empty() {
            let words: Vec<&str> =
                content.trim_matches(['/', '|']).split(['/', '|']).map(str::trim).collect();
            let is_header = is_first && content.len() == 1 && content.bytes().all(|b| b.is_ascii_digit());
            if is_header {
                expanded.push_str(content);
            } else {
                let rows: Option<Vec<String>> = words.iter().map(|word| spaced(word, has_zero)).collect();
                expanded.push_str(&rows?.join("/"));
                has_word = true;
            }
            is_first = false;
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
        ] {
            assert_eq!(expand(text).as_deref(), Some(expected), "{text}");
        }
        for text in ["", "1 23", "12 3/4 50", "12\n3\n45", "hello", "3\n1", "12345678901234567"] {
            assert_eq!(expand(text), None, "{text}");
        }
    }
}
