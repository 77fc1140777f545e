// The arithmetic of the kernels: the position and meaning of a pattern database entry, and the effect of a
// move on a board. It compiles for the GPU and for the CPU, where the tests compare it with the Rust library.

#pragma once

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#ifdef __CUDACC__
#define BOTH __host__ __device__ __forceinline__
#else
#define BOTH inline
#endif

#ifdef __CUDA_ARCH__
#define COUNT(mask) __popc(mask)
#define LOWEST(mask) (__ffs(mask) - 1)
#else
#define COUNT(mask) __builtin_popcount(mask)
#define LOWEST(mask) __builtin_ctz(mask)
#endif

#define MAX_VIEWS 4 // views of a board: each partition, as is and reflected
#define MAX_PARTS 4 // patterns per partition
#define MAX_TILES 8 // tiles per pattern
#define PATH_WORDS 10 // the directions of a path, two bits each
#define MAX_DEPTH (16 * PATH_WORDS) // maximum cost bound

// A pattern database and the index of its entries, in the layout of the Rust library: one slab per set of
// occupied cells and region of free cells, with one bit per permutation of the tiles. The bit is the second
// lowest of the pattern's value.
struct Table {
    const u32 *bits;
    // By rank of the set. Low half: the first slab. High half: mask of the cells outside the largest region.
    const u64 *sets;
    const u8 *regions; // by rank of the set, 32 bytes each: the region of each cell
    u32 tiles;
    u32 slab_words;
};

// A symmetric view: a partition applied to the board as is or reflected.
struct View {
    Table tables[MAX_PARTS];
    u8 cell[32];  // by cell of the board: the cell in this view
    u8 slot[32];  // by tile: 8 * its pattern + its number in the pattern
    u8 homes[32]; // by slot: the tile's goal cell in this view
};

struct Grid {
    u32 cells, cols, blank; // blank: its goal cell
    u32 all, not_first, not_last; // masks: all cells, all but the first column, all but the last
    u8 around[32][4]; // by cell of the blank and direction: the cell of the tile that slides into it
    u8 legal[32];     // by cell of the blank: one bit per legal direction
};

struct Puzzle {
    Grid grid;
    u32 views, parts;
    // The finite-state machine. By state: the next state for each direction, 16 bits each, or NOWHERE.
    const u64 *automaton;
    View view[MAX_VIEWS];
};

// The next state of a pruned move.
#define NOWHERE 0xffffu

// Summands of the rank of a set of cells, and factorials.
struct Ranks {
    u32 low[512];       // the first nine cells
    u32 middle[9][256]; // the next eight, by number of occupied cells before them
    u32 high[9][256];   // the last eight, likewise
    u32 factorial[9];
};

// A view's heuristic value: the sum over its patterns in the low byte; above it, the two lowest bits of each
// pattern's value.
typedef u16 Estimate;

BOTH u32 sum_of(Estimate estimate) { return estimate & 0xff; }

BOTH u32 rank_of_set(const Ranks &ranks, u32 set) {
    u32 low = set & 0x1ff;
    return ranks.low[low] + ranks.middle[COUNT(low)][set >> 9 & 0xff] + ranks.high[COUNT(set & 0x1ffff)][set >> 17 & 0xff];
}

// Returns the cell of a pattern's tile. The bytes of `first` and `second` are the cells of its tiles.
BOTH u32 cell_of(u32 first, u32 second, u32 number) {
    return (number < 4 ? first >> 8 * number : second >> 8 * (number - 4)) & 0xff;
}

// Returns the slab of a set with the blank at a cell. `said` is the set's element of `table.sets`.
BOTH u32 slab_of(const Table &table, u64 said, u32 set, u32 blank) {
    u32 slab = (u32)said;
    return (u32)(said >> 32) >> blank & 1 ? slab + table.regions[32ull * set + blank] : slab;
}

// The ranks of a pattern's set of cells and of the permutation of its tiles. Permutations are ranked by their
// Lehmer code: a tile's digit is the number of lower-numbered tiles on later cells, and its weight depends on
// the number of tiles on earlier cells.
struct Place {
    u32 set, order;
};

BOTH Place place_of(const Ranks &ranks, const Table &table, u32 first, u32 second) {
    u32 set = 0, smaller = 0, order = 0;
#pragma unroll
    for (u32 number = 0; number < MAX_TILES; number++)
        if (number < table.tiles) set |= 1u << cell_of(first, second, number);
#pragma unroll
    for (u32 number = 0; number < MAX_TILES; number++)
        if (number < table.tiles) {
            u32 bit = 1u << cell_of(first, second, number), below = bit - 1;
            order += COUNT(smaller & ~below) * ranks.factorial[table.tiles - 1 - COUNT(set & below)];
            smaller |= bit;
        }
    return Place{rank_of_set(ranks, set), order};
}

// Returns the entry of a permutation in a slab.
BOTH u64 entry_of(const Table &table, u32 slab, u32 order) { return (u64)slab * (32 * table.slab_words) + order; }

BOTH u32 bit_of(const Table &table, u64 entry) { return table.bits[entry >> 5] >> (entry & 31) & 1; }

BOTH u32 read(const Ranks &ranks, const Table &table, u32 first, u32 second, u32 blank) {
    Place place = place_of(ranks, table, first, second);
    return bit_of(table, entry_of(table, slab_of(table, table.sets[place.set], place.set, blank), place.order));
}

// Returns true if a move of one of a pattern's tiles raises the pattern's value by one, false if it lowers it
// by one. `bit` is the entry after the move: the second lowest bit of the new value.
BOTH u32 rises(Estimate before, u32 part, u32 bit) {
    u32 old = before >> (8 + 2 * part);
    return ~(old >> 1 ^ bit ^ old) & 1;
}

// Returns the estimate after the value of a pattern has risen or fallen by one.
BOTH Estimate stepped(Estimate before, u32 part, u32 up) {
    u32 shift = 8 + 2 * part, change = 2 * up - 1;
    u32 value = ((before >> shift) + change) & 3;
    return (Estimate)((before & ~(0xffu | 3u << shift)) | value << shift | ((before + change) & 0xff));
}

// Sets the cell of a pattern's tile.
BOTH void put_cell(u32 &first, u32 &second, u32 number, u32 cell) {
    if (number < 4)
        first = (first & ~(0xffu << 8 * number)) | cell << 8 * number;
    else
        second = (second & ~(0xffu << 8 * (number - 4))) | cell << 8 * (number - 4);
}

// Returns the directions that the finite-state machine does not prune, given the next states of its state.
BOTH u32 allowed(u64 next) {
    u32 ways = 0;
#pragma unroll
    for (u32 way = 0; way < 4; way++)
        if ((next >> 16 * way & 0xffff) != NOWHERE) ways |= 1u << way;
    return ways;
}

// Returns the region of free cells that the blank can reach.
BOTH u32 region_of(const Grid &grid, u32 free, u32 blank) {
    u32 region = 1u << blank;
    for (;;) {
        u32 sideways = (region & grid.not_last) << 1 | (region & grid.not_first) >> 1;
        u32 next = (region | sideways | region << grid.cols | region >> grid.cols) & free;
        if (next == region) return region;
        region = next;
    }
}

// Computes a pattern's value from scratch: the length of a shortest path to the goal, found by following the
// entries. The parity of the value is that of the sum of the tiles' Manhattan distances.
BOTH u32 value_of(const Ranks &ranks, const Grid &grid, const View &view, u32 part, u32 first, u32 second, u32 blank) {
    const Table &table = view.tables[part];
    u32 low = 0, homes = 0;
    for (u32 number = 0; number < table.tiles; number++) {
        u32 cell = cell_of(first, second, number), home = view.homes[8 * part + number];
        low += cell / grid.cols + home / grid.cols + cell % grid.cols + home % grid.cols;
        homes |= 1u << home;
    }
    u32 home = rank_of_set(ranks, homes), goal = slab_of(table, table.sets[home], home, grid.blank);
    low = (low & 1) | read(ranks, table, first, second, blank) << 1;
    for (u32 value = 0; value < 255; value++) {
        u32 set = 0, at_home = 1;
        for (u32 number = 0; number < table.tiles; number++) {
            u32 cell = cell_of(first, second, number);
            set |= 1u << cell;
            at_home &= cell == view.homes[8 * part + number];
        }
        if (at_home && slab_of(table, table.sets[home], home, blank) == goal) return value;
        // Find a tile next to the blank's region whose move into it lowers the value.
        u32 region = region_of(grid, grid.all & ~set, blank), found = 0;
        for (u32 number = 0; number < table.tiles && !found; number++) {
            u32 cell = cell_of(first, second, number);
            for (u32 way = 0; way < 4 && !found; way++) {
                if (!(grid.legal[cell] >> way & 1)) continue;
                u32 to = grid.around[cell][way];
                if (!(region >> to & 1)) continue;
                u32 one = first, two = second;
                put_cell(one, two, number, to);
                u32 bit = read(ranks, table, one, two, cell);
                if (((low - 1) >> 1 & 1) == bit) {
                    first = one, second = two, blank = cell, low = (low - 1) & 3;
                    found = 1;
                }
            }
        }
        if (!found) break;
    }
    return 255;
}
