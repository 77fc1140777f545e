"""Solvers for Princeton's course and for none in particular, right and wrong in known ways: solver.py VARIANT [FILE].

Without a file, the board is read from standard input. The variants of the search are mistakes in A*; those of the
output are what students' programs print.
"""

import heapq
import json
import sys
import time

SEARCH_MISTAKES = ["blank-counted", "visited-too-early", "moves-ignored", "distance-doubled", "rows-for-columns"]


def neighbors(board, n):
    """Yields the letter, the tile and the board of each move; letters name the motion of the tile."""
    blank = board.index(0)
    row, col = divmod(blank, n)
    for letter, dr, dc in (("U", 1, 0), ("D", -1, 0), ("L", 0, 1), ("R", 0, -1)):
        r, c = row + dr, col + dc
        if 0 <= r < n and 0 <= c < n:
            cells = list(board)
            cells[blank], cells[r * n + c] = cells[r * n + c], 0
            yield letter, board[r * n + c], tuple(cells)


def distance(board, n, mistake):
    total = 0
    for cell, tile in enumerate(board):
        home = tile - 1
        if tile == 0:
            if mistake != "blank-counted":
                continue
            home = n * n - 1
        row, col = divmod(home, n)
        if mistake == "rows-for-columns":
            row, col = col, row
        total += abs(cell // n - row) + abs(cell % n - col)
    return 2 * total if mistake == "distance-doubled" else total


def search(start, n, mistake):
    """Returns the moves as (letter, tile, board)."""
    goal = tuple(range(1, n * n)) + (0,)
    queue = [(0, 0, start, 0, None)]
    came_from = {}
    enqueued = {start}
    count = 0
    while queue:
        _, _, board, moves, link = heapq.heappop(queue)
        if board in came_from:
            continue
        came_from[board] = link
        if board == goal:
            path = []
            while came_from[board]:
                letter, tile, before = came_from[board]
                path.append((letter, tile, board))
                board = before
            return path[::-1]
        for letter, tile, after in neighbors(board, n):
            if mistake in ("visited-too-early", "moves-ignored", "rows-for-columns"):
                if after in enqueued:
                    continue
                enqueued.add(after)
            h = distance(after, n, mistake)
            priority = h if mistake == "moves-ignored" else moves + 1 + h
            count += 1
            heapq.heappush(queue, (priority, count, after, moves + 1, (letter, tile, board)))
    raise AssertionError("unsolvable boards are not searched")


def is_solvable(board, n):
    tiles = [tile for tile in board if tile]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])
    return inversions % 2 == 0 if n % 2 else (inversions + board.index(0) // n) % 2 == 1


def rows(board, n):
    return [board[r * n : (r + 1) * n] for r in range(n)]


def show(board, n, variant):
    """Returns a board as text."""
    if variant == "one-line":
        return "/".join(" ".join(map(str, row)) for row in rows(board, n))
    if variant == "gap":
        return "\n".join(" ".join("%2s" % (tile or "") for tile in row) for row in rows(board, n)) + "\n"
    if variant == "framed":
        bar = "+" + "---+" * n
        return "\n".join([bar] + ["| " + " | ".join(map(str, row)) + " |\n" + bar for row in rows(board, n)]) + "\n"
    if variant == "dash":
        return "\n".join(" ".join(str(tile or "-") for tile in row) for row in rows(board, n)) + "\n"
    if variant == "missing-blank":
        return "\n".join(" ".join(str(tile) for tile in row if tile) for row in rows(board, n)) + "\n"
    if variant == "transposed":
        board = tuple(board[c * n + r] for r in range(n) for c in range(n))
    grid = "\n".join("".join("%2d " % tile for tile in row) for row in rows(board, n)) + "\n"
    return grid if variant == "no-size" else "%d\n%s" % (n, grid)


def main():
    variant = sys.argv[1]
    text = open(sys.argv[2]).read() if len(sys.argv) > 2 else sys.stdin.read()
    numbers = [int(word) for word in text.split()]
    n, start = numbers[0], tuple(numbers[1:])
    if variant == "slow":
        time.sleep(100)
    if variant == "nothing":
        return
    if variant == "garbage":
        print("It works on my machine.")
        return
    if variant == "checking":
        print("Checking whether the board is unsolvable...")
    if variant == "solvable-label":
        print("Solvable: " + ("yes" if is_solvable(start, n) else "no"))
    if not is_solvable(start, n) and variant != "never-unsolvable" or variant == "always-unsolvable":
        if variant != "solvable-label":
            print("-1" if variant == "minus-one" else "No solution possible")
        sys.exit(1 if variant == "exit-unsolvable" else 0)
    if variant == "never-unsolvable" and not is_solvable(start, n):
        print("Minimum number of moves = 0")
        print(show(start, n, variant))
        return
    path = search(start, n, variant)
    if variant == "not-shortest":
        (letter, tile, board) = next(neighbors(start, n))
        back = {"U": "D", "D": "U", "L": "R", "R": "L"}[letter]
        path = [(letter, tile, board), (back, tile, start)] + path
    letters = "".join(letter for letter, _, _ in path)
    opposite = str.maketrans("UDLR", "DURL")
    words = {"U": "Up", "D": "Down", "L": "Left", "R": "Right"}
    short = {
        "letters": letters,
        "blank-letters": letters.translate(opposite),
        "words": ", ".join(words[letter] for letter in letters),
        "tiles": " ".join(str(tile) for _, tile, _ in path),
        "json": json.dumps({"length": len(path), "moves": letters}),
        "only-count": "Minimum number of moves = %d" % len(path),
    }
    if variant in short:
        print(short[variant])
        return
    boards = [start] + [board for _, _, board in path]
    if variant == "reversed":
        boards.reverse()
    if variant == "stops-early":
        boards.pop()
    if variant == "skips-a-board" and len(boards) > 3:
        del boards[2]
    if variant == "board-twice":
        boards.insert(2, boards[1])
    if variant == "twin-board":
        twin = list(start)
        i, j = [cell for cell, tile in enumerate(start) if tile][:2]
        twin[i], twin[j] = twin[j], twin[i]
        print("twin:\n" + show(twin, n, variant))
    if variant in ("echo", "echo-goal"):
        print("Initial board:\n" + show(start, n, variant))
    if variant == "echo-goal":
        print("Goal board:\n" + show(boards[-1], n, variant))
    if variant == "two-numbers":
        print("10 5")
    print("Minimum number of moves = %d" % (len(path) + (variant == "wrong-count")))
    for i, board in enumerate(boards):
        if variant == "counter":
            print("moves = %d" % i)
        if variant == "crash-middle" and i == 2:
            raise IndexError("list index out of range: %s" % ("the board has been changed " * 5))
        if variant == "torn" and i == 1:
            board = board[:1] * 2 + board[2:]
        print(show(board, n, variant))
    extra = {
        "queue-length": "Max queue length: 34",
        "search-steps": "Search took 345 steps",
        "moves-explored": "Total moves explored: 345",
        "moves-tried": "Total moves tried: 120",
        "twin-line": "Twin has no solution",
        "time": "Solved in 0.02 seconds using 1234 KB of memory",
    }
    if variant in extra:
        print(extra[variant])
    if variant == "crash-after":
        raise ValueError("the queue is empty")
    if variant == "exit-after":
        sys.exit(3)


main()
