"""The multi-tile metric, against a plain breadth-first search."""

from __future__ import annotations

import numpy as np
import pytest
import taquin
from taquin import Board, Goal


def distances_in_multi(goal: Board) -> dict[Board, int]:
    found = {goal: 0}
    level = [goal]
    while level:
        following = []
        for board in level:
            for move, neighbor in board.neighbors():
                while neighbor is not None:
                    if neighbor not in found:
                        found[neighbor] = found[board] + 1
                        following.append(neighbor)
                    neighbor = next((after for by, after in neighbor.neighbors() if by == move), None)
        level = following
    return found


def test_lengths_are_exact():
    truth = distances_in_multi(Goal("blank-last", size=(2, 3)).board)
    boards = list(truth)
    assert taquin.distances(boards, metric="multi").tolist() == list(truth.values())
    few = boards[::7]
    found = taquin.solve_many(few, metric="multi")
    assert found.lengths.tolist() == [truth[board] for board in few] and found.proven.all()
    for board in few:
        solution = taquin.solve(board, metric="multi")
        assert (len(solution), solution.is_shortest, solution.metric) == (truth[board], True, "multi")
        assert [*solution.boards()][-1] == Goal("blank-last", size=(2, 3)).board
    every = taquin.solve_all("8 1 3/4 0 2/7 6 5", metric="multi")
    assert every.total == 1 and len(every[0]) == 12 and every[0].is_shortest


def test_wrong_options_are_refused():
    with pytest.raises(ValueError, match="is not a metric"):
        taquin.solve("1 2/3 0", metric="half")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="counts single-tile moves"):
        taquin.solve("8 1 3/4 0 2/7 6 5", metric="multi", algorithm="astar")
    assert np.array_equal(taquin.distances(["1 2 3/4 5 6/8 7 0"], metric="multi"), [-1])
