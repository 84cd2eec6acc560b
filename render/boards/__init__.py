"""Boards and replays: what they show, their cells and bars, and the finished pictures."""
