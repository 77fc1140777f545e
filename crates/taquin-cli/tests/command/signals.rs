//! Signals at any moment: the exit code says what happened, and no process or file is left behind.

use crate::common::{TempDir, err, signal, taquin};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// Starts the program with its temporary files and pattern databases in a directory.
fn start(args: &[&str], directory: &Path) -> Child {
    let mut command = taquin(args);
    command.env("TAQUIN_CACHE", directory.join("cache")).env("TMPDIR", directory);
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program runs")
}

/// Waits for a condition, for at most ten seconds.
fn wait_for(what: &str, mut condition: impl FnMut() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(10);
    while !condition() {
        assert!(Instant::now() < deadline, "{what}");
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn hangup_ends_a_graded_program_and_removes_its_directory() {
    for name in ["-HUP", "-TERM", "-INT"] {
        let directory = TempDir::new(&format!("grade{name}"));
        let started = directory.0.join("started");
        let script = format!("echo $$ > '{}'; exec sleep 600", started.display());
        let child = start(
            &["grade", "--sandbox", "never", "--time", "600s", "--", "sh", "-c", &script],
            &directory.0,
        );
        wait_for("the program starts", || {
            std::fs::read_to_string(&started).is_ok_and(|pid| pid.ends_with('\n'))
        });
        let pid = std::fs::read_to_string(&started).expect("readable").trim().to_owned();
        signal(&child, name);
        let output = child.wait_with_output().expect("the program exits");
        assert_eq!(output.status.code(), Some(3), "{name}: {output:?}");
        assert_eq!(directory.names(), ["started"], "{name}");
        let is_gone = || {
            let status = std::process::Command::new("kill").args(["-0", &pid]).stderr(Stdio::null()).status();
            !status.expect("kill exists").success()
        };
        wait_for("the program is gone", is_gone);
    }
}

#[test]
fn hangup_removes_an_unfinished_database() {
    for name in ["-HUP", "-TERM"] {
        let directory = TempDir::new(&format!("build{name}"));
        let cache = directory.0.join("cache");
        let child = start(&["tables", "build", "15:6-6-3"], &directory.0);
        let has = |extension: &str| {
            let entries = std::fs::read_dir(&cache).into_iter().flatten().flatten();
            entries.into_iter().any(|entry| entry.path().extension().is_some_and(|found| found == extension))
        };
        wait_for("the build starts", || has("unfinished"));
        signal(&child, name);
        let output = child.wait_with_output().expect("the program exits");
        assert_eq!(output.status.code(), Some(3), "{output:?}");
        assert!(err(&output).contains("interrupted; the directory is unchanged"), "{output:?}");
        assert!(!has("unfinished") && !has("tables"), "{name}");
    }
}

#[test]
fn interrupted_trace_has_the_exit_code_of_an_interrupted_search() {
    let directory = TempDir::new("trace");
    let mut child = start(&["trace", "puzzles/4x4-hard.txt", "--steps", "100000"], &directory.0);
    // Nobody reads, so that the trace blocks.
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    let status = child.wait().expect("the program exits");
    assert_eq!(status.code(), Some(3), "{status}");
}

#[test]
fn file_truncated_while_mapped_is_an_error() {
    let directory = TempDir::new("bus");
    let partition = "15:4-4-4-3";
    let built = start(&["tables", "build", partition], &directory.0).wait_with_output().expect("it exits");
    assert_eq!(built.status.code(), Some(0), "{built:?}");
    let hard = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";
    let child = start(&["check", hard, "--partition", partition, "--time", "60s"], &directory.0);
    std::thread::sleep(Duration::from_millis(500));
    let entries = std::fs::read_dir(directory.0.join("cache")).expect("readable").flatten();
    let path = entries.map(|entry| entry.path()).find(|path| path.extension().is_some_and(|e| e == "tables"));
    let file = std::fs::File::options().write(true).open(path.expect("built")).expect("writable");
    file.set_len(4096).expect("writable");
    let output = child.wait_with_output().expect("the program exits");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(err(&output).contains("a pattern database was truncated while in use"), "{output:?}");
    // The next run notices the damage and repairs it.
    let again = start(&["check", "puzzles/4x4-easy.txt", "--partition", partition], &directory.0);
    let again = again.wait_with_output().expect("the program exits");
    assert_eq!(again.status.code(), Some(0), "{again:?}");
    assert!(err(&again).contains("ignoring pattern database "), "{again:?}");
}

/// One command of each kind, long enough to be interrupted.
const COMMANDS: [&[&str]; 14] = [
    &["solve", "puzzles/antipodes-15.txt", "-a", "ucs"],
    &["solve", "puzzles/10x10-random.txt", "--within", "20s"],
    &["solve", "puzzles/4x4-hard.txt", "--all"],
    &["check", "puzzles/korf-15.txt", "--goal", "blank-first", "-a", "astar", "--threads", "2"],
    &["info", "puzzles/korf-24.txt", "--goal", "blank-first"],
    &["random", "9x9", "--count", "1000000", "--seed", "1"],
    &["random", "4x4", "--moves", "70", "--seed", "1"],
    &["census", "3x4"],
    &["batch", "puzzles/korf-15.txt", "--goal", "blank-first"],
    &["compare", "puzzles/4x4-hard.txt", "--time", "20s", "--chart", "CHART"],
    &["trace", "puzzles/4x4-hard.txt", "--steps", "20000"],
    &["tree", "puzzles/4x4-hard.txt", "--steps", "200000", "--output", "TREE"],
    &["tables", "build", "15:6-6-3"],
    &["grade", "--time", "20s", "--", "sleep", "30"],
];

/// Ten random moments for each command and signal: 420 runs, four at a time.
#[test]
fn every_command_survives_signals_at_random_moments() {
    const MOMENTS: usize = 10;
    const SIGNALS: [(&str, i32); 3] = [("-INT", 2), ("-TERM", 15), ("-HUP", 1)];
    let runs = COMMANDS.len() * SIGNALS.len() * MOMENTS;
    let next = AtomicUsize::new(0);
    let seed = u64::from(std::process::id());
    let work = || {
        loop {
            let run = next.fetch_add(1, Ordering::Relaxed);
            if run >= runs {
                return;
            }
            let command = COMMANDS[run % COMMANDS.len()];
            let (name, number) = SIGNALS[run / COMMANDS.len() % SIGNALS.len()];
            // Up to 200 ms, more often soon after the start.
            let random =
                seed.wrapping_mul(0x9e37_79b9).wrapping_add(run as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let delay = Duration::from_micros((random >> 44) * (random >> 44) / (5 << 20));
            interrupt(command, name, number, delay, run);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(work);
        }
    });
}

fn interrupt(command: &[&str], name: &str, number: i32, delay: Duration, run: usize) {
    let directory = TempDir::new(&format!("random-{run}"));
    let path = |file: &str| directory.0.join(file).to_string_lossy().into_owned();
    let (chart, tree) = (path("chart.svg"), path("tree.svg"));
    let place = |&arg: &&str| match arg {
        "CHART" => chart.clone(),
        "TREE" => tree.clone(),
        other => other.to_owned(),
    };
    let args: Vec<String> = command.iter().map(place).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let mut child = start(&args, &directory.0);
    let mut stdout = child.stdout.take().expect("piped");
    let reader = std::thread::spawn(move || std::io::copy(&mut stdout, &mut std::io::sink()).ok());
    std::thread::sleep(delay);
    // It may have exited already.
    let pid = child.id().to_string();
    std::process::Command::new("kill")
        .args([name, &pid])
        .stderr(Stdio::null())
        .status()
        .expect("kill exists");
    let sent = Instant::now();
    let output = child.wait_with_output().expect("the program exits");
    reader.join().expect("no panic");
    let context = format!("{command:?} {name} after {delay:?}: {:?} {}", output.status, err(&output));
    assert!(sent.elapsed() < Duration::from_secs(5), "{context}");
    assert!(!err(&output).contains("panicked"), "{context}");
    // Before the input is read, a signal has its default action.
    let is_known = match output.status.code() {
        Some(code) => matches!(code, 0 | 1 | 3),
        None => output.status.signal() == Some(number),
    };
    assert!(is_known, "{context}");
    let is_default = output.status.code().is_none();
    let allowed = |file: &String| ["cache", "chart.svg", "tree.svg"].contains(&file.as_str()) || is_default;
    assert!(directory.names().iter().all(allowed), "{context}: {:?}", directory.names());
    for image in [chart, tree] {
        let text = std::fs::read_to_string(image);
        assert!(text.is_err() || text.is_ok_and(|text| text.trim_end().ends_with("</svg>")), "{context}");
    }
    let cache = std::fs::read_dir(directory.0.join("cache")).into_iter().flatten().flatten();
    for entry in cache {
        let path = entry.path();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        assert!(
            ["lock", "tables", "verified"].contains(&&*extension) || is_default,
            "{context}: {}",
            path.display()
        );
    }
}

#[test]
fn second_signal_exits_at_once() {
    // While a database is built, the first signal takes effect at the next poll; the second is immediate. Both may
    // arrive together.
    let directory = TempDir::new("second");
    let child = start(&["census", "3x4"], &directory.0);
    std::thread::sleep(Duration::from_millis(300));
    signal(&child, "-INT");
    signal(&child, "-INT");
    let output = child.wait_with_output().expect("the program exits");
    assert!(matches!(output.status.code(), Some(3 | 130)), "{output:?}");
}
