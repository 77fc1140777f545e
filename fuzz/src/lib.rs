//! Fuzz targets for everything that parses. Each takes arbitrary bytes and panics if something is wrong.
//!
//! `cargo fuzz run --features libfuzzer read_boards` runs a target with libFuzzer, guided by coverage. [`mutate`] runs it ten times as
//! fast without coverage, on mutations of the corpus that libFuzzer found.

mod mutation;

pub use mutation::mutate;

use std::sync::OnceLock;
use taquin::notation::{
    BoardFormat, MoveStyle, read_board, read_boards as parse_boards, read_moves as parse_moves, read_n_i,
};
use taquin::pdb::Partition;
use taquin::{Board, GoalKind, Limits, Size};

/// A fuzz target.
pub type Target = fn(&[u8]);

/// All targets by name.
pub const TARGETS: [(&str, Target); 5] = [
    ("read_boards", read_boards),
    ("read_moves", read_moves),
    ("open_tables", open_tables),
    ("read_checkpoint", read_checkpoint),
    ("api", api),
];

/// Arbitrary bytes are boards or an error with a message; boards survive printing and parsing. The first byte selects the
/// format and the expected size.
pub fn read_boards(bytes: &[u8]) {
    let Some((&options, bytes)) = bytes.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    let format = BoardFormat::ALL[usize::from(options & 7) % BoardFormat::ALL.len()];
    let size = [None, None, Size::new(3, 4).ok(), Size::new(2, 2).ok()][usize::from(options >> 3 & 3)];
    match parse_boards(&text, format, size) {
        Ok(boards) => {
            for board in boards.iter().take(3) {
                assert_eq!(board.to_string().parse::<Board>().as_ref(), Ok(board));
                let line = board.to_line();
                let link =
                    format!("http://localhost/#b={}&g=snail", line.replace('/', "_").replace(' ', "."));
                let array = format!("[[{}]]", line.replace('/', "],[").replace(' ', ","));
                let numpy = format!("array({array}, dtype=int64)");
                let object = format!("{{\"puzzle\": {array}}}");
                let bars = line.replace('/', "|");
                let sized = format!("{}: {line}", board.size());
                let cells = format!("| {} |", line.replace(' ', " | ").replace('/', " |\n| "));
                let grid = format!("+---+\n{cells}\n+---+\n").replace(" 0 |", "   |");
                let counted = format!("1\n{line}\nEND OF FILE\n");
                for text in [line, link, array, numpy, object, bars, sized, cells, grid, counted] {
                    assert_eq!(read_board(&text, None).as_ref(), Ok(board), "{text}");
                }
                assert!(size.is_none_or(|size| size == board.size()));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if options >> 5 == 1 {
        match read_n_i(&text) {
            Ok((board, goal)) => assert_eq!(board.size(), goal.size()),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
    if options >> 5 == 0 {
        let _ = GoalKind::read(&text, size);
        let _ = text.parse::<Size>();
    }
}

/// Arbitrary text is moves or an error; moves survive printing and parsing. Partition names too.
pub fn read_moves(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    // A few bytes can stand for millions of moves.
    let is_short = text.split(|c: char| !c.is_ascii_digit()).all(|number| number.len() < 4);
    match parse_moves(&text) {
        Ok(moves) if is_short => {
            for run_length in [false, true] {
                let style = MoveStyle { run_length, of_blank: false };
                assert_eq!(parse_moves(&style.format(&moves)).as_ref(), Ok(&moves));
            }
        }
        Ok(_) => {}
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if text.contains(':')
        && text.len() < 40
        && let Ok(partition) = text.parse::<Partition>()
    {
        assert_eq!(partition.to_string().parse().as_ref(), Ok(&partition));
    }
}

/// Opening arbitrary bytes as a pattern-database file gives the databases or an error, even if the checksum is right. The
/// first byte says what the others are: a file, or changes of a valid one (a two-byte offset and the byte to add).
pub fn open_tables(bytes: &[u8]) {
    let Some((&kind, bytes)) = bytes.split_first() else { return };
    let (partition, valid) = valid_tables();
    let mut changed = valid.clone();
    if kind & 1 == 0 {
        changed = bytes.to_vec();
    } else {
        for change in bytes.chunks_exact(3) {
            let at = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
            changed[at] ^= change[2];
        }
        if kind & 2 == 2 {
            changed.truncate(bytes.len() * 7 % changed.len());
        }
    }
    if kind & 4 == 4 {
        taquin_pdb::fuzzing::repair(&mut changed);
    }
    let is_valid = changed == *valid;
    let (is_open, is_verified) = taquin_pdb::fuzzing::open(changed, partition);
    // Bytes of the header that nothing uses may differ if its checksum was corrected.
    assert!(if kind & 4 == 4 { is_open || !is_valid } else { (is_open && is_verified) == is_valid });
}

/// Returns a small partition and its valid file.
fn valid_tables() -> &'static (Partition, Vec<u8>) {
    static VALID: OnceLock<(Partition, Vec<u8>)> = OnceLock::new();
    VALID.get_or_init(|| {
        let partition = "2x2:1-2".parse::<Partition>().expect("valid");
        let path = std::env::temp_dir().join(format!("taquin-fuzz-{}", std::process::id()));
        let limits = Limits::default();
        let budget = taquin_pdb::fuzzing::budget(&limits);
        taquin_pdb::write_file(&partition, &path, &budget, &mut |_| ()).expect("writable");
        let bytes = std::fs::read(&path).expect("readable");
        std::fs::remove_file(&path).expect("removable");
        (partition, bytes)
    })
}

/// Arbitrary bytes are a checkpoint of a proof or an error, even if the checksum is right; checkpoints survive writing.
pub fn read_checkpoint(bytes: &[u8]) {
    taquin_gpu::fuzzing::read_checkpoint(bytes);
}

/// Arbitrary bodies of requests are answered with a status below 500. The first byte selects the endpoint.
pub fn api(bytes: &[u8]) {
    static API: OnceLock<taquin_web::fuzzing::Api> = OnceLock::new();
    let Some((&endpoint, body)) = bytes.split_first() else { return };
    let (path, status) = API.get_or_init(Default::default).status(endpoint, body);
    assert!(status < 500, "{path}: {status}");
}
