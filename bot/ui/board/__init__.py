"""The message that shows a game, and every way it is posted, changed and moved."""
