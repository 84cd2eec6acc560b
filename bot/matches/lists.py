"""Looking things up: whose games run, which one is meant, who leads."""

from bot.matches.game_errors import ChooseGameError, NoFinishedGameError, NoRunningGameError, UnknownGameError
from bot.matches.game_loading import game_of
from bot.matches.games import check_player
from bot.matches.numbers import parse_number
from bot.matches.values import UNCOUNTED, Game, Place, Player, Rung, Standing
from bot.store import games as game_rows
from bot.store.database import Database
from bot.store.ladder import ladder
from bot.store.standings import StandingRow, standings


class Lists:
    """Reads of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def running(self, guild_id: int | None, player_id: int, limit: int) -> list[Game]:
        """A player's running games in a guild, or everywhere where that is None; the newest first."""
        async with self._database.reading_once() as connection:
            rows = await game_rows.running_of(connection, guild_id, player_id, limit)
        return [game_of(row) for row in rows]

    async def find(self, here: Place, player_id: int, text: str | None, *, of_others: bool = False) -> Game:
        """The game that a player means: the one called ``text``, or else his only running one.

        It is one of this guild. Outside guilds it is one of his own, wherever that is played, or one of this
        channel. A game of others is found where ``of_others`` allows it.

        Raises:
            UnknownGameError: no such game is called ``text``.
            NotAPlayerError: it is a game of others.
            NoRunningGameError, ChooseGameError: nothing was named, and he has no running game, or several.
        """
        if text is not None:
            game = await self._named(here, player_id, text)
            if not of_others:
                check_player(game, player_id)
            return game
        running = await self.running(here.guild_id, player_id, limit=25)
        if not running:
            raise NoRunningGameError
        if len(running) > 1:
            raise ChooseGameError(tuple(running))
        return running[0]

    async def finished(self, guild_id: int | None, player_id: int, limit: int) -> list[Game]:
        """The same of his finished games, the one that ended last first."""
        async with self._database.reading_once() as connection:
            rows = await game_rows.finished_of(connection, guild_id, player_id, limit)
        return [game_of(row) for row in rows]

    async def find_to_review(self, here: Place, player_id: int, text: str | None) -> Game:
        """The game called ``text``, be it one of others, or else the player's last finished one.

        Raises:
            UnknownGameError: no game that ``find`` would find is called ``text``.
            NoFinishedGameError: nothing was named, and he has no finished game.
        """
        if text is not None:
            return await self._named(here, player_id, text)
        finished = await self.finished(here.guild_id, player_id, limit=1)
        if not finished:
            raise NoFinishedGameError
        return finished[0]

    async def standings(self, guild_id: int, *, page: int, size: int) -> tuple[list[Standing], bool]:
        """A page of a guild's leaderboard, the first being 0, and whether another follows.

        Games with the computer, and games that were aborted or annulled, do not count.
        """
        async with self._database.reading() as connection:
            rows = await standings(
                connection, guild_id, [str(reason) for reason in UNCOUNTED], limit=(page + 1) * size + 1
            )
        ranked = _rank(rows)
        return ranked[page * size : (page + 1) * size], len(rows) > (page + 1) * size

    async def ladder(self, guild_id: int, *, page: int, size: int) -> tuple[list[Rung], bool]:
        """A page of a guild's ladder, the first being 0, and whether another follows.

        On it are those who have beaten the computer. A win with a hint does not count.
        """
        first = page * size
        async with self._database.reading() as connection:
            rows = await ladder(connection, guild_id, limit=first + size + 1)
        ranked = [
            Rung(rank, Player(row.player_id, row.name), row.level, row.wins)
            for rank, row in enumerate(rows, start=1)
        ]
        return ranked[first : first + size], len(rows) > first + size

    async def _named(self, here: Place, player_id: int, text: str) -> Game:
        number = parse_number(text.strip().removeprefix("#"))
        if number is None:
            raise UnknownGameError(text)
        async with self._database.reading_once() as connection:
            row = await game_rows.fetch(connection, number)
        game = None if row is None else game_of(row)
        # A game that cannot be seen from here is not admitted to exist.
        if game is None or not _is_seen_from(here, player_id, game):
            raise UnknownGameError(text)
        return game


def _is_seen_from(here: Place, player_id: int, game: Game) -> bool:
    if here.guild_id is not None:
        return game.place.guild_id == here.guild_id
    return game.place.channel_id == here.channel_id or game.colour_of(player_id) is not None


def _rank(rows: list[StandingRow]) -> list[Standing]:
    ranked: list[Standing] = []
    for place, row in enumerate(rows, start=1):
        result = (row.wins, row.draws, row.losses)
        last = ranked[-1] if ranked else None
        shared = last is not None and (last.wins, last.draws, last.losses) == result
        rank = last.rank if last is not None and shared else place
        ranked.append(Standing(rank, Player(row.player_id, row.name), *result))
    return ranked
