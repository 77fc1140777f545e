//! The weights of the [score](super::score), in units of a hundredth of a tile's step.
//!
//! They were learned. Beam search solved 500 random 6×6 boards and kept a sample of the other boards of each
//! level. Logistic regression then fitted weights under which boards on the solution paths score lower than
//! the others, which holds for 89 % of the pairs. After three rounds, each with the weights of the one
//! before, solutions at the same beam width went from 1.48 to 1.38 times the Manhattan distance. Mirror
//! images have equal weights.

/// The row and column offsets of the cells whose tiles form a pair with a tile.
pub(super) const RELATIONS: [(isize, isize); 12] =
    [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (1, -1), (-1, 1), (0, 2), (0, -2), (2, 0), (-2, 0)];

/// The weight of a tile that has to leave its line.
pub(super) const CONFLICT: i32 = 344;

/// The side of the tables by distance: 0 to 5.
pub(super) const DISTANCES: usize = 6;

/// The side of the tables by offset: −5 to 5.
pub(super) const OFFSETS: usize = 2 * DISTANCES - 1;

/// A tile, by row and column distance from home.
#[rustfmt::skip]
pub(super) const TILE: [[i32; DISTANCES]; DISTANCES] = [
    [   0,   30,  130,  354,  677, 1060],
    [  30,  114,  262,  512,  861, 1266],
    [ 130,  262,  418,  684, 1061, 1489],
    [ 354,  512,  684,  970, 1347, 1785],
    [ 677,  861, 1061, 1347, 1727, 2118],
    [1060, 1266, 1489, 1785, 2118, 2473],
];

/// The blank, by row and column distance from home.
#[rustfmt::skip]
pub(super) const BLANK: [[i32; DISTANCES]; DISTANCES] = [
    [ 294,  119,   32,   27,   66,  253],
    [ 119,  -23,  -96, -117,  -68,   70],
    [  32,  -96, -166, -169, -127,    6],
    [  27, -117, -169, -176, -127,   -5],
    [  66,  -68, -127, -127,  -80,   56],
    [ 253,   70,    6,   -5,   56,  232],
];

/// Two adjacent tiles, by the offset of the second's home from the first's, across the pair and along it. The
/// centre of the table is offset (0, 0); tiles in their final relation are one entry to the right of it.
#[rustfmt::skip]
pub(super) const ADJACENT: [[i16; OFFSETS]; OFFSETS] = [
    [ 273,  195,  125,   75,    1,   -7,  -27,  -62,  -74,  -81,  -43],
    [ 200,  186,  130,   68,   20,  -15,  -55,  -67,  -82,  -84,  -88],
    [ 248,  218,  132,   86,   21,  -28,  -64,  -84,  -90,  -92, -132],
    [ 316,  257,  159,   86,   42,  -25,  -63,  -91,  -97, -117,  -94],
    [ 345,  258,  210,  141,   72,  -27,  -68,  -82, -110, -120, -113],
    [ 281,  237,  181,   94,    1,    0,  -97, -100, -110, -122, -120],
    [ 345,  258,  210,  141,   72,  -27,  -68,  -82, -110, -120, -113],
    [ 316,  257,  159,   86,   42,  -25,  -63,  -91,  -97, -117,  -94],
    [ 248,  218,  132,   86,   21,  -28,  -64,  -84,  -90,  -92, -132],
    [ 200,  186,  130,   68,   20,  -15,  -55,  -67,  -82,  -84,  -88],
    [ 273,  195,  125,   75,    1,   -7,  -27,  -62,  -74,  -81,  -43],
];

/// Two tiles that touch at a corner, by the row and column offset of their homes.
#[rustfmt::skip]
pub(super) const DIAGONAL: [[i16; OFFSETS]; OFFSETS] = [
    [ 217,  189,  178,  145,  101,   85,   45,   37,   -5,   16,   45],
    [ 189,  207,  180,  154,  120,   85,   31,   30,   10,   -2,   20],
    [ 178,  180,  173,  150,  125,   78,   44,   23,   16,    9,  -21],
    [ 145,  154,  150,  129,  130,   86,   38,   14,    4,    0,  -18],
    [ 101,  120,  125,  130,  120,   84,   37,   27,    0,    2,  -14],
    [  85,   85,   78,   86,   84,    0,    5,   13,   -1,   -1,  -13],
    [  45,   31,   44,   38,   37,    5,   11,    8,  -10,   -8,  -13],
    [  37,   30,   23,   14,   27,   13,    8,   -2,   -1,  -15,  -12],
    [  -5,   10,   16,    4,    0,   -1,  -10,   -1,    1,   -5,  -20],
    [  16,   -2,    9,    0,    2,   -1,   -8,  -15,   -5,   10,   -3],
    [  45,   20,  -21,  -18,  -14,  -13,  -13,  -12,  -20,   -3,   13],
];

/// Two tiles with one cell between them, by the offset of their homes across the pair and along it.
#[rustfmt::skip]
pub(super) const APART: [[i16; OFFSETS]; OFFSETS] = [
    [ 168,  107,   57,   27,    2,    4,   -4,   -5,    1,  -12,   -4],
    [ 127,   74,   47,   11,   22,    3,  -12,  -19,  -29,  -41,  -28],
    [ 127,   79,   55,   30,   12,   -6,  -11,  -22,  -32,  -39,  -45],
    [ 147,  115,   69,   42,   31,    7,  -11,  -25,  -41,  -54,  -62],
    [ 181,  125,  109,   77,   44,   -2,  -11,  -19,  -40,  -48,  -62],
    [ 158,  130,  100,   46,    0,    0,  -21,  -32,  -44,  -63,  -57],
    [ 181,  125,  109,   77,   44,   -2,  -11,  -19,  -40,  -48,  -62],
    [ 147,  115,   69,   42,   31,    7,  -11,  -25,  -41,  -54,  -62],
    [ 127,   79,   55,   30,   12,   -6,  -11,  -22,  -32,  -39,  -45],
    [ 127,   74,   47,   11,   22,    3,  -12,  -19,  -29,  -41,  -28],
    [ 168,  107,   57,   27,    2,    4,   -4,   -5,    1,  -12,   -4],
];
