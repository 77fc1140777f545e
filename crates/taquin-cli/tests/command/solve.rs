//! `taquin solve` and `taquin check`: input, search options and output.

use crate::common::{err, file, out, run, run_with_input, taquin};

#[test]
fn reads_files_arguments_and_standard_input() {
    let path = file("puzzle04.txt", "3\n0 1 3\n4 2 5\n7 8 6\n");
    let expected = "Minimum number of moves = 4\n3\n 0  1  3 \n";
    for output in [
        run(&["solve", path.to_str().expect("UTF-8")]),
        run(&["solve", "0 1 3/4 2 5/7 8 6"]),
        run_with_input(&["solve"], "0 1 3\r\n4 2 5\r\n7 8 6\r\n"),
        run_with_input(&["solve", "-"], "_ 1 3 4 2 5 7 8 6"),
    ] {
        assert!(out(&output).starts_with(expected), "{output:?}");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
    std::fs::remove_file(path).expect("it exists");
}

#[test]
fn all_shortest_solutions() {
    let board = "1 2 3/0 7 6/5 4 8";
    assert_eq!(out(&run(&["solve", board, "--all", "--style", "moves"])), "ULDRULL\nLURDLUL\n");
    let first = run(&["solve", board, "--all", "--limit", "1", "--style", "moves"]);
    assert_eq!(out(&first), "ULDRULL\n");
    assert_eq!(err(&first), format!("{board}: wrote 1 of 2 shortest solutions\n"));
    assert_eq!(
        out(&run(&["solve", board, "--count"])),
        format!("{board}: 2 shortest solutions of 7 moves\n")
    );
    let boards = out(&run(&["solve", board, "--all"]));
    assert!(boards.starts_with("# solution 1 of 2\nMinimum number of moves = 7\n3\n"), "{boards}");
    assert!(out(&run(&["solve", "1 2/3 0", "--count"])).ends_with(": 1 shortest solution of 0 moves\n"));
    let none = run(&["solve", "2 1/3 0", "--count"]);
    assert_eq!((none.status.code(), out(&none).as_str()), (Some(1), "2 1/3 0: no solution\n"));
    let other = run(&["solve", board, "--all", "-a", "astar"]);
    assert!(
        other.status.code() == Some(2)
            && err(&other).contains("all shortest solutions: this takes searches of its own"),
        "{other:?}"
    );
}

#[test]
fn all_shortest_solutions_in_every_format() {
    let board = "1 2 3/0 7 6/5 4 8";
    let unsolvable = "1 2 3/4 5 6/8 7 0";
    let json = |args: &[&str]| -> Vec<serde_json::Value> {
        let text = out(&run(&[&["solve", "--format", "json"][..], args].concat()));
        text.lines().map(|line| serde_json::from_str(line).expect("one JSON object per line")).collect()
    };
    let all = json(&[board, unsolvable, "--all"]);
    let statuses: Vec<&str> = all.iter().filter_map(|object| object["status"].as_str()).collect();
    assert_eq!(statuses, ["solved", "solved", "unsolvable"]);
    assert_eq!((&all[1]["name"], &all[1]["moves"]), (&board.into(), &"LURDLUL".into()));
    assert!(all[0]["stats"]["generated"].as_u64() > Some(0), "{}", all[0]["stats"]);
    let counted = out(&run(&["solve", board, "--count", "--format", "json"]));
    assert_eq!(counted, format!("{{\"name\":\"{board}\",\"length\":7,\"shortest_solutions\":2}}\n"));
    assert_eq!(json(&[unsolvable, "--count"])[0]["status"], "unsolvable");
    let classic = out(&run(&["solve", board, "--all", "--style", "classic"]));
    assert!(!classic.contains("enqueued") && !classic.contains("generated = 0"), "{classic}");
    let several = out(&run(&["solve", board, unsolvable, "--all"]));
    assert!(several.starts_with(&format!("# {board}\n# solution 1 of 2\n")), "{several}");
    assert!(several.ends_with(&format!("\n# {unsolvable}\nNo solution possible\n")), "{several}");
    for (args, message) in [
        (["--all", "iowa"], "--style iowa reports heuristics, and --all uses none"),
        (["--count", "moves"], "--count writes no solutions: remove --style moves"),
    ] {
        let output = run(&["solve", board, args[0], "--style", args[1]]);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{output:?}");
    }
}

#[test]
fn every_output_style() {
    let board = "0 1 3/4 2 5/7 8 6";
    assert!(
        out(&run(&["solve", board, "--style", "classic"]))
            .ends_with("enqueued = 10\nMinimum number of moves = 4\n")
    );
    let without_queue = out(&run(&["solve", board, "--style", "classic", "--algorithm", "ida"]));
    assert!(
        !without_queue.contains("enqueued") && without_queue.contains("Number of states generated = "),
        "{without_queue}"
    );
    assert_eq!(out(&run(&["solve", board, "--style", "moves"])), "LULU\n");
    assert_eq!(out(&run(&["solve", board, "--style", "moves", "--blank-moves"])), "RDRD\n");
    assert_eq!(out(&run(&["solve", board, "--style", "tiles"])), "1 2 5 6\n");
    assert_eq!(out(&run(&["solve", "1 2 3/0 4 5/7 8 6", "-s", "moves", "--run-length"])), "L2U\n");
    let json: serde_json::Value =
        serde_json::from_str(&out(&run(&["solve", board, "--format", "json"]))).expect("one JSON object");
    assert_eq!(
        (&json["status"], &json["length"], &json["shortest"]),
        (&"solved".into(), &4.into(), &true.into())
    );
    let iowa = out(&run(&["solve", "puzzles/ring-24.txt", "--style", "iowa"]));
    assert!(
        iowa.starts_with("24 moves in total (heuristic: the Manhattan distance)\n\n5 3 6\n7   1\n8 4 2\n\n")
    );
    assert!(iowa.contains("\n\n24 moves in total (heuristic: number of mismatached tiles)\n\n"));
    assert_eq!(iowa.matches("24 moves in total").count(), 2);
    let unsolvable = out(&run(&["solve", "2 1 3/8 0 4/7 6 5", "--style", "iowa"]));
    assert_eq!(unsolvable, "No solution exists for the following initial state:\n\n2 1 3\n8   4\n7 6 5\n");
    let snail = run(&["solve", "1 2 3/5 0 4", "--style", "iowa"]);
    assert!(out(&snail).starts_with("1 moves in total (heuristic: the Manhattan distance)\n"), "{snail:?}");
    assert!(err(&snail).starts_with("using the goal snail") && err(&snail).contains("--goal blank-last"));
}

/// Manhattan is fast and Hamming takes minutes: the first result must not wait for the second.
#[cfg(unix)]
#[test]
fn iowa_results_are_written_as_soon_as_they_are_found() {
    use std::io::{BufRead, BufReader};
    let args = ["solve", "puzzles/4x4-40.txt", "--style", "iowa", "--goal", "blank-last"];
    let mut child = crate::common::taquin(&args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("the program writes");
    assert_eq!(line, "40 moves in total (heuristic: the Manhattan distance)\n");
    assert_eq!(child.try_wait().expect("the program runs"), None);
    crate::common::signal(&child, "-KILL");
    child.wait().expect("the program exits");
}

#[test]
fn unsolvable_board_suggests_another_goal() {
    let korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let hint = "solvable with --goal blank-first ('taquin info' explains why)\n";
    for args in [&["solve", korf][..], &["check", korf], &["solve", korf, "--count"]] {
        let output = run(args);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(1), hint), "{args:?}");
    }
    assert_eq!(err(&run(&["solve", korf, "--format", "json"])), "");
    assert!(!err(&run(&["check", korf, korf])).contains("--goal"));
    assert_eq!(err(&run(&["solve", "1 2 3/4 5 6/8 7 0"])), "");
}

#[test]
fn all_heuristics_find_the_same_length() {
    let expected = out(&run(&["check", "puzzles/3x3-easy.txt"]));
    for heuristic in ["hamming", "manhattan", "linear-conflict", "walking-distance", "largest"] {
        let moves = out(&run(&["check", "puzzles/3x3-easy.txt", "--heuristic", heuristic]));
        assert_eq!(moves, expected, "{heuristic}");
    }
}

#[test]
fn all_algorithms_find_the_same_length_for_every_goal() {
    let names = ["auto", "ida", "astar", "bidirectional", "ucs", "princeton"];
    for algorithm in names.into_iter().chain(["iowa-list", "iowa-heap", "iowa-bucket"]) {
        for goal in ["blank-last", "blank-first", "snail", "ring", "1 2 3/4 5 6/7 0 8"] {
            let output = run(&["check", "puzzles/3x3-easy.txt", "--algorithm", algorithm, "--goal", goal]);
            let moves = out(&output);
            let expected = out(&run(&["check", "puzzles/3x3-easy.txt", "--goal", goal]));
            assert_eq!(moves, expected, "{algorithm}, {goal}");
        }
    }
    let quick = out(&run(&["solve", "puzzles/4x4-40.txt", "--weight", "100"]));
    assert!(quick.starts_with("Moves = ") && quick.contains("(shortest is at least "), "{quick}");
    let heavy = out(&run(&["solve", "0 1 3/4 2 5/7 8 6", "--weight", "1", "--format", "json"]));
    assert!(heavy.contains("\"algorithm\":\"weighted\",\"weight\":1,"), "{heavy}");
    let greedy = out(&run(&["solve", "puzzles/4x4-40.txt", "--algorithm", "greedy"]));
    assert!(greedy.starts_with("Moves = "), "{greedy}");
}

#[test]
fn anytime_search_solves_large_boards() {
    let best = out(&run(&["solve", "puzzles/10x10-random.txt", "--within", "300ms"]));
    assert!(best.starts_with("Moves = ") && best.contains("(shortest is at least "), "{}", &best[..80]);
    let output =
        run(&["solve", "puzzles/10x10-random.txt", "--within", "300ms", "--style", "moves", "--verbose"]);
    let moves = out(&output);
    let notes = err(&output);
    let last = notes.lines().rev().nth(1).expect("improvements");
    let length = taquin::notation::thousands(moves.trim_end().len() as u64);
    assert!(last.starts_with("moves ") && last.contains(&format!("→ {length}, lower bound ")), "{notes}");
    let proven = out(&run(&["solve", "puzzles/5x5-40.txt"]));
    assert!(proven.starts_with("Minimum number of moves = 40\n"), "{proven}");
    let sizes = out(&run(&["bench", "sizes", "--within", "10ms", "--count", "1", "--format", "json"]));
    assert_eq!(sizes.matches("\"ratio\":").count(), 6, "{sizes}");
    for args in [
        &["solve", "puzzles/5x5-40.txt", "--within", "1s", "--heuristic", "manhattan"][..],
        &["solve", "puzzles/5x5-40.txt", "--within", "1s", "--style", "classic"],
        &["solve", "puzzles/5x5-40.txt", "--within", "1s", "--optimal"],
        &["bench", "sizes", "--goal", "snail"],
    ] {
        assert_eq!(run(args).status.code(), Some(2));
    }
}

#[test]
fn check_supports_anytime_search_and_proofs() {
    let best = run(&["check", "puzzles/10x10-random.txt", "--within", "200ms"]);
    assert_eq!(best.status.code(), Some(0));
    assert!(out(&best).contains(" (shortest is at least "), "{best:?}");
    let limited = out(&run(&["check", "puzzles/10x10-random.txt", "--time", "200ms"]));
    assert!(limited.contains(" (shortest is at least "), "{limited}");
    let proven = out(&run(&["check", "puzzles/5x5-40.txt", "--optimal"]));
    assert_eq!(proven, "puzzles/5x5-40.txt: 40\n");
    assert_eq!(run(&["check", "1 2/3 0", "--within", "1s", "--optimal"]).status.code(), Some(2));
    let stats = out(&run(&["check", "puzzles/3x3-easy.txt", "--stats"]));
    let fields: Vec<&str> = stats.trim_end().split('\t').collect();
    assert_eq!((fields.len(), fields[0]), (4, "puzzles/3x3-easy.txt: 8"), "{stats}");
    assert!(fields[2].ends_with(" nodes"), "{stats}");
}

#[test]
fn board_argument_is_named_by_its_rows() {
    assert_eq!(out(&run(&["check", "1 2 3\n4 5 6\n7 0 8\n"])), "1 2 3/4 5 6/7 0 8: 1\n");
}

#[test]
fn input_errors_name_value_place_and_remedy() {
    let cases: [(&[&str], &str); 22] = [
        (
            &["solve", "1 2 3/4 5 6/7 0 8", "--partition", "15:7-8"],
            "the partition 15:7-8 does not fit this 3x3 board",
        ),
        (
            &["solve", "1 2/3 0", "--partition", "2x2:3", "--algorithm", "astar"],
            "a partition requires IDA* with pattern databases, not astar",
        ),
        (&["solve", "1 2/3 0", "--partition", "2x2:9"], "each part has 1 to 8 tiles"),
        (&["solve", "no-such-file.txt"], "no-such-file.txt: no such file"),
        (&["solve", "puzzles"], "puzzles: is a directory"),
        (&["solve", ""], "an empty argument is not a board"),
        (&["solve", "1 2 3/4 5 6/7 8 8"], "line 1, column 17: 8 occurs twice (first at line 1, column 15)"),
        (
            &["solve", "1 2 3/4 5 six/7 8 0"],
            "board on the command line: line 1, column 11: 'six' is not a tile",
        ),
        (&["solve", "1 2/3 4 0"], "row 1 has 2 numbers, but the others have 3"),
        (&["solve", "1 2 3 4 5 0"], "6 numbers do not form a square"),
        (
            &["solve", "1 2/3 0", "--goal", "ring"],
            "the goal 'ring' exists for 3x3 boards only, but this board is 2x2: use 'snail'",
        ),
        (&["solve", "1 2/3 0", "--goal", "sideways"], "'sideways' is not a goal: choose blank-last"),
        (&["solve", "1 2/3 0", "--algorithm", "magic"], "possible values: auto, ida, astar"),
        (
            &["solve", "1 2/3 0", "--weight", "3", "--algorithm", "princeton"],
            "a weight is for the algorithm astar, not princeton",
        ),
        (
            &["solve", "puzzles/5x5-40.txt", "--heuristic", "walking-distance"],
            "walking-distance supports boards up to 2x6, 3x5 and 4x4, but this board is 5x5",
        ),
        (&["random", "1x9"], "1x9 is out of range: a board has 2 to 127 rows and columns"),
        (&["random", "3x3", "--moves", "32"], "the farthest are 31 moves away"),
        (&["random", "4x4", "--moves", "81"], "no 4x4 board is 81 moves from this goal: the farthest are 80"),
        (
            &["solve", "1 2/3 0", "--weight", "1", "--algorithm", "princeton"],
            "a weight is for the algorithm astar, not princeton",
        ),
        (&["solve", "1 2/3 0", "--weight", "0.5"], "'0.5' is not a weight: write a number from 1 to 1000000"),
        (
            &["solve", "1 2/3 0", "--algorithm", "ucs", "--heuristic", "hamming"],
            "the algorithm ucs takes no heuristic",
        ),
        (
            &["check", "1 2/3 0", "--algorithm", "auto", "--heuristic", "hamming"],
            "the algorithm auto takes no heuristic",
        ),
    ];
    for (args, message) in cases {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
    let empty = run_with_input(&["solve"], "\n# nothing\n");
    assert!(
        err(&empty).contains("standard input: no board found") && empty.status.code() == Some(2),
        "{empty:?}"
    );
    let nonsense = run_with_input(&["solve"], "1 2 3\n4 5 six\n7 8 0");
    assert!(err(&nonsense).contains("standard input: line 2, column 5: 'six' is not a tile"), "{nonsense:?}");
}

#[test]
fn invalid_file_does_not_stop_the_others() {
    let bad = file("bad.txt", "3\n1 2 3\n4 5 6\n7 8 8\n");
    let bad = bad.to_str().expect("UTF-8");
    let output =
        run(&["check", "puzzles/3x3-20.txt", bad, "puzzles/3x3-unsolvable.txt", "puzzles/3x3-easy.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        out(&output),
        "puzzles/3x3-20.txt: 20\npuzzles/3x3-unsolvable.txt: -1\npuzzles/3x3-easy.txt: 8\n"
    );
    assert!(err(&output).contains("line 4, column 5: 8 occurs twice"));
    assert!(err(&output).contains("2 solved (28 moves), 1 unsolvable, 0 stopped"));
    std::fs::remove_file(bad).expect("it exists");
}

#[test]
fn parallel_results_keep_input_order() {
    let output = run(&["check", "puzzles/ten-3x3.txt", "--threads", "4"]);
    let lines: Vec<String> = out(&output).lines().map(str::to_owned).collect();
    assert_eq!(lines.len(), 10);
    assert!(lines.iter().zip(1..).all(|(line, i)| line.starts_with(&format!("puzzles/ten-3x3.txt#{i}: "))));
    let solved = out(&run(&["solve", "puzzles/ten-3x3.txt"]));
    assert_eq!(solved.matches("# puzzles/ten-3x3.txt#").count(), 10);
    assert_eq!(out(&run(&["solve", "puzzles/ten-3x3.txt", "--style", "moves"])).lines().count(), 10);
}

#[test]
#[cfg(unix)]
fn goal_file_may_have_a_non_utf8_name() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"goal-\xff.txt");
    let directory = file("goals", "");
    std::fs::remove_file(&directory).and_then(|()| std::fs::create_dir(&directory)).expect("a directory");
    // Some file systems reject such names.
    if std::fs::write(directory.join(name), "1 2 3 8 0 4 7 6 5").is_ok() {
        let by_file = taquin(&["check", "puzzles/ring-24.txt", "--goal"]).arg(directory.join(name)).output();
        assert_eq!(out(&by_file.expect("the program runs")), "puzzles/ring-24.txt: 24\n");
    }
    std::fs::remove_dir_all(directory).expect("it exists");
}

#[test]
fn reads_boards_from_links_and_json() {
    for board in [
        "0.1.3_4.2.5_7.8.6",
        "http://localhost:3000/#b=0.1.3_4.2.5_7.8.6&g=blank-last",
        "[[0,1,3],[4,2,5],[7,8,6]]",
        "3 0 1 3 4 2 5 7 8 6",
    ] {
        assert_eq!(out(&run(&["check", board])), "0 1 3/4 2 5/7 8 6: 4\n");
    }
    assert_eq!(out(&run(&["check", "[[1,0],[3,2]]"])), "1 0/3 2: 1\n");
    assert!(err(&run(&["check", "puzzle_04"])).contains("no such file"));
}

#[test]
fn reads_goal_files_and_utf16() {
    let goal = file("goal.txt", "3\n1 2 3\n8 0 4\n7 6 5\n");
    let by_file = run(&["check", "puzzles/ring-24.txt", "--goal", goal.to_str().expect("UTF-8")]);
    assert_eq!(out(&by_file), "puzzles/ring-24.txt: 24\n");
    std::fs::remove_file(goal).expect("it exists");

    let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let goal = file("goal-utf16.txt", utf16("\u{feff}1 2 3\r\n8   4\r\n7 6 5\r\n"));
    let by_file = run(&["check", "puzzles/ring-24.txt", "--goal", goal.to_str().expect("UTF-8")]);
    assert_eq!(out(&by_file), "puzzles/ring-24.txt: 24\n");
    std::fs::remove_file(goal).expect("it exists");

    let path = file("utf16.txt", utf16("\u{feff}0 1 3\r\n4 2 5\r\n7 8 6\r\n"));
    assert!(out(&run(&["check", path.to_str().expect("UTF-8")])).ends_with(": 4\n"));
    std::fs::remove_file(path).expect("it exists");
}

#[test]
fn weight_may_be_a_fraction() {
    let output = run(&["solve", "puzzles/4x4-40.txt", "--weight", "1.5", "--format", "json"]);
    let json: serde_json::Value = serde_json::from_str(&out(&output)).expect("JSON");
    assert_eq!((&json["algorithm"], &json["weight"]), (&"weighted".into(), &1.5.into()));
    let length = json["length"].as_u64().expect("a length");
    let bound = json["lower_bound"].as_u64().expect("a bound");
    assert!((40..=60).contains(&length) && 3 * bound >= 2 * length && bound <= 40, "{json}");
}

#[test]
fn partition_selects_the_pattern_databases() {
    let output = run(&["solve", "puzzles/3x3-20.txt", "--partition", "8:2-6", "-v"]);
    assert!(out(&output).starts_with("Minimum number of moves = 20\n"), "{output:?}");
    assert!(err(&output).contains("pattern databases 8:2-6, "), "{output:?}");
}

/// A random 5×5 board that takes far longer than the limits allow.
const HARD_5X5: &str = "14 5 9 2 18/8 23 19 12 17/15 0 10 20 4/6 11 21 1 7/24 3 16 22 13";

#[test]
fn optimal_search_that_is_stopped_prints_its_best_solution_and_the_gap() {
    for threads in ["1", "2"] {
        let args =
            ["solve", HARD_5X5, "--goal", "blank-first", "--optimal", "--time", "1s", "--threads", threads];
        let output = run(&args);
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        let first = out(&output).lines().next().map(str::to_owned).expect("a solution");
        assert!(first.starts_with("Moves = ") && first.contains("(shortest is at least "), "{first}");
        let message = err(&output);
        assert!(
            message.contains("stopped (the time limit was reached): the best solution has "),
            "{message}"
        );
        assert!(message.contains(" moves, and any solution has at least "), "{message}");
    }
}

#[test]
fn lockstep_search_of_an_unsolvable_board_is_announced() {
    let name = "1 2 3 4/5 6 7 8/9 10 11 12/14 13 15 0";
    let output = run(&["solve", name, "--style", "classic"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), "No solution possible\n"));
    assert!(err(&output).starts_with(&format!("{name}: unsolvable by parity; searching")), "{output:?}");
}
