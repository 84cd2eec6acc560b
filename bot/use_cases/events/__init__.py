"""What cups and team matches have in common: their games, who doesn't show up, and what matches follow."""
