"""Challenge cards, rematches, and the games that start from them."""
