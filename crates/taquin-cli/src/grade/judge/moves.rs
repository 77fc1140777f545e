//! Moves as letters or words.

use taquin::Move;

/// More moves than this are no answer. No board of a size that anybody solves takes as many.
const MOST_MOVES: usize = 1_000_000;

/// Moves as letters, with or without their number (`R2U2`), or as words, and nothing else.
pub(super) fn moves_in(text: &str) -> Option<Vec<Move>> {
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
