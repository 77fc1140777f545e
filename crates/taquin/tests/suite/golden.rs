//! The courses' sample outputs, byte for byte, and their published node counts.

use std::time::Duration;
use taquin::notation::{Attempt, MoveStyle, Report, Style};
use taquin::{
    Algorithm, AllSolutionsOutcome, Board, Goal, Heuristic, Limits, Move, Outcome, Parity, Size, Solver,
};
use taquin::{Clock, OpenListKind, QueueStats};

fn board(text: &str) -> Board {
    text.parse().expect("a board")
}

fn puzzle04() -> Board {
    board("0 1 3/4 2 5/7 8 6")
}

fn written(style: Style, board: &Board, goal: &Goal, attempts: &[Attempt]) -> String {
    let mut text = Vec::new();
    let report = Report { name: None, board, goal, attempts };
    style.write(&report, MoveStyle::default(), &mut text).expect("writing to memory never fails");
    String::from_utf8(text).expect("UTF-8")
}

fn solved(style: Style, board: &Board, goal: &Goal, algorithm: Algorithm) -> String {
    let outcome = Solver::new(goal.clone()).request(algorithm).solve(board).expect("same size");
    written(style, board, goal, &[Attempt { algorithm, heuristic: Some(Heuristic::Manhattan), outcome }])
}

#[test]
fn princeton_style_matches_the_course() {
    let goal = Goal::blank_last(puzzle04().size());
    assert_eq!(
        solved(Style::Princeton, &puzzle04(), &goal, Algorithm::Princeton),
        "Minimum number of moves = 4\n\
         3\n 0  1  3 \n 4  2  5 \n 7  8  6 \n\n\
         3\n 1  0  3 \n 4  2  5 \n 7  8  6 \n\n\
         3\n 1  2  3 \n 4  0  5 \n 7  8  6 \n\n\
         3\n 1  2  3 \n 4  5  0 \n 7  8  6 \n\n\
         3\n 1  2  3 \n 4  5  6 \n 7  8  0 \n\n"
    );
    for algorithm in [Algorithm::Princeton, Algorithm::AStar] {
        let unsolvable = solved(Style::Princeton, &board("1 2 3/4 5 6/8 7 0"), &goal, algorithm);
        assert_eq!(unsolvable, "No solution possible\n");
    }
}

#[test]
fn classic_style_matches_the_course() {
    let goal = Goal::blank_last(puzzle04().size());
    assert_eq!(
        solved(Style::Classic, &puzzle04(), &goal, Algorithm::Princeton),
        "\u{20}   1  3\n 4  2  5\n 7  8  6\n\n\
         \u{20}1     3\n 4  2  5\n 7  8  6\n\n\
         \u{20}1  2  3\n 4     5\n 7  8  6\n\n\
         \u{20}1  2  3\n 4  5\n 7  8  6\n\n\
         \u{20}1  2  3\n 4  5  6\n 7  8\n\n\
         Number of states enqueued = 10\n\
         Minimum number of moves = 4\n"
    );
    let unsolvable = solved(Style::Classic, &board("1 2 3/4 5 6/8 7 0"), &goal, Algorithm::Princeton);
    assert_eq!(unsolvable, "No solution possible\n");
}

/// The course allows other solutions of the same length; these are the ones it shows.
#[test]
fn iowa_style_matches_the_course() {
    use Move::{Down, Left, Right, Up};
    let start = board("1 2 3/6 5 7/8 4 0");
    let goal = Goal::ring();
    let outcome = Solver::new(goal.clone()).solve_all(&start, &mut ()).expect("small");
    let AllSolutionsOutcome::Solved(shortest) = outcome else { panic!("solvable") };
    let attempt = |heuristic, moves: [Move; 10]| {
        let solution = shortest.iter().find(|solution| solution.moves() == moves);
        Attempt {
            algorithm: Algorithm::Iowa(OpenListKind::LinkedList),
            heuristic: Some(heuristic),
            outcome: Outcome::Solved(solution.expect("the course's solutions are shortest")),
        }
    };
    let runs = [
        attempt(Heuristic::Manhattan, [Down, Right, Up, Left, Down, Right, Right, Up, Left, Down]),
        attempt(Heuristic::Hamming, [Right, Down, Left, Up, Right, Down, Right, Up, Left, Down]),
    ];
    insta::assert_snapshot!("iowa", written(Style::Iowa, &start, &goal, &runs));
    let without = [Attempt { heuristic: None, ..runs[0].clone() }];
    assert!(written(Style::Iowa, &start, &goal, &without).starts_with("10 moves in total\n\n"));

    for heuristic in Heuristic::ALL {
        for open in [OpenListKind::LinkedList, OpenListKind::Heap, OpenListKind::Buckets] {
            let solver = Solver::new(goal.clone())
                .request(Algorithm::Iowa(open).with_heuristic(heuristic).expect("it uses one"));
            let Outcome::Solved(solution) = solver.solve(&start).expect("fits") else { panic!("solvable") };
            assert_eq!(solution.len(), 10);
        }
    }
    assert_eq!(
        solved(Style::Iowa, &board("4 1 2/5 3 0/8 6 7"), &goal, Algorithm::Iowa(OpenListKind::LinkedList)),
        "No solution exists for the following initial state:\n\n4 1 2\n5 3\n8 6 7\n"
    );
}

#[test]
fn every_style_writes_solved_unsolvable_and_stopped_boards() {
    let goal = Goal::blank_last(puzzle04().size());
    for style in Style::ALL {
        let mut text = String::new();
        for (name, board, nodes) in [
            ("solved", puzzle04(), None),
            ("unsolvable", board("1 2 3/4 5 6/8 7 0"), None),
            ("stopped", board("8 6 7/2 5 4/3 0 1"), Some(0)),
        ] {
            let clock = Clock::new(|| Duration::ZERO);
            let limits = Limits { nodes, clock, ..Limits::default() };
            let solver = Solver::new(goal.clone()).request(Algorithm::Princeton).limits(limits);
            let outcome = solver.solve(&board).expect("fits");
            let heuristic = Some(Heuristic::Manhattan);
            let attempt = Attempt { algorithm: Algorithm::Princeton, heuristic, outcome };
            text +=
                &["--- ", name, "\n", &without_memory(&written(style, &board, &goal, &[attempt]))].concat();
        }
        insta::assert_snapshot!(format!("style_{}", style.name()), text);
    }
}

/// Clears the memory, which differs between machines, in JSON and in Columbia's figures.
fn without_memory(text: &str) -> String {
    let is_digit = |c: char| c.is_ascii_digit() || c == '.';
    ["\"memory\":", "max_ram_usage: "].iter().fold(text.to_owned(), |text, label| {
        match text.split_once(label) {
            Some((before, after)) => format!("{before}{label}0{}", after.trim_start_matches(is_digit)),
            None => text,
        }
    })
}

#[test]
fn queue_counts_of_puzzle04_match_the_faq() {
    let goal = Goal::blank_last(puzzle04().size());
    for heuristic in [Heuristic::Hamming, Heuristic::Manhattan] {
        let solver = Solver::new(goal.clone())
            .request(Algorithm::Princeton.with_heuristic(heuristic).expect("it uses one"));
        let Outcome::Solved(solution) = solver.solve(&puzzle04()).expect("fits") else { panic!("solvable") };
        let QueueStats { enqueued, dequeued, .. } = solution.stats().queue;
        assert_eq!((enqueued, dequeued), (10, 5));
    }
}

#[test]
fn unsolvable_outcome_explains_the_parity() {
    let goal = Goal::blank_last(Size::square(3).expect("in range"));
    let outcome = Solver::new(goal.clone()).solve(&board("1 2 3/4 5 6/8 7 0")).expect("fits");
    let Outcome::Unsolvable(unsolvable) = outcome else { panic!("one transposition away from the goal") };
    assert_eq!(unsolvable.parity, Parity::explain(&board("1 2 3/4 5 6/8 7 0"), &goal));
    assert!(unsolvable.parity.to_string().contains("inversions: 1 (odd), in the goal 0 (even)"));
}
