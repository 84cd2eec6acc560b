"""Puzzles, and the one a day."""
