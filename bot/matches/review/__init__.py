"""Reviews of finished games, what is shared of them, histories, and hints."""
