"""The board and what stands on it: spaces, pieces, moves, sets of them as bits, and the board's symmetries."""
