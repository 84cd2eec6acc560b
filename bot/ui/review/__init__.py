"""Reviews, hints, histories, replays and record files."""
