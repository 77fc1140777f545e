//! The multi-tile metric, against breadth-first search that knows nothing but the rules.

use rand::SeedableRng;
use rayon::prelude::*;
use std::collections::HashMap;
use std::time::Duration;
use taquin::Engines;
use taquin::random::random_board;
use taquin::state_space::StateSpace;
use taquin::{
    AllSolutionsOutcome, Board, Goal, Limits, Metric, Move, Optimality, Outcome, SearchOptions, Size,
    Solution, SolveError, Solver, StopReason,
};

fn solve(solver: &Solver, board: &Board) -> Solution {
    match solver.solve(board).expect("same size") {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// Returns the boards after each multi-tile move.
fn successors(board: &Board) -> impl Iterator<Item = Board> + '_ {
    Move::ALL
        .into_iter()
        .flat_map(|by| std::iter::successors(board.after(by).ok(), move |next| next.after(by).ok()))
}

/// The distance of each board, and the number of its shortest solutions.
fn distances(goal: &Goal) -> HashMap<Board, (u32, u128)> {
    let mut reached = HashMap::from([(goal.board().clone(), (0, 1))]);
    let mut level = vec![goal.board().clone()];
    for distance in 1.. {
        let mut next: HashMap<Board, u128> = HashMap::new();
        for board in &level {
            let paths = reached[board].1;
            for successor in successors(board).filter(|successor| !reached.contains_key(successor)) {
                *next.entry(successor).or_default() += paths;
            }
        }
        level = next.keys().cloned().collect();
        if level.is_empty() {
            return reached;
        }
        reached.extend(next.into_iter().map(|(board, paths)| (board, (distance, paths))));
    }
    unreachable!("the state space is finite")
}

fn check_all(goal: &Goal, boards: usize, radius: u32, stride: usize) {
    let truth = distances(goal);
    assert_eq!((truth.len(), truth.values().map(|(distance, _)| *distance).max()), (boards, Some(radius)));
    let space = StateSpace::enumerate_in(goal, Metric::Multi).expect("small");
    let single = StateSpace::enumerate(goal).expect("small");
    let solver = Solver::new(goal.clone()).request(Metric::Multi);
    let longest_line = goal.size().rows().max(goal.size().cols()) as u32 - 1;
    truth.par_iter().for_each(|(board, &(distance, _))| {
        assert_eq!(space.distance(board), Some(distance), "{board}");
        let by_tile = single.distance(board).expect("solvable");
        assert!(distance <= by_tile && by_tile <= distance * longest_line, "{board}");
    });
    // The order of a hash map is random.
    let mut sample: Vec<_> = truth.iter().collect();
    sample.sort_by_key(|(board, _)| board.tiles().to_vec());
    sample.into_par_iter().step_by(stride).for_each(|(board, &(distance, paths))| {
        let solution = solve(&solver, board);
        assert!(solution.is_shortest(), "{board}");
        assert_eq!((solution.len() as u32, solution.metric()), (distance, Metric::Multi), "{board}");
        let AllSolutionsOutcome::Solved(all) = solver.solve_all(board, &mut ()).expect("small") else {
            panic!("solvable")
        };
        assert_eq!((all.length(), all.count()), (distance, paths), "{board}");
        let best = all.shortest_in_other_metric();
        let by_tile = all.iter().take(10_000).map(|solution| {
            assert_eq!(solution.len() as u32, distance);
            // Each tile that slides moves the blank by one cell.
            assert_eq!(solution.moves().len() as u32 % 2, single.distance(board).expect("solvable") % 2);
            solution.moves().len()
        });
        let (count, least) =
            by_tile.fold((0, usize::MAX), |(count, least), length| (count + 1, least.min(length)));
        assert_eq!(count.min(10_000), paths.min(10_000));
        if paths <= 10_000 {
            assert_eq!((best.len() as u32, best.moves().len()), (distance, least), "{board}");
        }
    });
}

#[test]
fn small_boards_are_exact() {
    let size = |rows, cols| Size::new(rows, cols).expect("in range");
    check_all(&Goal::blank_last(size(2, 2)), 12, 6, 1);
    check_all(&Goal::blank_last(size(2, 3)), 360, 20, 1);
    check_all(&Goal::blank_first(size(3, 2)), 360, 20, 1);
    check_all(&Goal::snail(size(2, 3)), 360, 20, 1);
    check_all(&Goal::blank_last(size(2, 4)), 20_160, 25, 1);
}

#[test]
fn all_boards_of_3x3_are_exact() {
    #[expect(clippy::disallowed_methods, reason = "an environment variable enables slow tests")]
    let stride = if std::env::var_os("TAQUIN_SLOW_TESTS").is_some() { 1 } else { 17 };
    check_all(&Goal::blank_last(Size::square(3).expect("in range")), 181_440, 24, stride);
    check_all(&Goal::ring(), 181_440, 24, 101);
}

#[test]
fn random_boards_of_up_to_16_cells() {
    let mut random = chacha20::ChaCha8Rng::seed_from_u64(1);
    for (size, goals, count) in [("4x4", 4, 2), ("3x4", 4, 10), ("2x6", 2, 10), ("5x3", 1, 2), ("2x7", 1, 1)]
    {
        let size: Size = size.parse().expect("a size");
        let all =
            [Goal::blank_last(size), Goal::snail(size), Goal::blank_first(size), Goal::blank_at(size, 1)];
        for goal in &all[..goals] {
            let solver = Solver::new(goal.clone());
            let multi = solver.clone().request(Metric::Multi);
            let longest_line = size.rows().max(size.cols()) - 1;
            for _ in 0..count {
                let board = random_board(goal, true, &mut random);
                let shortest = solve(&multi, &board);
                let by_tile = solve(&solver, &board);
                assert!(shortest.is_shortest() && shortest.len() <= by_tile.len(), "{board}");
                assert!(by_tile.len() <= shortest.len() * longest_line, "{board}");
                assert!(shortest.len() <= Metric::Multi.count(by_tile.moves()), "{board}");
                assert_eq!(shortest.moves().len() % 2, by_tile.len() % 2, "{board}");
            }
        }
    }
}

/// Boards announced as many are solved with larger tables.
#[test]
fn larger_tables_give_the_same_lengths() {
    let goal = Goal::blank_last(Size::new(2, 7).expect("in range"));
    let rng = &mut chacha20::ChaCha8Rng::seed_from_u64(2);
    let one = Solver::new(goal.clone()).request(Metric::Multi);
    let many = one.clone().expect_boards(1000);
    let (mut nodes, mut fewer_nodes) = (0, 0);
    for _ in 0..3 {
        let board = random_board(&goal, true, rng);
        let (small, large) = (solve(&one, &board), solve(&many, &board));
        assert_eq!(small.moves(), large.moves(), "{board}");
        nodes += small.stats().generated;
        fewer_nodes += large.stats().generated;
    }
    assert!(fewer_nodes < nodes, "{fewer_nodes} {nodes}");
    // Too little memory for the larger ones leaves the small ones.
    let limits = Limits { memory: 12 << 20, ..Limits::default() };
    let little = many.clone().engines(Engines::default()).limits(limits);
    let board = random_board(&goal, true, rng);
    assert_eq!(solve(&little, &board).len(), solve(&many, &board).len());
}

#[test]
fn larger_boards_have_a_bound() {
    let goal = Goal::blank_last(Size::square(6).expect("in range"));
    let board = Goal::snail(goal.size()).board().clone();
    let optimality = Optimality::Within(Duration::from_millis(200));
    let options = SearchOptions { metric: Metric::Multi, optimality, ..SearchOptions::default() };
    let solver = Solver::new(goal).request(options.request().expect("valid"));
    let Ok(Outcome::Solved(solution)) = solver.solve(&board) else {
        assert!(matches!(solver.solve(&board), Ok(Outcome::Unsolvable(_))));
        return;
    };
    assert!(solution.lower_bound() > 0 && solution.lower_bound() as usize <= solution.len());
    assert!(matches!(solver.solve_all(&board, &mut ()), Err(SolveError::TooManyCells { max_cells: 16, .. })));
}

#[test]
fn limits_hold() {
    let goal = Goal::blank_last(Size::square(4).expect("in range"));
    let board = random_board(&goal, true, &mut chacha20::ChaCha8Rng::seed_from_u64(1));
    let solver = Solver::new(goal).request(Metric::Multi);
    let limits = Limits { nodes: Some(50_000), ..Limits::default() };
    let Ok(Outcome::Stopped(at)) = solver.clone().limits(limits).solve(&board) else {
        panic!("a hard board")
    };
    assert!(
        at.reason == StopReason::Nodes
            && at.lower_bound > 20
            && at.best.is_some_and(|best| !best.is_shortest())
    );
    let limits = Limits { memory: 1 << 20, ..Limits::default() };
    let fresh = solver.clone().engines(Engines::default()).limits(limits);
    let Ok(Outcome::Stopped(at)) = fresh.solve(&board) else { panic!("no memory") };
    assert_eq!(at.reason, StopReason::Memory);
}
