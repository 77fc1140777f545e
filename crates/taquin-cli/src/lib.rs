//! The command `taquin`: flags, files, progress and exit codes around the library of the same name. A library, so that the
//! Python package can have the command too.

mod analyze;
mod batch;
mod bench;
mod census;
mod compare;
mod csv;
mod dialects;
mod exit;
mod flags;
mod grade;
mod info;
mod input;
mod json;
mod memory_limit;
mod outcome_messages;
mod output_file;
mod progress;
mod random;
mod searches;
#[cfg(feature = "server")]
mod serve;
mod signals;
mod solve;
mod startup;
mod svg;
mod tables;
mod text_file;
mod trace;
mod tree;
mod units;

use clap::{CommandFactory, Parser, Subcommand};
use exit::{Exit, Failure};
use signals::Interruptible;
use std::ffi::OsString;
use std::io::{self, Write};

/// Runs the command with its arguments, the name of the program first, and returns the exit code. Ends the process if the
/// arguments are wrong.
pub fn main(args: Vec<OsString>) -> u8 {
    startup::return_freed_memory();
    let cli = Cli::try_parse_from(&args).unwrap_or_else(|error| {
        if let Some(hint) = grade::missing_separator(args.into_iter()) {
            exit::print_error(&hint);
            std::process::exit(Exit::BadInput.code().into());
        }
        error.exit()
    });
    if !matches!(cli.command, Command::Serve { .. }) {
        signals::exit_on_abort_and_panic();
    }
    startup::exit_on_bus_error();
    let mut out = io::BufWriter::new(Interruptible(io::stdout().lock()));
    if startup::was_stdout_closed() {
        exit::print_error("standard output is closed: redirect it to a file or to /dev/null");
        return Exit::BadInput.code();
    }
    let result = run(cli.command, &mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?));
    let exit = match result {
        Ok(exit) => exit,
        // The reader, such as `head`, closed the pipe.
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Success,
        Err(Failure::Output(error)) => {
            exit::print_error(&format!("cannot write to standard output: {error}"));
            Exit::BadInput
        }
        Err(Failure::Message(message)) => {
            exit::print_error(&message);
            Exit::BadInput
        }
    };
    exit.code()
}

/// Solve sliding-tile puzzles in the fewest moves
#[derive(Parser)]
#[command(
    name = "taquin",
    version,
    max_term_width = 100,
    after_help = "\
Exit codes: 0 success, 1 unsolvable, 2 bad input or usage, 3 stopped by a limit or Ctrl-C.
With several boards: 2 if any input is bad, else 3 if any search was stopped, else 1 if any board
is unsolvable."
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Solve(solve::SolveArgs),
    Batch(batch::BatchArgs),
    /// Print the length of a shortest solution of each board, -1 if unsolvable: solve --style length
    #[command(after_help = solve::CHECK_EXAMPLES)]
    Check(solve::SolveArgs),
    Info(info::InfoArgs),
    #[command(alias = "analyse")]
    Analyze(analyze::AnalyzeArgs),
    Random(random::RandomArgs),
    Bench(bench::BenchArgs),
    Compare(compare::CompareArgs),
    Census(census::CensusArgs),
    Grade(grade::GradeArgs),
    #[cfg(feature = "server")]
    Serve(serve::ServeArgs),
    /// Not part of this package
    #[cfg(not(feature = "server"))]
    #[command(hide = true)]
    Serve {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        _args: Vec<OsString>,
    },
    Tables(tables::TablesArgs),
    Trace(trace::TraceArgs),
    Tree(tree::TreeArgs),
    /// List the dialects of courses and judges, with a sample of each
    #[command(after_help = dialects::list())]
    Dialects,
    /// Print a shell completion script
    #[command(
        after_help = "Example:\n  taquin completions bash > ~/.local/share/bash-completion/completions/taquin"
    )]
    Completions {
        /// Shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page
    #[command(after_help = "Example:\n  taquin man | man -l -")]
    Man,
}

fn run(command: Command, out: &mut impl Write) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(&args, out),
        Command::Check(args) => solve::run(&args.with_lengths(), out),
        Command::Analyze(args) => analyze::run(&args, out),
        Command::Info(args) => info::run(&args, out),
        Command::Random(args) => random::run(&args, out),
        Command::Batch(args) => batch::run(&args, out),
        Command::Bench(args) => bench::run(&args, out),
        Command::Compare(args) => compare::run(&args, out),
        Command::Census(args) => census::run(&args, out),
        Command::Grade(args) => grade::run(&args, out),
        #[cfg(feature = "server")]
        Command::Serve(args) => serve::run(&args, out),
        #[cfg(not(feature = "server"))]
        Command::Serve { .. } => Err(Failure::Message(
            "this package has no server: 'cargo install --path crates/taquin-cli' builds the command with it"
                .to_owned(),
        )),
        Command::Tables(args) => tables::run(&args, out),
        Command::Trace(args) => trace::run(&args, out),
        Command::Tree(args) => tree::run(&args, out),
        Command::Dialects => dialects::run(out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), "taquin", &mut script);
            out.write_all(&script)?;
            Ok(Exit::Success)
        }
        Command::Man => {
            let mut cli = Cli::command();
            cli.build();
            write_manual(&cli, out)?;
            Ok(Exit::Success)
        }
    }
}

/// Writes the manual page of a command, followed by those of its subcommands.
fn write_manual(command: &clap::Command, out: &mut impl Write) -> io::Result<()> {
    let source = concat!("taquin ", env!("CARGO_PKG_VERSION"));
    clap_mangen::Man::new(command.clone()).source(source).render(out)?;
    command
        .get_subcommands()
        .filter(|subcommand| subcommand.get_name() != "help")
        .try_for_each(|subcommand| write_manual(subcommand, out))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn command_definition_is_consistent() {
        Cli::command().debug_assert();
    }

    /// Splits a command line into words, honouring double quotes.
    fn words(command: &str) -> Vec<String> {
        let quoted = command.split('"').enumerate();
        let words = quoted.flat_map(|(i, part)| match i % 2 {
            0 => part.split_whitespace().map(str::to_owned).collect(),
            _ => vec![part.to_owned()],
        });
        words.collect()
    }

    #[test]
    fn every_example_parses() {
        let cli = Cli::command();
        let mut tried = 0;
        for help in cli.get_subcommands().filter_map(clap::Command::get_after_help) {
            for line in help.to_string().lines().filter(|line| line.starts_with("  taquin ")) {
                // Two spaces separate an example from its comment; a backslash continues it on the next line.
                let example = line.trim().split("  ").next().unwrap_or_default().trim_end_matches('\\');
                let commands =
                    example.split('|').map(|part| part.split('>').next().unwrap_or_default().trim());
                for command in commands.filter(|command| command.starts_with("taquin ")) {
                    assert!(Cli::try_parse_from(words(command)).is_ok(), "{command}");
                    tried += 1;
                }
            }
        }
        assert!(tried >= 40, "only {tried} examples");
    }

    /// clap wraps at 100 columns, which would break the layout of the examples.
    #[test]
    fn after_help_lines_are_not_wrapped() {
        let cli = Cli::command();
        let all = std::iter::once(&cli).chain(cli.get_subcommands());
        for help in all.filter_map(clap::Command::get_after_help) {
            for line in help.to_string().lines() {
                assert!(line.chars().count() <= 98, "{line}");
            }
        }
    }
}
