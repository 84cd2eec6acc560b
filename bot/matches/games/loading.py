"""Loads games with their moves and everything that belongs to them."""

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.base36 import format_number
from bot.matches.games.errors import UnknownGameError
from bot.matches.values.badges import Badge, EarnedBadge, in_order
from bot.matches.values.clocks import USUAL_REMINDERS
from bot.matches.values.conditional_moves import ConditionalTree
from bot.matches.values.games import (
    Answer,
    AnsweredOffer,
    Game,
    Offer,
    OfferKind,
    PlayedMove,
    PrivateBoard,
    RatingChange,
    Seat,
    TurnClock,
)
from bot.matches.values.places import Place
from bot.matches.values.players import Controls, NotificationMode, Player, ThemeName
from bot.store.games import games as game_rows
from bot.store.games.game_rows import GameRow, SideRow
from bot.store.games.offers import OfferRow
from engine import Color, Outcome, Position, Reason, Ruleset, Start, mover


async def load(connection: AsyncConnection, number: int) -> Game:
    """Load a game, in one statement.

    Raises:
        UnknownGameError: no game has this number.
    """
    return game_of(await fetch(connection, number))


async def fetch(connection: AsyncConnection, number: int) -> GameRow:
    """Return the row of a game.

    Raises:
        UnknownGameError: no game has this number.
    """
    row = await game_rows.fetch(connection, number)
    if row is None:
        raise UnknownGameError(format_number(number))
    return row


def game_of(row: GameRow) -> Game:
    """Return the game that a row describes."""
    sides = (row.white, row.black)
    return Game(
        number=row.id,
        place=Place(row.guild_id, row.channel_id, row.reachable),
        message_id=row.message_id,
        white=Player(row.white.id, row.white.name),
        black=Player(row.black.id, row.black.name),
        position=Position.replay(Ruleset(row.ruleset), [move.move for move in row.moves]),
        outcome=_outcome(row),
        revision=row.revision,
        language=row.language,
        theme=ThemeName(row.theme),
        shown=not row.dirty,
        stalled=row.stalled,
        posted_at=row.posted_at,
        start=Start(row.start),
        swapped=row.swapped,
        rated=row.rated,
        hints=row.hints,
        taken_back=row.taken_back,
        white_seat=_seat(row.white),
        black_seat=_seat(row.black),
        move_seconds=row.move_seconds,
        clock=_clock(row),
        offer=_offer(row),
        answered=_answered(row),
        private_boards=tuple(
            PrivateBoard(side.id, side.own_channel_id, side.own_message_id)
            for side in sorted(sides, key=lambda side: side.id)
            if side.own_channel_id is not None and side.own_message_id is not None
        ),
        rating_changes=tuple(change for side in sides if (change := _rating_change(side))),
        badges=in_order(
            row.white.id, (EarnedBadge(each.player_id, Badge(each.badge)) for each in row.badges)
        ),
        moves=tuple(PlayedMove(move.move, move.revision) for move in row.moves),
        chosen_text_board=row.text_board,
    )


def _rating_change(side: SideRow) -> RatingChange | None:
    if side.rating_before is None or side.rating_after is None or side.rating_deviation is None:
        return None
    return RatingChange(side.id, side.rating_before, side.rating_after, side.rating_deviation)


def reminder_hours(stored: str | None) -> frozenset[int]:
    """Return the hours before a deadline that a player has chosen, from their stored form."""
    return USUAL_REMINDERS if stored is None else frozenset(map(int, stored.split()))


def _outcome(row: GameRow) -> Outcome | None:
    if row.reason is None:
        return None
    return Outcome(None if row.winner is None else Color(row.winner), Reason(row.reason))


def _seat(side: SideRow) -> Seat:
    return Seat(
        seen_at=side.seen_at,
        notifications=None if side.notifications is None else NotificationMode(side.notifications),
        reminder_hours=reminder_hours(side.reminders),
        controls=Controls(confirm=bool(side.confirm_moves), compact=bool(side.compact_controls)),
        text_board=bool(side.text_board),
        vacation_until=side.vacation_until,
        hints=side.hints,
        conditional_moves=ConditionalTree.of_lines(side.lines),
    )


def _clock(row: GameRow) -> TurnClock | None:
    until = row.deadline or row.claim
    if until is None:
        return None
    side = row.white if mover(len(row.moves)) is Color.WHITE else row.black
    return TurnClock(until, claimable=row.deadline is None, vacation_until=side.vacation_until)


def _offer(row: GameRow) -> Offer | None:
    # Every offer raises the revision, so at most one was made at the game's current revision.
    waiting = (offer for offer in row.offers if offer.revision == row.revision and row.reason is None)
    return next(map(_offer_of, waiting), None)


def _answered(row: GameRow) -> AnsweredOffer | None:
    answered = [
        (offer.revision, AnsweredOffer(_offer_of(offer), Answer(offer.answer), offer.ply))
        for offer in row.offers
        if offer.answer is not None
    ]
    if not answered:
        return None
    _, last = max(answered, key=lambda each: each[0])
    return last if last.is_told_at(len(row.moves)) else None


def _offer_of(row: OfferRow) -> Offer:
    return Offer(OfferKind(row.kind), Color(row.color))
