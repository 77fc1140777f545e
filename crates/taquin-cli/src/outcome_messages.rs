//! Messages about outcomes that several commands share.

use crate::exit::{Exit, print_error, print_note};
use crate::input::Puzzle;
use crate::units;
use taquin::{Goal, GoalKind, Heuristic, Parity, Stopped};

/// Describes a search that was stopped: the reason, the proven lower bound and the effort.
pub(crate) fn search_stopped(at: &Stopped, heuristic: Option<Heuristic>) -> String {
    let best = at.best.as_ref().map_or(String::new(), |solution| {
        format!("the best solution has {}, and ", units::count(solution.len() as u64, "move"))
    });
    // Depth-first searches need next to none.
    let memory = match at.stats.memory {
        0 => String::new(),
        bytes => format!(", {}", units::bytes(bytes)),
    };
    format!(
        "stopped ({}): {best}any solution has at least {} ({}{}{memory}, {})",
        at.reason,
        units::count(at.lower_bound.into(), "move"),
        heuristic.map_or(String::new(), |heuristic| format!("{}: ", heuristic.name())),
        units::count(at.stats.generated, "node"),
        units::seconds(at.stats.time)
    )
}

/// Suggests a named goal that an unsolvable board can reach. Not on 3x3, where every unsolvable board can reach the ring:
/// there it is more likely that the board is meant to be unsolvable.
pub(crate) fn suggest_goal(puzzle: &Puzzle) {
    if puzzle.board.size().cells() <= Goal::ring().size().cells() {
        return;
    }
    let named = [GoalKind::BlankLast, GoalKind::BlankFirst, GoalKind::Snail];
    let is_reachable = |kind: &GoalKind| {
        let goal = kind.for_size(puzzle.board.size());
        goal.is_ok_and(|goal| Parity::is_solvable(&puzzle.board, &goal))
    };
    if let Some(kind) = named.into_iter().find(is_reachable) {
        print_note(&format!("solvable with --goal {kind} ('taquin info' explains why)"));
    }
}

/// Reports the number of boards skipped after an interrupt, if any.
pub(crate) fn report_skipped(boards: u64) -> Exit {
    if boards == 0 {
        return Exit::Success;
    }
    print_error(&format!("interrupted: {} skipped", units::count(boards, "board")));
    Exit::Stopped
}
