//! The command `taquin`: flags, files, progress and exit codes around the library of the same name.

#![forbid(unsafe_code)]

mod args;
mod batch;
mod check;
mod exit;
mod info;
mod input;
mod progress;
mod random;
mod search;
mod solve;
mod units;

use args::{Cli, Command};
use clap::{CommandFactory, Parser};
use exit::Exit;
use std::io::{self, Write};
use std::process::ExitCode;
use taquin::StopFlag;

fn main() -> ExitCode {
    let cli = Cli::parse();
    let stop = StopFlag::default();
    stop_on_interrupt(&stop);
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = match cli.command {
        Command::Solve(args) => solve::run(&args, &stop, &mut out),
        Command::Check(args) => check::run(&args, &stop, &mut out),
        Command::Info(args) => info::run(&args, &mut out),
        Command::Random(args) => random::run(&args, &stop, &mut out),
        Command::Completions { shell } => {
            clap_complete::generate(shell, &mut Cli::command(), "taquin", &mut out);
            Ok(Exit::Solved)
        }
        Command::Man => clap_mangen::Man::new(Cli::command()).render(&mut out).map(|()| Exit::Solved),
    };
    match result.and_then(|exit| out.flush().map(|()| exit)) {
        Ok(exit) => exit.into(),
        // Whoever read our output has read enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Solved.into(),
        Err(error) => {
            exit::complain(&format!("cannot write the output: {error}"));
            Exit::BadInput.into()
        }
    }
}

/// The first Ctrl-C asks the search to end with what it knows; the second one ends the program.
fn stop_on_interrupt(stop: &StopFlag) {
    let stop = stop.clone();
    let handler = move || {
        if stop.is_raised() {
            std::process::exit(130);
        }
        stop.raise();
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        exit::complain(&format!("Ctrl-C will end the program at once: {error}"));
    }
}
