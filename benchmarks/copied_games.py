"""Fills databases with copies of a few games that people play in the whole bot.

The bot plays them in simcord. The rows that it stored about a game are copied, with other people in other
places at other times. So all that has to be known about the tables is how they refer to each other.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from itertools import islice
from typing import Any

import simcord
from sqlalchemy import (
    BigInteger,
    Column,
    ColumnElement,
    Connection,
    Double,
    MetaData,
    RowMapping,
    Table,
    Text,
    cast,
    func,
    insert,
    literal,
    select,
)

from benchmarks.databases import engine_of
from bot.app import create_client
from bot.settings import Settings
from bot.store.connections import statements
from bot.store.schema.migration import upgrade
from bot.store.schema.tables import challenges, games, guilds, metadata, players
from tests.bot.clocks import StandingClock
from tests.bot.servers import ONE_SHARD, Server, furnish
from tests.bot.whole.scenes import Scene

_PATIENCE = 60.0
"""Maximum number of seconds for one step of a game."""

_COMPUTED = {"accuracies", "badges", "rating_changes"}
"""Tables that refer to games, but are computed from them (``bot.use_cases.standings``)."""

_LARGEST_COUNT = 1 << 32
"""Larger numbers are Discord's ids."""

_AT_ONCE = 10_000
"""Number of copies that are sent to the database at a time."""

Play = Callable[[Server], Awaitable[Scene]]
"""Plays a game up to some point."""


@dataclass(frozen=True, slots=True)
class Copy:
    """A copy of a game: who plays it, where its board is, and when it began, in seconds since 1970.

    ``example`` is the index of the game that's copied.
    """

    example: int
    number: int
    white_id: int
    white_name: str
    black_id: int
    black_name: str
    guild_id: int
    channel_id: int
    message_id: int
    at: float


_COPIES = Table(
    "copies",
    MetaData(),
    *(Column(name, BigInteger) for name in ("example", "number", "white_id", "black_id")),
    *(Column(name, BigInteger) for name in ("guild_id", "channel_id", "message_id")),
    *(Column(name, Text) for name in ("white_name", "black_name")),
    Column("at", Double),
    prefixes=["TEMPORARY"],
)


@dataclass(frozen=True, slots=True)
class Example:
    """A game that was played: when it began, its rows, and what replaces its ids and names in a copy."""

    began: datetime
    rows: Sequence[tuple[Table, Mapping[str, Any]]]
    seats: Mapping[object, Column[Any]]

    def copied(self, column: Column[Any], value: Any, dialect: str) -> ColumnElement[Any]:
        """Return what a value of its rows is in a copy."""
        owner = column.table if column.name == "id" else _referred(column)
        if owner in {challenges, games}:
            return _COPIES.c.number
        if isinstance(value, datetime):
            return _instant(_COPIES.c.at + (value - self.began).total_seconds(), dialect)
        if (owner is players or isinstance(value, str) or _is_of_discord(value)) and value in self.seats:
            return self.seats[value]
        same = literal(value, column.type)
        return self._replaced(value, same) if isinstance(value, str) else same

    def _replaced(self, value: str, element: ColumnElement[Any]) -> ColumnElement[Any]:
        """Replace the ids inside a text."""
        for known, seat in self.seats.items():
            if _is_of_discord(known) and str(known) in value:
                element = func.replace(element, str(known), cast(seat, Text))
        return element


def played(plays: Sequence[Play], at: datetime) -> list[Example]:
    """Have people play these games at the time ``at``.

    This runs an event loop of its own, so in a thread that has one, call it in another thread.
    """
    return asyncio.run(_played(plays, at))


def store(address: str, examples: Sequence[Example], copies: Iterable[Copy]) -> None:
    """Create the tables in an empty database, and store copies of ``examples``."""
    engine = engine_of(address)
    with engine.begin() as connection:
        upgrade(connection)
        _COPIES.create(connection)
        rest = iter(copies)
        while some := [asdict(copy) for copy in islice(rest, _AT_ONCE)]:
            connection.execute(insert(_COPIES), some)
        for table in metadata.sorted_tables:
            for index, example in enumerate(examples):
                for owner, row in example.rows:
                    if owner is table:
                        _copy(connection, table, row, example, index)
        _COPIES.drop(connection)
        if connection.dialect.name == "postgresql":
            _set_sequences(connection)
    engine.dispose()


def _copy(connection: Connection, table: Table, row: Mapping[str, Any], example: Example, index: int) -> None:
    """Store a row of an example for each of its copies."""
    values = {
        name: example.copied(table.c[name], value, connection.dialect.name) for name, value in row.items()
    }
    rows = select(*values.values()).where(_COPIES.c.example == index)
    statement = statements.insert(connection.dialect, table).from_select([*values], rows)
    # Others play more than one game, too.
    connection.execute(statement.on_conflict_do_nothing() if table in {guilds, players} else statement)


def _set_sequences(connection: Connection) -> None:
    """Have PostgreSQL go on after the numbers that were inserted."""
    for table in (challenges, games):
        last = select(func.max(table.c.id)).scalar_subquery()
        connection.execute(select(func.setval(func.pg_get_serial_sequence(table.name, "id"), last)))


def _instant(seconds: ColumnElement[float], dialect: str) -> ColumnElement[Any]:
    if dialect == "sqlite":
        return func.strftime("%Y-%m-%d %H:%M:%S.000000", seconds, "unixepoch")
    return func.to_timestamp(seconds)


async def _played(plays: Sequence[Play], at: datetime) -> list[Example]:
    clock = StandingClock()
    clock.move(at - clock.now())
    with tempfile.TemporaryDirectory(prefix="pyrga-examples-") as folder:
        address = f"sqlite:///{folder}/pyrga.db"
        settings = Settings(database_url=address, solver_megabytes=0)
        client = create_client(settings, clock=clock, pause=0, shards=ONE_SHARD)
        async with simcord.run(client, settle_timeout=_PATIENCE) as env:
            server = furnish(env, client, settings, clock)
            scenes = [await play(server) for play in plays]
            await client.close()
        engine = engine_of(address)
        with engine.connect() as connection:
            examples = [_example(connection, scene) for scene in scenes]
        engine.dispose()
    return examples


def _example(connection: Connection, scene: Scene) -> Example:
    game = connection.execute(select(games).where(games.c.id == scene.number)).one()
    about = {
        guilds: guilds.c.id == game.guild_id,
        players: players.c.id.in_([game.white_id, game.black_id]),
        challenges: challenges.c.id == game.challenge_id,
        games: games.c.id == game.id,
    }
    for table in metadata.sorted_tables:
        columns = [column for column in table.columns if _referred(column) is games]
        if columns and table.name not in _COMPUTED:
            about[table] = columns[0] == game.id
    rows = [
        (table, _kept(table, row))
        for table, condition in about.items()
        for row in connection.execute(select(table).where(condition)).mappings()
    ]
    seats = {
        game.white_id: _COPIES.c.white_id,
        game.white_name: _COPIES.c.white_name,
        game.black_id: _COPIES.c.black_id,
        game.black_name: _COPIES.c.black_name,
        scene.server.guild.id: _COPIES.c.guild_id,
        scene.server.channel.id: _COPIES.c.channel_id,
        scene.message.id: _COPIES.c.message_id,
    }
    return Example(game.created_at, rows, seats)


def _kept(table: Table, row: RowMapping) -> Mapping[str, Any]:
    """Return what's copied of a row: its number only if other rows refer to it."""
    is_referred = table in {challenges, games, guilds, players}
    kept = row.items() if is_referred else [(name, value) for name, value in row.items() if name != "id"]
    return {name: value for name, value in kept if value is not None}


def _referred(column: Column[Any]) -> Table | None:
    """Return the table to which a column refers."""
    return next((key.column.table for key in column.foreign_keys), None)


def _is_of_discord(value: object) -> bool:
    return isinstance(value, int) and value > _LARGEST_COUNT
