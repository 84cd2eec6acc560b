"""Moves the whole database to another one, of either kind, in batches. A move can be interrupted."""
