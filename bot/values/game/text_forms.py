"""How the parts of a game that are only read with it are written as text: in JSON, as short as it gets.

Instants are microseconds since the game began. Nothing names a person: a player is their color.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from operator import attrgetter
from typing import Any, Final

from bot.values.crowds import Crowd
from bot.values.game.game import (
    NO_GUESSES,
    Answer,
    BestPlay,
    Board,
    ConditionalTree,
    Game,
    Guessing,
    Offer,
    OfferKind,
    PlayedMove,
    Seat,
    Takeback,
)
from bot.values.players import Place, ThemeName
from bot.values.standings import Score, ShownRating
from engine import Color, Move

_encoded: Final = json.JSONEncoder(separators=(",", ":")).encode
_MICROSECOND: Final = timedelta(microseconds=1)

_FOR_BOTH: Final = ("moves", "takebacks", "offers", "score", "best_play", "guesses")
"""Columns with what both players know, apart from the boards."""


def write_moves(game: Game, plies: int | None = None) -> str | None:
    """Return the moves of a game, or the first ``plies`` of them, as text; None without moves."""
    return _written(_moves(game.moves[:plies], game.created_at))


def read_moves(text: str | None, began: datetime) -> tuple[PlayedMove, ...]:
    return _read_moves(_read(text), began)


def first_moves(text: str | None, plies: int | None = None) -> tuple[tuple[str, int], ...]:
    """Return the first moves, or all of them, that ``write_moves`` wrote, each with its revision."""
    return tuple((move, revision) for move, revision, _ in _read(text)[:plies])


def write_takebacks(game: Game) -> str | None:
    """Return what was taken back in a game as text; None if nothing was."""
    began = game.created_at
    return _written([[one.ply, one.revision, _moves(one.moves, began)] for one in game.takebacks])


def read_takebacks(text: str | None, began: datetime) -> tuple[Takeback, ...]:
    return tuple(Takeback(ply, revision, _read_moves(moves, began)) for ply, revision, moves in _read(text))


def write_offers(game: Game) -> str | None:
    """Return the last offers of a game as text; None without offers."""
    return _written([[one.kind, one.color, one.ply, one.revision, one.answer] for one in game.offers])


def read_offers(text: str | None) -> tuple[Offer, ...]:
    """Return the offers that ``write_offers`` wrote."""
    return tuple(
        Offer(OfferKind(kind), Color(color), ply, revision, None if answer is None else Answer(answer))
        for kind, color, ply, revision, answer in _read(text)
    )


def write_seats(game: Game) -> str | None:
    """Return what's stored of the players' seats as text; None if there's nothing to it."""
    seats = {color: _seat(game.seat(color), game.created_at) for color in Color}
    return _written({color: seat for color, seat in seats.items() if seat})


def read_seats(text: str | None, began: datetime) -> Mapping[Color, Seat]:
    """Return the seats that ``write_seats`` wrote."""
    seats = _read(text, {})
    return {color: _read_seat(seats.get(color.value, {}), began) for color in Color}


def write_score(game: Game) -> str | None:
    """Return the score between the players of a game as text; None without one."""
    return None if game.score is None else _encoded([game.score.won, game.score.lost, game.score.drawn])


def read_score(text: str | None) -> Score | None:
    return None if text is None else Score(*_read(text))


def write_best_play(game: Game) -> str | None:
    """Return how a game would have ended with best play as text; None if that isn't known."""
    best = game.best_play
    return None if best is None else _encoded([best.winner, best.moves, " ".join(map(str, best.line))])


def read_best_play(text: str | None) -> BestPlay | None:
    """Return what ``write_best_play`` wrote."""
    if text is None:
        return None
    winner, moves, line = _read(text)
    return BestPlay(_color(winner), moves, tuple(map(Move.parse, line.split())))


def write_guesses(game: Game) -> str | None:
    """Return what's known of guesses at the moves of a game as text; None if there are none."""
    known = game.guessing
    if known == NO_GUESSES:
        return None
    return _encoded([known.is_open, known.move, known.right, known.total])


def read_guesses(text: str | None) -> Guessing:
    return NO_GUESSES if text is None else Guessing(*_read(text))


def write_boards(game: Game) -> str:
    return _encoded([_board(board, game.created_at) for board in game.boards])


def read_boards(text: str, began: datetime) -> tuple[Board, ...]:
    return tuple(
        Board(
            Place(board.get("guild"), board["channel"], board["reachable"]),
            board["language"],
            ThemeName(board["theme"]),
            _color(board.get("reader")),
            board.get("message"),
            _at(began, board.get("posted")),
            board.get("shown"),
            _color(board.get("side")),
            board.get("watched", False),
            board.get("server"),
        )
        for board in json.loads(text)
    )


@dataclass(frozen=True, slots=True)
class TextForm:
    """A part of a game, and how it's written."""

    part: Callable[[Game], object]
    write: Callable[[Game], str | None]


def write_crowd(game: Game) -> str | None:
    """Return how channels play a game as text; None if they don't."""
    return None if game.crowd is None else _encoded(asdict(game.crowd))


def read_crowd(text: str | None) -> Crowd | None:
    return None if text is None else Crowd(**json.loads(text))


TEXT_FORMS: Final[Mapping[str, TextForm]] = {
    "moves": TextForm(attrgetter("moves"), write_moves),
    "takebacks": TextForm(attrgetter("takebacks"), write_takebacks),
    "offers": TextForm(attrgetter("offers"), write_offers),
    "seats": TextForm(attrgetter("white_seat", "black_seat"), write_seats),
    "score": TextForm(attrgetter("score"), write_score),
    "best_play": TextForm(attrgetter("best_play"), write_best_play),
    "guesses": TextForm(attrgetter("guessing"), write_guesses),
    "boards": TextForm(attrgetter("boards"), write_boards),
    "crowd": TextForm(attrgetter("crowd"), write_crowd),
}
"""All of them, by the names of their columns."""


def own_view(row: Mapping[str, Any], player_id: int) -> Mapping[str, Any]:
    """Return a stored game as one of its players may see it, with what's text as JSON read."""
    color = Color.WHITE if row["white_id"] == player_id else Color.BLACK
    seen = {name: _read(row[name], None) for name in _FOR_BOTH}
    own = _read(row["seats"], {}).get(color.value)
    # Where the other player of a game in two places plays is theirs alone.
    theirs = color.opponent.value
    boards = [
        board for board in _read(row["boards"]) if theirs not in {board.get("reader"), board.get("side")}
    ]
    return {**row, **seen, "seats": own, "boards": boards, f"{theirs}_guild_id": None}


def _board(board: Board, began: datetime) -> dict[str, Any]:
    return _known(
        guild=board.place.guild_id,
        channel=board.place.channel_id,
        reachable=board.place.reachable,
        language=board.language,
        theme=board.theme,
        reader=board.reader,
        message=board.message_id,
        posted=None if board.posted_at is None else _spent(began, board.posted_at),
        shown=board.shown,
        side=board.side,
        watched=board.watched or None,
        server=board.server_name,
    )


def _seat(seat: Seat, began: datetime) -> dict[str, Any]:
    rating = seat.rating
    return _known(
        rating=None if rating is None else [rating.points, rating.provisional],
        seen=None if seat.seen_at is None else _spent(began, seat.seen_at),
        hints=seat.hints or None,
        conditional_moves=seat.conditional_moves.lines() or None,
    )


def _read_seat(stored: Mapping[str, Any], began: datetime) -> Seat:
    return Seat(
        rating=ShownRating(*stored["rating"]) if "rating" in stored else None,
        seen_at=_at(began, stored.get("seen")),
        hints=tuple(stored.get("hints", ())),
        conditional_moves=ConditionalTree.of_lines(stored.get("conditional_moves", ())),
    )


def _known(**facts: Any) -> dict[str, Any]:
    return {name: fact for name, fact in facts.items() if fact is not None}


def _color(text: str | None) -> Color | None:
    return None if text is None else Color(text)


def _moves(moves: Iterable[PlayedMove], began: datetime) -> list[list[Any]]:
    return [[move.text, move.revision, _spent(began, move.played_at)] for move in moves]


def _read_moves(stored: Iterable[Any], began: datetime) -> tuple[PlayedMove, ...]:
    return tuple(PlayedMove(text, revision, began + spent * _MICROSECOND) for text, revision, spent in stored)


def _spent(began: datetime, at: datetime) -> int:
    return (at - began) // _MICROSECOND


def _at(began: datetime, spent: int | None) -> datetime | None:
    return None if spent is None else began + spent * _MICROSECOND


def _written(subject: object) -> str | None:
    """Return a subject as JSON; None if there's nothing to it."""
    return _encoded(subject) if subject else None


def _read(text: str | None, nothing: Any = ()) -> Any:
    return nothing if text is None else json.loads(text)
