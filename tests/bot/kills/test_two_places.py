"""Games in two servers go on while bots are killed, a server removes the bot, and channels and people go."""

import asyncio
import logging
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest

from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.games import storing
from bot.use_cases.games.games import Games
from bot.use_cases.names import remember
from bot.use_cases.privacy import Deletions
from bot.values.game.game import Board, Game
from bot.values.players import Place, Player, ThemeName
from engine import Color
from tests.bot.kills.fleet import Fleet
from tests.bot.kills.lives import LONGEST_START, nursery
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import Players
from tests.bot.kills.test_fleet import replace_bots
from tests.bot.postgresql import cluster, programs
from tests.bot.use_cases.made_games import made_game
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

SHARDS = 2

LEFT = 700
"""The server that removes the bot. It belongs to the first shard."""

_FIRST_PERSON, _FIRST_CHANNEL = 20_000, 3_000_000
_BEGAN = timedelta(minutes=2)
"""How long ago the games began. No one has been told yet, so the bots tell everyone at once."""

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class Run:
    """The number of games, and of the channels and people that go while bots are killed for ``seconds``.

    Every tenth game is also played in a server that then removes the bot.
    """

    games: int
    channels: int
    people: int
    seconds: float


@pytest.mark.parametrize(
    "run",
    [
        pytest.param(Run(10, 1, 1, 10), id="short"),
        pytest.param(Run(1000, 50, 50, 300), id="long", marks=pytest.mark.soak),
    ],
)
async def test_boards_in_two_places_show_the_truth_whatever_happens(run: Run, tmp_path: Path) -> None:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed")
    random = Random(run.games)
    with cluster(folder) as server:
        async with (
            loopback(TOKEN, checked=False) as discord,
            nursery(discord, server.address, tmp_path) as place,
        ):
            discord.gateway.pause = 0
            fleet = Fleet(place, discord, SHARDS)
            await asyncio.gather(*(fleet.begin(shard) for shard in range(SHARDS)))
            database = Database(Settings(database_url=server.address).database())
            people = await begin_games(run, database, fleet, discord)
            players = Players(discord, fleet, random)
            playing = [
                asyncio.create_task(players.play_on(str(number), both)) for number, both in people.items()
            ]
            going = trouble(run, people, database, discord, random)
            gone, _ = await asyncio.gather(going, replace_bots(fleet, run.seconds, random))
            players.stop()
            # Whoever failed says why.
            await asyncio.gather(*playing)
            for number in people:
                await until_shown(database, number, discord, gone)
            assert [exchange.payload for exchange in players.unanswered] == []
            log.info("%d moves shown", sum(told.plies for told in players.told.values()))
            await database.close()
            await fleet.end_all()
    logged = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Traceback" not in logged, logged


async def begin_games(
    run: Run, database: Database, fleet: Fleet, discord: LoopbackDiscord
) -> dict[int, dict[int, Person]]:
    """Store games that have just begun, each in two servers; return their players by the games' numbers."""
    guilds = [fleet.guild(0), fleet.guild(1), LEFT]
    discord.members |= {guild: set() for guild in guilds}
    began = datetime.now(UTC) - _BEGAN
    people: dict[int, dict[int, Person]] = {}
    async with database.writing() as connection:
        for number in range(run.games):
            both = [Person(_FIRST_PERSON + 2 * number + side, f"Player {side} {number}") for side in (0, 1)]
            chosen = (guilds[0], guilds[2] if number % 10 == 0 else guilds[1])
            boards = []
            for side, person, guild in zip(Color, both, chosen, strict=True):
                discord.people[person.id] = person
                channel = Channel(_FIRST_CHANNEL + person.id, Context.GUILD, (person,), guild_id=guild)
                discord.answers.channels[channel.id] = channel
                discord.members[guild].add(person)
                boards.append(Board(Place(guild, channel.id), "en-US", ThemeName.AEGEAN, side=side))
            white, black = (Player(person.id, person.name) for person in both)
            await remember(connection, white, began)
            await remember(connection, black, began)
            game = replace(made_game(white, black, created_at=began), boards=tuple(boards))
            begun = await storing.begin(connection, game, began)
            people[begun.number] = {person.id: person for person in both}
    return people


async def trouble(
    run: Run,
    people: dict[int, dict[int, Person]],
    database: Database,
    discord: LoopbackDiscord,
    random: Random,
) -> list[Person]:
    """Have people and channels deleted, and the bot removed from a server; return the people who are gone."""
    clock, channels = SystemClock(), discord.answers.channels
    deletions = Deletions(database, clock, Games(database, clock), Random(1))
    everyone = [person for both in people.values() for person in both.values()]
    gone = random.sample(everyone, run.people)
    for person in gone:
        await asyncio.sleep(run.seconds / (2 * run.people))
        await deletions.delete(person.id)
    for channel in [each for each in channels.values() if each.guild_id == LEFT]:
        channels[channel.id] = replace(channel, with_bot=False)
    for person in random.sample(everyone, run.channels):
        await asyncio.sleep(run.seconds / (3 * run.channels))
        channels.pop(_FIRST_CHANNEL + person.id, None)
    return gone


async def until_shown(database: Database, number: int, discord: LoopbackDiscord, gone: list[Person]) -> None:
    """Wait until each board of a game that can be shown shows its state, without anyone who is gone.

    One whose channel is out of reach isn't given up before two looks, so it isn't waited for.
    """
    async with asyncio.timeout(LONGEST_START):
        while True:
            async with database.reading_once() as connection:
                game = await storing.load(connection, number)
            try:
                check_boards(game, discord, gone)
            except AssertionError as error:
                log.info("game %d: %s", number, error)
                await asyncio.sleep(1)
            else:
                return


def check_boards(game: Game, discord: LoopbackDiscord, gone: list[Person]) -> None:
    running = f"move {game.position.ply}" if game.position.ply else "start"
    state = running if game.outcome is None else "finished"
    for board in game.boards:
        channel = discord.answers.channels.get(board.place.channel_id)
        if channel is None or not channel.with_bot:
            continue
        assert board.message_id is not None or game.has_deleted_player
        if board.message_id is not None:
            text = discord.answers.messages[board.message_id].text
            assert text.partition("\n")[0].split(" · ")[:2] == [
                f"### Pyrga #{game.number}",
                state,
            ]
            assert not [person.name for person in gone if f"**{person.name}**" in text]
