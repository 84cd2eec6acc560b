"""Reads or removes everything that's stored about one person or one server, in all tables."""
