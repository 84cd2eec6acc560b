"""Starts bots quickly, because their imports are already loaded.

It's `python -m tests.bot.kills.nursery`, with the argument `hurried` if they look for work all the time.
For each line ``[address of the stand-in, address of the database, log file, arguments of pyrga run…]`` on
standard input, a bot is forked, and its process id goes to standard output.
"""

import json
import os
import signal
import sys
import time
from datetime import timedelta
from pathlib import Path
from threading import Thread

import psycopg  # noqa: F401 - for the bots
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import app  # noqa: F401 - for the bots
from bot.cli import main
from bot.jobs import events, rounds
from bot.ui.context import context
from bot.use_cases import processes
from tests.loopback.messages import PATIENCE

TOKEN = "a-token.of-the.stand-in"
REPAIR_SECONDS = 0.2


def run_bot(address: str, database: str, log: str, *arguments: str) -> None:
    """Be a bot as hosts run it, except that it doesn't pause between the games of an event."""
    output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(output, stream.fileno())
    url = yarl.URL(address)
    Route.BASE = str(url / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = url.with_scheme("ws") / "gateway"
    # The stand-in opens any number of threads.
    events.PAUSE = events.PAUSE_WITHOUT_THREAD = 0
    os.chdir(Path(log).parent)
    os.environ |= {
        "DISCORD_TOKEN": TOKEN,
        "PYRGA_DATABASE_URL": database,
        "PYRGA_LOG_LEVEL": "warning",
        "PYRGA_SOLVER_MEGABYTES": "0",
    }
    main(["run", *arguments])


def hurry() -> None:
    """Have bots look for boards to repair and for events all the time."""
    rounds.REPAIR_INTERVAL = events.INTERVAL = REPAIR_SECONDS
    # The next life begins immediately.
    processes.INTERVAL = timedelta()
    # On a slow machine, every answer would be deferred first.
    context.GRACE = PATIENCE


def end_with(parent: int) -> None:
    """End this process when the one that forked it is gone, since nothing else would end it."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(1)


def fork_bots() -> None:
    """Fork a bot for each line, until there are no more."""
    # Bots that were killed don't leave zombies behind.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for line in sys.stdin:
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            Thread(target=end_with, args=[parent], daemon=True).start()
            run_bot(*json.loads(line))
            os._exit(0)
        print(pid, flush=True)  # noqa: T201 - read by the test


if __name__ == "__main__":
    if sys.argv[1:]:
        hurry()
    fork_bots()
