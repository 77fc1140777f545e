//! Complete outputs of right and wrong solvers.

use super::verdict::MAX_QUOTE_CHARS;
use super::*;
use taquin::notation::{Attempt, MoveStyle, Report, Style};
use taquin::{Algorithm, Board, Goal, GoalKind, Heuristic, Move, Outcome, Solver};

/// Four moves from the goal: the tiles 1 2 5 6, `LULU`.
const FOUR: &str = "0 1 3/4 2 5/7 8 6";
const UNSOLVABLE: &str = "1 2 3/4 5 6/8 7 0";

fn board(text: &str) -> Board {
    text.parse().expect("a valid board")
}

/// Returns the puzzle of a board with the goal `blank-last`.
fn puzzle(text: &str) -> Puzzle {
    let board = board(text);
    let goal = Goal::blank_last(board.size());
    Puzzle { name: "".into(), board, goal: goal.into() }
}

fn task(puzzle: &Puzzle, shortest: Option<u32>, course: Option<Course>) -> Task<'_> {
    Task { puzzle, shortest, course, is_strict: false, any_length: false }
}

fn assess(text: &str, shortest: Option<u32>, output: &str) -> Assessment {
    grade_output(task(&puzzle(text), shortest, None), output)
}

fn verdict(output: &str) -> Verdict {
    assess(FOUR, Some(4), output).verdict
}

/// Returns the message about an output.
fn message(output: &str) -> String {
    assess(FOUR, Some(4), output).to_string()
}

/// Formats the boards along a sequence of moves as Princeton's client does.
fn boards(text: &str, moves: &str) -> String {
    let mut current = board(text);
    let mut printed = format!("{current}\n");
    for letter in moves.chars() {
        current = current.after(Move::from_letter(letter).expect("a move")).expect("legal");
        printed.push_str(&current.to_string());
        printed.push('\n');
    }
    printed
}

fn princeton(claimed: usize, moves: &str) -> String {
    format!("Minimum number of moves = {claimed}\n{}", boards(FOUR, moves))
}

#[test]
fn every_output_style_of_taquin_is_right() {
    let ring = Goal::ring();
    for text in [FOUR, "8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/7 8 0", UNSOLVABLE, "1 2 3/8 0 4/7 6 5", "2 1/3 0"] {
        let board = board(text);
        let mut goals = vec![Goal::blank_last(board.size()), Goal::snail(board.size())];
        goals.extend((board.size() == ring.size()).then(|| ring.clone()));
        for goal in &goals {
            let puzzle = Puzzle { name: "".into(), board: board.clone(), goal: goal.clone().into() };
            let outcome = Solver::new(goal.clone()).solve(&board).expect("solved");
            let shortest = match &outcome {
                Outcome::Solved(solution) => Some(solution.len() as u32),
                _ => None,
            };
            let run = |heuristic| Attempt {
                algorithm: Algorithm::Auto,
                heuristic: Some(heuristic),
                outcome: outcome.clone(),
            };
            let twice = [run(Heuristic::Manhattan), run(Heuristic::Hamming)];
            for style in Style::ALL.into_iter().filter(|style| *style != Style::Length) {
                for of_blank in [false, true] {
                    let course = Course::named(style.name()).filter(|course| course.style != Style::Iowa);
                    let runs = if style == Style::Iowa { &twice[..] } else { &twice[..1] };
                    let report = Report { name: None, board: &board, goal, attempts: runs };
                    let mut output = Vec::new();
                    let moves = MoveStyle { run_length: true, of_blank };
                    style.write(&report, moves, &mut output).expect("written");
                    let output = String::from_utf8(output).expect("UTF-8");
                    let assessment = grade_output(task(&puzzle, shortest, course), &output);
                    assert_eq!(assessment, Assessment::from_verdict(Verdict::Right), "{style}: {output}");
                }
            }
        }
    }
}

#[test]
fn other_output_formats_are_right() {
    let one_line =
        "0 1 3/4 2 5/7 8 6\n1 0 3/4 2 5/7 8 6\n1 2 3/4 0 5/7 8 6\n1 2 3/4 5 0/7 8 6\n1 2 3/4 5 6/7 8 0\n";
    let bare: String = boards(FOUR, "LULU")
        .lines()
        .filter(|line| line.len() > 1)
        .fold(String::new(), |all, line| all + line + "\n");
    let framed = bare.lines().fold(String::new(), |all, line| {
        let cells: Vec<&str> = line.split_whitespace().collect();
        all + "+---+---+---+\n| " + &cells.join(" | ") + " |\n"
    });
    for output in [
        one_line,
        &one_line.replace('/', " "),
        &bare,
        &framed,
        &bare.replace('0', "_"),
        &boards(FOUR, "LULU"),
        &format!("4\n{bare}"),
        &format!("{}Total: 4 moves\n", princeton(4, "LULU")),
        &format!("Reading the file...\n{}Time: 12 ms\n", princeton(4, "LULU")),
        "LULU",
        "lulu\r\n",
        "L U L U\n",
        "RDRD",
        "Moves: LULU",
        "Left, Up, Left, Up",
        "Step 1: LEFT\nStep 2: UP\nStep 3: LEFT\nStep 4: UP\n",
        "4 moves\nLULU",
        "1 2 5 6",
        "[1, 2, 5, 6]",
        "1\n2\n5\n6\n",
        "Number of moves: 4\nTiles: 1 2 5 6\n",
        "{\"length\": 4, \"moves\": \"LULU\"}",
        "{\"tiles\": [1, 2, 5, 6]}",
    ] {
        assert_eq!(verdict(output), Verdict::Right, "{output}");
    }
    for output in ["No solution possible", "Unsolvable puzzle\n", "-1", "moves = -1", "{\"length\": -1}"] {
        assert_eq!(assess(UNSOLVABLE, None, output).verdict, Verdict::Right, "{output}");
    }
    let solved = "1 2 3/4 5 6/7 8 0";
    let princeton = format!("Minimum number of moves = 0\n{}", boards(solved, ""));
    for output in
        ["\n", "0 moves\n\n", "0\n\n", "Moves: 0\nTiles:\n", "{\"moves\": \"\"}", solved, &princeton]
    {
        assert_eq!(assess(solved, Some(0), output).verdict, Verdict::Right, "{output:?}");
    }
}

#[test]
fn longer_solutions_are_not_shortest() {
    let expected = Verdict::NotShortest { moves: 6, shortest: 4 };
    let assessment = assess(FOUR, Some(4), &princeton(6, "LRLULU"));
    assert_eq!(assessment.to_string(), {
        "not shortest: 6 moves, shortest is 4 (line 1: Minimum number of moves = 6)"
    });
    for output in ["LRLULU", "RLRDRD", "1 1 1 2 5 6", &boards(FOUR, "LRLULU"), "{\"moves\":\"LRLULU\"}"] {
        assert_eq!(verdict(output), expected, "{output}");
    }
}

#[test]
fn the_first_board_must_be_the_given_board() {
    let other = assess("1 0 3/4 2 5/7 8 6", Some(3), &princeton(4, "LULU"));
    assert_eq!(other.line.as_ref().expect("a line").number, 3);
    let wrong = "wrong: the first board is not the given board";
    assert_eq!(other.to_string(), format!("{wrong}: 0 1 3/4 2 5/7 8 6 (line 3)"));
    let reversed = "1 2 3/4 5 6/7 8 0\n1 2 3/4 5 0/7 8 6\n";
    let hint = "that is the goal: are the boards in reverse order?";
    assert_eq!(message(reversed), format!("{wrong}: 1 2 3/4 5 6/7 8 0 (line 1) ({hint})"));
    let transposed = "0 4 7\n1 2 8\n3 5 6\n";
    let hint = "rows and columns are swapped";
    assert_eq!(message(transposed), format!("{wrong}: 0 4 7/1 2 8/3 5 6 (line 1) ({hint})"));
    let no_board = princeton(4, "LULU").replacen(" 0  1  3", " 1  1  3", 1);
    assert_eq!(message(&no_board), format!("{wrong} (line 3: 1  1  3)"));
    let json = "{\"board\":[[1,0,3],[4,2,5],[7,8,6]],\"moves\":\"ULU\"}";
    assert_eq!(verdict(json).name(), "wrong-first-board");
}

#[test]
fn illegal_moves_are_found() {
    let whole = princeton(4, "LULU");
    let jump = whole.replacen(&format!("{}\n", board("1 2 3/4 0 5/7 8 6")), "", 1);
    let boards = "1 0 3/4 2 5/7 8 6 → 1 2 3/4 5 0/7 8 6";
    assert_eq!(
        message(&jump),
        format!("wrong: step 2 is not a legal move: {boards} (lines 8 and 13)"),
        "line numbers refer to rows, not to sizes"
    );
    let torn = whole.replacen(" 1  2  3", " 1  2  2", 1);
    assert_eq!(message(&torn), "wrong: step 2 is not a legal move (line 13: 1  2  2)");
    for (output, step) in [("LUUUL", 4), ("1 2 6", 3), ("1 2 5 6 8 1", 6)] {
        assert_eq!(verdict(output), Verdict::IllegalMove { step, boards: None }, "{output}");
    }
}

#[test]
fn solutions_must_end_at_the_goal() {
    for output in ["LUL", "1 2 5", &princeton(4, "LUL"), "{\"moves\":\"L\"}"] {
        assert_eq!(verdict(output).name(), "not-solved", "{output}");
    }
}

#[test]
fn solutions_to_another_named_goal_are_recognized() {
    let other_goal = |board: &str, shortest, output: &str| assess(board, shortest, output).other_goal;
    // A board that can reach the ring goal cannot reach the default goal.
    let ring = "1 2 3/8 4 0/7 6 5";
    for output in ["R", "L", "1 2 3/8 4 0/7 6 5\n1 2 3/8 0 4/7 6 5\n"] {
        assert_eq!(other_goal(ring, None, output), Some(GoalKind::Ring), "{output}");
    }
    assert_eq!(other_goal("1 2 3/8 4 5/7 6 0", None, "5 4"), Some(GoalKind::Ring));
    assert_eq!(other_goal("1 0 2/3 4 5/6 7 8", Some(21), "R"), Some(GoalKind::BlankFirst));
    for output in ["LUL", "LULU", "LLL", "No solution possible"] {
        assert_eq!(other_goal(FOUR, Some(4), output), None, "{output}");
    }
}

#[test]
fn claimed_lengths_must_match_the_solution() {
    for claimed in [3, 5] {
        let expected = Verdict::WrongCount { claimed, made: 4 };
        assert_eq!(verdict(&princeton(claimed as usize, "LULU")), expected);
        assert_eq!(verdict(&format!("{claimed} moves in total\nLULU")), expected);
        assert_eq!(verdict(&format!("{{\"length\":{claimed},\"moves\":\"LULU\"}}")), expected);
    }
    let after = princeton(4, "LULU") + "5 moves\n";
    assert_eq!(verdict(&after), Verdict::WrongCount { claimed: 5, made: 4 });
    let twice = princeton(4, "LULU") + &princeton(5, "LULU");
    assert_eq!(verdict(&twice), Verdict::WrongCount { claimed: 5, made: 4 });
}

#[test]
fn a_length_alone_is_not_a_solution() {
    for (output, claimed) in [
        ("Minimum number of moves = 4\n", 4),
        ("Moves = 0", 0),
        ("6", 6),
        ("20\n", 20),
        ("/tmp/boards/board-1.txt: 10\n", 10),
        ("{\"length\":4}", 4),
    ] {
        assert_eq!(verdict(output), Verdict::OnlyCount { claimed, shortest: Some(4) }, "{output}");
    }
    let solved = assess("1 2 3/4 5 6/7 8 0", Some(0), "Minimum number of moves = 0\n").verdict;
    assert_eq!(solved, Verdict::OnlyCount { claimed: 0, shortest: Some(0) });
    // A single number is a solution if sliding that tile solves the board.
    assert_eq!(assess("1 2 3/4 5 6/7 0 8", Some(1), "8").verdict, Verdict::Right);
    assert_eq!(assess(UNSOLVABLE, None, "board-1.txt: -1").verdict, Verdict::Right);
}

#[test]
fn claims_about_solvability_must_be_true() {
    for output in ["No solution possible", "-1", "{\"status\":\"unsolvable\"}"] {
        let assessment = assess(FOUR, Some(4), output);
        assert_eq!(assessment.verdict, Verdict::ClaimsUnsolvable);
        assert_eq!(assessment.line, Some(QuotedLine { number: 1, text: output.to_owned() }));
    }
    for output in ["LULU", "1 2 5 6", &princeton(4, "LULU"), "20 moves", "{\"moves\":\"L\"}"] {
        assert_eq!(assess(UNSOLVABLE, None, output).verdict, Verdict::ClaimsSolvable, "{output}");
    }
}

#[test]
fn empty_and_meaningless_output() {
    for output in ["", "\n", "  \n\n"] {
        assert_eq!(verdict(output), Verdict::Nothing);
        assert_eq!(assess(UNSOLVABLE, None, output).verdict, Verdict::Nothing);
    }
    assert_eq!(assess("1 2/3 0", Some(0), "").verdict, Verdict::Nothing);
    let huge = "R99999999999999999999 U1000000000";
    for output in ["Hello", "{", "{}", "20 1", "1 2 3\n4 5 6\n7 7 0", "é U", huge] {
        assert_eq!(verdict(output), Verdict::NotUnderstood, "{output}");
    }
    let long = assess(FOUR, Some(4), &"word ".repeat(100)).line.expect("a line").text;
    assert_eq!(long.chars().count(), MAX_QUOTE_CHARS + 1);
}

#[test]
fn a_gap_can_stand_for_the_blank() {
    let classic = "    1  3\n 4  2  5\n 7  8  6\n\n 1     3\n 4  2  5\n 7  8  6\n\n";
    assert_eq!(verdict(classic).name(), "not-solved");
    let tabs = "1\t2\t3\n4\t5\t6\n7\t\t8\n\n1\t2\t3\n4\t5\t6\n7\t8\n";
    assert_eq!(assess("1 2 3/4 5 6/7 0 8", Some(1), tabs).verdict, Verdict::Right);
    // The row `2 3` could also be the size of this board.
    let gap = "2 3\n1 4 5\n\n2   3\n1 4 5\n";
    assert_eq!(assess("2 3 0/1 4 5", Some(9), gap).verdict.name(), "not-solved");
    let header = "2 3\n1 2 3\n4 0 5\n\n2 3\n1 2 3\n4 5 0\n";
    assert_eq!(assess("1 2 3/4 0 5", Some(1), header).verdict, Verdict::Right);
}

/// Formats the boards of a 4x4 solution in which the blank visits every column.
fn format_boards(row: impl Fn(&[u16]) -> String) -> String {
    let mut current = board(FIFTEEN);
    let mut text = String::new();
    for letter in "LLLU".chars() {
        text.extend(current.rows().map(|tiles| row(tiles) + "\n"));
        text.push('\n');
        current = current.after(Move::from_letter(letter).expect("a move")).expect("legal");
    }
    text.extend(current.rows().map(|tiles| row(tiles) + "\n"));
    text
}

const FIFTEEN: &str = "1 2 3 4/5 6 7 8/0 9 10 11/13 14 15 12";

#[test]
fn gaps_are_found_without_aligned_columns() {
    let cells = |tiles: &[u16], blank: &str, between: &str| {
        let cell = |&tile: &u16| if tile == 0 { blank.to_owned() } else { tile.to_string() };
        tiles.iter().map(cell).collect::<Vec<_>>().join(between)
    };
    let verdict = |output: &str| assess(FIFTEEN, Some(4), output).verdict;
    for blank in [" ", "", "  "] {
        let spaced = format_boards(|tiles| cells(tiles, blank, " "));
        assert_eq!(verdict(&spaced), Verdict::Right, "{spaced}");
        let indented = format_boards(|tiles| format!("  {} ", cells(tiles, blank, " ")));
        assert_eq!(verdict(&indented), Verdict::Right, "{indented}");
        for bar in [" | ", "|", " │ ", ",", ", "] {
            let divided = format_boards(|tiles| cells(tiles, blank, bar));
            assert_eq!(verdict(&divided), Verdict::Right, "{divided}");
            let framed = format_boards(|tiles| format!("{bar}{}{bar}", cells(tiles, blank, bar)));
            assert_eq!(verdict(&framed), Verdict::Right, "{framed}");
        }
        let bracketed = format_boards(|tiles| format!("[{}]", cells(tiles, blank, ", ")));
        assert_eq!(verdict(&bracketed), Verdict::Right, "{bracketed}");
    }
}

#[test]
fn spaces_decide_where_columns_disagree() {
    // Joined with an empty text for the blank, which the columns would put elsewhere.
    let joined = "10 1 2 11\n12 3 4 13\n14 5 6 15\n7  8 9\n";
    assert_eq!(assess("10 1 2 11/12 3 4 13/14 5 6 15/7 0 8 9", Some(9), joined).verdict.name(), "not-solved");
}

#[test]
fn ambiguous_gaps_are_reported() {
    // The blank is omitted together with its separator.
    let skipped = format_boards(|tiles| {
        let tiles: Vec<String> = tiles.iter().filter(|&&tile| tile > 0).map(u16::to_string).collect();
        tiles.join(" ")
    });
    let assessment = assess(FIFTEEN, Some(4), &skipped);
    assert_eq!(assessment.to_string(), "line 3: can't tell where the blank is in \"9 10 11\": print 0");
    let uneven = "1 2 3  4\n5 6  7 8\n13   14 11\n10 9 15 12\n";
    let assessment = assess("1 2 3 4/5 6 7 8/13 0 14 11/10 9 15 12", Some(9), uneven);
    assert_eq!(assessment.to_string(), "line 3: can't tell where the blank is in \"13   14 11\": print 0");
    assert_eq!(
        assess("1 2 3 4/5 6 7 8/13 14 0 11/10 9 15 12", None, uneven).verdict,
        Verdict::ClaimsSolvable
    );
}

#[test]
fn any_length_accepts_longer_solutions() {
    let puzzle = puzzle(FOUR);
    let task = Task { any_length: true, ..task(&puzzle, Some(4), None) };
    assert_eq!(grade_output(task, "LRLULU").verdict, Verdict::Right);
    assert!(matches!(grade_output(task, "LRLUL").verdict, Verdict::NotSolved { .. }));
    // The program can't know that a shorter solution exists.
    let strict = Task { course: Course::named("princeton"), is_strict: true, ..task };
    assert_eq!(grade_output(strict, &princeton(6, "LRLULU")).verdict, Verdict::Right);
}

#[test]
fn figures_of_the_program_are_right_if_they_have_the_form_of_the_course() {
    let puzzle = puzzle(FOUR);
    let columbia = |expanded: &str, time: &str| {
        format!(
            "path_to_goal: ['Right', 'Down', 'Right', 'Down']\ncost_of_path: 4\nnodes_expanded: {expanded}\nsearch_depth: 4\n\
             max_search_depth: 5\nrunning_time: {time}\nmax_ram_usage: 5.07812500\n"
        )
    };
    let classic = |enqueued: &str| {
        let boards =
            [FOUR, "1 0 3/4 2 5/7 8 6", "1 2 3/4 0 5/7 8 6", "1 2 3/4 5 0/7 8 6", "1 2 3/4 5 6/7 8 0"];
        let boards = boards.map(|text| board(text).to_gapped_rows(2) + "\n").concat();
        format!("{boards}Number of states enqueued = {enqueued}\nMinimum number of moves = 4\n")
    };
    let verdict = |course, output: &str| {
        let task = Task { is_strict: true, ..task(&puzzle, Some(4), Course::named(course)) };
        grade_output(task, output).verdict
    };
    assert_eq!(verdict("columbia", &columbia("10", "0.00188088")), Verdict::Right);
    assert_eq!(verdict("princeton-2010", &classic("10")), Verdict::Right);
    for (course, output, expected) in [
        ("columbia", columbia("10", "0.0018"), "\"running_time: N.NNNNNNNN\""),
        ("columbia", columbia("many", "0.00188088"), "\"nodes_expanded: N\""),
        ("classic", classic("many"), "\"Number of states enqueued = N\""),
    ] {
        match verdict(course, &output) {
            Verdict::WrongFormat { expected: found, .. } => assert_eq!(found, expected),
            other => panic!("{other}: {output}"),
        }
    }
}

#[test]
fn judges_that_ask_for_the_length_get_it() {
    let grade = |text: &str, shortest, output: &str, is_strict| {
        let puzzle = puzzle(text);
        grade_output(Task { is_strict, ..task(&puzzle, shortest, Course::named("aoj")) }, output).verdict
    };
    assert_eq!(grade(FOUR, Some(4), "4\n", true), Verdict::Right);
    assert_eq!(grade(FOUR, Some(4), "Moves:\n4\n", false), Verdict::Right);
    assert!(matches!(grade(FOUR, Some(4), "Moves:\n4\n", true), Verdict::WrongFormat { .. }));
    assert_eq!(grade(FOUR, Some(4), "6\n", false), Verdict::WrongLength { claimed: 6, shortest: 4 });
    assert_eq!(grade(FOUR, Some(4), "3\n", false), Verdict::WrongLength { claimed: 3, shortest: 4 });
    assert_eq!(grade(FOUR, Some(4), "-1\n", false), Verdict::ClaimsUnsolvable);
    assert_eq!(grade(UNSOLVABLE, None, "-1\n", true), Verdict::Right);
    assert_eq!(grade(UNSOLVABLE, None, "4\n", false), Verdict::ClaimsSolvable);
    assert_eq!(grade(FOUR, Some(4), "four\n", false), Verdict::NotUnderstood);
}

#[test]
fn length_before_the_moves_is_checked_where_a_course_asks_for_it() {
    let grade = |output: &str| {
        grade_output(task(&puzzle(FOUR), Some(4), Course::named("hackerrank")), output).verdict
    };
    assert_eq!(grade("4\nRIGHT\nDOWN\nRIGHT\nDOWN\n"), Verdict::Right);
    assert_eq!(grade("5\nRIGHT\nDOWN\nRIGHT\nDOWN\n"), Verdict::WrongCount { claimed: 5, made: 4 });
    // The motion of the tiles, where the judge asks for that of the blank.
    assert_eq!(grade("4\nLEFT\nUP\nLEFT\nUP\n"), Verdict::OtherDirection { names_blank: true });
    assert_eq!(grade("\n"), Verdict::Nothing);
    assert_eq!(grade("x\n"), Verdict::NotUnderstood);
}
