//! Runs a fuzz target on random mutations of its corpus, without coverage: `mutate TARGET EXECUTIONS [SEED]`.

use std::process::ExitCode;
use std::time::Instant;
use taquin_fuzz::{TARGETS, mutate};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |i: usize| args.get(i).and_then(|text| text.parse::<u64>().ok());
    let name = TARGETS.iter().find(|(name, _)| args.first().is_some_and(|given| given == name));
    let (Some(&(name, _)), Some(executions)) = (name, number(1)) else {
        let names = TARGETS.map(|(name, _)| name).join(", ");
        eprintln!("usage: mutate TARGET EXECUTIONS [SEED], with TARGET one of {names}");
        return ExitCode::from(2);
    };
    let seed = number(2).unwrap_or(1);
    let start = Instant::now();
    mutate(name, executions, seed, |done| {
        let rate = done as f64 / start.elapsed().as_secs_f64();
        println!("{name}, seed {seed}: {done} executions, {rate:.0} a second");
    });
    ExitCode::SUCCESS
}
