//! What holds for any board, tried on many.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use taquin::notation::{Format, letters, one_line, read_boards};
use taquin::search::OpenKind;
use taquin::{
    Algorithm, Board, Goal, Heuristic, Move, Outcome, Parity, Size, Solution, SolveError, Solver,
    random_board, verify,
};

fn sizes(most: usize) -> impl Strategy<Value = Size> {
    (2..=most, 2..=most).prop_map(|(rows, cols)| Size::new(rows, cols).expect("in range"))
}

fn goals(size: Size) -> impl Strategy<Value = Goal> {
    (0..4u8, any::<u64>()).prop_map(move |(kind, seed)| match kind {
        0 => Goal::blank_last(size),
        1 => Goal::blank_first(size),
        2 => Goal::snail(size),
        _ => {
            let any = random_board(&Goal::blank_last(size), true, &mut ChaCha8Rng::seed_from_u64(seed));
            Goal::explicit(any)
        }
    })
}

/// A goal, and a board some random moves away from it.
fn near_goal(most_side: usize, most_moves: usize) -> impl Strategy<Value = (Goal, Board)> {
    let moves = prop::collection::vec(0..4usize, 0..most_moves);
    (sizes(most_side).prop_flat_map(goals), moves).prop_map(|(goal, moves)| {
        let mut board = goal.board().clone();
        for m in moves {
            // A move that the border forbids is left out.
            board.slide(Move::ALL[m]).ok();
        }
        (goal, board)
    })
}

fn solve(goal: &Goal, board: &Board, algorithm: Algorithm) -> Solution {
    match Solver::new(goal.clone()).algorithm(algorithm).solve(board).expect("same size") {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// The board read by columns: a reflection of the puzzle, its tiles keep their numbers.
fn transposed(board: &Board) -> Board {
    let size = Size::new(board.size().cols(), board.size().rows()).expect("in range");
    let tile = |cell: usize| board.tiles()[cell % size.cols() * size.rows() + cell / size.cols()];
    Board::from_tiles(size, &(0..size.cells()).map(tile).collect::<Vec<_>>()).expect("the same tiles")
}

proptest! {
    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        for format in Format::ALL {
            if let Err(error) = read_boards(&text, format, None) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn anything_like_a_board_is_read_or_refused(text in "([0-9]{1,3}|#b=|[ _.x?*/,#&\\[\\]\r\n\t-]){0,80}", size in sizes(127)) {
        for format in Format::ALL {
            for size in [None, Some(size)] {
                if let Err(error) = read_boards(&text, format, size) {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn printing_and_reading_gives_the_board_back(size in sizes(20), seed in any::<u64>()) {
        let board = random_board(&Goal::blank_last(size), true, &mut ChaCha8Rng::seed_from_u64(seed));
        let line = one_line(&board);
        let link = line.replace('/', "_").replace(' ', ".");
        let address = format!("http://localhost:8080/#b={link}&g=snail");
        let array = format!("[[{}]]", line.replace('/', "],[").replace(' ', ","));
        let sized = board.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        for text in [board.to_string(), line.replace('/', "\n"), line, link, address, array, sized] {
            prop_assert_eq!(text.parse::<Board>(), Ok(board.clone()));
        }
        let list = one_line(&board).replace('/', " ");
        prop_assert_eq!(read_boards(&list, Format::Lines, Some(size)), Ok(vec![board]));
    }

    #[test]
    fn random_boards_are_of_the_class_asked_for(size in sizes(12), seed in any::<u64>(), solvable in any::<bool>()) {
        let goal = Goal::snail(size);
        let board = random_board(&goal, solvable, &mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(Parity::is_solvable(&board, &goal), solvable);
        prop_assert_eq!(Parity::is_solvable(&board.twin(), &goal), !solvable);
    }

    #[test]
    fn all_optimal_searches_agree((goal, board) in near_goal(7, 24)) {
        let length = solve(&goal, &board, Algorithm::AStar).moves.len();
        if board.size().cells() <= 16 {
            prop_assert_eq!(solve(&goal, &board, Algorithm::IdaStar).moves.len(), length);
        }
        for algorithm in [
            Algorithm::Auto,
            Algorithm::Princeton,
            Algorithm::Iowa(OpenKind::List),
            Algorithm::Iowa(OpenKind::Heap),
            Algorithm::Iowa(OpenKind::Bucket),
            Algorithm::UniformCost,
        ] {
            let solution = solve(&goal, &board, algorithm);
            prop_assert!(solution.is_shortest());
            prop_assert_eq!(solution.moves.len(), length, "{}", algorithm.name());
        }
    }

    #[test]
    fn all_heuristics_lead_to_shortest_solutions((goal, board) in near_goal(7, 24)) {
        let length = solve(&goal, &board, Algorithm::AStar).moves.len();
        let longest = board.size().rows().max(board.size().cols());
        // The tables of walking distance would be made anew for each board, and for longer ones that takes a while.
        let needs_tables = |h: &Heuristic| matches!(h, Heuristic::WalkingDistance | Heuristic::Largest);
        let quick = |heuristic: &Heuristic| !needs_tables(heuristic) || longest <= 4;
        for heuristic in Heuristic::ALL.into_iter().filter(quick) {
            let solver = Solver::new(goal.clone()).algorithm(Algorithm::AStar).heuristic(heuristic);
            let Outcome::Solved(solution) = solver.solve(&board).expect("same size") else { panic!("solvable") };
            prop_assert_eq!(solution.moves.len(), length, "{}", heuristic.name());
        }
    }

    #[test]
    fn a_reflected_board_takes_as_many_moves((goal, board) in near_goal(5, 40)) {
        let mirrored = solve(&Goal::explicit(transposed(goal.board())), &transposed(&board), Algorithm::AStar);
        prop_assert_eq!(mirrored.moves.len(), solve(&goal, &board, Algorithm::AStar).moves.len());
    }

    #[test]
    fn weighted_search_keeps_its_bound((goal, board) in near_goal(5, 40), weight in 1..8u32) {
        let shortest = solve(&goal, &board, Algorithm::AStar).moves.len() as u32;
        for algorithm in [Algorithm::WeightedAStar(weight), Algorithm::Greedy] {
            let solution = solve(&goal, &board, algorithm);
            prop_assert!(solution.lower_bound <= shortest, "the lower bound is proven");
            prop_assert!(solution.moves.len() as u32 >= shortest);
            if let Algorithm::WeightedAStar(weight) = algorithm {
                prop_assert!(solution.moves.len() as u32 <= weight * shortest);
            }
        }
    }

    #[test]
    fn a_solution_tells_the_same_in_all_forms((goal, board) in near_goal(6, 30)) {
        let solution = solve(&goal, &board, Algorithm::AStar);
        prop_assert!(verify(&board, &goal, &solution.moves).is_ok());
        let boards: Vec<Board> = solution.boards().collect();
        prop_assert_eq!(boards.len(), solution.moves.len() + 1);
        prop_assert!(boards.last().expect("at least one").is_goal(&goal));
        prop_assert_eq!(solution.tiles().count(), solution.moves.len());
        let read_back: Option<Vec<Move>> = letters(&solution.moves).chars().map(Move::from_letter).collect();
        prop_assert_eq!(read_back.as_ref(), Some(&solution.moves));
    }

    #[test]
    fn a_tampered_solution_is_refused((goal, board) in near_goal(5, 30), at in any::<prop::sample::Index>()) {
        let mut moves = solve(&goal, &board, Algorithm::AStar).moves;
        prop_assume!(!moves.is_empty());
        let at = at.index(moves.len());
        moves.remove(at);
        // Taking out one move changes the parity, so the goal cannot be reached.
        prop_assert!(verify(&board, &goal, &moves).is_err());
    }
}

/// Nodes generated by IDA* with Manhattan distance on some of these boards, as published in 1985. Ours tries the moves in the
/// same order and leaves out some, so it makes fewer.
#[test]
fn korf_made_more_nodes() {
    let text = include_str!("../../../puzzles/korf-15.txt");
    let boards = read_boards(text, Format::Lines, None).expect("boards");
    let solver = Solver::new(Goal::blank_first(boards[0].size())).algorithm(Algorithm::IdaStar);
    let solver = solver.heuristic(Heuristic::Manhattan);
    for (number, published) in [
        (12, 546_344),
        (19, 1_280_495),
        (31, 2_351_811),
        (74, 1_897_728),
        (79, 540_860),
        (93, 1_599_909),
        (97, 1_002_927),
    ] {
        let board = &boards[number - 1];
        let Outcome::Solved(solution) = solver.solve(board).expect("same size") else { panic!("solvable") };
        let made = solution.stats.generated;
        assert!((published / 2..=published).contains(&made), "{number}: {made} nodes, {published} published");
        let iterations = &solution.stats.iterations;
        assert_eq!(iterations.iter().map(|iteration| iteration.generated).sum::<u64>(), made);
        assert!(iterations.windows(2).all(|pair| pair[0].bound + 2 == pair[1].bound));
    }
}

/// The published lengths of a hundred random 15-puzzles, and the goal's symmetries: turned and renumbered, they take as long.
#[test]
fn korfs_hundred_boards() {
    let text = include_str!("../../../puzzles/korf-15.txt");
    let boards = read_boards(text, Format::Lines, None).expect("boards");
    let lengths = text
        .lines()
        .filter_map(|line| line.strip_suffix(" moves")?.rsplit(' ').next()?.parse::<usize>().ok());
    let tables = taquin::Tables::default();
    let goal = Goal::blank_first(boards[0].size());
    let solver = Solver::new(goal.clone()).algorithm(Algorithm::IdaStar).tables(tables.clone());
    let last =
        Solver::new(Goal::blank_last(goal.size())).algorithm(Algorithm::IdaStar).tables(tables.clone());
    let shared = Solver::new(goal.clone()).tables(tables).threads(2);
    let mut sum = 0;
    for (i, (board, length)) in boards.iter().zip(lengths).enumerate() {
        let Outcome::Solved(solution) = solver.solve(board).expect("same size") else { panic!("solvable") };
        assert_eq!(solution.moves.len(), length);
        sum += length;
        let Outcome::Solved(solution) = shared.solve(board).expect("same size") else { panic!("solvable") };
        assert_eq!(solution.moves.len(), length);
        if i % 10 == 0 {
            let turned: Vec<u16> = board.tiles().iter().rev().map(|&t| (16 - t) % 16).collect();
            let turned = Board::from_tiles(board.size(), &turned).expect("the same tiles");
            let Outcome::Solved(other) = last.solve(&turned).expect("same size") else { panic!("solvable") };
            assert_eq!(other.moves.len(), length);
        }
    }
    assert_eq!((boards.len(), sum), (100, 5305));
}

#[test]
fn the_largest_boards_work() {
    let size = Size::square(127).expect("in range");
    let goal = Goal::blank_last(size);
    let mut board = goal.board().clone();
    for m in [Move::Down, Move::Right, Move::Right, Move::Up, Move::Left, Move::Down] {
        board.slide(m).expect("far from the other borders");
    }
    for heuristic in Heuristic::ALL.into_iter().filter(|heuristic| heuristic.supports(size)) {
        for algorithm in [Algorithm::AStar, Algorithm::Princeton, Algorithm::Iowa(OpenKind::Bucket)] {
            let solver = Solver::new(goal.clone()).algorithm(algorithm).heuristic(heuristic);
            let Outcome::Solved(solution) = solver.solve(&board).expect("same size") else {
                panic!("solvable")
            };
            assert_eq!(solution.moves.len(), 6);
        }
    }
    let heuristic = Heuristic::WalkingDistance;
    let refused = Solver::new(goal.clone()).algorithm(Algorithm::AStar).heuristic(heuristic).solve(&board);
    assert_eq!(refused, Err(SolveError::TooLarge { heuristic, size }));
    let unsolvable = Solver::new(goal.clone()).solve(&board.twin()).expect("same size");
    assert!(matches!(unsolvable, Outcome::Unsolvable(_)));
}
