"""Rows that the processes of the bot share, so that they don't get in each other's way."""
