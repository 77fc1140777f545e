//! The structures that host and kernels share, with the names and fields that `arithmetic.h` and `kernels.cu`
//! give them, and the parameters of each kernel.

#![expect(unsafe_code, reason = "a device pointer is plain data for uploads")]

use bytemuck::{Pod, Zeroable};
use std::ffi::{CStr, c_void};
use std::marker::PhantomData;
use taquin_core::Size;
use taquin_pdb::{MovePruning, rank_combination};

/// Limits of the kernels, as in `arithmetic.h`.
pub(super) const MAX_VIEWS: usize = 4;
pub(super) const MAX_PARTS: usize = 4;
pub(super) const MAX_TILES: usize = 8;
pub(super) const MAX_CELLS: usize = 25;
pub(super) const PATH_WORDS: usize = 10;
pub(super) const MAX_DEPTH: usize = 16 * PATH_WORDS;
/// Directions that can be tried from one work unit (`MAX_WAYS`).
pub(super) const MAX_DIRECTIONS: u32 = 3;
/// The next state of a pruned move.
pub(super) const NOWHERE: u16 = 0xffff;
/// Words of shared memory that a thread's board takes, without those of its views.
pub(super) const BOARD_WORDS: usize = 7;
/// Bytes of shared memory that a block takes, without its threads' boards.
pub(super) const SHARED: usize = (size_of::<Puzzle>() + size_of::<Ranks>()).next_multiple_of(8);

/// The address of a value of type `T`, or of several, in device memory.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub(super) struct DevicePointer<T>(u64, PhantomData<fn() -> T>);

impl<T> DevicePointer<T> {
    pub(super) fn new(address: u64) -> Self {
        Self(address, PhantomData)
    }
}

// SAFETY: it is a `u64`, which may be zero (`repr(transparent)`; the marker has no size).
unsafe impl<T> Zeroable for DevicePointer<T> {}
// SAFETY: it is a `u64`, for which any bits are valid. The host never dereferences it.
unsafe impl<T: Copy + 'static> Pod for DevicePointer<T> {}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Table {
    pub(super) bits: DevicePointer<u32>,
    pub(super) sets: DevicePointer<u64>,
    pub(super) regions: DevicePointer<u8>,
    pub(super) tiles: u32,
    pub(super) slab_words: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct View {
    pub(super) tables: [Table; MAX_PARTS],
    pub(super) cell: [u8; 32],
    pub(super) slot: [u8; 32],
    pub(super) homes: [u8; 32],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Grid {
    pub(super) cells: u32,
    pub(super) cols: u32,
    pub(super) blank: u32,
    pub(super) all: u32,
    pub(super) not_first: u32,
    pub(super) not_last: u32,
    pub(super) around: [[u8; 4]; 32],
    pub(super) legal: [u8; 32],
}

impl Grid {
    /// Describes a grid of up to 25 cells with the blank's home at cell `blank`.
    pub(super) fn new(size: Size, blank: usize) -> Self {
        assert!(size.cells() <= MAX_CELLS && blank < size.cells(), "{size} is too large for the kernels");
        let mut grid = Self::zeroed();
        grid.cells = size.cells() as u32;
        grid.cols = size.cols() as u32;
        grid.blank = blank as u32;
        for cell in 0..size.cells() {
            let (_, col) = size.row_col(cell);
            grid.all |= 1 << cell;
            grid.not_first |= u32::from(col > 0) << cell;
            grid.not_last |= u32::from(col + 1 < size.cols()) << cell;
            for (direction, m) in MovePruning::DIRECTIONS.iter().enumerate() {
                if let Some(from) = m.source(size, cell) {
                    grid.around[cell][direction] = from as u8;
                    grid.legal[cell] |= 1 << direction;
                }
            }
        }
        grid
    }
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Puzzle {
    pub(super) grid: Grid,
    pub(super) views: u32,
    pub(super) parts: u32,
    pub(super) automaton: DevicePointer<u64>,
    pub(super) view: [View; MAX_VIEWS],
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Ranks {
    pub(super) low: [u32; 512],
    pub(super) middle: [[u32; 256]; 9],
    pub(super) high: [[u32; 256]; 9],
    pub(super) factorial: [u32; 9],
}

impl Ranks {
    /// Computes the summands of the rank of a set of cells: of its first nine cells, the next eight and the
    /// last eight.
    pub(super) fn new() -> Box<Self> {
        let mut ranks: Box<Self> = bytemuck::zeroed_box();
        for (mask, rank) in (0u32..).zip(&mut ranks.low) {
            *rank = rank_combination(mask);
        }
        for (rows, start) in [(&mut ranks.middle, 9), (&mut ranks.high, 17)] {
            for (below, row) in rows.iter_mut().enumerate() {
                let filler = (1u32 << below) - 1;
                for (mask, rank) in (0u32..).zip(row) {
                    *rank = rank_combination(mask << start | filler).wrapping_sub(rank_combination(filler));
                }
            }
        }
        for tiles in 0..=MAX_TILES {
            ranks.factorial[tiles] = (1..=tiles as u32).product();
        }
        ranks
    }
}

/// A work unit: a node of the search tree and the directions from it that are still to be searched.
#[derive(Clone, Copy, Debug, Pod, Zeroable, PartialEq, Eq)]
#[repr(C)]
pub(crate) struct Item {
    pub(super) board: [u32; BOARD_WORDS],
    pub(crate) path: [u32; PATH_WORDS],
    pub(super) estimates: [u16; MAX_VIEWS],
    pub(crate) instance: u32,
    pub(super) next: u64,
    pub(crate) moves: u8,
    pub(super) ways: u8,
    pub(super) unused: [u8; 6],
}

/// A board's cost bound, and its solution if one was found: `found` is its length plus one.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Instance {
    pub(crate) bound: u32,
    pub(crate) found: u32,
    pub(crate) path: [u32; PATH_WORDS],
}

#[derive(Clone, Copy, Debug, Default, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Control {
    pub(super) waiting: i32,
    pub(super) handed_back: u32,
    pub(super) end: u32,
    pub(super) idle: u32,
    pub(super) fresh: u32,
    pub(super) unused: u32,
    pub(super) nodes: u64,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Frame {
    next: u64,
    choice: u32,
    unused: u32,
}

#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Building {
    pub(super) table: Table,
    pub(super) masks: DevicePointer<u32>,
    pub(super) set_of: DevicePointer<u32>,
    pub(super) maps: DevicePointer<u16>,
    pub(super) newest: DevicePointer<u32>,
    pub(super) next: DevicePointer<u32>,
    pub(super) reached: DevicePointer<u32>,
    pub(super) bits: DevicePointer<u32>,
    pub(super) active: DevicePointer<u8>,
    pub(super) active_next: DevicePointer<u8>,
    pub(super) count: DevicePointer<u32>,
    pub(super) slabs: u32,
    pub(super) orders: u32,
}

// `kernels.cu` asserts the same sizes.
const _: () = {
    assert!(size_of::<Table>() == 32 && size_of::<View>() == 224 && size_of::<Grid>() == 184);
    assert!(size_of::<Puzzle>() == 1096 && size_of::<Ranks>() == 20516);
    assert!(size_of::<Item>() == 96 && size_of::<Instance>() == 48 && size_of::<Control>() == 32);
    assert!(size_of::<Frame>() == 16 && size_of::<Building>() == 120);
};

/// The entry points in `kernels.cu`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum KernelName {
    BuildLevel,
    Roots,
    Search2,
    Search4,
}

impl KernelName {
    pub(super) const ALL: [Self; 4] = [Self::BuildLevel, Self::Roots, Self::Search2, Self::Search4];

    pub(super) fn symbol(self) -> &'static CStr {
        match self {
            Self::BuildLevel => c"build_level",
            Self::Roots => c"roots",
            Self::Search2 => c"search_2",
            Self::Search4 => c"search_4",
        }
    }
}

/// A kernel whose argument list is `A`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kernel<A>(KernelName, PhantomData<fn(A)>);

impl<A> Kernel<A> {
    pub(super) fn name(self) -> KernelName {
        self.0
    }
}

pub(super) const BUILD_LEVEL: Kernel<BuildLevelArguments> = Kernel(KernelName::BuildLevel, PhantomData);
pub(super) const ROOTS: Kernel<RootsArguments> = Kernel(KernelName::Roots, PhantomData);
pub(super) const SEARCH_2: Kernel<SearchArguments> = Kernel(KernelName::Search2, PhantomData);
pub(super) const SEARCH_4: Kernel<SearchArguments> = Kernel(KernelName::Search4, PhantomData);

/// The argument list of a kernel.
pub(super) trait KernelArguments {
    /// The sizes of the parameters, in bytes.
    #[cfg(test)]
    const SIZES: &'static [usize];

    /// Returns the address of each argument.
    fn addresses(&mut self) -> Vec<*mut c_void>;
}

macro_rules! kernel_arguments {
    ($($name:ident { $($field:ident: $type:ty,)* })*) => { $(
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name {
            $(pub(super) $field: $type,)*
        }

        impl KernelArguments for $name {
            #[cfg(test)]
            const SIZES: &'static [usize] = &[$(size_of::<$type>()),*];

            fn addresses(&mut self) -> Vec<*mut c_void> {
                vec![$((&raw mut self.$field).cast()),*]
            }
        }
    )* };
}

kernel_arguments! {
    BuildLevelArguments {
        grid: DevicePointer<Grid>,
        ranks: DevicePointer<Ranks>,
        building: Building,
        level: u32,
        control: DevicePointer<Control>,
    }
    RootsArguments {
        puzzle: DevicePointer<Puzzle>,
        ranks: DevicePointer<Ranks>,
        boards: DevicePointer<[u8; 32]>,
        count: u32,
        items: DevicePointer<Item>,
        instances: DevicePointer<Instance>,
    }
    SearchArguments {
        puzzle: DevicePointer<Puzzle>,
        ranks: DevicePointer<Ranks>,
        items: DevicePointer<Item>,
        back: DevicePointer<Item>,
        capacity: u32,
        instances: DevicePointer<Instance>,
        stacks: DevicePointer<Frame>,
        control: DevicePointer<Control>,
        budget: u32,
        most_idle: u32,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the sizes of a kernel's parameters according to the PTX.
    fn ptx_parameter_sizes(kernel: KernelName) -> Vec<usize> {
        let ptx = include_str!("../../kernels/kernels.ptx");
        let symbol = kernel.symbol().to_str().expect("ASCII");
        let (_, rest) = ptx.split_once(&format!(".entry {symbol}(")).expect("an entry point");
        let (parameters, _) = rest.split_once(')').expect("a closing parenthesis");
        let size = |parameter: &str| match parameter.trim().split_once(".param .").expect("a parameter").1 {
            word if word.starts_with("u64") => 8,
            word if word.starts_with("u32") => 4,
            array => {
                let (_, size) = array.split_once('[').expect("an array of bytes");
                size.trim_end_matches(']').parse().expect("a size")
            }
        };
        parameters.split(',').map(size).collect()
    }

    #[test]
    fn kernel_arguments_match_the_ptx() {
        fn check<A: KernelArguments>(kernel: Kernel<A>) {
            let name = kernel.name();
            assert_eq!(A::SIZES, ptx_parameter_sizes(name), "{name:?}");
        }
        check(BUILD_LEVEL);
        check(ROOTS);
        check(SEARCH_2);
        check(SEARCH_4);
    }
}
