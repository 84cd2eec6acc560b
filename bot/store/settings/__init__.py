"""Queries for players, servers and what they have chosen."""
