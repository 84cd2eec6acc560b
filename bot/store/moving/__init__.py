"""Moves the whole database to another one, of either kind, in batches that can be interrupted."""
