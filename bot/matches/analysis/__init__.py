"""Analysis boards: what people share from them, and what they can't show."""
