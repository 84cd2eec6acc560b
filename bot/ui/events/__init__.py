"""Cups and other events: their forms, cards, and what people press on them; and the lobby of a server."""
