"""The opening explorer: what opening moves are worth, and how often people chose them."""
