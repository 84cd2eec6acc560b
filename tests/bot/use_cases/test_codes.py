"""Codes of servers: who can use them, until when, and how often."""

from datetime import datetime, timedelta
from functools import partial
from random import Random

import pytest

from bot.store.codes import Code
from bot.store.connections.database import Database
from bot.store.settings.guilds import remember_guild
from bot.use_cases import codes
from bot.use_cases.codes import KEPT, LIFETIME, CodeKind
from bot.use_cases.names import remember
from bot.values.errors import ExpiredCodeError, OwnCodeError, UnknownOfferError, UsedCodeError
from bot.values.players import Player
from tests.bot.clocks import StandingClock

HERE, THERE = 10, 11
MAKER = Player(101, "Ada")
SECOND = timedelta(seconds=1)


async def made(database: Database, now: datetime, seed: int = 1) -> Code:
    """Return a code that Ada has made here."""
    async with database.writing() as connection:
        await remember_guild(connection, HERE, now)
        await remember(connection, MAKER, now)
        return await codes.make(
            connection, CodeKind.TEAM_MATCH, HERE, maker_id=MAKER.id, terms="{}", random=Random(seed), now=now
        )


async def read(database: Database, text: str, guild_id: int, now: datetime) -> Code:
    """Return what a code means in a server."""
    async with database.reading() as connection:
        return await codes.read(connection, CodeKind.TEAM_MATCH, text, guild_id, now)


async def test_another_server_can_use_a_code_once_within_seven_days(
    database: Database, clock: StandingClock
) -> None:
    code = await made(database, clock.now())
    last = clock.now() + LIFETIME - SECOND
    assert await read(database, f" {code.text.lower()} ", THERE, last) == code
    async with database.writing() as connection:
        use = partial(codes.use, connection, CodeKind.TEAM_MATCH, code.text, THERE, last)
        assert await use() == code
        with pytest.raises(UsedCodeError):
            await use()
    with pytest.raises(UsedCodeError):
        await read(database, code.text, THERE, last)


async def test_whoever_types_a_wrong_code_is_told_why(database: Database, clock: StandingClock) -> None:
    code = await made(database, clock.now())
    for text in ("", "no code", "AAAAAA"):
        with pytest.raises(UnknownOfferError):
            await read(database, text, THERE, clock.now())
    with pytest.raises(OwnCodeError):
        await read(database, code.text, HERE, clock.now())
    with pytest.raises(ExpiredCodeError):
        await read(database, code.text, THERE, clock.now() + LIFETIME)


async def test_an_old_code_is_forgotten_and_no_two_are_the_same(
    database: Database, clock: StandingClock
) -> None:
    first = await made(database, clock.now())
    # The same chance draws the same code first.
    assert (await made(database, clock.now())).text != first.text
    later = clock.now() + LIFETIME + KEPT + SECOND
    await made(database, later, seed=2)
    with pytest.raises(UnknownOfferError):
        await read(database, first.text, THERE, later)
