"""Queries for challenges, rematches and blocks."""
