/** A board: text in any notation that Taquin reads, rows of numbers with 0 for the blank, or a Board. */
export type BoardLike = string | readonly (readonly number[])[] | Board;

/** A goal: blank last (the default), blank first, ring (3×3 only), snail, or a board. */
export type GoalLike = "blank-last" | "blank-first" | "ring" | "snail" | BoardLike;

export type Heuristic = "hamming" | "manhattan" | "linear-conflict" | "walking-distance" | "largest";

/** An immutable board. */
export class Board {
  /** Rows of numbers, or text with one row per line or rows separated by slashes. Throws a TaquinError. */
  constructor(rows: string | readonly (readonly number[])[]);
  readonly rows: number[][];
  /** The board after moves, letters U, D, L and R that name the motion of the tile. Throws if one is illegal. */
  apply(moves: string): Board;
  equals(other: unknown): boolean;
  /** "1 2 3/4 5 6/7 8 0" */
  toString(): string;
  toJSON(): number[][];
}

/** An error with a code for programs, such as "bad-board", and a message for people. */
export class TaquinError extends Error {
  readonly code: string;
}

export interface BoardJson {
  rows: number;
  cols: number;
  /** In row order, 0 for the blank. */
  tiles: number[];
  text: string;
}

export interface PuzzleJson {
  board: BoardJson;
  goal: { name: string; board: BoardJson };
}

export interface CallOptions {
  goal?: GoalLike;
  /** The size of a board given as a list, such as "3x4". */
  size?: string;
  /** Aborts the request: its promise is rejected with the reason of the signal. */
  signal?: AbortSignal;
}

export interface SearchStats {
  /** Proven: no solution has fewer moves. */
  lower_bound: number;
  generated: number;
  seconds: number;
}

/** In the multi-tile metric, tiles of a line that slide together are one move. */
export type Metric = "single" | "multi";

export interface Solved extends PuzzleJson, SearchStats {
  outcome: "solved";
  /** The metric, unless it is single. */
  metric?: Metric;
  /** Letters U, D, L and R that name the motion of the tile. */
  moves: string;
  length: number;
  /** True if the solution is proven shortest. */
  shortest: boolean;
}

export interface Unsolvable extends PuzzleJson {
  outcome: "unsolvable";
  why: string;
}

export interface Stopped extends PuzzleJson, SearchStats {
  outcome: "stopped";
  reason: string;
  reason_code: "time" | "nodes" | "memory" | "depth" | "bound" | "cancelled";
  metric?: Metric;
  /** The best solution found before. */
  moves?: string;
  length?: number;
}

export type SolveResult = Solved | Unsolvable | Stopped;

export type SolveProgress =
  | { event: "progress"; lower_bound: number; generated: number; rate: number; best: number | null; thousandths: number | null; seconds: number }
  | { event: "improved"; length: number; before: number | null; lower_bound: number; seconds: number }
  | { event: "building"; tables: string; thousandths: number };

export interface SolveOptions extends CallOptions {
  /** The time limit, 0.05 to 60; the default is 10. */
  seconds?: number;
  /** The way to count moves; the default is "single". */
  metric?: Metric;
  /** Ends the search: its promise is resolved with the best so far. */
  stop?: AbortSignal;
  onProgress?: (progress: SolveProgress) => void;
}

/** Solves a board. Up to 16 cells, the solution is proven shortest; larger boards get the best solution found in the time. */
export function solve(board: BoardLike, options?: SolveOptions): Promise<SolveResult>;

export interface Info extends PuzzleJson {
  solvable: boolean;
  why: string;
  /** The named goals that the board can reach, if it can't reach this one. */
  other_goals: string[];
  solved: boolean;
  estimates: { heuristic: Heuristic; estimate: number; shares?: number[]; conflicts?: { line: string; tiles: number[]; leaving: number }[] }[];
  /** The steps that `solve` would take, in words. */
  plan: string[];
}

/** Tells whether a board is solvable and why, its heuristic values, and what `solve` would do. */
export function info(board: BoardLike, options?: CallOptions): Promise<Info>;

export interface RandomOptions extends CallOptions {
  /** The exact distance from the goal. */
  moves?: number;
  /** False for an unsolvable board. */
  solvable?: boolean;
  seed?: number;
}

/** Returns a random board of a size such as "4x4". */
export function random(size: string, options?: RandomOptions): Promise<PuzzleJson & { seed: number; how: string[] }>;

export interface TraceOptions extends CallOptions {
  algorithm?: "princeton" | "bfs" | "dfs" | "ids" | "ucs";
  heuristic?: Heuristic;
  /** The order of moves of an uninformed search, such as "UDLR". */
  order?: string;
  depth_limit?: number;
  steps?: number;
}

export interface Trace extends PuzzleJson {
  algorithm: string;
  heuristic: Heuristic | null;
  solvable: boolean;
  end: "goal" | "exhausted" | "steps" | "nodes";
  enqueued: number;
  dequeued: number[];
  moves: string | null;
  path: number[] | null;
  nodes: {
    parent: number | null;
    move: string | null;
    tiles: number[];
    moves: number;
    estimate: number;
    state: "queued" | "processed" | "pruned";
    step: number | null;
    shares?: number[];
  }[];
}

/** Returns A* or an uninformed search step by step. */
export function trace(board: BoardLike, options?: TraceOptions): Promise<Trace>;

export interface CompareOptions extends CallOptions {
  algorithms?: string[];
  heuristics?: string[];
  order?: string;
  depth_limit?: number;
  /** The time limit of each run, 0.1 to 10; the default is 2. */
  seconds?: number;
  /** Ends the runs: the promise is resolved with those so far. */
  stop?: AbortSignal;
  onRun?: (run: Run) => void;
}

export interface Run {
  index: number;
  algorithm: string;
  heuristic: string;
  outcome: "solved" | "stopped" | "unsolvable" | "unfit";
  length: number | null;
  shortest: boolean;
  lower_bound: number | null;
  reason: string | null;
  reason_code: string | null;
  generated: number;
  expanded: number;
  stored: number;
  memory: number;
  seconds: number;
  branching: number | null;
}

/** Runs each algorithm with each heuristic on a board. */
export function compare(board: BoardLike, options?: CompareOptions): Promise<Run[]>;

export interface AnalyzeOptions extends CallOptions {
  /** The way to count moves; the default is "single". */
  metric?: Metric;
  /** True if letters in `moves` name the motion of the blank. In the result they name that of the tile. */
  blank_moves?: boolean;
  /** The time limit of the whole analysis, 0.05 to 60; the default is 30. */
  seconds?: number;
  /** Ends the analysis: its promise is resolved with the outcome "stopped". */
  stop?: AbortSignal;
}

export interface AnalyzedMove {
  /** A letter, or in the multi-tile metric one for each tile that slides. */
  move: string;
  /** The fewest moves from the board before this one. */
  left: number;
  /** The moves more than necessary because of this one: 0 unless it is a mistake. */
  cost: number;
  /** A shortest solution from the board before a mistake. */
  better?: string;
}

export interface Analyzed extends PuzzleJson {
  outcome: "analyzed";
  metric: Metric;
  length: number;
  /** The fewest moves, proven. */
  optimum: number;
  /** Their costs add up to `length` − `optimum`. */
  moves: AnalyzedMove[];
  seconds: number;
}

export interface AnalysisStopped extends PuzzleJson {
  outcome: "stopped";
  metric: Metric;
  reason: string;
  reason_code: Stopped["reason_code"];
  seconds: number;
}

/**
 * Compares a solution of a board of up to 16 cells with the optimum. The moves are letters with counts, such as "R2UL3", or
 * numbers of tiles. An illegal or incomplete solution is a TaquinError with the code "bad-moves", which names the faulty move.
 */
export function analyze(board: BoardLike, moves: string, options?: AnalyzeOptions): Promise<Analyzed | Unsolvable | AnalysisStopped>;

/** Ends the Worker and rejects pending requests. A later request starts another Worker. */
export function close(): void;
