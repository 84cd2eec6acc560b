"""Queries for reviews, what was shared, histories and hints."""
