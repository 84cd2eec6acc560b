"""Everything that's stored about people and servers: reading it and deleting it."""
