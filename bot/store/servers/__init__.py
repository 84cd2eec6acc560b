"""Queries for the moderation log."""
