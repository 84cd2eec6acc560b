"""Connects a process under test to the stand-in for Discord."""

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

TOKEN = "a-token.of-the.stand-in"  # noqa: S105 - it opens nothing


def use_stand_in(address: str) -> None:
    """Send this process's requests to the stand-in at ``address``, such as ``http://127.0.0.1:4711``."""
    url = yarl.URL(address)
    Route.BASE = str(url / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / "gateway"
