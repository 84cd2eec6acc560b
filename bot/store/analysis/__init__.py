"""Rows of what was shared of analysis boards."""
