"""The stages of an event end, and unfinished games are decided, each once, no matter when a bot dies then."""

import asyncio
from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from functools import partial
from pathlib import Path
from random import Random
from typing import TypeVar

import pytest

from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.events import events
from bot.use_cases.events.cups import Cups
from bot.use_cases.games.games import Games
from bot.values.events.event import Event
from bot.values.events.parts import EventGame, EventStatus
from bot.values.game.game import FEWEST_COUNTED_PLIES
from bot.values.game.turns import lose_by_time
from engine import Reason
from tests.bot import acts
from tests.bot.kills.event_starts import die_again_and_again
from tests.bot.kills.lives import LONGEST_START, lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD
from tests.bot.kills.test_cup_starts import cup_size, full_cup, is_shown, open_channel, people_of, started
from tests.bot.kills.test_team_matches import OTHER, Rivals, channels_of, check_end
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

LIVES = 3

E = TypeVar("E", bound=Event)

on_both = pytest.mark.parametrize("kind", [pytest.param("sqlite", marks=pytest.mark.soak), "postgresql"])


@on_both
async def test_a_cup_goes_on_after_kills_at_the_end_of_each_stage(
    kind: str, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    # The fewest who are in two groups.
    people = people_of(9)
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        channel = open_channel(discord, people)
        await bot.make_tables()
        database = Database(Settings(database_url=url).database())
        cups, games = Cups(database, SystemClock()), Games(database, SystemClock())
        number = await full_cup(cups, people, channel)
        await bot.begin()
        cup, random = await started(cups, games, number), Random(9)
        while cup.status is not EventStatus.OVER:
            await bot.end()
            unfinished = await play_half(games, cup.games)
            await cups.change(number, end_stage)
            await die_again_and_again(discord, bot, LIVES, random, partial(is_shown, cups, games, number))
            await bot.begin()
            before, cup = cup, await started(cups, games, number)
            await check_decided(games, cup.stages[len(before.stages) - 1].games, unfinished)
        async with database.reading() as connection:
            stored = await events.games_of(connection, number)
        await database.close()
    assert len(cup.stages) > 1
    assert sorted(game.number or 0 for stage in cup.stages for game in stage.games) == sorted(
        row.number for row in stored
    )
    assert len({frozenset(game.players) for game in cup.games}) == len(cup.games) == cup_size(cup)
    assert sorted(cup.medals.values()) == [1, 2, 3]
    assert said(discord, "Make your first moves") == 1
    assert said(discord, "The next stage of") == len(cup.stages) - 1
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


@on_both
async def test_a_team_match_has_its_result_after_kills_at_its_end(
    kind: str, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        discord.gateway.pause = 0
        await bot.make_tables()
        database = Database(Settings(database_url=url).database())
        games = Games(database, SystemClock())
        rivals = Rivals(database, channels_of((GUILD, OTHER), 4, discord))
        await rivals.agree()
        await bot.begin()
        match = await rivals.until(EventStatus.RUNNING)
        await bot.end()
        unfinished = await play_half(games, match.games)
        await rivals.matches.change(match.number, end_stage)
        is_over = partial(rivals.is_shown, EventStatus.OVER)
        await die_again_and_again(discord, bot, LIVES, Random(4), is_over)
        await bot.begin()
        over = await rivals.until(EventStatus.OVER)
        await check_decided(games, over.games, unfinished)
        await check_end(over, discord, rivals)
        await database.close()
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


async def play_half(games: Games, planned: Collection[EventGame]) -> set[int]:
    """Play all games until they count, and every second one to its end; return the numbers of the others."""
    numbers = [each.number for each in planned if each.number is not None]
    for number in numbers:
        game = await games.get(number)
        for _ in range(FEWEST_COUNTED_PLIES):
            game = await acts.move(games, game, str(game.position.legal_moves[0]))
    for number in numbers[::2]:
        await acts.resign(games, number, player_id=(await games.get(number)).white.id)
    return {*numbers[1::2]}


async def test_a_cup_is_extended_once_and_each_game_played_again_once_after_kills(
    settings: Settings, tmp_path: Path
) -> None:
    url, people = settings.database_url, people_of(3)
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        channel = open_channel(discord, people)
        await bot.make_tables()
        database = Database(Settings(database_url=url).database())
        cups, games = Cups(database, SystemClock()), Games(database, SystemClock())
        number = await full_cup(cups, people, channel)
        await cups.advance(number)
        lost = [game.number for _ in range(3) if (game := await cups.begin_next(number))]
        for each in lost:
            await games.update(each, lose_by_time)

        async def is_told() -> bool:
            cup = await cups.get(number)
            is_extended = cup.stages[0].awaited is not None and cup.card.told == cup.tellings
            return is_extended and await is_shown(cups, games, number)

        await die_again_and_again(discord, bot, 2, Random(5), is_told)
        await bot.begin()
        async with asyncio.timeout(2 * LONGEST_START):
            while not await is_told():  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        cup = await cups.get(number)
        async with database.reading() as connection:
            rows = await events.games_of(connection, number)
        await database.close()
    assert len(cup.running) == len(cup.games) == len(lost) == cup_size(cup)
    assert {row.number for row in rows if row.reason == Reason.ANNULLED} == {*lost}
    assert {row.number for row in rows} == {*lost, *(each.number for each in cup.games)}
    assert said(discord, "Hardly anyone has made a move") == 1
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


def end_stage(event: E, now: datetime) -> E:
    """Let the time of the current stage be over."""
    assert event.stage is not None
    return event.with_stage(replace(event.stage, ends_at=now)).changed()


async def check_decided(games: Games, stage: Collection[EventGame], unfinished: Collection[int]) -> None:
    """Check that exactly these games of a stage were decided at its end, and that it knows all results."""
    assert {game.number for game in stage if game.adjudicated} == {*unfinished}
    for game in stage:
        stored = await games.get(game.number or 0)
        assert stored.outcome is not None
        assert stored.shown
        assert (stored.outcome.reason is Reason.ADJUDICATION) == (stored.number in unfinished)
        assert game.score == (0.5 if stored.winner is None else float(stored.winner == stored.white))


def said(discord: LoopbackDiscord, text: str) -> int:
    """Return how many messages say this."""
    return sum(text in message.text for message in discord.answers.messages.values())
