//! The command line: its commands and their help. What each command takes is in a file for it and its kin, and what several
//! take in [`shared`].

mod boards;
mod measure;
mod serve;
mod shared;
mod show;
mod solve;
mod tables;

pub(crate) use boards::{CensusArgs, InfoArgs, RandomArgs};
pub(crate) use measure::{BenchArgs, CompareArgs, GradeArgs};
pub(crate) use serve::ServeArgs;
pub(crate) use shared::{InputArgs, SearchArgs};
pub(crate) use show::{TraceArgs, TreeArgs};
pub(crate) use solve::{BatchArgs, CheckArgs, SolveArgs};
pub(crate) use tables::{TablesArgs, TablesCommand};

use clap::{Parser, Subcommand};

/// Sliding-tile puzzles, solved with the fewest moves
#[derive(Parser)]
#[command(
    name = "taquin",
    version,
    about,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 solved, 1 unsolvable, 2 bad input or usage, 3 stopped by a limit or Ctrl-C.
With several boards: 2 if any input was bad, else 3 if any was stopped,
else 1 if any is unsolvable."
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Solve boards and write their solutions
    #[command(after_help = "\
Examples:
  taquin solve puzzles/4x4-40.txt
  taquin solve \"8 1 3/4 0 2/7 6 5\" --style moves
  taquin solve board.txt --style iowa           (both heuristics, ring or snail goal)
  taquin solve board.txt --style classic        (with the number of states enqueued)
  taquin solve big.txt --within 1m              (the best that can be found in a minute)
  taquin solve 5x5.txt --optimal                (proven to be shortest, however long it takes)
  taquin solve big.txt --weight 5               (quick, at most 5 times as long as the shortest)
  taquin solve board.txt --all --style moves    (every shortest solution, one a line)
  taquin solve board.txt --count                (how many there are)
  taquin random 3x3 --count 10 | taquin solve --style json")]
    Solve(SolveArgs),
    /// Solve boards by the million, each with the fewest moves, a line each
    #[command(after_help = "\
Examples:
  taquin batch --random 4x4 --count 1000000 --seed 7 > lines.tsv
  taquin batch boards.txt --lines json
  taquin batch --random 4x4 --count 1000 --device cpu")]
    Batch(BatchArgs),
    /// Print the fewest moves of each board, -1 for unsolvable ones
    #[command(after_help = "\
Examples:
  taquin check puzzles/3x3-*.txt puzzles/4x4-*.txt
  taquin check --stats --time 10s boards.txt
  taquin check big.txt --within 1m              (the best that can be found in a minute)")]
    Check(CheckArgs),
    /// Tell about boards: solvable or not and why, distances, neighbours, twin, how it is solved
    #[command(after_help = "\
Examples:
  taquin info \"8 1 3/4 0 2/7 6 5\"
  taquin info --goal ring board.txt")]
    Info(InfoArgs),
    /// Make random boards
    #[command(after_help = "\
Boards at an exact number of moves are drawn uniformly from all of them: up to 12 cells, near the
goal of any size, and, on 4x4, at numbers of moves that many boards take. Others come from random
walks. It says which.

Examples:
  taquin random 4x4                     uniformly among all solvable boards
  taquin random 3x3 --moves 31          one of the two hardest boards
  taquin random 3x4 --count 5 --seed 1 --one-line
  taquin random 4x4 --unsolvable")]
    Random(RandomArgs),
    /// Measure how many nodes and how much time boards take
    #[command(after_help = "\
Suites:
  korf-15       100 random 15-puzzles (Korf 1985)
  korf-24       50 random 24-puzzles (Korf and Felner 2002); each takes long
  antipodes     the 17 15-puzzles that take 80 moves, the most there are
  random RxC    random boards that can be solved (--count, --seed, --goal)
  sizes         random boards of 6x6 to 127x127, each within the same time
                (--within, --count, --seed)
  gpu           everything that a card should do, checked and measured
                (--only, --seed, --chart)
  FILE...       the boards in files (--goal, --format, --size)
Korf's boards are for the goal blank-first, the antipodes for blank-last.

No time includes the building of tables: first, a board is searched for a moment, unmeasured.
Two runs with the same fingerprint found as many moves and made as many nodes for every board.
There is a fingerprint if each board was searched to its end by one thread of the processor.
docs/counts.md tells what a node is.

Examples:
  taquin bench korf-15
  taquin bench korf-15 --only 1-10,38 --threads 4  (each board by four threads)
  taquin bench korf-15 --batch --threads 4         (four boards at a time)
  taquin bench antipodes --repeat 1
  taquin bench sizes --within 10s --threads 2      (moves as multiples of the Manhattan distance)
  taquin bench random 3x4 --count 50 --seed 7 --json
  taquin bench korf-15 --algorithm ida --heuristic manhattan --csv > korf.csv
  taquin bench boards.txt --goal snail --algorithm iowa-heap --time 10s")]
    Bench(BenchArgs),
    /// Run several searches on the same boards, and show what each of them takes
    #[command(after_help = "\
Every algorithm is run with every heuristic on every board, one run after the other on one thread.
A run that reaches its limits is an entry like the others: 'over 30 s', 'out of memory'. A method
is not run on boards of a size that it has no estimate for: 'not for this size'.

Columns:
  moves        of the solution; * not proven to be shortest, ≥ stopped, and that much is proven
  tables       the pattern databases, if a run used any
  nodes        generated, and of these expanded; docs/counts.md tells what a node is
  branching    the b with b + b^2 + ... + b^moves = nodes
  start error  the moves that the board takes, less the heuristic's estimate (not for tables)
  mean error   the same, on average over the boards of the solution but the goal (not for tables)
Of several boards, the last lines have the means of each method over those that it solved.

Exit codes: 0 when the table is complete, 2 if some input was bad, 3 if it was interrupted.

Presets make their own boards, the same every time:
  cos226       Princeton's table: its A* on boards of 28 to 42 moves, Hamming against Manhattan
  heuristics   the nodes of A* with each heuristic on 4x4 boards of 20 to 44 moves

Examples:
  taquin compare \"8 1 3/4 0 2/7 6 5\"
  taquin compare puzzles/4x4-*.txt --algorithms astar,ida --heuristics all --time 10s
  taquin compare board.txt --algorithms ida --heuristics manhattan,tables
  taquin compare board.txt --algorithms astar --heuristics manhattan --weights 1,2,3,5,10 \\
      --chart weights.svg
  taquin compare --preset cos226
  taquin compare --preset heuristics --format markdown --chart heuristics.svg")]
    Compare(CompareArgs),
    /// Count all boards of a size by the moves they take, and show the hardest
    #[command(after_help = "\
For boards of up to 12 cells. 3x4 and 2x6 have 239,500,800 boards and take seconds and 180 MB.

Examples:
  taquin census 3x3
  taquin census 3x3 --goal ring
  taquin census 3x4 --json
  taquin census 2x5 --csv > counts.csv")]
    Census(CensusArgs),
    /// Run somebody's solver on boards and judge what it prints
    #[command(
        override_usage = "taquin grade [OPTIONS] [BOARD]... -- <PROGRAM>...",
        after_help = "\
The program comes after --. {} in its arguments is the path of a file with the board: its size,
then its rows (or these alone, with --give rows). Without {} it gets the board on standard input.

It may print its solution in the style of any course: all boards from the first to the goal, with
or without their sizes and the number of moves; moves as letters (ULDR, R2U2) or words, of the
tiles or of the blank; the numbers of the tiles that slide; or JSON such as
'taquin solve --style json' writes. For boards that can't be solved it says so (No solution
possible, Unsolvable, -1).

The program is killed when its time is over, when it uses too much memory (on Linux; elsewhere
memory is not limited), or when it prints more than 64 MiB, and so is everything it has started
that stayed in its process group.

Exit codes: 0 all right, 1 something is wrong, 2 bad input or usage,
3 stopped by Ctrl-C or a limit.

Examples:
  taquin grade -- java -cp algs4.jar:. Solver {}
  taquin grade --set 4x4 --time 30s -- python3 solver.py {}
  taquin grade --goal ring --give rows -- java -cp . YourMain {}
  taquin grade --goal snail -- ./solver               (the board on standard input)
  taquin grade puzzles/3x3-20.txt -- ./solver {}
  taquin grade --junit report.xml -- ./solver {}      (for build servers that read JUnit's files)"
    )]
    Grade(GradeArgs),
    /// Show boards in a browser: play, solve, watch A* think, compare searches
    #[command(after_help = "\
The page is for a browser on this machine, unless --listen says otherwise; docs/serving.md tells
how to run it for others. Without --listen and --port it takes port 8015, or the next that is
free. Tables that are on the disk when it starts are used, and never changed.

Examples:
  taquin serve
  taquin serve --port 9000 --no-open
  taquin serve --listen 0.0.0.0:8015 --threads 4 --memory 512M --log info")]
    Serve(ServeArgs),
    /// Keep pattern databases on the disk: larger ones make hard boards much faster
    #[command(after_help = "\
Tables are named by their puzzle and the sizes of their parts. Those in the catalogue:
  15:7-8        for 4x4 boards, 187 MiB; built in seconds, hard boards ten times as fast
  24:6-6-6-6    for 5x5 boards, 92 MiB
  15:6-6-3      for 4x4 boards; part of the program, nothing to build
Others are named by their sizes too, or by their tiles in the goal that has them in order with
the blank first (or, after an @, at another cell, counted from 0), such as
  15:5-5-5      3x4:1.2.4.5.8.9-3.6.7.10.11      8@4:4-4

A search uses the largest tables at hand. The folder is --cache, or TAQUIN_CACHE, or the system's.

Examples:
  taquin tables list
  taquin tables build 15:7-8
  taquin tables verify
  taquin tables remove 15:7-8")]
    Tables(TablesArgs),
    /// Show A* step by step: what its queue holds before each node comes off
    #[command(after_help = "\
Each column is a node of the queue, the first one to come off on the left. Of equal priorities the
smaller estimate comes first, and then the newest node.

Examples:
  taquin trace \"0 1 3/4 2 5/7 8 6\"
  taquin trace \"0 1 3/4 2 5/7 8 6\" --heuristic hamming --queue 4
  taquin trace \"1 2 3/4 5 6/8 7 0\" --both               (board and twin in lockstep)
  taquin trace \"8 1 3/4 0 2/7 6 5\" --algorithm ida --steps 50
  taquin trace board.txt --json                          (an object a step)")]
    Trace(TraceArgs),
    /// Draw the tree that A* grows: boards processed, boards in the queue, boards left out
    #[command(after_help = "\
In text, each line is a node below the one that it was reached from: the move, the board, and
moves + estimate = priority; then *N if it came off the queue in step N, ! if it is the goal, and
x if it was left out because it takes the last move back (--pruned).

Examples:
  taquin tree \"0 1 3/4 2 5/7 8 6\"
  taquin tree \"0 1 3/4 2 5/7 8 6\" --steps 5 --pruned
  taquin tree \"0 1 3/4 2 5/7 8 6\" --output tree.svg
  taquin tree board.txt --format dot | dot -Tpng > tree.png")]
    Tree(TreeArgs),
    /// Print a completion script for a shell
    #[command(
        after_help = "Example:\n  taquin completions bash > ~/.local/share/bash-completion/completions/taquin"
    )]
    Completions {
        /// The shell
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
    fn what_is_said_of_the_command_line_holds_together() {
        Cli::command().debug_assert();
    }

    /// The words of a command, as a shell sees them.
    fn words(command: &str) -> Vec<String> {
        let quoted = command.split('"').enumerate();
        let words = quoted.flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }

    #[test]
    fn every_example_can_be_typed() {
        let cli = Cli::command();
        let mut tried = 0;
        for help in cli.get_subcommands().filter_map(clap::Command::get_after_help) {
            for line in help.to_string().lines().filter(|line| line.starts_with("  taquin ")) {
                // Two spaces are before what is said of it, and a line may go on in the next.
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

    /// At 100 columns clap breaks a line, and leaves what was too much on a line of its own.
    #[test]
    fn no_line_below_the_options_is_broken() {
        let cli = Cli::command();
        let all = std::iter::once(&cli).chain(cli.get_subcommands());
        for help in all.filter_map(clap::Command::get_after_help) {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= 98, "{line}");
            }
        }
    }
}
