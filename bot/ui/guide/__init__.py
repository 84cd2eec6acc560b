"""The rules, the lesson and the help page."""
