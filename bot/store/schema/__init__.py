"""The tables, their indexes and their migrations."""
