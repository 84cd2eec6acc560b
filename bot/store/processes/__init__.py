"""What the processes of the bot that share a database agree on."""
