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

fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = io::BufWriter::new(io::stdout().lock());
    let result = match cli.command {
        Command::Solve(args) => solve::run(&args, &mut out),
        Command::Check(args) => check::run(&args, &mut out),
        Command::Info(args) => info::run(&args, &mut out),
        Command::Random(args) => random::run(&args, &mut out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "taquin", &mut script);
            out.write_all(&script).map(|()| Exit::Solved)
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
