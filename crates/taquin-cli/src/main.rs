//! The program; see the library.

fn main() -> std::process::ExitCode {
    taquin_cli::main(std::env::args_os().collect()).into()
}
