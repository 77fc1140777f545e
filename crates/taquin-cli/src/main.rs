//! The program; see the library.

use std::process::ExitCode;

/// The stack of the program, whatever the limit of the shell (`ulimit -s`) for its first thread.
const STACK: usize = 8 << 20;

fn main() -> ExitCode {
    let run = || taquin_cli::main(std::env::args_os().collect());
    match std::thread::Builder::new().name("main".to_owned()).stack_size(STACK).spawn(run) {
        Ok(thread) => thread.join().unwrap_or(101).into(),
        Err(_) => run().into(),
    }
}
