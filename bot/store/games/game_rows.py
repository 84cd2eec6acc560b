"""A game with everything that belongs to it, read in one statement.

A click needs all of it: the moves, the open offer, the clock, and what the two players have chosen. Read
separately, these would take a dozen statements, each a trip to the driver's thread.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    ScalarSelect,
    Select,
    String,
    Table,
    and_,
    case,
    cast,
    false,
    func,
    select,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.games.offers import OfferRow
from bot.store.schema.conditions import FINISHED, WITH_COMPUTER, constant_number, constant_text
from bot.store.schema.tables import (
    EVERYWHERE,
    archived_moves,
    badges,
    due_times,
    games,
    hints,
    moves,
    offers,
    own_boards,
    plans,
    players,
    presences,
    rating_changes,
    taken_back_moves,
)

DEADLINE, CLAIM, VACATION = "deadline", "claim", "vacation"
"""The kinds of due times that make up a clock."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """A move as stored.

    ``revision`` is the game's before the move was played, or ``games.BY_LOT`` or ``games.PLANNED``.
    """

    game_id: int
    ply: int
    move: str
    revision: int


@dataclass(frozen=True, slots=True)
class BroughtRow:
    """A badge that a game brought a player."""

    player_id: int
    badge: str


@dataclass(frozen=True, slots=True)
class SideRow:
    """What is stored about one player of a game; None stands for anything they never chose or did.

    ``notifications`` and ``reminders`` are as stored in ``players``. ``vacation_until`` is only read in games
    with a clock. ``lines`` are their conditional moves, in no order; ``own_channel_id`` and
    ``own_message_id`` locate their private board. The ratings are those before and after the game, in the
    pool of the guild where it was played, or in the pool of all games if it was outside guilds;
    ``rating_deviation`` is the one after it.
    """

    id: int
    name: str
    confirm_moves: bool | None
    compact_controls: bool | None
    text_board: bool | None
    notifications: str | None
    reminders: str | None
    seen_at: datetime | None
    vacation_until: datetime | None
    hints: int
    lines: tuple[str, ...]
    own_channel_id: int | None
    own_message_id: int | None
    rating_before: float | None
    rating_after: float | None
    rating_deviation: float | None


@dataclass(frozen=True, slots=True)
class GameRow:
    """A game as stored, with its two sides and its moves in the order played.

    ``deadline`` and ``claim`` are when the clock of the player to move runs out and, after that, when the
    other player's claim does. ``taken_back`` says whether a move of a game with the computer was taken back;
    it isn't looked up in other games. ``offers`` are the last of each kind by each player, and ``badges``
    what the finished game brought its players; both are in no order. ``text_board`` says whether the players
    want the board in words in this game, or is None if they never said.
    """

    id: int
    guild_id: int | None
    channel_id: int
    reachable: bool
    message_id: int | None
    ruleset: str
    language: str
    theme: str
    start: str
    swapped: bool
    rated: bool
    hints: bool
    posted_at: datetime | None
    move_seconds: int | None
    status: str
    revision: int
    winner: str | None
    reason: str | None
    dirty: bool
    stalled: bool
    text_board: bool | None
    created_at: datetime
    deadline: datetime | None
    claim: datetime | None
    taken_back: bool
    offers: tuple[OfferRow, ...]
    badges: tuple[BroughtRow, ...]
    moves: tuple[MoveRow, ...]
    white: SideRow
    black: SideRow


_OWN_COLUMNS = [games.c[name] for name in GameRow.__slots__ if name in games.c]
_SIDE = len(SideRow.__slots__)
_LINES = SideRow.__slots__.index("lines")
_BETWEEN_ROWS, _BETWEEN_COLUMNS = ";", ":"


def select_games(*also: ColumnElement[Any], chosen: Select[int] | None = None) -> Select[Any]:
    """The statement that reads games, with these columns before all others.

    ``chosen`` selects the numbers of the games; without it, a condition that finds a few has to be added.
    It's a separate table that comes first, because PostgreSQL doesn't optimize this many tables together.
    """
    deadline, claim = _due(DEADLINE), _due(CLAIM)
    sides = [_Side("white"), _Side("black")]
    source: FromClause = games
    if chosen is not None:
        numbers = chosen.subquery("chosen")
        source = numbers.join(games, games.c.id == numbers.c.id)
    for joined, condition in (deadline, claim, *sides[0].joins(), *sides[1].joins()):
        source = source.outerjoin(joined, condition)
    return select(
        *also,
        *_OWN_COLUMNS,
        deadline[0].c.at,
        claim[0].c.at,
        _taken_back(),
        _offers(),
        case((FINISHED, _badges()), else_=None),
        _moves(),
        *sides[0].columns(),
        *sides[1].columns(),
    ).select_from(source)


async def fetch_all(
    connection: AsyncConnection, statement: Select[Any], parameters: dict[str, Any] | None = None
) -> list[GameRow]:
    """The games that a statement of ``select_games`` finds, in its order."""
    return [game_row(row) for row in await connection.execute(statement, parameters)]


def game_row(row: Any) -> GameRow:
    """A row of ``select_games``, without the columns that were added to it."""
    values = list(row)
    black, values = values[-_SIDE:], values[:-_SIDE]
    white, values = values[-_SIDE:], values[:-_SIDE]
    number, (offered, brought, played) = values[0], values[-3:]
    values[-3:] = _parsed_offers(number, offered), _parsed_badges(brought), _parsed_moves(number, played)
    values += [_side_row(white), _side_row(black)]
    return GameRow(*values)


class _Side:
    """The joins and columns for one player of a game."""

    def __init__(self, color: str) -> None:
        self._id = games.c[f"{color}_id"]
        self._name = games.c[f"{color}_name"]
        self._player = players.alias(f"{color}_player")
        self._presence = presences.alias(f"{color}_presence")
        self._board = own_boards.alias(f"{color}_board")
        self._rating = rating_changes.alias(f"{color}_rating")

    def joins(self) -> list[tuple[FromClause, ColumnElement[bool]]]:
        by_game = [(table, self._of_this_side(table)) for table in (self._presence, self._board)]
        pool = self._rating.c.pool == func.coalesce(games.c.guild_id, EVERYWHERE)
        rating = (self._rating, and_(self._of_this_side(self._rating), pool))
        return [(self._player, self._player.c.id == self._id), *by_game, rating]

    def columns(self) -> list[ColumnElement[Any]]:
        """The columns, in the order of ``SideRow``."""
        return [
            self._id,
            self._name,
            self._player.c.confirm_moves,
            self._player.c.compact_controls,
            self._player.c.text_board,
            self._player.c.notices,
            self._player.c.reminders,
            self._presence.c.seen_at,
            case((games.c.move_seconds.is_not(None), self._vacation_until()), else_=None),
            self._hints(),
            self._lines(),
            self._board.c.channel_id,
            self._board.c.message_id,
            self._rating.c.before,
            self._rating.c.after,
            self._rating.c.deviation,
        ]

    def _of_this_side(self, table: FromClause) -> ColumnElement[bool]:
        return and_(table.c.game_id == games.c.id, table.c.player_id == self._id)

    def _vacation_until(self) -> ScalarSelect[datetime]:
        mine = due_times.c.player_id == self._id, due_times.c.kind == constant_text(VACATION)
        return select(func.max(due_times.c.at)).where(*mine).correlate(games).scalar_subquery()

    def _hints(self) -> ScalarSelect[int]:
        mine = self._of_this_side(hints)
        return select(func.count()).select_from(hints).where(mine).correlate(games).scalar_subquery()

    def _lines(self) -> ScalarSelect[str]:
        return (
            select(_joined(plans.c.line)).where(self._of_this_side(plans)).correlate(games).scalar_subquery()
        )


def _due(kind: str) -> tuple[FromClause, ColumnElement[bool]]:
    table = due_times.alias(kind)
    return table, and_(table.c.game_id == games.c.id, table.c.kind == constant_text(kind))


def _taken_back() -> ColumnElement[bool]:
    # Counted for each game: with EXISTS, PostgreSQL may read the moves of all games.
    counted = select(func.count()).where(taken_back_moves.c.game_id == games.c.id)
    return case(
        (WITH_COMPUTER, counted.correlate(games).scalar_subquery() > constant_number(0)), else_=false()
    )


def _offers() -> ScalarSelect[str]:
    answer = func.coalesce(offers.c.answer, constant_text(""))
    return _listed(
        offers, offers.c.kind, offers.c.color, _text(offers.c.ply), _text(offers.c.revision), answer
    )


def _badges() -> ScalarSelect[str]:
    return _listed(badges, _text(badges.c.player_id), badges.c.badge)


def _moves() -> ColumnElement[str]:
    stored = _listed(moves, _text(moves.c.ply), moves.c.move, _text(moves.c.revision))
    archived = select(archived_moves.c.moves).where(archived_moves.c.game_id == games.c.id)
    return func.coalesce(stored, archived.correlate(games).scalar_subquery())


def _listed(table: Table, *columns: ColumnElement[str]) -> ScalarSelect[str]:
    """The rows of a game in a table, as one text."""
    row, *rest = columns
    for column in rest:
        row = row + constant_text(_BETWEEN_COLUMNS) + column
    return select(_joined(row)).where(table.c.game_id == games.c.id).correlate(games).scalar_subquery()


def _joined(rows: ColumnElement[str]) -> ColumnElement[str]:
    return func.aggregate_strings(rows, constant_text(_BETWEEN_ROWS))  # type: ignore[arg-type]  # it takes SQL, too


def _text(number: ColumnElement[int]) -> ColumnElement[str]:
    return cast(number, String)


def _parsed_offers(number: int, listed: str | None) -> tuple[OfferRow, ...]:
    parts = (row.split(_BETWEEN_COLUMNS) for row in _rows(listed))
    return tuple(
        OfferRow(number, kind, color, int(ply), int(revision), answer or None)
        for kind, color, ply, revision, answer in parts
    )


def _parsed_badges(listed: str | None) -> tuple[BroughtRow, ...]:
    parts = (row.split(_BETWEEN_COLUMNS) for row in _rows(listed))
    return tuple(BroughtRow(int(player_id), badge) for player_id, badge in parts)


def _parsed_moves(number: int, listed: str | None) -> tuple[MoveRow, ...]:
    """The moves in order; the database lists them in any order. Archived ones have more parts."""
    parts = (row.split(_BETWEEN_COLUMNS) for row in _rows(listed))
    found = [MoveRow(number, int(ply), move, int(revision)) for ply, move, revision, *_ in parts]
    return tuple(sorted(found, key=lambda row: row.ply))


def _side_row(values: list[Any]) -> SideRow:
    values[_LINES] = tuple(_rows(values[_LINES]))
    return SideRow(*values)


def _rows(listed: str | None) -> list[str]:
    return listed.split(_BETWEEN_ROWS) if listed else []
