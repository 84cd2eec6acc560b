"""Ratings, leaderboards and ladders."""
