#!/usr/bin/env python3
"""Measures time and memory of commands against the promises of docs/limits.md, for 1, 2 and 8 threads.

    cargo build --release && crates/taquin-cli/tests/measure_limits.py [PROGRAM]

Time: the limit, 5 % and 50 ms, the best of three runs. Memory: the limit and 2 %; for input, the size of the file and the memory of the
program itself. Linux only. Prints a line for each measurement, and exits with 1 if one breaks its promise.
"""

import os
import random
import subprocess
import sys
import tempfile
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../..")
PROGRAM = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(ROOT, "target/release/taquin"))
MIB = 1 << 20
HARD = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1"


def peak_memory(pid):
    """Returns the peak resident set size of a process, or 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii") as status:
            return max((int(line.split()[1]) * 1024 for line in status if line.startswith("VmHWM:")), default=0)
    except (FileNotFoundError, ProcessLookupError):
        return 0


def measure(arguments):
    """Runs the program; returns its seconds and its peak memory in bytes."""
    start = time.monotonic()
    peak = 0
    with subprocess.Popen([PROGRAM, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, cwd=ROOT) as child:
        while child.poll() is None:
            peak = max(peak, peak_memory(child.pid))
            time.sleep(0.002)
        seconds = time.monotonic() - start
    if child.returncode not in (0, 1, 3):
        raise SystemExit(f"{' '.join(arguments)}: status {child.returncode}")
    return seconds, peak


def random_3x3(count, separator):
    """Returns solvable boards, one a line."""
    generator = random.Random(1)
    lines = []
    while len(lines) < count:
        tiles = generator.sample(range(9), 9)
        rest = [tile for tile in tiles if tile]
        if sum(a > b for i, a in enumerate(rest) for b in rest[i + 1:]) % 2 == 0:
            lines.append(separator.join(map(str, tiles)))
    return "\n".join(lines) + "\n"


def main():
    broken = 0

    def report(what, threads, found, allowed, unit):
        nonlocal broken
        verdict = "" if found <= allowed else "  <- broken"
        broken += found > allowed
        print(f"{what:<58} {threads:>2} threads  {found:9.3f} of {allowed:9.3f} {unit}{verdict}", flush=True)

    with tempfile.TemporaryDirectory() as folder:
        large = os.path.join(folder, "127x127.txt")
        with open(large, "w", encoding="ascii") as file:
            subprocess.run([PROGRAM, "random", "127x127"], stdout=file, check=True)
        timed = [
            (0.5, ["solve", large, "--within", "500ms", "--format", "json"]),
            (1.0, ["solve", large, "--within", "1s", "--style", "moves"]),
            (0.5, ["solve", "puzzles/10x10-random.txt", "--within", "500ms"]),
            (2.0, ["check", "puzzles/10x10-random.txt", "-a", "astar", "--memory", "2G", "--time", "2s"]),
            (2.0, ["check", "puzzles/10x10-random.txt", "-a", "iowa-heap", "--memory", "2G", "--time", "2s"]),
            (0.3, ["solve", HARD, "--metric", "multi", "--time", "300ms"]),
        ]
        # On all cores.
        seconds = min(measure(["census", "2x6", "--time", "300ms"])[0] for _ in range(3))
        report("census 2x6 --time 300ms", os.cpu_count(), seconds, 0.3 * 1.05 + 0.05, "s")
        for threads in (1, 2, 8):
            for limit, arguments in timed:
                seconds = min(measure([*arguments, "--threads", str(threads)])[0] for _ in range(3))
                name = " ".join(os.path.basename(word) for word in arguments)
                report(name[:58], threads, seconds, limit * 1.05 + 0.05, "s")
            for algorithm in ("astar", "bidirectional", "iowa-heap", "princeton", "auto"):
                arguments = ["check", HARD, "-a", algorithm, "--memory", "100M", "--time", "5s"]
                peak = measure([*arguments, "--threads", str(threads)])[1]
                report(" ".join(arguments[2:]), threads, peak / MIB, 102, "MiB")
            for name, separator, factor in (("3x3, numbers", " ", 1), ("3x3, digits", "", 3)):
                path = os.path.join(folder, f"boards{len(separator)}.txt")
                with open(path, "w", encoding="ascii") as file:
                    file.write(random_3x3(200_000, separator))
                size = os.path.getsize(path)
                for command in ("check", "solve", "batch"):
                    peak = measure([command, path, "-a", "greedy", "--threads", str(threads)]
                                   if command != "batch" else [command, path, "--threads", str(threads)])[1]
                    report(f"{command}, {name}: {size / MIB:.1f} MiB", threads, peak / MIB, factor * size / MIB + 24, "MiB")
    sys.exit(broken > 0)


if __name__ == "__main__":
    main()
