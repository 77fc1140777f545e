//! Boards from files, standard input, or the command line itself.

use crate::args::InputArgs;
use crate::exit::complain;
use std::io::{self, IsTerminal, Read};
use std::path::Path;
use taquin::Board;
use taquin::notation::read_boards;

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

/// The longest input that is read at all. The largest board takes about 100 KB.
const MOST_BYTES: u64 = 256 << 20;

/// Reads everything that the arguments name, and complains about what can't be read.
pub(crate) fn read(args: &InputArgs) -> Input {
    let mut input = Input { boards: Vec::new(), some_bad: false };
    let standard_input = ["-".to_owned()];
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

fn read_source(source: &str, args: &InputArgs) -> Result<Vec<Named>, String> {
    let (name, text) = if source == "-" {
        if args.boards.is_empty() && io::stdin().is_terminal() {
            return Err(
                "no board given: name a file, write a board such as \"1 2 3/4 0 5/7 8 6\", or pipe one in \
                        (see 'taquin help')"
                    .to_owned(),
            );
        }
        ("standard input", text_of(io::stdin().lock()).map_err(|e| format!("standard input: {e}"))?)
    } else if source.trim().is_empty() {
        return Err("an empty argument is no board: write one such as \"1 2 3/4 0 5/7 8 6\"".to_owned());
    } else if Path::new(source).exists() || !is_board(source) {
        let file = std::fs::File::open(source).map_err(|e| format!("{source}: {}", plain(&e)))?;
        (source, text_of(file).map_err(|e| format!("{source}: {e}"))?)
    } else {
        ("the board given", source.to_owned())
    };
    let boards = read_boards(&text, args.format, args.size)
        .map_err(|e| indent(&format!("{name}: "), &e.to_string()))?;
    let only = boards.len() == 1;
    let inline = name == "the board given";
    Ok(boards
        .into_iter()
        .zip(1..)
        .map(|(board, i)| {
            let name = if inline { source } else { name };
            Named { name: if only { name.to_owned() } else { format!("{name}#{i}") }, board }
        })
        .collect())
}

/// Whether an argument that names no file is meant to be a board.
fn is_board(argument: &str) -> bool {
    let of_a_board = |c: char| c.is_ascii_digit() || c.is_whitespace() || "/,_.xX".contains(c);
    argument.chars().all(of_a_board)
        && argument.contains([' ', '/', ','])
        && argument.contains(|c: char| c.is_ascii_digit())
}

fn text_of(source: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    source.take(MOST_BYTES + 1).read_to_end(&mut bytes).map_err(|e| plain(&e))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err("this is over 256 MiB: split it into several files".to_owned());
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// An error of the system without its number.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => {
            "no such file (a board on the command line looks like \"1 2 3/4 0 5/7 8 6\")".to_owned()
        }
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "this is a folder: name the files in it".to_owned(),
        _ => error.to_string(),
    }
}

/// Puts a heading before a message, and the message's further lines below it.
fn indent(heading: &str, message: &str) -> String {
    format!("{heading}{}", message.replace('\n', "\n        "))
}
