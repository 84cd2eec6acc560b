"""Records of games, and the text and JSON forms in which they're kept and exchanged."""
