"""The analysis board: any position, with the exact value of every move."""
