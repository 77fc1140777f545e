//! The engine against itself: from scratch, with other instructions, with other numbers of threads.

use super::*;
use crate::board::{Goal, random_board};
use crate::search::Limits;
use crate::table::{build, partition};
use rand::SeedableRng;

fn engine(goal: &Goal) -> (Frame, Engine<2>) {
    let frame = Frame::new(goal);
    let patterns: [Pattern; 2] = partition(frame.size, frame.blank).try_into().expect("two");
    let values = patterns.clone().map(|pattern| build::<()>(&pattern, &|| Ok(())).expect("nobody objects"));
    let engine = Engine::new(&frame, &patterns, values);
    (frame, engine)
}

/// The estimate for a board from scratch, in both views, as it should be by the definition of its parts.
#[test]
fn following_moves_gives_what_starting_from_scratch_gives() {
    let goal = Goal::blank_last(Size::new(3, 4).expect("in range"));
    let frame = Frame::new(&goal);
    let patterns: [Pattern; 2] = partition(frame.size, frame.blank).try_into().expect("two");
    let values = patterns.clone().map(|pattern| build::<()>(&pattern, &|| Ok(())).expect("nobody objects"));
    let engine = Engine::new(&frame, &patterns, values);
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(5);
    for _ in 0..200 {
        let names = frame.see(&random_board(&goal, true, &mut rng));
        let node = engine.node(Portable, &names);
        for from in engine.around[usize::from(node.blank)].into_iter().filter(|&from| from != NOWHERE) {
            let mut next = names.clone();
            next.swap(usize::from(node.blank), usize::from(from));
            let scratch = engine.node(Portable, &next);
            for v in 0..2 {
                let asked = engine.slide(Portable, v, &node, from);
                assert_eq!((asked.board, asked.cells), (scratch.boards[v], scratch.cells[v]));
                assert_eq!(engine.read(node.excess[v], asked), scratch.excess[v]);
            }
        }
    }
}

/// Any number of threads has the same nodes in searches that find nothing, and finds the goal when it is there.
#[test]
fn threads_search_alike() {
    let goal = Goal::blank_last(Size::new(3, 4).expect("in range"));
    let (frame, engine) = engine(&goal);
    let limits = Limits::default();
    let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(7);
    let names = frame.see(&random_board(&goal, true, &mut rng));
    let root = engine.node(Portable, &names);
    let mut bound = root.estimate();
    loop {
        let mut alone = Stats::default();
        let one = engine.search(&names, bound, 1, &mut alone, &mut Meter::new(&limits, &mut ()));
        for threads in [2, 5] {
            let mut shared = Stats::default();
            let first = engine.first_moves(Portable, &names, root.blank);
            let first = first.into_iter().filter(|node| node.estimate() < bound).collect();
            let mut nobody = ();
            let meter = &mut Meter::new(&limits, &mut nobody);
            let many = engine.share(Portable, bound, first, threads, &mut shared, meter);
            assert_eq!(many.as_ref().map(Option::is_some), one.as_ref().map(Option::is_some));
            if let Ok(None) = many {
                assert_eq!(shared.expanded, alone.expanded);
            }
        }
        if let Ok(Some(goal)) = one {
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
    let goal = Goal::blank_last(Size::new(3, 4).expect("in range"));
    let frame = Frame::new(&goal);
    let patterns: [Pattern; 2] = partition(frame.size, frame.blank).try_into().expect("two");
    let values = patterns.clone().map(|pattern| build::<()>(&pattern, &|| Ok(())).expect("nobody objects"));
    let engine = Engine::new(&frame, &patterns, values);
    let Some(fast) = crate::table::Fast::detect() else { return };
    let (limits, mut rng) = (Limits::default(), rand_chacha::ChaCha8Rng::seed_from_u64(6));
    for _ in 0..20 {
        let names = frame.see(&random_board(&goal, true, &mut rng));
        let bound = engine.node(Portable, &names).estimate() + 2;
        let (mut a, mut b) = (Stats::default(), Stats::default());
        let one = engine.search_with(Portable, &names, bound, 1, &mut a, &mut Meter::new(&limits, &mut ()));
        let other = engine.search_with(fast, &names, bound, 1, &mut b, &mut Meter::new(&limits, &mut ()));
        assert_eq!(one.map(|n| n.map(|n| n.path)), other.map(|n| n.map(|n| n.path)));
        assert_eq!((a.generated, a.expanded), (b.generated, b.expanded));
    }
}
