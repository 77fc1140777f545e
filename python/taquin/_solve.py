"""Solving one board."""

from __future__ import annotations

import html
import operator
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, Union

from . import _taquin
from ._errors import Stopped, Unsolvable
from ._moves import Convention, Move, check_convention
from ._taquin import Board, Goal

if TYPE_CHECKING:
    import numpy as np

__all__ = ["AllSolutions", "Solution", "solve", "solve_all", "trace"]

BoardLike = Union[Board, str, Sequence[Sequence[int]], "np.ndarray[Any, Any]"]
GoalLike = Union[Goal, BoardLike]
Heuristic = Union[str, Callable[[Board], int], None]
Metric = Literal["single", "multi"]


@dataclass(frozen=True)
class Solution:
    """Moves from a board to the goal, verified by replaying them."""

    start: Board
    goal: Goal
    #: The motions of the tiles.
    moves: tuple[Move, ...]
    #: Every solution has at least this many moves.
    lower_bound: int
    #: The cost of the search: nodes generated, expanded and stored, the greatest depth, and seconds.
    stats: dict[str, Any] = field(compare=False, repr=False)
    #: "single", or "multi" if tiles of a line that slide together are one move.
    metric: Metric = "single"

    def __len__(self) -> int:
        if self.metric == "single":
            return len(self.moves)
        return sum(1 for _ in groupby(self.moves))

    @property
    def is_shortest(self) -> bool:
        """True if it is proven that no solution is shorter."""
        return self.lower_bound == len(self)

    def letters(self, moves: Convention = "tile") -> str:
        """Return the moves as letters U, D, L and R.

        >>> import taquin
        >>> solution = taquin.solve("1 2 3/4 5 6/0 7 8")
        >>> solution.letters(), solution.letters(moves="blank")
        ('LL', 'RR')
        """
        check_convention(moves)
        return "".join((move if moves == "tile" else move.opposite).letter for move in self.moves)

    def boards(self) -> Iterator[Board]:
        """Iterate over the boards, from the start to the goal."""
        board = self.start
        yield board
        for move in self.moves:
            board = board.after(move)
            yield board

    def __str__(self) -> str:
        count = f"{len(self)} move{'' if len(self) == 1 else 's'}"
        proof = "proven shortest" if self.is_shortest else f"at least {self.lower_bound} are needed"
        return f"{count}, {proof}: {self.letters()}" if self.moves else "solved already"

    def _repr_html_(self) -> str:
        line = f"<p style='overflow-wrap:anywhere'>{html.escape(str(self))}</p>"
        return line + (_play(self) if 0 < len(self) <= MAX_PLAYED else "")

    def __hash__(self) -> int:
        return hash((self.start, self.goal, self.moves))


#: Longer solutions are not played in notebooks.
MAX_PLAYED = 300

_CELL = 40  # pixels
_STEP = 0.4  # seconds
_PAUSE = 4  # steps, at the goal


def _play(solution: Solution) -> str:
    """Draw the solution as a picture that moves, without scripts, which notebooks may not trust."""
    boards = [*solution.boards()]
    boards += [boards[-1]] * _PAUSE
    rows, cols = solution.start.size
    width, height = _CELL * cols + 8, _CELL * rows + 8
    places: dict[int, list[str]] = {tile: [] for tile in range(1, rows * cols)}
    for board in boards:
        for cell, tile in enumerate(board.tiles):
            if tile:
                places[tile].append(f"{_CELL * (cell % cols) + 5},{_CELL * (cell // cols) + 5}")
    seconds = _STEP * (len(boards) - 1)
    tiles = "".join(
        f"<g><rect width='{_CELL - 2}' height='{_CELL - 2}' rx='5' fill='#fcf3e6'/>"
        f"<text x='{_CELL // 2 - 1}' y='{_CELL // 2 + 5}' fill='#2a2018'>{tile}</text>"
        f"<animateTransform attributeName='transform' type='translate' values='{';'.join(at)}' dur='{seconds:g}s' "
        "repeatCount='indefinite'/></g>"
        for tile, at in places.items()
    )
    return (
        f"<svg xmlns='http://www.w3.org/2000/svg' width='{width}' height='{height}' font-family='sans-serif' font-size='16' "
        f"text-anchor='middle'><rect width='{width}' height='{height}' rx='6' fill='#54402d'/>{tiles}</svg>"
    )


def options(**given: Any) -> dict[str, Any]:
    """Return the options that the extension module expects."""
    names = ("algorithm", "heuristic", "order", "metric", "within", "time", "nodes", "memory", "depth", "threads")
    given = {"gpu": "auto"} | {name: given.get(name) for name in names} | given
    for name, example, least, most in _WHOLE_OPTIONS:
        if given[name] is not None:
            given[name] = whole(name, given[name], example, least, most)
    return given


#: The options that are whole numbers: an example, the least and the greatest value.
_WHOLE_OPTIONS = (
    ("nodes", "1_000_000", 1, 2**63 - 1),
    ("memory", "2**30 (bytes)", 1, 2**63 - 1),
    ("depth", "30", 0, 2**32 - 1),
    ("threads", "2", 1, 1024),
)


def whole(name: str, value: object, example: str, least: int, most: int) -> int:
    """Return an argument as an integer, also if it is one of NumPy's."""
    try:
        number = operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise TypeError(f"{name}={value!r}: give a whole number, such as {name}={example}") from None
    if not least <= number <= most:
        raise ValueError(f"{name}={number}: give a whole number from {least} to {most}")
    return number


def goal_of(goal: GoalLike | None, size: tuple[int, int]) -> Goal:
    return Goal("blank-last" if goal is None else goal, size=size)


def solve(
    board: BoardLike,
    goal: GoalLike | None = None,
    *,
    algorithm: str | None = None,
    heuristic: Heuristic = None,
    order: str | None = None,
    metric: Metric = "single",
    within: float | None = None,
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    depth: int | None = None,
    threads: int | None = None,
    gpu: str = "auto",
    check: bool = False,
    progress: Callable[[float, int, int, int | None], object] | None = None,
) -> Solution:
    """Solve a board in the fewest moves.

    ``algorithm`` is "auto", or "astar" if there is a heuristic. ``metric="multi"`` counts tiles of a line that slide together as one move;
    solutions are proven shortest up to 16 cells. ``within`` returns the best solution found in that many seconds. ``time``, ``nodes``,
    ``memory`` and ``depth`` are limits: a search that reaches one raises :class:`Stopped`. ``gpu`` is "auto", "always" or "never".
    ``heuristic`` is a name, or a function of a board to an integer for A*, which ``check`` compares with exact distances; its limits are
    ``time`` and ``nodes``. ``progress`` is called with seconds, nodes, the lower bound and the
    length of the best solution.

    >>> import taquin
    >>> print(taquin.solve("8 1 3/4 0 2/7 6 5"))
    14 moves, proven shortest: LURRDDLURULDLU
    """
    start = Board(board)
    target = goal_of(goal, start.size)
    if callable(heuristic):
        from ._astar import astar

        if algorithm not in (None, "auto", "astar"):
            raise ValueError(f"algorithm={algorithm!r}: a function is a heuristic of A* only")
        others = {
            "metric": None if metric == "single" else metric,
            "order": order,
            "within": within,
            "memory": memory,
            "depth": depth,
            "threads": threads,
        }
        for name in (name for name, value in others.items() if value is not None):
            raise ValueError(f"{name}: A* with a function as its heuristic has the options time, nodes, progress and check")

        return astar(start, target, heuristic, check=check, nodes=nodes, seconds=time, progress=progress)
    if check:
        raise ValueError("check: the named heuristics are admissible, and only a function is checked")
    given = options(
        algorithm=algorithm, heuristic=heuristic, order=order, metric=metric, within=within, time=time, nodes=nodes, memory=memory,
        depth=depth, threads=threads, gpu=gpu,
    )  # fmt: skip
    result = _taquin.solve(start, target, given, progress)
    outcome = result.pop("outcome")
    if outcome == "unsolvable":
        raise Unsolvable(result["reason"])
    reason = result.pop("reason", None)
    lower_bound = result.pop("lower_bound")
    moves = result.pop("moves", None)
    solution = None if moves is None else Solution(start, target, tuple(map(Move, moves)), lower_bound, result, metric)
    if outcome == "solved" and solution is not None:
        return solution
    raise Stopped(f"stopped ({reason}): a shortest solution has at least {lower_bound} moves", lower_bound, solution)


@dataclass(frozen=True)
class AllSolutions(Sequence[Solution]):
    """All shortest solutions of a board, or the first of them."""

    #: The number of all shortest solutions, which may be more than are listed.
    total: int
    solutions: tuple[Solution, ...]

    def __len__(self) -> int:
        return len(self.solutions)

    def __getitem__(self, index: Any) -> Any:
        return self.solutions[index]


def solve_all(
    board: BoardLike,
    goal: GoalLike | None = None,
    *,
    limit: int = 10_000,
    metric: Metric = "single",
    time: float | None = None,
    memory: int | None = None,
    threads: int | None = None,
) -> AllSolutions:
    """Find all shortest solutions; at most ``limit`` are listed.

    >>> import taquin
    >>> all = taquin.solve_all("8 6 7/2 5 4/3 0 1")
    >>> all.total, len(all[0])
    (40, 31)
    """
    start = Board(board)
    target = goal_of(goal, start.size)
    given = options(metric=metric, time=time, memory=memory, threads=threads)
    outcome, detail, found = _taquin.solve_all(start, target, given, limit)
    if outcome == "unsolvable":
        raise Unsolvable(detail)
    if outcome == "stopped":
        raise Stopped(f"stopped ({detail})")
    every = (Solution(start, target, tuple(map(Move, moves)), 0, {}, metric) for moves in found)
    solutions = tuple(replace(solution, lower_bound=len(solution)) for solution in every)
    return AllSolutions(int(detail), solutions)


def trace(
    board: BoardLike,
    goal: GoalLike | None = None,
    *,
    algorithm: str = "princeton",
    heuristic: str | None = None,
    order: str | None = None,
    depth: int | None = None,
    steps: int = 500,
) -> dict[str, Any]:
    """Record a search: A* as in Princeton's course, or bfs, dfs, ids, ucs.

    The result is that of the JSON API: ``nodes``, each with its parent, move, tiles, moves and estimate, and ``dequeued``, their
    order.

    >>> import taquin
    >>> recorded = taquin.trace("0 1 3/4 2 5/7 8 6")
    >>> recorded["moves"], recorded["enqueued"], recorded["dequeued"]
    ('LULU', 10, [0, 2, 3, 8, 10])
    """
    start = Board(board)
    fields = {
        "board": start.text,
        "goal": goal_of(goal, start.size).board.text,
        "algorithm": algorithm,
        "heuristic": heuristic,
        "order": order,
        "depth_limit": depth,
        "steps": steps,
    }
    recorded: dict[str, Any] = json.loads(
        _taquin.trace(json.dumps({name: field for name, field in fields.items() if field is not None}))
    )
    return recorded
