"""200 people end the game of the day within ten seconds and share it, also while the bot is killed."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import pairwise
from pathlib import Path
from random import Random
from time import monotonic

import pytest

from bot.clock import SystemClock
from bot.jobs.crowds import PACE
from bot.settings import Settings
from bot.store import daily_games
from bot.store.connections.database import Database
from bot.store.daily_games import JudgedRow
from bot.ui.daily_games import ShareDayResult
from bot.ui.games.endings import Resign
from bot.use_cases.daily_games.days import DailyGames
from bot.use_cases.daily_games.results import LISTED
from bot.values.game.daily_games import day_at
from bot.values.game.daily_results import CardKey
from bot.values.game.game import Board
from bot.values.players import Place, Player, ThemeName
from tests.bot.kills.lives import LONGEST_START, Lives, lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD
from tests.bot.use_cases.made_days import NoSolver, make_day
from tests.loopback.exchanges import Exchange
from tests.loopback.messages import Message
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import loopback

pytestmark = pytest.mark.soak

FRIENDS, SECONDS, KILLS = 200, 10.0, 4
TRY_AGAIN = 15.0
CHANNEL = Place(GUILD, 601)
TITLE = "### Game of the day #"


@dataclass(slots=True)
class Friends:
    """People whose games of the day are running, by their numbers, and what they see in their channel."""

    channel: Channel
    games: dict[Person, int]
    cards: dict[int, Message] = field(default_factory=dict)
    shown_at: list[float] = field(default_factory=list)

    def note(self, message: Message, exchange: Exchange | None) -> None:
        """Note a message that the bot posts or edits on its own."""
        if exchange is None and message.channel == self.channel and TITLE in message.text:
            self.cards[message.id] = message
            self.shown_at.append(monotonic())

    async def finish(
        self, person: Person, message: Message, client: People, bot: Lives, random: Random
    ) -> None:
        """Give the game up at some time, and share it, again if the bot died before it answered."""
        await asyncio.sleep(random.uniform(0, SECONDS))
        number = self.games[person]
        for button, said in ((Resign(number), "resigned"), (ShareDayResult(number), "hared")):
            press = partial(client.tap, person, message, str(button))
            while not await _says(press, said, bot):
                await bot.born.wait()


async def _says(press: Callable[[], Awaitable[Exchange]], said: str, bot: Lives) -> bool:
    """Press a button; return whether the bot said this, or that it has happened before.

    Not if it died, or if its machine was too busy: then people are told, and try again.
    """
    life, exchange, since = bot.forks, await press(), monotonic()
    while bot.forks == life and monotonic() - since < TRY_AGAIN:
        shown = [each.text for each in (exchange.original, *exchange.followups) if each]
        if exchange.answered.is_set() and any(said in text or "already" in text for text in shown):
            return True
        await asyncio.sleep(0.05)
    return False


@pytest.mark.parametrize("kills", [0, KILLS])
@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_one_message_counts_everyone_with_at_most_an_edit_in_half_a_minute(
    kind: str, kills: int, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    random = Random(kills)
    people = tuple(Person(10_000 + number, f"Friend {number}") for number in range(FRIENDS))
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        discord.gateway.pause = 0
        channel = Channel(CHANNEL.channel_id, Context.GUILD, people, guild_id=GUILD)
        discord.people = {person.id: person for person in people}
        discord.members[GUILD] = {*people}
        discord.answers.channels[channel.id] = channel
        await bot.begin()
        database = Database(Settings(database_url=url).database())
        friends = Friends(channel, await begin(database, people))
        discord.answers.listeners.append(friends.note)
        client = People(discord)
        opened = [(await client.slash(one, channel, "help")).original for one in people]
        finishing = [
            asyncio.create_task(friends.finish(one, message, client, bot, random))
            for one, message in zip(people, opened, strict=True)
            if message is not None
        ]
        for _ in range(kills):
            await asyncio.sleep(random.uniform(0.5, SECONDS / kills))
            await bot.end()
            await bot.begin()
        async with asyncio.timeout(3 * LONGEST_START):
            await asyncio.gather(*finishing)
        (card,) = friends.cards.values()
        async with asyncio.timeout(LONGEST_START):
            while f"{FRIENDS} results" not in card.text:  # noqa: ASYNC110 - another process edits it
                await asyncio.sleep(0.1)
        assert f"and {FRIENDS - LISTED} more" in card.text
        pauses = [late - soon for soon, late in pairwise(friends.shown_at)]
        assert all(pause > PACE.total_seconds() - 1 for pause in pauses), pauses
        key = CardKey(channel.id, day_at(SystemClock().now()))
        assert await database.read(daily_games.count_shared, key) == FRIENDS
        await database.close()


async def begin(database: Database, people: Sequence[Person]) -> dict[Person, int]:
    """Begin everyone's game of the day, and note what it will be worth; return the numbers."""
    clock, numbers = SystemClock(), {}
    days = DailyGames(database, clock, NoSolver())
    day = await make_day(database, day_at(clock.now()))
    board = Board(replace(CHANNEL, reachable=False), "en-US", ThemeName.AEGEAN, hidden=True)
    for rank, person in enumerate(people):
        game = await days.begin(day, Player(person.id, person.name), Player(day.level, "Computer"), board)
        judged = JudgedRow(GUILD, "k", "lost", rank, 9)
        await database.write(daily_games.judge, game.number, judged)
        numbers[person] = game.number
    return numbers
