"""The package where people use it: in child processes, with large boards, with wrong arguments."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor

import numpy as np
import pytest

import taquin

# More than one thread takes at a time.
BOARDS = taquin.random_boards("3x3", 10_000, seed=1)
SECONDS = 60


def all_functions(_: int = 0) -> dict[str, np.ndarray]:
    """Call each function that works on arrays."""
    few = BOARDS[:50]
    after, legal = taquin.neighbors(BOARDS)
    moves = legal.argmax(axis=1)
    return {
        "distances": taquin.distances(BOARDS),
        "distances of few": taquin.distances(few),
        "lengths": taquin.solve_many(few).lengths,
        "larger": taquin.solve_many(taquin.random_boards("3x4", 20, seed=2), threads=2).lengths,
        "4x4": taquin.solve_many(taquin.random_boards("4x4", 5, seed=2), threads=2).lengths,
        "is_solvable": taquin.is_solvable(BOARDS),
        "neighbors": after,
        "apply": taquin.apply(BOARDS, moves),
        "random_boards": taquin.random_boards("4x4", 100, seed=3),
        **taquin.heuristics(BOARDS),
    }


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_children_give_the_same_answers(method: str) -> None:
    expected = all_functions()
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        for found in pool.map(all_functions, range(3), timeout=SECONDS):
            assert found.keys() == expected.keys()
            for name, values in expected.items():
                assert np.array_equal(found[name], values), name


def test_heuristics_of_large_boards_do_not_wrap() -> None:
    board = np.arange(1600).reshape(1, 40, 40)[:, ::-1, ::-1].copy()
    (value,) = taquin.heuristics(board, names=["manhattan"])["manhattan"]
    assert value == taquin.Board(board[0].tolist()).manhattan() > 1 << 15


def test_too_many_boards_are_an_error() -> None:
    with pytest.raises(MemoryError, match="no memory for"):
        taquin.random_boards("4x4", 10**15)


def test_invalid_boards_are_found_before_any_work() -> None:
    def progress(done: int, total: int) -> None:
        raise AssertionError("a board was solved")

    boards = [*BOARDS[:10].tolist(), [[1, 2, 3], [4, 5, 6], [7, 8, 8]]]
    for function in (taquin.solve_many, taquin.distances):
        with pytest.raises(ValueError, match="board 10: "):
            function(boards, progress=progress)


def test_one_board_is_not_taken_for_its_rows() -> None:
    with pytest.raises(ValueError, match="this is one 4x4 board: give a list"):
        taquin.distances(np.arange(16).reshape(4, 4))
    assert taquin.distances(np.arange(16).reshape(1, 16), "blank-first").tolist() == [0]


@pytest.mark.parametrize(
    ("options", "error", "message"),
    [
        ({"threads": -1}, ValueError, "threads=-1: give a whole number from 1 to 1024"),
        ({"nodes": 1e6}, TypeError, r"nodes=1000000.0: give a whole number, such as nodes=1_000_000"),
        ({"memory": "1G"}, TypeError, "memory='1G': give a whole number"),
    ],
)
def test_wrong_options_say_what_is_right(options: dict[str, object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        taquin.solve_many(BOARDS[:2], **options)
    with pytest.raises(error, match=message):
        taquin.solve("1 2 3/4 5 6/7 0 8", **options)


def test_numbers_of_numpy_are_numbers() -> None:
    same = taquin.random_boards("3x3", np.int32(4), seed=np.int64(3))
    assert np.array_equal(same, taquin.random_boards("3x3", 4, seed=3))
    assert (taquin.solve_many(same, threads=np.int64(1), nodes=np.uint32(10**6)).lengths > 0).all()
