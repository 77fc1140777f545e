"""What mypy checks: a program that uses the package, with types."""

import numpy as np
import taquin
from taquin import Board, Move

solution: taquin.Solution = taquin.solve("8 1 3/4 0 2/7 6 5", within=1.0)
moves: tuple[Move, ...] = solution.moves
boards = taquin.random_boards("4x4", 10, seed=1)
lengths: np.ndarray[tuple[int, ...], np.dtype[np.int32]] = taquin.distances(boards)
board = Board([[1, 2], [3, 0]])
n: int = board.manhattan() + board[0, 1] + len(taquin.solve_all(board))
text: str = board.after(Move.DOWN).text
