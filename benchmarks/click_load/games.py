"""The games that are clicked. Each has two players, and its own channel and message."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from benchmarks.copied_games import Copy, played, store
from bot.clock import SystemClock
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.use_cases.events.cups import Cups
from bot.use_cases.games import storing
from bot.values.events.cup import CupTerms
from bot.values.players import Place, Player, ThemeName
from engine import Color, Position, Ruleset
from tests.bot.servers import Server
from tests.bot.whole.scenes import OPENING, PLAY, Scene, arrange
from tests.loopback.messages import Message
from tests.loopback.places import Channel, Context, Person
from tests.loopback.server import LoopbackDiscord

GUILD = 500

_IDS = 100_000_000
"""More than there are games."""

_FIRST_PERSON, _FIRST_CHANNEL, _FIRST_MESSAGE = 10_000, 1_000_000_000, 2_000_000_000
_NAMES = ("Ada Lovelace", "王小明", "Ελένη", "محمد الأمين", "Nguyễn Văn Đức", "Дмитрий", "Blaise", "Chiyo")


CUP_CHANNEL = Channel(_FIRST_CHANNEL - 1, Context.GUILD, (), guild_id=GUILD)


def _opened() -> Position:
    return Position.replay(Ruleset.PYRGA, OPENING)


@dataclass(slots=True)
class ClickedGame:
    """A game as its players see it: the position, and the message that shows it.

    ``other`` is the second message at the beginning, if it's played in two places.
    """

    number: int
    white: Person
    black: Person
    message: Message
    other: Message | None = None
    position: Position = field(default_factory=_opened)
    revision: int = len(OPENING)

    @property
    def to_move(self) -> Person:
        """Return whose turn it is."""
        return self.white if self.position.turn is Color.WHITE else self.black

    @property
    def is_over(self) -> bool:
        """Return whether no one can move any longer."""
        return not self.position.legal_moves


def new_games(count: int, guilds: Sequence[int] = (GUILD,), *, places: int = 1) -> list[ClickedGame]:
    """Return games numbered from 1, in which both players have moved once. The guilds take turns."""
    return [_new_game(number, guilds[number % len(guilds)], places) for number in range(1, count + 1)]


def show_games(games: Sequence[ClickedGame], server: LoopbackDiscord) -> None:
    """Put the messages of ``games`` into the stand-in, so that they can be clicked and edited."""
    server.answers.channels[CUP_CHANNEL.id] = CUP_CHANNEL
    for message in [each for game in games for each in (game.message, game.other) if each is not None]:
        server.answers.channels[message.channel.id] = message.channel
        server.answers.messages[message.id] = message


async def store_cup(address: str, entrants: int) -> None:
    """Put a cup that so many people have joined into a database. It starts as soon as there's a bot."""
    database, place = Database(Settings(database_url=address).database()), Place(GUILD, CUP_CHANNEL.id)
    cups = Cups(database, SystemClock())
    people = [Player(100 + number, f"Entrant {number}") for number in range(entrants)]
    terms = CupTerms("Cup", Ruleset.PYRGA, wanted=entrants)
    cup = await cups.create(place, people[0], terms, language="en-US", theme=ThemeName.AEGEAN)
    for person in people:
        await cups.join(cup, person)
    await database.close()


def store_games(address: str, games: Sequence[ClickedGame], now: datetime) -> None:
    """Put ``games`` into an empty database. Their players are at their boards.

    This runs an event loop of its own, so in a thread that has one, call it in another thread.
    """
    copies = (
        Copy(
            *(0, game.number, game.white.id, game.white.name, game.black.id, game.black.name),
            *(game.message.channel.guild_id or 0, game.message.channel.id, game.message.id),
            now.timestamp(),
        )
        for game in games
    )
    store(address, played([_in_play], now), copies)
    asyncio.run(_part(address, [game for game in games if game.other is not None], now))


async def _part(address: str, games: Sequence[ClickedGame], now: datetime) -> None:
    """Have each player of stored games play on a board of their own."""
    database = Database(Settings(database_url=address).database())
    async with database.writing() as connection:
        for game in games:
            stored = await storing.load(connection, game.number)
            homes = [
                replace(stored.board, side=side, message_id=message.id, place=_place(message))
                for side, message in zip(Color, (game.message, game.other), strict=True)
                if message is not None
            ]
            await storing.save(connection, stored, replace(stored, boards=tuple(homes)), now)
    await database.close()


def _place(message: Message) -> Place:
    return Place(message.channel.guild_id, message.channel.id)


async def _in_play(server: Server) -> Scene:
    return await arrange(server, PLAY)


def _new_game(number: int, guild_id: int, places: int) -> ClickedGame:
    white, black = _person(2 * number), _person(2 * number + 1)
    message, *more = (
        Message(
            _FIRST_MESSAGE + number + place * _IDS,
            Channel(_FIRST_CHANNEL + number + place * _IDS, Context.GUILD, (white, black), guild_id=guild_id),
        )
        for place in range(places)
    )
    return ClickedGame(number, white, black, message, other=more[0] if more else None)


def _person(number: int) -> Person:
    return Person(_FIRST_PERSON + number, f"{_NAMES[number % len(_NAMES)]} {number}")
