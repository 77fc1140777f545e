//! Whole state spaces against breadth-first search, which trusts nothing but the moves.
//!
//! `TAQUIN_SLOW_TESTS=1` runs every search on every board; without it the slow ones take a sample.

use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::OnceLock;
use taquin::search::{Layers, OpenKind, boards_at};
use taquin::{Algorithm, Board, Every, Goal, Heuristic, Outcome, Parity, Size, Solver, Tables, verify};

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).expect("in range")
}

fn goal(text: &str) -> Goal {
    Goal::explicit(text.parse().expect("a board"))
}

/// The blank in a corner, in the middle, in another corner, and on an edge.
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

/// All boards of a goal's size, and what all searches for that goal share.
struct Space {
    goal: Goal,
    layers: Layers,
    /// Every board that can be solved with its distance, and every one that can't: they are the twins of those that can.
    boards: Vec<(Board, Option<u32>)>,
    tables: Tables,
}

impl Space {
    fn new(goal: Goal) -> Self {
        let layers = Layers::around(&goal).expect("small");
        let solvable =
            (0..=layers.radius()).flat_map(|d| layers.boards_at(d).map(move |board| (board, Some(d))));
        let boards = solvable.flat_map(|(board, d)| [(board.twin(), None), (board, d)]).collect();
        Self { goal, layers, boards, tables: Tables::default() }
    }

    /// Solves every `stride`th board and holds the answer against the true one. A stride that is odd meets both classes.
    fn is_solved(&self, algorithm: Algorithm, heuristic: impl Into<Option<Heuristic>>, stride: usize) {
        let heuristic = heuristic.into();
        #[expect(clippy::disallowed_methods, reason = "whoever runs the tests may have time")]
        let stride = if std::env::var_os("TAQUIN_SLOW_TESTS").is_some() { 1 } else { stride };
        let solver = Solver::new(self.goal.clone()).algorithm(algorithm).heuristic(heuristic);
        let solver = solver.tables(self.tables.clone());
        self.boards.par_iter().step_by(stride).for_each(|(board, distance)| {
            let found = match solver.solve(board).expect("the sizes agree") {
                Outcome::Solved(solution) => {
                    assert!(solution.is_shortest());
                    Some(solution.moves.len() as u32)
                }
                Outcome::Unsolvable(_) => None,
                Outcome::Stopped(at) => panic!("{at:?}"),
            };
            assert_eq!(found, *distance, "{} with {heuristic:?} on\n{board}", algorithm.name());
        });
    }
}

/// Those of 3×3, made once for all tests.
fn spaces_3x3() -> &'static [Space; 4] {
    static SPACES: OnceLock<[Space; 4]> = OnceLock::new();
    SPACES.get_or_init(|| goals_3x3().map(Space::new))
}

fn small_spaces() -> Vec<Space> {
    small_goals().into_iter().map(Space::new).collect()
}

#[test]
fn parity_is_exact() {
    for Space { goal, layers, boards, .. } in small_spaces().iter().chain(spaces_3x3()) {
        assert_eq!(
            boards.len(),
            (1..=goal.size().cells()).product::<usize>(),
            "half of all boards can be solved"
        );
        for (board, distance) in boards {
            assert_eq!(layers.distance(board), *distance);
            assert_eq!(Parity::is_solvable(board, goal), distance.is_some());
        }
    }
}

#[test]
fn heuristics_are_admissible_and_consistent() {
    for Space { goal, layers, .. } in small_spaces().iter().chain(spaces_3x3()) {
        for heuristic in Heuristic::ALL {
            let evaluator = heuristic.evaluator(goal).expect("small");
            assert_eq!(evaluator.estimate(goal.board()), 0);
            for distance in 0..=layers.radius() {
                for board in layers.boards_at(distance) {
                    let here = evaluator.estimate(&board);
                    assert!(here <= distance);
                    assert!(board.neighbors().all(|(_, next)| evaluator.estimate(&next).abs_diff(here) <= 1));
                }
            }
        }
    }
}

#[test]
fn every_search_is_exact_on_the_smallest_boards() {
    let searches = [
        Algorithm::Auto,
        Algorithm::IdaStar,
        Algorithm::AStar,
        Algorithm::Bidirectional,
        Algorithm::WeightedAStar(1),
        Algorithm::UniformCost,
        Algorithm::Princeton,
        Algorithm::Iowa(OpenKind::List),
        Algorithm::Iowa(OpenKind::Heap),
        Algorithm::Iowa(OpenKind::Bucket),
    ];
    for space in small_spaces() {
        for algorithm in searches {
            space.is_solved(algorithm, None, 1);
            for heuristic in Heuristic::ALL.into_iter().filter(|_| algorithm.uses_heuristic()) {
                space.is_solved(algorithm, heuristic, 1);
            }
        }
    }
}

#[test]
fn princeton_and_so_the_lockstep_is_exact_on_3x3() {
    let [corner, middle, other_corner, edge] = spaces_3x3();
    for space in [corner, middle, other_corner] {
        space.is_solved(Algorithm::Princeton, Heuristic::Manhattan, 1);
    }
    edge.is_solved(Algorithm::Princeton, Heuristic::Manhattan, 15);
    edge.is_solved(Algorithm::Princeton, Heuristic::Hamming, 1999);
}

#[test]
fn ida_star_is_exact_on_3x3() {
    for (space, stride) in spaces_3x3().iter().zip([1, 1, 15, 15]) {
        space.is_solved(Algorithm::IdaStar, None, stride);
        for heuristic in [Heuristic::Manhattan, Heuristic::LinearConflict, Heuristic::Largest] {
            space.is_solved(Algorithm::IdaStar, heuristic, 501);
        }
    }
}

#[test]
fn a_star_is_exact_on_3x3() {
    for space in spaces_3x3() {
        space.is_solved(Algorithm::AStar, Heuristic::Manhattan, 1);
        space.is_solved(Algorithm::AStar, Heuristic::Hamming, 201);
        space.is_solved(Algorithm::AStar, Heuristic::LinearConflict, 25);
        space.is_solved(Algorithm::AStar, Heuristic::WalkingDistance, 25);
        space.is_solved(Algorithm::AStar, Heuristic::Largest, 101);
        space.is_solved(Algorithm::UniformCost, None, 9999);
    }
}

#[test]
fn bidirectional_is_exact_on_3x3() {
    let [corner, middle, other_corner, edge] = spaces_3x3();
    for space in [corner, middle] {
        space.is_solved(Algorithm::Bidirectional, Heuristic::Manhattan, 1);
    }
    for space in [other_corner, edge] {
        for heuristic in Heuristic::ALL {
            space.is_solved(Algorithm::Bidirectional, heuristic, 501);
        }
    }
}

/// The number of shortest solutions of a board is the sum of those of its neighbours that are nearer to the goal.
#[test]
fn every_shortest_solution_is_found_on_3x3() {
    let [corner, middle, ..] = spaces_3x3();
    for Space { goal, layers, .. } in [corner, middle] {
        let mut ways: HashMap<Board, u128> = HashMap::from([(goal.board().clone(), 1)]);
        for distance in 1..=layers.radius() {
            for board in layers.boards_at(distance) {
                let nearer =
                    board.neighbors().filter(|(_, next)| layers.distance(next) == Some(distance - 1));
                let count = nearer.map(|(_, next)| ways[&next]).sum();
                ways.insert(board, count);
            }
        }
        let solver = Solver::new(goal.clone());
        ways.par_iter().for_each(|(board, count)| {
            let Ok(Every::Solved(found)) = solver.every(board, &mut ()) else { panic!("it can be solved") };
            assert_eq!((found.count(), Some(found.length())), (*count, layers.distance(board)), "\n{board}");
            if *count < 5 {
                let listed: Vec<_> = found.iter().collect();
                assert_eq!(listed.len() as u128, *count);
                assert!(listed.windows(2).all(|pair| pair[0] < pair[1]));
                assert!(listed.iter().all(|moves| verify(board, goal, moves).is_ok()));
            }
        });
    }
}

/// The same on larger boards, as far from the goal as all can be listed: words of up to twelve moves are exchanged there.
#[test]
fn every_shortest_solution_is_found_near_the_goals_of_larger_boards() {
    for (n, farthest, stride) in [(4, 16, 97), (5, 14, 397)] {
        let goal = Goal::blank_last(Size::square(n).expect("in range"));
        let mut ways: HashMap<Board, u128> = HashMap::from([(goal.board().clone(), 1)]);
        for distance in 1..=farthest {
            let mut next: HashMap<Board, u128> = HashMap::new();
            for board in boards_at(&goal, distance, 1_000_000, &taquin::StopFlag::default()).expect("few") {
                let nearer = board.neighbors().filter_map(|(_, next)| ways.get(&next));
                let count = nearer.sum();
                next.insert(board, count);
            }
            ways = next;
        }
        let solver = Solver::new(goal.clone());
        let mut sample: Vec<_> = ways.iter().collect();
        sample.sort_unstable_by_key(|(board, _)| board.tiles());
        sample.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        let many = sample.iter().take(50);
        many.chain(sample.iter().step_by(stride)).for_each(|(board, count)| {
            let Ok(Every::Solved(found)) = solver.every(board, &mut ()) else { panic!("it can be solved") };
            assert_eq!((found.count(), found.length()), (**count, farthest), "\n{board}");
        });
    }
}

#[test]
fn iowa_is_exact_on_3x3() {
    let [corner, middle, _, edge] = spaces_3x3();
    for space in [corner, middle] {
        space.is_solved(Algorithm::Iowa(OpenKind::Bucket), Heuristic::Manhattan, 1);
        space.is_solved(Algorithm::Iowa(OpenKind::Heap), Heuristic::Manhattan, 15);
        space.is_solved(Algorithm::Iowa(OpenKind::List), Heuristic::Manhattan, 201);
    }
    edge.is_solved(Algorithm::Iowa(OpenKind::Bucket), Heuristic::Hamming, 401);
}
