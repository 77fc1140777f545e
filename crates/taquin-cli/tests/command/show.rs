//! Tests of `taquin trace` and `taquin tree`.

use crate::common::{err, out, run};

/// The trace in the FAQ of Princeton's assignment, column by column.
/// (docs/see-a-star-work.md has traces with Manhattan distance, of a board with its twin, and of IDA*.)
const TRACE_HAMMING: &str = "\
Step 0:  priority = 4
         moves    = 0
         hamming  = 4
         3
         0 1 3
         4 2 5
         7 8 6

Step 1:  priority = 4  priority = 6
         moves    = 1  moves    = 1
         hamming  = 3  hamming  = 5
         3             3
         1 0 3         4 1 3
         4 2 5         0 2 5
         7 8 6         7 8 6

Step 2:  priority = 4  priority = 6  priority = 6
         moves    = 2  moves    = 1  moves    = 2
         hamming  = 2  hamming  = 5  hamming  = 4
         3             3             3
         1 2 3         4 1 3         1 3 0
         4 0 5         0 2 5         4 2 5
         7 8 6         7 8 6         7 8 6

Step 3:  priority = 4  priority = 6  priority = 6  priority = 6  priority = 6
         moves    = 3  moves    = 3  moves    = 2  moves    = 3  moves    = 1
         hamming  = 1  hamming  = 3  hamming  = 4  hamming  = 3  hamming  = 5
         3             3             3             3             3
         1 2 3         1 2 3         1 3 0         1 2 3         4 1 3
         4 5 0         4 8 5         4 2 5         0 4 5         0 2 5
         7 8 6         7 0 6         7 8 6         7 8 6         7 8 6

Step 4:  priority = 4  priority = 6  priority = 6  priority = 6  priority = 6  priority = 6
         moves    = 4  moves    = 3  moves    = 4  moves    = 2  moves    = 3  moves    = 1
         hamming  = 0  hamming  = 3  hamming  = 2  hamming  = 4  hamming  = 3  hamming  = 5
         3             3             3             3             3             3
         1 2 3         1 2 3         1 2 0         1 3 0         1 2 3         4 1 3
         4 5 6         0 4 5         4 5 3         4 2 5         4 8 5         0 2 5
         7 8 0         7 8 6         7 8 6         7 8 6         7 0 6         7 8 6

The goal was dequeued in step 4. Moves: 4 (LULU). Nodes enqueued: 10, dequeued: 5.
";

#[test]
fn trace_has_the_format_of_princetons_faq() {
    let board = "0 1 3/4 2 5/7 8 6";
    let output = run(&["trace", board, "--heuristic", "hamming"]);
    assert_eq!(out(&output), TRACE_HAMMING);
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    let short = out(&run(&["trace", board, "--steps", "4", "--queue", "2"]));
    assert!(short.contains("\n         7 8 6          7 0 6\n         … and 3 more\n\n"), "{short}");
    assert!(
        short.ends_with("The goal was not dequeued in 4 steps. Nodes enqueued: 10, dequeued: 4.\n--steps 200 shows more.\n"),
        "{short}"
    );
    let json = out(&run(&["trace", board, "--format", "json"]));
    let steps: Vec<serde_json::Value> =
        json.lines().map(|line| serde_json::from_str(line).expect("one JSON object per line")).collect();
    let lengths: Vec<Option<u64>> = steps.iter().map(|step| step["board"]["length"].as_u64()).collect();
    assert_eq!(lengths, [1, 2, 3, 5, 6].map(Some));
    assert_eq!(steps[4]["board"]["queue"][0]["board"], "1 2 3/4 5 6/7 8 0");
    assert_eq!((&steps[3]["board"]["goal"], &steps[4]["board"]["goal"]), (&false.into(), &true.into()));
}

#[test]
fn trace_of_board_and_twin_in_lockstep() {
    let output = run(&["trace", "2 1 3/4 5 6/7 8 0", "--both"]);
    assert_eq!(output.status.code(), Some(1));
    assert!(out(&output).ends_with("The twin reaches the goal, so the board is unsolvable.\n"));
    for (board, code) in [("8 6 7/2 5 4/3 0 1", 0), ("1 2 3/4 5 6/8 7 0", 1)] {
        let open = run(&["trace", board, "--both"]);
        assert_eq!(open.status.code(), Some(code));
        assert!(
            out(&open).ends_with("\nNeither has reached the goal: --steps 1000 shows more.\n"),
            "{open:?}"
        );
    }
    let solvable = out(&run(&["trace", "0 1 3/4 2 5/7 8 6", "--both"]));
    assert_eq!(
        (solvable.matches("Board  ").count(), solvable.matches("Twin   ").count()),
        (5, 4),
        "{solvable}"
    );
    let endless = run(&["trace", "2 1 3/4 5 6/7 8 0", "--steps", "2"]);
    assert!(out(&endless).starts_with("This board is unsolvable: "), "{endless:?}");
    assert!(out(&endless).contains("never reaches the goal.\n\nStep 0:  priority = 2\n"), "{endless:?}");
    assert!(out(&endless).contains("The goal was not dequeued in 2 steps."), "{endless:?}");
    assert_eq!(endless.status.code(), Some(1));
}

#[test]
fn trace_of_ida_star_visits_nodes() {
    let board = "0 1 3/4 2 5/7 8 6";
    let json = out(&run(&["trace", board, "--algorithm", "ida", "--format", "json"]));
    let last: serde_json::Value =
        serde_json::from_str(json.lines().last().expect("seven")).expect("one JSON object per line");
    assert_eq!((json.lines().count(), &last["goal"], &last["move"]), (7, &true.into(), &"U".into()));
    for (args, message) in [
        (&["trace", board, "--algorithm", "ida", "--both"][..], "--both requires --algorithm princeton"),
        (&["trace", "puzzles/5x5-40.txt", "--heuristic", "largest"], "largest supports boards up to 2x6"),
        (&["tree", "puzzles/ten-3x3.txt"], "tree takes one board, but the input has 10"),
    ] {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{output:?}");
    }
}

#[test]
fn tree_writes_three_formats() {
    let board = "0 1 3/4 2 5/7 8 6";
    let text = "\
- 0 1 3/4 2 5/7 8 6  0 + 4 = 4  *0
  U 4 1 3/0 2 5/7 8 6  1 + 5 = 6
  L 1 0 3/4 2 5/7 8 6  1 + 3 = 4  *1
    U 1 2 3/4 0 5/7 8 6  2 + 2 = 4
    L 1 3 0/4 2 5/7 8 6  2 + 4 = 6
    R 0 1 3/4 2 5/7 8 6  2 + 4 = 6  x
";
    assert_eq!(out(&run(&["tree", board, "--steps", "2", "--pruned"])), text);
    let without = text.lines().filter(|line| !line.ends_with('x')).map(|line| format!("{line}\n"));
    assert_eq!(out(&run(&["tree", board, "--steps", "2"])), without.collect::<String>());
    let solved = out(&run(&["tree", board, "--steps", "9"]));
    assert!(solved.contains("\n        U 1 2 3/4 5 6/7 8 0  4 + 0 = 4  *4  !\n"), "{solved}");
    let dot = r##"digraph taquin {
  node [shape=box, fontname="monospace"];
  n0 [label="0 1 3\n4 2 5\n7 8 6\n0 + 4 = 4\nstep 0", style=solid, color="#0072b2"];
  n1 [label="4 1 3\n0 2 5\n7 8 6\n1 + 5 = 6", style=dashed, color="#d55e00"];
  n0 -> n1 [label="U"];
  n2 [label="1 0 3\n4 2 5\n7 8 6\n1 + 3 = 4\nstep 1", style=solid, color="#0072b2"];
  n0 -> n2 [label="L"];
  n3 [label="1 2 3\n4 0 5\n7 8 6\n2 + 2 = 4", style=dashed, color="#d55e00"];
  n2 -> n3 [label="U"];
  n4 [label="1 3 0\n4 2 5\n7 8 6\n2 + 4 = 6", style=dashed, color="#d55e00"];
  n2 -> n4 [label="L"];
  n5 [label="0 1 3\n4 2 5\n7 8 6\n2 + 4 = 6\npruned", style=dotted, fontcolor=gray, color="#9aa5b1"];
  n2 -> n5 [label="R"];
}
"##;
    assert_eq!(out(&run(&["tree", board, "--steps", "2", "--pruned", "--format", "dot"])), dot);

    // Eight boards with a frame and eight tiles each, the background, and two frames in the legend.
    let svg = out(&run(&["tree", board, "--format", "svg"]));
    let count = |svg: &str, text: &str| svg.matches(text).count();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert_eq!(count(&svg, "<"), count(&svg, ">"));
    assert_eq!(count(&svg, "<text "), count(&svg, "</text>"));
    assert_eq!((count(&svg, " = "), count(&svg, "<rect ")), (8, 8 * 9 + 3));
    assert_eq!(
        (count(&svg, "<circle "), count(&svg, "stroke-dasharray"), count(&svg, "<polyline ")),
        (4, 6, 7)
    );
    let path = std::env::temp_dir().join(format!("taquin-{}-tree.svg", std::process::id()));
    let file = path.to_str().expect("text");
    let output = run(&["tree", board, "--steps", "5", "--pruned", "--format", "svg", "--output", file]);
    assert_eq!((output.status.code(), out(&output).as_str(), err(&output).as_str()), (Some(0), "", ""));
    let svg = std::fs::read_to_string(&path).expect("it was written");
    std::fs::remove_file(&path).expect("it was there");
    // The extension of the file implies the format.
    for (name, beginning) in [("tree.svg", "<svg "), ("tree.DOT", "digraph "), ("tree.txt", "- 0 1 3/4")] {
        let path = std::env::temp_dir().join(format!("taquin-{}-by-name-{name}", std::process::id()));
        run(&["tree", board, "--output", path.to_str().expect("text")]);
        let text = std::fs::read_to_string(&path).expect("it was written");
        std::fs::remove_file(&path).expect("it was there");
        assert!(text.starts_with(beginning), "{name}: {text}");
    }
    // All 10 nodes and 3 pruned ones. The path to the goal has 5 of them, and the legend has one frame.
    assert_eq!((count(&svg, " = "), count(&svg, "stroke-width=\"4.0\"")), (13, 6));

    let large = run(&["tree", "8 6 7/2 5 4/3 0 1", "--steps", "500"]);
    assert_eq!((out(&large).lines().count(), large.status.code()), (200, Some(0)));
    assert!(err(&large).starts_with("200 of ") && err(&large).contains(" nodes shown: "), "{}", err(&large));
}

#[test]
fn unfinished_traces_say_how_to_go_on() {
    let board = "8 1 3/4 0 2/7 6 5";
    let unfinished = out(&run(&["trace", board, "--steps", "2"]));
    assert!(
        unfinished.ends_with("Nodes enqueued: 7, dequeued: 2.\n--steps 100 shows more.\n"),
        "{unfinished}"
    );
    let unsolvable = out(&run(&["trace", "2 1 3/4 5 6/7 8 0", "--steps", "2"]));
    assert!(
        unsolvable.ends_with("so it never will be; --both shows how the twin is solved.\n"),
        "{unsolvable}"
    );
}

#[test]
fn images_of_other_kinds_are_refused() {
    let path = std::env::temp_dir().join(format!("taquin-tree-{}.png", std::process::id()));
    let output = run(&["tree", "0 1 3/4 2 5/7 8 6", "--output", path.to_str().expect("UTF-8")]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("cannot write .png files: write .svg"), "{}", err(&output));
    assert!(!path.exists());
}

#[test]
fn trace_of_iowa_states_lists_is_the_same_for_all_structures() {
    let board = "1 2 3/6 5 7/0 8 4";
    let trace = |algorithm: &str, format: &str| {
        let output = run(&["trace", board, "-a", algorithm, "--steps", "100", "--format", format]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
        out(&output)
    };
    let text = trace("iowa-list", "text");
    assert!(text.contains("CLOSED  empty\n") && text.contains("  new: put on OPEN\n"), "{text}");
    assert!(text.contains("  already on CLOSED\n") && text.contains("Moves: 10 ("), "{text}");
    for algorithm in ["iowa-heap", "iowa-bucket"] {
        assert_eq!(trace(algorithm, "text"), text);
    }
    let first: serde_json::Value =
        serde_json::from_str(trace("iowa-list", "json").lines().nth(1).expect("a step")).expect("JSON");
    assert_eq!((&first["step"], &first["closed"][0]["board"]), (&1.into(), &board.into()));
    let unsolvable = run(&["trace", "4 1 2/5 3 0/8 6 7", "-a", "iowa-list", "--steps", "2"]);
    assert_eq!(unsolvable.status.code(), Some(1));
    assert!(out(&unsolvable).ends_with("The board is unsolvable, so it never will be.\n"));
}
