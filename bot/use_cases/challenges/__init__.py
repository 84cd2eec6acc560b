"""Use cases that start a game: challenges, rematches, games with the computer."""
