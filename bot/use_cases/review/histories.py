"""The finished games of a player, a page at a time."""

from bot.store.connections.database import Database
from bot.store.game_rows import read_boards, read_seat
from bot.store.review import history
from bot.store.review.history import HistoryRow, Wanted
from bot.values.pages import Page
from bot.values.players import LEVELS, Player
from bot.values.standings import ANY_LEVEL, HistoryFilter, PastGame, RatingChange, Result
from engine import Color, Reason, Ruleset


class Histories:
    """The histories of the players of one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def games(
        self, guild_id: int | None, *, player_id: int, wanted: HistoryFilter, page: int, size: int
    ) -> tuple[list[PastGame], bool]:
        """Return a page of a player's finished games, and whether another one follows.

        These are their games in a guild, or all of them if it's None; the latest first. Games without a
        result are left out. The first page is 0. People have the names that they had in the guild, or those
        of their accounts.
        """
        part = Page(page, size)
        rows = await self._database.read_once(
            history.finished, player_id, _wanted(guild_id, wanted), offset=part.offset, limit=part.limit
        )
        found, more = part.cut(rows)
        return [_past_game(row, guild_id, player_id=player_id) for row in found], more


def _wanted(guild_id: int | None, wanted: HistoryFilter) -> Wanted:
    opponents: tuple[int, ...] | None = None
    if wanted.opponent is not None:
        opponents = tuple(LEVELS) if wanted.opponent == ANY_LEVEL else (wanted.opponent,)
    return Wanted(guild_id, opponents, wanted.ruleset, wanted.result)


def _past_game(row: HistoryRow, guild_id: int | None, *, player_id: int) -> PastGame:
    (board, *_) = read_boards(row.boards, row.created_at)
    white = Player(row.white_id, row.white_name, row.white_account_name)
    black = Player(row.black_id, row.black_name, row.black_account_name)
    if guild_id is None:
        white, black = white.outside_servers, black.outside_servers
    is_white = player_id == row.white_id
    other = Color.BLACK if is_white else Color.WHITE
    return PastGame(
        number=row.id,
        place=board.place,
        player=white if is_white else black,
        opponent=black if is_white else white,
        ruleset=Ruleset(row.ruleset),
        result=_result(row.winner, "white" if is_white else "black"),
        reason=Reason(row.reason),
        opponent_rating=read_seat(row.seats, other, row.created_at).rating,
        plies=row.plies,
        finished_at=row.finished_at,
        change=_change(row, player_id),
    )


def _result(winner: str | None, side: str) -> Result:
    if winner is None:
        return Result.DRAWN
    return Result.WON if winner == side else Result.LOST


def _change(row: HistoryRow, player_id: int) -> RatingChange | None:
    if row.before is None or row.after is None or row.deviation is None:
        return None
    return RatingChange(player_id=player_id, before=row.before, after=row.after, deviation=row.deviation)
