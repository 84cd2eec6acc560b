"""Connects a process under test to the stand-in for Discord, without loading more than a bot does anyway."""

import os

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

TOKEN = "a-token.of-the.stand-in"  # noqa: S105 - it opens nothing

ADDRESS = "BENCHMARKS_STAND_IN"
"""The environment variable with the address of the stand-in, such as ``http://127.0.0.1:4711``."""


def use_stand_in() -> None:
    """Send this process's requests to the stand-in."""
    url = yarl.URL(os.environ[ADDRESS])
    Route.BASE = str(url / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / "gateway"
