"""Reviews, hints, replays and record files."""
