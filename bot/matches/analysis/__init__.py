"""Analysis boards: what people share of them, and what they can't show."""
