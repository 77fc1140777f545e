//! Parses moves written as letters or words.

use taquin::Move;
use taquin::notation::read_moves;

/// Longer move lists are not understood. This bounds the memory that run lengths such as `R999999999` can
/// take.
const MAX_MOVES: usize = 1_000_000;

/// Parses text that consists of moves only: letters, with or without run lengths (`R2U2`), or words.
pub(super) fn parse_moves(text: &str) -> Option<Vec<Move>> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        match word.parse() {
            Ok(by) => moves.push(by),
            Err(_) => moves.append(&mut read_moves(word).ok()?),
        }
        if moves.len() > MAX_MOVES {
            return None;
        }
    }
    (!moves.is_empty()).then_some(moves)
}
