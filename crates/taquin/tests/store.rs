//! Tables on the disk, and everything that can be wrong with them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::time::Duration;
use taquin::search::{Planned, TableOrigin};
use taquin::{
    Algorithm, Board, BuildProgress, Goal, Observer, Outcome, Partition, Solver, Store, StoreError,
    TableFault, Tables,
};

/// A folder of its own for each test, removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("taquin-store-{}-{name}", std::process::id()));
        fs::remove_dir_all(&path).ok();
        Self(path)
    }

    fn store(&self) -> Store {
        Store::new(&self.0)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

fn partition() -> Partition {
    "8:4-4".parse().expect("valid")
}

fn build(store: &Store, partition: &Partition) -> bool {
    store.build::<()>(partition, &|| Ok(()), &mut |_| ()).expect("it can be built")
}

/// What a solver tells about its tables.
#[derive(Default)]
struct Notes {
    origins: Vec<TableOrigin>,
    faults: Vec<TableFault>,
    built: u64,
}

impl Observer for Notes {
    fn planned(&mut self, step: &Planned) {
        if let Planned::Tables { origin, .. } = step {
            self.origins.push(origin.clone());
        }
    }

    fn building(&mut self, _partition: &Partition, progress: BuildProgress) {
        assert!(progress.reached <= progress.all);
        self.built += 1;
    }

    fn damaged(&mut self, _path: &Path, fault: &TableFault) {
        self.faults.push(fault.clone());
    }
}

/// Solves one of the two hardest 8-puzzles with what the store has.
fn solve(store: &Store) -> Notes {
    let board: Board = "8 6 7/2 5 4/3 0 1".parse().expect("a board");
    let solver = Solver::new(Goal::blank_last(board.size())).algorithm(Algorithm::IdaStar);
    let mut notes = Notes::default();
    let outcome = solver.tables(Tables::of_store(store.clone())).solve_watched(&board, &mut notes);
    let Ok(Outcome::Solved(solution)) = outcome else { panic!("{outcome:?}") };
    assert_eq!((solution.moves.len(), solution.is_shortest()), (31, true));
    notes
}

#[test]
fn tables_are_built_found_verified_and_removed() {
    let folder = Folder::new("life");
    let store = folder.store();
    assert!(store.list().expect("no folder is no error").is_empty());
    assert!(matches!(solve(&store).origins[..], [TableOrigin::Built]));
    assert!(build(&store, &partition()) && !build(&store, &partition()));
    let listed = store.list().expect("readable");
    assert_eq!((listed.len(), &listed[0].partition), (1, &partition()));
    assert_eq!(listed[0].bytes, 4096 + partition().bytes());
    assert_eq!(store.verify(&partition()), Ok(()));
    let notes = solve(&store);
    assert!(matches!(&notes.origins[..], [TableOrigin::File(path)] if *path == store.path(&partition())));
    assert_eq!(notes.built, 0);
    assert!(store.remove(&partition()).expect("it can be removed"));
    assert!(!store.remove(&partition()).expect("nothing to do"));
    assert_eq!(fs::read_dir(&folder.0).expect("readable").count(), 1, "nothing is left but the lock");
}

#[test]
fn any_partition_gives_the_right_answer() {
    let folder = Folder::new("partitions");
    for text in ["8:1.2.3-4.5.6-7.8", "8:8", "8:1.2.3.4.5.6-7-8", "8:1.8-2.3.4.5.6.7"] {
        let (store, partition) = (folder.store(), text.parse::<Partition>().expect(text));
        build(&store, &partition);
        assert!(matches!(&solve(&store).origins[..], [TableOrigin::File(_)]), "{text}");
        store.remove(&partition).expect("it can be removed");
    }
}

/// Whatever is done to the file: it is noticed, said, and mended, and the answer is right.
#[test]
fn damage_is_noticed_and_mended() {
    let folder = Folder::new("damage");
    let store = folder.store();
    build(&store, &partition());
    let path = store.path(&partition());
    let good = fs::read(&path).expect("readable");
    let flipped = |at: usize| {
        let mut bytes = good.clone();
        bytes[at] ^= 0x10;
        bytes
    };
    let other = {
        let elsewhere = Folder::new("elsewhere");
        let other: Partition = "8:1.2.3.4-5.6.7.8".parse().expect("valid");
        build(&elsewhere.store(), &other);
        fs::read(elsewhere.store().path(&other)).expect("readable")
    };
    for (what, bytes) in [
        ("empty", Vec::new()),
        ("cut off in the header", good[..100].to_vec()),
        ("cut off by a byte", good[..good.len() - 1].to_vec()),
        ("half", good[..good.len() / 2].to_vec()),
        ("too long", [&good[..], b"x"].concat()),
        ("foreign", b"\x89PNG and so on".to_vec()),
        ("a flipped bit in the partition", flipped(20)),
        ("a flipped bit in the checksum", flipped(4082)),
        ("a flipped bit in the first table", flipped(4100)),
        ("a flipped bit at the end", flipped(good.len() - 1)),
        ("zeros", vec![0; good.len()]),
        ("another partition's", other),
    ] {
        fs::write(&path, bytes).expect("writable");
        let notes = solve(&store);
        assert_eq!(notes.faults.len(), 1, "{what}");
        assert!(notes.built > 0 && matches!(&notes.origins[..], [TableOrigin::File(_)]), "{what}");
        assert_eq!(fs::read(&path).expect("readable"), good, "{what}");
        assert!(solve(&store).faults.is_empty());
    }
    // What another version wrote is left alone.
    fs::write(&path, flipped(9)).expect("writable");
    let notes = solve(&store);
    assert!(matches!(notes.faults[..], [TableFault::Version(_)]) && notes.origins == [TableOrigin::Built]);
    assert_eq!(fs::read(&path).expect("readable"), flipped(9));
    fs::write(&path, flipped(5000)).expect("writable");
    assert_eq!(store.verify(&partition()), Err(TableFault::Checksum));
}

/// Where nothing can be written, boards are solved all the same.
#[test]
fn a_folder_that_can_not_be_written_is_no_reason_to_fail() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "a file where the folder should be").expect("writable");
    let store = folder.store();
    assert!(matches!(solve(&store).origins[..], [TableOrigin::Built]));
    let built = store.build::<()>(&partition(), &|| Ok(()), &mut |_| ());
    assert!(matches!(built, Err(StoreError::Write { .. })));
    fs::remove_file(&folder.0).expect("it was there");
}

/// A server uses the tables of others, and leaves them as they are.
#[test]
fn a_read_only_store_is_never_changed() {
    let folder = Folder::new("read-only");
    let store = folder.store();
    build(&store, &partition());
    let contents = || {
        let mut files: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(&folder.0)
            .expect("readable")
            .map(|entry| entry.expect("readable").path())
            .map(|path| (path.clone(), fs::read(path).expect("readable")))
            .collect();
        files.sort();
        files
    };
    let whole = contents();
    let read_only = store.clone().read_only();
    assert!(matches!(&solve(&read_only).origins[..], [TableOrigin::File(_)]));
    assert_eq!(read_only.verify(&partition()), Ok(()));
    let built = read_only.build::<()>(&partition(), &|| Ok(()), &mut |_| ());
    assert!(matches!(built, Err(StoreError::Write { .. })));
    assert!(read_only.remove(&partition()).is_err());
    assert_eq!(contents(), whole);
    // Damaged tables are not mended, and not used.
    let path = store.path(&partition());
    let mut bytes = fs::read(&path).expect("readable");
    bytes[5000] ^= 1;
    fs::write(&path, bytes).expect("writable");
    let damaged = contents();
    let notes = solve(&read_only);
    assert_eq!((notes.faults.len(), &notes.origins[..]), (1, &[TableOrigin::Built][..]));
    assert_eq!(read_only.verify(&partition()), Err(TableFault::Checksum));
    assert_eq!(contents(), damaged);
}

#[test]
fn several_builders_at_a_time_build_once() {
    let folder = Folder::new("several");
    let store = folder.store();
    let built = Mutex::new(0);
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| *built.lock().expect("no panic") += u32::from(build(&store, &partition())));
        }
    });
    assert_eq!(*built.lock().expect("no panic"), 1);
    assert_eq!(store.verify(&partition()), Ok(()));
}

#[test]
fn a_build_that_is_stopped_leaves_nothing_in_use() {
    let folder = Folder::new("stopped");
    let store = folder.store();
    let calls = std::sync::atomic::AtomicU32::new(0);
    let check = || {
        let before = calls.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        if before > 500 { Err(()) } else { Ok(()) }
    };
    assert!(matches!(store.build(&partition(), &check, &mut |_| ()), Err(StoreError::Stopped(()))));
    assert!(!store.has(&partition()) && store.list().expect("readable").is_empty());
    // One that waits for another can be stopped too.
    fs::create_dir_all(&folder.0).expect("writable");
    let lock = fs::File::create(store.path(&partition()).with_extension("lock")).expect("writable");
    lock.lock().expect("nobody else has it");
    #[expect(clippy::disallowed_methods, reason = "a test")]
    let start = std::time::Instant::now();
    let check = || if start.elapsed() > Duration::from_millis(50) { Err(()) } else { Ok(()) };
    assert!(matches!(store.build(&partition(), &check, &mut |_| ()), Err(StoreError::Stopped(()))));
}
