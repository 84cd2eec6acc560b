"""The unchanged bot in an imitation of Discord that runs in this process and is shown in a browser.

Nothing in the bot knows about the demo. Its jobs are stopped and run from outside, because simcord would make
up for every round that they missed, and the bot leaves no timers running between two clicks, because simcord
waits for them. Each server shows one channel: the page can't open threads and DMs, so the bot may not create
threads.

Time that's skipped passes an hour at a time, with a heartbeat before the jobs: otherwise the bot would think
that it had been down, and give the time back.
"""

from bot.demo.serving import serve

__all__ = ["serve"]
