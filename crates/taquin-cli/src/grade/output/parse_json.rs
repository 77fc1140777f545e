//! Parses an answer in JSON, in the form that `taquin solve --format json` writes.

use super::Task;
use super::parse_moves::parse_moves;
use super::replay::{BoardSequence, ClaimedLength, ParsedAnswer, ParsedBoard, Step};
use serde_json::Value;

pub(super) fn parse(task: Task<'_>, text: &str) -> ParsedAnswer {
    let indent = text.len() - text.trim_start().len();
    let line = 1 + text[..indent].matches('\n').count();
    parse_object(task, text, line).unwrap_or(ParsedAnswer::NotUnderstood { line })
}

fn parse_object(task: Task<'_>, text: &str, line: usize) -> Option<ParsedAnswer> {
    let value = serde_json::Deserializer::from_str(text).into_iter::<Value>().next()?.ok()?;
    let length = value["length"].as_i64();
    if value["status"] == "unsolvable" || length.is_some_and(|length| length < 0) {
        return Some(ParsedAnswer::Unsolvable { line, has_board: true });
    }
    if let Some(rows) = value["board"].as_array() {
        let tiles = rows.iter().flat_map(|row| row.as_array().into_iter().flatten());
        let given = task.puzzle.board.tiles().iter().map(|&tile| Some(u64::from(tile)));
        if !tiles.map(Value::as_u64).eq(given) {
            let wrong =
                BoardSequence { boards: vec![(ParsedBoard::Invalid, line)], ..BoardSequence::default() };
            return Some(ParsedAnswer::Boards(vec![wrong]));
        }
    }
    let claim = length.and_then(|length| u64::try_from(length).ok());
    let claim = claim.map(|moves| ClaimedLength { moves, line });
    let steps: Vec<Step> = if let Some(letters) = value["moves"].as_str() {
        let moves = if letters.trim().is_empty() { Vec::new() } else { parse_moves(letters)? };
        moves.into_iter().map(Step::Move).collect()
    } else if let Some(tiles) = value["tiles"].as_array() {
        let tile = |tile: &Value| u16::try_from(tile.as_u64()?).ok().map(Step::Tile);
        tiles.iter().map(tile).collect::<Option<_>>()?
    } else {
        return claim.map(ParsedAnswer::LengthOnly);
    };
    Some(ParsedAnswer::Steps { steps: steps.into_iter().map(|step| (step, line)).collect(), claim })
}
