//! Benchmarks of the A* variants, the data structures of OPEN, and IDA* with pattern databases.
//!
//! `cargo bench -p taquin`: times are per board; the line before each benchmark has nodes per second and
//! bytes per stored node.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use std::hint::black_box;
use taquin::Engines;
use taquin::OpenListKind;
use taquin::notation::{BoardFormat, read_boards};
use taquin::{Algorithm, Board, Goal, Outcome, Solver};

/// 15-puzzles with their distance from the goal.
const BOARDS: [(u32, &str); 4] = [
    (31, "14 0 3 4/2 5 1 12/9 6 8 7/13 10 11 15"),
    (38, "2 4 8 7/6 9 1 12/0 3 11 10/13 15 14 5"),
    (45, "2 3 4 6/1 10 8 15/7 11 5 0/12 14 13 9"),
    (50, "7 13 10 4/6 3 14 2/11 12 15 8/1 0 5 9"),
];

fn solve(text: &str, algorithm: Algorithm) -> taquin::Solution {
    let board: Board = text.parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).request(algorithm);
    match solver.solve(&board).expect("same size") {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// Prints node rate and memory: the median of three runs.
#[expect(clippy::print_stdout, clippy::cast_precision_loss, reason = "a benchmark prints its results")]
fn report(name: &str, text: &str, algorithm: Algorithm) {
    let mut runs: Vec<_> = (0..3).map(|_| solve(text, algorithm)).collect();
    runs.sort_by_key(|run| run.stats().time);
    let stats = &runs[1].stats();
    let moves = runs[1].len();
    let per_node = stats.memory as f64 / stats.stored as f64;
    let rate = stats.rate().unwrap_or_default() / 1e6;
    let nodes = stats.generated;
    println!(
        "{name}: {moves} moves, {nodes} nodes ({rate:.1} million per second), {per_node:.1} bytes per stored node"
    );
}

fn a_star_variants(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a-star-variants");
    group.sample_size(10);
    for (moves, text) in &BOARDS {
        for algorithm in [Algorithm::Princeton, Algorithm::Iowa(OpenListKind::Buckets), Algorithm::AStar] {
            report(algorithm.name(), text, algorithm);
            let id = BenchmarkId::new(algorithm.name(), moves);
            group.bench_with_input(id, text, |bencher, text| {
                bencher.iter(|| black_box(solve(text, algorithm)));
            });
        }
    }
    group.finish();
}

fn open_lists(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("open-lists");
    group.sample_size(10);
    for (moves, text) in &BOARDS[..2] {
        for open in [OpenListKind::LinkedList, OpenListKind::Heap, OpenListKind::Buckets] {
            let algorithm = Algorithm::Iowa(open);
            report(algorithm.name(), text, algorithm);
            let id = BenchmarkId::new(algorithm.name(), moves);
            group.bench_with_input(id, text, |bencher, text| {
                bencher.iter(|| black_box(solve(text, algorithm)));
            });
        }
    }
    group.finish();
}

/// The first ten of Korf's boards, with the built-in tables.
#[expect(clippy::print_stdout, reason = "a benchmark prints its results")]
fn ida_star(criterion: &mut Criterion) {
    let text = include_str!("../../../puzzles/korf-15.txt");
    let boards = read_boards(text, BoardFormat::Lines, None).expect("boards");
    let goal = Goal::blank_first(boards[0].size());
    let solver = Solver::new(goal).request(Algorithm::IdaStar).engines(Engines::default());
    let nodes = || -> u64 {
        let stats = boards[..10].iter().map(|board| match solver.solve(board).expect("same size") {
            Outcome::Solved(solution) => solution.stats().generated,
            other => panic!("{other:?}"),
        });
        stats.sum()
    };
    println!("ida: {} nodes", nodes());
    let mut group = criterion.benchmark_group("ida");
    group.sample_size(10);
    group.bench_function("korf 1-10", |bencher| bencher.iter(|| black_box(nodes())));
    group.finish();
}

criterion_group!(benches, a_star_variants, open_lists, ida_star);
criterion_main!(benches);
