"""Queries for reviews and hints."""
