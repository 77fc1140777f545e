//! Exit codes, limits, signals and closed pipes.

#[cfg(unix)]
use crate::common::{TAQUIN, root, signal};
use crate::common::{err, out, run, run_with_input, taquin};
use std::process::Stdio;

#[test]
fn exit_code_is_that_of_the_worst_board() {
    let solvable = "0 1 3/4 2 5/7 8 6";
    let unsolvable = "1 2 3/4 5 6/8 7 0";
    assert_eq!(run(&["solve", solvable]).status.code(), Some(0));
    let output = run(&["solve", unsolvable]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), "No solution possible\n"));
    let stopped = run(&["solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "-a", "astar", "--memory", "20M"]);
    assert_eq!((stopped.status.code(), out(&stopped).as_str()), (Some(3), ""));
    assert!(
        err(&stopped).contains("stopped (the memory limit was reached): any solution has at least "),
        "{stopped:?}"
    );
    let stopped =
        run(&["solve", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", "--time", "20ms", "--format", "json"]);
    assert_eq!(stopped.status.code(), Some(3));
    assert!(out(&stopped).contains("\"status\":\"stopped\""));
    assert_eq!(run(&["check", solvable, unsolvable]).status.code(), Some(1));
    assert_eq!(run(&["check", solvable, unsolvable, "no-such-file"]).status.code(), Some(2));
}

#[test]
fn unsolvable_board_is_reported_despite_a_memory_limit() {
    let hard = "0 9 12 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let output = run(&["solve", hard, "--style", "classic", "--memory", "20M"]);
    assert_eq!((output.status.code(), out(&output).as_str()), (Some(1), "No solution possible\n"));
}

#[test]
fn limits_hold_on_the_largest_boards() {
    let board = out(&run(&["random", "127", "--seed", "1"]));
    for algorithm in ["astar", "greedy", "princeton", "iowa-bucket"] {
        let start = std::time::Instant::now();
        let output = run_with_input(&["solve", "-", "--algorithm", algorithm, "--time", "100ms"], &board);
        assert_eq!(output.status.code(), Some(3), "{algorithm}");
        // Generous: includes reading the board and exiting, on a busy machine.
        assert!(start.elapsed() < std::time::Duration::from_secs(2), "{algorithm}: {:?}", start.elapsed());
        let output =
            run_with_input(&["solve", "-", "-a", algorithm, "--memory", "30M", "--format", "json"], &board);
        let json: serde_json::Value = serde_json::from_str(&out(&output)).expect("one JSON object");
        assert!(
            json["stats"]["memory"].as_u64().expect("a number") <= 31 << 20,
            "{algorithm}: {}",
            json["stats"]
        );
    }
}

#[test]
fn closed_pipe_is_not_an_error() {
    let mut child = taquin(&["random", "9x9", "--count", "100000", "--seed", "1"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program exits");
    assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));

    // The closed pipe cancels the remaining searches.
    let boards = ["1 2/0 3", "1 2/3 0", "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"];
    let mut child =
        taquin(&["check", boards[0], boards[1], boards[2], "--algorithm", "ucs", "--threads", "2"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program runs");
    drop(child.stdout.take());
    assert_eq!(child.wait().expect("the program exits").code(), Some(0));
}

/// Runs the program, sends it a signal after 300 ms and returns its output.
#[cfg(unix)]
fn interrupted(args: &[&str], signal_name: &str) -> std::process::Output {
    let child = taquin(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs");
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, signal_name);
    child.wait_with_output().expect("the program exits")
}

#[cfg(unix)]
#[test]
fn signal_stops_a_search_with_its_results_so_far() {
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    for signal_name in ["-INT", "-TERM"] {
        let output = interrupted(&["solve", hard, "--algorithm", "ucs"], signal_name);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(3), ""));
        assert!(err(&output).contains("stopped (interrupted): any solution has at least "), "{output:?}");
    }
    let best = interrupted(&["solve", "puzzles/10x10-random.txt", "--within", "1h"], "-INT");
    assert!(best.status.code() == Some(0) && out(&best).starts_with("Moves = "), "{best:?}");
}

#[cfg(unix)]
#[test]
fn signal_stops_random_and_info() {
    let drawn = interrupted(&["random", "3x4", "--moves", "53", "--seed", "1"], "-INT");
    assert_eq!((drawn.status.code(), out(&drawn).as_str()), (Some(3), ""), "{drawn:?}");
    assert!(err(&drawn).contains("stopped before the first board: interrupted"), "{drawn:?}");
    // Each board takes up to a second.
    let info = interrupted(&["info", "puzzles/korf-24.txt", "--goal", "blank-first"], "-INT");
    assert_eq!(info.status.code(), Some(3));
    assert!(err(&info).contains("interrupted: ") && err(&info).contains(" boards skipped"), "{}", err(&info));
}

/// `nohup` works: an ignored SIGHUP stays ignored.
#[cfg(unix)]
#[test]
fn ignored_hangup_does_not_stop_a_search() {
    let script = format!("trap '' HUP; exec '{TAQUIN}' solve puzzles/10x10-random.txt --within 600ms");
    let child = std::process::Command::new("sh")
        .args(["-c", &script])
        .current_dir(root())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a shell");
    std::thread::sleep(std::time::Duration::from_millis(300));
    signal(&child, "-HUP");
    let output = child.wait_with_output().expect("the program exits");
    assert!(output.status.code() == Some(0) && out(&output).starts_with("Moves = "), "{output:?}");
}

/// The server prints its address, answers there and exits on a signal.
#[cfg(unix)]
#[test]
fn server_runs_until_a_signal() {
    use std::io::{BufRead, BufReader, Read, Write};
    for name in ["-INT", "-TERM"] {
        let mut child = taquin(&["serve", "--port", "0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program runs");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped"))
            .read_line(&mut line)
            .expect("the address is printed");
        let address = line.strip_prefix("Taquin is at http://").and_then(|rest| rest.split('/').next());
        let address = address.unwrap_or_else(|| panic!("{line}")).to_owned();
        assert!(line.ends_with("/ (Ctrl-C to stop)\n"), "{line}");
        let mut stream = std::net::TcpStream::connect(&address).expect("the server listens");
        let request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        stream.write_all(request.as_bytes()).expect("the server reads");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("the server answers");
        assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.contains("\"status\":\"ok\""), "{answer}");
        let taken = run(&["serve", "--listen", &address]);
        assert_eq!(taken.status.code(), Some(2));
        assert!(err(&taken).contains("cannot serve at"), "{taken:?}");
        signal(&child, name);
        let output = child.wait_with_output().expect("the program exits");
        assert_eq!((output.status.code(), err(&output).as_str()), (Some(0), ""));
    }
}
