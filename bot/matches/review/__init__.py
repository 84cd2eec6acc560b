"""Reviews of finished games, and hints."""
