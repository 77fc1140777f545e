//! Tests of the uninformed searches and the dialects of courses and judges, as users run them.

use crate::common::{TAQUIN, TempDir, err, out, run, run_with_input};

const BOARD: &str = "1,2,5,3,4,0,6,7,8";

/// The styles of courses and judges that prescribe every character.
const EXACT_STYLES: [&str; 13] = [
    "princeton",
    "classic",
    "iowa",
    "columbia",
    "sise",
    "n-i",
    "uva",
    "poj",
    "poj-3240",
    "hackerrank",
    "aoj",
    "leetcode",
    "codewars",
];

#[test]
fn columbia_is_as_the_course_asks() {
    let output = out(&run(&["solve", BOARD, "--style", "columbia"]));
    assert!(output.starts_with(
        "path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 10\nsearch_depth: 3\nmax_search_depth: 4\n\
         running_time: 0."
    ));
    let output = out(&run(&["solve", "--input", "columbia", BOARD, "--style", "columbia", "-a", "dfs"]));
    assert!(
        output.contains("nodes_expanded: 181437\nsearch_depth: 3\nmax_search_depth: 66125\n"),
        "{output}"
    );
    let a_star = out(&run(&["solve", BOARD, "--style", "columbia", "--heuristic", "manhattan"]));
    assert!(
        a_star.starts_with("path_to_goal: ['Up', 'Left', 'Left']\ncost_of_path: 3\nnodes_expanded: 3\n"),
        "{a_star}"
    );
}

#[test]
fn sise_writes_both_files() {
    let directory = TempDir::new("sise");
    let statistics = directory.0.join("stats.txt");
    let text = "4 4\n1 2 3 4\n5 6 7 8\n9 10 11 12\n0 13 14 15\n";
    let solve = |more: &[&str]| {
        let path = statistics.to_str().expect("text");
        run_with_input(
            &[&["solve", "--style", "sise", "--order", "RDUL", "--stats-file", path], more].concat(),
            text,
        )
    };
    assert_eq!(out(&solve(&[])), "3\nRRR\n");
    let written = || std::fs::read_to_string(&statistics).expect("written");
    assert!(written().starts_with("3\n17\n7\n3\n") && written().lines().count() == 5, "{}", written());
    let limited = solve(&["-a", "dfs", "--depth-limit", "2"]);
    assert_eq!((out(&limited).as_str(), limited.status.code()), ("-1\n", Some(3)));
    assert!(written().starts_with("-1\n"), "{}", written());
    let other = run(&["solve", BOARD, "--stats-file", "x"]);
    assert!(err(&other).contains("--stats-file is for --style sise"), "{other:?}");
    let two = run(&["solve", "1 2/3 0", "1 2/0 3", "--style", "sise", "--stats-file", "x"]);
    assert!(err(&two).contains("--stats-file is for one board"), "{two:?}");
}

#[test]
fn dialects_imply_their_goal() {
    let homework = "8\n4\n1 2 3\n4 0 5\n6 8 7\n";
    for args in [&["solve", "--style", "n-i"][..], &["solve", "--input", "n-i", "--style", "n-i"]] {
        assert_eq!(out(&run_with_input(args, homework)), "-1\n");
    }
    assert_eq!(
        out(&run_with_input(&["check", "--input", "n-i"], "8\n4\n1 2 3\n4 5 0\n6 7 8\n")),
        "standard input: 1\n"
    );
    let goal = run_with_input(&["check", "--input", "n-i", "--goal", "snail"], homework);
    assert!(err(&goal).contains("remove --goal"), "{goal:?}");
    let hint = run_with_input(&["solve"], homework);
    assert!(err(&hint).contains("read it with --input n-i"), "{hint:?}");
    assert_eq!(out(&run(&["check", "--input", "columbia", BOARD])), "1 2 5/3 4 0/6 7 8: 3\n");
    assert_eq!(
        out(&run(&["check", "--input", "hackerrank", "3\n0 3 8 4 1 7 2 6 5"])),
        "0 3 8/4 1 7/2 6 5: 20\n"
    );
    assert_eq!(out(&run(&["check", "--input", "42", "3\n1 2 3\n0 8 4\n7 6 5"])), "1 2 3/0 8 4/7 6 5: 1\n");
    // The goal of a board is not that of the next one.
    let directory = TempDir::new("goals");
    let [first, second] = ["8\n0\n1 2 3\n4 5 6\n0 7 8", "1 2 3\n4 5 6\n7 0 8"].map(str::to_owned);
    let paths = [("a.txt", first), ("b.txt", second)].map(|(name, text)| {
        let path = directory.0.join(name);
        std::fs::write(&path, text).expect("writable");
        path.to_str().expect("text").to_owned()
    });
    let both = out(&run(&["solve", &paths[0], &paths[1], "--style", "n-i"]));
    assert!(both.ends_with("\n1\nleft\n"), "{both}");
    let bound = run_with_input(&["solve", "--input", "n-i", "--at-least", "10"], "8\n0\n1 2 3\n4 5 6\n7 0 8");
    assert_eq!(bound.status.code(), Some(0), "{bound:?}");
    // An explicit goal overrides it.
    let explicit = run(&["check", "--input", "columbia", "1 2 3 4 5 6 7 0 8", "--goal", "blank-last"]);
    assert_eq!(out(&explicit), "1 2 3/4 5 6/7 0 8: 1\n");
}

#[test]
fn judges_get_one_line_per_board() {
    let boards =
        "2\n\n2 3 4 0\n1 5 7 8\n9 6 10 12\n13 14 11 15\n\n13 1 2 4\n5 0 3 7\n9 6 10 12\n15 8 11 14\n";
    let expected = "LLLDRDRDR\nThis puzzle is not solvable.\n";
    assert_eq!(out(&run_with_input(&["solve", "--style", "uva"], boards)), expected);
    assert_eq!(out(&run_with_input(&["solve", "--style", "uva", "--input", "uva"], boards)), expected);
    let lines = "1 2 3 x 4 6 7 5 8\n1 2 3 4 5 6 8 7 x\n";
    assert_eq!(out(&run_with_input(&["solve", "--style", "poj"], lines)), "rdr\nunsolvable\n");
    let arrays = "[[1,2,3],[4,0,5]]\n[[1,2,3],[5,4,0]]\n[[4,1,2],[5,0,3]]\n";
    assert_eq!(out(&run_with_input(&["solve", "--style", "leetcode"], arrays)), "1\n-1\n5\n");
}

#[test]
fn boards_on_the_command_line_may_have_any_form() {
    for board in [
        "123X46758",
        "1 2 3|0 4 6|7 5 8",
        "3x3:1,2,3,0,4,6,7,5,8",
        "array([[1, 2, 3], [-1, 4, 6], [7, 5, 8]])",
        "{\"puzzle\": [[1,2,3],[0,4,6],[7,5,8]]}",
        "((1, 2, 3), (0, 4, 6), (7, 5, 8))",
        "1 2 3 b 4 6 7 5 8",
    ] {
        assert_eq!(out(&run(&["check", board])), "1 2 3/0 4 6/7 5 8: 3\n", "{board}");
    }
    let hexadecimal = run(&["check", "fe169b4c0a73d852", "--goal", "blank-first", "--time", "20s"]);
    assert!(out(&hexadecimal).starts_with("15 14 1 6/9 11 4 12/0 10 7 3/13 8 5 2: "), "{hexadecimal:?}");
}

#[test]
fn lexicographic_solutions_are_those_of_breadth_first_search() {
    for board in ["8 1 3/4 0 2/7 6 5", "1 2 3/0 7 6/5 4 8", "4 1 2 3/5 6 7 8/9 10 11 12/0 13 14 15"] {
        for order in ["UDLR", "RLDU"] {
            let first = run(&["solve", board, "--all", "--limit", "1", "--order", order, "--style", "moves"]);
            let breadth = run(&["solve", board, "-a", "bfs", "--order", order, "--style", "moves"]);
            assert_eq!(out(&first), out(&breadth), "{board} {order}");
        }
    }
    let all = run(&["solve", "1 2 3/0 7 6/5 4 8", "--all", "--order", "RLUD", "--style", "moves"]);
    assert_eq!(out(&all), "LURDLUL\nULDRULL\n");
}

#[test]
fn options_of_uninformed_searches_are_checked() {
    for (args, message) in [
        (
            &["solve", BOARD, "--order", "UDLR"][..],
            "an order of moves is for the algorithms bfs, dfs, ids and ucs",
        ),
        (&["solve", BOARD, "--depth-limit", "5"], "a depth limit is for the algorithms"),
        (&["solve", BOARD, "-a", "bfs", "--order", "UDL"], "each of U, D, L and R once"),
        (&["solve", BOARD, "-a", "dfs", "--heuristic", "manhattan"], "takes no heuristic"),
        (&["solve", BOARD, "--count", "--order", "UDLR"], "--count takes no"),
        (&["trace", BOARD, "-a", "bfs", "--heuristic", "hamming"], "takes no heuristic"),
        (&["tree", BOARD, "--order", "UDLR"], "an order of moves is for the algorithms"),
        (&["compare", BOARD, "--depth-limit", "3"], "a depth limit is for the algorithms"),
        (&["bench", "sizes", "--depth-limit", "3"], "a depth limit is for the algorithms"),
        (&["solve", BOARD, "--style", "columbia", "-a", "ida"], "does not count: choose bfs"),
        (&["solve", BOARD, "--style", "columbia", "--all"], "has no figures to report"),
        (&["solve", BOARD, "--lexicographic"], "has been replaced by --all --limit 1 --order UDLR"),
        (&["solve", BOARD, "--device", "cpu"], "has been replaced by --gpu auto, always or never"),
        (&["grade", "--course", "n-i", "--goal", "snail", "--", "true"], "in order: remove --goal"),
        (&["grade", "--course", "hackerrank", "--set", "2x3", "--", "true"], "are square"),
    ] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn every_place_with_algorithms_has_the_uninformed_ones() {
    for algorithm in ["bfs", "dfs", "ids", "ucs"] {
        let base = [BOARD, "--goal", "blank-first", "--order", "LURD", "--algorithm", algorithm];
        for command in ["trace", "tree", "check"] {
            let output = run(&[&[command][..], &base].concat());
            assert_eq!(output.status.code(), Some(0), "{output:?}");
        }
        let deepest = run(&[&["trace"][..], &base, &["--depth-limit", "1"]].concat());
        assert_eq!(deepest.status.code(), Some(3), "{deepest:?}");
        assert!(out(&deepest).contains("There is no solution within the depth limit."), "{deepest:?}");
    }
    let compare =
        run(&["compare", BOARD, "--goal", "blank-first", "-a", "bfs,dfs,ids,ucs", "--format", "csv"]);
    assert_eq!(out(&compare).lines().count(), 5, "{compare:?}");
}

#[test]
fn dialects_are_listed() {
    let list = out(&run(&["dialects"]));
    for name in EXACT_STYLES.into_iter().chain(["42"]) {
        assert!(list.contains(&format!("\n{name}: ")), "{name}");
    }
    assert!(out(&run(&["help", "dialects"])).contains("path_to_goal: ['Up', 'Left', 'Left']"));
}

#[cfg(unix)]
#[test]
fn taquin_is_right_in_every_dialect() {
    for style in EXACT_STYLES {
        let course = if style == "classic" { "princeton-2010" } else { style };
        let program = [TAQUIN, "solve", "--style", style, "--input", style, "{}"];
        let output =
            run(&[&["grade", "--course", course, "--strict", "-n", "4", "--"][..], &program].concat());
        assert_eq!(output.status.code(), Some(0), "{course}: {}", out(&output));
    }
    let free = run(&["grade", "--course", "42", "-n", "3", "--", TAQUIN, "solve", "--style", "42", "{}"]);
    assert_eq!(free.status.code(), Some(0), "{}", out(&free));
    let strict = run(&["grade", "--course", "42", "--strict", "--", TAQUIN, "solve", "{}"]);
    assert!(err(&strict).contains("prescribes no format"), "{strict:?}");
    // The board as an argument, and solutions that are not shortest.
    let depth_first = ["--", TAQUIN, "solve", "--style", "columbia", "-a", "dfs", "{board}"];
    let any =
        run(&[&["grade", "--course", "columbia", "-n", "3", "--any-length"][..], &depth_first].concat());
    assert_eq!(any.status.code(), Some(0), "{}", out(&any));
    let shortest = run(&[&["grade", "--course", "columbia", "-n", "3"][..], &depth_first].concat());
    assert_eq!(shortest.status.code(), Some(1), "{}", out(&shortest));
    // A value of no result after the answer does not matter.
    let script = format!("{TAQUIN} solve -s moves {{}}; echo None");
    let none = run(&["grade", "1 2 3/4 5 0/7 8 6", "--", "sh", "-c", &script]);
    assert_eq!(none.status.code(), Some(0), "{}", out(&none));
    let fifo = run(&["grade", "--course", "sise", "-n", "1", "--time", "2s", "--", "mkfifo", "{solution}"]);
    assert!(out(&fifo).contains("the file {solution} was not written"), "{}", out(&fifo));
    // The solution in a file.
    let script = format!("{TAQUIN} solve --style sise {{}} --stats-file {{stats}} > {{solution}}");
    let files = run(&["grade", "--course", "sise", "--strict", "-n", "3", "--", "sh", "-c", &script]);
    assert_eq!(files.status.code(), Some(0), "{}", out(&files));
}
