"""The environment, DeepCubeA's files, and the action numbers of other packages."""

from __future__ import annotations

import io
import pickle
import sys
import types
from pathlib import Path

import gymnasium
import numpy as np
import pytest
import taquin
import taquin.gym
from gymnasium.utils.env_checker import check_env
from taquin import Move, actions, deepcubea


@pytest.mark.parametrize("size", ["2x2", "3x4", "4x4"])
@pytest.mark.parametrize("moves", ["tile", "blank"])
def test_environment(size: str, moves: str) -> None:
    env = gymnasium.make("taquin/SlidingTile-v0", size=size, moves=moves)
    check_env(env.unwrapped, skip_render_check=True)


@pytest.mark.parametrize("moves", ["tile", "blank"])
def test_a_shortest_solution_solves_the_environment(moves: str) -> None:
    env = taquin.gym.SlidingTile("3x3", "snail", moves=moves, distance=True, render_mode="ansi")  # type: ignore[arg-type]
    board, info = env.reset(seed=3, options={"moves": 17})
    assert info["distance"] == 17
    found = taquin.solve_many(board[None], "snail", moves=moves)  # type: ignore[arg-type]
    for left, action in zip(range(16, -1, -1), found.of(0)):
        assert info["action_mask"][action]
        board, reward, terminated, truncated, info = env.step(action)
        assert info["distance"] == left and terminated == (left == 0) and reward == (0 if left == 0 else -1)
    assert not truncated and "8" in (env.render() or "")
    with pytest.raises(ValueError, match="unknown options"):
        env.reset(options={"move": 3})
    with pytest.raises(ValueError, match="not an action"):
        env.step(np.int64(9))
    same, _ = env.reset(options={"board": board})
    assert (same == board).all()
    illegal = int(np.flatnonzero(info["action_mask"] == 0)[0]) if (info["action_mask"] == 0).any() else None
    if illegal is not None:
        after, reward, *_ = env.step(np.int64(illegal))
        assert (after == board).all()


def deltas(package: str) -> list[tuple[int, int]]:
    """The motion of the blank (rows, columns) for each action, as the packages define it."""
    return {
        "jumanji": [(-1, 0), (0, 1), (1, 0), (0, -1)],
        "puxle": [(0, 1), (0, -1), (1, 0), (-1, 0)],
        "deepcubea": [(1, 0), (-1, 0), (0, 1), (0, -1)],
    }[package]


@pytest.mark.parametrize("package", ["jumanji", "puxle", "deepcubea"])
def test_actions(package: str) -> None:
    board = taquin.Board("1 2 3/4 0 5/6 7 8")
    for action, (rows, cols) in enumerate(deltas(package)):
        move = Move(int(actions.convert([action], source=package, target="taquin")[0]))
        assert board.after(move).blank == (1 + rows, 1 + cols)
        assert actions.convert([move], source="taquin", target=package)[0] == action
    with pytest.raises(ValueError, match="choose from"):
        actions.convert([0], source="other", target="taquin")
    with pytest.raises(ValueError, match="0 to 3"):
        actions.convert([4], source=package, target="taquin")


@pytest.fixture
def their_state() -> type:
    """DeepCubeA's class, for writing a file as it does."""
    module = types.ModuleType("environments.n_puzzle")

    class NPuzzleState:
        __slots__ = ["tiles", "hash"]

        def __init__(self, tiles: object) -> None:
            self.tiles = tiles
            self.hash = None

    NPuzzleState.__module__ = "environments.n_puzzle"
    NPuzzleState.__qualname__ = "NPuzzleState"
    module.NPuzzleState = NPuzzleState  # type: ignore[attr-defined]
    sys.modules["environments"] = types.ModuleType("environments")
    sys.modules["environments.n_puzzle"] = module
    return NPuzzleState


@pytest.mark.parametrize("protocol", [2, 3, 4, 5])
def test_deepcubea_files(tmp_path: Path, their_state: type, protocol: int) -> None:
    boards = taquin.random_boards("5x5", 3, seed=2)
    states = [their_state(board.ravel().astype(np.uint8)) for board in boards]
    file = tmp_path / "data_0.pkl"
    file.write_bytes(pickle.dumps({"states": states, "solutions": [[0, 1], [2], []], "times": [np.float64(1.5)]}, protocol))
    for name in ("environments", "environments.n_puzzle"):
        del sys.modules[name]
    read, others = deepcubea.load(file)
    assert (read == boards).all() and others["solutions"] == [[0, 1], [2], []] and others["times"] == [1.5]


def test_deepcubea_files_run_nothing() -> None:
    class Harmful:
        def __reduce__(self) -> tuple[object, tuple[str]]:
            return (print, ("run",))

    for wrong in (pickle.dumps(Harmful()), pickle.dumps(np.save)):
        with pytest.raises(pickle.UnpicklingError, match="nothing was run"):
            deepcubea.load(io.BytesIO(wrong))
    for wrong in (b"", b"nonsense", pickle.dumps([1, 2]), pickle.dumps({"states": [1]})):
        with pytest.raises((ValueError, pickle.UnpicklingError)):
            deepcubea.load(io.BytesIO(wrong))
