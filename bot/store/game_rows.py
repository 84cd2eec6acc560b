"""Games as rows: what's stored of each in ``games``, the statement that reads it, and a game again.

A row has columns for what other queries ask, and a JSON text for each subject that's only read with the game.
Instants in JSON are microseconds since the game began. Nothing there names a person: a player is their color.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, Final

from sqlalchemy import ColumnElement, ScalarSelect, Select, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import ARRAY, AS_IS, Columns, Form, Json, Shape, optional
from bot.store.rows import fetch_rows
from bot.store.schema.conditions import FINISHED, OF_CROWD, constant_text
from bot.store.schema.tables import EVERYWHERE, badges, due_times, games, players, rating_changes, votes
from bot.values.badges import Badge, EarnedBadge, in_order
from bot.values.crowds import Crowd
from bot.values.game.game import (
    BestPlay,
    Board,
    ConditionalTree,
    Game,
    Guessing,
    Offer,
    PlayedMove,
    Seat,
    Takeback,
    TurnClock,
)
from bot.values.standings import RatingChange, Score, ShownRating
from engine import Color, Move, Position, Ruleset

_MICROSECOND: Final = timedelta(microseconds=1)
_MILLISECOND: Final = timedelta(milliseconds=1)

_SINCE_BEGINNING: Final = Form(
    lambda at, began: (at - began) // _MICROSECOND, lambda spent, began: began + spent * _MICROSECOND
)
_MILLISECONDS: Final = optional(
    Form(lambda left, _: left // _MILLISECOND, lambda count, _: count * _MILLISECOND)
)
_LINE: Final = Form(
    lambda moves, _: " ".join(map(str, moves)), lambda text, _: tuple(map(Move.parse, text.split()))
)
_TREE: Final = Form(lambda tree, _: tree.lines() or None, lambda lines, _: ConditionalTree.of_lines(lines))
_IF_ANY: Final = Form(lambda members, _: members or None, lambda members, _: tuple(members))
_IF_COLORS: Final = Form(
    lambda colors, _: [color.value for color in colors] or None, lambda values, _: tuple(map(Color, values))
)
_IF_TRUE: Final = Form(lambda flag, _: flag or None, lambda flag, _: flag)

HOURS: Final = Form(
    lambda hours, _: " ".join(map(str, sorted(hours))), lambda text, _: frozenset(map(int, text.split()))
)
"""How many hours before a deadline a player is reminded."""

_SEAT: Final = Shape(
    names={
        "seen_at": "seen",
        "reminder_hours": "reminders",
        "confirm": "confirm_moves",
        "compact": "compact_controls",
        "turned": "turned_boards",
        "vacation_until": "vacation",
    },
    forms={
        "hints": _IF_ANY,
        "apart": _IF_TRUE,
        "conditional_moves": _TREE,
        "left": _MILLISECONDS,
        "reminder_hours": HOURS,
        "vacation_until": AS_IS,
    },
    flat={"controls", "quiet"},
)
_CHOSEN: Final = (
    *("notifications", "confirm_moves", "compact_controls", "turned_boards", "reminders", "text_board"),
    *("time_zone", "quiet_from", "quiet_until"),
)
"""What a player chose for all their games."""

_JSON: Final = Json(
    {
        **dict.fromkeys((PlayedMove, Takeback, Offer, Score, ShownRating, BestPlay, Guessing), ARRAY),
        Board: Shape(
            names={
                "guild_id": "guild",
                "channel_id": "channel",
                "message_id": "message",
                "posted_at": "posted",
                "server_name": "server",
            },
            forms={"watched": _IF_TRUE, "hidden": _IF_TRUE, "told_loss": _IF_COLORS},
            flat={"place"},
        ),
        Crowd: Shape(with_nulls=True),
        datetime: _SINCE_BEGINNING,
        tuple[Move, ...]: _LINE,
    }
)
_PLAIN: Final = _JSON.text(AS_IS)
_BOARDS: Final = _JSON.text(_JSON.form(tuple[Board, ...]))
_SEAT_IN_ROW: Final = _JSON.form(Seat, _SEAT)
_SEAT_IN_JSON: Final = _JSON.form(
    Seat,
    replace(
        _SEAT,
        without={
            *("left", "notifications", "reminder_hours", "controls", "text_board", "quiet"),
            "vacation_until",
        },
    ),
)


def _derived(game: Game) -> dict[str, Any]:
    """Return the columns that follow from several fields, and what's stored of the players' seats."""
    began, seats = game.created_at, {color.value: game.seat(color) for color in Color}
    written = {color: _SEAT_IN_JSON.write(seat, began) for color, seat in seats.items()}
    known = {color: seat for color, seat in written.items() if seat}
    has_message = any(board.message_id is not None for board in game.boards)
    helped = game.takebacks or game.day
    return {
        "guild_id": game.guild_id,
        "ruleset": game.ruleset.value,
        "status": "active" if game.outcome is None else "finished",
        "plies": len(game.moves),
        "played_at": game.moves[-1].played_at if game.moves else None,
        "dirty": game.is_dirty,
        "computer_moves": game.computer_moves and has_message,
        "seats": _PLAIN.write(known, began) if known else None,
        **{f"{color}_left": _MILLISECONDS.write(seat.left, began) for color, seat in seats.items()},
        **{f"{color}_helped": bool(seat.hints or helped) for color, seat in seats.items()},
        **guilds_of(game),
    }


def guilds_of(game: Game) -> dict[str, int | None]:
    """Return where each player plays, if the game is in two places, by the names of columns."""
    places = {color: game.home_of(color).place for color in Color}
    return {
        f"{color}_guild_id": place.guild_id if game.is_in_two_places else None
        for color, place in places.items()
    }


COLUMNS: Final = Columns(
    Game,
    games,
    Shape(
        names={
            "number": "id",
            "event": "event_id",
            "simul": "simul_id",
            "total_increment": "increment_seconds",
            "chosen_text_board": "text_board",
            "guessing": "guesses",
        },
        flat={"outcome"},
        without={"position", "white_seat", "black_seat", "clock", "ballots", "rating_changes", "badges"},
    ),
    _JSON,
    context=attrgetter("created_at"),
    derived=_derived,
)
"""How a game is stored in its row."""


def first_moves(text: str | None, plies: int | None = None) -> tuple[tuple[str, int], ...]:
    """Return the first of a game's stored moves, or all of them, each with its revision."""
    return tuple((move, revision) for move, revision, _ in _read_plain(text, ())[:plies])


def write_boards(game: Game) -> str:
    """Return the boards of a game as they're stored."""
    text: str = _BOARDS.write(game.boards, game.created_at)
    return text


def read_boards(text: str, began: datetime) -> tuple[Board, ...]:
    """Return the stored boards of a game that began at an instant."""
    boards: tuple[Board, ...] = _BOARDS.read(text, began)
    return boards


def _read_plain(text: str | None, nothing: Any) -> Any:
    return nothing if text is None else _PLAIN.read(text, None)


# The statement that reads games

_BETWEEN_BADGES, _AFTER_PLAYER = ";", ":"
_BETWEEN_BALLOTS = " "


def select_games(*also: ColumnElement[Any], chosen: Select[int] | None = None) -> Select[Any]:
    """Return the statement that reads games, with these columns before all others.

    ``chosen`` selects the numbers of the games; without it, a condition that finds a few has to be added.
    It's a separate table that comes first, because PostgreSQL doesn't optimize this many tables together.

    Besides the columns of ``games``, there's when the clock of the player to move runs out (``deadline``)
    and, after that, when the other player's claim does (``claim``), what the finished game brought its
    players (``badges``), and what people voted for in the present turn, if channels play (``ballots``). For
    each color, there's the name of the player's account, what they chose for all games, the end of their
    vacation if the game has a clock, and their rating before and after a rated one, in the pool of its guild,
    or else of all games.
    """
    source: Any = games
    if chosen is not None:
        numbers = chosen.subquery("chosen")
        source = numbers.join(games, games.c.id == numbers.c.id)
    columns = [*also, *games.c]
    for kind in ("deadline", "claim"):
        due = due_times.alias(kind)
        source = source.outerjoin(due, and_(due.c.game_id == games.c.id, due.c.kind == constant_text(kind)))
        columns.append(due.c.at.label(kind))
    for color in ("white", "black"):
        player_id = games.c[f"{color}_id"]
        player, rating = players.alias(color), rating_changes.alias(f"{color}_rating")
        rated = and_(
            rating.c.game_id == games.c.id,
            rating.c.player_id == player_id,
            rating.c.pool == func.coalesce(games.c.guild_id, EVERYWHERE),
        )
        source = source.outerjoin(player, player.c.id == player_id).outerjoin(rating, rated)
        columns.append(player.c.name.label(f"{color}_account_name"))
        columns += [player.c[name].label(f"{color}_{name}") for name in _CHOSEN]
        columns += [rating.c[name].label(f"{color}_{name}") for name in ("before", "after", "deviation")]
        columns.append(_vacation_of(player_id).label(f"{color}_vacation"))
    columns.append(case((FINISHED, _badges()), else_=None).label("badges"))
    columns.append(case((OF_CROWD, _ballots()), else_=None).label("ballots"))
    return select(*columns).select_from(source)


def _vacation_of(player_id: ColumnElement[int]) -> ColumnElement[datetime | None]:
    vacations = due_times.alias("vacations")
    theirs = vacations.c.player_id == player_id, vacations.c.kind == constant_text("vacation")
    there = vacations.c.event_id.is_not_distinct_from(games.c.event_id)
    until = select(func.max(vacations.c.at)).where(*theirs, there).correlate(games).scalar_subquery()
    return case((games.c.move_seconds.is_not(None), until), else_=None)


def _badges() -> ScalarSelect[str]:
    earned = badges.c.player_id.concat(constant_text(_AFTER_PLAYER)).concat(badges.c.badge)
    listed = func.aggregate_strings(earned, constant_text(_BETWEEN_BADGES))  # type: ignore[arg-type]  # it takes SQL, too
    return select(listed).where(badges.c.game_id == games.c.id).correlate(games).scalar_subquery()


def _ballots() -> ScalarSelect[str]:
    listed = func.aggregate_strings(votes.c.move, constant_text(_BETWEEN_BALLOTS))  # type: ignore[arg-type]  # as above
    present = (votes.c.game_id == games.c.id, votes.c.ply == games.c.plies)
    return select(listed).where(*present).correlate(games).scalar_subquery()


# What becomes of its rows


async def fetch_games(
    connection: AsyncConnection, statement: Select[Any], parameters: Mapping[str, Any] | None = None
) -> list[Game]:
    """Return the games that ``select_games`` reads."""
    return [game_of(row) for row in await fetch_rows(connection, statement, parameters)]


def game_of(row: Mapping[str, Any]) -> Game:
    """Return the game that a row of ``select_games`` describes."""
    facts = COLUMNS.fields(row, row["created_at"])
    position = Position.replay(Ruleset(row["ruleset"]), [move.text for move in facts["moves"]])
    seats = _read_plain(row["seats"], {})
    white, black = (_seat_of(row, color, seats.get(color, {})) for color in ("white", "black"))
    return Game(
        **facts,
        position=position,
        white_seat=white,
        black_seat=black,
        clock=_clock_of(row, white if position.turn is Color.WHITE else black),
        ballots=tuple(row["ballots"].split(_BETWEEN_BALLOTS)) if row["ballots"] else (),
        rating_changes=_rating_changes_of(row),
        badges=_badges_of(row),
    )


def _seat_of(row: Mapping[str, Any], color: str, in_json: Mapping[str, Any]) -> Seat:
    in_row = {name: row[f"{color}_{name}"] for name in (*_CHOSEN, "left", "vacation")}
    seat: Seat = _SEAT_IN_ROW.read({**in_json, **in_row}, row["created_at"])
    return seat


def _clock_of(row: Mapping[str, Any], seat: Seat) -> TurnClock | None:
    until = row["deadline"] or row["claim"]
    if until is None:
        return None
    return TurnClock(until, claimable=row["deadline"] is None, vacation_until=seat.vacation_until)


def _rating_changes_of(row: Mapping[str, Any]) -> tuple[RatingChange, ...]:
    return tuple(
        RatingChange(
            player_id=row[f"{color}_id"],
            before=row[f"{color}_before"],
            after=row[f"{color}_after"],
            deviation=row[f"{color}_deviation"],
        )
        for color in ("white", "black")
        if row[f"{color}_before"] is not None
    )


def _badges_of(row: Mapping[str, Any]) -> tuple[EarnedBadge, ...]:
    if not row["badges"]:
        return ()
    parts = (earned.split(_AFTER_PLAYER) for earned in row["badges"].split(_BETWEEN_BADGES))
    return in_order(row["white_id"], (EarnedBadge(int(player), Badge(badge)) for player, badge in parts))


_FOR_BOTH: Final = ("moves", "takebacks", "offers", "score", "best_play", "guesses")
"""Columns with what both players know, apart from the boards."""


def own_view(row: Mapping[str, Any], player_id: int) -> Mapping[str, Any]:
    """Return a stored game as one of its players may see it, with what's text as JSON read."""
    own, other = (Color.WHITE, Color.BLACK) if row["white_id"] == player_id else (Color.BLACK, Color.WHITE)
    read = {name: _read_plain(row[name], None) for name in _FOR_BOTH}
    seat = _read_plain(row["seats"], {}).get(own)
    # Where the other player of a game in two places plays is theirs alone, and who watches it there.
    boards = [
        board
        for board in _read_plain(row["boards"], ())
        if other not in {board.get("reader"), board.get("side")}
        and not (board.get("watched") and board.get("guild") not in {row["guild_id"], row[f"{own}_guild_id"]})
    ]
    if player_id in apart_in(row):
        # They may only have met whoever plays there by a code.
        boards = [board for board in boards if board.get("reader") == own]
    return {**row, **read, "seats": seat, "boards": boards, f"{other}_guild_id": None}


APART: Final = ("seats", "boards", "event_id", "white_id", "black_id")
"""Columns that say who plays apart."""


def apart_in(row: Mapping[str, Any]) -> frozenset[int]:
    """Return who may not be where a stored game is played, as ``Game.plays_apart`` says."""
    seats, boards = _read_plain(row["seats"], {}), _read_plain(row["boards"], ())
    joined = [color for color, seat in seats.items() if seat.get("apart")]
    private = [board for board in boards if board.get("reader") and not board.get("side")]
    own = [board["reader"] for board in private if row["event_id"] is None]
    return frozenset(row[f"{color}_id"] for color in (*joined, *own))
