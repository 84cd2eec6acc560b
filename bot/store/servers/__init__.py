"""Queries for what moderators did."""
