"""Sliding-tile puzzles, solved in the fewest moves.

>>> import taquin
>>> print(taquin.solve("8 1 3/4 0 2/7 6 5"))
14 moves, proven shortest: LURRDDLURULDLU
"""

from ._arrays import (
    FAILED,
    UNSOLVABLE,
    Solutions,
    apply,
    distances,
    heuristics,
    is_solvable,
    neighbors,
    random_boards,
    solve_many,
)
from ._errors import Stopped, Unsolvable
from ._moves import Move
from ._solve import AllSolutions, Solution, solve, solve_all, trace
from ._taquin import Board, Goal, __version__

__all__ = [
    "FAILED",
    "UNSOLVABLE",
    "AllSolutions",
    "Board",
    "Goal",
    "Move",
    "Solution",
    "Solutions",
    "Stopped",
    "Unsolvable",
    "__version__",
    "apply",
    "distances",
    "heuristics",
    "is_solvable",
    "neighbors",
    "random_boards",
    "solve",
    "solve_all",
    "solve_many",
    "trace",
]
