"""What the host does with the command ``pyrga``: run the bot, look after its database, see how it's doing."""
