"""Queries for puzzles."""
