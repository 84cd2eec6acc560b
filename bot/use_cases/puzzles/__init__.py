"""Puzzles, and the daily puzzle."""
