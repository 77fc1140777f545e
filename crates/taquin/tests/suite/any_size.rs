//! Anytime search: boards of any size are solved within a time limit, with correct lower bounds.

use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand::SeedableRng;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::random::random_board;
use taquin::{
    Algorithm, Board, Clock, Event, Goal, Heuristic, Improved, Limits, Metric, Observer, Optimality, Outcome,
    Parity, Size, Solution, Solver, verify,
};

/// Limits with a clock that advances by a millisecond at each reading.
fn limits() -> Limits {
    let readings = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_millis(readings.fetch_add(1, Ordering::Relaxed)));
    Limits { clock, ..Limits::default() }
}

fn solve(board: &Board, goal: &Goal, readings: u64) -> Option<Solution> {
    let solver = Solver::new(goal.clone())
        .limits(limits())
        .request(Optimality::Within(Duration::from_millis(readings)));
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
    let solver = Solver::new(goal.clone()).request(Optimality::Within(Duration::from_mins(10))).threads(2);
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

#[test]
fn easy_boards_of_any_size_are_solved_optimally() {
    let board: Board = include_str!("../../../../puzzles/10x10-24.txt").parse().expect("a board");
    let solver =
        Solver::new(Goal::blank_last(board.size())).request(Optimality::Within(Duration::from_secs(1)));
    let Ok(Outcome::Solved(solution)) = solver.solve(&board) else { panic!("solvable") };
    assert_eq!((solution.len(), solution.is_shortest()), (24, true));
    assert!(solution.stats().generated < 12_500);
}

/// The plan for a random board of some size, without the sizes of databases.
fn plan(size: &str, configure: impl Fn(Solver) -> Solver) -> String {
    let goal = Goal::blank_last(size.parse().expect("a size"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
    let plan = configure(Solver::new(goal)).plan(&board).expect("same size").to_string();
    plan.split(", ").filter(|part| !part.ends_with("iB")).collect::<Vec<_>>().join(", ")
}

#[test]
fn plans_depend_on_size_optimality_metric_and_algorithm() {
    let practical = |solver: Solver| solver.request(Optimality::Practical);
    let (a_star, construct) = ("astar with manhattan", "tile-by-tile construction, then anytime improvement");
    let easy = format!("{a_star}, for up to 50,000 nodes; then ");
    let small = "ida with pattern databases 8:4-4, built in memory";
    let embedded = "ida with pattern databases 15:6-6-3, embedded in the program";
    let larger = "ida with pattern databases 15:7-7-1, built in memory";
    let large = "ida with pattern databases 24:6-6-6-6, built in memory";
    assert_eq!(plan("3x3", practical), format!("{easy}{small}"));
    assert_eq!(plan("4x4", practical), format!("{embedded}, for up to 20,000,000 nodes; then {larger}"));
    let at_once = |solver: Solver| solver.request(Optimality::Within(Duration::from_secs(1)));
    assert_eq!(plan("4x4", at_once), format!("{embedded}; meanwhile {construct}"));
    assert_eq!(plan("5x5", practical), format!("{easy}{large}; meanwhile {construct}"));
    assert_eq!(plan("5x5", |solver| solver), format!("{easy}{large}"));
    assert_eq!(plan("10x10", practical), format!("{a_star}, for up to 12,500 nodes; then {construct}"));
    assert_eq!(plan("10x10", |solver| solver), a_star);
    let multi = |solver: Solver| solver.request(Metric::Multi);
    assert_eq!(plan("4x4", multi), "ida in the multi-tile metric, with tables built in memory");
    assert_eq!(plan("6x6", multi), construct);
    assert_eq!(plan("3x3", |solver| solver.request(Algorithm::UniformCost)), "ucs with no heuristic");
    let ida = |solver: Solver| solver.request(Algorithm::IdaStar);
    assert_eq!(plan("3x3", ida), small);
    let hamming = Algorithm::IdaStar.with_heuristic(Heuristic::Hamming).expect("it uses one");
    assert_eq!(plan("3x3", |solver| solver.request(hamming.clone())), "ida with hamming");
    let bound = |solver: Solver| solver.request(Optimality::AtLeast(80));
    assert_eq!(plan("5x5", bound), large);
}

#[test]
fn a_solution_is_returned_whatever_the_limits() {
    let goal = Goal::blank_last(Size::square(5).expect("in range"));
    let board = random_board(&goal, true, &mut ChaCha8Rng::seed_from_u64(1));
    let starved = Limits { memory: 1, time: Some(Duration::ZERO), ..Limits::default() };
    let cancelled = Limits::default();
    cancelled.cancel.cancel();
    for limits in [starved, cancelled] {
        let solver =
            Solver::new(goal.clone()).limits(limits).request(Optimality::Within(Duration::from_mins(10)));
        let Ok(Outcome::Solved(solution)) = solver.solve(&board) else { panic!("not solved") };
        assert_eq!(verify(&board, &goal, solution.moves()), Ok(()));
        assert!(!solution.is_shortest());
    }
}
