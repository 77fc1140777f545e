"""Exceptions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._solve import Solution


class Unsolvable(ValueError):
    """The board can't reach the goal. The message says why."""


class Stopped(RuntimeError):
    """A search reached a limit before it was done."""

    def __init__(self, message: str, lower_bound: int = 0, best: Solution | None = None) -> None:
        super().__init__(message)
        #: Every solution has at least this many moves.
        self.lower_bound = lower_bound
        #: The best solution found, if any.
        self.best = best
