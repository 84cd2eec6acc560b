"""What players do in a game besides moving: clicks on its buttons and private panels about it."""
