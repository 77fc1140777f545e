"""The action numbers of other packages.

| package | 0 | 1 | 2 | 3 | named after |
|---|---|---|---|---|---|
| Taquin, DeepCubeA | up | down | left | right | the tile |
| PuXle | left | right | up | down | the tile |
| jumanji | up | right | down | left | the blank |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._moves import Move

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# The move of the tile for each action.
_MOVES = {
    "taquin": (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT),
    "deepcubea": (Move.UP, Move.DOWN, Move.LEFT, Move.RIGHT),
    "puxle": (Move.LEFT, Move.RIGHT, Move.UP, Move.DOWN),
    "jumanji": (Move.DOWN, Move.LEFT, Move.UP, Move.RIGHT),
}


def convert(actions: npt.ArrayLike, source: str, target: str) -> npt.NDArray[np.uint8]:
    """Convert action numbers of one package to those of another.

    >>> from taquin import actions
    >>> actions.convert([0, 1, 2, 3], source="jumanji", target="taquin")
    array([1, 2, 0, 3], dtype=uint8)
    """
    import numpy as np

    source, target = (name.lower() for name in (source, target))
    for name in (source, target):
        if name not in _MOVES:
            raise ValueError(f"{name!r} is not a package with known actions: choose from {', '.join(_MOVES)}")
    table = np.array([_MOVES[target].index(move) for move in _MOVES[source]], dtype=np.uint8)
    numbers = np.asarray(actions)
    if numbers.size and numbers.dtype.kind not in "iu":
        raise TypeError(f"actions must be integers, and these are {numbers.dtype}")
    if numbers.size and (numbers.min() < 0 or numbers.max() > 3):
        raise ValueError("actions are 0 to 3")
    return table[numbers.astype(np.intp)]
