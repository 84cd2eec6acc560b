"""The unchanged bot in an imitation of Discord that runs in this process and is shown in a browser.

``docs/demo.md`` says what the imitation can't do, and why.
"""

from bot.demo.serving import serve

__all__ = ["serve"]
