"""Queries for games and everything that belongs to one."""
