"""Moves, and the numbers by which other packages call them."""

from __future__ import annotations

import enum
from typing import Literal

Convention = Literal["tile", "blank"]


class Move(enum.IntEnum):
    """A move: the motion of the tile, or of the blank with ``moves="blank"``.

    >>> Move.UP.opposite
    <Move.DOWN: 1>
    >>> Move.from_letter("L")
    <Move.LEFT: 2>
    """

    UP = 0
    DOWN = 1
    LEFT = 2
    RIGHT = 3

    @property
    def letter(self) -> str:
        """U, D, L or R."""
        return "UDLR"[self]

    @property
    def opposite(self) -> Move:
        """The move that undoes this one."""
        return Move(self ^ 1)

    @staticmethod
    def from_letter(letter: str) -> Move:
        """Return the move with a letter."""
        index = "UDLR".find(letter.upper()) if len(letter) == 1 else -1
        if index < 0:
            raise ValueError(f"{letter!r} is not a move: write U, D, L or R")
        return Move(index)


def check_convention(moves: str) -> None:
    if moves not in ("tile", "blank"):
        raise ValueError(f"moves={moves!r}: moves name the motion of the 'tile' or of the 'blank'")
