"""Solvers for Iowa State's course, right and wrong in known ways: iowa.py VARIANT FILE."""

import sys
from collections import deque

GOAL = (1, 2, 3, 8, 0, 4, 7, 6, 5)


def neighbors(board):
    """Yields each move, named after the motion of the tile, and the board after it."""
    blank = board.index(0)
    row, col = divmod(blank, 3)
    for name, dr, dc in (("LEFT", 0, 1), ("RIGHT", 0, -1), ("UP", 1, 0), ("DOWN", -1, 0)):
        r, c = row + dr, col + dc
        if 0 <= r < 3 and 0 <= c < 3:
            cells = list(board)
            cells[blank], cells[r * 3 + c] = cells[r * 3 + c], 0
            yield name, tuple(cells)


def solve(start):
    """Breadth-first search: the course's lists would give the same length."""
    links = {start: None}
    queue = deque([start])
    while queue:
        board = queue.popleft()
        if board == GOAL:
            path = []
            while links[board]:
                name, before = links[board]
                path.append((name, board))
                board = before
            return path[::-1]
        for name, after in neighbors(board):
            if after not in links:
                links[after] = (name, board)
                queue.append(after)


def rows(board):
    return "\n".join(" ".join(str(tile or " ") for tile in board[r : r + 3]).rstrip() for r in (0, 3, 6)) + "\n"


def solution(start, path, heuristic, variant):
    opposite = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}
    text = "%d moves in total (heuristic: %s)\n\n%s" % (len(path), heuristic, rows(start))
    for name, board in path:
        if variant == "all-up":
            name = "UP"
        if variant == "blank-labels":
            name = opposite[name]
        label = "" if variant == "no-labels" else "\n%s\n" % name
        text += "%s\n%s" % (label, rows(board))
    return text


def main():
    variant, path = sys.argv[1], sys.argv[2]
    start = tuple(int(word) for word in open(path).read().split())
    tiles = [tile for tile in start if tile]
    inversions = sum(a > b for i, a in enumerate(tiles) for b in tiles[i + 1 :])
    if inversions % 2 == 0:
        print("No solution exists for the following initial state:\n")
        if variant != "no-state":
            print(rows(start))
        return
    moves = solve(start)
    if variant == "timing":
        print("Reading %s\nOPEN had at most 77 states, 12 steps explored" % path)
    first = solution(start, moves, "the Manhattan distance", variant)
    if variant == "one-heuristic":
        print(first)
        return
    mismatched = "number of mismatched tiles" if variant == "spelling" else "number of mismatached tiles"
    if variant == "bare-headline":
        print(first + "\n%d moves in total (heuristic: %s)\n" % (len(moves), mismatched))
        return
    if variant == "longer-second":
        name, board = next(neighbors(start))
        back = {"UP": "DOWN", "DOWN": "UP", "LEFT": "RIGHT", "RIGHT": "LEFT"}[name]
        moves = [(name, board), (back, start)] + moves
    if variant == "wrong-second":
        moves = moves[:-1]
    print(first + "\n" + solution(start, moves, mismatched, variant))


main()
