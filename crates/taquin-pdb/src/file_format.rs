//! The file format of pattern databases, specified in `docs/table-format.md`.
//!
//! A file holds the databases of one partition: a header of 4096 bytes, then the databases one after the
//! other. All integers are little-endian.

use crate::bytes::Bytes;
use crate::partition::Partition;
use crate::pdb::Pdb;
use std::io::{self, Seek, SeekFrom, Write};
use taquin_core::{Budget, StopReason};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

const MAGIC: &[u8; 8] = b"TAQUINPD";
const VERSION: u32 = 1;
const HEADER_BYTES: usize = 4096;

/// The reason why a file of a [`PdbStore`](crate::PdbStore) is not used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PdbFileError {
    /// The file does not start with the header of a pattern-database file.
    #[error("not a pattern-database file")]
    NotPdbFile,
    /// The file has another version of the format.
    #[error("unsupported format version {0}: this program reads version {VERSION}")]
    Version(u32),
    /// The file is truncated or too long.
    #[error("wrong length: {found} bytes, expected {expected}")]
    Length {
        /// The number of bytes according to the header.
        expected: u64,
        /// The number of bytes of the file.
        found: u64,
    },
    /// The file belongs to another partition than its name says.
    #[error("it contains the databases of another partition")]
    WrongPartition,
    /// The file is damaged.
    #[error("checksum mismatch: the file is damaged")]
    Checksum,
    /// A limit was reached before the checksum was verified.
    #[error(transparent)]
    Stopped(#[from] StopReason),
    /// The file can't be opened or read; the text is the error of the operating system.
    #[error("cannot be read: {0}")]
    Unreadable(String),
}

impl From<io::Error> for PdbFileError {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

/// A file with a valid header.
pub(crate) struct PdbFile {
    bytes: Bytes,
    header: Header,
}

impl PdbFile {
    /// Reads the header and validates it. The databases are not read: see
    /// [`matches_checksum`](Self::matches_checksum).
    pub(crate) fn open(bytes: Bytes, partition: &Partition) -> Result<Self, PdbFileError> {
        let header = Header::read(&bytes)?;
        let expected = header.lengths.iter().sum::<u64>() + HEADER_BYTES as u64;
        let found = bytes.len() as u64;
        if expected != found {
            return Err(PdbFileError::Length { expected, found });
        }
        if header.partition != encode_partition(partition) {
            return Err(PdbFileError::WrongPartition);
        }
        Ok(Self { bytes, header })
    }

    /// Reads the whole file and compares its checksum with the one in the header.
    pub(crate) fn matches_checksum(&self, budget: &Budget<'_>) -> Result<bool, StopReason> {
        let mut hash = Xxh3::new();
        for chunk in self.bytes[HEADER_BYTES..].chunks(READ_CHUNK_BYTES) {
            budget.check()?;
            hash.update(chunk);
        }
        Ok(hash.digest() == self.header.checksum)
    }

    /// Returns the bytes of each database.
    pub(crate) fn databases(&self) -> impl Iterator<Item = Bytes> {
        let mut end = HEADER_BYTES;
        self.header.lengths.iter().map(move |&length| {
            let start = end;
            end += length as usize;
            self.bytes.slice(start..end)
        })
    }
}

/// Opens a pattern-database file that is embedded in the program. The checksum is not verified.
pub fn open_static(bytes: &'static [u8], partition: &Partition) -> Result<Vec<Pdb>, PdbFileError> {
    let file = PdbFile::open(Bytes::from_static(bytes), partition)?;
    Pdb::from_bits(partition, file.databases()).ok_or(PdbFileError::WrongPartition)
}

/// Writes a file, one database after the other.
pub(crate) struct PdbFileWriter<W> {
    inner: W,
    hash: Xxh3,
    lengths: Vec<u64>,
}

impl<W: Write + Seek> PdbFileWriter<W> {
    /// Reserves the space of the header.
    pub(crate) fn new(mut inner: W) -> io::Result<Self> {
        inner.write_all(&[0; HEADER_BYTES])?;
        Ok(Self { inner, hash: Xxh3::new(), lengths: Vec::new() })
    }

    /// Writes the next database, in the order of the partition's parts.
    pub(crate) fn write_database(&mut self, words: &[u64]) -> io::Result<()> {
        let mut bytes = Vec::with_capacity(8 * WRITE_CHUNK_WORDS);
        for words in words.chunks(WRITE_CHUNK_WORDS) {
            bytes.clear();
            for word in words {
                bytes.extend_from_slice(&word.to_le_bytes());
            }
            self.hash.update(&bytes);
            self.inner.write_all(&bytes)?;
        }
        self.lengths.push(8 * words.len() as u64);
        Ok(())
    }

    /// Writes the header, which makes the file valid.
    pub(crate) fn finish(mut self, partition: &Partition) -> io::Result<W> {
        let checksum = self.hash.digest();
        let header = Header { partition: encode_partition(partition), lengths: self.lengths, checksum };
        self.inner.seek(SeekFrom::Start(0))?;
        self.inner.write_all(&header.to_bytes())?;
        self.inner.flush()?;
        Ok(self.inner)
    }
}

/// The number of bytes to hash between two checks of the budget: even a slow disk reads them in well under a
/// second.
const READ_CHUNK_BYTES: usize = 4 << 20;

const WRITE_CHUNK_WORDS: usize = 1 << 15;

struct Header {
    /// See [`encode_partition`].
    partition: Vec<u8>,
    /// The number of bytes of each database.
    lengths: Vec<u64>,
    /// The checksum of all databases.
    checksum: u64,
}

impl Header {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend((self.partition.len() as u32).to_le_bytes());
        bytes.extend(&self.partition);
        bytes.extend(self.lengths.iter().flat_map(|length| length.to_le_bytes()));
        bytes.resize(HEADER_BYTES - 16, 0);
        bytes.extend(self.checksum.to_le_bytes());
        let header_checksum = xxh3_64(&bytes);
        bytes.extend(header_checksum.to_le_bytes());
        bytes
    }

    fn read(file: &[u8]) -> Result<Self, PdbFileError> {
        if !file.is_empty() && !file.starts_with(MAGIC) {
            return Err(PdbFileError::NotPdbFile);
        }
        let Some(header) = file.get(..HEADER_BYTES) else {
            return Err(PdbFileError::Length { expected: HEADER_BYTES as u64, found: file.len() as u64 });
        };
        let integer = |offset: usize, bytes: usize| -> u64 {
            header[offset..offset + bytes].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
        };
        let version = integer(8, 4) as u32;
        if version != VERSION {
            return Err(PdbFileError::Version(version));
        }
        if integer(HEADER_BYTES - 8, 8) != xxh3_64(&header[..HEADER_BYTES - 8]) {
            return Err(PdbFileError::Checksum);
        }
        // A valid checksum does not make the fields valid: another program may have written them.
        let end = 16 + integer(12, 4) as usize;
        let partition = header[..HEADER_BYTES - 64].get(16..end).ok_or(PdbFileError::NotPdbFile)?.to_vec();
        let parts = usize::from(*partition.get(3).ok_or(PdbFileError::NotPdbFile)?).min(Partition::MAX_PARTS);
        let lengths: Vec<u64> =
            (0..parts).map(|part| integer(end + 8 * part, 8).min(MAX_DATABASE_BYTES)).collect();
        Ok(Self { partition, lengths, checksum: integer(HEADER_BYTES - 16, 8) })
    }
}

/// Corrects the checksum of a header that fuzzing has changed.
#[cfg(feature = "fuzzing")]
pub(crate) fn repair_header(file: &mut [u8]) {
    if let Some((content, checksum)) =
        file.get_mut(..HEADER_BYTES).map(|header| header.split_at_mut(HEADER_BYTES - 8))
    {
        checksum.copy_from_slice(&xxh3_64(content).to_le_bytes());
    }
}

/// More than the length of any database; it keeps the sum of the lengths from overflowing.
const MAX_DATABASE_BYTES: u64 = 1 << 40;

/// Encodes a partition as in the header: rows, columns, the blank's home and the number of parts, then the
/// number of tiles and the home cells of each part.
fn encode_partition(partition: &Partition) -> Vec<u8> {
    let size = partition.size();
    let parts = partition.part_homes();
    let mut bytes = [size.rows(), size.cols(), partition.blank(), parts.len()].map(|n| n as u8).to_vec();
    for part in parts {
        bytes.push(part.len() as u8);
        bytes.extend(part);
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Cursor;
    use taquin_core::Limits;

    fn partition() -> Partition {
        "8:4-4".parse().expect("valid")
    }

    /// A file whose databases have arbitrary bits.
    fn sample() -> Vec<u8> {
        let mut writer = PdbFileWriter::new(Cursor::new(Vec::new())).expect("memory");
        for pattern in partition().patterns() {
            let words: Vec<u64> =
                (0..pattern.pdb_bytes() as u64 / 8).map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15)).collect();
            writer.write_database(&words).expect("memory");
        }
        writer.finish(&partition()).expect("memory").into_inner()
    }

    fn open(bytes: Vec<u8>) -> Result<PdbFile, PdbFileError> {
        PdbFile::open(Bytes::from(bytes), &partition())
    }

    fn matches_checksum(file: &PdbFile) -> bool {
        file.matches_checksum(&Budget::new(&Limits::default())).expect("no limit")
    }

    #[test]
    fn written_file_is_valid() {
        let file = open(sample()).expect("valid");
        assert!(matches_checksum(&file));
        let lengths: Vec<usize> = file.databases().map(|bytes| bytes.len()).collect();
        assert_eq!(lengths, partition().patterns().map(|p| p.pdb_bytes()).collect::<Vec<_>>());
    }

    #[test]
    fn every_flipped_bit_is_detected() {
        let good = sample();
        for offset in (0..HEADER_BYTES).chain((HEADER_BYTES..good.len()).step_by(97)) {
            let mut bad = good.clone();
            bad[offset] ^= 1 << (offset % 8);
            assert!(!open(bad).is_ok_and(|file| matches_checksum(&file)), "byte {offset}");
        }
    }

    #[test]
    fn invalid_files_are_rejected_with_the_reason() {
        let good = sample();
        assert!(matches!(open(Vec::new()).err(), Some(PdbFileError::Length { .. })));
        assert_eq!(open(b"PNG".to_vec()).err(), Some(PdbFileError::NotPdbFile));
        assert_eq!(open(vec![0; good.len()]).err(), Some(PdbFileError::NotPdbFile));
        assert!(matches!(open(good[..good.len() - 1].to_vec()).err(), Some(PdbFileError::Length { .. })));
        assert!(matches!(open(good[..20].to_vec()).err(), Some(PdbFileError::Length { .. })));
        assert_eq!(open(good[..4].to_vec()).err(), Some(PdbFileError::NotPdbFile));
        let mut newer = good.clone();
        newer[8] = 2;
        assert_eq!(open(newer).err(), Some(PdbFileError::Version(2)));
        // The same length, but other tiles.
        let other: Partition = "8:1.2.3.4-5.6.7.8".parse().expect("valid");
        let file = PdbFile::open(Bytes::from(good), &other);
        assert_eq!(file.err(), Some(PdbFileError::WrongPartition));
    }
}
