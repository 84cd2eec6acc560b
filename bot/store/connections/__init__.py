"""Connections to SQLite or PostgreSQL, their errors, and when to try again."""
