//! Reads boards from files, standard input or the command line itself.

use crate::exit::{Exit, print_error, printable};
use crate::flags::{Boards, InputArgs};
use crate::text_file::{EXAMPLE, read_text_file};
use serde::{Serialize, Serializer};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Arc;
use taquin::notation::{BLANK_MARKS, BoardText};
use taquin::{Board, Goal, GoalKind, Size};

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

/// The valid boards of the input, each parsed when it is needed: there may be millions.
pub(crate) struct Input {
    sources: Vec<Source>,
    /// Set if some of the input was rejected.
    pub(crate) has_errors: bool,
}

/// The boards of a file, or one on the command line.
struct Source {
    /// The name of the file.
    name: Option<BoardName>,
    boards: Boards,
}

/// A named board with its goal.
pub(crate) struct Puzzle {
    pub(crate) name: BoardName,
    pub(crate) board: Board,
    pub(crate) goal: Arc<Goal>,
}

/// Boards with their goals.
pub(crate) struct Puzzles {
    input: Input,
    kind: GoalKind,
    len: usize,
    sizes: Vec<Size>,
}

/// Validates all boards that the arguments name and prints an error for each unreadable source.
pub(crate) fn read(args: &InputArgs) -> Input {
    let mut input = Input { sources: Vec::new(), has_errors: false };
    let standard_input = ["-".into()];
    let sources = if args.boards.is_empty() { &standard_input[..] } else { &args.boards };
    if let Some(message) = unquoted_board(sources) {
        input.has_errors = true;
        print_error(&message);
        return input;
    }
    for source in sources {
        match read_source(source, args) {
            Ok(source) => input.sources.push(source),
            Err(message) => {
                input.has_errors = true;
                print_error(&message);
            }
        }
    }
    input
}

/// Validates all boards that the arguments name, finds the goal of each, and prints an error for each that
/// fails. Also returns the exit status so far.
pub(crate) fn open_puzzles(args: &InputArgs, goal: &GoalKind) -> (Puzzles, Exit) {
    let input = read(args);
    let mut exit = if input.has_errors { Exit::BadInput } else { Exit::Success };
    let all_sizes = input.sizes();
    let sizes: Vec<Size> = all_sizes.iter().copied().filter(|&size| goal.for_size(size).is_ok()).collect();
    let mut len = input.len();
    if sizes.len() < all_sizes.len() {
        let wrong = input
            .boards()
            .filter(|(_, board, own_goal)| own_goal.is_none() && !sizes.contains(&board.size()));
        for (name, board, _) in wrong {
            exit = Exit::BadInput;
            len -= 1;
            let error = goal.for_size(board.size()).expect_err("it does not fit");
            print_error(&format!("{name}: {error}"));
        }
    }
    (Puzzles { kind: goal.clone(), len, sizes, input }, exit)
}

/// Like [`open_puzzles`], for commands that need all boards at the same time.
pub(crate) fn read_puzzles(args: &InputArgs, goal: &GoalKind) -> (Vec<Puzzle>, Exit) {
    let (puzzles, exit) = open_puzzles(args, goal);
    (puzzles.iter().collect(), exit)
}

impl Puzzles {
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns the sizes of the boards, each once.
    pub(crate) fn sizes(&self) -> impl Iterator<Item = Size> {
        self.sizes.iter().copied()
    }

    /// Parses the boards, one after another.
    pub(crate) fn iter(&self) -> impl Iterator<Item = Puzzle> + Send {
        let mut last_goal: Option<Arc<Goal>> = None;
        self.input.boards().filter_map(move |(name, board, own_goal)| {
            if let Some(goal) = own_goal {
                return Some(Puzzle { name, board, goal });
            }
            let shared = last_goal.take().filter(|goal| goal.size() == board.size());
            let goal = shared.or_else(|| self.kind.for_size(board.size()).ok().map(Arc::new))?;
            last_goal = Some(Arc::clone(&goal));
            Some(Puzzle { name, board, goal })
        })
    }
}

impl Input {
    pub(crate) fn len(&self) -> usize {
        self.sources.iter().map(Source::len).sum()
    }

    /// Returns the sizes of boards without a goal of their own, each once.
    fn sizes(&self) -> Vec<Size> {
        let mut sizes: Vec<Size> = Vec::new();
        for source in &self.sources {
            let of_source = if let Boards::Text(text) = &source.boards { text.sizes() } else { &[] };
            for size in of_source {
                if !sizes.contains(size) {
                    sizes.push(*size);
                }
            }
        }
        sizes
    }

    /// Parses the boards, one after another, each with its name, and its goal if the text gives one.
    pub(crate) fn boards(&self) -> impl Iterator<Item = (BoardName, Board, Option<Arc<Goal>>)> + Send {
        self.sources.iter().flat_map(|source| {
            let (text, with_goal) = match &source.boards {
                Boards::Text(text) => (Some(text), None),
                Boards::WithGoal(board, goal) => (None, Some((board.clone(), Some(Arc::clone(goal))))),
            };
            let boards =
                text.into_iter().flat_map(BoardText::boards).map(|board| (board, None)).chain(with_goal);
            let is_only = source.len() == 1;
            boards.zip(1..).map(move |((board, goal), number)| {
                let name = match &source.name {
                    Some(name) => BoardName { number: (!is_only).then_some(number), ..name.clone() },
                    None => board.to_line().into(),
                };
                (name, board, goal)
            })
        })
    }
}

impl Source {
    fn len(&self) -> usize {
        if let Boards::Text(text) = &self.boards { text.len() } else { 1 }
    }
}

/// Returns whether an argument is a file, a board or `-`.
pub(crate) fn is_source(argument: &OsStr) -> bool {
    argument == "-" || Path::new(argument).exists() || is_board(&argument.to_string_lossy())
}

fn read_source(source: &OsStr, args: &InputArgs) -> Result<Source, String> {
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
    let boards = args
        .input
        .read(text, args.size)
        .map_err(|e| format!("{heading}: {}", e.to_string().replace('\n', "\n        ")))?;
    Ok(Source { name: name.map(BoardName::from), boards })
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
