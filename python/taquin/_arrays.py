"""Many boards at once, as arrays."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Union

from . import _taquin
from ._moves import Convention, check_convention
from ._solve import BoardLike, GoalLike, Metric, goal_of, options, whole
from ._taquin import Board

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = [
    "FAILED",
    "UNSOLVABLE",
    "Solutions",
    "apply",
    "distances",
    "heuristics",
    "is_solvable",
    "neighbors",
    "random_boards",
    "solve_many",
]

BoardsLike = Union["npt.ArrayLike", Sequence[BoardLike]]
Errors = Literal["raise", "mark"]
Progress = Union[Callable[[int, int], object], bool, None]

#: The length of a board that can't reach the goal.
UNSOLVABLE = -1
#: With ``errors="mark"``, the length of a board that is invalid or reached a limit.
FAILED = -2


def as_array(boards: BoardsLike, size: tuple[int, int] | str | None = None) -> tuple[npt.NDArray[np.int32], tuple[int, int]]:
    """Return boards as an array of shape (N, R·C), and their size."""
    import numpy as np

    if isinstance(boards, (list, tuple)) and boards and all(isinstance(board, (str, Board)) for board in boards):
        parsed = []
        for i, board in enumerate(boards):
            try:
                parsed.append(Board(board))
            except ValueError as error:
                raise ValueError(f"board {i}: {error}") from None
        other = next((i for i, board in enumerate(parsed) if board.size != parsed[0].size), None)
        if other is not None:
            found, first = _name(parsed[other].size), _name(parsed[0].size)
            raise ValueError(f"board {other} is {found} and board 0 is {first}: all must have the same size")
        return np.array([board.tiles for board in parsed], dtype=np.int32), parsed[0].size
    try:
        array = np.asarray(boards)
    except ValueError:
        raise ValueError("the boards have unequal sizes: all must have the same number of rows and columns") from None
    if array.shape == (0,):  # An empty list of boards has no size; any is right.
        rows, cols = (2, 2) if size is None else _parse_size(size)
        array = np.zeros((0, rows, cols), dtype=np.int32)
    if array.dtype.kind not in "iu":
        raise TypeError(f"boards must be integers, and these are {array.dtype}: convert them with .astype(int) if that is right")
    if array.ndim == 3:
        rows, cols = array.shape[1:]
        if size is not None and _parse_size(size) != (rows, cols):
            raise ValueError(f"the boards are {_name((rows, cols))}, and {_name(_parse_size(size))} is wanted")
    elif array.ndim == 2 and len(array) > 1 and np.array_equal(np.sort(array, axis=None), np.arange(array.size)):
        raise ValueError(f"this is one {_name(array.shape)} board: give a list of boards, such as [board]")
    elif array.ndim == 2:
        rows, cols = _size_of(array.shape[1], size)
    else:
        raise ValueError(f"an array of shape {array.shape} is not a list of boards: the shape must be (N, R, C) or (N, R·C)")
    limits = np.iinfo(np.int32)
    if array.dtype.itemsize >= 4 and array.dtype != np.int32:
        array = np.clip(array, limits.min if array.dtype.kind == "i" else 0, limits.max)
    return np.ascontiguousarray(array.reshape(len(array), rows * cols), dtype=np.int32), (rows, cols)


def _name(size: tuple[int, int]) -> str:
    return f"{size[0]}x{size[1]}"


def _parse_size(size: tuple[int, int] | str) -> tuple[int, int]:
    if not isinstance(size, str):
        return size
    rows, separator, cols = size.partition("x")
    if not (separator and rows.isdigit() and cols.isdigit()):
        raise ValueError(f"{size!r} is not a size: write '3x4' or (3, 4)")
    return int(rows), int(cols)


def _size_of(cells: int, size: tuple[int, int] | str | None) -> tuple[int, int]:
    if size is not None:
        return _parse_size(size)
    side = int(cells**0.5 + 0.5)
    if side * side != cells:
        raise ValueError(f"boards of {cells} cells need a size, such as size=(3, 4); is this one board? give [board]")
    return side, side


@dataclass(frozen=True)
class Solutions:
    """The solutions of many boards, as arrays."""

    #: The number of moves of each board, -1 if it is unsolvable, -2 if it failed.
    lengths: npt.NDArray[np.int32]
    #: The moves of all boards, by number.
    moves: npt.NDArray[np.uint8]
    #: The moves of board i are ``moves[offsets[i]:offsets[i + 1]]``.
    offsets: npt.NDArray[np.int64]
    #: True for each board whose length is proven to be the shortest, or that is proven unsolvable.
    proven: npt.NDArray[np.bool_]
    #: The number of nodes generated for each board.
    nodes: npt.NDArray[np.int64]
    #: The boards that failed, by index, with the reason.
    errors: dict[int, str]

    def __len__(self) -> int:
        return len(self.lengths)

    def of(self, index: int) -> npt.NDArray[np.uint8]:
        """Return the moves of one board; negative indexes count from the end."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no board {index}: there are {len(self)}")
        index %= len(self)
        return self.moves[self.offsets[index] : self.offsets[index + 1]]


def _progress(progress: Progress) -> tuple[Callable[[int, int], object] | None, Callable[[], None]]:
    """Return the callback and a function that ends it. ``True`` shows a bar of tqdm."""
    if progress is None or progress is False:
        return None, lambda: None
    if callable(progress):
        return progress, lambda: None
    try:
        from tqdm.auto import tqdm
    except ImportError:
        raise ImportError("progress=True needs tqdm: pip install tqdm, or pass a function") from None

    bar = tqdm(unit=" boards")

    def show(done: int, total: int) -> None:
        bar.total = total
        bar.update(done - bar.n)

    return show, bar.close


def _fail(failures: list[tuple[int, str]], errors: Errors) -> dict[int, str]:
    if errors not in ("raise", "mark"):
        raise ValueError(f"errors={errors!r}: choose 'raise' or 'mark'")
    if failures and errors == "raise":
        index, message = failures[0]
        others = f" ({len(failures) - 1} more failed; errors='mark' keeps the others)" if len(failures) > 1 else ""
        raise ValueError(f"board {index}: {message}{others}")
    return dict(failures)


def solve_many(
    boards: BoardsLike,
    goal: GoalLike | None = None,
    *,
    size: tuple[int, int] | str | None = None,
    algorithm: str | None = None,
    heuristic: str | None = None,
    metric: Metric = "single",
    time: float | None = None,
    nodes: int | None = None,
    memory: int | None = None,
    threads: int | None = None,
    gpu: str = "auto",
    moves: Convention = "tile",
    errors: Errors = "raise",
    progress: Progress = None,
) -> Solutions:
    """Solve many boards of one size in the fewest moves. Limits hold for each board.

    A GPU solves 4x4 and 5x5 boards together if there is one; ``nodes`` are then 0.

    >>> import taquin
    >>> found = taquin.solve_many([[[1, 2, 3], [4, 5, 6], [0, 7, 8]], [[8, 1, 3], [4, 0, 2], [7, 6, 5]]])
    >>> found.lengths, found.of(0)
    (array([ 2, 14], dtype=int32), array([2, 2], dtype=uint8))
    """
    check_convention(moves)
    _fail([], errors)
    if heuristic is not None and not isinstance(heuristic, str):
        raise TypeError("solve_many takes heuristics by name; taquin.solve takes functions too")
    array, shape = as_array(boards, size)
    given = options(
        algorithm=algorithm,
        heuristic=heuristic,
        metric=metric,
        time=time,
        nodes=nodes,
        memory=memory,
        threads=threads,
        gpu=gpu,
    )
    if errors == "raise":
        _fail(_taquin.invalid_boards(array, shape), errors)
    show, close = _progress(progress)
    try:
        lengths, offsets, found, proven, generated, failures = _taquin.solve_many(array, shape, goal_of(goal, shape), given, show)
    finally:
        close()
    if moves == "blank":
        found ^= 1
    return Solutions(lengths, found, offsets, proven, generated, _fail(failures, errors))


def distances(
    boards: BoardsLike,
    goal: GoalLike | None = None,
    *,
    size: tuple[int, int] | str | None = None,
    metric: Metric = "single",
    threads: int | None = None,
    gpu: str = "auto",
    time: float | None = None,
    errors: Errors = "raise",
    progress: Progress = None,
) -> npt.NDArray[np.int32]:
    """Return the length of a shortest solution of each board, -1 if it is unsolvable, -2 if it failed with ``errors="mark"``.

    >>> import taquin
    >>> taquin.distances(["8 6 7/2 5 4/3 0 1", "1 2 3/4 5 6/8 7 0"])
    array([31, -1], dtype=int32)
    """
    array, shape = as_array(boards, size)
    given = options(metric=metric, threads=threads, time=time, gpu=gpu)
    _fail([], errors)
    if errors == "raise":
        _fail(_taquin.invalid_boards(array, shape), errors)
    show, close = _progress(progress)
    try:
        lengths, failures = _taquin.distances(array, shape, goal_of(goal, shape), given, show)
    finally:
        close()
    _fail(failures, errors)
    return lengths


def heuristics(
    boards: BoardsLike,
    goal: GoalLike | None = None,
    *,
    names: str | Sequence[str] = ("hamming", "manhattan", "linear-conflict", "walking-distance"),
    size: tuple[int, int] | str | None = None,
) -> dict[str, npt.NDArray[np.int32]]:
    """Return the values of heuristics, by name.

    >>> import taquin
    >>> taquin.heuristics(["8 6 7/2 5 4/3 0 1"], names=["manhattan", "walking-distance"])
    {'manhattan': array([21], dtype=int32), 'walking-distance': array([25], dtype=int32)}
    """
    array, shape = as_array(boards, size)
    target = goal_of(goal, shape)
    names = [names] if isinstance(names, str) else names
    return {name: _taquin.heuristics(array, shape, target, name) for name in names}


def is_solvable(
    boards: BoardsLike, goal: GoalLike | None = None, *, size: tuple[int, int] | str | None = None
) -> npt.NDArray[np.bool_]:
    """Return true for each board that can reach the goal.

    >>> import taquin
    >>> taquin.is_solvable(["1 2 3/4 5 6/7 8 0", "1 2 3/4 5 6/8 7 0"])
    array([ True, False])
    """
    array, shape = as_array(boards, size)
    return _taquin.is_solvable(array, shape, goal_of(goal, shape))


def neighbors(
    boards: BoardsLike, *, size: tuple[int, int] | str | None = None, moves: Convention = "tile"
) -> tuple[npt.NDArray[np.uint16], npt.NDArray[np.bool_]]:
    """Return the board after each of the four moves, of shape (N, 4, R, C), and a mask of the legal moves.

    >>> import taquin
    >>> boards, legal = taquin.neighbors(["1 2 3/4 5 6/7 8 0"])
    >>> boards.shape, legal
    ((1, 4, 3, 3), array([[False,  True, False,  True]]))
    """
    check_convention(moves)
    array, shape = as_array(boards, size)
    after, legal = _taquin.neighbors(array, shape)
    if moves == "blank":
        after, legal = after[:, [1, 0, 3, 2]], legal[:, [1, 0, 3, 2]]
    return after.reshape(len(array), 4, *shape), legal


def apply(
    boards: BoardsLike, by: npt.ArrayLike, *, size: tuple[int, int] | str | None = None, moves: Convention = "tile"
) -> npt.NDArray[np.uint16]:
    """Return the boards after one move each, of shape (N, R, C).

    >>> import taquin
    >>> taquin.apply(["1 2 3/4 5 6/7 8 0"], [taquin.Move.DOWN])[0, 2]
    array([7, 8, 6], dtype=uint16)
    """
    import numpy as np

    check_convention(moves)
    array, shape = as_array(boards, size)
    numbers = np.asarray(by)
    if numbers.dtype.kind not in "iu" and numbers.size:
        raise TypeError(f"moves must be integers, and these are {numbers.dtype}")
    wrong = np.flatnonzero((numbers < 0) | (numbers > 3))
    if wrong.size:
        raise ValueError(f"move {wrong[0]}: there is no move {numbers.flat[wrong[0]]}: moves are 0 to 3")
    numbers = np.ascontiguousarray(numbers, dtype=np.uint8) ^ np.uint8(moves == "blank")
    return _taquin.apply(array, shape, numbers).reshape(len(array), *shape)


def random_boards(
    size: tuple[int, int] | str,
    n: int,
    seed: int = 1,
    *,
    goal: GoalLike | None = None,
    moves: int | None = None,
    solvable: bool = True,
) -> npt.NDArray[np.uint16]:
    """Return random boards of shape (N, R, C), the same as ``taquin random`` for the same seed.

    They are uniform over all solvable boards, or with ``moves`` have a shortest solution of exactly that many, which can take
    seconds per board on 4x4.

    >>> import taquin
    >>> taquin.distances(taquin.random_boards("3x3", 4, seed=7, moves=20))
    array([20, 20, 20, 20], dtype=int32)
    """
    shape = _parse_size(size)
    n = whole("n", n, "1000", 0, 2**63 - 1)
    seed = whole("seed", seed, "1", 0, 2**64 - 1)
    moves = None if moves is None else whole("moves", moves, "20", 0, 2**32 - 1)
    boards = _taquin.random_boards(goal_of(goal, shape), n, seed, moves, solvable)
    return boards.reshape(n, *shape)
