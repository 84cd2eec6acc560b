"""Looking for an opponent: the panel with one's searches, and the games that come from them."""
