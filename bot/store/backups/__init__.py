"""Copies of the whole database: written while the bot runs, verified, and put back."""
