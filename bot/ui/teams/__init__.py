"""Team matches: the form and the code, the card on each side, and what people press on it."""
