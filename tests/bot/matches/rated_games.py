"""Many simultaneous rated games, long enough to count, and how they end."""

from collections.abc import Sequence
from datetime import timedelta

from sqlalchemy import func, insert, select

from bot.matches.games.games import Games
from bot.store.connections.database import Database
from bot.store.connections.upsert import insert as insert_once
from bot.store.schema.tables import games, guilds, moves, players
from engine import Position, Ruleset
from tests.bot.clocks import StandingClock

GUILD = 10


class RatedGames:
    """Rated games in one database, ruleset and server that end by resignation."""

    def __init__(self, database: Database, clock: StandingClock) -> None:
        self.database = database
        self.clock = clock
        self.games = Games(database, clock)

    async def begin(
        self, pairs: Sequence[tuple[int, int]], guild_id: int = GUILD, ruleset: Ruleset = Ruleset.PYRGA
    ) -> list[int]:
        """Begin a game for each pair, White first, and play four plies; return the games' numbers."""
        now = self.clock.now()
        people = [
            {"id": player, "name": f"p{player}", "created_at": now} for player in set(sum(pairs, start=()))
        ]
        async with self.database.writing() as connection:
            dialect = connection.dialect
            await connection.execute(
                insert_once(dialect, guilds).values(id=guild_id, created_at=now).on_conflict_do_nothing()
            )
            await connection.execute(insert_once(dialect, players).values(people).on_conflict_do_nothing())
            first = int(await connection.scalar(select(func.coalesce(func.max(games.c.id), 0))) or 0) + 1
            rows = [
                {
                    "id": number,
                    "guild_id": guild_id,
                    "channel_id": 20,
                    "white_id": white,
                    "white_name": f"p{white}",
                    "black_id": black,
                    "black_name": f"p{black}",
                    "ruleset": ruleset.value,
                    "language": "en-GB",
                    "status": "active",
                    "revision": 4,
                    "rated": True,
                    "created_at": now,
                }
                for number, (white, black) in enumerate(pairs, start=first)
            ]
            await connection.execute(insert(games), rows)
            await connection.execute(
                insert(moves), [move for row in rows for move in _moves(row["id"], ruleset, self.clock)]
            )
        return [*range(first, first + len(pairs))]

    async def win(self, winner: int, loser: int, times: int = 1, guild_id: int = GUILD) -> None:
        """Have a player win some games in a row, an hour apart."""
        for number in await self.begin([(winner, loser)] * times, guild_id):
            await self.games.resign(number, loser)
            self.clock.move(timedelta(hours=1))


def _moves(game: object, ruleset: Ruleset, clock: StandingClock) -> list[dict[str, object]]:
    position, rows = Position.start(ruleset), []
    for ply in range(4):
        move = position.legal_moves[0]
        row = {"game_id": game, "ply": ply, "move": str(move), "revision": ply}
        rows.append(row | {"played_at": clock.now()})
        position = position.play(move)
    return rows
