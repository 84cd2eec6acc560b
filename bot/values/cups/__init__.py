"""A cup and a league as values, and what can happen to them."""
