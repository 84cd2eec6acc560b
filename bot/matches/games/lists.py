"""Looking things up: whose games run, which one is meant, who leads."""

from bot.matches.games.errors import (
    ChooseGameError,
    NoFinishedGameError,
    NoRunningGameError,
    UnknownGameError,
)
from bot.matches.games.games import check_player
from bot.matches.games.loading import game_of
from bot.matches.numbers import parse_number
from bot.matches.pages import Page
from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.matches.values.players import Player
from bot.matches.values.standings import Rung, Standing
from bot.store.connections.database import Database
from bot.store.games import games as game_rows
from bot.store.standings import ladder as ladder_rows
from bot.store.standings import standings as standing_rows
from bot.store.standings.standings import StandingRow


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

        Games with the computer, and games that were aborted or annulled, do not count. Those on a page who
        share a rank stand in the order of their names.
        """
        wanted = Page(page, size)
        async with self._database.reading() as connection:
            found = await standing_rows.page(connection, guild_id, offset=wanted.offset, limit=wanted.limit)
            rows, follows = wanted.cut(found)
            better = 0
            if rows and wanted.offset:
                better = await standing_rows.count_better(connection, guild_id, rows[0])
        ranked = _rank(rows, wanted.offset, better)
        return sorted(ranked, key=lambda one: (one.rank, one.player.name, one.player.id)), follows

    async def ladder(self, guild_id: int, *, page: int, size: int) -> tuple[list[Rung], bool]:
        """A page of a guild's ladder, the first being 0, and whether another follows.

        On it are those who have beaten the computer. A win with a hint does not count.
        """
        wanted = Page(page, size)
        async with self._database.reading() as connection:
            found = await ladder_rows.page(connection, guild_id, offset=wanted.offset, limit=wanted.limit)
        rows, follows = wanted.cut(found)
        rungs = [
            Rung(rank, Player(row.player_id, row.name), row.level, row.wins)
            for rank, row in enumerate(rows, start=wanted.offset + 1)
        ]
        return rungs, follows

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


def _rank(rows: list[StandingRow], offset: int, better: int) -> list[Standing]:
    ranks: dict[tuple[int, int, int], int] = {}
    for place, row in enumerate(rows):
        # Those who share the first rank here may begin on the page before.
        ranks.setdefault(_results(row), offset + place + 1 if place else better + 1)
    return [Standing(ranks[_results(row)], Player(row.player_id, row.name), *_results(row)) for row in rows]


def _results(row: StandingRow) -> tuple[int, int, int]:
    return row.wins, row.draws, row.losses
