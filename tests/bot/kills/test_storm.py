"""A town plays through a storm in which the bot is killed twice. Once the sky is clear, all is well."""

import asyncio
import logging
import signal
from bisect import bisect_left
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import monotonic

import pytest
from sqlalchemy import select

from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.schema import tables
from bot.use_cases.events.cups import Cups
from bot.use_cases.events.team_matches import TeamMatches
from bot.use_cases.games.games import Games
from bot.use_cases.preferences import Preferences
from bot.use_cases.searches import OpponentSearches
from bot.values.events.cup import Cup
from bot.values.events.parts import EventStatus
from bot.values.events.team_match import TeamMatch
from bot.values.game.game import Game
from engine import Reason
from tests.bot.kills.lives import Lives, nursery
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.town import GUILDS, Town, Townspeople, found_town, state_of
from tests.loopback.gateway_weather import blow
from tests.loopback.kinds import PASSING
from tests.loopback.server import Invalid, LoopbackDiscord, loopback
from tests.loopback.weather import Weather

pytestmark = pytest.mark.thorough

KILLS = 2
LONGEST_REPAIR = 300.0
"""Maximum number of seconds after the storm until every board shows its game."""

LONGEST_START = 300.0
"""Maximum number of seconds that the bot needs to start in a storm."""

WINDOW, MOST_INVALID = 600.0, 600
"""Discord counts invalid answers for so many seconds. In any of these, there's at most one a second."""

BY_THE_RULES = {
    Reason.THREE_TOWERS,
    Reason.COUNT_3,
    Reason.COUNT_2,
    Reason.COUNT_1,
    Reason.DRAW,
    Reason.STUCK,
}
"""How games end here: no one resigns, and no one lets their time run out."""

log = logging.getLogger(__name__)
log.setLevel(logging.INFO)


@dataclass(frozen=True, slots=True)
class Storm:
    """How big a storm is: the number of games, how long it lasts, and how often people move, in seconds.

    A ``share`` of the requests that could be in the clear meets trouble. The gateway meets some after about
    ``pause`` seconds. No trouble lasts longer than ``longest`` seconds.
    """

    games: int
    seconds: float
    thinking: float
    pause: float
    longest: float
    share: float = 0.15


SMALL = Storm(30, 60, thinking=20, pause=6, longest=6)
GREAT = Storm(300, 1200, thinking=120, pause=40, longest=60)


@pytest.mark.parametrize(
    ("kind", "storm"),
    [
        ("sqlite", SMALL),
        pytest.param("sqlite", GREAT, marks=pytest.mark.soak),
        pytest.param("postgresql", GREAT, marks=pytest.mark.soak),
    ],
    ids=["small", "great-sqlite", "great-postgresql"],
)
async def test_nothing_is_lost_in_a_storm(
    kind: str, storm: Storm, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    random, database = Random(storm.games), Database(Settings(database_url=url).database())
    async with (
        loopback(TOKEN, checked=False) as discord,
        nursery(discord, url, tmp_path, hurried=False) as place,
    ):
        discord.gateway.pause = 0
        bot = Lives(place, discord)
        await bot.begin()
        people = Townspeople(discord, random)
        town = await found_town(discord, database, storm.games, random)
        assert await late_boards(town) == []
        await weather_out(storm, town, people, bot, random)
        wrong = [
            *await late_boards(town),
            *await left_over(town, people),
            *await endings(town),
            *await losses(town),
            *people.went_wrong,
            *too_many(discord.invalid),
            *(["the bot ended on its own"] * (bot.forks - 1 - KILLS)),
        ]
        await bot.end(signal.SIGTERM)
    await database.close()
    logged = (tmp_path / "log").read_text(encoding="utf-8").splitlines()
    # A machine that's busy enough makes the database so, too.
    defects = [line for line in logged if "[error" in line and "BusyDatabaseError" not in line]
    wrong += defects + [line for line in logged if "Traceback" in line]
    assert not wrong, "\n".join(wrong)


async def weather_out(storm: Storm, town: Town, people: Townspeople, bot: Lives, random: Random) -> None:
    """Let everyone play while the storm blows and the bot is killed, until they've moved in clear sky."""
    playing = asyncio.create_task(people.play(storm.thinking))
    async with blowing(town.discord, storm, random) as weather:
        for _ in range(KILLS):
            await live(bot, storm.seconds / (KILLS + 1))
            await bot.end()
            await bot.begin(LONGEST_START)
        await live(bot, storm.seconds / (KILLS + 1))
    # Whoever had little time left when the sky cleared can move before everyone stops.
    await live(bot, 2 * storm.thinking)
    assert not playing.done(), playing.exception()
    playing.cancel()
    await people.rest()
    log.info(
        "%d clicks, %d answered; %d requests met trouble, %d answers were invalid; %s",
        *(people.clicks, people.answered, weather.met.total(), len(town.discord.invalid), weather.met),
    )


async def live(bot: Lives, seconds: float) -> None:
    """Let the bot live for a while. If it ends on its own, it's started again, as hosts' systems do."""
    end = monotonic() + seconds
    while monotonic() < end:
        await asyncio.sleep(0.2)
        if not bot.is_there():
            await bot.begin(LONGEST_START)


@asynccontextmanager
async def blowing(discord: LoopbackDiscord, storm: Storm, random: Random) -> AsyncIterator[Weather]:
    """Have a storm meanwhile, and a clear sky then."""
    discord.weather = weather = Weather(random.randrange(1 << 32), PASSING, storm.share, storm.longest)
    gusts = asyncio.create_task(blow(discord.gateway, random, storm.pause, storm.longest))
    yield weather
    assert not gusts.done(), gusts.exception()
    gusts.cancel()
    with suppress(asyncio.CancelledError):
        await gusts
    weather.clear()


async def late_boards(town: Town) -> list[str]:
    """Wait until everything is shown as it is; return what isn't in time."""
    with suppress(TimeoutError):
        async with asyncio.timeout(LONGEST_REPAIR):
            while await wrong_boards(town):  # noqa: ASYNC110 - the bot is another process
                await asyncio.sleep(1)
    return await wrong_boards(town)


async def wrong_boards(town: Town) -> list[str]:
    """Return the games, cups, and team matches that aren't shown as they are, and what's wrong with each."""
    messages = town.discord.answers.messages
    wrong = []
    for game in await every_game(town):
        shown = [messages.get(board.message_id or 0) for board in game.boards]
        if {each and state_of(each) for each in shown} != {state_in(game)}:
            said = [each and each.text[:80] for each in shown]
            wrong.append(f"{state_in(game)}, shown: {game.shown}, its messages say {said}")
    return wrong + [
        f"{type(event).__name__} {event.number} is at {event.revision}, shown: {event.cards}"
        for event in await every_event(town)
        if any(card.shown != event.revision or not card.told for card in event.cards)
    ]


async def left_over(town: Town, people: Townspeople) -> list[str]:
    """Click on the messages that show a game and aren't its boards; return those that don't lead to these.

    A process that's killed leaves behind what it couldn't clear away before.
    """
    boards = {board.message_id for game in await every_game(town) for board in game.boards}
    messages = town.discord.answers.messages
    found = [each for each in messages.values() if state_of(each) and not each.ephemeral]
    older = [each for each in found if each.id not in boards]
    log.info("%d messages were left over", len(older))
    ends = [(each, await people.dead_end(each)) for each in older]
    return [f"{state_of(each)} is left over, and {end}" for each, end in ends if end is not None]


def state_in(game: Game) -> tuple[str, str]:
    """Return what the title of a game says about it: its number, and how far it is."""
    running = f"move {game.position.ply}" if game.position.ply else "start"
    return str(game.number), running if game.outcome is None else "finished"


async def every_game(town: Town) -> list[Game]:
    games = Games(town.database, town.clock)
    async with town.database.reading_once() as connection:
        numbers = (await connection.execute(select(tables.games.c.id))).scalars().all()
    return [await games.get(number) for number in numbers]


async def every_event(town: Town) -> Sequence[Cup | TeamMatch]:
    cups, matches = Cups(town.database, town.clock), TeamMatches(town.database, town.clock)
    return [*[await cups.get(number) for number in town.cups], await matches.get(town.match)]


async def endings(town: Town) -> list[str]:
    """Return the games that ended in another way than by the rules."""
    return [
        f"game {game.number} ended: {game.outcome}"
        for game in await every_game(town)
        if game.outcome is not None and game.outcome.reason not in BY_THE_RULES
    ]


async def losses(town: Town) -> list[str]:
    """Return what was switched off, paused, canceled, or dropped, and who isn't in an event anymore."""
    lost = []
    for event in await every_event(town):
        if event.paused_at is not None or event.status not in {EventStatus.RUNNING, EventStatus.OVER}:
            lost.append(f"{type(event).__name__} {event.number} is {event.status}, paused {event.paused_at}")
        lost += [f"{entrant.player.name} {entrant.left}" for entrant in event.entrants if entrant.left]
    preferences = Preferences(town.database, town.clock)
    for guild in GUILDS:
        chosen = await preferences.guild(guild)
        if chosen.puzzle_channel_id is None or chosen.announcement_channel_id is None:
            lost.append(f"server {guild} has {chosen}")
    searches = OpponentSearches(town.database, town.clock)
    return lost + [f"the search of {each}" for each in town.lonely if not await searches.of_player(each)]


def too_many(invalid: Sequence[Invalid]) -> list[str]:
    """Return whether there were too many invalid answers in a time that Discord looks at."""
    times = [each.at for each in invalid]
    most = max((index + 1 - bisect_left(times, at - WINDOW) for index, at in enumerate(times)), default=0)
    return [f"{most} invalid answers in {WINDOW:.0f} s"] if most > MOST_INVALID else []
