"""Measures the Python package beside the command, and beside slidingpuzzle if it is installed: python bench.py

Needs the databases of ``taquin tables build 15:7-8`` and two idle cores. Each figure is the median of several runs.
"""

from __future__ import annotations

import itertools
import re
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import taquin

PUZZLES = Path(__file__).parent.parent / "puzzles"


def median(work: Callable[[], object], runs: int = 5) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def command(*args: str) -> str:
    run = subprocess.run(["taquin", *args], check=True, capture_output=True, text=True)
    return run.stdout + run.stderr


def korf() -> list[taquin.Board]:
    lines = (PUZZLES / "korf-15.txt").read_text().splitlines()
    return [taquin.Board(line.split("#")[0], size="4x4") for line in lines if line[:1].isdigit()]


def seconds(text: str) -> float:
    value, unit = re.findall(r"([\d.]+) (ms|s)\b", text)[-1]
    return float(value) / (1000 if unit == "ms" else 1)


def main() -> None:
    boards = korf()
    nodes = taquin.solve_many(boards, "blank-first", threads=2).nodes.sum()
    ours = median(lambda: taquin.solve_many(boards, "blank-first", threads=2))
    theirs = statistics.median(
        seconds(
            re.search(r"nodes, .*", command("bench", "korf-15", "--batch", "--threads", "2", "--repeat", "1"))[0].rsplit(",", 1)[0]
        )
        for _ in range(5)
    )
    print(
        f"Korf's hundred: {ours * 1000:.0f} ms, taquin bench --batch {theirs * 1000:.0f} ms: {ours / theirs:.2f} times; {nodes:,} nodes"
    )

    random = taquin.random_boards("4x4", 10_000, seed=7)
    taquin.distances(random[:10])
    ours = median(lambda: taquin.solve_many(random, threads=2), 3)
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as file:
        file.writelines(" ".join(map(str, board.ravel())) + "\n" for board in random)
        file.flush()
        theirs = median(lambda: command("batch", file.name, "--threads", "2", "--gpu", "never"), 3)
    print(f"10,000 random 15-puzzles: {ours:.2f} s, taquin batch {theirs:.2f} s: {ours / theirs:.2f} times")

    permutations = np.array(list(itertools.permutations(range(9))), dtype=np.uint8)
    solvable = permutations[taquin.is_solvable(permutations)]
    start = time.perf_counter()
    taquin.distances(solvable)
    first = time.perf_counter() - start
    print(
        f"distances of {len(solvable):,} boards of 3x3: {median(lambda: taquin.distances(solvable)) * 1000:.0f} ms, the first time {first * 1000:.0f} ms"
    )

    half = random[:4000]
    one = median(lambda: taquin.solve_many(half, threads=1), 3)

    def two() -> None:
        threads = [threading.Thread(target=lambda: taquin.solve_many(half, threads=1)) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    print(f"two Python threads: {median(two, 3) / one:.2f} times the time of one, for twice the work")
    imported = median(lambda: subprocess.run([sys.executable, "-c", "import taquin"], check=True), 9)
    empty = median(lambda: subprocess.run([sys.executable, "-c", ""], check=True), 9)
    print(f"import: {(imported - empty) * 1000:.0f} ms")
    compare_with_slidingpuzzle()


def compare_with_slidingpuzzle() -> None:
    try:
        from slidingpuzzle import linear_conflict_distance, search
    except ImportError:
        print("slidingpuzzle is not installed")
        return
    boards = taquin.random_boards("3x3", 50, seed=5)
    # Its boards have the blank last, as ours.
    theirs = median(lambda: [search(board, "a*", heuristic=linear_conflict_distance) for board in boards], 1)
    ours = median(lambda: taquin.solve_many(boards), 9)
    print(
        f"slidingpuzzle, A* with linear conflict, 50 random boards of 3x3: {theirs:.2f} s, here {ours * 1000:.2f} ms: {theirs / ours:,.0f} times"
    )


if __name__ == "__main__":
    main()
