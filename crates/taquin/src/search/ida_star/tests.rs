//! The search with pattern databases compared with itself: evaluation from scratch, packings, instructions,
//! threads.

use super::pdb_search::{IterationLimits, PdbNode, PdbSearch, read};
use crate::search::Meter;
use crate::stats::Stats;
use rand::SeedableRng;
use taquin_core::{Budget, Goal, Limits, Size, random_board};
use taquin_pdb::{Frame, LargeLookup, Lookup, Partition, Portable, SmallLookup, build};

fn pdb_search<L: Lookup>(goal: &Goal) -> (Frame, PdbSearch<L>) {
    let frame = Frame::new(goal).expect("small");
    let partition = Partition::small(&frame);
    let pdbs = build(&partition, &Budget::new(&Limits::default()), &mut |_| ()).expect("no limit");
    let search = PdbSearch::new(&frame, pdbs);
    (frame, search)
}

fn goal(rows: usize, cols: usize) -> Goal {
    Goal::blank_last(Size::new(rows, cols).expect("in range"))
}

fn check_incremental_values<L: Lookup>(goal: &Goal)
where
    L::Packed: PartialEq + std::fmt::Debug,
{
    let (frame, search) = pdb_search::<L>(goal);
    let pdbs = search.pdb_bits();
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(5);
    for _ in 0..100 {
        let names = frame.canonical_board(&random_board(goal, true, &mut rng));
        let node = search.node(&names);
        let blank = usize::from(node.blank);
        for direction in (0..4).filter(|direction| search.legal[blank] >> direction & 1 == 1) {
            let from = search.neighbors[blank][direction];
            let mut next = names.clone();
            next.swap(blank, usize::from(from));
            let scratch = search.node(&next);
            for view in 0..2 {
                let lookup = search.slide(Portable, pdbs, view, &node, from);
                assert_eq!(lookup.packed, scratch.packed[view]);
                let value = read(pdbs, node.values[view], &lookup);
                assert_eq!(value.estimate, scratch.values[view].estimate);
                assert_eq!(value.low, scratch.values[view].low);
            }
        }
    }
}

#[test]
fn incremental_values_match_full_evaluation() {
    check_incremental_values::<SmallLookup>(&goal(3, 4));
    check_incremental_values::<SmallLookup>(&Goal::ring());
    check_incremental_values::<LargeLookup>(&goal(3, 4));
    check_incremental_values::<LargeLookup>(&goal(3, 6));
}

#[test]
fn small_and_large_packings_have_the_same_node_counts() {
    let goal = goal(3, 4);
    let (frame, small) = pdb_search::<SmallLookup>(&goal);
    let (_, large) = pdb_search::<LargeLookup>(&goal);
    let limits = Limits::default();
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(9);
    for _ in 0..20 {
        let board = random_board(&goal, true, &mut rng);
        let one = small.solve(&frame, &board, 0, 1, &mut Meter::new(&limits, &mut ()));
        let other = large.solve(&frame, &board, 0, 1, &mut Meter::new(&limits, &mut ()));
        assert_eq!((one.lower_bound, one.stats.generated), (other.lower_bound, other.stats.generated));
    }
}

/// Iterations without a solution have the same nodes, and all find a solution if there is one.
#[test]
fn node_counts_do_not_depend_on_the_number_of_threads() {
    let goal = goal(3, 4);
    let (frame, search) = pdb_search::<SmallLookup>(&goal);
    let limits = Limits::default();
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(7);
    let root = search.node(&frame.canonical_board(&random_board(&goal, true, &mut rng)));
    let mut bound = root.estimate();
    loop {
        let mut alone = Stats::default();
        let iteration = IterationLimits { bound, max_solutions: 1 };
        let one = search.search(root, iteration, 1, &mut alone, &mut Meter::new(&limits, &mut ()));
        for threads in [2, 5] {
            let mut shared = Stats::default();
            let mut observer = ();
            let meter = &mut Meter::new(&limits, &mut observer);
            let many = search.search_parallel(Portable, iteration, root, threads, &mut shared, meter);
            assert_eq!(many.as_ref().map(Vec::is_empty), one.as_ref().map(Vec::is_empty));
            if many.is_ok_and(|found| found.is_empty()) {
                assert_eq!(shared.expanded, alone.expanded);
            }
        }
        if let Some(goal) = one.expect("no limit").first() {
            assert_eq!(u32::from(goal.moves), bound);
            break;
        }
        bound += 2;
    }
}

#[cfg(target_arch = "x86_64")]
#[test]
fn fast_and_portable_instructions_search_the_same_nodes() {
    let goal = goal(3, 4);
    let (frame, search) = pdb_search::<SmallLookup>(&goal);
    let Some(fast) = taquin_pdb::Bmi2::detect() else { return };
    let limits = Limits::default();
    let mut rng = chacha20::ChaCha8Rng::seed_from_u64(6);
    for _ in 0..20 {
        let root = search.node(&frame.canonical_board(&random_board(&goal, true, &mut rng)));
        let iteration = IterationLimits { bound: root.estimate() + 2, max_solutions: usize::MAX };
        let mut portable_stats = Stats::default();
        let mut fast_stats = Stats::default();
        let mut observer = ();
        let meter = &mut Meter::new(&limits, &mut observer);
        let one = search.search_with(Portable, root, iteration, 1, &mut portable_stats, meter);
        let other = search.search_with(fast, root, iteration, 1, &mut fast_stats, meter);
        let paths = |found: Vec<PdbNode<_>>| found.iter().map(|node| node.path).collect::<Vec<_>>();
        assert_eq!(one.map(paths), other.map(paths));
        assert_eq!(portable_stats.generated, fast_stats.generated);
        assert_eq!(portable_stats.expanded, fast_stats.expanded);
    }
}
