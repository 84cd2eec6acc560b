"""The win trainer: how far people get against perfect play."""
