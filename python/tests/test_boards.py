"""Boards, goals, moves and solutions as Python objects; bad input."""

from __future__ import annotations

import pickle
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
import taquin
from taquin import Board, Goal, Move

TEXT = "8 1 3/4 0 2/7 6 5"
ROWS = [[8, 1, 3], [4, 0, 2], [7, 6, 5]]


@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int16, np.uint16, np.int32, np.uint32, np.int64, np.uint64])
def test_boards_from_anything(dtype: type) -> None:
    board = Board(TEXT)
    array = np.array(ROWS, dtype=dtype)
    wide = np.zeros((6, 6), dtype=dtype)
    wide[::2, ::2] = array
    for same in (ROWS, tuple(map(tuple, ROWS)), array, np.asfortranarray(array), wide[::2, ::2], array.ravel(), board):
        assert Board(same) == board
    expected = taquin.distances([board])
    for same in (array[None], array.reshape(1, 9), np.asfortranarray(array[None]), wide[None, ::2, ::2], [ROWS]):
        assert (taquin.distances(same) == expected).all()
    assert (taquin.distances(array[::-1, ::-1][None]) == taquin.distances([Board(array[::-1, ::-1])])).all()


def test_boards_are_values() -> None:
    board = Board(TEXT)
    assert {board: 1}[Board(ROWS)] == 1 and board != board.twin() and board != TEXT
    assert sorted([board, board.twin()]) == sorted([board.twin(), board]) and (board < board.twin()) != (board > board.twin())
    assert pickle.loads(pickle.dumps(board)) == board
    assert eval(repr(board)) == board and str(board).count("\n") >= 2
    assert board[1, 2] == 2 and board[-1, -1] == 5 and board.size == (3, 3) and board.blank == (1, 1)
    assert (np.asarray(board) == np.array(ROWS)).all() and np.array(board, dtype=np.int8).dtype == np.int8
    assert board.rows == tuple(map(tuple, ROWS)) and board._repr_svg_().startswith("<svg")
    with pytest.raises(AttributeError):
        board.size = (2, 2)  # type: ignore[misc]
    with pytest.raises(IndexError):
        board[3, 0]
    goal = Goal("snail", size="3x3")
    assert pickle.loads(pickle.dumps(goal)) == goal and hash(goal) == hash(Goal("ring")) and eval(repr(goal)) == goal
    solution = taquin.solve(board)
    assert pickle.loads(pickle.dumps(solution)) == solution and hash(solution) == hash(taquin.solve(board))
    assert "14 moves" in solution._repr_html_() and "svg" in solution._repr_html_()


def test_moves() -> None:
    board = Board("1 2 3/4 5 6/7 8 0")
    assert board.legal_moves() == [Move.DOWN, Move.RIGHT]
    assert board.legal_moves(moves="blank") == [Move.UP, Move.LEFT]
    assert board.after("D") == board.after(Move.DOWN) == board.after(1) == board.after("U", moves="blank")
    with pytest.raises(ValueError, match="U"):
        board.after("U")
    with pytest.raises(ValueError, match="not a move"):
        board.after("X")
    with pytest.raises(ValueError, match="tile"):
        board.after("U", moves="both")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "wrong, error, message",
    [
        ([[1, 2], [3, 3]], ValueError, "3"),
        ([[1, 2], [3, 4]], ValueError, "0"),
        ([[1, 2], [3]], ValueError, "row"),
        ([[1, 2], [3, 0.5]], TypeError, "row 1, column 1"),
        ([[1, 2], [3, float("nan")]], TypeError, "row 1, column 1"),
        ([[1, 2], [3, -1]], ValueError, "row 1, column 1: -1"),
        ([[1, 2], [3, 10**30]], (TypeError, ValueError), "row 1, column 1"),
        ([1, 2, 0], ValueError, "size"),
        (3, TypeError, "not a board"),
        (None, TypeError, "not a board"),
        ("", ValueError, "board|empty"),
        ("1 2/3 ab", ValueError, "ab"),
    ],
)
def test_bad_boards(wrong: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        Board(wrong)  # type: ignore[arg-type]


def test_bad_arrays() -> None:
    good = np.array([ROWS, ROWS])
    bad = good.copy()
    bad[1, 2, 0] = 9
    with pytest.raises(ValueError, match="board 1: row 2, column 0: 9 is not a tile"):
        taquin.solve_many(bad)
    marked = taquin.solve_many(bad, errors="mark")
    assert list(marked.lengths) == [14, taquin.FAILED] and list(marked.errors) == [1] and len(marked.of(1)) == 0
    bad[1, 2, 0] = 8
    for call in (taquin.solve_many, taquin.distances, taquin.heuristics, taquin.is_solvable, taquin.neighbors):
        with pytest.raises(ValueError, match="board 1"):
            call(bad)
    with pytest.raises(TypeError, match="float64"):
        taquin.distances(good.astype(float))
    with pytest.raises(ValueError, match="unequal"):
        taquin.distances([[[1, 2], [3, 0]], [[1, 2, 3], [4, 5, 0]]])
    with pytest.raises(ValueError, match="board 1 is 2x3 and board 0 is 2x2"):
        taquin.distances(["1 2/3 0", "1 2 3/4 5 0"])
    with pytest.raises(ValueError, match="shape"):
        taquin.distances(np.zeros((2, 2, 2, 2), dtype=int))
    with pytest.raises(ValueError, match="the boards are 3x3, and 4x4 is wanted"):
        taquin.distances(good, size="4x4")
    found = taquin.solve_many(good)
    assert (found.of(-1) == found.of(1)).all() and len(found.of(-1)) == 14
    with pytest.raises(IndexError, match="no board 2"):
        found.of(2)
    with pytest.raises(TypeError, match="by name"):
        taquin.solve_many(good, heuristic=len)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="seed=None"):
        taquin.random_boards("3x3", 1, None)  # type: ignore[arg-type]
    assert list(taquin.heuristics(good, names="manhattan")) == ["manhattan"]
    with pytest.raises(ValueError, match="need a size"):
        taquin.distances(np.array([[1, 2, 3, 4, 5, 0]]))
    huge = good.astype(np.uint64)
    huge[0, 0, 0] = 2**63
    with pytest.raises(ValueError, match="board 0: row 0, column 0"):
        taquin.distances(huge)
    for empty in ([], np.zeros((0, 3, 3), dtype=int), np.zeros((0, 9), dtype=int)):
        assert len(taquin.solve_many(empty)) == 0
    with pytest.raises(ValueError, match="move 1: there is no move 4"):
        taquin.apply(good, [0, 4])
    with pytest.raises(ValueError, match="2 boards and 1 moves"):
        taquin.apply(good, [0])
    for wrong in ({"algorithm": "best"}, {"heuristic": "best"}, {"within": -1.0}, {"goal": "top"}, {"goal": "1 2/3 0"}):
        with pytest.raises(ValueError):
            taquin.solve(TEXT, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="auto, always, never"):
        taquin.solve_many(good, gpu="abacus")
    with pytest.raises(ValueError, match="4x4 and 5x5"):
        taquin.solve_many(good, gpu="always")
    assert list(taquin.solve_many(good, gpu="never").lengths) == [14, 14]
    with pytest.raises(ValueError, match="'raise' or 'mark'"):
        taquin.solve_many(good, errors="ignore")  # type: ignore[arg-type]


def test_traces() -> None:
    recorded = taquin.trace(TEXT)
    assert len(recorded["moves"]) == 14 and recorded["nodes"][0]["estimate"] == 10
    assert taquin.trace("1 2 3/4 5 6/0 7 8", algorithm="bfs", order="RDLU")["moves"] == "LL"
    for wrong in ({"algorithm": "best"}, {"steps": 0}, {"heuristic": "best"}, {"algorithm": "bfs", "heuristic": "manhattan"}):
        with pytest.raises(ValueError):
            taquin.trace(TEXT, **wrong)  # type: ignore[arg-type]


def test_limits_and_unsolvable() -> None:
    with pytest.raises(taquin.Unsolvable, match="unsolvable|parity|odd|even"):
        taquin.solve(Board(TEXT).twin())
    with pytest.raises(taquin.Stopped) as stopped:
        taquin.solve("0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1", nodes=1000)
    assert stopped.value.lower_bound > 50
    hard = taquin.random_boards("6x6", 1, seed=3)[0]
    solution = taquin.solve(hard, within=0.5)
    assert not solution.is_shortest and 0 < solution.lower_bound < len(solution)


def test_random_boards_are_those_of_the_command() -> None:
    boards = taquin.random_boards("4x4", 3, seed=7)
    assert boards.shape == (3, 4, 4) and boards.dtype == np.uint16
    assert (boards == taquin.random_boards((4, 4), 3, seed=7)).all()
    assert taquin.is_solvable(boards).all()
    assert not taquin.is_solvable(taquin.random_boards("4x4", 3, seed=7, solvable=False)).any()


def test_progress() -> None:
    calls: list[tuple[int, int]] = []
    taquin.solve_many(taquin.random_boards("4x4", 20), progress=lambda done, total: calls.append((done, total)))
    assert calls[-1] == (20, 20)

    def fail(done: int, total: int) -> None:
        raise KeyError(done)

    with pytest.raises(KeyError):
        taquin.solve_many(taquin.random_boards("4x4", 400), progress=fail)


def test_threads_run_in_parallel() -> None:
    results: list[int] = []
    board = Board("8 6 7/2 5 4/3 0 1")
    threads = [threading.Thread(target=lambda: results.append(len(taquin.solve(board)))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [31] * 4


def test_ctrl_c() -> None:
    program = "import signal, taquin\nsignal.signal(signal.SIGINT, signal.default_int_handler)\nprint('go', flush=True)\ntaquin.solve(taquin.random_boards('5x5', 1)[0])"
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "go\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    start = time.monotonic()
    _, error = process.communicate(timeout=30)
    assert "KeyboardInterrupt" in error and time.monotonic() - start < 5
