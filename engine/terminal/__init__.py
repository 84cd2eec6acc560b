"""The engine in a terminal: the command line, a game against the computer, and the board as text."""
