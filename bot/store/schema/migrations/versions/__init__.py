"""One module per migration, numbered in order."""
