"""What is known about positions and games: values, levels, fair starts, reviews and puzzles. Nothing is searched here."""
