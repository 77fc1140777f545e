//! Reads text files: boards, goals and solutions.

use std::ffi::OsStr;
use std::io::{self, Read};

/// A board as an example for error messages.
pub(crate) const EXAMPLE: &str = "\"1 2 3/4 0 5/7 8 6\"";

/// Reads and decodes a text file, or standard input for `-`.
pub(crate) fn read_text_file(path: &OsStr) -> Result<String, String> {
    if path == "-" {
        return read_text(io::stdin().lock());
    }
    let file = std::fs::File::open(path).map_err(|e| describe(&e))?;
    if file.metadata().is_ok_and(|metadata| metadata.len() > MAX_BYTES) {
        return Err(TOO_LARGE.to_owned());
    }
    read_text(file)
}

/// Size limit of an input file. The largest board takes about 100 KB. Reading takes two to nine times the size of the
/// file in memory; the smaller the boards, the more.
const MAX_BYTES: u64 = 256 << 20;
const TOO_LARGE: &str = "larger than 256 MiB, the limit of an input file: split it into several files";

fn read_text(source: impl Read) -> Result<String, String> {
    let mut bytes = Vec::new();
    source.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| describe(&e))?;
    if bytes.len() as u64 > MAX_BYTES {
        return Err(TOO_LARGE.to_owned());
    }
    Ok(decode(bytes))
}

/// Decodes UTF-8, or UTF-16 with a byte order mark, as some Windows programs write it.
fn decode(bytes: Vec<u8>) -> String {
    let utf16 = |from_bytes: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = bytes[2..].chunks_exact(2).map(|pair| from_bytes([pair[0], pair[1]])).collect();
        String::from_utf16_lossy(&units)
    };
    match bytes[..] {
        [0xff, 0xfe, ..] => utf16(u16::from_le_bytes),
        [0xfe, 0xff, ..] => utf16(u16::from_be_bytes),
        _ => String::from_utf8(bytes)
            .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()),
    }
}

/// Describes an I/O error, without its number.
fn describe(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => format!("no such file (a board on the command line looks like {EXAMPLE})"),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "is a directory: name the files in it".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}
