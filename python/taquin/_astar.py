"""A* with a heuristic written in Python, for teaching."""

from __future__ import annotations

import heapq
import operator
import time
from collections.abc import Callable
from itertools import count

from ._errors import Stopped, Unsolvable
from ._moves import Move
from ._solve import Solution, solve
from ._taquin import Board, Goal


def astar(
    start: Board,
    goal: Goal,
    heuristic: Callable[[Board], int],
    *,
    check: bool,
    nodes: int | None,
    seconds: float | None,
    progress: Callable[[float, int, int, int | None], object] | None,
) -> Solution:
    """Find a solution; a shortest one if the heuristic never overestimates."""
    if not start.is_solvable(goal):
        raise Unsolvable("the board can't reach the goal")
    began = time.perf_counter()
    estimate = _checked(heuristic, goal) if check else _integer(heuristic)
    order = count()  # among equal priorities, last in, first out
    cost = {start: 0}
    parent: dict[Board, tuple[Board, Move]] = {}
    first = estimate(start)
    queue = [(first, 0, start)]
    expanded = generated = 0
    bound = 0
    while queue:
        priority, _, board = heapq.heappop(queue)
        bound = max(bound, priority)
        if board == goal.board:
            moves: list[Move] = []
            while board in parent:
                board, move = parent[board]
                moves.append(move)
            stats = {"generated": generated, "expanded": expanded, "stored": len(cost), "seconds": time.perf_counter() - began}
            # A heuristic that never overestimated proves the length; one that was not checked proves nothing.
            return Solution(start, goal, tuple(reversed(moves)), len(moves) if check else 0, stats)
        expanded += 1
        elapsed = time.perf_counter() - began
        if progress is not None and expanded % REPORT_INTERVAL == 0:
            progress(elapsed, generated, bound if check else 0, None)
        if seconds is not None and elapsed > seconds:
            raise _stopped("time", bound, check)
        before = parent[board][0] if board in parent else None
        for move, neighbor in board.neighbors():
            if neighbor == before:
                continue
            generated += 1
            if nodes is not None and generated > nodes:
                raise _stopped("nodes", bound, check)
            moves_so_far = cost[board] + 1
            if moves_so_far < cost.get(neighbor, moves_so_far + 1):
                cost[neighbor] = moves_so_far
                parent[neighbor] = (board, move)
                heapq.heappush(queue, (moves_so_far + estimate(neighbor), -next(order), neighbor))
    raise AssertionError("a solvable board has a solution")


#: Nodes expanded between two reports of progress.
REPORT_INTERVAL = 1000


def _stopped(reason: str, bound: int, check: bool) -> Stopped:
    known = f"a shortest solution has at least {bound} moves" if check else "nothing is proven with a heuristic that is not checked"
    return Stopped(f"stopped ({reason}): {known}", bound if check else 0)


def _integer(heuristic: Callable[[Board], int]) -> Callable[[Board], int]:
    def integer(board: Board) -> int:
        value = heuristic(board)
        try:
            return max(0, operator.index(value))
        except TypeError:
            raise TypeError(f"the heuristic is {value!r} for {board!r}: it must be an integer") from None

    return integer


def _checked(heuristic: Callable[[Board], int], goal: Goal) -> Callable[[Board], int]:
    integer = _integer(heuristic)

    def checked(board: Board) -> int:
        value = integer(board)
        distance = len(solve(board, goal))
        if value > distance:
            raise ValueError(f"the heuristic is not admissible: it is {value} for {board!r}, which takes {distance} moves")
        return value

    return checked
