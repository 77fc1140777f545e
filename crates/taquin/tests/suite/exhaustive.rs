//! Comparison with the ground truth on whole state spaces, which breadth-first search enumerates.
//!
//! `TAQUIN_SLOW_TESTS=1` runs every search on every board; by default the slow ones run on a sample.

use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::OnceLock;
use taquin::Engines;
use taquin::OpenListKind;
use taquin::state_space::StateSpace;
use taquin::state_space::boards_at_distance;
use taquin::{
    Algorithm, AllSolutionsOutcome, Board, CancelToken, Goal, Heuristic, Outcome, Parity, Size, Solver,
    Weight, verify,
};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("in range")
}

fn goal(text: &str) -> Goal {
    Goal::explicit(text.parse().expect("a board"))
}

/// Goals with the blank in a corner, in the centre, in another corner, and on an edge.
fn goals_3x3() -> [Goal; 4] {
    [Goal::blank_last(size(3, 3)), Goal::ring(), Goal::blank_first(size(3, 3)), goal("7 3 1/0 8 2/5 4 6")]
}

fn small_goals() -> Vec<Goal> {
    let mut goals = Vec::new();
    for size in [size(2, 2), size(2, 3), size(3, 2)] {
        goals.extend([Goal::blank_last(size), Goal::blank_first(size), Goal::snail(size)]);
    }
    goals.extend([goal("1 3/0 2"), goal("5 0 4/3 2 1"), goal("4 1/0 2/5 3")]);
    goals
}

/// All boards of a goal's size, and the tables for it.
struct TestSpace {
    goal: Goal,
    space: StateSpace,
    /// All boards with their distances; the unsolvable ones are the twins of the solvable ones.
    boards: Vec<(Board, Option<u32>)>,
    tables: Engines,
}

impl TestSpace {
    fn new(goal: Goal) -> Self {
        let space = StateSpace::enumerate(&goal).expect("small");
        let solvable =
            (0..=space.radius()).flat_map(|d| space.boards_at(d).map(move |board| (board, Some(d))));
        let boards = solvable.flat_map(|(board, d)| [(board.twin(), None), (board, d)]).collect();
        Self { goal, space, boards, tables: Engines::default() }
    }

    /// Solves every `stride`th board and checks the length. An odd stride covers solvable and unsolvable
    /// boards.
    fn check(&self, algorithm: Algorithm, heuristic: impl Into<Option<Heuristic>>, stride: usize) {
        let heuristic = heuristic.into();
        #[expect(clippy::disallowed_methods, reason = "an environment variable enables slow tests")]
        let stride = if std::env::var_os("TAQUIN_SLOW_TESTS").is_some() { 1 } else { stride };
        let solver =
            Solver::new(self.goal.clone()).request(algorithm.with_heuristic(heuristic).expect("it uses one"));
        let solver = solver.engines(self.tables.clone());
        self.boards.par_iter().step_by(stride).for_each(|(board, distance)| {
            let found = match solver.solve(board).expect("same size") {
                Outcome::Solved(solution) => {
                    assert!(solution.is_shortest());
                    Some(solution.len() as u32)
                }
                Outcome::Unsolvable(_) => None,
                Outcome::Stopped(at) => panic!("{at:?}"),
            };
            assert_eq!(found, *distance, "{} with {heuristic:?} on\n{board}", algorithm.name());
        });
    }
}

/// The 3×3 spaces, shared by all tests.
fn spaces_3x3() -> &'static [TestSpace; 4] {
    static SPACES: OnceLock<[TestSpace; 4]> = OnceLock::new();
    SPACES.get_or_init(|| goals_3x3().map(TestSpace::new))
}

fn small_spaces() -> Vec<TestSpace> {
    small_goals().into_iter().map(TestSpace::new).collect()
}

#[test]
fn parity_is_exact() {
    for TestSpace { goal, space, boards, .. } in small_spaces().iter().chain(spaces_3x3()) {
        assert_eq!(
            boards.len(),
            (1..=goal.size().cells()).product::<usize>(),
            "half of all boards are solvable"
        );
        for (board, distance) in boards {
            assert_eq!(space.distance(board), *distance);
            assert_eq!(Parity::is_solvable(board, goal), distance.is_some());
        }
    }
}

#[test]
fn heuristics_are_admissible_and_consistent() {
    for TestSpace { goal, space, .. } in small_spaces().iter().chain(spaces_3x3()) {
        for heuristic in Heuristic::ALL {
            let evaluator = heuristic.evaluator(goal).expect("small");
            assert_eq!(evaluator.estimate(goal.board()), 0);
            for distance in 0..=space.radius() {
                for board in space.boards_at(distance) {
                    let here = evaluator.estimate(&board);
                    assert!(here <= distance);
                    assert!(board.neighbors().all(|(_, next)| evaluator.estimate(&next).abs_diff(here) <= 1));
                }
            }
        }
    }
}

#[test]
fn all_searches_are_exact_on_small_boards() {
    let searches = [
        Algorithm::Auto,
        Algorithm::IdaStar,
        Algorithm::AStar,
        Algorithm::Bidirectional,
        Algorithm::WeightedAStar(Weight::new(1)),
        Algorithm::BreadthFirst,
        Algorithm::IterativeDeepening,
        Algorithm::UniformCost,
        Algorithm::Princeton,
        Algorithm::Iowa(OpenListKind::LinkedList),
        Algorithm::Iowa(OpenListKind::Heap),
        Algorithm::Iowa(OpenListKind::Buckets),
    ];
    for space in small_spaces() {
        for algorithm in searches {
            space.check(algorithm, None, 1);
            for heuristic in Heuristic::ALL.into_iter().filter(|_| algorithm.uses_heuristic()) {
                space.check(algorithm, heuristic, 1);
            }
        }
    }
}

#[test]
fn princeton_with_its_lockstep_search_is_exact_on_3x3() {
    for (space, stride) in spaces_3x3().iter().zip([15, 15, 31, 31]) {
        space.check(Algorithm::Princeton, Heuristic::Manhattan, stride);
    }
    spaces_3x3()[0].check(Algorithm::Princeton, Heuristic::Hamming, 1999);
}

#[test]
fn ida_star_is_exact_on_3x3() {
    for (space, stride) in spaces_3x3().iter().zip([1, 1, 15, 15]) {
        space.check(Algorithm::IdaStar, None, stride);
        for heuristic in [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::Largest] {
            space.check(Algorithm::IdaStar, heuristic, 501);
        }
    }
}

#[test]
fn a_star_is_exact_on_3x3() {
    for (space, stride) in spaces_3x3().iter().zip([1, 15, 15, 15]) {
        space.check(Algorithm::AStar, Heuristic::Manhattan, stride);
        space.check(Algorithm::AStar, Heuristic::Hamming, 201);
        space.check(Algorithm::AStar, Heuristic::LinearConflict, 25);
        space.check(Algorithm::AStar, Heuristic::WalkingDistance, 25);
        space.check(Algorithm::AStar, Heuristic::Largest, 101);
    }
}

#[test]
fn bidirectional_is_exact_on_3x3() {
    let [corner, centre, other_corner, edge] = spaces_3x3();
    corner.check(Algorithm::Bidirectional, Heuristic::Manhattan, 3);
    centre.check(Algorithm::Bidirectional, Heuristic::Manhattan, 15);
    for space in [other_corner, edge] {
        for heuristic in Heuristic::ALL {
            space.check(Algorithm::Bidirectional, heuristic, 501);
        }
    }
}

/// The number of shortest solutions of a board is the sum of those of its neighbors nearer to the goal.
#[test]
fn all_shortest_solutions_are_found_on_3x3() {
    let [corner, centre, ..] = spaces_3x3();
    for (TestSpace { goal, space, .. }, is_sampled) in [(corner, false), (centre, true)] {
        let mut counts: HashMap<Board, u128> = HashMap::from([(goal.board().clone(), 1)]);
        for distance in 1..=space.radius() {
            for board in space.boards_at(distance) {
                let nearer = board.neighbors().filter(|(_, next)| space.distance(next) == Some(distance - 1));
                let count = nearer.map(|(_, next)| counts[&next]).sum();
                counts.insert(board, count);
            }
        }
        let solver = Solver::new(goal.clone());
        let sample = counts.par_iter().filter(|(board, _)| !is_sampled || board.tiles()[0] == 3);
        sample.for_each(|(board, count)| {
            let Ok(AllSolutionsOutcome::Solved(found)) = solver.solve_all(board, &mut ()) else {
                panic!("solvable")
            };
            assert_eq!((found.count(), Some(found.length())), (*count, space.distance(board)), "\n{board}");
            if *count < 5 {
                let listed: Vec<_> = found.iter().collect();
                assert_eq!(listed.len() as u128, *count);
                assert!(listed.windows(2).all(|pair| pair[0].moves() < pair[1].moves()));
                assert!(listed.iter().all(|solution| verify(board, goal, solution.moves()).is_ok()));
            }
        });
    }
}

/// Larger boards exchange move sequences of up to twelve moves; all boards near the goal are listed.
#[test]
fn all_shortest_solutions_are_found_near_the_goal_of_larger_boards() {
    for (n, farthest, stride) in [(4, 16, 97), (5, 14, 397)] {
        let goal = Goal::blank_last(Size::square(n).expect("in range"));
        let mut counts: HashMap<Board, u128> = HashMap::from([(goal.board().clone(), 1)]);
        for distance in 1..=farthest {
            let mut next: HashMap<Board, u128> = HashMap::new();
            let boards =
                boards_at_distance(&goal, distance, 1_000_000, &CancelToken::default()).expect("few");
            for board in boards {
                let nearer = board.neighbors().filter_map(|(_, next)| counts.get(&next));
                let count = nearer.sum();
                next.insert(board, count);
            }
            counts = next;
        }
        let solver = Solver::new(goal.clone());
        let mut sample: Vec<_> = counts.iter().collect();
        sample.sort_unstable_by_key(|(board, _)| board.tiles());
        sample.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let many = sample.iter().take(50);
        many.chain(sample.iter().step_by(stride)).for_each(|(board, count)| {
            let Ok(AllSolutionsOutcome::Solved(found)) = solver.solve_all(board, &mut ()) else {
                panic!("solvable")
            };
            assert_eq!((found.count(), found.length()), (**count, farthest), "\n{board}");
        });
    }
}

#[test]
fn iowa_is_exact_on_3x3() {
    let [corner, centre, _, edge] = spaces_3x3();
    for space in [corner, centre] {
        space.check(Algorithm::Iowa(OpenListKind::Buckets), Heuristic::Manhattan, 15);
        space.check(Algorithm::Iowa(OpenListKind::Heap), Heuristic::Manhattan, 45);
        space.check(Algorithm::Iowa(OpenListKind::LinkedList), Heuristic::Manhattan, 2001);
    }
    edge.check(Algorithm::Iowa(OpenListKind::Buckets), Heuristic::Hamming, 401);
}
