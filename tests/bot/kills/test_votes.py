"""200 people vote within ten seconds, also while the bot is killed."""

import asyncio
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from bot.clock import SystemClock
from bot.jobs.crowds import PACE
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.crowds import CrowdGames, Duels, DuelSide
from bot.use_cases.games.games import Games
from bot.values.crowds import VotingWindow
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Ruleset
from tests.bot.kills.lives import LONGEST_START, Lives, lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import Message
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.soak

VOTERS, SECONDS, KILLS = 200, 10.0, 4
OTHER = 501
ANSWER = "Your vote: "


@dataclass(slots=True)
class Crowd:
    """A channel of people who vote, and what they were told."""

    people: tuple[Person, ...]
    channel: Channel
    unanswered: list[Exchange] = field(default_factory=list)
    edited_at: list[float] = field(default_factory=list)

    async def vote(self, person: Person, board: Message, client: People, bot: Lives, random: Random) -> None:
        """Vote at some time, and again if the bot died before it answered, or its machine was too busy."""
        await asyncio.sleep(random.uniform(0, SECONDS))
        choices = [each for each in board.custom_ids() if each.startswith("vote:")]
        said = ""
        while ANSWER not in said:
            await bot.born.wait()
            exchange = await client.tap(person, board, random.choice(choices))
            said = await self._answer(exchange, bot)

    async def _answer(self, exchange: Exchange, bot: Lives) -> str:
        """Wait for what someone is told; nothing if the bot died before it said that."""
        died, told = asyncio.create_task(bot.died.wait()), asyncio.create_task(_told(exchange))
        await asyncio.wait({died, told}, timeout=LONGEST_START, return_when=asyncio.FIRST_COMPLETED)
        if not died.done() and not told.done():
            self.unanswered.append(exchange)
        said = told.result() if told.done() else ""
        for task in (died, told):
            task.cancel()
        return said


async def _told(exchange: Exchange) -> str:
    await exchange.answered.wait()
    said = ""
    while not said:
        said = "".join(message.text for message in (exchange.original, *exchange.followups) if message)
        await asyncio.sleep(0.05)
    return said


@pytest.mark.parametrize("kills", [0, KILLS])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_everyone_is_answered_and_counted(
    kind: str, kills: int, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    random = Random(kills)
    people = tuple(Person(10_000 + number, f"Voter {number}") for number in range(VOTERS))
    crowds = {
        guild: Crowd(people, Channel(channel, Context.GUILD, people, guild_id=guild))
        for guild, channel in ((GUILD, 601), (OTHER, 602))
    }
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        discord.gateway.pause = 0
        discord.people = {person.id: person for person in people}
        for guild, each in crowds.items():
            discord.members[guild] = {*people}
            discord.answers.channels[each.channel.id] = each.channel
        await bot.begin()
        database, clock = Database(Settings(database_url=url).database()), SystemClock()
        games = Games(database, clock)
        game = await begin(Duels(database, clock, random), crowds)
        place = game.home_of(game.position.turn).place
        assert place.guild_id is not None
        crowd = crowds[place.guild_id]
        board = await posted(discord, crowd.channel)
        discord.answers.listeners.append(lambda message, exchange: note_edit(crowd, board, message, exchange))
        client = People(discord)
        voting = [asyncio.create_task(crowd.vote(one, board, client, bot, random)) for one in people]
        for _ in range(kills):
            await asyncio.sleep(random.uniform(0.5, SECONDS / kills))
            await bot.end()
            await bot.begin()
        await asyncio.gather(*voting)
        assert crowd.unanswered == []
        async with asyncio.timeout(LONGEST_START):
            await board.until(f"{VOTERS} votes so far.")
        counts = await CrowdGames(database, clock, games, random).counts(game.number)
        tallies = counts[game.position.ply]
        assert sum(choice.voters for choice in tallies) == VOTERS
        pauses = [
            later - earlier for earlier, later in zip(crowd.edited_at, crowd.edited_at[1:], strict=False)
        ]
        assert all(pause > PACE.total_seconds() - 1 for pause in pauses), pauses
        await database.close()
    logged = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    # A machine that's busy enough makes the database so, too; people are told, and try again.
    assert [line for line in logged if "[error" in line and "BusyDatabaseError" not in line] == []


async def begin(duels: Duels, crowds: dict[int, Crowd]) -> Game:
    """Begin a game between the two channels, which no message shows yet."""
    home, away = (
        DuelSide(guild, crowd.channel.id, f"Server {guild}", "en-US") for guild, crowd in crowds.items()
    )
    code = await duels.offer(home, Ruleset.PYRGA, VotingWindow.DAY, Player(1_000_001, "Host"))
    return await duels.accept(code.text, away)


async def posted(discord: LoopbackDiscord, channel: Channel) -> Message:
    """Wait until the bot has posted the board in a channel, and return it."""
    async with asyncio.timeout(LONGEST_START):
        while True:
            with suppress(StopIteration):
                return next(each for each in discord.answers.messages.values() if each.channel == channel)
            await asyncio.sleep(0.5)


def note_edit(crowd: Crowd, board: Message, message: Message, exchange: Exchange | None) -> None:
    if message is board and exchange is None:
        crowd.edited_at.append(monotonic())
