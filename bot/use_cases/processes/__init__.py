"""How the processes of the bot that share a database divide their work."""
