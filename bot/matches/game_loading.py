"""Games as they are stored, with their moves and all that belongs to them."""

from collections.abc import Mapping
from dataclasses import replace

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.game_errors import UnknownGameError
from bot.matches.numbers import format_number
from bot.matches.turns import clocks_of
from bot.matches.values import (
    Controls,
    Game,
    Offer,
    OfferKind,
    OwnBoard,
    Place,
    Player,
    RatingChange,
    Start,
    ThemeName,
    TurnClock,
)
from bot.store import games as game_rows
from bot.store import hints as hint_rows
from bot.store import offers as offer_rows
from bot.store import own_boards as own_board_rows
from bot.store import ratings as rating_rows
from bot.store.games import GameRow, MoveRow
from bot.store.identities import player_controls
from bot.store.offers import OfferRow
from bot.store.ratings import RatingChangeRow
from engine import Colour, Outcome, Position, Reason, Ruleset, mover


async def load(connection: AsyncConnection, number: int) -> Game:
    """Read a game.

    Raises:
        UnknownGameError: there is none of this number.
    """
    return (await load_all(connection, [await fetch(connection, number)]))[0]


async def load_all(connection: AsyncConnection, rows: list[GameRow]) -> list[Game]:
    """Add their moves to the rows of games, which keep their order."""
    moves = await game_rows.moves_of(connection, [row.id for row in rows])
    hints = await hint_rows.counts_of(connection, [row.id for row in rows if row.hints])
    running = await clocks_of(connection, [row.id for row in rows if row.move_seconds is not None])
    unfinished = [row for row in rows if row.reason is None]
    offers = await offer_rows.waiting(connection, [row.id for row in unfinished])
    private = await own_board_rows.of_games(connection, [row.id for row in rows])
    changes = await rating_rows.changes_of(connection, [row.id for row in rows if row.rated])
    choices = await player_controls(connection, {_to_move(row, moves[row.id]) for row in unfinished})
    return [
        replace(
            _game(row, moves[row.id], hints, running.get(row.id)),
            offer=_offer(offers.get(row.id)),
            controls=Controls(*choices.get(_to_move(row, moves[row.id]), ())),
            own_boards=tuple(
                OwnBoard(own.player_id, own.channel_id, own.message_id) for own in private.get(row.id, ())
            ),
            rating_changes=_rating_changes(row, changes.get(row.id, {})),
        )
        for row in rows
    ]


def _to_move(row: GameRow, moves: list[MoveRow]) -> int:
    return row.white_id if mover(len(moves)) is Colour.WHITE else row.black_id


def _rating_changes(row: GameRow, changes: Mapping[int, RatingChangeRow]) -> tuple[RatingChange, ...]:
    found = (changes.get(player) for player in (row.white_id, row.black_id))
    return tuple(RatingChange(one.player_id, one.before, one.after) for one in found if one is not None)


def _offer(row: OfferRow | None) -> Offer | None:
    return None if row is None else Offer(OfferKind(row.kind), Colour(row.colour))


async def fetch(connection: AsyncConnection, number: int) -> GameRow:
    """The row of a game.

    Raises:
        UnknownGameError: there is none of this number.
    """
    row = await game_rows.fetch(connection, number)
    if row is None:
        raise UnknownGameError(format_number(number))
    return row


def _game(
    row: GameRow,
    moves: list[MoveRow],
    hints: Mapping[tuple[int, int], int],
    clock: TurnClock | None,
) -> Game:
    outcome = None
    if row.reason is not None:
        outcome = Outcome(None if row.winner is None else Colour(row.winner), Reason(row.reason))
    return Game(
        number=row.id,
        place=Place(row.guild_id, row.channel_id, row.reachable),
        message_id=row.message_id,
        white=Player(row.white_id, row.white_name),
        black=Player(row.black_id, row.black_name),
        position=Position.replay(Ruleset(row.ruleset), [move.move for move in moves]),
        outcome=outcome,
        revision=row.revision,
        language=row.language,
        theme=ThemeName(row.theme),
        shown=not row.dirty,
        posted_at=row.posted_at,
        start=Start(row.start),
        swapped=row.swapped,
        rated=row.rated,
        hints=row.hints,
        white_hints=hints.get((row.id, row.white_id), 0),
        black_hints=hints.get((row.id, row.black_id), 0),
        move_seconds=row.move_seconds,
        clock=clock,
    )
