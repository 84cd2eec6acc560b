"""Rows of cups, leagues, and team matches, which games can be part of, and of lobbies, which show them."""
