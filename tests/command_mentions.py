"""Mentions of commands, as people see them."""

import re


def as_read(text: str) -> str:
    """Return a text with the commands that it mentions as people read them: ``/pyrga help``."""
    return re.sub(r"</([a-z -]+):\d+>", r"/\1", text)
