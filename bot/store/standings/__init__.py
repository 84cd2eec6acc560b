"""Queries for ratings, the leaderboard and the computer's ladder."""
