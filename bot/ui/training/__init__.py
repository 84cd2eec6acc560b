"""The win trainer."""
