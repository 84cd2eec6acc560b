"""Hints, from the space to the move, in one private message."""
