"""Mistakes in a finished game to try again, as private puzzles."""
