//! `POST /api/solve` and `POST /api/solve/stream`: the solution of a board, at the end or with what happens until then.
//!
//! **Two tries.** Boards of up to 16 cells are first searched for a moment in the quick lane, which settles nearly all of them.
//! The others are searched again, from the beginning and with the rest of their time, in the long lane; that moment is all
//! they lose. Larger boards go to the long lane, unless a moment is all that was asked for.
//!
//! **Up to 16 cells** a solution is proven to be shortest, or there is none within the time. **Beyond**, there always is one,
//! better and better as time goes by, with a bound on how far from shortest it may be.

use super::puzzle::{Puzzle, PuzzleJson};
use super::{json, reason_code, respond, seconds};
use crate::app::App;
use crate::ask::Ask;
use crate::error::ApiError;
use crate::events::Mailbox;
use crate::searches::{Cancel, Ticket};
use crate::shelf::SMALL;
use crate::watch::Watch;
use crate::workers::{NoTurn, Turn};
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::{Duration, Instant};
use taquin::notation::letters;
use taquin::search::Stats;
use taquin::{Limits, Outcome, Parity, Solver, StopReason, Stopped};

/// The time if none is given, the least and the most.
pub(super) const USUAL_SECONDS: f64 = 10.0;
pub(super) const LEAST_SECONDS: f64 = 0.05;
pub(super) const MOST_SECONDS: f64 = 60.0;

/// What is at most a moment is done in the quick lane, but for boards that take longer just to be read.
const MOMENT: Duration = Duration::from_millis(250);
const MOST_QUICK_CELLS: usize = 400;

/// The time of the first try of a small board.
const FIRST_TRY: Duration = Duration::from_millis(150);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Request {
    board: String,
    size: Option<String>,
    goal: Option<String>,
    seconds: Option<f64>,
}

#[derive(Serialize)]
#[serde(tag = "outcome", rename_all = "lowercase")]
enum Answer<'a> {
    Solved {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        moves: String,
        length: usize,
        shortest: bool,
        #[serde(flatten)]
        figures: Figures,
    },
    Unsolvable {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        why: String,
    },
    Stopped {
        #[serde(flatten)]
        puzzle: PuzzleJson<'a>,
        reason: String,
        reason_code: &'static str,
        #[serde(flatten)]
        figures: Figures,
    },
}

/// What a search proved and took, whether it found a solution or not.
#[derive(Serialize)]
struct Figures {
    lower_bound: u32,
    generated: u64,
    seconds: f64,
}

pub(super) async fn answer(State(app): State<App>, Ask(request): Ask<Request>) -> Result<Response, ApiError> {
    let ticket = app.searches.begin()?;
    Job::new(&app, &request, &ticket, None)?.solve().await.map(respond)
}

pub(super) async fn stream(State(app): State<App>, Ask(request): Ask<Request>) -> Result<Response, ApiError> {
    let (ticket, mailbox) = (app.searches.begin()?, Mailbox::default());
    let job = Job::new(&app, &request, &ticket, Some(mailbox.clone()))?;
    let first = if job.begins_quickly() { &app.workers.quick } else { &app.workers.long };
    first.admit()?;
    mailbox.post("started", &serde_json::json!({ "id": ticket.id().to_string() }));
    Ok(mailbox.stream(ticket, async move { job.solve().await }))
}

/// A board to be solved.
#[derive(Clone)]
struct Job {
    app: App,
    puzzle: Arc<Puzzle>,
    time: Duration,
    cancel: Arc<Cancel>,
    /// None if nobody wants to know what happens meanwhile.
    mailbox: Option<Mailbox>,
}

/// What earlier tries took.
#[derive(Clone, Copy, Default)]
struct Spent {
    generated: u64,
    time: Duration,
    /// What they have proven.
    lower_bound: u32,
}

/// What came of a try.
enum Tried {
    Settled(String),
    /// The time was too short.
    Unsettled(Spent),
}

impl Job {
    fn new(
        app: &App,
        request: &Request,
        ticket: &Ticket,
        mailbox: Option<Mailbox>,
    ) -> Result<Self, ApiError> {
        let puzzle = Puzzle::read(&request.board, request.size.as_deref(), request.goal.as_deref())?;
        let time = seconds(request.seconds, USUAL_SECONDS, LEAST_SECONDS, MOST_SECONDS)?;
        let cancel = Arc::clone(ticket.cancel());
        Ok(Self { app: app.clone(), puzzle: Arc::new(puzzle), time, cancel, mailbox })
    }

    fn is_moment(&self) -> bool {
        self.time <= MOMENT
    }

    /// Whether the first try is in the quick lane.
    fn begins_quickly(&self) -> bool {
        let cells = self.puzzle.board.size().cells();
        cells <= SMALL || self.is_moment() && cells <= MOST_QUICK_CELLS
    }

    /// The answer.
    async fn solve(&self) -> Result<String, ApiError> {
        let workers = &self.app.workers;
        // That takes no search, and so no turn.
        if !Parity::is_solvable(&self.puzzle.board, &self.puzzle.goal) {
            return self.unsolvable(&Parity::explain(&self.puzzle.board, &self.puzzle.goal));
        }
        let (is_moment, mut spent) = (self.is_moment(), Spent::default());
        if self.begins_quickly() {
            let turn = workers.quick.turn(&self.cancel, None).await;
            let time = if is_moment { self.time } else { FIRST_TRY };
            match self.attempt(turn, time, is_moment, spent).await? {
                Tried::Settled(answer) => return Ok(answer),
                Tried::Unsettled(already) => spent = already,
            }
        }
        let turn = workers.long.turn(&self.cancel, self.mailbox.as_ref()).await;
        let time = self.time.saturating_sub(spent.time);
        match self.attempt(turn, time, true, spent).await? {
            Tried::Settled(answer) => Ok(answer),
            Tried::Unsettled(_) => Err(ApiError::Internal),
        }
    }

    /// A try by a worker. The last one settles it.
    async fn attempt(
        &self,
        turn: Result<Turn, NoTurn>,
        time: Duration,
        is_last: bool,
        spent: Spent,
    ) -> Result<Tried, ApiError> {
        let turn = match turn {
            Ok(turn) => turn,
            // It is over before it began, and that is the best so far.
            Err(NoTurn::Cancelled) => return self.not_begun(spent).map(Tried::Settled),
            Err(no_turn) => return Err(no_turn.into()),
        };
        let job = self.clone();
        turn.spend(move || job.search(time, is_last, spent)).await?
    }

    fn search(&self, time: Duration, is_last: bool, spent: Spent) -> Result<Tried, ApiError> {
        let Puzzle { board, goal, .. } = &*self.puzzle;
        let app = &self.app;
        let shelved = if self.is_moment() { app.shelf.for_a_moment(goal) } else { app.shelf.prepare(goal) };
        let (memory, stop) = (app.memory, self.cancel.stop());
        let limits = Limits { time: Some(time), memory, stop, ..Limits::default() };
        let solver = Solver::new(goal.clone()).tables(shelved.tables.clone()).limits(limits);
        // A small board is hard if its first try did not settle it: then a solution that is not proven is better than none.
        let is_hard = board.size().cells() > SMALL || is_last && !self.is_moment();
        let solver = if is_hard { solver.within(time) } else { solver };
        let now = Instant::now();
        let start = now.checked_sub(spent.time).unwrap_or(now);
        let mut watch = Watch::new(self.mailbox.clone(), shelved, start);
        let outcome = solver
            .solve_watched(board, &mut watch)
            .map_err(|error| ApiError::defect(error, "a board was not solved"))?;
        let stats = stats_of(&outcome);
        app.metrics.searched(stats.generated, stats.time);
        tracing::debug!(size = %board.size(), nodes = stats.generated, time = ?stats.time, "searched");
        let lower_bound = match &outcome {
            Outcome::Stopped(at) => at.lower_bound.max(spent.lower_bound),
            _ => spent.lower_bound,
        };
        let (generated, time) = (spent.generated + stats.generated, spent.time + stats.time);
        let spent = Spent { generated, time, lower_bound };
        match &outcome {
            Outcome::Stopped(at) if at.reason == StopReason::Time && !is_last => Ok(Tried::Unsettled(spent)),
            _ => self.write(&outcome, spent).map(Tried::Settled),
        }
    }

    fn write(&self, outcome: &Outcome, spent: Spent) -> Result<String, ApiError> {
        let (generated, seconds) = (spent.generated, spent.time.as_secs_f64());
        let figures = |bound: u32| Figures { lower_bound: bound.max(spent.lower_bound), generated, seconds };
        match outcome {
            Outcome::Solved(solution) => json(&Answer::Solved {
                puzzle: self.puzzle.json(),
                moves: letters(&solution.moves),
                length: solution.moves.len(),
                shortest: solution.is_shortest(),
                figures: figures(solution.lower_bound),
            }),
            Outcome::Unsolvable(unsolvable) => self.unsolvable(&unsolvable.why),
            Outcome::Stopped(at) => json(&Answer::Stopped {
                puzzle: self.puzzle.json(),
                reason: at.reason.to_string(),
                reason_code: reason_code(at.reason),
                figures: figures(at.lower_bound),
            }),
        }
    }

    fn unsolvable(&self, why: &Parity) -> Result<String, ApiError> {
        json(&Answer::Unsolvable { puzzle: self.puzzle.json(), why: why.to_string() })
    }

    /// What is known without a search.
    fn not_begun(&self, spent: Spent) -> Result<String, ApiError> {
        let lower_bound = self.puzzle.board.manhattan(&self.puzzle.goal);
        let stopped = Stopped { reason: StopReason::Cancelled, lower_bound, stats: Stats::default() };
        self.write(&Outcome::Stopped(stopped), spent)
    }
}

fn stats_of(outcome: &Outcome) -> &Stats {
    match outcome {
        Outcome::Solved(solution) => &solution.stats,
        Outcome::Unsolvable(unsolvable) => &unsolvable.stats,
        Outcome::Stopped(at) => &at.stats,
    }
}
