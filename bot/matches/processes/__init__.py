"""What the processes of the bot agree on."""
