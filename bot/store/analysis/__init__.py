"""Rows of what was shared from analysis boards."""
