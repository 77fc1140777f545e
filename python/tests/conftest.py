"""A plain breadth-first search, the ground truth of the tests."""

from __future__ import annotations

from collections import deque

Tiles = tuple[int, ...]


def neighbors_of(tiles: Tiles, rows: int, cols: int) -> dict[str, Tiles]:
    """The boards after each move, by the letter of the tile's motion."""
    blank = tiles.index(0)
    row, col = divmod(blank, cols)
    found = {}
    for letter, dr, dc in (("U", 1, 0), ("D", -1, 0), ("L", 0, 1), ("R", 0, -1)):
        if 0 <= row + dr < rows and 0 <= col + dc < cols:
            cell = (row + dr) * cols + col + dc
            swapped = list(tiles)
            swapped[blank], swapped[cell] = swapped[cell], 0
            found[letter] = tuple(swapped)
    return found


def all_distances(goal: Tiles, rows: int, cols: int) -> dict[Tiles, int]:
    distance = {goal: 0}
    queue = deque([goal])
    while queue:
        tiles = queue.popleft()
        for after in neighbors_of(tiles, rows, cols).values():
            if after not in distance:
                distance[after] = distance[tiles] + 1
                queue.append(after)
    return distance
