//! Parses moves written as letters or words.

use taquin::Move;

/// Longer move lists are not understood. This bounds the memory that run lengths such as `R999999999` can
/// take.
const MAX_MOVES: usize = 1_000_000;

/// Parses text that consists of moves only: letters, with or without run lengths (`R2U2`), or words.
pub(super) fn parse_moves(text: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match Move::ALL.into_iter().find(|m| m.to_string().eq_ignore_ascii_case(word)) {
            Some(m) => moves.push(m),
            None => push_letters(word, &mut moves)?,
        }
        if moves.len() > MAX_MOVES {
            return None;
        }
    }
    (!moves.is_empty()).then_some(moves)
}

/// Appends the moves of a word such as `ULDR` or `R2U2`.
fn push_letters(word: &str, moves: &mut Vec<Move>) -> Option<()> {
    let mut rest = word;
    while let Some(letter) = rest.chars().next() {
        let m = Move::from_letter(letter)?;
        rest = &rest[letter.len_utf8()..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let times = if digits == 0 { 1 } else { rest[..digits].parse::<usize>().ok()? };
        if times > MAX_MOVES || moves.len() > MAX_MOVES {
            return None;
        }
        moves.extend(std::iter::repeat_n(m, times));
        rest = &rest[digits..];
    }
    Some(())
}
