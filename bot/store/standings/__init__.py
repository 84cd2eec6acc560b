"""Queries for ratings, leaderboards and the computer's ladder."""
