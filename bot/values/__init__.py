"""What is true of games, people, and events: frozen values, and what can happen to them."""
