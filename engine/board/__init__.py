"""The board: spaces, pieces, moves, sets of them as bits, and the symmetries of the board."""
