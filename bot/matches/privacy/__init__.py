"""What's stored about people and servers: reading it as a whole, and deleting it."""
