//! Anytime search: boards of any size are solved within a time limit, with correct lower bounds.

use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand::SeedableRng;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::random::random_board;
use taquin::{
    Algorithm, Board, Event, Goal, Limits, Observer, Outcome, Parity, Size, Solution, Solver, verify,
};
use taquin::{Clock, Improved, Phase};

/// Limits with a clock that advances by a millisecond at each reading.
fn limits() -> Limits {
    let readings = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_millis(readings.fetch_add(1, Ordering::Relaxed)));
    Limits { clock, ..Limits::default() }
}

fn solve(board: &Board, goal: &Goal, readings: u64) -> Option<Solution> {
    let solver = Solver::new(goal.clone()).limits(limits()).within(Duration::from_millis(readings));
    match solver.solve(board).expect("same size") {
        Outcome::Solved(solution) => Some(solution),
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped(_) => panic!("anytime search always returns a solution"),
    }
}

fn check(board: &Board, goal: &Goal, readings: u64) {
    let solution = solve(board, goal, readings).expect("solvable");
    assert_eq!(verify(board, goal, solution.moves()), Ok(()));
    let length = solution.len() as u32;
    assert!(solution.lower_bound() <= length && solution.lower_bound() >= board.manhattan(goal));
    assert_eq!((length - solution.lower_bound()) % 2, 0, "the lengths of all solutions have the same parity");
}

fn size() -> impl Strategy<Value = Size> {
    (2usize..=16, 2usize..=16).prop_map(|(rows, cols)| Size::new(rows, cols).expect("in range"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn boards_of_any_size_are_solved_for_any_goal(size in size(), seed: u64, is_random_goal: bool) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let snail = Goal::snail(size);
        let goal =
            if is_random_goal { Goal::explicit(random_board(&snail, true, &mut rng)) } else { snail };
        check(&random_board(&goal, true, &mut rng), &goal, 60);
        prop_assert!(solve(&random_board(&goal, false, &mut rng), &goal, 60).is_none());
    }
}

#[test]
fn reversed_boards_are_solved() {
    for (rows, cols) in [(2, 2), (2, 127), (127, 2), (5, 5), (11, 13), (40, 40)] {
        let goal = Goal::blank_last(Size::new(rows, cols).expect("in range"));
        let mut tiles = goal.board().tiles().to_vec();
        tiles.reverse();
        let board = Board::from_tiles(goal.size(), &tiles).expect("a permutation");
        let is_solvable = Parity::is_solvable(&board, &goal);
        check(&if is_solvable { board } else { board.twin() }, &goal, 30);
    }
}

/// Records the improvements.
#[derive(Default)]
struct ImprovementLog(Vec<Improved>);

impl Observer for ImprovementLog {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Improved(improved) = event {
            self.0.push(*improved);
        }
    }
}

#[test]
fn incumbent_and_lower_bound_meet_at_the_shortest_length() {
    // Too hard for the short A* search that comes first.
    let goal = Goal::blank_last(Size::new(3, 6).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(3));
    let mut log = ImprovementLog::default();
    let solver = Solver::new(goal.clone()).within(Duration::from_mins(10)).threads(2);
    let Ok(Outcome::Solved(solution)) = solver.solve_observed(&board, &mut log) else { panic!("solvable") };
    assert!(solution.is_shortest());
    assert_eq!(verify(&board, &goal, solution.moves()), Ok(()));
    let Ok(Outcome::Solved(proven)) = Solver::new(goal).solve(&board) else { panic!("solvable") };
    assert_eq!(proven.len(), solution.len());
    let improvements = &log.0;
    assert!(
        improvements
            .windows(2)
            .all(|pair| pair[1].previous == Some(pair[0].moves) && pair[1].moves < pair[0].moves)
    );
    assert!(improvements.iter().all(|improved| improved.lower_bound as usize <= solution.len()));
}

/// Records the phases.
#[derive(Default)]
struct PlanLog(Vec<Phase>);

impl Observer for PlanLog {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Phase(phase) = event {
            self.0.push((*phase).clone());
        }
    }
}

#[test]
fn easy_boards_of_any_size_are_solved_optimally() {
    let board: Board = include_str!("../../../puzzles/10x10-24.txt").parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).within(Duration::from_secs(1));
    let mut plan = PlanLog::default();
    let Ok(Outcome::Solved(solution)) = solver.solve_observed(&board, &mut plan) else { panic!("solvable") };
    assert_eq!((solution.len(), solution.is_shortest()), (24, true));
    assert!(matches!(
        plan.0[..],
        [Phase::Search { algorithm: Algorithm::AStar, node_limit: Some(12_500), .. }]
    ));
}

#[test]
fn phases_are_reported() {
    let goal = Goal::blank_last(Size::square(10).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
    let mut plan = PlanLog::default();
    let solver = Solver::new(goal).limits(limits()).within(Duration::from_millis(30));
    solver.solve_observed(&board, &mut plan).expect("same size");
    let [Phase::Search { node_limit: Some(_), .. }, Phase::Construct] = plan.0[..] else {
        panic!("{:?}", plan.0)
    };

    let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
    let mut plan = PlanLog::default();
    let solver = Solver::new(Goal::blank_last(board.size())).algorithm(Algorithm::UniformCost);
    solver.solve_observed(&board, &mut plan).expect("same size");
    let uniform = Phase::Search { algorithm: Algorithm::UniformCost, heuristic: None, node_limit: None };
    assert_eq!(plan.0, [uniform]);
}

#[test]
fn a_solution_is_returned_whatever_the_limits() {
    let goal = Goal::blank_last(Size::square(5).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
    let starved = Limits { memory: 1, time: Some(Duration::ZERO), ..Limits::default() };
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    for limits in [starved, cancelled] {
        let solver = Solver::new(goal.clone()).limits(limits).within(Duration::from_mins(10));
        let Ok(Outcome::Solved(solution)) = solver.solve(&board) else { panic!("not solved") };
        assert_eq!(verify(&board, &goal, solution.moves()), Ok(()));
        assert!(!solution.is_shortest());
    }
}
