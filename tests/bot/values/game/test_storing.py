"""What's stored of a game is all of it."""

from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import privacy
from bot.store.connections.database import Database
from bot.store.games import StaleGameError
from bot.store.settings.guilds import remember_guild
from bot.store.settings.players import remember_player
from bot.use_cases.games import storing
from bot.values.game import endings, turns
from bot.values.game.game import BestPlay, Game
from engine import Color, Move
from tests.bot.cup_games import CUP, add_cup
from tests.bot.use_cases.clocked import ADA, BLAISE
from tests.bot.use_cases.made_games import NOW, made_game
from tests.bot.values.game.acts import LEVEL, Act, new_games, sequences, transitions

pytestmark = pytest.mark.quick


async def begun(connection: AsyncConnection, game: Game) -> Game:
    """Return a game as stored when it begins, with its server and everyone who may play in it."""
    if game.place.guild_id is not None:
        await remember_guild(connection, game.place.guild_id, NOW)
    for player in (ADA, BLAISE, LEVEL):
        await remember_player(connection, player.id, player.name, NOW)
    if game.event is not None:
        await remember_guild(connection, 1, NOW)
        await add_cup(connection, 1, ADA.id, NOW)
    stored = await storing.begin(connection, game, NOW)
    assert stored == replace(game, number=stored.number)
    return stored


async def delete_players(connection: AsyncConnection, before: Game, after: Game) -> None:
    """Do what follows, in other tables, when someone was deleted."""
    for old, new in ((before.white, after.white), (before.black, after.black)):
        if new.is_deleted and new != old:
            await privacy.replace(connection, old.id, new_id=new.id)


async def add_stand_ins(connection: AsyncConnection, before: Game, after: Game) -> None:
    for new in {after.white, after.black} - {before.white, before.black}:
        await privacy.add_stand_in(connection, new.id, new.name, NOW)


@settings(
    max_examples=30,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(game=new_games(), happening=sequences)
async def test_whatever_happens_is_read_as_it_was_saved(
    database: Database, game: Game, happening: list[Act]
) -> None:
    async with database.writing() as connection:
        game = await begun(connection, game)
        assert await storing.load(connection, game.number) == game
        for happens, now in transitions(game.created_at, happening):
            after = happens(game, now)
            if after is game:
                continue
            await add_stand_ins(connection, game, after)
            saved = await storing.save(connection, game, after, now)
            await delete_players(connection, game, after)
            assert await storing.load(connection, game.number) == saved
            game = saved
        await connection.rollback()


async def test_how_it_would_have_ended_is_read_as_it_was_saved(database: Database) -> None:
    best_play = BestPlay(Color.WHITE, 2, (Move.parse("Tc3n"), Move.parse("Cb4")))
    async with database.writing() as connection:
        game = await begun(connection, made_game(ADA, BLAISE, ["Sb2"], event=CUP))
        ended = await storing.save(connection, game, endings.adjudicate(game, best_play, NOW), NOW)
        assert (await storing.load(connection, game.number)).best_play == ended.best_play == best_play
        await connection.rollback()


async def test_what_is_saved_replaces_only_what_was_read(database: Database) -> None:
    async with database.writing() as connection:
        game = await begun(connection, made_game(ADA, BLAISE))
        moved = await storing.save(
            connection, game, turns.play(game, NOW, revision=0, text="Sb2", player_id=ADA.id), NOW
        )
        with pytest.raises(StaleGameError):
            await storing.save(connection, game, endings.resign(game, NOW, player_id=ADA.id), NOW)
        assert await storing.load(connection, game.number) == moved
