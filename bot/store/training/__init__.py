"""Rows of the win trainer."""
