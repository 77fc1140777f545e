//! The file format of tables; `docs/table-format.md` describes it for others.
//!
//! A file holds the tables of one partition: a header of 4096 bytes, then the tables one after the other. All numbers are
//! little-endian.

use super::bytes::Bytes;
use super::database::Table;
use super::lookup::PARTS;
use super::partition::Partition;
use std::io::{self, Seek, SeekFrom, Write};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: &[u8; 8] = b"TAQUINPD";
pub(crate) const VERSION: u32 = 1;
const HEADER: usize = 4096;

/// Why a file of a [`Store`](super::Store) is not believed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TableFault {
    /// The file does not begin as files of tables do: it is something else, or nobody finished writing it.
    #[error("it is no file of tables")]
    Foreign,
    /// The file is of another version of the format, which is here.
    #[error("it is of version {0} of the format, and this program reads version {VERSION}")]
    Version(u32),
    /// The file ends too early, or goes on for too long.
    #[error("it has {found} bytes instead of {expected}")]
    Length {
        /// How many bytes its header says it has.
        expected: u64,
        /// How many bytes it has.
        found: u64,
    },
    /// The file is for another partition than its name says.
    #[error("it holds the tables of another partition")]
    OtherPartition,
    /// The file's checksum does not agree with its content: some bits were changed.
    #[error("its checksum does not agree with its content")]
    Checksum,
    /// The file can't be opened or read, for the system's reason that is here.
    #[error("it can't be read: {0}")]
    Unreadable(String),
}

impl From<io::Error> for TableFault {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// The tables of a file, whose header is right.
pub(crate) struct TableFile {
    bytes: Bytes,
    header: Header,
}

impl TableFile {
    /// Takes a file apart. The content is not looked at: see [`is_whole`](Self::is_whole).
    pub(crate) fn open(bytes: Bytes, partition: &Partition) -> Result<Self, TableFault> {
        let header = Header::read(&bytes)?;
        let (expected, found) = (header.lengths.iter().sum::<u64>() + HEADER as u64, bytes.len() as u64);
        if expected != found {
            return Err(TableFault::Length { expected, found });
        }
        if header.partition != description(partition) {
            return Err(TableFault::OtherPartition);
        }
        Ok(Self { bytes, header })
    }

    /// Whether the content is what was written: goes through all of it, and asks now and then whether to go on.
    pub(crate) fn is_whole<X>(&self, check: &dyn Fn() -> Result<(), X>) -> Result<bool, X> {
        let mut hash = Xxh3::new();
        for piece in self.bytes[HEADER..].chunks(PIECE) {
            check()?;
            hash.update(piece);
        }
        Ok(hash.digest() == self.header.checksum)
    }

    /// The bits of each table.
    pub(crate) fn tables(&self) -> impl Iterator<Item = Bytes> {
        let mut end = HEADER;
        self.header.lengths.iter().map(move |&length| {
            let start = end;
            end += length as usize;
            self.bytes.part(start..end)
        })
    }
}

/// Tables that are part of the program, as a file would have them.
pub(crate) fn open_static(bytes: &'static [u8], partition: &Partition) -> Result<Vec<Table>, TableFault> {
    let file = TableFile::open(Bytes::Static(bytes), partition)?;
    Table::all(partition, file.tables()).ok_or(TableFault::OtherPartition)
}

/// Writes a file, table by table.
pub(crate) struct Writer<W> {
    to: W,
    hash: Xxh3,
    lengths: Vec<u64>,
}

impl<W: Write + Seek> Writer<W> {
    pub(crate) fn new(mut to: W) -> io::Result<Self> {
        to.write_all(&[0; HEADER])?;
        Ok(Self { to, hash: Xxh3::new(), lengths: Vec::new() })
    }

    /// The next table, in the order of the partition.
    pub(crate) fn table(&mut self, words: &[u64]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(8 * CHUNK);
        for words in words.chunks(CHUNK) {
            bytes.clear();
            for word in words {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            self.hash.update(&bytes);
            self.to.write_all(&bytes)?;
        }
        self.lengths.push(8 * words.len() as u64);
        Ok(())
    }

    /// The header, which makes it valid. Returns what it was written to.
    pub(crate) fn finish(mut self, partition: &Partition) -> io::Result<W> {
        let checksum = self.hash.digest();
        let header = Header { partition: description(partition), lengths: self.lengths, checksum };
        self.to.seek(SeekFrom::Start(0))?;
        self.to.write_all(&header.bytes())?;
        self.to.flush()?;
        Ok(self.to)
    }
}

/// Bytes that are gone through at a time: a slow disk reads them in 50 ms.
const PIECE: usize = 4 << 20;

/// Words that are written at a time.
const CHUNK: usize = 1 << 15;

/// What stands before the tables.
struct Header {
    /// See [`description`].
    partition: Vec<u8>,
    /// Bytes of each table.
    lengths: Vec<u64>,
    /// Of all tables.
    checksum: u64,
}

impl Header {
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.partition.len() as u32).to_le_bytes());
        bytes.extend(&self.partition);
        bytes.extend(self.lengths.iter().flat_map(|length| length.to_le_bytes()));
        bytes.resize(HEADER - 16, 0);
        bytes.extend(self.checksum.to_le_bytes());
        let own = xxh3_64(&bytes);
        bytes.extend(own.to_le_bytes());
        bytes
    }

    fn read(file: &[u8]) -> Result<Self, TableFault> {
        if !file.is_empty() && !file.starts_with(MAGIC) {
            return Err(TableFault::Foreign);
        }
        let Some(header) = file.get(..HEADER) else {
            return Err(TableFault::Length { expected: HEADER as u64, found: file.len() as u64 });
        };
        let word = |at: usize, bytes: usize| -> u64 {
            header[at..at + bytes].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        let version = word(8, 4) as u32;
        if version != VERSION {
            return Err(TableFault::Version(version));
        }
        if word(HEADER - 8, 8) != xxh3_64(&header[..HEADER - 8]) {
            return Err(TableFault::Checksum);
        }
        // From here on it is what somebody wrote with this version; but who knows what.
        let end = 16 + word(12, 4) as usize;
        let partition = header[..HEADER - 64].get(16..end).ok_or(TableFault::Foreign)?.to_vec();
        let parts = usize::from(*partition.get(3).ok_or(TableFault::Foreign)?).min(PARTS);
        let lengths: Vec<u64> = (0..parts).map(|part| word(end + 8 * part, 8).min(MOST_BYTES)).collect();
        Ok(Self { partition, lengths, checksum: word(HEADER - 16, 8) })
    }
}

/// More than any table has.
const MOST_BYTES: u64 = 1 << 40;

/// The partition as the header has it: rows, columns, the blank's home, the number of parts; then for each part the
/// number of its tiles and their homes.
fn description(partition: &Partition) -> Vec<u8> {
    let (size, groups) = (partition.size(), partition.homes_of_parts());
    let mut bytes = [size.rows(), size.cols(), partition.blank(), groups.len()].map(|n| n as u8).to_vec();
    for group in groups {
        bytes.push(group.len() as u8);
        bytes.extend(group);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use std::sync::Arc;

    fn partition() -> Partition {
        "8:4-4".parse().expect("valid")
    }

    /// A file whose tables have some bits or other.
    fn sample() -> Vec<u8> {
        let mut writer = Writer::new(Cursor::new(Vec::new())).expect("memory");
        for pattern in partition().patterns() {
            let words: Vec<u64> =
                (0..pattern.bytes() as u64 / 8).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
            writer.table(&words).expect("memory");
        }
        writer.finish(&partition()).expect("memory").into_inner()
    }

    fn open(bytes: Vec<u8>) -> Result<TableFile, TableFault> {
        TableFile::open(Bytes::Owned(Arc::new(bytes)), &partition())
    }

    fn is_whole(file: &TableFile) -> bool {
        file.is_whole::<()>(&|| Ok(())).expect("nobody objects")
    }

    #[test]
    fn what_was_written_is_read() {
        let file = open(sample()).expect("valid");
        assert!(is_whole(&file));
        let lengths: Vec<usize> = file.tables().map(|bytes| bytes.len()).collect();
        assert_eq!(lengths, partition().patterns().map(|p| p.bytes()).collect::<Vec<_>>());
    }

    #[test]
    fn no_flipped_bit_goes_unnoticed() {
        let good = sample();
        for at in (0..HEADER).chain((HEADER..good.len()).step_by(97)) {
            let mut bad = good.clone();
            bad[at] ^= 1 << (at % 8);
            assert!(!open(bad).is_ok_and(|file| is_whole(&file)), "byte {at}");
        }
    }

    #[test]
    fn what_is_no_such_file_is_refused() {
        let good = sample();
        assert!(matches!(open(Vec::new()).err(), Some(TableFault::Length { .. })));
        assert_eq!(open(b"PNG".to_vec()).err(), Some(TableFault::Foreign));
        assert_eq!(open(vec![0; good.len()]).err(), Some(TableFault::Foreign));
        assert!(matches!(open(good[..good.len() - 1].to_vec()).err(), Some(TableFault::Length { .. })));
        assert!(matches!(open(good[..20].to_vec()).err(), Some(TableFault::Length { .. })));
        assert!(matches!(
            open(good[..4].to_vec()).err(),
            Some(TableFault::Foreign | TableFault::Length { .. })
        ));
        let mut newer = good.clone();
        newer[8] = 2;
        assert_eq!(open(newer).err(), Some(TableFault::Version(2)));
        // Of the same length, but for other tiles.
        let other: Partition = "8:1.2.3.4-5.6.7.8".parse().expect("valid");
        let other = TableFile::open(Bytes::Owned(Arc::new(good)), &other);
        assert_eq!(other.err(), Some(TableFault::OtherPartition));
    }
}
