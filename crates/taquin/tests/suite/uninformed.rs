//! Breadth-first, depth-first, iterative-deepening and uniform-cost search, as textbooks give them.
//!
//! `TAQUIN_SLOW_TESTS=1` runs them on every 3×3 board; by default on a sample.

use rayon::prelude::*;
use std::collections::VecDeque;
use taquin::state_space::StateSpace;
use taquin::{
    Algorithm, AllSolutionsOutcome, Board, Goal, Move, MoveOrder, Outcome, SearchOptions, Size, Solution,
    Solver, StopReason, Stopped,
};

/// Two orders of the blank's moves.
const ORDERS: [&str; 2] = ["UDLR", "RDUL"];

fn goal_3x3() -> Goal {
    Goal::blank_last(Size::square(3).expect("in range"))
}

fn order(text: &str) -> MoveOrder {
    text.parse().expect("an order")
}

/// Every board of 3×3 that can be solved, with its distance, or every `stride`th.
fn boards_3x3(goal: &Goal, stride: usize) -> Vec<(Board, u32)> {
    #[expect(clippy::disallowed_methods, reason = "an environment variable enables slow tests")]
    let stride = if std::env::var_os("TAQUIN_SLOW_TESTS").is_some() { 1 } else { stride };
    let space = StateSpace::enumerate(goal).expect("small");
    let boards = (0..=space.radius()).flat_map(|d| space.boards_at(d).map(move |board| (board, d)));
    boards.step_by(stride).collect()
}

fn solve(solver: &Solver, board: &Board) -> Solution {
    match solver.solve(board).expect("same size") {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

fn stopped(solver: &Solver, board: &Board) -> Stopped {
    match solver.solve(board).expect("same size") {
        Outcome::Stopped(at) => at,
        other => panic!("{other:?}"),
    }
}

/// The counts that courses publish for this board.
#[test]
fn counts_match_the_published_ones() {
    let board: Board = "1,2,5,3,4,0,6,7,8".parse().expect("a board");
    let goal = Goal::blank_first(board.size());
    let counts = |algorithm| {
        let solution = solve(&Solver::new(goal.clone()).request(algorithm), &board);
        (solution.len(), solution.stats().expanded, solution.stats().max_depth)
    };
    assert_eq!(counts(Algorithm::BreadthFirst), (3, 10, Some(4)));
    assert_eq!(counts(Algorithm::UniformCost), (3, 10, Some(4)));
    assert_eq!(counts(Algorithm::DepthFirst), (3, 181_437, Some(66_125)));
    assert_eq!(counts(Algorithm::IterativeDeepening), (3, 8, Some(3)));
}

/// A breadth-first or depth-first search that is written down as plainly as possible.
fn textbook(board: &Board, goal: &Goal, order: MoveOrder, is_depth_first: bool) -> (Vec<Move>, u64, u32) {
    let mut frontier = VecDeque::from([(board.clone(), Vec::new())]);
    let mut reached = std::collections::HashSet::from([board.clone()]);
    let (mut expanded, mut max_depth) = (0, 0);
    loop {
        let removed = if is_depth_first { frontier.pop_back() } else { frontier.pop_front() };
        let (board, path) = removed.expect("solvable");
        if board.is_goal(goal) {
            return (path, expanded, max_depth);
        }
        expanded += 1;
        let mut moves = order.moves();
        if is_depth_first {
            moves.reverse();
        }
        for by in moves {
            let Ok(next) = board.after(by) else { continue };
            if reached.insert(next.clone()) {
                let mut path = path.clone();
                path.push(by);
                max_depth = max_depth.max(path.len() as u32);
                frontier.push_back((next, path));
            }
        }
    }
}

#[test]
fn searches_match_the_textbook() {
    for size in ["2x2", "2x3", "3x2"] {
        let goal = Goal::blank_first(size.parse().expect("a size"));
        let space = StateSpace::enumerate(&goal).expect("small");
        for board in (0..=space.radius()).flat_map(|distance| space.boards_at(distance)) {
            for order in ["UDLR", "RDUL", "LURD"].map(order) {
                for (algorithm, is_depth_first) in [
                    (Algorithm::BreadthFirst, false),
                    (Algorithm::UniformCost, false),
                    (Algorithm::DepthFirst, true),
                ] {
                    let solution = solve(
                        &Solver::new(goal.clone()).request(algorithm.with_order(order).expect("uninformed")),
                        &board,
                    );
                    let (path, expanded, max_depth) = textbook(&board, &goal, order, is_depth_first);
                    assert_eq!(solution.moves(), path, "{algorithm} {order}\n{board}");
                    let stats = solution.stats();
                    assert_eq!((stats.expanded, stats.max_depth), (expanded, Some(max_depth)));
                }
            }
        }
    }
}

#[test]
fn breadth_first_search_is_exact_on_3x3() {
    let goal = goal_3x3();
    let boards = boards_3x3(&goal, 1999);
    for order in ORDERS.map(order) {
        let solver = Solver::new(goal.clone());
        let breadth_first =
            solver.clone().request(Algorithm::BreadthFirst.with_order(order).expect("uninformed"));
        let uniform_cost =
            solver.clone().request(Algorithm::UniformCost.with_order(order).expect("uninformed"));
        boards.par_iter().for_each(|(board, distance)| {
            let solution = solve(&breadth_first, board);
            assert!(solution.is_shortest() && solution.len() as u32 == *distance, "{order}\n{board}");
            let other = solve(&uniform_cost, board);
            assert_eq!(other.moves(), solution.moves());
            assert_eq!(
                (other.stats().expanded, other.stats().generated),
                (solution.stats().expanded, solution.stats().generated)
            );
            // It finds the lexicographically first of all shortest solutions.
            let Ok(AllSolutionsOutcome::Solved(all)) = solver.solve_all(board, &mut ()) else {
                panic!("solvable")
            };
            let first = all.iter_in(order).next().expect("solvable");
            assert_eq!(first.moves(), solution.moves(), "{order}\n{board}");
        });
    }
}

#[test]
fn iterative_deepening_is_exact_on_3x3() {
    let goal = goal_3x3();
    let boards = boards_3x3(&goal, 3001);
    for order in ORDERS.map(order) {
        let solver = Solver::new(goal.clone())
            .request(Algorithm::IterativeDeepening.with_order(order).expect("uninformed"));
        boards.par_iter().for_each(|(board, distance)| {
            let solution = solve(&solver, board);
            assert!(solution.is_shortest() && solution.len() as u32 == *distance, "{order}\n{board}");
        });
    }
}

#[test]
fn depth_limit_ends_a_search_with_a_bound() {
    let goal = goal_3x3();
    for (board, distance) in
        boards_3x3(&goal, 9001).iter().filter(|(_, distance)| (1..=20).contains(distance))
    {
        for algorithm in [
            Algorithm::BreadthFirst,
            Algorithm::DepthFirst,
            Algorithm::IterativeDeepening,
            Algorithm::UniformCost,
        ] {
            let with_limit = |depth| {
                let (algorithm, depth_limit) = (Some(algorithm), Some(depth));
                let options = SearchOptions { algorithm, depth_limit, ..SearchOptions::default() };
                Solver::new(goal.clone()).request(options.request().expect("uninformed"))
            };
            let at = stopped(&with_limit(distance - 1), board);
            assert_eq!((at.reason, at.lower_bound), (StopReason::Depth, *distance), "{algorithm}");
            // A depth-first search may find a longer solution, but not beyond its limit.
            for limit in [*distance, distance + 3] {
                let solution = solve(&with_limit(limit), board);
                assert!((*distance..=limit).contains(&(solution.len() as u32)), "{algorithm}");
                assert!(solution.stats().max_depth <= Some(limit));
            }
        }
    }
}

/// All 413 boards at 1 to 7 moves from the 4×4 goal, with the eight orders of the course that uses them.
#[test]
fn breadth_first_search_is_exact_near_the_goal_of_4x4() {
    let goal = Goal::blank_last(Size::square(4).expect("in range"));
    let mut boards = 0;
    for distance in 1..=7 {
        let cancel = taquin::CancelToken::default();
        let at_distance =
            taquin::state_space::boards_at_distance(&goal, distance, 1000, &cancel).expect("few");
        for board in at_distance {
            boards += 1;
            for order in ["RDUL", "RDLU", "DRUL", "DRLU", "LUDR", "LURD", "ULDR", "ULRD"].map(order) {
                let solver = Solver::new(goal.clone())
                    .request(Algorithm::BreadthFirst.with_order(order).expect("uninformed"));
                assert_eq!(solve(&solver, &board).len() as u32, distance);
            }
        }
    }
    assert_eq!(boards, 413);
}
