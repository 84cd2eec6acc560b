"""Team matches start, are played, and end, no matter when bots die meanwhile."""

import asyncio
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.events import events
from bot.store.schema.conditions import UNSHOWN
from bot.use_cases.events.team_matches import TeamMatches
from bot.use_cases.games.games import Games
from bot.use_cases.preferences import Preferences
from bot.values.events.parts import Card, EventStatus
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.kills.event_starts import check_messages, die_again_and_again
from tests.bot.kills.fleet import Fleet
from tests.bot.kills.lives import LONGEST_START, lives, nursery
from tests.bot.kills.nursery import TOKEN
from tests.bot.kills.players import GUILD
from tests.bot.kills.test_fleet import replace_bots, until_none
from tests.bot.postgresql import cluster, programs
from tests.loopback.messages import Message
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord, loopback

pytestmark = pytest.mark.thorough

SECONDS = 15.0
"""How long bots are killed and replaced while people play."""

OTHER = 501


@dataclass(frozen=True, slots=True)
class Rivals:
    """A team match between two channels of two servers, on a database that bots serve."""

    database: Database
    channels: tuple[Channel, Channel]

    @property
    def matches(self) -> TeamMatches:
        return TeamMatches(self.database, SystemClock(), Random(1))

    @property
    def people(self) -> tuple[Person, ...]:
        return tuple(person for channel in self.channels for person in channel.people)

    async def agree(self) -> int:
        """Have both servers agree and everyone sign up, until it's time to start; return its number."""
        preferences = Preferences(self.database, SystemClock())
        first, second = (
            Card(
                Place(channel.guild_id, channel.id),
                channel.people[0].id,
                "en-US",
                ThemeName.AEGEAN,
                f"Server {channel.guild_id}",
            )
            for channel in self.channels
        )
        managers = [Player(channel.people[0].id, channel.people[0].name) for channel in self.channels]
        terms = TeamTerms(Ruleset.PYRGA, boards=len(self.channels[0].people))
        code = await self.matches.offer(managers[0], first, terms)
        match = await self.matches.accept(code.text, managers[1], second)
        for channel in self.channels:
            assert channel.guild_id is not None
            for person in channel.people:
                player = Player(person.id, person.name)
                await preferences.change_player(player, lambda old: replace(old, across_servers=True))
                match = await self.matches.sign_up(match, player, guild_id=channel.guild_id)
        await self.matches.change(match.number, lambda old, now: replace(old, postponed_until=now))
        return match.number

    async def until(self, status: EventStatus) -> TeamMatch:
        """Wait until it's that far, no game is to begin, and all boards and both cards show that."""
        async with asyncio.timeout(2 * LONGEST_START):
            while not await self.is_shown(status):  # noqa: ASYNC110
                await asyncio.sleep(0.5)
        await until_none(self.database, UNSHOWN)
        return await self.matches.get(1)

    async def is_shown(self, status: EventStatus) -> bool:
        """Return whether it's that far, and its cards show how it stands."""
        match = await self.matches.get(1)
        shown = all(card.shown == match.revision and card.told for card in match.cards)
        return match.status is status and not match.unstarted and shown


def channels_of(guilds: tuple[int, int], boards: int, discord: LoopbackDiscord) -> tuple[Channel, Channel]:
    """Return a channel with enough people in each of two servers."""
    sides = [
        tuple(Person(first + number, f"Player {first + number}") for number in range(boards))
        for first in (10_000, 20_000)
    ]
    first, second = (
        Channel(600 + index, Context.GUILD, people, guild_id=guild)
        for index, (guild, people) in enumerate(zip(guilds, sides, strict=True))
    )
    for guild, channel in zip(guilds, (first, second), strict=True):
        discord.answers.channels[channel.id] = channel
        discord.members[guild] = {*channel.people}
        discord.people |= {person.id: person for person in channel.people}
    return first, second


@pytest.mark.parametrize(
    ("kind", "boards"),
    [
        ("sqlite", 4),
        pytest.param("sqlite", 20, marks=pytest.mark.soak),
        pytest.param("postgresql", 20, marks=pytest.mark.soak),
    ],
)
async def test_a_team_match_is_complete_after_kills_while_it_starts(
    kind: str, boards: int, settings: Settings, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = settings.database_url if kind == "sqlite" else str(request.getfixturevalue("postgresql"))
    async with loopback(TOKEN, checked=False) as discord, lives(discord, url, tmp_path) as bot:
        discord.gateway.pause = 0
        await bot.make_tables()
        database = Database(Settings(database_url=url).database())
        rivals = Rivals(database, channels_of((GUILD, OTHER), boards, discord))
        await rivals.agree()
        await die_again_and_again(discord, bot, boards // 2, Random(boards))
        assert (await rivals.matches.get(1)).unstarted
        await bot.begin()
        match = await rivals.until(EventStatus.RUNNING)
        async with database.reading() as connection:
            stored = await events.games_of(connection, match.number)
        await database.close()
        assert {game.number for game in match.games} == {row.number for row in stored}
        assert len(stored) == len(match.games) == 2 * boards
        check_messages(discord, rivals.people, len(stored), servers=2)
    assert "[error" not in (tmp_path / "log").read_text(encoding="utf-8")


async def test_two_processes_play_a_team_match_to_its_end(tmp_path: Path) -> None:
    folder = programs()
    if folder is None:
        pytest.skip("PostgreSQL is not installed")
    random = Random(2)
    with cluster(folder) as server:
        async with (
            loopback(TOKEN, checked=False) as discord,
            nursery(discord, server.address, tmp_path) as place,
        ):
            discord.gateway.pause = 0
            fleet = Fleet(place, discord, 2)
            await asyncio.gather(*(fleet.begin(shard) for shard in range(2)))
            database = Database(Settings(database_url=server.address).database())
            rivals = Rivals(database, channels_of((fleet.guild(0), fleet.guild(1)), 2, discord))
            await rivals.agree()
            match = await rivals.until(EventStatus.RUNNING)
            games = [game.number for game in match.games if game.number is not None]
            troubles = asyncio.create_task(replace_bots(fleet, SECONDS, random))
            playing = Playing(rivals, fleet, discord, random)
            await asyncio.gather(*map(playing.play, games))
            await troubles
            over = await rivals.until(EventStatus.OVER)
            await check_end(over, discord, rivals)
            await database.close()
            await fleet.end_all()
    logged = (tmp_path / "log").read_text(encoding="utf-8")
    assert "Traceback" not in logged, logged


@dataclass(frozen=True, slots=True)
class Playing:
    """People who play the games of a team match, each on the board in their own server."""

    rivals: Rivals
    fleet: Fleet
    discord: LoopbackDiscord
    random: Random

    async def play(self, number: int) -> None:
        """Play a game to its end, no matter which bots die meanwhile."""
        games, people = Games(self.rivals.database, SystemClock()), People(self.discord)
        while (game := await games.get(number)).outcome is None:
            board = boards_of(number, self.discord).get(game.home_of(game.position.turn).place.guild_id or 0)
            moves = [] if board is None else [each for each in board.custom_ids() if is_move(each)]
            person = self.discord.people[game.to_move.id]
            if board is None or not moves or f"<@{person.id}>" not in board.text:
                await asyncio.sleep(0.1)
                continue
            await self.fleet.until_up(board.channel.guild_id or 0)
            edits, clicked = board.edits, await people.tap(person, board, self.random.choice(moves))
            waits = (clicked.answered.wait(), board.until_edited(edits))
            # If the bot dies, they click again.
            await asyncio.wait(
                [asyncio.create_task(each) for each in waits],
                timeout=1,
                return_when=asyncio.FIRST_COMPLETED,
            )


def is_move(custom_id: str) -> bool:
    """Return whether a button chooses or plays a move."""
    return custom_id.startswith(("play:", "choose:"))


def boards_of(number: int, discord: LoopbackDiscord) -> dict[int, Message]:
    """Return the boards of a game, by the servers where they are."""
    title = f"### Pyrga #{number} ·"
    shown = [message for message in discord.answers.messages.values() if not message.deleted]
    return {message.channel.guild_id or 0: message for message in shown if message.text.startswith(title)}


async def check_end(match: TeamMatch, discord: LoopbackDiscord, rivals: Rivals) -> None:
    """Check the score, that every board and both cards show the end, and who was told and called once."""
    messages = discord.answers.messages.values()
    games = Games(rivals.database, SystemClock())
    points = Counter[int]()
    for game in match.games:
        stored = await games.get(game.number or 0)
        assert stored.outcome is not None
        for player in (stored.white, stored.black):
            side = match.side_of(player.id)
            assert side is not None
            points[side] += 1 if stored.winner is None else 2 * (stored.winner == player)
        boards = boards_of(stored.number, discord)
        assert {*boards} == {channel.guild_id for channel in rivals.channels}
        assert all("finished" in board.text for board in boards.values())
    assert match.score == (points[0] / 2, points[1] / 2)
    # In each server, its card and a message of its own say so.
    over = Counter(each.channel.guild_id for each in messages if "The team match is over." in each.text)
    assert over == {channel.guild_id: 2 for channel in rivals.channels}
    starts = [message for message in messages if "has started." in message.text]
    assert sorted(person for message in starts for person in message.mentions) == sorted(
        person.id for person in rivals.people
    )
