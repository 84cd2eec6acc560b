"""Reviews, histories, replays and record files."""
