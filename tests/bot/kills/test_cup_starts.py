"""A big cup is complete, and no one is mentioned twice, no matter when a bot dies while it starts."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.events import events
from bot.use_cases.events.cups import Cups
from bot.use_cases.games.games import Games
from bot.values.events.cup import Cup, CupTerms
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.kills.event_starts import check_messages, die_again_and_again
from tests.bot.kills.lives import LONGEST_START, lives
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize(
    ("kind", "entrants"),
    [
        ("sqlite", 8),
        pytest.param("sqlite", 64, marks=pytest.mark.soak),
        pytest.param("postgresql", 64, marks=pytest.mark.soak),
    ],
)
async def test_a_cup_is_complete_after_kills_while_it_starts(
    kind: str, entrants: int, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    people = people_of(entrants)
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        channel = open_channel(discord, people)
        await bot.make_tables()
        database = Database(Settings(database_url=url).database())
        use_cases = Cups(database, SystemClock())
        number = await full_cup(use_cases, people, channel)
        await die_again_and_again(discord, bot, entrants // 2, Random(entrants))
        assert (await use_cases.get(number)).unstarted
        await bot.begin()
        cup = await started(use_cases, Games(database, SystemClock()), number)
        async with database.reading() as connection:
            stored = await events.games_of(connection, number)
        await database.close()
    pairs = [frozenset(game.players) for game in cup.games]
    assert len(pairs) == len({*pairs}) == cup_size(cup)
    assert {game.number for game in cup.games} == {game.number for game in stored}
    assert len(stored) == len(pairs)
    check_messages(discord, people, len(pairs))
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


def people_of(entrants: int) -> tuple[Person, ...]:
    return tuple(Person(10_000 + number, f"Player {number}") for number in range(entrants))


def open_channel(discord: LoopbackDiscord, people: tuple[Person, ...]) -> Channel:
    """Have a server with these people and one channel, and a gateway that takes any number of starts."""
    channel = Channel(601, Context.GUILD, people, guild_id=GUILD)
    discord.gateway.pause = 0
    discord.members[GUILD], discord.people = {*people}, {person.id: person for person in people}
    discord.answers.channels[channel.id] = channel
    return channel


async def full_cup(use_cases: Cups, people: tuple[Person, ...], channel: Channel) -> int:
    """Return a cup that everyone has joined, and which therefore starts."""
    terms = CupTerms("Winter Cup", Ruleset.PYRGA, wanted=len(people))
    host = Player(people[0].id, people[0].name)
    cup = await use_cases.create(
        Place(GUILD, channel.id), host, terms, language="en-US", theme=ThemeName.AEGEAN
    )
    for person in people:
        await use_cases.join(cup, Player(person.id, person.name))
    return cup.number


async def started(use_cases: Cups, games: Games, number: int) -> Cup:
    """Wait until all games of a cup are shown, and its card shows that."""
    async with asyncio.timeout(2 * LONGEST_START):
        while not await is_shown(use_cases, games, number):  # noqa: ASYNC110
            await asyncio.sleep(0.5)
    return await use_cases.get(number)


async def is_shown(use_cases: Cups, games: Games, number: int) -> bool:
    """Return whether all games of a cup have begun, and they and its card show how it stands."""
    cup = await use_cases.get(number)
    is_up_to_date = bool(cup.games) and not cup.unstarted and cup.card.shown == cup.revision
    return is_up_to_date and not await games.unshown(1)


def cup_size(cup: Cup) -> int:
    """Return how many games there are if everyone in a group plays everyone else."""
    assert cup.stage is not None
    sizes = [len(group.people) for group in cup.stage.groups]
    return sum(size * (size - 1) // 2 for size in sizes)
