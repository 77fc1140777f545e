//! The command line: commands and their help.
//!
//! The arguments of each command are in the file with its name, those of several commands in [`shared`].

mod analyse;
mod batch;
mod bench;
mod census;
mod check;
mod compare;
mod grade;
mod info;
mod random;
mod serve;
mod shared;
mod solve;
mod tables;
mod trace;
mod tree;

pub(crate) use analyse::AnalyseArgs;
pub(crate) use batch::BatchArgs;
pub(crate) use bench::BenchArgs;
pub(crate) use census::CensusArgs;
pub(crate) use check::CheckArgs;
pub(crate) use compare::CompareArgs;
pub(crate) use grade::GradeArgs;
pub(crate) use info::InfoArgs;
pub(crate) use random::RandomArgs;
pub(crate) use serve::ServeArgs;
pub(crate) use shared::InputArgs;
pub(crate) use shared::InputFormat;
pub(crate) use shared::SearchArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use tables::TablesArgs;
pub(crate) use tables::TablesCommand;
pub(crate) use trace::TraceArgs;
pub(crate) use tree::TreeArgs;

use clap::{Parser, Subcommand};

/// Solve sliding-tile puzzles in the fewest moves
#[derive(Parser)]
#[command(
    name = "taquin",
    version,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 success, 1 unsolvable, 2 bad input or usage, 3 stopped by a limit or Ctrl-C.
With several boards: 2 if any input is bad, else 3 if any search was stopped, else 1 if any board
is unsolvable."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve boards and write the solutions
    #[command(after_help = "\
Examples:
  taquin solve puzzles/4x4-40.txt
  taquin solve \"8 1 3/4 0 2/7 6 5\" --style moves
  taquin solve board.txt --style iowa           (both heuristics, ring or snail goal)
  taquin solve board.txt --style classic        (with the number of states enqueued)
  taquin solve big.txt --within 1m              (best solution found in a minute)
  taquin solve 5x5.txt --optimal                (proven shortest, however long it takes)
  taquin solve big.txt --weight 5               (fast, at most 5 times the shortest length)
  taquin solve board.txt --algorithm bfs --order UDLR
  taquin solve \"1,2,5,3,4,0,6,7,8\" --style columbia
  taquin solve 4x4.txt --style sise --order RDUL --stats-file stats.txt
  taquin solve board.txt --all --style moves    (all shortest solutions, one per line)
  taquin solve board.txt --count                (number of shortest solutions)
  taquin random 3x3 --count 10 | taquin solve --format json")]
    Solve(SolveArgs),
    /// Find shortest solutions of many boards, one line each
    #[command(after_help = "\
Examples:
  taquin batch --random 4x4 --count 1000000 --seed 7 > solutions.tsv
  taquin batch boards.txt --format json
  taquin batch --random 4x4 --count 1000 --device cpu")]
    Batch(BatchArgs),
    /// Print the length of a shortest solution of each board, -1 if unsolvable
    #[command(after_help = "\
Examples:
  taquin check puzzles/3x3-*.txt puzzles/4x4-*.txt
  taquin check --stats --time 10s boards.txt
  taquin check big.txt --within 1m              (best solution found in a minute)")]
    Check(CheckArgs),
    /// Describe boards: solvability, heuristic values, neighbors, twin, search plan
    #[command(after_help = "\
Examples:
  taquin info \"8 1 3/4 0 2/7 6 5\"
  taquin info --goal ring board.txt")]
    Info(InfoArgs),
    /// Compare a solution with the optimum, move by move, and show its mistakes
    #[command(
        alias = "analyze",
        after_help = "\
Boards have up to 16 cells. A number in the solution is a tile; all tiles between it and the blank
slide with it. A file has a solve on each line: the board, a tab, and the moves (fields between
them, as in the output of 'taquin batch', are ignored).

Examples:
  taquin analyse \"8 1 3/4 0 2/7 6 5\" LURRDDLURULDLU
  taquin analyse board.txt \"R2 U L3\" --metric multi
  taquin analyse board.txt D2RUL2 --blank-moves
  taquin analyse solves.tsv                     (histogram of moves above the optimum)
  taquin analyse solves.tsv --format json"
    )]
    Analyse(AnalyseArgs),
    /// Generate random boards
    #[command(after_help = "\
With --moves, boards are sampled uniformly from all boards at that distance if the size has at
most 12 cells, if the distance is small, or if it is common on 4x4. Otherwise they come from
random walks. A note on standard error says which.

Examples:
  taquin random 4x4                     (uniform over all solvable boards)
  taquin random 3x3 --moves 31          (one of the two hardest boards)
  taquin random 3x4 --count 5 --seed 1 --one-line
  taquin random 4x4 --unsolvable")]
    Random(RandomArgs),
    /// Measure nodes and time on a suite of boards
    #[command(after_help = "\
Suites:
  korf-15       100 random 15-puzzles (Korf 1985)
  korf-24       50 random 24-puzzles (Korf and Felner 2002); slow without a GPU
  antipodes     the seventeen 15-puzzles that need 80 moves, the maximum
  random RxC    random solvable boards (--count, --seed, --goal)
  sizes         random boards from 6x6 to 127x127, with the same time each
                (--within, --count, --seed)
  gpu           correctness and speed of GPU search (--only, --seed, --chart)
  FILE...       boards from files (--goal, --input, --size)
Korf's boards have the goal blank-first, the antipodes blank-last.

Times exclude building pattern databases, which happens in an unmeasured warm-up search. Runs with
the same fingerprint have the same solution length and node count for every board. There is a
fingerprint only if each search completed on a single CPU thread. docs/counts.md defines a node.

Examples:
  taquin bench korf-15
  taquin bench korf-15 --only 1-10,38 --threads 4  (four threads per board)
  taquin bench korf-15 --batch --threads 4         (four boards concurrently)
  taquin bench antipodes --repeat 1
  taquin bench sizes --within 10s --threads 2      (moves relative to the Manhattan distance)
  taquin bench random 3x4 --count 50 --seed 7 --format json
  taquin bench korf-15 --algorithm ida --heuristic manhattan --format csv > korf.csv
  taquin bench boards.txt --goal snail --algorithm iowa-heap --time 10s")]
    Bench(BenchArgs),
    /// Compare algorithms and heuristics on the same boards
    #[command(after_help = "\
Runs every algorithm with every heuristic on every board, one after another on one thread. A run
that reaches a limit is listed as 'over 30 s', 'out of memory' or 'out of depth'. A heuristic that
does not support the size of a board is listed as 'not for this size'.

Columns:
  moves        length of the solution; * not proven shortest, ≥ lower bound of a stopped run
  tables       pattern databases, if used
  nodes        generated and expanded nodes; docs/counts.md defines a node
  branching    effective branching factor: the b with b + b^2 + ... + b^moves = nodes
  start error  shortest length minus the heuristic value of the board (not for tables)
  mean error   the same, averaged over the boards of the solution except the goal (not for tables)
With several boards, the last rows show the mean of each method over the boards it solved.

Exit codes: 0 complete, 2 bad input or usage, 3 interrupted.

Presets use fixed boards:
  cos226       Princeton's table: its A* on boards of 28 to 42 moves, Hamming against Manhattan
  heuristics   nodes of A* with each heuristic on 4x4 boards of 20 to 44 moves

Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzles/4x4-*.txt --algorithms astar,ida --heuristics all --time 10s
  taquin compare board.txt --algorithms ida --heuristics manhattan,tables
  taquin compare board.txt --algorithms astar --heuristics manhattan --weights 1,2,3,5,10 \\
      --chart weights.svg
  taquin compare --preset cos226
  taquin compare --preset heuristics --format markdown --chart heuristics.svg")]
    Compare(CompareArgs),
    /// Count the boards at each distance from the goal and list the hardest
    #[command(after_help = "\
Supports up to 12 cells. 3x4 and 2x6 have 239,500,800 boards and take seconds and 180 MB.

Examples:
  taquin census 3x3
  taquin census 3x3 --goal ring
  taquin census 3x4 --format json
  taquin census 2x5 --format csv > counts.csv")]
    Census(CensusArgs),
    /// Grade a solver: run it on boards and check its output
    #[command(
        override_usage = "taquin grade [OPTIONS] [BOARD]... -- <PROGRAM>...",
        after_help = "\
The program and its arguments follow --. {} in an argument is replaced by the path of a file with
the board: its size, then its rows (with --give rows, only the rows; with --course, as the course
gives it). {board} is replaced by the board itself. Without them, the program reads the board from
standard input. A program that writes its solution to a file gets the path as {solution}.

Accepted solutions: all boards from the initial board to the goal, with or without sizes and the
number of moves; moves as letters (ULDR, R2U2) or words, of the tiles or of the blank; the numbers
of the tiles moved; or JSON as written by 'taquin solve --format json'. For unsolvable boards: 'No
solution possible', 'Unsolvable' or -1. Whatever surrounds the answer is ignored (lenient); with
--strict, the output must have the format of the course, and the differences are shown.

The built-in sets have boards that expose classic mistakes, such as counting the blank as a tile.

The program and all processes in its process group are killed when it exceeds its time, its memory
(on Linux; not limited elsewhere) or 64 MiB of output.

Exit codes: 0 all correct, 1 some wrong, 2 bad input or usage, 3 stopped by a limit or Ctrl-C.

Examples:
  taquin grade -- java -cp algs4.jar:. Solver {}
  taquin grade --set 4x4 --time 30s -- python3 solver.py {}
  taquin grade --strict -- java -cp algs4.jar:. Solver {}
  taquin grade --course iowa -- java -cp . YourMain {}
  taquin grade --course columbia -- python3 driver.py bfs {board}
  taquin grade --goal snail -- ./solver               (board on standard input)
  taquin grade puzzles/3x3-20.txt -- ./solver {}
  taquin grade --format json -- ./solver {}
  taquin grade --junit report.xml -- ./solver {}      (JUnit report for build servers)"
    )]
    Grade(GradeArgs),
    /// Serve a web page to play, solve, trace A* and compare searches
    #[command(after_help = "\
Listens on localhost, unless --listen names another address; docs/serving.md explains how to serve
other machines. Without --listen and --port, uses port 8015 or the next free one. Uses the pattern
databases on disk at startup and never writes any.

Examples:
  taquin serve
  taquin serve --port 9000 --no-open
  taquin serve --listen 0.0.0.0:8015 --threads 4 --memory 512M --log info")]
    Serve(ServeArgs),
    /// Manage pattern databases on disk: larger ones solve hard boards much faster
    #[command(after_help = "\
A partition names a puzzle and the sizes of its patterns. The catalogue:
  15:7-8        for 4x4 boards, 187 MiB; built in seconds; solves hard boards ten times as fast
  24:6-6-6-6    for 5x5 boards, 92 MiB
  15:6-6-3      for 4x4 boards; embedded in the program
  15:7-7-1      for 4x4 boards, 33 MiB; built in memory for hard boards if 15:7-8 is not on disk
Other partitions are named by the sizes of their patterns, or by the tiles of each pattern in the
goal with the blank first; @ and a cell, counted from 0, put the blank elsewhere:
  15:5-5-5      3x4:1.2.4.5.8.9-3.6.7.10.11      8@4:4-4

Searches use the largest available pattern databases. They are stored in --cache, TAQUIN_CACHE, or
the user's cache directory.

Examples:
  taquin tables list
  taquin tables build 15:7-8
  taquin tables verify
  taquin tables remove 15:7-8")]
    Tables(TablesArgs),
    /// Show a search step by step: the queue before each dequeue
    #[command(after_help = "\
Each column is a node of the priority queue, the next one to dequeue on the left. Ties in priority
are broken as in the FAQ of Princeton's course. Iowa State's A* shows the lists OPEN and CLOSED.

Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\"
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic hamming --queue 4
  taquin trace \"1 2 3/4 5 6/8 7 0\" --both               (board and twin in lockstep)
  taquin trace \"8 1 3/4 0 2/7 6 5\" --algorithm ida --steps 50
  taquin trace \"2 0 3/1 8 4/7 6 5\" --algorithm iowa-list  (OPEN and CLOSED)
  taquin trace \"1 2 5/3 4 0/6 7 8\" --goal blank-first --algorithm bfs --order UDLR
  taquin trace board.txt --format json                   (one object per step)")]
    Trace(TraceArgs),
    /// Draw the search tree of A* or an uninformed search: nodes dequeued, enqueued and pruned
    #[command(after_help = "\
In text output, each line is a node, indented below its parent: the move, the board, and
g + h = f (or the depth); then *N if it was dequeued in step N, ! if it is the goal, and x if it
was pruned because it undoes the last move or is a duplicate (with --pruned).

Examples:
  taquin tree \"0 1 3/4 2 5/7 8 6\"
  taquin tree \"0 1 3/4 2 5/7 8 6\" --steps 5 --pruned
  taquin tree \"0 1 3/4 2 5/7 8 6\" --output tree.svg
  taquin tree \"1 2 5/3 4 0/6 7 8\" --goal blank-first --algorithm dfs --depth-limit 3
  taquin tree board.txt --format dot | dot -Tpng > tree.png")]
    Tree(TreeArgs),
    /// List the dialects of courses and judges, with a sample of each
    #[command(after_help = crate::dialects::list())]
    Dialects,
    /// Print a shell completion script
    #[command(
        after_help = "Example:\n  taquin completions bash > ~/.local/share/bash-completion/completions/taquin"
    )]
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  taquin man | man -l -")]
    Man,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn command_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Splits a command line into words, honouring double quotes.
    fn words(command: &str) -> Vec<String> {
        let quoted = command.split('"').enumerate();
        let words = quoted.flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }

    #[test]
    fn every_example_parses() {
        let cli = Cli::command();
        let mut tried = 0;
        for help in cli.get_subcommands().filter_map(clap::Command::get_after_help) {
            for line in help.to_string().lines().filter(|line| line.starts_with("  taquin ")) {
                // Two spaces separate an example from its comment; a backslash continues it on the next line.
                let example = line.trim().split("  ").next().unwrap_or_default().trim_end_matches('\\');
                let commands =
                    example.split('|').map(|part| part.split('>').next().unwrap_or_default().trim());
                for command in commands.filter(|command| command.starts_with("taquin ")) {
                    assert!(Cli::try_parse_from(words(command)).is_ok(), "{command}");
                    tried += 1;
                }
            }
        }
        assert!(tried >= 40, "only {tried} examples");
    }

    /// clap wraps at 100 columns, which would break the layout of the examples.
    #[test]
    fn after_help_lines_are_not_wrapped() {
        let cli = Cli::command();
        let all = std::iter::once(&cli).chain(cli.get_subcommands());
        for help in all.filter_map(clap::Command::get_after_help) {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= 98, "{line}");
            }
        }
    }
}
