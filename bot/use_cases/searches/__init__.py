"""Use cases of people who look for an opponent: searches, here or everywhere, and the games between them."""
