"""Queries for games and all that belongs to one."""
