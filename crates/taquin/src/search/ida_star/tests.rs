//! The engine against itself: from scratch, with other instructions, with other numbers of threads.

use super::*;
use crate::board::{Goal, Size, random_board};
use crate::search::Limits;
use crate::table::{Partition, build_in_memory};
use rand::SeedableRng;

fn engine<L: Lookup>(goal: &Goal) -> (Frame, Engine<L>) {
    let frame = Frame::new(goal);
    let partition = Partition::quick(&frame);
    let tables = build_in_memory::<()>(&partition, &|| Ok(()), &mut |_| ()).expect("nobody objects");
    let engine = Engine::new(&frame, tables);
    (frame, engine)
}

fn goal(rows: usize, cols: usize) -> Goal {
    Goal::blank_last(Size::new(rows, cols).expect("in range"))
}

/// The values from scratch, in both views, are those from following a move.
fn follows_moves<L: Lookup>(goal: &Goal)
where
    L::Packed: PartialEq + std::fmt::Debug,
{
    let (frame, engine) = engine::<L>(goal);
    let tables = engine.table_bits();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    for _ in 0..100 {
        let names = frame.see(&random_board(goal, true, &mut rng));
        let node = engine.node(&names);
        let blank = usize::from(node.blank);
        for way in (0..4).filter(|way| engine.legal[blank] >> way & 1 == 1) {
            let from = engine.around[blank][way];
            let mut next = names.clone();
            next.swap(blank, usize::from(from));
            let scratch = engine.node(&next);
            for v in 0..2 {
                let asked = engine.slide(Portable, tables, v, &node, from);
                assert_eq!(asked.packed, scratch.packed[v]);
                let values = read(tables, node.values[v], &asked);
                assert_eq!(values.estimate, scratch.values[v].estimate);
                assert_eq!(values.low, scratch.values[v].low);
            }
        }
    }
}

#[test]
fn following_moves_gives_what_starting_from_scratch_gives() {
    follows_moves::<Small>(&goal(3, 4));
    follows_moves::<Small>(&Goal::ring());
    follows_moves::<Large>(&goal(3, 4));
    follows_moves::<Large>(&goal(3, 6));
}

/// Boards of one size packed as if they were larger lead through the same nodes.
#[test]
fn small_and_large_search_alike() {
    let goal = goal(3, 4);
    let ((frame, small), (_, large)) = (engine::<Small>(&goal), engine::<Large>(&goal));
    let (limits, mut rng) = (Limits::default(), rand_chacha::ChaCha8Rng::seed_from_u64(9));
    for _ in 0..20 {
        let board = random_board(&goal, true, &mut rng);
        let one = small.solve(&frame, &board, 1, &mut Meter::new(&limits, &mut ()));
        let other = large.solve(&frame, &board, 1, &mut Meter::new(&limits, &mut ()));
        assert_eq!((one.lower_bound, one.stats.generated), (other.lower_bound, other.stats.generated));
    }
}

/// Any number of threads has the same nodes in searches that find nothing, and finds the goal when it is there.
#[test]
fn threads_search_alike() {
    let goal = goal(3, 4);
    let (frame, engine) = engine::<Small>(&goal);
    let limits = Limits::default();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let root = engine.node(&frame.see(&random_board(&goal, true, &mut rng)));
    let mut bound = root.estimate();
    loop {
        let mut alone = Stats::default();
        let within = Within { bound, wanted: 1 };
        let one = engine.search(root, within, 1, &mut alone, &mut Meter::new(&limits, &mut ()));
        for threads in [2, 5] {
            let mut shared = Stats::default();
            let mut nobody = ();
            let meter = &mut Meter::new(&limits, &mut nobody);
            let many = engine.share(Portable, within, root, threads, &mut shared, meter);
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

/// The portable instructions lead through the same nodes as the fast ones.
#[cfg(target_arch = "x86_64")]
#[test]
fn fast_and_portable_search_alike() {
    let goal = goal(3, 4);
    let (frame, engine) = engine::<Small>(&goal);
    let Some(fast) = crate::table::Fast::detect() else { return };
    let (limits, mut rng) = (Limits::default(), rand_chacha::ChaCha8Rng::seed_from_u64(6));
    for _ in 0..20 {
        let root = engine.node(&frame.see(&random_board(&goal, true, &mut rng)));
        let within = Within { bound: root.estimate() + 2, wanted: usize::MAX };
        let (mut a, mut b) = (Stats::default(), Stats::default());
        let one = engine.search_with(Portable, root, within, 1, &mut a, &mut Meter::new(&limits, &mut ()));
        let other = engine.search_with(fast, root, within, 1, &mut b, &mut Meter::new(&limits, &mut ()));
        let paths = |found: Vec<Node<_>>| found.iter().map(|node| node.path).collect::<Vec<_>>();
        assert_eq!(one.map(paths), other.map(paths));
        assert_eq!((a.generated, a.expanded), (b.generated, b.expanded));
    }
}
