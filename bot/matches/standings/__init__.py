"""Ratings, and who leads."""
