//! Properties of random boards and inputs.

use chacha20::ChaCha8Rng;
use proptest::prelude::*;
use rand::SeedableRng;
use taquin::OpenListKind;
use taquin::notation::{BoardFormat, letters, read_boards};
use taquin::random::random_board;
use taquin::{
    Algorithm, Board, Goal, Heuristic, Move, Outcome, Parity, Size, Solution, SolveError, Solver, Weight,
    verify,
};

fn sizes(max_side: usize) -> impl Strategy<Value = Size> {
    (2..=max_side, 2..=max_side).prop_map(|(rows, cols)| Size::new(rows, cols).expect("in range"))
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
fn near_goal(max_side: usize, max_moves: usize) -> impl Strategy<Value = (Goal, Board)> {
    let moves = prop::collection::vec(0..4usize, 0..max_moves);
    (sizes(max_side).prop_flat_map(goals), moves).prop_map(|(goal, moves)| {
        let mut board = goal.board().clone();
        for m in moves {
            // Illegal moves are skipped.
            board = board.after(Move::ALL[m]).unwrap_or(board);
        }
        (goal, board)
    })
}

fn solve(goal: &Goal, board: &Board, algorithm: Algorithm) -> Solution {
    match Solver::new(goal.clone()).request(algorithm).solve(board).expect("same size") {
        Outcome::Solved(solution) => solution,
        other => panic!("{other:?}"),
    }
}

/// Returns the board with rows and columns exchanged; the tiles keep their numbers.
fn transposed(board: &Board) -> Board {
    let size = Size::new(board.size().cols(), board.size().rows()).expect("in range");
    let tile = |cell: usize| board.tiles()[cell % size.cols() * size.rows() + cell / size.cols()];
    Board::from_tiles(size, &(0..size.cells()).map(tile).collect::<Vec<_>>()).expect("the same tiles")
}

proptest! {
    #[test]
    fn arbitrary_bytes_never_panic_the_parser(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let text = String::from_utf8_lossy(&bytes);
        for format in BoardFormat::ALL {
            if let Err(error) = read_boards(&text, format, None) {
                prop_assert!(!error.to_string().is_empty());
            }
        }
    }

    #[test]
    fn board_like_text_never_panics_the_parser(
        text in "([0-9]{1,3}|#b=|[ _.x?*/,#&\\[\\]\r\n\t-]){0,80}",
        size in sizes(127),
    ) {
        for format in BoardFormat::ALL {
            for size in [None, Some(size)] {
                if let Err(error) = read_boards(&text, format, size) {
                    prop_assert!(!error.to_string().is_empty());
                }
            }
        }
    }

    #[test]
    fn printing_and_parsing_round_trips(size in sizes(20), seed in any::<u64>()) {
        let board = random_board(&Goal::blank_last(size), true, &mut ChaCha8Rng::seed_from_u64(seed));
        let line = board.to_line();
        let link = line.replace('/', "_").replace(' ', ".");
        let address = format!("http://localhost:8080/#b={link}&g=snail");
        let array = format!("[[{}]]", line.replace('/', "],[").replace(' ', ","));
        let sized = board.to_string().split_whitespace().collect::<Vec<_>>().join(" ");
        for text in [board.to_string(), line.replace('/', "\n"), line, link, address, array, sized] {
            prop_assert_eq!(text.parse::<Board>(), Ok(board.clone()));
        }
        let list = board.to_line().replace('/', " ");
        prop_assert_eq!(read_boards(&list, BoardFormat::Lines, Some(size)), Ok(vec![board]));
    }

    #[test]
    fn random_boards_have_the_requested_solvability(
        size in sizes(12),
        seed in any::<u64>(),
        solvable in any::<bool>(),
    ) {
        let goal = Goal::snail(size);
        let board = random_board(&goal, solvable, &mut ChaCha8Rng::seed_from_u64(seed));
        prop_assert_eq!(Parity::is_solvable(&board, &goal), solvable);
        prop_assert_eq!(Parity::is_solvable(&board.twin(), &goal), !solvable);
    }

    #[test]
    fn optimal_searches_agree_on_the_length((goal, board) in near_goal(7, 24)) {
        let length = solve(&goal, &board, Algorithm::AStar).len();
        if board.size().cells() <= 16 {
            prop_assert_eq!(solve(&goal, &board, Algorithm::IdaStar).len(), length);
        }
        for algorithm in [
            Algorithm::Auto,
            Algorithm::Princeton,
            Algorithm::Iowa(OpenListKind::LinkedList),
            Algorithm::Iowa(OpenListKind::Heap),
            Algorithm::Iowa(OpenListKind::Buckets),
        ] {
            let solution = solve(&goal, &board, algorithm);
            prop_assert!(solution.is_shortest());
            prop_assert_eq!(solution.len(), length, "{}", algorithm.name());
        }
        // Its tree grows exponentially with the length: a large board 20 moves away would take minutes.
        if length <= 14 {
            prop_assert_eq!(solve(&goal, &board, Algorithm::UniformCost).len(), length);
        }
    }

    #[test]
    fn all_heuristics_give_shortest_solutions((goal, board) in near_goal(7, 24)) {
        let length = solve(&goal, &board, Algorithm::AStar).len();
        let longest = board.size().rows().max(board.size().cols());
        // The tables of walking distance are rebuilt for each board, which is slow for larger ones.
        let needs_tables = |h: &Heuristic| matches!(h, Heuristic::WalkingDistance | Heuristic::Largest);
        let quick = |heuristic: &Heuristic| !needs_tables(heuristic) || longest <= 4;
        for heuristic in Heuristic::ALL.into_iter().filter(quick) {
            let solver = Solver::new(goal.clone()).request(Algorithm::AStar.with_heuristic(heuristic).expect("it uses one"));
            let outcome = solver.solve(&board).expect("same size");
            let Outcome::Solved(solution) = outcome else { panic!("solvable") };
            prop_assert_eq!(solution.len(), length, "{}", heuristic.name());
        }
    }

    #[test]
    fn a_reflected_board_has_the_same_distance((goal, board) in near_goal(5, 40)) {
        let reflected_goal = Goal::explicit(transposed(goal.board()));
        let reflected = solve(&reflected_goal, &transposed(&board), Algorithm::AStar);
        prop_assert_eq!(reflected.len(), solve(&goal, &board, Algorithm::AStar).len());
    }

    #[test]
    fn weighted_search_respects_its_suboptimality_bound(
        (goal, board) in near_goal(5, 40),
        weight in 1..8u32,
    ) {
        let shortest = solve(&goal, &board, Algorithm::AStar).len() as u32;
        for algorithm in [Algorithm::WeightedAStar(Weight::new(weight)), Algorithm::Greedy] {
            let solution = solve(&goal, &board, algorithm);
            prop_assert!(solution.lower_bound() <= shortest, "the lower bound is proven");
            prop_assert!(solution.len() as u32 >= shortest);
            if algorithm.weight().is_some() {
                prop_assert!(solution.len() as u32 <= weight * shortest);
            }
        }
    }

    #[test]
    fn all_representations_of_a_solution_agree((goal, board) in near_goal(6, 30)) {
        let solution = solve(&goal, &board, Algorithm::AStar);
        prop_assert!(verify(&board, &goal, solution.moves()).is_ok());
        let boards: Vec<Board> = solution.boards().collect();
        prop_assert_eq!(boards.len(), solution.len() + 1);
        prop_assert!(boards.last().expect("at least one").is_goal(&goal));
        prop_assert_eq!(solution.tiles().count(), solution.len());
        let read_back: Option<Vec<Move>> = letters(solution.moves()).chars().map(Move::from_letter).collect();
        prop_assert_eq!(read_back.as_deref(), Some(solution.moves()));
    }

    #[test]
    fn verification_rejects_a_tampered_solution(
        (goal, board) in near_goal(5, 30),
        at in any::<prop::sample::Index>(),
    ) {
        let mut moves = solve(&goal, &board, Algorithm::AStar).moves().to_vec();
        prop_assume!(!moves.is_empty());
        let at = at.index(moves.len());
        moves.remove(at);
        // Removing one move changes the parity, so the goal cannot be reached.
        prop_assert!(verify(&board, &goal, &moves).is_err());
    }
}

/// The published numbers are from Korf 1985. This IDA* tries moves in the same order but prunes more of them.
#[test]
fn ida_star_generates_fewer_nodes_than_korf_published() {
    let text = include_str!("../../../../puzzles/korf-15.txt");
    let boards = read_boards(text, BoardFormat::Lines, None).expect("boards");
    let solver = Solver::new(Goal::blank_first(boards[0].size())).request(Algorithm::IdaStar);
    let manhattan = Algorithm::IdaStar.with_heuristic(Heuristic::Manhattan).expect("it uses one");
    let solver = solver.request(manhattan);
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
        let generated = solution.stats().generated;
        assert!(
            (published / 2..=published).contains(&generated),
            "{number}: {generated} nodes, {published} published"
        );
        let iterations = &solution.stats().iterations;
        assert_eq!(iterations.iter().map(|iteration| iteration.generated).sum::<u64>(), generated);
        assert!(iterations.windows(2).all(|pair| pair[0].bound + 2 == pair[1].bound));
    }
}

/// Also checks a symmetry of the goal: rotated and renumbered boards have the same distance.
#[test]
fn korfs_hundred_boards_have_the_published_lengths() {
    let text = include_str!("../../../../puzzles/korf-15.txt");
    let boards = read_boards(text, BoardFormat::Lines, None).expect("boards");
    let lengths = text
        .lines()
        .filter_map(|line| line.strip_suffix(" moves")?.rsplit(' ').next()?.parse::<usize>().ok());
    let tables = taquin::Engines::default();
    let goal = Goal::blank_first(boards[0].size());
    let solver = Solver::new(goal.clone()).request(Algorithm::IdaStar).engines(tables.clone());
    let last = Solver::new(Goal::blank_last(goal.size())).request(Algorithm::IdaStar).engines(tables.clone());
    let parallel = Solver::new(goal.clone()).engines(tables).threads(2);
    let mut sum = 0;
    for (i, (board, length)) in boards.iter().zip(lengths).enumerate() {
        let Outcome::Solved(solution) = solver.solve(board).expect("same size") else { panic!("solvable") };
        assert_eq!(solution.len(), length);
        sum += length;
        let Outcome::Solved(solution) = parallel.solve(board).expect("same size") else { panic!("solvable") };
        assert_eq!(solution.len(), length);
        if i % 10 == 0 {
            let rotated: Vec<u16> = board.tiles().iter().rev().map(|&t| (16 - t) % 16).collect();
            let rotated = Board::from_tiles(board.size(), &rotated).expect("the same tiles");
            let Outcome::Solved(other) = last.solve(&rotated).expect("same size") else { panic!("solvable") };
            assert_eq!(other.len(), length);
        }
    }
    assert_eq!((boards.len(), sum), (100, 5305));
}

#[test]
fn boards_of_maximum_size_are_solved() {
    let size = Size::square(127).expect("in range");
    let goal = Goal::blank_last(size);
    let mut board = goal.board().clone();
    for m in [Move::Down, Move::Right, Move::Right, Move::Up, Move::Left, Move::Down] {
        board = board.after(m).expect("far from the other borders");
    }
    for heuristic in Heuristic::ALL.into_iter().filter(|heuristic| heuristic.supports(size)) {
        for algorithm in [Algorithm::AStar, Algorithm::Princeton, Algorithm::Iowa(OpenListKind::Buckets)] {
            let solver =
                Solver::new(goal.clone()).request(algorithm.with_heuristic(heuristic).expect("it uses one"));
            let Outcome::Solved(solution) = solver.solve(&board).expect("same size") else {
                panic!("solvable")
            };
            assert_eq!(solution.len(), 6);
        }
    }
    let heuristic = Heuristic::WalkingDistance;
    let refused = Solver::new(goal.clone())
        .request(Algorithm::AStar.with_heuristic(heuristic).expect("it uses one"))
        .solve(&board);
    assert_eq!(refused, Err(SolveError::UnsupportedSize { heuristic, size }));
    let unsolvable = Solver::new(goal.clone()).solve(&board.twin()).expect("same size");
    assert!(matches!(unsolvable, Outcome::Unsolvable(_)));
}
