"""What's stored of a match is all of it."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.games import StaleMatchError
from bot.store.privacy import deletions
from bot.store.settings.guilds import remember_guild
from bot.store.settings.players import remember_player
from bot.use_cases.games import storing
from bot.values.game import endings, turns
from bot.values.game.game import BestPlay, Match
from engine import Color, Move
from tests.bot.cup_games import CUP, add_cup
from tests.bot.use_cases.clocked import ADA, BLAISE
from tests.bot.use_cases.made_matches import NOW, made_match
from tests.bot.values.game.acts import LEVEL, Act, new_matches, sequences, transitions

pytestmark = pytest.mark.quick


async def begun(connection: AsyncConnection, match: Match) -> Match:
    """Return a match as stored when it begins, with its server and everyone who may play in it."""
    if match.place.guild_id is not None:
        await remember_guild(connection, match.place.guild_id, NOW)
    for player in (ADA, BLAISE, LEVEL):
        await remember_player(connection, player.id, player.name, NOW)
    if match.event is not None:
        await remember_guild(connection, 1, NOW)
        await add_cup(connection, 1, ADA.id, NOW)
    stored = await storing.begin(connection, match, NOW)
    assert stored == replace(match, number=stored.number)
    return stored


async def delete_players(connection: AsyncConnection, before: Match, after: Match) -> None:
    """Do what follows, in other tables, when someone was deleted."""
    for old, new in ((before.white, after.white), (before.black, after.black)):
        if new.is_deleted and new != old:
            await deletions.replace(connection, old.id, new_id=new.id)


async def add_stand_ins(connection: AsyncConnection, before: Match, after: Match) -> None:
    for new in {after.white, after.black} - {before.white, before.black}:
        await deletions.add_stand_in(connection, new.id, new.name, NOW)


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(match=new_matches(), happening=sequences)
async def test_whatever_happens_is_read_as_it_was_saved(
    database: Database, match: Match, happening: list[Act]
) -> None:
    async with database.writing() as connection:
        match = await begun(connection, match)
        assert await storing.load(connection, match.number) == match
        for happens, now in transitions(match.created_at, happening):
            after = happens(match, now)
            if after is match:
                continue
            await add_stand_ins(connection, match, after)
            saved = await storing.save(connection, match, after, now)
            await delete_players(connection, match, after)
            assert await storing.load(connection, match.number) == saved
            match = saved
        await connection.rollback()


async def test_how_it_would_have_ended_is_read_as_it_was_saved(database: Database) -> None:
    best_play = BestPlay(Color.WHITE, 2, (Move.parse("Tc3n"), Move.parse("Cb4")))
    async with database.writing() as connection:
        match = await begun(connection, made_match(ADA, BLAISE, ["Sb2"], event=CUP))
        ended = await storing.save(connection, match, endings.adjudicate(match, best_play, NOW), NOW)
        assert (await storing.load(connection, match.number)).best_play == ended.best_play == best_play
        await connection.rollback()


async def test_what_is_saved_replaces_only_what_was_read(database: Database) -> None:
    async with database.writing() as connection:
        match = await begun(connection, made_match(ADA, BLAISE))
        moved = await storing.save(connection, match, turns.play(match, 0, "Sb2", NOW, player_id=ADA.id), NOW)
        with pytest.raises(StaleMatchError):
            await storing.save(connection, match, endings.resign(match, ADA.id, NOW), NOW)
        assert await storing.load(connection, match.number) == moved
