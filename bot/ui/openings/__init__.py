"""The opening explorer: what the first moves are worth, and how often people chose them."""
