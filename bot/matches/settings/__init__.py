"""What players and servers have chosen."""
