//! Grades the answer to a judge that asks for the number of moves alone.

use super::Task;
use super::strict::compare_text;
use super::verdict::Verdict;

/// Takes the last line that is a number; -1 if there is no solution.
pub(super) fn grade(task: Task<'_>, text: &str) -> Verdict {
    let mut numbers = text.lines().filter_map(|line| line.trim().parse::<i64>().ok());
    let Some(claimed) = numbers.next_back() else { return Verdict::NotUnderstood };
    match (u64::try_from(claimed), task.shortest) {
        (Err(_), _) if claimed != -1 => Verdict::NotUnderstood,
        (Err(_), Some(_)) => Verdict::ClaimsUnsolvable,
        (Ok(_), None) => Verdict::ClaimsSolvable,
        (Ok(claimed), Some(shortest)) if claimed != u64::from(shortest) => {
            Verdict::WrongLength { claimed, shortest }
        }
        _ if task.is_strict => {
            compare_text(&claimed.to_string(), text, str::to_owned).unwrap_or(Verdict::Right)
        }
        _ => Verdict::Right,
    }
}
