//! Tests of `taquin bench` and `taquin compare`.

use crate::common::{err, file, out, run};

#[test]
fn bench_is_deterministic() {
    let args = ["bench", "random", "3x3", "--count", "5", "--seed", "1", "--repeat", "1"];
    let table = run(&args);
    assert_eq!((table.status.code(), err(&table).as_str()), (Some(0), ""));
    assert!(out(&table).contains("\n5 of 5 boards solved; "), "{table:?}");
    let json = |more: &[&str]| -> serde_json::Value {
        let output = run(&[&args[..], &["--format", "json"][..], more].concat());
        serde_json::from_str(&out(&output)).expect("one JSON object")
    };
    let (first, second) = (json(&[]), json(&[]));
    let batch = json(&["--batch", "--threads", "2"]);
    let fingerprint = first["total"]["fingerprint"].as_str().expect("all boards were solved");
    assert!(out(&table).ends_with(&format!("\nfingerprint {fingerprint}\n")), "{table:?}");
    for other in [&second, &batch] {
        assert_eq!(first["total"]["fingerprint"], other["total"]["fingerprint"]);
        assert_eq!(first["total"]["nodes"], other["total"]["nodes"]);
    }
    assert!(first["boards"][4]["seconds"].is_number() && batch["boards"][4]["seconds"].is_null());
    let other = json(&["--algorithm", "ucs"]);
    assert_ne!(first["total"]["fingerprint"], other["total"]["fingerprint"]);
}

#[test]
fn bench_solves_published_suites() {
    let output = run(&["bench", "korf-15", "--only", "12,42", "--repeat", "1"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let text = out(&output);
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(2).collect()).collect();
    assert!(rows.contains(&vec!["12", "45"]) && rows.contains(&vec!["42", "42"]), "{text}");
    assert!(text.contains("\ntables 15:6-6-3, goal blank-first\n"), "{text}");
    assert!(text.contains("\n2 of 2 boards solved; 87 moves in total, all as published\n"), "{text}");
    let longer = run(&["bench", "korf-15", "--only", "42", "--weight", "5", "--repeat", "1"]);
    assert!(out(&longer).contains(" moves in total\n") && out(&longer).contains("\ngoal blank-first\n"));
    let stopped = run(&["bench", "antipodes", "--only", "1", "--time", "5ms"]);
    assert_eq!(stopped.status.code(), Some(3), "{stopped:?}");
    assert!(out(&stopped).contains("  at least "), "{stopped:?}");
    assert!(out(&stopped).contains("\n0 of 1 board solved, 1 stopped; 0 moves in total\n"), "{stopped:?}");
    assert!(out(&stopped).contains("\nno fingerprint: "), "{stopped:?}");
    let file = run(&["bench", "puzzles/3x3-easy.txt", "puzzles/3x3-unsolvable.txt", "--repeat", "2"]);
    assert_eq!(file.status.code(), Some(1), "{file:?}");
    assert!(out(&file).contains("\n1 of 2 boards solved, 1 unsolvable; 8 moves in total\n"), "{file:?}");
}

#[test]
fn bench_rejects_options_of_other_suites() {
    let cases: [(&[&str], &str); 20] = [
        (&["bench", "korf-99"], "the suites are korf-15, korf-24, antipodes, random RxC, sizes and gpu"),
        (&["bench", "random"], "random takes exactly one size, as in 'taquin bench random 4x4'"),
        (&["bench", "korf-15", "--only", "101"], "--only 101: korf-15 has boards 1 to 100"),
        (&["bench", "korf-15", "--only", "5-3"], "expected numbers from 1, such as 38,40,25 or 1-10"),
        (
            &["bench", "korf-15", "--goal", "snail"],
            "--goal does not apply to published suites; it applies to",
        ),
        (&["bench", "korf-15", "--seed", "2"], "--seed does not apply to published suites"),
        (&["bench", "korf-15", "--count", "2"], "it applies to random boards and sizes"),
        (&["bench", "korf-15", "--chart", "x.svg"], "it applies to gpu"),
        (&["bench", "random", "3x3", "--input", "lines"], "--input does not apply to random"),
        (&["bench", "sizes", "--algorithm", "astar"], "--algorithm does not apply to sizes"),
        (&["bench", "sizes", "--repeat", "1"], "--repeat does not apply to sizes"),
        (&["bench", "sizes", "--time", "1s"], "--time does not apply to sizes"),
        (&["bench", "sizes", "--format", "csv"], "--format csv does not apply to sizes"),
        (&["bench", "gpu", "--repeat", "3"], "--repeat does not apply to gpu"),
        (&["bench", "gpu", "--format", "json"], "--format json does not apply to gpu"),
        (&["bench", "gpu", "--goal", "snail"], "--goal does not apply to gpu"),
        (&["bench", "gpu", "--within", "1s"], "--within does not apply to gpu"),
        (&["bench", "gpu", "--batch"], "--batch does not apply to gpu"),
        (&["bench", "gpu", "--threads", "2"], "--threads does not apply to gpu"),
        (&["bench", "korf-15", "--format", "xml"], "possible values: text, json, csv"),
    ];
    for (args, message) in cases {
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains(message), "{args:?}: {}", err(&output));
    }
}

#[test]
fn anytime_bench_reports_lower_bounds_and_no_nodes() {
    let args = ["bench", "random", "3x3", "--count", "2", "--within", "1s", "--repeat", "1"];
    let table = out(&run(&args));
    assert!(table.lines().next().is_some_and(|line| line.contains(" --within 1s ")), "{table}");
    let columns = |line: usize| -> Vec<&str> {
        table.lines().nth(line).map(|line| line.split_whitespace().collect()).unwrap_or_default()
    };
    assert_eq!(columns(3), ["board", "moves", "lower", "bound", "time"]);
    // 3x3 boards are solved optimally in this time.
    assert_eq!(columns(4)[1], columns(4)[2], "{table}");
    assert!(table.contains(" moves in total, proven lower bound ") && !table.contains("nodes/s"), "{table}");
    let why =
        "\nno fingerprint: it requires one thread per board, no GPU, no --within, and all boards done\n";
    assert!(table.ends_with(why), "{table}");
    let json = out(&run(&[&args[..], &["--format", "json"]].concat()));
    let json: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    let board = &json["boards"][0];
    assert!(board["at_least"] == board["moves"] && board["nodes"].is_null(), "{json}");
    assert!(json["total"]["fingerprint"].is_null() && json["within"] == 1.0, "{json}");
}

#[test]
fn bench_json_and_csv_have_the_same_fields() {
    let args = ["bench", "korf-15", "--only", "42", "--repeat", "1"];
    let json = out(&run(&[&args[..], &["--format", "json"]].concat()));
    let json: serde_json::Value = serde_json::from_str(&json).expect("one JSON object");
    assert_eq!((&json["tables"], &json["goal"]), (&"15:6-6-3".into(), &"blank-first".into()));
    assert_eq!(json["total"]["as_published"], true);
    let board = &json["boards"][0];
    assert_eq!((&board["published"], &board["tables"]), (&42.into(), &"15:6-6-3".into()));
    let csv = out(&run(&[&args[..], &["--format", "csv"]].concat()));
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!((lines.len(), lines[0].len(), lines[1].len()), (2, 13, 13), "{csv}");
    for (field, value) in lines[0].iter().zip(&lines[1]) {
        match *field {
            "goal" => assert_eq!(*value, "blank-first"),
            "seconds" | "nodes_a_second" => assert!(value.parse::<f64>().is_ok(), "{csv}"),
            field => assert_eq!(board[field].to_string().trim_matches('"'), *value, "{field}"),
        }
    }
    // Pattern databases for 3x3 are not built in, so A* is tried first.
    let small = out(&run(&["bench", "random", "3x3", "--count", "1", "--repeat", "1"]));
    assert!(small.contains("\nA* up to 50,000 nodes, then tables 8"), "{small}");
    let weighted =
        out(&run(&["bench", "random", "2x3", "--weight", "3", "--repeat", "1", "--format", "json"]));
    let weighted: serde_json::Value = serde_json::from_str(&weighted).expect("one JSON object");
    assert_eq!((&weighted["algorithm"], &weighted["tables"]), (&"weighted-3".into(), &().into()));
}

#[test]
fn a_batch_of_one_board_uses_one_thread() {
    let output = run(&["bench", "random", "3x3", "-n", "1", "--repeat", "1", "--batch", "--threads", "2"]);
    assert!(out(&output).contains("\nfingerprint "), "{output:?}");
}

/// Replaces times, which have six decimals if they are short, by zeros. (Times of a busy machine may have four.)
fn mask_seconds(text: &str) -> String {
    let is_time = |word: &str| {
        word.split_once('.').is_some_and(|(whole, rest)| {
            rest.len() == 6 && [whole, rest].iter().all(|part| part.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let mask = |line: &str| {
        let words: Vec<&str> =
            line.split(' ').map(|word| if is_time(word) { "0.000000" } else { word }).collect();
        words.join(" ")
    };
    text.lines().map(mask).collect::<Vec<String>>().join("\n")
}

#[test]
fn compare_writes_four_formats() {
    let compare = |format: &str| {
        let output = run(&["compare", "0 1 3/4 2 5/7 8 6", "--algorithms", "astar,ida", "--format", format]);
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{format}");
        out(&output)
    };
    let table = [
        "board              algorithm  heuristic  moves  nodes  expanded   seconds   memory  branching  start error  mean error",
        "0 1 3/4 2 5/7 8 6  astar      hamming        4     10         4  0.000000  2.0 KiB      1.403            0        0.00",
        "0 1 3/4 2 5/7 8 6  astar      manhattan      4     10         4  0.000000  2.0 KiB      1.403            0        0.00",
        "0 1 3/4 2 5/7 8 6  ida        hamming        4     10         4  0.000000     24 B      1.403            0        0.00",
        "0 1 3/4 2 5/7 8 6  ida        manhattan      4     10         3  0.000000      0 B      1.403            0        0.00",
        "",
        "goal blank-last",
    ];
    assert_eq!(mask_seconds(&compare("text")), table.join("\n"));
    let markdown = [
        "| board | algorithm | heuristic | moves | nodes | expanded | seconds | memory | branching | start error | mean error |",
        "|---|---|---|---:|---:|---:|---:|---:|---:|---:|---:|",
        "| 0 1 3/4 2 5/7 8 6 | astar | hamming | 4 | 10 | 4 | 0.000000 | 2.0 KiB | 1.403 | 0 | 0.00 |",
        "| 0 1 3/4 2 5/7 8 6 | astar | manhattan | 4 | 10 | 4 | 0.000000 | 2.0 KiB | 1.403 | 0 | 0.00 |",
        "| 0 1 3/4 2 5/7 8 6 | ida | hamming | 4 | 10 | 4 | 0.000000 | 24 B | 1.403 | 0 | 0.00 |",
        "| 0 1 3/4 2 5/7 8 6 | ida | manhattan | 4 | 10 | 3 | 0.000000 | 0 B | 1.403 | 0 | 0.00 |",
        "",
        "- goal blank-last",
    ];
    assert_eq!(mask_seconds(&compare("markdown")), markdown.join("\n"));

    let csv = compare("csv");
    let lines: Vec<Vec<&str>> = csv.lines().map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 5);
    assert_eq!(lines[0][..7], ["name", "board", "algorithm", "weight", "heuristic", "tables", "status"]);
    let board = "0 1 3/4 2 5/7 8 6";
    assert_eq!(lines[4][..11], [board, board, "ida", "", "manhattan", "", "solved", "4", "4", "10", "3"]);
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{csv}");
    assert_eq!((lines[0][16], lines[4][16]), ("goal", "blank-last"));
    assert!(lines[1..].iter().all(|line| line[11].parse::<f64>().is_ok()), "{csv}");

    let json: serde_json::Value = serde_json::from_str(&compare("json")).expect("JSON");
    let runs = json["runs"].as_array().expect("an array");
    assert_eq!(runs.len(), 4);
    assert_eq!(
        (&runs[0]["algorithm"], &runs[0]["heuristic"], &runs[0]["status"], &runs[0]["nodes"]),
        (&"astar".into(), &"hamming".into(), &"solved".into(), &10.into())
    );
    assert!(runs.iter().all(|run| run["seconds"].is_f64() && run["start_error"] == 0), "{json}");
    assert_eq!((json["time"].as_f64(), &json["goal"]), (Some(30.0), &"blank-last".into()));
    for (field, value) in
        lines[0].iter().zip(&lines[4]).filter(|(field, _)| !["seconds", "goal"].contains(field))
    {
        let expected = if runs[3][*field].is_null() { "" } else { &runs[3][*field].to_string() };
        assert_eq!(expected.trim_matches('"'), *value, "{field}");
    }
}

#[test]
fn compare_reports_the_heuristic_of_each_run() {
    let boards = ["puzzles/3x3-20.txt", "puzzles/4x4-40.txt", "1 2 3/4 5 6/8 7 0"];
    let args = ["compare", "-a", "ida,auto", "--heuristics", "tables", "--format"];
    let compare = |format: &str, rest: &[&str]| out(&run(&[&args[..], &[format], rest].concat()));
    let json: serde_json::Value = serde_json::from_str(&compare("json", &boards)).expect("JSON");
    let guides: Vec<(&str, &str)> = (0..6)
        .map(|i| &json["runs"][i])
        .map(|run| (run["heuristic"].as_str().unwrap_or(""), run["tables"].as_str().unwrap_or("")))
        .collect();
    assert_eq!(guides[0].0, "tables");
    assert!(guides[0].1.starts_with("8:"), "{json}");
    assert_eq!(
        guides[1..],
        [("manhattan", ""), ("tables", "15:6-6-3"), ("tables", "15:6-6-3"), ("tables", ""), ("auto", "")]
    );
    let table = compare("text", &boards);
    let begin: Vec<&str> = table.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert_eq!(begin[..3], ["board", "3x3-20.txt", "3x3-20.txt"], "{table}");
    assert!(table.contains("\nmean of 2 of 3 ") && table.contains(" 30.00 "), "{table}");
    assert!(table.lines().next().is_some_and(|line| line.contains("  tables  ")), "{table}");
    let one = compare("text", &[&boards[..], &["--only", "2"]].concat());
    assert!(one.contains("\n4x4-40.txt") && !one.contains("3x3-20.txt") && !one.contains("mean of"), "{one}");
    let beyond = run(&["compare", "1 2/3 0", "--only", "2"]);
    assert!(err(&beyond).contains("--only 2: the input has boards 1 to 1"), "{beyond:?}");
    let weighted = run(&["compare", "1 2/0 3", "-a", "ucs", "--weights", "3", "--format", "csv"]);
    assert!(out(&weighted).contains(",weighted-3,3,hamming,"), "{weighted:?}");
}

#[test]
fn stopped_and_unsupported_runs_are_entries() {
    let hard = ["compare", "puzzles/4x4-hard.txt", "--algorithms", "astar", "--memory", "16M"];
    let output = run(&[&hard[..], &["--heuristics", "hamming"]].concat());
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    let line = out(&output).lines().nth(1).map(str::to_owned).unwrap_or_default();
    assert!(line.contains(" ≥38 ") && line.contains(" out of memory "), "{line}");
    assert!(
        out(&output).ends_with("\n\ngoal blank-last\n≥ proven lower bound of a stopped run\n"),
        "{output:?}"
    );

    let large = out(&run(&[
        "compare",
        "puzzles/5x5-40.txt",
        "-a",
        "astar,ucs",
        "--heuristics",
        "largest",
        "--time",
        "50ms",
    ]));
    assert!(large.lines().nth(1).is_some_and(|line| line.ends_with("not for this size")), "{large}");
    assert!(large.lines().nth(2).is_some_and(|line| line.contains(" over 0.05 s ")), "{large}");

    let mixed =
        run(&["compare", "1 2 3/4 5 6/8 7 0", "1 2/3 4", "-a", "princeton", "--heuristics", "manhattan"]);
    assert_eq!(mixed.status.code(), Some(2));
    assert!(
        out(&mixed).contains(" unsolvable ") && err(&mixed).contains("board on the command line"),
        "{mixed:?}"
    );
    let tables = run(&["compare", "1 2/3 0", "-a", "ida,astar", "--heuristics", "tables"]);
    assert_eq!((tables.status.code(), out(&tables).as_str()), (Some(2), ""));
    assert!(err(&tables).contains("the heuristic tables is for the algorithm ida only"), "{tables:?}");
    let both = run(&["compare", "1 2/3 0", "--preset", "cos226"]);
    assert!(both.status.code() == Some(2) && err(&both).contains("cannot be used with"), "{both:?}");
}

#[test]
fn charts_have_all_series() {
    let path = file("chart.svg", "");
    let chart = |args: &[&str]| {
        let output = run(&[&["compare", "--chart", path.to_str().expect("text")][..], args].concat());
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""), "{args:?}");
        (out(&output), std::fs::read_to_string(&path).expect("the chart is written"))
    };
    let is_well_formed = |svg: &str| {
        let lines: Vec<&str> = svg.lines().collect();
        let inner = &lines[1..lines.len() - 1];
        lines[0].starts_with("<svg ")
            && lines.last() == Some(&"</svg>")
            && inner
                .iter()
                .all(|line| line.starts_with("  <") && (line.ends_with("/>") || line.ends_with("</text>")))
            && !svg.contains("NaN")
            && !svg.contains("inf")
    };
    let (_, boards) = chart(&["puzzles/3x3-20.txt", "puzzles/3x3-easy.txt", "-a", "astar,ida"]);
    assert!(is_well_formed(&boards), "{boards}");
    for series in ["astar hamming", "astar manhattan", "ida hamming", "ida manhattan"] {
        assert_eq!(boards.matches(&format!(">{series}</text>")).count(), 1, "{series}: {boards}");
    }
    // The first series has disc markers: two in each panel and one in the legend.
    assert_eq!(boards.matches("<circle").count(), 5);
    for color in ["#0072b2", "#d55e00", "#009e73", "#cc79a7"] {
        let line = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"1.5\"");
        assert_eq!(boards.matches(&line).count(), 3, "{color}: {boards}");
    }
    // The board of 8 moves comes first.
    assert!(boards.find(">8</text>") < boards.find(">20</text>"), "{boards}");

    let weights = ["puzzles/4x4-40.txt", "-a", "ida", "--heuristics", "manhattan", "--weights", "2,5"];
    let (table, weights) = chart(&weights);
    assert!(
        table.contains("weighted-2 ") && table.contains("weighted-5 ") && table.contains("* not proven"),
        "{table}"
    );
    assert!(is_well_formed(&weights) && weights.contains(">weight of the heuristic</text>"), "{weights}");
    assert_eq!(weights.matches(">weighted manhattan</text>").count(), 1);
    assert!(weights.contains(">moves of the solution</text>"), "{weights}");
    let several = ["puzzles/3x3-easy.txt", "puzzles/3x3-20.txt", "-a", "ida", "--weights", "2,5"];
    let (_, several) = chart(&several);
    assert!(several.contains(">moves of all 2 solutions</text>"), "{several}");
    assert!(several.contains(">nodes generated for all 2 boards</text>"), "{several}");
    std::fs::remove_file(path).expect("it was there");
}

#[test]
fn presets_generate_their_boards() {
    let args = ["compare", "--preset", "heuristics", "--heuristics", "largest", "--memory", "16M"];
    let table = out(&run(&args));
    let lines: Vec<&str> = table.lines().collect();
    assert_eq!(lines[0], "instance  moves  nodes, largest");
    assert!(
        lines[1].starts_with("4x4-20       20  ") && lines[7].starts_with("4x4-44       44  "),
        "{table}"
    );
    assert!(lines[9] == "goal blank-last" && lines[10].starts_with("4x4-20: "), "{table}");
    let course = out(&run(&["compare", "--preset", "cos226", "--memory", "16M", "--format", "markdown"]));
    assert!(course.starts_with("| instance | moves | seconds, hamming | seconds, manhattan |\n"), "{course}");
    assert!(
        course.contains("\n| 3x3-28 | 28 | ") && course.contains("\n| 4x4-42 | 42 | out of memory |"),
        "{course}"
    );
}
