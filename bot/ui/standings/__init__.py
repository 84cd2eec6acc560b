"""The leaderboard and the computer's ladder."""
