"""Sliding-tile puzzles, solved in the fewest moves.

>>> import taquin
>>> print(taquin.solve("8 1 3/4 0 2/7 6 5"))
14 moves, proven shortest: LURRDDLURULDLU
"""

from . import _arrays, _solve
from ._arrays import *
from ._errors import Stopped, Unsolvable
from ._moves import Move
from ._solve import *
from ._taquin import Board, Goal, __version__

__all__ = ["Board", "Goal", "Move", "Stopped", "Unsolvable", "__version__"]
__all__ += _arrays.__all__
__all__ += _solve.__all__
