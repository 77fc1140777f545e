//! Boards from files, standard input, or the command line itself.

use crate::args::InputArgs;
use crate::exit::{Exit, complain};
use std::ffi::OsStr;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use taquin::board::Entry;
use taquin::notation::{one_line, read_boards};
use taquin::{Board, Goal, GoalKind};

/// A board and what to call it.
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) board: Board,
}

/// The boards that could be read, and whether some could not.
pub(crate) struct Input {
    pub(crate) boards: Vec<Named>,
    pub(crate) some_bad: bool,
}

/// A board with the goal that it is to reach, and what to call it.
pub(crate) struct Puzzle {
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) goal: Goal,
}

/// The longest input that is read at all. The largest board takes about 100 KB.
const MOST_BYTES: u64 = 256 << 20;

/// Reads everything that the arguments name, and complains about what can't be read.
pub(crate) fn read(args: &InputArgs) -> Input {
    let mut input = Input { boards: Vec::new(), some_bad: false };
    let standard_input = ["-".into()];
    let sources = if args.boards.is_empty() { &standard_input[..] } else { &args.boards };
    for source in sources {
        match read_source(source, args) {
            Ok(boards) => input.boards.extend(boards),
            Err(message) => {
                input.some_bad = true;
                complain(&message);
            }
        }
    }
    input
}

/// Reads everything that the arguments name, to be solved to a goal, and complains about what can't be. Also returns the exit
/// code so far.
pub(crate) fn read_puzzles(args: &InputArgs, goal: &GoalKind) -> (Vec<Puzzle>, Exit) {
    let input = read(args);
    let mut exit = if input.some_bad { Exit::BadInput } else { Exit::Solved };
    let mut puzzles = Vec::with_capacity(input.boards.len());
    for Named { name, board } in input.boards {
        match goal.for_size(board.size()) {
            Ok(goal) => puzzles.push(Puzzle { name, board, goal }),
            Err(error) => {
                exit = Exit::BadInput;
                complain(&format!("{name}: {error}"));
            }
        }
    }
    (puzzles, exit)
}

/// Whether an argument is neither a file nor a board nor standard input.
pub(crate) fn names_nothing(source: &OsStr) -> bool {
    source != "-" && !Path::new(source).exists() && !is_board(&source.to_string_lossy())
}

/// What is in a file that may hold boards.
pub(crate) fn text_of_file(path: &OsStr) -> Result<String, String> {
    text_of(std::fs::File::open(path).map_err(|e| plain(&e))?)
}

fn read_source(source: &OsStr, args: &InputArgs) -> Result<Vec<Named>, String> {
    let given = source.to_string_lossy();
    let (heading, name, text) = if source == "-" {
        if args.boards.is_empty() && io::stdin().is_terminal() {
            return Err(
                "no board given: name a file, write a board such as \"1 2 3/4 0 5/7 8 6\", or pipe one in \
                        (see 'taquin help')"
                    .to_owned(),
            );
        }
        let name = "standard input";
        (name, Some(name), text_of(io::stdin().lock()).map_err(|e| format!("{name}: {e}"))?)
    } else if given.trim().is_empty() {
        return Err("an empty argument is no board: write one such as \"1 2 3/4 0 5/7 8 6\"".to_owned());
    } else if Path::new(source).exists() || !is_board(&given) {
        (&*given, Some(&*given), text_of_file(source).map_err(|e| format!("{given}: {e}"))?)
    } else {
        ("the board given", None, given.to_string())
    };
    let boards = read_boards(&text, args.format, args.size)
        .map_err(|e| format!("{heading}: {}", e.to_string().replace('\n', "\n        ")))?;
    let only = boards.len() == 1;
    let name_of = |board: &Board, i: usize| match name {
        Some(name) if only => name.to_owned(),
        Some(name) => format!("{name}#{i}"),
        None => one_line(board),
    };
    Ok(boards.into_iter().zip(1..).map(|(board, i)| Named { name: name_of(&board, i), board }).collect())
}

/// Whether an argument that names no file is meant to be a board: most of it is numbers and what stands between them, or
/// it is an address of the page or a part of one.
fn is_board(argument: &str) -> bool {
    let of_a_board =
        |c: &char| c.is_ascii_digit() || c.is_whitespace() || "/,[]".contains(*c) || Entry::MARKS.contains(c);
    let (fitting, all) = (argument.chars().filter(of_a_board).count(), argument.chars().count());
    let digits = argument.chars().filter(char::is_ascii_digit).count();
    let is_link = argument.contains("#b=") || argument.contains('_') && fitting == all;
    let is_text = argument.contains([' ', '/', ',', '\n']) && 3 * fitting >= 2 * all;
    is_link || is_text && 4 * digits >= all
}

fn text_of(source: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| plain(&e))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("this is over 256 MiB: split it into several files".to_owned());
    }
    Ok(decoded(&bytes))
}

/// Text in UTF-8, or in UTF-16 if it begins with that mark, as some Windows programs write it.
fn decoded(bytes: &[u8]) -> String {
    let units = |from: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| from([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes {
        [0xff, 0xfe, ..] => units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => units(u16::from_be_bytes),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    }
}

/// An error of the system in words.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "no such file (a board on the command line looks like \"1 2 3/4 0 5/7 8 6\")".to_owned()
        }
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder: name the files in it".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}
