//! Boards of any size are solved within the time given, and what is said of the solutions is true.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::search::{Clock, Improved, Planned};
use taquin::{
    Algorithm, Board, Goal, Limits, Observer, Outcome, Parity, Size, Solution, Solver, random_board, verify,
};

/// Limits with a clock that goes on by a millisecond whenever somebody looks.
fn limits() -> Limits {
    let looks = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_millis(looks.fetch_add(1, Ordering::Relaxed)));
    Limits { clock, ..Limits::default() }
}

fn solve(board: &Board, goal: &Goal, looks: u64) -> Option<Solution> {
    let solver = Solver::new(goal.clone()).limits(limits()).within(Duration::from_millis(looks));
    match solver.solve(board).expect("same size") {
        Outcome::Solved(solution) => Some(solution),
        Outcome::Unsolvable(_) => None,
        Outcome::Stopped(_) => panic!("there is always a solution"),
    }
}

fn check(board: &Board, goal: &Goal, looks: u64) {
    let solution = solve(board, goal, looks).expect("it can be solved");
    assert_eq!(verify(board, goal, &solution.moves), Ok(()));
    let length = solution.moves.len() as u32;
    assert!(solution.lower_bound <= length && solution.lower_bound >= board.manhattan(goal));
    assert_eq!((length - solution.lower_bound) % 2, 0, "all solutions are of the same parity");
}

fn size() -> impl Strategy<Value = Size> {
    (2usize..=16, 2usize..=16).prop_map(|(rows, cols)| Size::new(rows, cols).expect("in range"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    #[test]
    fn any_board_is_solved_for_any_goal(size in size(), seed: u64, is_any_goal: bool) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let usual = Goal::snail(size);
        let goal = if is_any_goal { Goal::explicit(random_board(&usual, true, &mut rng)) } else { usual };
        check(&random_board(&goal, true, &mut rng), &goal, 60);
        prop_assert!(solve(&random_board(&goal, false, &mut rng), &goal, 60).is_none());
    }
}

#[test]
fn boards_in_reverse_are_solved() {
    for (rows, cols) in [(2, 2), (2, 127), (127, 2), (5, 5), (11, 13), (40, 40)] {
        let goal = Goal::blank_last(Size::new(rows, cols).expect("in range"));
        let mut tiles = goal.board().tiles().to_vec();
        tiles.reverse();
        let board = Board::from_tiles(goal.size(), &tiles).expect("a permutation");
        let is_solvable = Parity::is_solvable(&board, &goal);
        check(&if is_solvable { board } else { board.twin() }, &goal, 30);
    }
}

/// Remembers what it is told.
#[derive(Default)]
struct Witness(Vec<Improved>);

impl Observer for Witness {
    fn improved(&mut self, improved: &Improved) {
        self.0.push(*improved);
    }
}

#[test]
fn the_two_ends_meet() {
    // Too hard for the moment of A* that comes first.
    let goal = Goal::blank_last(Size::new(3, 6).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(3));
    let mut witness = Witness::default();
    let solver = Solver::new(goal.clone()).within(Duration::from_mins(10)).threads(2);
    let Ok(Outcome::Solved(solution)) = solver.solve_watched(&board, &mut witness) else {
        panic!("solvable")
    };
    assert!(solution.is_shortest());
    assert_eq!(verify(&board, &goal, &solution.moves), Ok(()));
    let Ok(Outcome::Solved(proven)) = Solver::new(goal).solve(&board) else { panic!("solvable") };
    assert_eq!(proven.moves.len(), solution.moves.len());
    let told = &witness.0;
    assert!(
        told.windows(2).all(|pair| pair[1].before == Some(pair[0].moves) && pair[1].moves < pair[0].moves)
    );
    assert!(told.iter().all(|improved| improved.lower_bound as usize <= solution.moves.len()));
}

/// Remembers the plan.
#[derive(Default)]
struct Plan(Vec<Planned>);

impl Observer for Plan {
    fn planned(&mut self, step: &Planned) {
        self.0.push(step.clone());
    }
}

#[test]
fn an_easy_board_of_any_size_is_proven() {
    let board: Board = include_str!("../../../puzzles/10x10-24.txt").parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).within(Duration::from_secs(1));
    let mut plan = Plan::default();
    let Ok(Outcome::Solved(solution)) = solver.solve_watched(&board, &mut plan) else { panic!("solvable") };
    assert_eq!((solution.moves.len(), solution.is_shortest()), (24, true));
    assert!(matches!(plan.0[..], [Planned::Search { algorithm: "astar", most_nodes: Some(12_500), .. }]));
}

#[test]
fn the_plan_is_what_is_done() {
    let goal = Goal::blank_last(Size::square(10).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
    let mut plan = Plan::default();
    let solver = Solver::new(goal).limits(limits()).within(Duration::from_millis(30));
    solver.solve_watched(&board, &mut plan).expect("same size");
    let [Planned::Search { most_nodes: Some(_), .. }, Planned::Construct] = plan.0[..] else {
        panic!("{:?}", plan.0)
    };

    let board: Board = "0 1 3/4 2 5/7 8 6".parse().expect("a board");
    let mut plan = Plan::default();
    let solver = Solver::new(Goal::blank_last(board.size())).algorithm(Algorithm::UniformCost);
    solver.solve_watched(&board, &mut plan).expect("same size");
    let uniform = Planned::Search { algorithm: "uniform", heuristic: None, most_nodes: None };
    assert_eq!(plan.0, [uniform]);
}

#[test]
fn there_is_a_solution_however_little_may_be_used() {
    let goal = Goal::blank_last(Size::square(5).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
    let starved = Limits { memory: 1, time: Some(Duration::ZERO), ..Limits::default() };
    let cancelled = Limits::default();
    cancelled.stop.raise();
    for limits in [starved, cancelled] {
        let solver = Solver::new(goal.clone()).limits(limits).within(Duration::from_mins(10));
        let Ok(Outcome::Solved(solution)) = solver.solve(&board) else { panic!("there is a solution") };
        assert_eq!(verify(&board, &goal, &solution.moves), Ok(()));
        assert!(!solution.is_shortest());
    }
}
