//! An answer in JSON.

use super::Task;
use super::answer::{Answer, Claim, at};
use super::moves::moves_in;
use serde_json::Value;

/// The answer in a JSON object such as `taquin solve --style json` writes.
pub(super) fn answer(task: &Task<'_>, text: &str) -> Answer {
    let indent = text.len() - text.trim_start().len();
    let line = 1 + text[..indent].matches('\n').count();
    let unclear = Answer::Unclear { line: Some(line) };
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let Some(Ok(value)) = values.next() else { return unclear };
    let length = value["length"].as_i64();
    if value["status"] == "unsolvable" || length.is_some_and(|length| length < 0) {
        return Answer::Unsolvable { line };
    }
    if let Some(rows) = value["board"].as_array() {
        let tiles = rows.iter().flat_map(|row| row.as_array().into_iter().flatten());
        let given = task.board.tiles().iter().map(|&tile| Some(u64::from(tile)));
        if !tiles.map(Value::as_u64).eq(given) {
            return Answer::OtherBoard { line };
        }
    }
    let claim = length.and_then(|length| u64::try_from(length).ok()).map(|moves| Claim { moves, line });
    if let Some(letters) = value["moves"].as_str() {
        let moves = if letters.trim().is_empty() { Some(Vec::new()) } else { moves_in(letters) };
        return moves.map_or(unclear, |moves| Answer::Moves { moves: at(line, moves), claim });
    }
    if let Some(tiles) = value["tiles"].as_array() {
        let tile = |tile: &Value| tile.as_u64().and_then(|tile| u16::try_from(tile).ok());
        let tiles: Option<Vec<u16>> = tiles.iter().map(tile).collect();
        return tiles.map_or(unclear, |tiles| Answer::Tiles { tiles: at(line, tiles), claim });
    }
    claim.map_or(unclear, Answer::Count)
}
