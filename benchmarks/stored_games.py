"""Fills a database with any number of games.

One guild has two fifths of the games, and a few people have very many of them, as in real life. A tenth are
games with the computer. In addition to the finished games, a tenth as many are still running. Everyone has
solved the last puzzle of the day in that guild.
"""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from sqlalchemy import insert, literal, select

from benchmarks.copied_games import Copy, Play, played, store
from benchmarks.databases import engine_of
from bot.store.schema.tables import daily_solves, players, puzzle_months
from tests.bot.servers import Server, answer
from tests.bot.whole.scenes import COMPUTER, LEVEL, PLAY, QUESTION, Scene, arrange

BIG_GUILD = 1
"""The guild with the most games."""

HEAVY_PLAYER = 1000
"""The player with the most games, about one in twenty. Other players have the ids that follow."""

NEW_PLAYER = 10_000_000
"""No player has this id or a higher one."""

START = datetime(2026, 1, 1, tzinfo=UTC)
"""When the first game began. The others follow, one a minute; those that are running, one a second."""

_GUILDS, _PEOPLE = 2_000, 100_003
_SHARE_OF_BIG_GUILD = {0, 1}
"""Of five."""

_LONGEST_CLOCK = 14 * 24 * 60 * 60
"""Seconds per move in the running games, so that nothing is due."""


def last_game(games: int) -> int:
    """Return the number of the last game, which is still running, if this many are finished."""
    return games + games // 10


def present(games: int) -> datetime:
    """Return when the last of this many games began."""
    return START + timedelta(minutes=last_game(games))


def fill(address: str, games: int) -> None:
    """Store this many finished games in an empty database, and nothing that's computed from them."""
    store(address, played(_PLAYS, START), _copies(games))
    today = present(games).date()
    people = select(literal(BIG_GUILD), players.c.id, players.c.created_at)
    solvers = people.where(players.c.id >= HEAVY_PLAYER)
    numbers = (1 + players.c.id % 3, 1 + players.c.id % 31, players.c.id % 3)
    solves = solvers.add_columns(literal(today), *numbers)
    months = solvers.add_columns(literal(today.replace(day=1)), 1 + players.c.id * 7919 % 31)
    engine = engine_of(address)
    with engine.begin() as connection:
        columns = ["guild_id", "player_id", "solved_at", "day", "tries", "streak", "freezes"]
        connection.execute(insert(daily_solves).from_select(columns, solves))
        columns = ["guild_id", "player_id", "reached_at", "month", "solved"]
        connection.execute(insert(puzzle_months).from_select(columns, months))
    engine.dispose()


async def _finished(server: Server) -> Scene:
    return await _resigned(await arrange(server, PLAY))


async def _rated(server: Server) -> Scene:
    scene = await arrange(server, PLAY, rated=True)
    for who in (scene.ada, scene.blaise):
        await scene.press_unoffered(who, scene.move_button(await scene.move()))
        scene.revision += 1
    return await _resigned(scene)


async def _drawn(server: Server) -> Scene:
    scene = await arrange(server, QUESTION)
    await scene.press(*await scene.step())
    return scene


async def _with_computer(server: Server) -> Scene:
    return await _resigned(await arrange(server, COMPUTER))


async def _running(server: Server) -> Scene:
    return await arrange(server, PLAY, move_seconds=_LONGEST_CLOCK)


async def _resigned(scene: Scene) -> Scene:
    asked = answer(await scene.ada.slash(scene.server.channel, "pyrga resign"))
    await scene.ada.click(asked, label="Resign")
    return scene


_PLAYS = (_finished, _rated, _drawn, _with_computer, _running)


def _copies(games: int) -> Iterator[Copy]:
    last = last_game(games)
    for number in range(1, last + 1):
        is_over = number <= games
        play = _play(number) if is_over else _running
        white, black = (_player(number * factor % _PEOPLE, is_over=is_over) for factor in (7919, 31337))
        rival = (LEVEL, "level") if play is _with_computer else (black + (black == white), "black")
        guild = BIG_GUILD if number * 48271 % 97 % 5 in _SHARE_OF_BIG_GUILD else white * 7 % _GUILDS + 2
        lately = present(games) - timedelta(seconds=last - number)
        began = START + timedelta(minutes=number) if is_over else lately
        ids = (guild, guild, number)
        yield Copy(_PLAYS.index(play), number, white, "white", *rival, *ids, began.timestamp())


def _play(number: int) -> Play:
    if number % 10 == 0:
        return _with_computer
    if number % 7 == 0:
        return _drawn
    return _rated if number % 4 == 1 else _finished


def _player(lot: int, *, is_over: bool) -> int:
    """Return the id of a player. With the cube of a random number, a few people play many of the games."""
    return HEAVY_PLAYER + (lot * lot // _PEOPLE * lot // _PEOPLE if is_over else lot)
