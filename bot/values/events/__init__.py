"""What cups and team matches have in common, and what the lobby of a server shows."""
