"""Records of games, and the text and JSON forms in which they are kept and exchanged."""
