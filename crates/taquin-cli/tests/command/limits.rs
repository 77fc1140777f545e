//! Output, time and memory stay within their limits, whatever the size of the board or of the input.

use crate::common::{TAQUIN, err, file, out, root, run, signal, taquin};
use std::io::{BufRead, BufReader, Read};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// Writes a random board to a temporary file.
fn random_board(size: &str) -> std::path::PathBuf {
    file(&format!("{size}.txt"), out(&run(&["random", size, "--seed", "1"])))
}

fn start(args: &[&str]) -> Child {
    taquin(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// Returns the largest amount of memory that a process has used so far, in bytes.
fn peak_memory(child: &Child) -> Option<usize> {
    let status = std::fs::read_to_string(format!("/proc/{}/status", child.id())).ok()?;
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(peak.trim().strip_suffix(" kB")?.parse::<usize>().ok()? << 10)
}

/// Runs the program to its end. Drops its output, and also returns its peak memory, or 0 where that is unknown.
fn run_measured(args: &[&str]) -> (Output, usize) {
    let mut child = start(args);
    // A long output would fill the pipe.
    let mut pipe = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || std::io::copy(&mut pipe, &mut std::io::sink()));
    let mut peak = 0;
    while child.try_wait().expect("a child").is_none() {
        peak = peak_memory(&child).unwrap_or(0).max(peak);
        std::thread::sleep(Duration::from_millis(2));
    }
    reader.join().expect("no panic").expect("readable");
    (child.wait_with_output().expect("the program exits"), peak)
}

#[test]
fn boards_of_a_solution_are_streamed() {
    let path = random_board("127x127");
    let path = path.to_str().expect("UTF-8");
    let args = ["solve", path, "--within", "300ms", "--style", "princeton"];
    let mut child = start(&args);
    let mut lines = BufReader::new(child.stdout.take().expect("piped"));
    let mut line = String::new();
    lines.read_line(&mut line).expect("readable");
    assert!(line.starts_with("Moves = "), "{line}");
    std::io::copy(&mut lines.by_ref().take(20 << 20), &mut std::io::sink()).expect("readable");
    let peak = peak_memory(&child).unwrap_or(0);
    assert!(peak < 400 << 20, "{peak}");
    // The reader leaves.
    drop(lines);
    let output = child.wait_with_output().expect("the program exits");
    assert_eq!(output.status.code(), Some(0));
    let message = err(&output);
    assert!(message.contains(": writing ") && message.contains(" GiB; --style moves writes "), "{message}");

    // A signal stops the output, even if nobody reads it.
    for is_read in [true, false] {
        let mut child = start(&args);
        let mut stdout = child.stdout.take().expect("piped");
        stdout.read_exact(&mut [0; 100]).expect("readable");
        let reader = std::thread::spawn(move || {
            if is_read {
                std::io::copy(&mut stdout, &mut std::io::sink()).expect("readable");
            } else {
                std::thread::sleep(Duration::from_secs(5));
            }
        });
        signal(&child, "-TERM");
        let stopped = Instant::now();
        let output = child.wait_with_output().expect("the program exits");
        assert_eq!(output.status.code(), Some(3));
        assert!(stopped.elapsed() < Duration::from_secs(2), "{:?}", stopped.elapsed());
        assert!(err(&output).contains("interrupted: the output is incomplete"), "{}", err(&output));
        if is_read {
            reader.join().expect("no panic");
        }
    }
    std::fs::remove_file(path).ok();
}

#[test]
fn large_boards_are_solved_in_moves_by_default() {
    let large = random_board("12x12");
    let output = run(&["solve", large.to_str().expect("UTF-8"), "--within", "100ms"]);
    let moves = out(&output);
    assert!(moves.lines().count() == 1 && moves.trim_end().bytes().all(|b| b"UDLR".contains(&b)), "{moves}");
    assert!(err(&output).contains(" moves (shortest is at least "), "{}", err(&output));
    let small = run(&["solve", "puzzles/10x10-random.txt", "--within", "100ms"]);
    assert!(out(&small).starts_with("Moves = "));
    std::fs::remove_file(large).ok();
}

/// The limit of the issue: 5 % and 50 ms, for the whole process. A busy machine gets five attempts.
#[test]
fn time_limit_includes_releasing_memory_and_exiting() {
    const TIME: Duration = Duration::from_secs(3);
    for algorithm in ["astar", "bidirectional", "iowa-heap", "princeton"] {
        let args = ["check", "puzzles/10x10-random.txt", "-a", algorithm, "--memory", "4G", "--time", "3s"];
        let is_in_time = |_| {
            let start = Instant::now();
            assert_eq!(run(&args).status.code(), Some(3));
            start.elapsed() <= TIME.mul_f64(1.05) + Duration::from_millis(50)
        };
        assert!((0..5).any(is_in_time), "{algorithm}");
    }
}

/// The same limit, for a solution of millions of moves and for a command with a long preparation.
#[test]
fn time_limit_includes_preparing_and_writing() {
    let board = random_board("127x127");
    let within = ["solve", board.to_str().expect("UTF-8"), "--within", "1s", "--style", "moves"];
    for (args, time) in [(&within[..], 1000), (&["census", "2x6", "--time", "300ms"], 300)] {
        let limit = Duration::from_millis(time).mul_f64(1.05) + Duration::from_millis(50);
        let is_in_time = |_| {
            let start = Instant::now();
            run(args);
            start.elapsed() <= limit
        };
        assert!((0..5).any(is_in_time), "{args:?}");
    }
    std::fs::remove_file(board).ok();
}

/// Threads that can't start, and a small stack, are no crash.
#[test]
fn narrow_limits_of_the_system_are_respected() {
    let shell = |limit: &str, args: &str| {
        let script = format!("ulimit {limit}; exec '{TAQUIN}' {args}");
        Command::new("sh").args(["-c", &script]).current_dir(root()).output().expect("sh runs")
    };
    for args in [
        "check puzzles/korf-15.txt --goal blank-first --time 20ms --threads 64",
        "solve puzzles/10x10-random.txt --within 200ms --threads 64",
        "batch --random 3x3 --count 50 --threads 64",
        "census 2x4",
    ] {
        for limit in ["-v 100000", "-v 200000", "-v 300000", "-s 64", "-s 100"] {
            let output = shell(limit, args);
            assert!(matches!(output.status.code(), Some(0..=3)), "{limit}, {args}: {output:?}");
        }
    }
}

#[test]
fn memory_limit_includes_the_program() {
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    for board in [hard, "puzzles/10x10-random.txt"] {
        for algorithm in ["astar", "bidirectional", "iowa-heap", "princeton", "ucs", "dfs"] {
            for limit in [32, 100] {
                let memory = format!("{limit}M");
                let (output, peak) = run_measured(&["check", board, "-a", algorithm, "--memory", &memory]);
                assert!(err(&output).contains("the memory limit was reached"), "{output:?}");
                assert!(peak <= (limit << 20) + (limit << 20) / 50, "{algorithm} {memory}: {peak}");
            }
        }
    }
    let output = run(&["check", hard, "--memory", "10M"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(err(&output).contains("at least 16.0 MiB are needed: the program itself takes 12.0 MiB"));
}

#[test]
fn reading_takes_a_few_times_the_size_of_the_input() {
    let numbers = (0..2_000_000).map(|n| n.to_string()).collect::<Vec<_>>();
    let board = "5 10 14 7 8 3 6 1 15 0 12 9 2 11 4 13\n";
    for (name, text, message) in [
        ("one-line", numbers.join(" "), "this line is too long"),
        ("rows", numbers.chunks(100).map(|row| row.join(" ")).collect::<Vec<_>>().join("\n"), "is too large"),
        ("list", numbers.join("\n"), "is too small"),
        ("boards", board.repeat(400_000) + "1 2 3 3\n", "line 400001, column 7: 3 occurs twice"),
        ("word", "9".repeat(16 << 20), "this line is too long"),
        ("short-word", "9".repeat(1 << 19), "is not a tile"),
    ] {
        let path = file(name, &text);
        let (output, peak) = run_measured(&["check", path.to_str().expect("UTF-8")]);
        assert_eq!(output.status.code(), Some(2), "{name}");
        assert!(err(&output).contains(message), "{name}: {}", err(&output));
        assert!(peak < 4 * text.len() + (16 << 20), "{name}: {peak} for {}", text.len());
        std::fs::remove_file(path).ok();
    }
    let path = file("too-large", "");
    std::fs::File::options().write(true).open(&path).and_then(|f| f.set_len(257 << 20)).expect("sparse file");
    let output = run(&["check", path.to_str().expect("UTF-8")]);
    assert!(err(&output).contains("larger than 256 MiB, the limit of an input file"), "{}", err(&output));
    std::fs::remove_file(path).ok();
}

#[test]
fn boards_take_no_memory_until_they_are_solved() {
    const BOARDS: usize = 400_000;
    for (name, board, threads) in [("lines", "1 2 3 4 5 6 7 0 8\n", "1"), ("digits", "123456708\n", "8")] {
        let path = file(&format!("many-{name}"), board.repeat(BOARDS));
        let arguments = ["check", path.to_str().expect("UTF-8"), "--threads", threads];
        let (output, peak) = run_measured(&arguments);
        assert!(err(&output).starts_with("400,000 solved (400,000 moves), "), "{output:?}");
        // The text, for digits with spaces between them.
        assert!(peak < 20 * BOARDS + (48 << 20), "{name}: {peak}");
        std::fs::remove_file(path).ok();
    }
}

/// Commands of every kind that need memory.
const COMMANDS: [&str; 17] = [
    "solve '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1' --time 300ms",
    "solve puzzles/10x10-random.txt --within 300ms",
    "solve puzzles/korf-24.txt --within 20ms --threads 4",
    "solve '0 1 3/4 2 5/7 8 6' --all",
    "check '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1' -a astar --memory 4G --time 1s",
    "check '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1' -a bidirectional --memory 4G --time 1s",
    "check puzzles/10x10-random.txt -a iowa-heap --memory 4G --time 1s",
    "info puzzles/4x4-hard.txt",
    "random 127x127",
    "census 3x4",
    "batch puzzles/4x4-easy.txt",
    "compare puzzles/4x4-hard.txt --time 200ms",
    "trace puzzles/4x4-hard.txt --steps 2000",
    "tree puzzles/4x4-hard.txt --steps 100000",
    "tables build 8:4-4 --cache /dev/null/none",
    "grade --time 2s -- false",
    "man",
];

#[test]
fn little_address_space_is_a_limit_and_not_a_crash() {
    for kilobytes in [60_000, 150_000, 400_000] {
        for command in COMMANDS {
            let script = format!("ulimit -v {kilobytes}; exec '{TAQUIN}' {command}");
            let output = shell(&script);
            let messages = err(&output);
            let code = output.status.code();
            assert!(matches!(code, Some(0..=3)), "{kilobytes}: {command}: {:?} {messages}", output.status);
            assert!(!messages.contains("panicked"), "{kilobytes}: {command}: {messages}");
        }
    }
}

fn shell(script: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(root()).stdin(Stdio::null());
    shell.env("TAQUIN_CACHE", Path::new("/dev/null/none")).output().expect("a shell")
}
