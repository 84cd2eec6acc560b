"""Many simultaneous rated games, long enough to count, and how they end."""

from collections.abc import Sequence
from datetime import timedelta

from bot.store.connections.database import Database
from bot.store.connections.statements import insert as insert_once
from bot.store.schema.tables import guilds, players
from bot.use_cases.games import storing
from bot.use_cases.games.games import Games
from bot.values.game.game import FEWEST_COUNTED_PLIES, Game
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.made_games import first_moves, made_game

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
            begun = [
                await storing.begin(connection, self._game(white, black, guild_id, ruleset), now)
                for white, black in pairs
            ]
        return [game.number for game in begun]

    async def win(self, winner: int, loser: int, times: int = 1, guild_id: int = GUILD) -> None:
        """Have a player win some games in a row, an hour apart."""
        for number in await self.begin([(winner, loser)] * times, guild_id):
            await acts.resign(self.games, number, player_id=loser)
            self.clock.move(timedelta(hours=1))

    def _game(self, white: int, black: int, guild_id: int, ruleset: Ruleset) -> Game:
        return made_game(
            Player(white, f"p{white}"),
            Player(black, f"p{black}"),
            first_moves(FEWEST_COUNTED_PLIES, ruleset),
            place=Place(guild_id, 20),
            ruleset=ruleset,
            rated=True,
            created_at=self.clock.now(),
        )
