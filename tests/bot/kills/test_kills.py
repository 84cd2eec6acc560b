"""The bot is killed again and again while people play: everything they were told stays true."""

import asyncio
import logging
from pathlib import Path
from random import Random

import pytest

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.games.storing import load
from bot.values.game.game import Game
from bot.values.game.game_errors import UnknownGameError
from tests.bot.kills.lives import LONGEST_START, lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import Players, Told
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

FEW, MANY = 2, 200
TABLES = 6

MOST_SHOWN, LONGEST_WAIT = 20, 0.03
"""Maximum number of boards that the bot shows in a life, and of seconds after which it's killed."""

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


@pytest.mark.parametrize(
    ("kind", "kills"),
    [
        ("sqlite", FEW),
        pytest.param("sqlite", MANY, marks=pytest.mark.soak),
        pytest.param("postgresql", MANY, marks=pytest.mark.soak),
    ],
)
async def test_everything_that_was_acknowledged_survives_every_kill(
    kind: str, kills: int, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    random = Random(kills)
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        discord.gateway.pause = 0
        players = Players(discord, bot, random)
        tables = [asyncio.create_task(players.play()) for _ in range(TABLES)]
        for _ in range(kills):
            await bot.begin()
            shown = asyncio.create_task(players.were_shown(random.randint(1, MOST_SHOWN)))
            await asyncio.wait([shown, *tables], timeout=LONGEST_START, return_when=asyncio.FIRST_COMPLETED)
            assert [table.exception() for table in tables if table.done()] == []
            assert shown.done()
            # Neither the bot nor the players know when this is.
            await asyncio.sleep(random.uniform(0, LONGEST_WAIT))
            await bot.end()
        for table in tables:
            table.cancel()
        await bot.begin()
        await check(Settings(database_url=url), players, discord)
    logged = (tmp_path / "log").read_text(encoding="utf-8")
    assert "[error" not in logged, logged


async def check(settings: Settings, players: Players, discord: LoopbackDiscord) -> None:
    """Compare every game with what was said about it, and its board with the game."""
    database = Database(settings.database())
    moves = acknowledged = 0
    # A new game may still be shown meanwhile.
    for name, told in dict(players.told).items():
        moves += len((await check_game(database, name, told, discord)).moves)
        acknowledged += told.plies
    await database.close()
    assert acknowledged > 0
    log.info("%d games, %d moves, of which %d were shown", len(players.told), moves, acknowledged)


async def check_game(database: Database, name: str, told: Told, discord: LoopbackDiscord) -> Game:
    """Compare a game with what was said about it, and its board with the game; return it."""
    game = await stored(database, int(name))
    check_moves(game, told)
    await check_board(database, game.number, discord)
    return game


async def stored(database: Database, number: int) -> Game:
    async with database.reading() as connection:
        try:
            return await load(connection, number)
        except UnknownGameError:
            pytest.fail(f"game {number} was shown and is lost")


def check_moves(game: Game, told: Told) -> None:
    """Check that no move that was shown is missing, and that one click at its own revision made each."""
    played = [move.text for move in game.moves]
    assert len(played) >= told.plies, (game.number, played, told)
    assert game.outcome is not None or not told.finished, (game.number, told)
    assert [move.revision for move in game.moves] == [*range(len(played))], game.number
    for ply, move in enumerate(played):
        assert move in told.clicked[ply], (game.number, ply, played, told)
    for ply, move in told.shown.items():
        assert len(told.clicked[ply]) > 1 or played[ply] == move, (game.number, ply, played, told)


async def check_board(database: Database, number: int, discord: LoopbackDiscord) -> None:
    """Wait until the game's message has been repaired and shows its state.

    That may take a while after many deaths: first, a live process has to lead; then boards take turns.
    """
    async with asyncio.timeout(LONGEST_START):
        while not (game := await stored(database, number)).shown:  # noqa: ASYNC110 - another process repairs it
            await asyncio.sleep(0.05)
    assert game.message_id is not None, number
    text = discord.answers.messages[game.message_id].text
    running = f"move {game.position.ply}" if game.position.ply else "start"
    state = running if game.outcome is None else "finished"
    title = [f"### Pyrga #{number}", state]
    assert text.partition("\n")[0].split(" · ")[:2] == title, (number, text)
