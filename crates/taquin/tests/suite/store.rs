//! Pattern databases on disk: building, finding, verifying, repairing and removing files.

use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use taquin::Engines;
use taquin::PdbSource;
use taquin::pdb::{Partition, PdbFileError, PdbStore, StoreError};
use taquin::{Algorithm, Board, Clock, Event, Goal, Limits, Observer, Outcome, Solver, StopReason};

/// A temporary directory for one test, removed on drop.
struct TempDirectory(PathBuf);

impl TempDirectory {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-store-{}-{name}", std::process::id()));
        fs::remove_dir_all(&path).ok();
        Self(path)
    }

    fn store(&self) -> PdbStore {
        PdbStore::new(&self.0)
    }
}

impl Drop for TempDirectory {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn partition() -> Partition {
    "8:4-4".parse().expect("valid")
}

fn build(store: &PdbStore, partition: &Partition) -> bool {
    store.build(partition, &Limits::default(), &mut |_| ()).expect("the build succeeds")
}

/// Records the events about tables.
#[derive(Default)]
struct TableEvents {
    sources: Vec<PdbSource>,
    errors: Vec<PdbFileError>,
    build_reports: u64,
}

impl Observer for TableEvents {
    fn event(&mut self, event: &Event<'_>) {
        match event {
            Event::Pdb { source, .. } => self.sources.push((*source).clone()),
            Event::Building { progress, .. } => {
                assert!(progress.reached <= progress.total);
                self.build_reports += 1;
            }
            Event::DamagedPdb { error, .. } => self.errors.push((*error).clone()),
            _ => {}
        }
    }
}

/// Solves one of the two hardest 8-puzzles with the tables of a store.
fn solve(store: &PdbStore) -> TableEvents {
    let board: Board = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).request(Algorithm::IdaStar);
    let mut events = TableEvents::default();
    let outcome = solver.engines(Engines::with_store(store.clone())).solve_observed(&board, &mut events);
    let Ok(Outcome::Solved(solution)) = outcome else { panic!("{outcome:?}") };
    assert_eq!((solution.len(), solution.is_shortest()), (31, true));
    events
}

#[test]
fn tables_can_be_built_found_verified_and_removed() {
    let directory = TempDirectory::new("life");
    let store = directory.store();
    assert!(store.list().expect("a missing directory is empty").is_empty());
    assert!(matches!(solve(&store).sources[..], [PdbSource::Memory]));
    assert!(build(&store, &partition()) && !build(&store, &partition()));
    let listed = store.list().expect("readable");
    assert_eq!((listed.len(), &listed[0].partition), (1, &partition()));
    assert_eq!(listed[0].bytes, 4096 + partition().bytes());
    assert_eq!(store.verify(&partition(), &Limits::default()), Ok(()));
    let events = solve(&store);
    assert!(matches!(&events.sources[..], [PdbSource::File(path)] if *path == store.path(&partition())));
    assert_eq!(events.build_reports, 0);
    assert!(store.remove(&partition()).expect("removable"));
    assert!(!store.remove(&partition()).expect("nothing to remove"));
    assert_eq!(fs::read_dir(&directory.0).expect("readable").count(), 1, "only the lock file remains");
}

#[test]
fn every_partition_gives_shortest_solutions() {
    let directory = TempDirectory::new("partitions");
    for text in ["8:1.2.3-4.5.6-7.8", "8:8", "8:1.2.3.4.5.6-7-8", "8:1.8-2.3.4.5.6.7"] {
        let store = directory.store();
        let partition: Partition = text.parse().expect(text);
        build(&store, &partition);
        assert!(matches!(&solve(&store).sources[..], [PdbSource::File(_)]), "{text}");
        store.remove(&partition).expect("removable");
    }
}

#[test]
fn damaged_files_are_reported_and_rebuilt() {
    let directory = TempDirectory::new("damage");
    let store = directory.store();
    build(&store, &partition());
    let path = store.path(&partition());
    let good = fs::read(&path).expect("readable");
    let with_flipped_bit = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    let other = {
        let elsewhere = TempDirectory::new("elsewhere");
        let other: Partition = "8:1.2.3.4-5.6.7.8".parse().expect("valid");
        build(&elsewhere.store(), &other);
        fs::read(elsewhere.store().path(&other)).expect("readable")
    };
    for (damage, bytes) in [
        ("empty", Vec::new()),
        ("truncated in the header", good[..100].to_vec()),
        ("truncated by a byte", good[..good.len() - 1].to_vec()),
        ("half", good[..good.len() / 2].to_vec()),
        ("too long", [&good[..], b"x"].concat()),
        ("foreign", b"\x89PNG and so on".to_vec()),
        ("a flipped bit in the partition", with_flipped_bit(20)),
        ("a flipped bit in the checksum", with_flipped_bit(4082)),
        ("a flipped bit in the first table", with_flipped_bit(4100)),
        ("a flipped bit at the end", with_flipped_bit(good.len() - 1)),
        ("zeros", vec![0; good.len()]),
        ("another partition", other),
    ] {
        fs::write(&path, bytes).expect("writable");
        let events = solve(&store);
        assert_eq!(events.errors.len(), 1, "{damage}");
        assert!(events.build_reports > 0 && matches!(&events.sources[..], [PdbSource::File(_)]), "{damage}");
        assert_eq!(fs::read(&path).expect("readable"), good, "{damage}");
        assert!(solve(&store).errors.is_empty());
    }
    // A file of another format version is not overwritten.
    fs::write(&path, with_flipped_bit(9)).expect("writable");
    let events = solve(&store);
    assert!(matches!(events.errors[..], [PdbFileError::Version(_)]) && events.sources == [PdbSource::Memory]);
    assert_eq!(fs::read(&path).expect("readable"), with_flipped_bit(9));
    fs::write(&path, with_flipped_bit(5000)).expect("writable");
    assert_eq!(store.verify(&partition(), &Limits::default()), Err(PdbFileError::Checksum));
}

#[test]
fn boards_are_solved_even_if_the_directory_is_not_writable() {
    let directory = TempDirectory::new("file");
    fs::write(&directory.0, "a file where the directory should be").expect("writable");
    let store = directory.store();
    assert!(matches!(solve(&store).sources[..], [PdbSource::Memory]));
    let built = store.build(&partition(), &Limits::default(), &mut |_| ());
    assert!(matches!(built, Err(StoreError::Write { .. })));
    fs::remove_file(&directory.0).expect("it exists");
}

#[test]
fn a_read_only_store_is_never_modified() {
    let directory = TempDirectory::new("read-only");
    let store = directory.store();
    build(&store, &partition());
    let contents = || {
        let mut files: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&directory.0)
            .expect("readable")
            .map(|entry| entry.expect("readable").path())
            .map(|path| (path.clone(), fs::read(path).expect("readable")))
            .collect();
        files.sort();
        files
    };
    let intact = contents();
    let read_only = store.clone().read_only();
    assert!(matches!(&solve(&read_only).sources[..], [PdbSource::File(_)]));
    assert_eq!(read_only.verify(&partition(), &Limits::default()), Ok(()));
    let built = read_only.build(&partition(), &Limits::default(), &mut |_| ());
    assert!(matches!(built, Err(StoreError::Write { .. })));
    assert!(read_only.remove(&partition()).is_err());
    assert_eq!(contents(), intact);
    // Damaged tables are neither rebuilt nor used.
    let path = store.path(&partition());
    let mut bytes = fs::read(&path).expect("readable");
    bytes[5000] ^= 1;
    fs::write(&path, bytes).expect("writable");
    let damaged = contents();
    let events = solve(&read_only);
    assert_eq!((events.errors.len(), &events.sources[..]), (1, &[PdbSource::Memory][..]));
    assert_eq!(read_only.verify(&partition(), &Limits::default()), Err(PdbFileError::Checksum));
    assert_eq!(contents(), damaged);
}

#[test]
fn concurrent_builders_build_once() {
    let directory = TempDirectory::new("several");
    let store = directory.store();
    let built = Mutex::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| *built.lock().expect("no panic") += u32::from(build(&store, &partition())));
        }
    });
    assert_eq!(*built.lock().expect("no panic"), 1);
    assert_eq!(store.verify(&partition(), &Limits::default()), Ok(()));
}

#[test]
fn a_cancelled_build_leaves_no_file() {
    let directory = TempDirectory::new("stopped");
    let store = directory.store();
    let calls = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_secs(calls.fetch_add(1, Ordering::Relaxed)));
    let limits = Limits { time: Some(Duration::from_secs(100)), clock, ..Limits::default() };
    let stopped = store.build(&partition(), &limits, &mut |_| ());
    assert!(matches!(stopped, Err(StoreError::Stopped(StopReason::Time))));
    assert!(!store.contains(&partition()) && store.list().expect("readable").is_empty());
    // Waiting for the lock of another builder can be cancelled too.
    fs::create_dir_all(&directory.0).expect("writable");
    let lock = fs::File::create(store.path(&partition()).with_extension("lock")).expect("writable");
    lock.lock().expect("not locked");
    let limits = Limits { time: Some(Duration::from_millis(50)), ..Limits::default() };
    let stopped = store.build(&partition(), &limits, &mut |_| ());
    assert!(matches!(stopped, Err(StoreError::Stopped(StopReason::Time))));
}
