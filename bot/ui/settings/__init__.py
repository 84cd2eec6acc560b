"""The panels with the settings of a player and of a server."""
