"""A team match as a value, and what can happen to it."""
