//! Boards that expose classic mistakes in a solver: with the mistake, it finds a longer solution or a wrong answer.
//!
//! Most random boards do not show that, for instance, the blank is counted as a tile: the solver happens to find a shortest
//! solution. These boards were found by search: a test runs A* with each mistake, in eight variants that break ties
//! and generate neighbors in different orders, and all of them fail on one of the two boards.

use taquin::{Board, Goal};

/// A board with the mistake that it exposes.
pub(super) struct ExposingBoard {
    /// Its name in the set.
    pub(super) name: String,
    pub(super) board: Board,
    /// The length of its shortest solutions; `None` if it is unsolvable.
    pub(super) shortest: Option<u32>,
    pub(super) mistake: &'static str,
}

struct Mistake {
    name: &'static str,
    description: &'static str,
    /// Boards with the lengths of their shortest solutions, for the goals `blank-last` and `ring`.
    boards: [[(&'static str, u32); 2]; 2],
}

const MISTAKES: [Mistake; 5] = [
    Mistake {
        name: "blank-counted",
        description: "the blank is counted as a tile in the Manhattan distance",
        boards: [
            [("4 7 6/2 3 1/5 8 0", 22), ("6 3 5/8 4 0/2 7 1", 25)],
            [("1 3 8/0 4 2/7 5 6", 17), ("1 5 2/8 6 0/7 3 4", 13)],
        ],
    },
    Mistake {
        name: "visited-too-early",
        description: "a board is marked as visited when it is enqueued, instead of dequeued",
        boards: [
            [("0 2 3/1 6 7/8 4 5", 14), ("8 5 1/4 2 3/0 7 6", 16)],
            [("1 2 3/0 7 6/4 5 8", 13), ("1 3 6/0 2 8/7 4 5", 19)],
        ],
    },
    Mistake {
        name: "moves-ignored",
        description: "the moves made so far are missing in the priority",
        boards: [
            [("1 8 2/4 6 3/7 0 5", 9), ("1 2 3/0 5 8/4 6 7", 9)],
            [("1 2 3/0 6 7/8 5 4", 9), ("1 3 5/8 4 2/7 0 6", 9)],
        ],
    },
    Mistake {
        name: "distance-doubled",
        description: "the distance counts twice in the priority",
        boards: [
            [("4 1 3/7 8 5/6 2 0", 14), ("0 2 3/6 4 8/1 7 5", 14)],
            [("1 5 2/7 4 3/6 8 0", 14), ("0 2 8/1 4 5/7 3 6", 14)],
        ],
    },
    Mistake {
        name: "rows-for-columns",
        description: "rows and columns are swapped in the Manhattan distance",
        boards: [
            [("7 1 2/4 0 8/5 6 3", 16), ("4 1 8/7 6 5/0 3 2", 18)],
            [("2 0 5/1 3 7/8 6 4", 15), ("7 8 6/5 1 2/0 3 4", 18)],
        ],
    },
];

/// On boards of even width, the number of inversions says nothing without the row of the blank.
const INVERSIONS: &str = "solvability by inversions alone, without the row of the blank";
const INVERSION_BOARDS: [(&str, Option<u32>); 2] =
    [("1 2 3 4/5 6 7 8/9 10 11 0/13 14 15 12", Some(1)), ("2 1 3 4/5 6 7 8/9 10 11 0/13 14 15 12", None)];

/// Returns the boards for a goal; none if it is not the goal of a course.
pub(super) fn boards(goal: &Goal) -> Vec<ExposingBoard> {
    let exposing = |name: &str, number: usize, text: &str, shortest, mistake| {
        let board = text.parse().ok()?;
        Some(ExposingBoard { name: format!("{name}-{number}"), board, shortest, mistake })
    };
    let is_square = goal.size().rows() == goal.size().cols();
    let is_default = is_square && *goal == Goal::blank_last(goal.size());
    let index = match (goal.size().rows(), is_default) {
        (4, true) => {
            let boards = INVERSION_BOARDS.into_iter().zip(1..);
            let named =
                |((text, shortest), number)| exposing("inversions", number, text, shortest, INVERSIONS);
            return boards.filter_map(named).collect();
        }
        (3, true) => 0,
        _ if *goal == Goal::ring() => 1,
        _ => return Vec::new(),
    };
    let with_number = |mistake: &'static Mistake| {
        let boards = mistake.boards[index].into_iter().zip(1..);
        boards.filter_map(move |((text, shortest), number)| {
            exposing(mistake.name, number, text, Some(shortest), mistake.description)
        })
    };
    MISTAKES.iter().flat_map(with_number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cmp::Reverse;
    use std::collections::{BinaryHeap, HashSet};
    use taquin::state_space::StateSpace;
    use taquin::{Parity, Size};

    /// Returns the distance from the goal, as a solver with the mistake computes it.
    fn distance(mistake: &str, board: &Board, goal: &Goal) -> u32 {
        let size = board.size();
        let cell_distance = |a: usize, b: usize| size.distance(a, b) as u32;
        match mistake {
            "blank-counted" => board.manhattan(goal) + cell_distance(board.blank(), goal.blank()),
            "distance-doubled" => 2 * board.manhattan(goal),
            "rows-for-columns" => {
                let swapped = |cell: usize| cell % size.cols() * size.cols() + cell / size.cols();
                let home = |tile: u16| goal.home(usize::from(tile)).expect("a tile");
                let tiles = board.tiles().iter().enumerate().filter(|(_, tile)| **tile > 0);
                tiles.map(|(cell, &tile)| cell_distance(cell, swapped(home(tile)))).sum()
            }
            _ => board.manhattan(goal),
        }
    }

    /// Returns the length that A* with the mistake finds, in one of eight variants.
    fn solve(mistake: &str, board: &Board, goal: &Goal, variant: u32) -> Option<u32> {
        let mut queue = BinaryHeap::new();
        let mut nodes: Vec<(Board, u32, Option<Board>)> = vec![(board.clone(), 0, None)];
        // The boards that are not enqueued again, and those that are not expanded again.
        let mut enqueued: HashSet<Board> = HashSet::from([board.clone()]);
        let mut expanded: HashSet<Board> = HashSet::new();
        let marks_when_enqueued = !["blank-counted", "distance-doubled"].contains(&mistake);
        queue.push(Reverse((0, 0, 0_i64, 0_usize)));
        let mut order = 0;
        while let Some(Reverse((_, _, _, id))) = queue.pop() {
            let (board, moves, parent) = nodes[id].clone();
            if board.is_goal(goal) {
                return Some(moves);
            }
            if mistake == "blank-counted" && !expanded.insert(board.clone()) {
                continue;
            }
            let mut neighbors: Vec<Board> = board.neighbors().map(|(_, next)| next).collect();
            if variant & 1 == 1 {
                neighbors.reverse();
            }
            for next in neighbors {
                let is_known = if marks_when_enqueued {
                    !enqueued.insert(next.clone())
                } else {
                    parent.as_ref() == Some(&next)
                };
                if is_known {
                    continue;
                }
                let estimate = distance(mistake, &next, goal);
                let priority = if mistake == "moves-ignored" { estimate } else { moves + 1 + estimate };
                let tie = if variant & 2 == 2 { estimate } else { 0 };
                order += 1;
                queue.push(Reverse((
                    priority,
                    tie,
                    if variant & 4 == 4 { -order } else { order },
                    nodes.len(),
                )));
                nodes.push((next, moves + 1, Some(board.clone())));
            }
        }
        None
    }

    #[test]
    fn every_mistake_is_exposed_in_all_variants() {
        for (goal, index) in [(Goal::blank_last(Size::square(3).expect("in range")), 0), (Goal::ring(), 1)] {
            let space = StateSpace::enumerate(&goal).expect("small");
            assert_eq!(boards(&goal).len(), 10);
            for Mistake { name, boards, .. } in &MISTAKES {
                let boards =
                    boards[index].map(|(text, length)| (text.parse::<Board>().expect("a board"), length));
                assert!(
                    boards.iter().all(|(board, length)| space.distance(board) == Some(*length)),
                    "{name}"
                );
                for variant in 0..8 {
                    let fails =
                        |(board, length): &(Board, u32)| solve(name, board, &goal, variant) != Some(*length);
                    assert!(boards.iter().any(fails), "{name}, variant {variant}");
                }
            }
        }
        let goal = Goal::blank_last(Size::square(4).expect("in range"));
        let inversions = boards(&goal);
        assert!(
            inversions.iter().all(|case| Parity::is_solvable(&case.board, &goal) == case.shortest.is_some())
        );
        assert_eq!(inversions.len(), 2);
    }
}
