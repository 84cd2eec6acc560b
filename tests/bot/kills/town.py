"""Servers full of people who play, vote, and look for opponents, whatever the weather is."""

import asyncio
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.clock import Clock, SystemClock
from bot.store.connections.database import Database
from bot.store.settings.guilds import remember_guild
from bot.use_cases.crowds import Duels, DuelSide
from bot.use_cases.events.cups import Cups
from bot.use_cases.games import storing
from bot.use_cases.names import remember
from bot.use_cases.preferences import Preferences
from bot.use_cases.puzzles.daily_puzzles import DailyPuzzles
from bot.use_cases.searches import Asked, OpponentSearches
from bot.values.crowds import VotingWindow
from bot.values.events.cup import CupTerms
from bot.values.game.game import Game
from bot.values.players import Place, Player, ThemeName
from bot.values.searches import SearchClock, SearchTerms
from engine import Position, Ruleset
from tests.bot.kills.test_team_matches import Rivals
from tests.bot.use_cases.made_games import made_game
from tests.loopback.exchanges import LONGEST_SILENCE, Exchange
from tests.loopback.messages import PATIENCE, Message
from tests.loopback.people import People
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord

GUILDS: Final = (*range(1_000_000_000_000_000_000, 1_000_000_000_004_000_000, 1_000_000),)
"""In the first two there's a cup, the other two play a team match, and two have channels that vote."""

MOVE_SECONDS: Final = (900, 24 * 3600)
"""The times per move: one that's hard to keep if the weather takes too much of it, and a usual one."""

WENT_WRONG: Final = "Something went wrong"
_GAMES_IN_CHANNEL, _EVENT_SIZE, _VOTERS = 10, 8, 20
_PLIES_LEFT, _NEARLY_OVER = 3, 0.1
_LOOK: Final = 0.1
_TITLE = re.compile(r"### Pyrga #([0-9]+) · (start|move [0-9]+|finished)")
_TO_PLAY = re.compile(r"<@(\d+)> \((?:White|Black)\) to play")
_MOVES = re.compile(r"(play|choose|vote):.*")


@dataclass(frozen=True, slots=True)
class Town:
    """The servers, and what's stored about them. ``lonely`` have searches that no one fits."""

    discord: LoopbackDiscord
    database: Database
    clock: Clock
    cups: tuple[int, ...]
    match: int
    lonely: tuple[int, ...]


def _open(discord: LoopbackDiscord, guild: int, number: int, people: Iterable[Person]) -> Channel:
    """Open a channel for some people of a server."""
    channel = Channel(guild + number, Context.GUILD, (*people,), guild_id=guild)
    discord.answers.channels[channel.id] = channel
    discord.members.setdefault(guild, set()).update(channel.people)
    discord.people |= {person.id: person for person in channel.people}
    return channel


def _people(first: int, number: int) -> tuple[Person, ...]:
    return tuple(Person(each, f"Player {each % 1_000_000}") for each in range(first, first + number))


def _player(person: Person) -> Player:
    return Player(person.id, person.name)


async def found_town(discord: LoopbackDiscord, database: Database, games: int, random: Random) -> Town:
    """Store this many games of two people each, and everything else that a town has."""
    for guild in GUILDS:
        await _set_up(discord, database, guild)
        await _begin_games(discord, database, guild, games // len(GUILDS), random)
    cups = [await _begin_cup(discord, database, guild) for guild in GUILDS[:2]]
    first, second = (
        _open(discord, guild, 2, _people(guild + 10_000 + 200, _EVENT_SIZE)) for guild in GUILDS[2:]
    )
    match = await Rivals(database, (first, second)).agree()
    await _begin_vote(discord, database, GUILDS[::2])
    lonely = [await _look_for_opponents(discord, database, guild) for guild in GUILDS]
    return Town(discord, database, SystemClock(), (*cups,), match, (*lonely,))


async def _set_up(discord: LoopbackDiscord, database: Database, guild: int) -> None:
    """Have a server announce results, and post a daily puzzle."""
    clock, channel = SystemClock(), _open(discord, guild, 0, ())
    preferences = Preferences(database, clock)
    await preferences.change_guild(guild, lambda old: replace(old, announcement_channel_id=channel.id))
    await DailyPuzzles(database, clock, []).switch_on(guild, channel_id=channel.id, language="en-US")


async def _begin_games(
    discord: LoopbackDiscord, database: Database, guild: int, games: int, random: Random
) -> None:
    """Begin games that no message shows yet. Some are nearly over."""
    everyone = _people(guild + 10_000 + 1000, 2 * games)
    for number in range(games):
        first = 2 * (number - number % _GAMES_IN_CHANNEL)
        neighbors = everyone[first : first + 2 * _GAMES_IN_CHANNEL]
        channel = _open(discord, guild, 10 + number // _GAMES_IN_CHANNEL, neighbors)
        white, black = everyone[2 * number : 2 * number + 2]
        await _begin_game(
            database,
            made_game(
                _player(white),
                _player(black),
                _nearly_all_moves(random) if random.random() < _NEARLY_OVER else (),
                place=Place(guild, channel.id),
                created_at=SystemClock().now(),
                rated=True,
                move_seconds=MOVE_SECONDS[number % len(MOVE_SECONDS)],
            ),
        )


async def _begin_game(database: Database, game: Game) -> None:
    async with database.writing() as connection:
        await remember_guild(connection, game.guild_id or 0, game.created_at)
        for player in game.white, game.black:
            await remember(connection, player, game.created_at)
        await storing.begin(connection, game, game.created_at)


def _nearly_all_moves(random: Random) -> list[str]:
    """Return a game played at random, without its last moves."""
    position, moves = Position.start(Ruleset.PYRGA), list[str]()
    while position.outcome is None:
        move = random.choice(position.legal_moves)
        moves.append(str(move))
        position = position.play(move)
    return moves[:-_PLIES_LEFT]


async def _begin_cup(discord: LoopbackDiscord, database: Database, guild: int) -> int:
    """Make a cup that everyone who's wanted has joined, so it starts."""
    people, cups = _people(guild + 10_000 + 100, _EVENT_SIZE), Cups(database, SystemClock())
    channel = _open(discord, guild, 1, people)
    terms = CupTerms("Winter Cup", Ruleset.PYRGA, wanted=len(people))
    place, host = Place(guild, channel.id), _player(people[0])
    cup = await cups.create(place, host, terms, language="en-US", theme=ThemeName.AEGEAN)
    for person in people:
        await cups.join(cup, _player(person))
    return cup.number


async def _begin_vote(discord: LoopbackDiscord, database: Database, guilds: Iterable[int]) -> None:
    """Begin a game between channels of two servers."""
    sides = []
    for guild in guilds:
        channel = _open(discord, guild, 3, _people(guild + 10_000 + 300, _VOTERS))
        sides.append(DuelSide(guild, channel.id, f"Server {guild}", "en-US"))
    duels = Duels(database, SystemClock(), Random(1))
    code = await duels.offer(sides[0], Ruleset.PYRGA, VotingWindow.HOUR, Player(1_000_001, "Host"))
    await duels.accept(code.text, sides[1])


async def _look_for_opponents(discord: LoopbackDiscord, database: Database, guild: int) -> int:
    """Have three people look for an opponent, two of whom fit; return the third one's id."""
    people = _people(guild + 10_000 + 400, 3)
    channel, searches = _open(discord, guild, 4, people), OpponentSearches(database, SystemClock())
    for person, clock in zip(people, (SearchClock.DAY, SearchClock.DAY, SearchClock.THREE_DAYS), strict=True):
        terms = SearchTerms(Ruleset.PYRGA, clock, rated=True)
        asked = Asked(Place(guild, channel.id), terms, "en-US", everywhere=False)
        await searches.ask(_player(person), asked)
    return people[-1].id


def state_of(message: Message) -> tuple[str, str] | None:
    """Return which game a message shows, and how far; None if it's no board."""
    found = _TITLE.match(message.text)
    return None if found is None else (found[1], found[2])


def _has_link(exchange: Exchange) -> bool:
    """Return whether someone was told where to find something."""
    told = [each.text for each in (exchange.original, *exchange.followups) if each is not None]
    return any("/channels/" in text for text in told)


class Townspeople:
    """Everyone in a town. ``went_wrong`` has what they read and never should."""

    def __init__(self, discord: LoopbackDiscord, random: Random) -> None:
        self.went_wrong: list[str] = []
        self.clicks = self.answered = 0
        self._discord = discord
        self._people = People(discord)
        self._random = random
        self._boards: defaultdict[tuple[str, int | None], dict[int, Message]] = defaultdict(dict)
        self._clicking: set[asyncio.Task[None]] = set()
        discord.answers.listeners.append(self._read)

    async def play(self, thinking: float) -> None:
        """Have someone at each game do something about every ``thinking`` seconds, until canceled."""
        while True:
            games = self._random.sample([*self._boards], len(self._boards))
            for game in games:
                board = self._newest(self._boards[game])
                if board is not None:
                    task = asyncio.create_task(self._act(board))
                    self._clicking.add(task)
                    task.add_done_callback(self._clicking.discard)
                await asyncio.sleep(thinking / len(games))
            await asyncio.sleep(1)

    async def rest(self) -> None:
        """Wait until no one waits for an answer."""
        await asyncio.gather(*self._clicking)

    async def dead_end(self, older: Message) -> str | None:
        """Click on a message that isn't a board anymore; return the answer if it leads nowhere.

        What leads on links to the board, or changes the message.
        """
        edits, someone = older.edits, older.channel.people[0]
        custom_id = older.custom_ids()[0]
        clicked = await self._people.tap(someone, older, custom_id)
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while not (older.deleted or older.edits > edits or _has_link(clicked)):  # noqa: ASYNC110
                    await asyncio.sleep(_LOOK)
                return None
        told = [each.text for each in (clicked.original, *clicked.followups) if each is not None]
        return f"{custom_id} of {older.id} is answered: {told}, as {clicked.kind}"

    async def _act(self, board: Message) -> None:
        """Click at random what a board offers to someone, up to a whole move."""
        clicked = await self._click(board)
        if clicked is not None and clicked.startswith("choose:"):
            await self._click(board)

    async def _click(self, board: Message) -> str | None:
        """Click something, and wait for an answer as people would; return what it was, if anything."""
        offered = [each for each in board.custom_ids() if _MOVES.fullmatch(each)]
        if board.deleted or not offered:
            return None
        to_play = _TO_PLAY.search(board.text)
        if to_play is None:
            person = self._random.choice(board.channel.people)
        else:
            person = self._discord.people[int(to_play[1])]
        custom_id = self._random.choice(offered)
        self.clicks += 1
        # While there's no connection, the click fails.
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_SILENCE):
                clicked = await self._people.tap(person, board, custom_id)
                await clicked.answered.wait()
                self.answered += 1
        return custom_id

    def _read(self, message: Message, exchange: Exchange | None) -> None:
        if WENT_WRONG in message.text:
            self.went_wrong.append(f"{exchange and exchange.payload.get('data')}: {message.text}")
        shown = state_of(message)
        if shown is not None and not message.ephemeral:
            self._boards[shown[0], message.channel.guild_id][message.id] = message

    @staticmethod
    def _newest(boards: Mapping[int, Message]) -> Message | None:
        """Return the last board that's still there: an older one may be edited after it was posted."""
        there = [number for number, board in boards.items() if not board.deleted]
        return boards[max(there)] if there else None
