//! Grades the answer to a judge that asks for the number of moves alone.

use super::Task;
use super::verdict::Verdict;

/// Takes the last line that is a number; -1 if there is no solution.
pub(super) fn grade(task: Task<'_>, text: &str) -> Verdict {
    let mut numbers = text.lines().filter_map(|line| line.trim().parse::<i64>().ok());
    let Some(claimed) = numbers.next_back() else { return Verdict::NotUnderstood };
    let is_exact = text.trim_end_matches(['\r', '\n']) == claimed.to_string();
    match (u64::try_from(claimed), task.shortest) {
        (Err(_), Some(_)) => Verdict::ClaimsUnsolvable,
        (Ok(_), None) => Verdict::ClaimsSolvable,
        (Ok(moves), Some(shortest)) if moves > u64::from(shortest) => {
            Verdict::NotShortest { moves, shortest }
        }
        (Ok(claimed), Some(shortest)) if claimed < u64::from(shortest) => {
            Verdict::TooShort { claimed, shortest }
        }
        _ if task.is_strict && !is_exact => {
            let found = text.lines().next().unwrap_or_default().to_owned();
            let diff = format!("@@ line 1 @@\n-{claimed}\n+{found}\n");
            Verdict::WrongFormat {
                line: 1,
                expected: format!("\"{claimed}\""),
                found: format!("\"{found}\""),
                diff,
            }
        }
        _ => Verdict::Right,
    }
}
