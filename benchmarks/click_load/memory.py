"""The part of the table about memory: what the bot needs, and what games add to that."""

import asyncio

from benchmarks.click_load.contestants import Contestant
from benchmarks.click_load.stage import Stage, stage
from benchmarks.click_load.table import Table

_CLICKED, _AT_ONCE, _CLICKS_EACH = 1_000, 100, 3
"""Games that are clicked, how many of them at once, and how often each."""

_STORED = 100_000
"""Running games in the large database."""


async def report_memory(table: Table, bot: Contestant, idle_seconds: float) -> None:
    """Weigh the bot after that much idle time, after clicks in many games, and with many games stored."""
    table.heading(f"Resident memory, each after {idle_seconds:.0f} idle seconds")
    async with stage(bot, _CLICKED) as prepared:
        idle = await _megabytes(prepared, idle_seconds)
        table.row("idle (MB)", f"{idle:.0f}", "under 110")
        await asyncio.gather(*(_click_some(prepared) for _ in range(_AT_ONCE)))
        clicked = await _megabytes(prepared, idle_seconds)
        table.row(f"added by {_CLICKED:,} games being clicked (MB)", f"{clicked - idle:.0f}", "under 30")
    async with stage(bot, _STORED) as prepared:
        stored = await _megabytes(prepared, idle_seconds)
        table.row(f"added by {_STORED:,} running games (MB)", f"{stored - idle:.0f}", "under 20")


async def _megabytes(prepared: Stage, idle_seconds: float) -> float:
    await asyncio.sleep(idle_seconds)
    return prepared.process.resident_megabytes()


async def _click_some(prepared: Stage) -> None:
    """Click in one game after another."""
    for _ in range(_CLICKED // _AT_ONCE):
        game = prepared.new_game()
        for _ in range(_CLICKS_EACH):
            await prepared.clickers.click(game)
