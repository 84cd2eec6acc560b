"""A bot that lives through two hours' play, as fast as it can, doesn't grow in the second."""

import asyncio
import logging
from pathlib import Path
from random import Random

import pytest

from bot.settings import Settings
from tests.bot.kills.lives import lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD, Players
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback
from tests.memory import resident_bytes

pytestmark = pytest.mark.soak

TABLES, READERS = 8, 2
BOARDS, LISTS = 3_500, 2_500
"""What a busy server sees in a quarter of an hour."""

QUARTERS = 4

MOST_GROWTH = 4_000_000
"""Bytes by which the bot may grow in the second hour. By then, only the caches of pictures aren't full."""

READ = (
    *("leaderboard", "games", "history", "profile", "help", "settings"),
    *("pyrga-learn puzzle", "pyrga-learn rules"),
)
CAFE = Channel(800, Context.GUILD, tuple(Person(900 + n, f"Reader {n}") for n in range(30)), guild_id=GUILD)

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


async def test_the_second_hour_of_play_leaves_the_bot_as_large_as_it_was(
    settings: Settings, tmp_path: Path
) -> None:
    random, sizes = Random(1), []
    async with (
        loopback(TOKEN, checked=False) as discord,
        lives(discord, settings.database_url, tmp_path) as bot,
    ):
        discord.gateway.pause = 0
        discord.members.setdefault(GUILD, set()).update(CAFE.people)
        players = Players(discord, bot, random)
        await bot.begin()
        async with asyncio.TaskGroup() as everyone:
            playing = [everyone.create_task(players.play()) for _ in range(TABLES)]
            for _ in range(2 * QUARTERS):
                await asyncio.gather(players.were_shown(BOARDS), read_lists(discord, random))
                sizes.append(resident_bytes(bot.process_id))
                log.info("%d games, %.1f MB", len(players.told), sizes[-1] / 1_000_000)
            for player in playing:
                player.cancel()
    assert sizes[-1] - sizes[QUARTERS - 1] < MOST_GROWTH, sizes
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


async def read_lists(discord: LoopbackDiscord, random: Random) -> None:
    """Have people look at lists, a few at once."""
    people, left = People(discord), iter(range(LISTS))

    async def read() -> None:
        for _ in left:
            await people.slash(random.choice(CAFE.people), CAFE, random.choice(READ))

    await asyncio.gather(*(read() for _ in range(READERS)))
