"""Queries for reviews, shares, histories and hints."""
