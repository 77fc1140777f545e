//! `taquin solve` and `taquin check`: what they read, how they search, and what they write.

mod common;

use common::{err, file, out, run, run_with_input, taquin};

#[test]
fn solves_a_file_an_argument_and_standard_input_alike() {
    let path = file("puzzle04.txt", "3\n0 1 3\n4 2 5\n7 8 6\n");
    let expected = "Minimum number of moves = 4\n3\n 0  1  3 \n";
    for output in [
        run(&["solve", path.to_str().expect("text")]),
        run(&["solve", "0 1 3/4 2 5/7 8 6"]),
        run_with_input(&["solve"], "0 1 3\r\n4 2 5\r\n7 8 6\r\n"),
        run_with_input(&["solve", "-"], "_ 1 3 4 2 5 7 8 6"),
    ] {
        assert!(out(&output).starts_with(expected), "{output:?}");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn every_shortest_solution() {
    let board = "1 2 3/0 7 6/5 4 8";
    assert_eq!(out(&run(&["solve", board, "--all", "--style", "moves"])), "ULDRULL\nLURDLUL\n");
    let first = run(&["solve", board, "--all", "--limit", "1", "--style", "moves"]);
    assert_eq!(out(&first), "ULDRULL\n");
    assert_eq!(err(&first), format!("{board}: the first 1 of 2 shortest solutions\n"));
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
    assert!(other.status.code() == Some(2) && err(&other).contains("--all has its own search"), "{other:?}");
}

#[test]
fn every_shortest_solution_in_the_style_asked_for() {
    let (board, unsolvable) = ("1 2 3/0 7 6/5 4 8", "1 2 3/4 5 6/8 7 0");
    let json = |args: &[&str]| -> Vec<serde_json::Value> {
        let text = out(&run(&[&["solve", "--style", "json"][..], args].concat()));
        text.lines().map(|line| serde_json::from_str(line).expect("one JSON object a line")).collect()
    };
    let all = json(&[board, unsolvable, "--all"]);
    let statuses: Vec<&str> = all.iter().filter_map(|object| object["status"].as_str()).collect();
    assert_eq!(statuses, ["solved", "solved", "unsolvable"]);
    assert_eq!((&all[1]["name"], &all[1]["moves"]), (&board.into(), &"LURDLUL".into()));
    assert!(all[0]["stats"]["generated"].as_u64() > Some(0), "{}", all[0]["stats"]);
    let counted = out(&run(&["solve", board, "--count", "--style", "json"]));
    assert_eq!(counted, format!("{{\"name\":\"{board}\",\"length\":7,\"shortest_solutions\":2}}\n"));
    assert_eq!(json(&[unsolvable, "--count"])[0]["status"], "unsolvable");
    let classic = out(&run(&["solve", board, "--all", "--style", "classic"]));
    assert!(!classic.contains("enqueued") && !classic.contains("generated = 0"), "{classic}");
    let several = out(&run(&["solve", board, unsolvable, "--all"]));
    assert!(several.starts_with(&format!("# {board}\n# solution 1 of 2\n")), "{several}");
    assert!(several.ends_with(&format!("\n# {unsolvable}\nNo solution possible\n")), "{several}");
    for (args, message) in [
        (["--all", "iowa"], "--all uses none of the heuristics that --style iowa tells of"),
        (["--count", "moves"], "--count has no solution to write with --style moves"),
    ] {
        let output = run(&["solve", board, args[0], "--style", args[1]]);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{output:?}");
    }
}

#[test]
fn every_style() {
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
        serde_json::from_str(&out(&run(&["solve", board, "--style", "json"]))).expect("one JSON object");
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
    assert!(err(&snail).starts_with("the goal is the snail") && err(&snail).contains("--goal blank-last"));
}

/// With Manhattan it takes a moment, with Hamming minutes: nobody waits for the second to see the first.
#[cfg(unix)]
#[test]
fn each_heuristic_of_iowa_is_written_when_it_is_there() {
    use std::io::{BufRead, BufReader};
    let args = ["solve", "puzzles/4x4-40.txt", "--style", "iowa", "--goal", "blank-last"];
    let mut child = common::taquin(&args)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("the program runs");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("it writes");
    assert_eq!(line, "40 moves in total (heuristic: the Manhattan distance)\n");
    assert_eq!(child.try_wait().expect("it is there"), None);
    common::signal(&child, "-KILL");
    child.wait().expect("it ends");
}

#[test]
fn a_board_that_can_be_solved_to_another_goal() {
    let korf = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3";
    let hint = "it can be solved to blank-first: --goal blank-first ('taquin info' tells why)\n";
    for args in [&["solve", korf][..], &["check", korf], &["solve", korf, "--count"]] {
        let output = run(args);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(1), hint), "{args:?}");
    }
    assert_eq!(err(&run(&["solve", korf, "--style", "json"])), "");
    assert!(!err(&run(&["check", korf, korf])).contains("--goal"));
    assert!(err(&run(&["solve", "1 2 3/4 5 6/8 7 0"])).starts_with("it can be solved to ring: "));
}

#[test]
fn every_heuristic() {
    let expected = out(&run(&["check", "puzzles/3x3-easy.txt"]));
    for heuristic in ["hamming", "manhattan", "linear-conflict", "walking-distance", "largest"] {
        let moves = out(&run(&["check", "puzzles/3x3-easy.txt", "--heuristic", heuristic]));
        assert_eq!(moves, expected, "{heuristic}");
    }
}

#[test]
fn every_algorithm_and_goal() {
    let names = ["auto", "ida", "astar", "bidirectional", "uniform", "princeton"];
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
    let heavy = out(&run(&["solve", "0 1 3/4 2 5/7 8 6", "--weight", "1", "--style", "json"]));
    assert!(heavy.contains("\"algorithm\":\"weighted\",\"weight\":1,"), "{heavy}");
    let greedy = out(&run(&["solve", "puzzles/4x4-40.txt", "--algorithm", "greedy"]));
    assert!(greedy.starts_with("Moves = "), "{greedy}");
}

#[test]
fn boards_of_any_size_are_solved_within_a_time() {
    let best = out(&run(&["solve", "puzzles/10x10-random.txt", "--within", "300ms"]));
    assert!(best.starts_with("Moves = ") && best.contains("(shortest is at least "), "{}", &best[..80]);
    let told =
        run(&["solve", "puzzles/10x10-random.txt", "--within", "300ms", "--style", "moves", "--verbose"]);
    let (told, moves) = (err(&told), out(&told));
    let last = told.lines().rev().nth(1).expect("improvements");
    let length = taquin::notation::thousands(moves.trim_end().len() as u64);
    assert!(last.starts_with("moves ") && last.contains(&format!("→ {length}, lower bound ")), "{told}");
    let proven = out(&run(&["solve", "puzzles/5x5-40.txt"]));
    assert!(proven.starts_with("Minimum number of moves = 40\n"), "{proven}");
    let sizes = out(&run(&["bench", "sizes", "--within", "10ms", "--count", "1", "--json"]));
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
fn many_boards_are_checked_within_a_time_or_to_a_proof() {
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
fn a_board_given_is_named_by_its_rows() {
    assert_eq!(out(&run(&["check", "1 2 3\n4 5 6\n7 0 8\n"])), "1 2 3/4 5 6/7 0 8: 1\n");
}

#[test]
fn bad_input_says_what_where_and_how_to_mend_it() {
    let cases: [(&[&str], &str); 19] = [
        (&["solve", "no-such-file.txt"], "no-such-file.txt: no such file"),
        (&["solve", "puzzles"], "puzzles: this is a folder"),
        (&["solve", ""], "an empty argument is no board"),
        (&["solve", "1 2 3/4 5 6/7 8 8"], "line 1, column 17: 8 occurs again (first at line 1, column 15)"),
        (&["solve", "1 2 3/4 5 six/7 8 0"], "the board given: line 1, column 11: 'six' is not a tile"),
        (&["solve", "1 2/3 4 0"], "row 1 has 2 tiles and the others have 3"),
        (&["solve", "1 2 3 4 5 0"], "6 numbers in a row do not tell the board's shape"),
        (
            &["solve", "1 2/3 0", "--goal", "ring"],
            "the ring goal is for 3x3 boards and this one is 2x2: use 'snail'",
        ),
        (&["solve", "1 2/3 0", "--goal", "sideways"], "'sideways' is not a goal: choose blank-last"),
        (&["solve", "1 2/3 0", "--algorithm", "magic"], "possible values: auto, ida, astar"),
        (
            &["solve", "1 2/3 0", "--weight", "3", "--algorithm", "princeton"],
            "--weight goes with --algorithm astar",
        ),
        (
            &["solve", "puzzles/5x5-40.txt", "--heuristic", "walking-distance"],
            "walking-distance is for boards of up to 2x6, 3x5 or 4x4 and this one is 5x5",
        ),
        (&["random", "1x9"], "rows and columns go from 2 to 127"),
        (&["random", "3x3", "--moves", "32"], "the farthest are 31 moves away"),
        (&["random", "4x4", "--moves", "81"], "no 4x4 board is 81 moves from this goal: the farthest are 80"),
        (
            &["solve", "1 2/3 0", "--weight", "1", "--algorithm", "princeton"],
            "--weight goes with --algorithm astar",
        ),
        (&["solve", "1 2/3 0", "--weight", "1.5"], "expected a whole number from 1 to 1,000,000"),
        (
            &["solve", "1 2/3 0", "--algorithm", "uniform", "--heuristic", "hamming"],
            "--algorithm uniform takes no --heuristic",
        ),
        (
            &["check", "1 2/3 0", "--algorithm", "auto", "--heuristic", "hamming"],
            "--algorithm auto takes no --heuristic",
        ),
    ];
    for (args, message) in cases {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
    let empty = run_with_input(&["solve"], "\n# nothing\n");
    assert!(
        err(&empty).contains("standard input: no board here") && empty.status.code() == Some(2),
        "{empty:?}"
    );
    let nonsense = run_with_input(&["solve"], "1 2 3\n4 5 six\n7 8 0");
    assert!(err(&nonsense).contains("standard input: line 2, column 5: 'six' is not a tile"), "{nonsense:?}");
}

#[test]
fn one_bad_file_does_not_stop_the_others() {
    let bad = file("bad.txt", "3\n1 2 3\n4 5 6\n7 8 8\n");
    let bad = bad.to_str().expect("text");
    let output =
        run(&["check", "puzzles/3x3-20.txt", bad, "puzzles/3x3-unsolvable.txt", "puzzles/3x3-easy.txt"]);
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(
        out(&output),
        "puzzles/3x3-20.txt: 20\npuzzles/3x3-unsolvable.txt: -1\npuzzles/3x3-easy.txt: 8\n"
    );
    assert!(err(&output).contains("line 4, column 5: 8 occurs again"));
    assert!(err(&output).contains("2 solved (28 moves in all), 1 unsolvable, 0 stopped"));
    std::fs::remove_file(bad).expect("it was there");
}

#[test]
fn many_boards_keep_their_order() {
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
fn a_goals_file_may_have_any_name() {
    use std::os::unix::ffi::OsStrExt;
    let name = std::ffi::OsStr::from_bytes(b"goal-\xff.txt");
    let folder = file("goals", "");
    std::fs::remove_file(&folder).and_then(|()| std::fs::create_dir(&folder)).expect("a folder");
    // Not every file system takes such names.
    if std::fs::write(folder.join(name), "1 2 3 8 0 4 7 6 5").is_ok() {
        let by_file = taquin(&["check", "puzzles/ring-24.txt", "--goal"]).arg(folder.join(name)).output();
        assert_eq!(out(&by_file.expect("the program runs")), "puzzles/ring-24.txt: 24\n");
    }
    std::fs::remove_dir_all(folder).expect("it was there");
}

#[test]
fn boards_as_the_page_and_programs_write_them() {
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
fn a_goal_from_a_file_and_a_file_from_windows() {
    let goal = file("goal.txt", "3\n1 2 3\n8 0 4\n7 6 5\n");
    let by_file = run(&["check", "puzzles/ring-24.txt", "--goal", goal.to_str().expect("text")]);
    assert_eq!(out(&by_file), "puzzles/ring-24.txt: 24\n");
    std::fs::remove_file(goal).expect("it was there");

    let utf16 = |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_le_bytes).collect() };
    let goal = file("goal-utf16.txt", utf16("\u{feff}1 2 3\r\n8   4\r\n7 6 5\r\n"));
    let by_file = run(&["check", "puzzles/ring-24.txt", "--goal", goal.to_str().expect("text")]);
    assert_eq!(out(&by_file), "puzzles/ring-24.txt: 24\n");
    std::fs::remove_file(goal).expect("it was there");

    let path = file("utf16.txt", utf16("\u{feff}0 1 3\r\n4 2 5\r\n7 8 6\r\n"));
    assert!(out(&run(&["check", path.to_str().expect("text")])).ends_with(": 4\n"));
    std::fs::remove_file(path).expect("it was there");
}
