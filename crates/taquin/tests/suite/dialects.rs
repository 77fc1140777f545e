//! The dialects of courses and judges: their samples, and the boards that every style prints, read back.

use taquin::notation::{Attempt, InputForm, MoveStyle, Report, Style, read_board};
use taquin::random::RandomBoards;
use taquin::state_space::boards_at_distance;
use taquin::{Algorithm, Board, CancelToken, Goal, Heuristic, MoveOrder, SearchOptions, Size, Solver};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;

fn attempt(board: &Board, goal: &Goal, algorithm: Algorithm, heuristic: Option<Heuristic>) -> Attempt {
    let solver = Solver::new(goal.clone()).request(algorithm.with_heuristic(heuristic).expect("it uses one"));
    Attempt { algorithm, heuristic, outcome: solver.solve(board).expect("same size") }
}

fn write(style: Style, board: &Board, goal: &Goal, attempts: &[Attempt]) -> String {
    let report = Report { name: None, board, goal, attempts };
    let mut text = Vec::new();
    style.write(&report, MoveStyle::default(), &mut text).expect("memory");
    String::from_utf8(text).expect("text")
}

/// Replaces the figures that depend on the machine.
fn without_time(text: &str) -> String {
    let figure = |line: &str| match line.split_once(": ") {
        Some((name @ ("running_time" | "max_ram_usage"), number)) => {
            assert_eq!(number.split_once('.').map(|(_, decimals)| decimals.len()), Some(8), "{line}");
            format!("{name}: 0.00000000\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(figure).collect()
}

#[test]
fn samples_are_as_the_courses_ask() {
    let mut tried = 0;
    for style in Style::ALL {
        let Some(dialect) = style.dialect() else { continue };
        let (input, expected) = dialect.sample;
        let (boards, own_goal) = dialect.input.read(input, None).unwrap_or_else(|e| panic!("{style}: {e}"));
        let mut output = String::new();
        for board in boards {
            let goal =
                own_goal.clone().unwrap_or_else(|| dialect.goal.for_size(board.size()).expect("any size"));
            let attempt = |heuristic| attempt(&board, &goal, dialect.algorithm, heuristic);
            let asked = dialect.assignment.heuristics;
            let attempts: Vec<Attempt> = match asked {
                [] => vec![attempt(None)],
                _ => asked.iter().map(|&heuristic| attempt(Some(heuristic))).collect(),
            };
            output += &write(style, &board, &goal, &attempts);
        }
        assert_eq!(without_time(&output), without_time(expected), "{style}");
        tried += 1;
    }
    assert_eq!(tried, 14);
}

#[test]
fn unsolvable_boards_are_as_the_judges_ask() {
    let board: Board = "1 2 3/4 5 6/8 7 0".parse().expect("a board");
    let goal = Goal::blank_last(board.size());
    let attempts = [attempt(&board, &goal, Algorithm::Auto, None)];
    for (style, expected) in [
        (Style::Columbia, "No solution possible\n"),
        (Style::FortyTwo, "This puzzle is unsolvable.\n"),
        (Style::Sise, "-1\n"),
        (Style::NI, "-1\n"),
        (Style::Uva, "This puzzle is not solvable.\n"),
        (Style::Poj, "unsolvable\n"),
        (Style::Poj3240, "No Answer!\n"),
        (Style::Hackerrank, "-1\n"),
        (Style::Aoj, "-1\n"),
        (Style::Leetcode, "-1\n"),
        (Style::Codewars, "null\n"),
    ] {
        assert_eq!(write(style, &board, &goal, &attempts), expected, "{style}");
    }
}

#[test]
fn solved_boards_have_no_moves() {
    let goal = Goal::blank_last(Size::square(3).expect("in range"));
    let attempts = [attempt(goal.board(), &goal, Algorithm::BreadthFirst, None)];
    for (style, expected) in [
        (Style::Sise, "0\n\n"),
        (Style::NI, "0\n"),
        (Style::Uva, "\n"),
        (Style::Hackerrank, "0\n"),
        (Style::Leetcode, "0\n"),
        (Style::Codewars, "[]\n"),
    ] {
        assert_eq!(write(style, goal.board(), &goal, &attempts), expected, "{style}");
    }
    assert!(write(Style::Columbia, goal.board(), &goal, &attempts).starts_with("path_to_goal: []\n"));
}

/// All 413 boards at 1 to 7 moves from the 4×4 goal, with the eight orders of the course.
#[test]
fn sise_files_are_as_specified() {
    let goal = Goal::blank_last(Size::square(4).expect("in range"));
    let dialect = Style::Sise.dialect().expect("a dialect");
    let mut files = 0;
    for distance in 1..=7_usize {
        let boards = boards_at_distance(&goal, distance as u32, 1000, &CancelToken::default()).expect("few");
        for board in boards {
            let text = dialect.format_board(&board, &goal);
            assert!(text.starts_with("4 4\n") && text.lines().count() == 5, "{text}");
            assert_eq!(dialect.input.read(&text, None).expect("a board").0, std::slice::from_ref(&board));
            for order in ["RDUL", "RDLU", "DRUL", "DRLU", "LUDR", "LURD", "ULDR", "ULRD"] {
                let order: MoveOrder = order.parse().expect("an order");
                let solver = Solver::new(goal.clone())
                    .request(Algorithm::BreadthFirst.with_order(order).expect("uninformed"));
                let outcome = solver.solve(&board).expect("same size");
                let attempts = [Attempt { algorithm: Algorithm::BreadthFirst, heuristic: None, outcome }];
                let solution = write(Style::Sise, &board, &goal, &attempts);
                let [length, moves] = solution.lines().collect::<Vec<_>>()[..] else { panic!("{solution}") };
                assert_eq!(length, distance.to_string());
                let mut after = board.clone();
                for letter in moves.chars() {
                    let by = taquin::Move::from_letter(letter).expect("a letter").opposite();
                    after = after.after(by).expect("legal");
                }
                assert!(after.is_goal(&goal) && moves.len() == distance);
                let report = Report { name: None, board: &board, goal: &goal, attempts: &attempts };
                let mut statistics = Vec::new();
                Style::Sise.write_statistics(&report, &mut statistics).expect("memory");
                let statistics = String::from_utf8(statistics).expect("text");
                let [length, visited, processed, depth, time] = statistics.lines().collect::<Vec<_>>()[..]
                else {
                    panic!("{statistics}")
                };
                assert_eq!(length, distance.to_string());
                let number = |text: &str| text.parse::<usize>().expect("a number");
                assert!(number(visited) > number(processed) && number(processed) >= distance);
                assert!([distance, distance + 1].contains(&number(depth)), "{statistics}");
                assert_eq!(time.split_once('.').map(|(_, decimals)| decimals.len()), Some(3));
                files += 1;
            }
        }
    }
    assert_eq!(files, 413 * 8);
}

#[test]
fn depth_limit_without_a_solution_is_minus_one() {
    let board: Board = "1 2 3 4/5 6 7 8/9 10 11 12/0 13 14 15".parse().expect("a board");
    let goal = Goal::blank_last(board.size());
    let algorithm = Some(Algorithm::DepthFirst);
    let options = SearchOptions { algorithm, depth_limit: Some(2), ..SearchOptions::default() };
    let solver = Solver::new(goal.clone()).request(options.request().expect("uninformed"));
    let outcome = solver.solve(&board);
    let outcome = outcome.expect("same size");
    let attempts = [Attempt { algorithm: Algorithm::DepthFirst, heuristic: None, outcome }];
    assert_eq!(write(Style::Sise, &board, &goal, &attempts), "-1\n");
}

fn random_boards(size: &str, count: usize) -> (Goal, Vec<Board>) {
    let goal = Goal::blank_last(size.parse().expect("a size"));
    let mut boards = RandomBoards::uniform(goal.clone(), true);
    let mut rng = ChaCha8Rng::seed_from_u64(19);
    let boards = (0..count).map(|_| boards.sample(&mut rng).expect("uniform")).collect();
    (goal, boards)
}

/// Returns the boards in some text: the blocks between empty lines that are boards, without lines of words.
fn boards_in(text: &str) -> Vec<Board> {
    let is_words = |line: &&str| !line.contains(|c: char| c.is_ascii_lowercase() || c == ':');
    let blocks =
        text.split("\n\n").map(|block| block.lines().filter(is_words).collect::<Vec<_>>().join("\n"));
    blocks.filter_map(|block| read_board(&block, None).ok()).collect()
}

#[test]
fn boards_of_every_style_are_read_back() {
    for size in ["3x3", "2x4", "2x3", "4x3"] {
        let (goal, boards) = random_boards(size, 12);
        for board in boards {
            let attempts = [attempt(&board, &goal, Algorithm::AStar, Some(Heuristic::Manhattan))];
            let solution: Vec<Board> = attempts[0].outcome.solution().expect("solvable").boards().collect();
            for style in [Style::Princeton, Style::Classic, Style::Iowa, Style::FortyTwo] {
                let text = write(style, &board, &goal, &attempts);
                assert_eq!(boards_in(&text), solution, "{style}\n{text}");
            }
            let json: serde_json::Value =
                serde_json::from_str(&write(Style::Json, &board, &goal, &attempts)).expect("JSON");
            assert_eq!(read_board(&json["board"].to_string(), None).as_ref(), Ok(&board));
        }
    }
}

#[test]
fn boards_of_every_dialect_are_read_back() {
    for size in ["3x3", "4x4", "5x5"] {
        let (goal, boards) = random_boards(size, 20);
        for (style, board) in Style::ALL.into_iter().flat_map(|style| boards.iter().map(move |b| (style, b)))
        {
            let Some(dialect) = style.dialect() else { continue };
            let text = dialect.format_board(board, &goal);
            let (read, own_goal) =
                dialect.input.read(&text, None).unwrap_or_else(|e| panic!("{style}: {e}\n{text}"));
            assert_eq!(read, std::slice::from_ref(board), "{style}");
            assert!(own_goal.is_none_or(|own| own == goal));
            if dialect.input != InputForm::NI {
                assert_eq!(read_board(&text, None).as_ref(), Ok(board), "{style}");
            }
        }
    }
}
