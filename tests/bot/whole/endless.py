"""A bot on the database given on the command line, in which games are played until someone kills it.

Each time a move has been answered, a line ``[game, plies]`` goes to standard output.
"""

import asyncio
import json
import sys
from random import Random

import simcord

from bot.app import create_client
from bot.clock import SystemClock
from bot.settings import Settings
from tests.bot.servers import furnish


async def play_endlessly(url: str) -> None:
    """Play one game after another."""
    settings = Settings(database_url=url)
    clock = SystemClock()
    client = create_client(settings, clock=clock)
    async with simcord.run(client) as env:
        server = furnish(env, client, settings, clock)
        random = Random(7)
        number = 0
        while True:
            board = await server.begin(color="random")
            number += 1
            plies = 0
            while played := await server.play_on(board, random, clicks=1):
                plies += len([move for move in played if move])
                print(json.dumps([number, plies]), flush=True)  # noqa: T201 - read by the test


if __name__ == "__main__":
    asyncio.run(play_endlessly(sys.argv[1]))
