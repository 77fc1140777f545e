//! Reads boards from files, standard input or the command line itself.

use crate::exit::{Exit, print_error, printable};
use crate::flags::InputArgs;
use crate::text_file::{EXAMPLE, read_text_file};
use serde::{Serialize, Serializer};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use taquin::notation::BLANK_MARKS;
use taquin::{Board, Goal, GoalKind};

/// A board with the name used in the output.
pub(crate) struct NamedBoard {
    pub(crate) name: BoardName,
    pub(crate) board: Board,
    /// The goal, if the input gives it.
    goal: Option<Arc<Goal>>,
}

/// The name of a board: its file and, if the file has several boards, its number. Boards of a file share its name,
/// since a file may have millions of them.
#[derive(Clone, Debug)]
pub(crate) struct BoardName {
    source: Arc<str>,
    number: Option<u32>,
}

impl From<&str> for BoardName {
    fn from(name: &str) -> Self {
        Self { source: printable(name).into(), number: None }
    }
}

impl From<String> for BoardName {
    fn from(name: String) -> Self {
        Self::from(&*name)
    }
}

impl fmt::Display for BoardName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.source)?;
        self.number.map_or(Ok(()), |number| write!(f, "#{number}"))
    }
}

impl Serialize for BoardName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// The readable boards.
pub(crate) struct Input {
    pub(crate) boards: Vec<NamedBoard>,
    /// Set if some of the input was rejected.
    pub(crate) has_errors: bool,
}

/// A named board with its goal.
pub(crate) struct Puzzle {
    pub(crate) name: BoardName,
    pub(crate) board: Board,
    pub(crate) goal: Arc<Goal>,
}

/// Reads all boards that the arguments name and prints an error for each unreadable one.
pub(crate) fn read(args: &InputArgs) -> Input {
    let mut input = Input { boards: Vec::new(), has_errors: false };
    let standard_input = ["-".into()];
    let sources = if args.boards.is_empty() { &standard_input[..] } else { &args.boards };
    if let Some(message) = unquoted_board(sources) {
        input.has_errors = true;
        print_error(&message);
        return input;
    }
    for source in sources {
        match read_source(source, args) {
            Ok(boards) => input.boards.extend(boards),
            Err(message) => {
                input.has_errors = true;
                print_error(&message);
            }
        }
    }
    input
}

/// Reads all boards that the arguments name, pairs each with its goal and prints an error for each that
/// fails. Also returns the exit status so far.
pub(crate) fn read_puzzles(args: &InputArgs, goal: &GoalKind) -> (Vec<Puzzle>, Exit) {
    let input = read(args);
    let mut exit = if input.has_errors { Exit::BadInput } else { Exit::Success };
    let mut puzzles = Vec::with_capacity(input.boards.len());
    let mut last_goal: Option<Arc<Goal>> = None;
    for NamedBoard { name, board, goal: own_goal } in input.boards {
        if let Some(goal) = own_goal {
            puzzles.push(Puzzle { name, board, goal });
            continue;
        }
        let shared = last_goal.take().filter(|goal| goal.size() == board.size());
        match shared.map_or_else(|| goal.for_size(board.size()).map(Arc::new), Ok) {
            Ok(goal) => {
                last_goal = Some(Arc::clone(&goal));
                puzzles.push(Puzzle { name, board, goal });
            }
            Err(error) => {
                exit = Exit::BadInput;
                print_error(&format!("{name}: {error}"));
            }
        }
    }
    (puzzles, exit)
}

/// Returns whether an argument is a file, a board or `-`.
pub(crate) fn is_source(argument: &OsStr) -> bool {
    argument == "-" || Path::new(argument).exists() || is_board(&argument.to_string_lossy())
}

fn read_source(source: &OsStr, args: &InputArgs) -> Result<Vec<NamedBoard>, String> {
    let given = source.to_string_lossy();
    let (heading, name, text) = if source == "-" {
        if args.boards.is_empty() && io::stdin().is_terminal() {
            return Err(format!(
                "no board given: name a file, write a board such as {EXAMPLE}, or pipe one in \
                 (see 'taquin help')"
            ));
        }
        let name = "standard input";
        (name, Some(name), read_text_file(source).map_err(|e| format!("{name}: {e}"))?)
    } else if given.trim().is_empty() {
        return Err(format!("an empty argument is not a board: write one such as {EXAMPLE}"));
    } else if Path::new(source).exists() || !is_board(&given) {
        (&*given, Some(&*given), read_text_file(source).map_err(|e| format!("{given}: {e}"))?)
    } else {
        ("board on the command line", None, given.to_string())
    };
    let (boards, goal) = args
        .input
        .read(&text, args.size)
        .map_err(|e| format!("{heading}: {}", e.to_string().replace('\n', "\n        ")))?;
    drop(text);
    let is_only = boards.len() == 1;
    let source = name.map(BoardName::from);
    let name_of = |board: &Board, number: u32| match &source {
        Some(name) => BoardName { number: (!is_only).then_some(number), ..name.clone() },
        None => board.to_line().into(),
    };
    let goal = goal.map(Arc::new);
    let named = |(board, number): (Board, u32)| NamedBoard {
        name: name_of(&board, number),
        board,
        goal: goal.clone(),
    };
    Ok(boards.into_iter().zip(1..).map(named).collect())
}

/// Returns the error for a board that was written without quotes, so that each number is an argument.
fn unquoted_board(arguments: &[OsString]) -> Option<String> {
    let is_piece = |argument: &OsString| {
        let text = argument.to_string_lossy();
        let is_short = !text.is_empty() && !text.contains(char::is_whitespace);
        let is_part = |c: char| c.is_ascii_digit() || "/,|".contains(c) || BLANK_MARKS.contains(&c);
        is_short && text.chars().all(is_part) && text.contains(|c: char| c.is_ascii_digit())
    };
    let words: Vec<_> = arguments.iter().map(|argument| argument.to_string_lossy()).collect();
    let is_unquoted = words.len() > 2
        && words.iter().any(|word| word.bytes().all(|b| b.is_ascii_digit()))
        && arguments.iter().all(|argument| is_piece(argument) && !Path::new(argument).exists());
    is_unquoted.then(|| format!("put the board in quotes: \"{}\"", words.join(" ")))
}

/// Returns whether an argument that is not a file looks like a board: mostly digits and separators, digits without spaces,
/// an array, or a link to the web page or the part of one that holds the board.
fn is_board(argument: &str) -> bool {
    let is_separator = |c: char| c.is_whitespace() || "/,[](){}|:\"-".contains(c);
    let is_board_char = |c: &char| c.is_ascii_digit() || is_separator(*c) || BLANK_MARKS.contains(c);
    let length = argument.chars().count();
    let fitting = argument.chars().filter(is_board_char).count();
    let digits = argument.chars().filter(char::is_ascii_digit).count();
    let is_link = argument.contains("#b=") || argument.contains('_') && fitting == length;
    let is_text = argument.contains([' ', '/', ',', '\n', '|']) && 3 * fitting >= 2 * length;
    let is_array = argument.contains("[[") || argument.trim_start().starts_with(['[', '{']);
    let is_compact = |c: char| c.is_ascii_hexdigit() || BLANK_MARKS.contains(&c);
    let is_word = length >= 4 && argument.chars().all(is_compact) && 2 * digits >= length;
    is_link || is_array || is_word || is_text && 4 * digits >= length
}
