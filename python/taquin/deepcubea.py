"""The pickle files of DeepCubeA, read without its code.

A pickle can run any code. This reader allows only arrays, numbers and lists, and boards of DeepCubeA, for which it has a class of
its own.
"""

from __future__ import annotations

import os
import pickle
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

# Functions that only put together what the file has, by the names they have or had.
_ALLOWED = {
    ("_codecs", "encode"),
    ("builtins", "object"),
    ("copyreg", "_reconstructor"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.multiarray", "scalar"),
    ("numpy._core.numeric", "_frombuffer"),
}
_RENAMED = {"__builtin__": "builtins", "copy_reg": "copyreg"}


class _State:
    tiles: Any


class _Unpickler(pickle.Unpickler):
    def find_class(self, module: str, name: str) -> Any:
        if (module.split(".")[-1], name) == ("n_puzzle", "NPuzzleState"):
            return _State
        known = _RENAMED.get(module, module).replace("numpy.core", "numpy._core")
        if (known, name) not in _ALLOWED:
            raise pickle.UnpicklingError(f"{module}.{name} is not part of a file of sliding-tile puzzles: nothing was run")
        try:
            return super().find_class(known, name)
        except ModuleNotFoundError:  # numpy 1 has numpy.core
            return super().find_class(known.replace("numpy._core", "numpy.core"), name)


def load(file: str | os.PathLike[str] | IO[bytes]) -> tuple[npt.NDArray[np.uint16], dict[str, Any]]:
    """Read the boards of a file, of shape (N, R, C), and what else it has: solutions, times, nodes.

    >>> from taquin import deepcubea
    >>> boards, others = deepcubea.load("data_0.pkl")  # doctest: +SKIP
    """
    import numpy as np

    if isinstance(file, (str, os.PathLike)):
        with open(file, "rb") as opened:
            return load(opened)
    try:
        content = _Unpickler(file).load()
    except (EOFError, AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"this is not a pickle of DeepCubeA: {error}") from None
    if isinstance(content, tuple) and content and isinstance(content[0], list):
        content = {"states": content[0], "others": content[1:]}  # files of the training
    if not (isinstance(content, dict) and isinstance(content.get("states"), list)):
        raise ValueError("this is not a file of DeepCubeA: it has no list of states")
    states = content.pop("states")
    for i, state in enumerate(states):
        if not isinstance(getattr(state, "tiles", None), np.ndarray):
            raise ValueError(f"state {i} is not a sliding-tile puzzle")
    if not states:
        return np.zeros((0, 2, 2), dtype=np.uint16), content
    tiles = np.stack([state.tiles for state in states]).astype(np.uint16)
    side = int(tiles.shape[1] ** 0.5 + 0.5)
    return tiles.reshape(len(states), side, side), content
