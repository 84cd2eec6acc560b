"""Use cases of a running game, from the first move to the result."""
