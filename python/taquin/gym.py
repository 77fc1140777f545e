"""A Gymnasium environment: ``gymnasium.make("taquin/SlidingTile-v0")`` after ``import taquin.gym``."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from . import _arrays
from ._moves import Convention, Move, check_convention
from ._solve import GoalLike, goal_of
from ._taquin import Board

Observation = npt.NDArray[np.int16]


class SlidingTile(gymnasium.Env[Observation, np.int64]):
    """Slide tiles until the goal is reached.

    The observation is the board. An action is the number of a move; an illegal one changes nothing. The reward is -1 for each
    action and 0 for the one that reaches the goal. ``info["action_mask"]`` has 1 for each legal action, and with ``distance=True``
    ``info["distance"]`` is the length of a shortest solution. ``reset(options={"moves": 20})`` starts at that exact distance.

    >>> env = SlidingTile(size="3x3", moves_to_goal=5, distance=True)
    >>> board, info = env.reset(seed=1)
    >>> info["distance"]
    5
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 4}

    def __init__(
        self,
        size: tuple[int, int] | str = (4, 4),
        goal: GoalLike | None = None,
        *,
        moves: Convention = "tile",
        moves_to_goal: int | None = None,
        distance: bool = False,
        render_mode: str | None = None,
    ) -> None:
        check_convention(moves)
        self._shape = _arrays._parse_size(size)
        self._goal = goal_of(goal, self._shape)
        self._blank_moves = moves == "blank"
        self._start_moves = moves_to_goal
        self._distance = distance
        self._board = self._goal.board
        self.render_mode = render_mode
        cells = self._shape[0] * self._shape[1]
        self.observation_space = gymnasium.spaces.Box(0, cells - 1, shape=self._shape, dtype=np.int16)
        self.action_space = gymnasium.spaces.Discrete(4)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observation, dict[str, Any]]:
        """Start with a random board, one at an exact distance (``options={"moves": K}``), or ``options={"board": …}``."""
        super().reset(seed=seed)
        options = options or {}
        unknown = set(options) - {"board", "moves"}
        if unknown:
            raise ValueError(f"unknown options {sorted(unknown)}: choose 'moves' or 'board'")
        if "board" in options:
            self._board = Board(options["board"], size=self._shape)
        else:
            moves = options.get("moves", self._start_moves)
            random_seed = int(self.np_random.integers(1 << 62))
            tiles = _arrays.random_boards(self._shape, 1, random_seed, goal=self._goal, moves=moves)[0]
            self._board = Board(tiles)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Move a tile."""
        if not self.action_space.contains(action):
            raise ValueError(f"{action!r} is not an action: actions are 0 to 3")
        move = Move(int(action))
        tile_move = move.opposite if self._blank_moves else move
        if tile_move in self._board.legal_moves():
            self._board = self._board.after(tile_move)
        is_solved = self._board == self._goal.board
        return self._observation(), 0.0 if is_solved else -1.0, is_solved, False, self._info()

    def render(self) -> str | None:
        """Return the board as text."""
        return str(self._board) if self.render_mode == "ansi" else None

    def _observation(self) -> Observation:
        return np.array(self._board.rows, dtype=np.int16)

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(4, dtype=np.int8)
        for move in self._board.legal_moves():
            mask[move.opposite if self._blank_moves else move] = 1
        info: dict[str, Any] = {"action_mask": mask}
        if self._distance:
            info["distance"] = int(_arrays.distances([self._board], self._goal)[0])
        return info


gymnasium.register(id="taquin/SlidingTile-v0", entry_point="taquin.gym:SlidingTile")
