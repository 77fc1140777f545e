//! Runs a plan: its steps in order, or construction beside the last of them.

use super::anytime::{self, AnytimeRun};
use super::plan::HARD_ESTIMATE;
use super::{Plan, PlanStep, Solver, dispatch};
use crate::algorithm::Algorithm;
use crate::construct;
use crate::event::{Event, Observer};
use crate::gpu::{GpuBackend, GpuError, GpuRun};
use crate::multi_tile::line_bound;
use crate::outcome::{Outcome, SolveError, Stopped};
use crate::request::Optimality;
use crate::search::{End, Meter, Run};
use crate::solution::Solution;
use crate::stats::Stats;
use std::time::Duration;
use taquin_core::{Board, Budget, Limits, Metric, Move, Parity, StopReason};
use taquin_pdb::Frame;

/// Boards of up to this many cells get a constructed solution within milliseconds.
const QUICK_CELLS: usize = 400;

impl Solver {
    /// Runs the plan for a solvable board.
    pub(super) fn run(
        &self,
        plan: &Plan,
        board: &Board,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, SolveError> {
        let limits = self.limits_within(plan.time).begin();
        let budget = Budget::new(&limits);
        let Some((PlanStep::Construct, searches)) = plan.steps.split_last() else {
            let mut meter = Meter::with_budget(budget, observer);
            if let Optimality::AtLeast(bound) = self.request.optimality() {
                meter.stop_at(bound);
            }
            let mut run = self.search(&plan.steps, board, &mut meter)?;
            // A search that only waited for its databases took time, too.
            if run.stats.time.is_zero() {
                run.stats.time = budget.elapsed();
            }
            return self.conclude(board, run, plan.time.is_some());
        };
        let mut easy = None;
        let mut proof = searches;
        if let Some((PlanStep::Search { node_limit: Some(nodes), .. }, rest)) = searches.split_first() {
            proof = rest;
            let meter = &mut Meter::with_budget(budget, observer);
            let run = meter.stage(*nodes, |meter| self.search_without_pdbs(&searches[0], board, meter));
            if matches!(run.end, End::Goal(_)) || plan.time.is_none() && meter.is_final(&run) {
                return self.conclude(board, run, plan.time.is_some());
            }
            easy = Some(run);
        }
        let AnytimeRun { moves, lower_bound, mut stats, stopped } =
            anytime::solve(self, board, proof, plan.time.is_none(), budget, observer)?;
        let bound_before = easy.as_ref().map_or(0, |easy| easy.lower_bound);
        if let Some(easy) = easy.filter(|_| plan.time.is_none()) {
            stats.generated += easy.stats.generated;
            stats.expanded += easy.stats.expanded;
        }
        let solution = self.verified(board, moves, lower_bound.max(bound_before), &stats)?;
        match stopped {
            Some(reason) if plan.time.is_none() && !solution.is_shortest() => {
                let lower_bound = solution.lower_bound();
                Ok(Outcome::Stopped(Stopped { reason, lower_bound, best: Some(solution), stats }))
            }
            _ => Ok(Outcome::Solved(solution)),
        }
    }

    /// Returns the limits, with the time for an anytime search if that is shorter.
    pub(super) fn limits_within(&self, time: Option<Duration>) -> Limits {
        Limits { time: time.into_iter().chain(self.limits.time).min(), ..self.limits.clone() }
    }

    /// Runs searches, each until it is done or reaches its node limit.
    pub(crate) fn search(
        &self,
        steps: &[PlanStep],
        board: &Board,
        meter: &mut Meter<'_>,
    ) -> Result<Run, SolveError> {
        let frame = self.frame();
        match (steps, frame) {
            ([step @ PlanStep::Search { node_limit: Some(nodes), .. }, rest @ ..], _) => {
                let mut result = Ok(());
                let run = meter.escalate(
                    *nodes,
                    |meter| self.search_without_pdbs(step, board, meter),
                    |_, meter| {
                        self.search(rest, board, meter).unwrap_or_else(|error| {
                            result = Err(error);
                            Run::not_begun(StopReason::Cancelled)
                        })
                    },
                );
                result.map(|()| run)
            }
            ([PlanStep::Pdb { .. }, ..], Some(frame)) => Ok(self.search_with_pdbs(&frame, board, meter)),
            ([PlanStep::Gpu { .. }, ..], Some(frame)) => self.search_on_gpu(&frame, board, meter),
            ([PlanStep::MultiTile { node_limit }, ..], Some(frame)) => {
                Ok(self.search_multi_tile(&frame, board, *node_limit, meter))
            }
            ([step, ..], _) => Ok(self.search_without_pdbs(step, board, meter)),
            ([], _) => Ok(Run::not_begun(StopReason::Bound)),
        }
    }

    fn search_without_pdbs(&self, step: &PlanStep, board: &Board, meter: &mut Meter<'_>) -> Run {
        let PlanStep::Search { search, .. } = *step else { return Run::not_begun(StopReason::Bound) };
        dispatch::run(search, &self.goal, board, &self.engines, meter)
    }

    /// Runs IDA* with pattern databases, and continues with larger ones if the board is hard. The databases are those of the plan, unless
    /// their file is damaged.
    fn search_with_pdbs(&self, frame: &Frame, board: &Board, meter: &mut Meter<'_>) -> Run {
        let (search, partition) = match self.engines.search(frame, meter) {
            Ok(found) => found,
            Err(reason) => return Run::not_begun(reason),
        };
        let threads = self.threads;
        let Some((nodes, larger)) = self.larger_pdbs(frame, &partition) else {
            return search.solve(frame, board, 0, threads, meter);
        };
        let nodes = if search.estimate(frame, board) >= HARD_ESTIMATE { 0 } else { nodes };
        meter.escalate(
            nodes,
            |meter| search.solve(frame, board, 0, threads, meter),
            |bound, meter| match self.engines.search_larger(frame, &larger, meter) {
                Ok((larger, _)) => larger.solve(frame, board, bound, threads, meter),
                Err(StopReason::Memory) => search.solve(frame, board, bound, threads, meter),
                Err(reason) => Run::not_begun(reason),
            },
        )
    }

    /// Runs IDA* on the GPU. If it fails, the CPU takes over, unless the GPU is required.
    fn search_on_gpu(&self, frame: &Frame, board: &Board, meter: &mut Meter<'_>) -> Result<Run, SolveError> {
        let Some(gpu) = &self.gpu else { return Ok(Run::not_begun(StopReason::Cancelled)) };
        match solve_on_gpu(gpu.as_ref(), frame, board, meter) {
            Ok(run) => Ok(run),
            Err(error) if self.requires_gpu => Err(SolveError::Gpu(error)),
            Err(error) => {
                meter.emit(&Event::GpuFailed(&error));
                let on_cpu = self.clone().without_gpu();
                on_cpu.search(&on_cpu.pdb_steps(frame), board, meter)
            }
        }
    }

    /// Turns the result of a search into an outcome. If time ran out in an anytime search, its best solution counts as solved.
    fn conclude(&self, board: &Board, run: Run, is_anytime: bool) -> Result<Outcome, SolveError> {
        let Run { end, lower_bound, stats } = run;
        match end {
            End::Goal(moves) => {
                let length = moves.len() as u32;
                let proven = match (self.request.metric(), self.request.algorithm()) {
                    (Metric::Multi, _) => 0,
                    (_, Algorithm::WeightedAStar(weight)) => weight.lower_bound(length),
                    (_, algorithm) if algorithm.is_optimal() => length,
                    _ => 0,
                };
                Ok(Outcome::Solved(self.verified(board, moves, lower_bound.max(proven), &stats)?))
            }
            End::TwinSolved => Ok(Outcome::Unsolvable(self.unsolvable(board, stats))),
            // Neither of Princeton's two searches finished, but parity decides.
            End::Stopped(_) if !Parity::is_solvable(board, &self.goal) => {
                Ok(Outcome::Unsolvable(self.unsolvable(board, stats)))
            }
            End::Stopped(reason) => {
                let best = self.fallback(board, reason, lower_bound, &stats)?;
                match best {
                    Some(best) if is_anytime && reason == StopReason::Time => Ok(Outcome::Solved(best)),
                    best => {
                        let lower_bound = lower_bound.max(self.simple_bound(board));
                        Ok(Outcome::Stopped(Stopped { reason, lower_bound, best, stats }))
                    }
                }
            }
        }
    }

    /// Returns a constructed solution for a search that found none, unless the board is large and the time is up.
    fn fallback(
        &self,
        board: &Board,
        reason: StopReason,
        lower_bound: u32,
        stats: &Stats,
    ) -> Result<Option<Solution>, SolveError> {
        let is_over = matches!(reason, StopReason::Time | StopReason::Cancelled);
        let is_quick = board.size().cells() <= QUICK_CELLS;
        let constructs =
            self.request.algorithm() == Algorithm::Auto || self.request.metric() == Metric::Multi;
        if !constructs || is_over && !is_quick {
            return Ok(None);
        }
        let moves = construct::quick_solution(board, &self.goal);
        self.verified(board, moves, lower_bound, stats).map(Some)
    }

    /// Verifies moves in the metric of the solver, or the solution to improve if that has fewer multi-tile moves.
    pub(super) fn verified(
        &self,
        board: &Board,
        moves: Vec<Move>,
        lower_bound: u32,
        stats: &Stats,
    ) -> Result<Solution, SolveError> {
        let metric = self.request.metric();
        let count = |moves: &[Move]| metric.count(moves);
        // Fewer single-tile moves may be more multi-tile moves.
        let given = self.request.solution_to_improve().filter(|given| count(given) < count(&moves));
        let moves = given.map_or(moves, <[Move]>::to_vec);
        let lower_bound = lower_bound.max(self.simple_bound(board)).min(count(&moves) as u32);
        Ok(Solution::proven(board.clone(), &self.goal, moves, metric, lower_bound, stats.clone())?)
    }

    /// Returns a lower bound that takes no search.
    fn simple_bound(&self, board: &Board) -> u32 {
        match self.request.metric() {
            Metric::Single => board.manhattan(&self.goal),
            Metric::Multi => line_bound(board, &self.goal),
        }
    }
}

fn solve_on_gpu(
    gpu: &dyn GpuBackend,
    frame: &Frame,
    board: &Board,
    meter: &mut Meter<'_>,
) -> Result<Run, GpuError> {
    let tiles = frame.canonical_board(board);
    let GpuRun { blank_path, lower_bound, mut stats } =
        gpu.solve(frame, &tiles, &mut |progress| meter.poll(progress))?;
    stats.time = meter.elapsed();
    let end = match blank_path {
        Ok(path) => End::Goal(frame.moves_from_blank_path(&path)),
        Err(reason) => End::Stopped(reason),
    };
    Ok(Run { end, lower_bound, stats })
}
