"""What a person reads about the data that's stored about them, and what deletes it."""
