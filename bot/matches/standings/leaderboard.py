"""The leaderboard of a server, and its ladder of wins against the computer."""

from bot.matches.pages import Page
from bot.matches.values.players import Player
from bot.matches.values.standings import Rung, Standing
from bot.store.connections.database import Database
from bot.store.standings import ladder as ladder_rows
from bot.store.standings import standings as standing_rows
from bot.store.standings.standings import StandingRow


class Leaderboard:
    """The standings in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def standings(self, guild_id: int, *, page: int, size: int) -> tuple[list[Standing], bool]:
        """Return one page (the first is 0) of a guild's leaderboard, and whether another page follows.

        Games with the computer, and games that were aborted or annulled, don't count. Players on a page who
        share a rank are ordered by name.
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
        """Return one page (the first is 0) of a guild's ladder, and whether another page follows.

        It lists everyone who has beaten the computer. A win with a hint doesn't count.
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


def _rank(rows: list[StandingRow], offset: int, better: int) -> list[Standing]:
    ranks: dict[tuple[int, int, int], int] = {}
    for index, row in enumerate(rows):
        # Players who share the first rank here may begin on the page before.
        ranks.setdefault(_results(row), offset + index + 1 if index else better + 1)
    return [Standing(ranks[_results(row)], Player(row.player_id, row.name), *_results(row)) for row in rows]


def _results(row: StandingRow) -> tuple[int, int, int]:
    return row.wins, row.draws, row.losses
