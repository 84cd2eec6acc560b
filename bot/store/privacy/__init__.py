"""What's stored about one person or one server, whatever the tables are: read as a whole, or removed."""
