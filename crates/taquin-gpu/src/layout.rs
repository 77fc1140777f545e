//! The structures that host and kernels share, field for field as in `arithmetic.h` and `kernels.cu`.

use bytemuck::{Pod, Zeroable};

pub(crate) const MOST_VIEWS: usize = 4;
pub(crate) const MOST_PARTS: usize = 4;
pub(crate) const MOST_TILES: usize = 8;
pub(crate) const PATH_WORDS: usize = 10;
pub(crate) const MOST_DEPTH: usize = 16 * PATH_WORDS;
pub(crate) const NOWHERE: u16 = 0xffff;

/// The words that each thread's board takes, beside those of the views.
pub(crate) const BOARD_WORDS: usize = 7;

#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Table {
    pub(crate) bits: u64,
    pub(crate) sets: u64,
    pub(crate) regions: u64,
    pub(crate) tiles: u32,
    pub(crate) slab_words: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct View {
    pub(crate) tables: [Table; MOST_PARTS],
    pub(crate) cell: [u8; 32],
    pub(crate) slot: [u8; 32],
    pub(crate) homes: [u8; 32],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Grid {
    pub(crate) cells: u32,
    pub(crate) cols: u32,
    pub(crate) blank: u32,
    pub(crate) all: u32,
    pub(crate) not_first: u32,
    pub(crate) not_last: u32,
    pub(crate) around: [[u8; 4]; 32],
    pub(crate) legal: [u8; 32],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Puzzle {
    pub(crate) grid: Grid,
    pub(crate) views: u32,
    pub(crate) parts: u32,
    pub(crate) automaton: u64,
    pub(crate) view: [View; MOST_VIEWS],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Ranks {
    pub(crate) low: [u32; 512],
    pub(crate) middle: [[u32; 256]; 9],
    pub(crate) high: [[u32; 256]; 9],
    pub(crate) factorial: [u32; 9],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Item {
    pub(crate) board: [u32; BOARD_WORDS],
    pub(crate) path: [u32; PATH_WORDS],
    pub(crate) estimates: [u16; MOST_VIEWS],
    pub(crate) instance: u32,
    pub(crate) next: u64,
    pub(crate) moves: u8,
    pub(crate) ways: u8,
    pub(crate) unused: [u8; 6],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Instance {
    pub(crate) bound: u32,
    pub(crate) found: u32,
    pub(crate) path: [u32; PATH_WORDS],
}

#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Control {
    pub(crate) waiting: i32,
    pub(crate) handed_back: u32,
    pub(crate) end: u32,
    pub(crate) idle: u32,
    pub(crate) fresh: u32,
    pub(crate) unused: u32,
    pub(crate) nodes: u64,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Frame {
    pub(crate) next: u64,
    pub(crate) choice: u32,
    pub(crate) unused: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Building {
    pub(crate) table: Table,
    pub(crate) masks: u64,
    pub(crate) set_of: u64,
    pub(crate) maps: u64,
    pub(crate) newest: u64,
    pub(crate) next: u64,
    pub(crate) reached: u64,
    pub(crate) bits: u64,
    pub(crate) active: u64,
    pub(crate) active_next: u64,
    pub(crate) count: u64,
    pub(crate) slabs: u32,
    pub(crate) orders: u32,
}

/// What a block shares, beside its threads' boards.
pub(crate) const SHARED: usize = (size_of::<Puzzle>() + size_of::<Ranks>()).next_multiple_of(8);

// `kernels.cu` asserts the same sizes.
const _: () = {
    assert!(size_of::<Table>() == 32 && size_of::<View>() == 224 && size_of::<Grid>() == 184);
    assert!(size_of::<Puzzle>() == 1096 && size_of::<Ranks>() == 20516);
    assert!(size_of::<Item>() == 96 && size_of::<Instance>() == 48 && size_of::<Control>() == 32);
    assert!(size_of::<Frame>() == 16 && size_of::<Building>() == 120);
};
