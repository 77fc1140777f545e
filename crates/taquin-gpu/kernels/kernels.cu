// The kernels: tables level by level, the estimates of boards, and depth-first search in slices.

#include "arithmetic.h"

// Threads of a block, at most.
#define THREADS 512

// A node of the search tree, and the ways from it that are to be tried.
struct Item {
    u32 board[7];          // 25 bytes: the tile at each cell
    u32 path[PATH_WORDS];  // the ways taken so far
    Estimate estimates[MOST_VIEWS];
    u32 instance;
    u64 next;              // of the automaton's state: the next ones
    u8 moves, ways;
    u8 unused[6];
};

// A board to be solved, and what was found.
struct Instance {
    u32 bound; // moves made plus estimate may not exceed this
    u32 found; // the moves of a solution, plus one
    u32 path[PATH_WORDS];
};

// What the threads of a launch share.
struct Control {
    int waiting; // items not yet taken
    u32 handed_back;
    u32 end;     // where the first of those begins that there was no room for
    u32 idle;
    u32 fresh;   // for building: whether the level reached anything
    u32 unused;
    u64 nodes;
};

// ---- building ----

// What building a table needs to know of the sets of cells and of the slabs.
struct Building {
    Table table;
    const u32 *masks;   // by rank: the set
    const u32 *set_of;  // by slab: the rank of its set
    const u16 *maps;    // by old and new place of a tile: where each order goes
    u32 *newest, *next, *reached, *bits;
    u8 *active, *active_next;
    u32 *count;         // by slab: how many orders were reached
    u32 slabs, orders;
};

// `layout.rs` asserts the same sizes.
static_assert(sizeof(Table) == 32 && sizeof(View) == 224 && sizeof(Grid) == 184, "as the host has them");
static_assert(sizeof(Puzzle) == 1096 && sizeof(Ranks) == 20516, "as the host has them");
static_assert(sizeof(Item) == 96 && sizeof(Instance) == 48 && sizeof(Control) == 32, "as the host has them");
static_assert(sizeof(Building) == 120, "as the host has them");

#define MOST_SOURCES 100

// Words of a slab of eight tiles: 8! bits.
#define MOST_SLAB_WORDS 1260

// Ways from a node: the automaton never lets one lead back. A board with more has two items.
#define MOST_WAYS 3

// One level: each slab pulls from those that lead to it.
extern "C" __global__ void __launch_bounds__(256) build_level(const Grid *grid, const Ranks *ranks, Building b, u32 level, Control *control) {
    __shared__ u32 sources[MOST_SOURCES], maps[MOST_SOURCES], found, fresh;
    __shared__ u32 gathered[MOST_SLAB_WORDS];
    const u32 words = b.table.slab_words, tiles = b.table.tiles;
    for (u32 slab = blockIdx.x; slab < b.slabs; slab += gridDim.x) {
        if (threadIdx.x == 0) found = 0, fresh = 0;
        for (u32 i = threadIdx.x; i < words; i += blockDim.x) gathered[i] = 0;
        __syncthreads();
        u32 rank = b.set_of[slab], set = b.masks[rank], region = slab - (u32)b.table.sets[rank];
        if (b.count[slab] < b.orders)
            for (u32 i = threadIdx.x; i < 4 * grid->cells; i += blockDim.x) {
                // A tile that stands at `to` now stood at `from`, which is free now and in the region.
                u32 from = i >> 2, way = i & 3, to = grid->around[from][way];
                if (set >> from & 1 || !(grid->legal[from] >> way & 1) || !(set >> to & 1)) continue;
                if (b.table.regions[32ull * rank + from] != region) continue;
                u32 before = (set & ~(1u << to)) | 1u << from;
                u32 source_set = rank_of_set(*ranks, before), source = slab_of(b.table, b.table.sets[source_set], source_set, to);
                if (!b.active[source]) continue;
                u32 old_place = COUNT(before & ((1u << from) - 1)), new_place = COUNT(set & ((1u << to) - 1));
                u32 place = atomicAdd(&found, 1);
                sources[place] = source;
                maps[place] = old_place == new_place ? ~0u : old_place * tiles + new_place;
            }
        __syncthreads();
        for (u32 s = 0; s < found; s++) {
            const u32 *from = b.newest + (u64)sources[s] * words;
            const u16 *map = maps[s] == ~0u ? 0 : b.maps + (u64)maps[s] * b.orders;
            for (u32 i = threadIdx.x; i < words; i += blockDim.x) {
                u32 word = from[i];
                if (!map) {
                    if (word) atomicOr(&gathered[i], word);
                    continue;
                }
                for (; word; word &= word - 1) {
                    u32 to = map[32 * i + LOWEST(word)];
                    atomicOr(&gathered[to >> 5], 1u << (to & 31));
                }
            }
        }
        __syncthreads();
        if (found) {
            u64 place = (u64)slab * words;
            u32 reached = 0;
            for (u32 i = threadIdx.x; i < words; i += blockDim.x) {
                u32 all = b.reached[place + i], word = gathered[i] & ~all;
                b.next[place + i] = word;
                if (!word) continue;
                b.reached[place + i] = all | word;
                if (level & 2) b.bits[place + i] |= word;
                reached += COUNT(word);
            }
            if (reached) atomicAdd(&fresh, reached);
        }
        __syncthreads();
        if (threadIdx.x == 0) {
            b.active_next[slab] = fresh != 0;
            if (fresh) {
                b.count[slab] += fresh;
                control->fresh = 1;
            }
        }
        __syncthreads();
    }
}

// ---- searching ----

// What a block keeps at hand, and the boards of its threads after it: for each thread its tiles by cell, then for each view
// the cells of its tiles by slot; words of all threads side by side, so that each thread has a bank of its own.
struct Shared {
    Puzzle puzzle;
    Ranks ranks;
};

#ifdef __CUDACC__
extern __shared__ u64 dynamic[];
#else
static u64 dynamic[4096];
#endif

#define BOARD_WORDS 7

struct Thread {
    u32 *words;
    u32 stride;

    BOTH u32 &word(u32 i) { return words[i * stride]; }
    BOTH u8 &byte(u32 i) { return ((u8 *)&words[(i >> 2) * stride])[i & 3]; }
    BOTH u8 &tile(u32 cell) { return byte(cell); }
    BOTH u32 place(u32 parts, u32 view) { return BOARD_WORDS + 2 * parts * view; }
    // Takes a board, and looks up where its tiles are.
    BOTH void load(const Puzzle &puzzle, const u32 *board) {
        for (u32 i = 0; i < BOARD_WORDS; i++) word(i) = board[i];
        for (u32 cell = 0; cell < puzzle.grid.cells; cell++) {
            u32 name = tile(cell);
            if (name == puzzle.grid.blank) continue;
            for (u32 v = 0; v < puzzle.views; v++)
                byte(4 * place(puzzle.parts, v) + puzzle.view[v].slot[name]) = puzzle.view[v].cell[cell];
        }
    }
};

BOTH u32 blank_of(const Puzzle &puzzle, Thread &thread) {
    for (u32 cell = 0; cell < puzzle.grid.cells; cell++)
        if (thread.tile(cell) == puzzle.grid.blank) return cell;
    return 0;
}

__device__ static Thread prepare(Shared &shared, const Puzzle *puzzle, const Ranks *ranks) {
    for (u32 i = threadIdx.x; i < sizeof(Puzzle) / 4; i += blockDim.x) ((u32 *)&shared.puzzle)[i] = ((const u32 *)puzzle)[i];
    for (u32 i = threadIdx.x; i < sizeof(Ranks) / 4; i += blockDim.x) ((u32 *)&shared.ranks)[i] = ((const u32 *)ranks)[i];
    __syncthreads();
    return Thread{(u32 *)(&shared + 1) + threadIdx.x, blockDim.x};
}

// The first items of some boards, 32 bytes each, with their estimates: two a board, with half of the ways each; and their
// first bounds.
extern "C" __global__ void __launch_bounds__(THREADS) roots(const Puzzle *given, const Ranks *given_ranks, const u32 *boards, u32 count, Item *items, Instance *instances) {
    Shared &shared = *(Shared *)dynamic;
    Thread thread = prepare(shared, given, given_ranks);
    const Puzzle &puzzle = shared.puzzle;
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        thread.load(puzzle, boards + 8 * i);
        u32 blank = blank_of(puzzle, thread), bound = 0;
        Item &item = items[2 * i];
        for (u32 v = 0; v < puzzle.views; v++) {
            const View &view = puzzle.view[v];
            u32 sum = 0, low = 0;
            for (u32 part = 0; part < puzzle.parts; part++) {
                if (!view.tables[part].tiles) continue;
                u32 w = thread.place(puzzle.parts, v) + 2 * part;
                u32 value = value_of(shared.ranks, puzzle.grid, view, part, thread.word(w), thread.word(w + 1), view.cell[blank]);
                sum += value;
                low |= (value & 3) << 2 * part;
            }
            item.estimates[v] = (Estimate)(sum | low << 8);
            bound = sum > bound ? sum : bound;
        }
        for (u32 w = 0; w < BOARD_WORDS; w++) item.board[w] = boards[8 * i + w];
        for (u32 w = 0; w < PATH_WORDS; w++) item.path[w] = 0;
        item.next = puzzle.automaton[0];
        item.instance = i;
        item.moves = 0;
        for (u8 &byte : item.unused) byte = 0;
        u32 ways = puzzle.grid.legal[blank] & allowed(item.next);
        items[2 * i + 1] = item;
        items[2 * i].ways = (u8)(ways & 3);
        items[2 * i + 1].ways = (u8)(ways & 12);
        instances[i].bound = bound;
        instances[i].found = 0;
    }
}

#define POLL 32

// What a thread needs to go on from a node that it went down from: a word for each depth.
struct Frame {
    u64 next;   // of the automaton's state
    u32 choice; // the way taken, two bits; the others still to be taken, four; then for each view and way whether it rises
    u32 unused;
};

// A node below an item, as a thread has it: beside its board, what it knows of it.
template <int VIEWS> struct Node {
    u64 next;
    u32 blank, moves;
    Estimate estimates[VIEWS];
};

// What a thread's views say of its tiles when one slides between two cells, there or back.
template <int VIEWS>
__device__ __forceinline__ void slide(const Puzzle &puzzle, Thread &thread, Node<VIEWS> &node, u32 from, u32 to, u32 rising, u32 forth) {
    u32 name = thread.tile(from);
    thread.tile(to) = (u8)name;
#pragma unroll
    for (int v = 0; v < VIEWS; v++) {
        u32 slot = puzzle.view[v].slot[name];
        thread.byte(4 * thread.place(puzzle.parts, v) + slot) = puzzle.view[v].cell[to];
        node.estimates[v] = stepped(node.estimates[v], slot >> 3, (rising >> 4 * v & 1) ^ !forth);
    }
    node.blank = from;
}

// The ways of a node that no view rules out, and above them, four bits a view, which of them rise.
//
// PERF: all ways together, and the steps to the tables' bits one after the other for all of them, so that a thread waits for
// up to three reads at a time. One way at a time was half as fast.
template <int VIEWS>
__device__ __forceinline__ u32 expand(const Puzzle &puzzle, const Ranks &ranks, Thread &thread, const Node<VIEWS> &node, u32 ways, u32 bound) {
    u32 rising = 0;
#pragma unroll
    for (int v = 0; v < VIEWS; v++) {
        const View &view = puzzle.view[v];
        u32 way[MOST_WAYS], part[MOST_WAYS], blank[MOST_WAYS];
        Place place[MOST_WAYS];
        u64 said[MOST_WAYS];
        u32 left = ways;
#pragma unroll
        for (int i = 0; i < MOST_WAYS; i++) {
            way[i] = 4;
            if (!left) continue;
            way[i] = LOWEST(left);
            left &= left - 1;
            u32 from = puzzle.grid.around[node.blank][way[i]], slot = view.slot[thread.tile(from)];
            part[i] = slot >> 3;
            blank[i] = view.cell[from];
            u32 w = thread.place(puzzle.parts, v) + 2 * part[i], first = thread.word(w), second = thread.word(w + 1);
            put_cell(first, second, slot & 7, view.cell[node.blank]);
            place[i] = place_of(ranks, view.tables[part[i]], first, second);
            said[i] = view.tables[part[i]].sets[place[i].set];
        }
        u32 bits[MOST_WAYS];
#pragma unroll
        for (int i = 0; i < MOST_WAYS; i++) {
            if (way[i] == 4) continue;
            const Table &table = view.tables[part[i]];
            u64 entry = entry_of(table, slab_of(table, said[i], place[i].set, blank[i]), place[i].order);
            bits[i] = table.bits[entry >> 5] >> (entry & 31);
        }
#pragma unroll
        for (int i = 0; i < MOST_WAYS; i++) {
            if (way[i] == 4) continue;
            u32 up = rises(node.estimates[v], part[i], bits[i]);
            rising |= up << (4 * v + way[i]);
            if (node.moves + sum_of(node.estimates[v]) + 2 * up > bound) ways &= ~(1u << way[i]);
        }
    }
    return ways | rising << 4;
}

// The ways taken to a node at a depth below an item.
__device__ static void write_path(const Item &item, const Frame *stack, u32 depth, u32 moves, u32 *path) {
    for (u32 i = 0; i < PATH_WORDS; i++) path[i] = item.path[i];
    for (u32 i = 0; i < depth; i++) {
        u32 at = moves - depth + i, shift = 2 * (at % 16);
        path[at / 16] = (path[at / 16] & ~(3u << shift)) | (stack[i].choice & 3) << shift;
    }
}

// Depth-first search. Each thread takes items until there are none left, or it has taken as many steps as it may; then it
// hands back what is left of its tree, node by node.
template <int VIEWS>
__device__ __forceinline__ void search(const Puzzle *given, const Ranks *given_ranks, Item *items, Item *back, u32 capacity, Instance *instances, Frame *stacks, Control *control, u32 budget, u32 most_idle) {
    Shared &shared = *(Shared *)dynamic;
    Thread thread = prepare(shared, given, given_ranks);
    const Puzzle &puzzle = shared.puzzle;
    Frame *stack = stacks + (u64)MOST_DEPTH * (blockIdx.x * blockDim.x + threadIdx.x);
    u64 nodes = 0;
    u32 steps = 0;

    for (bool handing_back = false; !handing_back;) {
        int taken = atomicSub(&control->waiting, 1) - 1;
        if (taken < 0) {
            atomicAdd(&control->idle, 1);
            break;
        }
        const Item &item = items[taken];
        u32 instance = item.instance, bound = instances[instance].bound;
        if (*(volatile u32 *)&instances[instance].found) continue;
        thread.load(puzzle, item.board);
        Node<VIEWS> node;
        node.next = item.next;
        node.blank = blank_of(puzzle, thread);
        node.moves = item.moves;
#pragma unroll
        for (int v = 0; v < VIEWS; v++) node.estimates[v] = item.estimates[v];
        u32 depth = 0, ways = item.ways, place = 0;

        for (;;) {
            u32 left = 0;
            if (!handing_back) {
                nodes += COUNT(ways);
                left = expand<VIEWS>(puzzle, shared.ranks, thread, node, ways, bound);
            } else {
                Item &rest = back[place++];
                thread.tile(node.blank) = (u8)puzzle.grid.blank;
                for (u32 i = 0; i < BOARD_WORDS; i++) rest.board[i] = thread.word(i);
                write_path(item, stack, depth, node.moves, rest.path);
#pragma unroll
                for (int v = 0; v < MOST_VIEWS; v++) rest.estimates[v] = v < VIEWS ? node.estimates[v % VIEWS] : 0;
                rest.next = node.next;
                rest.instance = instance;
                rest.moves = (u8)node.moves;
                rest.ways = (u8)ways;
                for (u8 &byte : rest.unused) byte = 0;
            }
            // Back to the last node with a way left.
            while (!(left & 15) && depth > 0) {
                Frame frame = stack[--depth];
                left = frame.choice >> 2;
                u32 way = frame.choice & 3;
                node.next = frame.next;
                node.moves--;
                slide<VIEWS>(puzzle, thread, node, puzzle.grid.around[node.blank][3 - way], node.blank, left >> (4 + way), 0);
            }
            if (!(left & 15)) break;
            // And along it.
            u32 way = LOWEST(left & 15), from = puzzle.grid.around[node.blank][way];
            left &= ~(1u << way);
            stack[depth++] = Frame{node.next, left << 2 | way, 0};
            node.next = puzzle.automaton[node.next >> 16 * way & 0xffff];
            node.moves++;
            slide<VIEWS>(puzzle, thread, node, from, node.blank, left >> (4 + way), 1);
            ways = puzzle.grid.legal[from] & allowed(node.next);
            if (sum_of(node.estimates[0]) == 0) {
                if (atomicCAS(&instances[instance].found, 0, node.moves + 1) == 0)
                    write_path(item, stack, depth, node.moves, instances[instance].path);
                break;
            }
            if (++steps % POLL || handing_back) continue;
            if (*(volatile u32 *)&instances[instance].found) break;
            if (steps >= budget || *(volatile u32 *)&control->idle > most_idle) {
                u32 count = 1;
                for (u32 i = 0; i < depth; i++) count += COUNT(stack[i].choice >> 2 & 15);
                // Where there is no room, the item is finished first. Nothing that was reserved is given back, because what
                // others reserved meanwhile would then lie behind a gap.
                if (*(volatile u32 *)&control->handed_back > capacity) continue;
                place = atomicAdd(&control->handed_back, count);
                handing_back = place + count <= capacity;
                if (!handing_back) atomicMin(&control->end, place);
            }
        }
    }
    atomicAdd(&control->nodes, nodes);
}

#define SEARCH(VIEWS)                                                                                                          \
    extern "C" __global__ void __launch_bounds__(THREADS, 2)                                                                   \
        search_##VIEWS(const Puzzle *puzzle, const Ranks *ranks, Item *items, Item *back, u32 capacity, Instance *instances,   \
                       Frame *stacks, Control *control, u32 budget, u32 most_idle) {                                                          \
        search<VIEWS>(puzzle, ranks, items, back, capacity, instances, stacks, control, budget, most_idle);                    \
    }

SEARCH(2)
SEARCH(4)
