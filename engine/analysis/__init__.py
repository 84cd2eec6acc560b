"""What's known about positions and games without a search: values, levels, reviews and puzzles."""
