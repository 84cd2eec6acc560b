"""The catalogs, and the bot in other languages."""
