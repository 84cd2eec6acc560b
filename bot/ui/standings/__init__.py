"""The leaderboard, the computer's ladder, profiles, and scores between two people."""
