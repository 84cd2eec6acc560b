"""What processes of the bot share: which of them answers an interaction."""
