"""No one is paired twice and no game begins twice in a game night, whenever a bot dies while it pairs."""

import asyncio
import re
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.events import events
from bot.use_cases.events.nights import Nights
from bot.use_cases.games.games import Games
from bot.values.events.night import Night, NightTerms
from bot.values.events.parts import Card
from bot.values.events.verifying import differing_night
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.kills.event_starts import die_again_and_again
from tests.bot.kills.lives import LONGEST_START, lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD
from tests.bot.kills.test_cup_starts import open_channel, people_of
from tests.loopback.server import loopback

pytestmark = pytest.mark.thorough

_TITLE = re.compile(r"### Pyrga #([0-9]+) ·")


@pytest.mark.parametrize(
    ("kind", "people"),
    [("sqlite", 6), pytest.param("postgresql", 16, marks=pytest.mark.soak)],
)
async def test_everyone_is_in_one_game_on_one_board_after_kills_while_people_are_paired(
    kind: str, people: int, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    there = people_of(people)
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        channel = open_channel(discord, there)
        await bot.make_tables()
        database = Database(Settings(database_url=url).database())
        nights, games = Nights(database, SystemClock()), Games(database, SystemClock())
        host = Player(there[0].id, there[0].name)
        card = Card(Place(GUILD, channel.id), host.id, "en-US", ThemeName.AEGEAN)
        night = await nights.create(host, card, NightTerms(Ruleset.PYRGA))
        for person in there:
            night = await nights.join(night, Player(person.id, person.name))
        is_done = partial(is_paired, nights, games, night.number)
        await die_again_and_again(discord, bot, 4, Random(people), is_done)
        await bot.begin()
        async with asyncio.timeout(2 * LONGEST_START):
            while not await is_done():  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        await bot.end()
        night = await nights.get(night.number)
        async with database.reading() as connection:
            stored = {row.number for row in await events.games_of(connection, night.number)}
        await database.close()
    check(night, stored)
    shown = Counter(
        found[1] for each in discord.answers.messages.values() if (found := _TITLE.match(each.text))
    )
    assert {*shown.values()} == {1}
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


async def is_paired(nights: Nights, games: Games, number: int) -> bool:
    """Return whether all who can be are in games that are shown."""
    night = await nights.get(number)
    if night.stage is None or night.unstarted or len(night.free) > 1:
        return False
    return all([(await games.get(game.number or 0)).shown for game in night.running])


def check(night: Night, stored: set[int]) -> None:
    """Check that no one is in two games at once, or in two in a row with the same person."""
    busy = Counter(player_id for game in night.running for player_id in game.players)
    assert {*busy.values()} == {1}
    assert {game.number for game in night.games if game.number is not None} == stored
    assert [*differing_night(night)] == []
