"""Boards and replays: what they show, their cells and panels, and the finished pictures."""
