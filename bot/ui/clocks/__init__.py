"""Notifications of turns and deadlines, and vacations."""
