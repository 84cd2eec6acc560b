"""The game itself: rulesets, positions, what may be played, and how a game ends."""
