"""Puts running games into a new database."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, create_engine, insert, make_url

from benchmarks.click_load.games import GUILD, ClickedGame
from bot.store import tables
from bot.store.migration import upgrade


def seed(database_url: str, games: Sequence[ClickedGame]) -> None:
    """Create the tables in an empty database, SQLite or PostgreSQL, and store ``games`` as just begun."""
    url = make_url(database_url)
    if url.get_backend_name() == "postgresql":
        url = url.set(drivername="postgresql+psycopg")
    engine = create_engine(url)
    with engine.begin() as connection:
        upgrade(connection)
        _insert(connection, games, datetime.now(UTC))
    engine.dispose()


def _insert(connection: Connection, games: Sequence[ClickedGame], now: datetime) -> None:
    players = [
        {"id": person.id, "name": person.name, "created_at": now}
        for game in games
        for person in (game.white, game.black)
    ]
    # Players who were just seen aren't notified, so every board is edited in place.
    presences = [
        {"game_id": game.number, "player_id": person.id, "seen_at": now}
        for game in games
        for person in (game.white, game.black)
    ]
    connection.execute(insert(tables.guilds), {"id": GUILD, "created_at": now})
    connection.execute(insert(tables.players), players)
    connection.execute(insert(tables.games), [_row(game, now) for game in games])
    connection.execute(insert(tables.presences), presences)


def _row(game: ClickedGame, now: datetime) -> dict[str, Any]:
    return {
        "id": game.number,
        "guild_id": GUILD,
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
        "created_at": now,
        "posted_at": now,
    }
