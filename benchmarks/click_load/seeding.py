"""Puts running games into a new database."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, create_engine, insert, make_url

from benchmarks.click_load.games import ClickedGame
from bot.matches.values.clocks import DueKind
from bot.store.schema import tables
from bot.store.schema.migration import upgrade


def seed(database_url: str, games: Sequence[ClickedGame], begun: datetime) -> None:
    """Create the tables in an empty database, SQLite or PostgreSQL, and store games without moves.

    At the time ``begun`` they were posted and their players were seen at the board.
    """
    url = make_url(database_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.begin() as connection:
        upgrade(connection)
        _insert(connection, games, begun)
    engine.dispose()


def _insert(connection: Connection, games: Sequence[ClickedGame], begun: datetime) -> None:
    players = [
        {"id": person.id, "name": person.name, "created_at": begun}
        for game in games
        for person in (game.white, game.black)
    ]
    # Players who were seen minutes ago aren't notified, so every board is edited in place.
    presences = [
        {"game_id": game.number, "player_id": person.id, "seen_at": begun}
        for game in games
        for person in (game.white, game.black)
    ]
    guilds = sorted({game.message.channel.guild_id or 0 for game in games})
    connection.execute(insert(tables.guilds), [{"id": guild, "created_at": begun} for guild in guilds])
    connection.execute(insert(tables.players), players)
    connection.execute(insert(tables.games), [_row(game, begun) for game in games])
    connection.execute(insert(tables.presences), presences)
    deadlines = [_deadline(game, begun, game.move_seconds) for game in games if game.move_seconds is not None]
    if deadlines:
        connection.execute(insert(tables.due_times), deadlines)


def _deadline(game: ClickedGame, begun: datetime, move_seconds: int) -> dict[str, Any]:
    return {
        "kind": DueKind.DEADLINE.value,
        "at": begun + timedelta(seconds=move_seconds),
        "game_id": game.number,
        "player_id": game.to_move.id,
    }


def _row(game: ClickedGame, begun: datetime) -> dict[str, Any]:
    return {
        "id": game.number,
        "guild_id": game.message.channel.guild_id,
        "channel_id": game.message.channel.id,
        "message_id": game.message.id,
        "white_id": game.white.id,
        "white_name": game.white.name,
        "black_id": game.black.id,
        "black_name": game.black.name,
        "ruleset": game.position.ruleset.value,
        "language": "en-GB",
        "status": "active",
        "revision": game.revision,
        "move_seconds": game.move_seconds,
        "created_at": begun,
        "posted_at": begun,
    }
