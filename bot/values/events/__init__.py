"""What cups and team matches have in common."""
