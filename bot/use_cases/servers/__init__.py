"""Moderation and announced results."""
