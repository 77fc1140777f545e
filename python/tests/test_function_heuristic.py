"""A* with a heuristic written in Python."""

import pytest
import taquin


def test_function_heuristics_have_limits_and_counts():
    board = taquin.Board("8 6 7/2 5 4/3 0 1")

    def manhattan(board):
        return board.manhattan()

    with pytest.raises(taquin.Stopped, match=r"stopped \(time\): nothing is proven"):
        taquin.solve(board, heuristic=manhattan, time=0)
    with pytest.raises(taquin.Stopped, match=r"stopped \(nodes\)"):
        taquin.solve(board, heuristic=manhattan, nodes=10)
    for option in ({"within": 1.0}, {"memory": 1 << 20}, {"depth": 5}, {"order": "UDLR"}, {"threads": 2}):
        with pytest.raises(ValueError, match=f"{next(iter(option))}: A\\* with a function"):
            taquin.solve(board, heuristic=manhattan, **option)
    with pytest.raises(ValueError, match="check: the named heuristics"):
        taquin.solve(board, heuristic="manhattan", check=True)
    near = "1 2 3/4 5 6/0 7 8"
    solution = taquin.solve(near, heuristic=lambda board: -5, check=True)
    assert solution.is_shortest and len(solution) == 2
    reports = []
    solution = taquin.solve(board, heuristic=manhattan, progress=lambda *report: reports.append(report))
    assert reports and len(solution) == 31
    # The same count as A* of the library, except for ties: the parent is not generated.
    own = taquin.solve(board, algorithm="astar", heuristic="manhattan").stats["generated"]
    assert 0.7 < solution.stats["generated"] / own < 1.4
