"""Makers of data: the opening book and the puzzles. The bot runs none of this."""
