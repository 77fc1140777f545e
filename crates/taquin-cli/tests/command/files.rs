//! Files that are not what they should be, and places that cannot be written.

use crate::common::{TAQUIN, TempDir, err, out, root, run, taquin};
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

fn with_cache(args: &[&str], cache: &Path) -> Output {
    taquin(args).env("TAQUIN_CACHE", cache).output().expect("the program runs")
}

fn shell(script: &str) -> Output {
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(root()).stdin(Stdio::null()).output().expect("a shell")
}

#[test]
fn empty_cache_variable_is_like_none() {
    let home = TempDir::new("home");
    let list = |cache: Option<&str>| {
        let mut command = taquin(&["tables", "list"]);
        command.env_remove("TAQUIN_CACHE").env("HOME", &home.0).env_remove("XDG_CACHE_HOME");
        cache.map(|cache| command.env("TAQUIN_CACHE", cache));
        command.output().expect("the program runs")
    };
    assert_eq!(list(Some("")).status.code(), Some(0));
    assert_eq!(out(&list(Some(""))), out(&list(None)));
}

#[test]
fn pipe_in_place_of_a_database_does_not_block() {
    for extension in ["tables", "lock", "verified", "unfinished"] {
        let cache = TempDir::new(&format!("fifo-{extension}"));
        assert_eq!(with_cache(&["tables", "build", "8:4-4"], &cache.0).status.code(), Some(0));
        let tables = cache.names().into_iter().find(|name| name.ends_with(".tables")).expect("built");
        let path = cache.path(&tables.replace(".tables", &format!(".{extension}")));
        std::fs::remove_file(&path).ok();
        assert!(Command::new("mkfifo").arg(&path).status().expect("mkfifo exists").success());
        let start = Instant::now();
        for args in [
            &["check", "8 6 7/2 5 4/3 0 1", "--partition", "8:4-4"][..],
            &["tables", "verify", "8:4-4"],
            &["tables", "build", "8:4-4"],
            &["tables", "list"],
            &["tables", "remove", "8:4-4"],
        ] {
            let output = with_cache(args, &cache.0);
            assert!(matches!(output.status.code(), Some(0 | 2)), "{extension} {args:?}: {output:?}");
        }
        assert!(start.elapsed() < Duration::from_secs(20), "{extension}: {:?}", start.elapsed());
    }
}

#[test]
fn repaired_database_is_not_followed_by_advice_to_build_it() {
    let cache = TempDir::new("repaired");
    assert_eq!(with_cache(&["tables", "build", "15:7-4-4"], &cache.0).status.code(), Some(0));
    let tables = cache.names().into_iter().find(|name| name.ends_with(".tables")).expect("built");
    let path = cache.path(&tables);
    let mut bytes = std::fs::read(&path).expect("readable");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(&path, bytes).expect("writable");
    let output = with_cache(&["check", "puzzles/4x4-hard.txt", "--partition", "15:7-4-4"], &cache.0);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    assert!(err(&output).contains("Rebuilding it"), "{output:?}");
    assert!(!err(&output).contains("tables build 15:7-4-4"), "{output:?}");
    assert_eq!(out(&with_cache(&["tables", "verify"], &cache.0)), "15:7-4-4: valid\n");
}

#[test]
fn full_disk_leaves_no_file_and_keeps_the_old_one() {
    let directory = TempDir::new("full");
    let image = directory.path("image.svg");
    let board = "'0 1 3/4 2 5/7 8 6'";
    // A file may grow to one block of 512 bytes; a write beyond fails, as on a full disk.
    let commands = [
        format!("tree {board} --output '{image}'"),
        format!("compare {board} --chart '{image}'"),
        format!("grade --junit '{image}' -- false"),
    ];
    for command in &commands {
        let script = format!("trap '' XFSZ; ulimit -f 1; exec '{TAQUIN}' {command}");
        let output = shell(&script);
        assert_eq!(output.status.code(), Some(2), "{command}: {output:?}");
        assert!(err(&output).contains("cannot write "), "{command}: {}", err(&output));
        assert_eq!(directory.names(), Vec::<String>::new(), "{command}");
    }
    std::fs::write(&image, "old").expect("writable");
    for command in &commands {
        shell(&format!("trap '' XFSZ; ulimit -f 1; exec '{TAQUIN}' {command}"));
        assert_eq!(std::fs::read_to_string(&image).expect("readable"), "old", "{command}");
        assert_eq!(directory.names(), ["image.svg"], "{command}");
    }
    assert_eq!(run(&["tree", "0 1 3/4 2 5/7 8 6", "--output", &image]).status.code(), Some(0));
    assert!(std::fs::read_to_string(&image).expect("readable").starts_with("<svg"));
    let cannot_write = shell(&format!("'{TAQUIN}' solve {board} > /dev/full"));
    assert_eq!(cannot_write.status.code(), Some(2));
    assert!(err(&cannot_write).contains("cannot write to standard output: No space left on device"));
}

#[test]
fn bad_output_paths_are_reported_before_any_run() {
    let hard = "puzzles/antipodes-15.txt";
    for args in [
        &["compare", hard, "--time", "60s", "--chart", "no-such-directory/chart.svg"][..],
        &["tree", "puzzles/4x4-hard.txt", "--output", "no-such-directory/tree.svg"],
        &["grade", "--junit", "no-such-directory/report.xml", "--", "sleep", "60"],
        &["compare", hard, "--time", "60s", "--chart", "puzzles"],
    ] {
        let start = Instant::now();
        let output = run(args);
        assert_eq!((output.status.code(), out(&output).as_str()), (Some(2), ""), "{args:?}");
        assert!(err(&output).contains("cannot write "), "{output:?}");
        assert!(start.elapsed() < Duration::from_secs(5), "{args:?}");
    }
    let printed = run(&["tree", "0 1 3/4 2 5/7 8 6", "--format", "svg", "--output", "/dev/stdout"]);
    assert!(out(&printed).starts_with("<svg"), "{printed:?}");
}

#[test]
fn control_characters_in_names_are_escaped() {
    let directory = TempDir::new("names");
    let bad = directory.path("a\x1b[31m\rb");
    std::fs::write(&bad, "1 2/0 3\n\n1 2/3 0").expect("writable");
    let wrong = directory.path("c\x07d");
    std::fs::write(&wrong, "1 2/3 3").expect("writable");
    for args in [
        &["check", &bad, &wrong][..],
        &["solve", &bad, &wrong],
        &["info", &bad, &wrong],
        &["compare", &bad, "--time", "1s"],
        &["trace", &bad],
        &["solve", "no-such-\x1b-file"],
    ] {
        let output = run(args);
        let text = out(&output) + &err(&output);
        assert!(!text.chars().any(|c| c.is_control() && c != '\n'), "{args:?}: {text:?}");
    }
    assert!(out(&run(&["check", &bad])).contains("a\\u{1b}[31m\\rb#1: 1"));
    let cache = directory.0.join("cache\x1b");
    let output = with_cache(&["tables", "list"], &cache);
    assert!(out(&output).contains("cache\\u{1b}"), "{output:?}");
}

#[cfg(not(target_vendor = "apple"))]
#[test]
fn closed_standard_output_is_an_error() {
    let closed = shell(&format!("'{TAQUIN}' check '1 2/0 3' >&-"));
    assert_eq!(closed.status.code(), Some(2));
    assert!(err(&closed).contains("standard output is closed"), "{closed:?}");
    // Other ways to discard the output are fine.
    for target in ["/dev/null", "/dev/null <&-", "/dev/null 2>&-"] {
        assert_eq!(
            shell(&format!("'{TAQUIN}' check '1 2/0 3' > {target}")).status.code(),
            Some(0),
            "{target}"
        );
    }
}
