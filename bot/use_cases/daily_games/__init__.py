"""The game of the day: how its start is chosen, and who plays it."""
