"""Every distance, length and neighbor on 3x3 and 2x4, against a plain breadth-first search."""

from __future__ import annotations

import numpy as np
import pytest
import taquin
from conftest import all_distances, neighbors_of
from taquin import Board, Goal

GOALS = ["blank-last", "blank-first", "snail"]
OPPOSITE = {"U": "D", "D": "U", "L": "R", "R": "L"}


@pytest.mark.parametrize("size", [(3, 3), (2, 4)])
@pytest.mark.parametrize("name", GOALS)
def test_all_boards(size: tuple[int, int], name: str) -> None:
    goal = Goal(name, size=size)
    exact = all_distances(goal.board.tiles, *size)
    boards = np.array(list(exact), dtype=np.int16)
    expected = np.array(list(exact.values()))
    assert (taquin.distances(boards, name, size=size) == expected).all()
    assert taquin.is_solvable(boards, goal, size=size).all()
    twins = boards.copy()
    first, second = (1, 2)
    twins[boards == first], twins[boards == second] = second, first
    assert not taquin.is_solvable(twins, goal, size=size).any()
    assert (taquin.distances(twins[:5000], goal, size=size) == taquin.UNSOLVABLE).all()
    for values in taquin.heuristics(boards, goal, size=size).values():
        assert (values <= expected).all()


@pytest.mark.parametrize("size", [(3, 3), (2, 4)])
@pytest.mark.parametrize("name", GOALS)
@pytest.mark.parametrize("moves", ["tile", "blank"])
def test_solutions_and_moves(size: tuple[int, int], name: str, moves: str) -> None:
    goal = Goal(name, size=size)
    exact = all_distances(goal.board.tiles, *size)
    sample = list(exact)[:: len(exact) // 200]
    boards = np.array(sample)
    found = taquin.solve_many(boards, goal, size=size, moves=moves)
    assert found.proven.all() and not found.errors
    after, legal = taquin.neighbors(boards, size=size, moves=moves)
    for i, start in enumerate(sample):
        assert found.lengths[i] == exact[start]
        tiles = start
        for number in found.of(i):
            letter = "UDLR"[number] if moves == "tile" else OPPOSITE["UDLR"[number]]
            tiles = neighbors_of(tiles, *size)[letter]
        assert tiles == goal.board.tiles
        expected = neighbors_of(start, *size)
        for number, letter in enumerate("UDLR"):
            letter = letter if moves == "tile" else OPPOSITE[letter]
            assert legal[i, number] == (letter in expected)
            assert tuple(after[i, number].ravel()) == expected.get(letter, start)
    by = legal.argmax(axis=1)
    assert (taquin.apply(boards, by, size=size, moves=moves) == after[np.arange(len(by)), by]).all()


def test_one_board() -> None:
    board = Board("8 1 3/4 0 2/7 6 5")
    solution = taquin.solve(board)
    assert len(solution) == 14 and solution.is_shortest and solution.lower_bound == 14
    boards = list(solution.boards())
    assert boards[0] == board and boards[-1].is_goal()
    assert [before.after(move) for before, move in zip(boards, solution.moves)] == boards[1:]
    for algorithm in ("astar", "ida", "bfs", "ids", "ucs", "bidirectional"):
        assert len(taquin.solve(board, algorithm=algorithm)) == 14
    assert len(taquin.solve(board, algorithm="astar", heuristic="hamming")) == 14
    assert len(taquin.solve(board, heuristic="hamming")) == 14
    with pytest.raises(ValueError, match="bfs takes no heuristic"):
        taquin.solve(board, algorithm="bfs", heuristic="hamming")
    with pytest.raises(ValueError, match="bfs, dfs, ids and ucs, not auto"):
        taquin.solve(board, order="UDLR")


def test_python_heuristics() -> None:
    board = Board("8 1 3/4 0 2/7 6 5")
    solution = taquin.solve(board, heuristic=lambda board: board.manhattan(), check=True)
    assert len(solution) == 14 and solution.is_shortest
    unchecked = taquin.solve(board, heuristic=lambda board: board.manhattan())
    assert len(unchecked) == 14 and not unchecked.is_shortest
    with pytest.raises(ValueError, match="not admissible"):
        taquin.solve(board, heuristic=lambda board: 100, check=True)
    for wrong in (float("nan"), "3", None):
        with pytest.raises(TypeError, match="must be an integer"):
            taquin.solve(board, heuristic=lambda board, wrong=wrong: wrong)  # type: ignore[misc]
    with pytest.raises(ValueError, match="A[*] only"):
        taquin.solve(board, heuristic=lambda board: 0, algorithm="ida")
    with pytest.raises(taquin.Unsolvable):
        taquin.solve(board.twin(), heuristic=lambda board: 0)
    with pytest.raises(taquin.Stopped):
        taquin.solve("8 6 7/2 5 4/3 0 1", heuristic=lambda board: 0, nodes=100)
