"""Reviews of finished games, what's shared from games, histories, and hints."""
