"""What one player asks of the other: a draw, a takeback, or the board in words.

An offer lasts as long as the match's revision does, so every move and every other change ends it.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.values.game.boards import doubt
from bot.values.game.endings import end, without_plans
from bot.values.game.game import Answer, Match, Offer, OfferKind, Takeback
from bot.values.game.game_errors import (
    ClaimableGameError,
    ComputerThinksError,
    FinishedGameError,
    NotAddressedError,
    NothingToTakeBackError,
    NotOfferedError,
    OfferedLatelyError,
    OpenOfferError,
    RatedTakeBackError,
    StaleRevisionError,
    TooEarlyError,
    WithComputerError,
)
from bot.values.game.turns import begin_turn, check_player, stop_clock
from engine import Color, Outcome, Position, Reason

PLIES_BETWEEN: Final = {OfferKind.DRAW: 4, OfferKind.TAKE_BACK: 2, OfferKind.TEXT: 4}
"""Minimum number of moves between two offers of one kind by the same player."""


def check_may_offer_draw(match: Match, revision: int, *, player_id: int) -> Color:
    """Check that a player may offer a draw, with a button made at ``revision``; return their color.

    Raises:
        FinishedGameError: the match is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: it went on since.
        WithComputerError: the other player is the computer.
        TooEarlyError: not both players have moved.
        ClaimableGameError, OpenOfferError, OfferedLatelyError: it isn't possible now.
    """
    color = _check_may_ask(match, revision, player_id=player_id)
    if match.level is not None:
        raise WithComputerError(match)
    if not match.both_have_moved:
        raise TooEarlyError(match)
    _check_pace(match, OfferKind.DRAW, color)
    return color


def offer_draw(match: Match, revision: int, *, player_id: int) -> Match:
    """Offer the other player a draw, with a button made at ``revision``.

    Raises:
        MatchError: as in ``check_may_offer_draw``.
    """
    return _ask(match, OfferKind.DRAW, check_may_offer_draw(match, revision, player_id=player_id))


def check_may_take_back(match: Match, revision: int, *, player_id: int) -> Color:
    """Check that a player may take their last move back, or ask for that; return their color.

    Raises:
        FinishedGameError: the match is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: it went on since ``revision``.
        RatedTakeBackError: it is rated, or belongs to an event.
        NothingToTakeBackError: they haven't chosen a move yet, or changed sides after it.
        ComputerThinksError: the computer is thinking.
        ClaimableGameError, OpenOfferError: it isn't possible now.
    """
    color = _check_may_ask(match, revision, player_id=player_id)
    if not match.has_takebacks:
        raise RatedTakeBackError(match)
    if match.computer_moves and not match.stalled:
        raise ComputerThinksError(match)
    if match.ply_to_return_to(color) is None:
        raise NothingToTakeBackError(match)
    return color


def take_back(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """Take back the last move of ``player_id`` and the moves after it.

    The other player is asked first. The computer always agrees.

    Raises:
        MatchError: as in ``check_may_take_back``.
        OfferedLatelyError: they have asked a short time ago.
    """
    color = check_may_take_back(match, revision, player_id=player_id)
    if match.level is not None:
        return _taken_back(match, color, now)
    _check_pace(match, OfferKind.TAKE_BACK, color)
    return _ask(match, OfferKind.TAKE_BACK, color)


def ask_for_text(match: Match, revision: int, *, player_id: int) -> Match:
    """Have the board for everyone in words, too. The other player is asked first, unless it's the computer.

    Raises:
        FinishedGameError: the match is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: it went on since ``revision``.
        ClaimableGameError, OpenOfferError, OfferedLatelyError: it isn't possible now.
    """
    color = _check_may_ask(
        match, match.revision if match.level is not None else revision, player_id=player_id
    )
    if match.level is not None:
        return replace(doubt(match), chosen_text_board=True)
    _check_pace(match, OfferKind.TEXT, color)
    return _ask(match, OfferKind.TEXT, color)


def accept(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """Do what the other player asked for, with a button made at ``revision``.

    Raises:
        FinishedGameError: the match is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: the offer no longer stands.
        NotAddressedError: ``player_id`` made it.
    """
    offer = _check_may_answer(match, revision, player_id=player_id)
    if offer.kind is OfferKind.DRAW:
        return end(match, Outcome(None, Reason.AGREEMENT), now)
    if offer.kind is OfferKind.TEXT:
        return replace(match, chosen_text_board=True, revision=match.revision + 1)
    return _taken_back(match, offer.color, now)


def decline(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """Decline what the other player asked for; the match goes on.

    Raises:
        MatchError: as in ``accept``.
    """
    del now
    return _ended(match, _check_may_answer(match, revision, player_id=player_id), Answer.DECLINED)


def withdraw(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """Withdraw what ``player_id`` asked for; the match goes on.

    Raises:
        FinishedGameError: the match is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: the offer no longer stands.
        NotOfferedError: the other player made it.
    """
    del now
    color, offer = _standing_offer(match, revision, player_id=player_id)
    if color is not offer.color:
        raise NotOfferedError(match)
    return _ended(match, offer, Answer.WITHDRAWN)


def _ask(match: Match, kind: OfferKind, color: Color) -> Match:
    asked = Offer(kind, color, match.position.ply, match.revision + 1)
    others = (offer for offer in match.offers if (offer.kind, offer.color) != (kind, color))
    return replace(match, offers=(*others, asked), revision=asked.revision)


def _ended(match: Match, ended: Offer, answer: Answer) -> Match:
    offers = tuple(replace(offer, answer=answer) if offer == ended else offer for offer in match.offers)
    return replace(match, offers=offers, revision=match.revision + 1)


def _taken_back(match: Match, color: Color, now: datetime) -> Match:
    ply = match.ply_to_return_to(color)
    if ply is None:
        raise NothingToTakeBackError(match)
    revision = match.revision + 1
    kept = match.moves[:ply]
    returned = replace(
        stop_clock(without_plans(match), now, moved=False),
        position=Position.replay(match.ruleset, [move.text for move in kept]),
        revision=revision,
        moves=kept,
        takebacks=(*match.takebacks, Takeback(ply, revision, match.moves[ply:])),
        stalled=False,
        # What was offered was about another position.
        offers=tuple(
            replace(offer, answer=None) for offer in match.offers if offer.kind is not OfferKind.TAKE_BACK
        ),
    )
    return begin_turn(returned, now)


def _check_pace(match: Match, kind: OfferKind, color: Color) -> None:
    for offer in match.offers:
        missing = offer.ply + PLIES_BETWEEN[kind] - match.position.ply
        if (offer.kind, offer.color) == (kind, color) and missing > 0:
            raise OfferedLatelyError(match, missing)


def _check_may_ask(match: Match, revision: int, *, player_id: int) -> Color:
    if match.outcome is not None:
        raise FinishedGameError(match)
    color = check_player(match, player_id)
    if revision != match.revision:
        raise StaleRevisionError(match)
    if match.clock is not None and match.clock.claimable:
        raise ClaimableGameError(match)
    if match.offer is not None:
        raise OpenOfferError(match)
    return color


def _check_may_answer(match: Match, revision: int, *, player_id: int) -> Offer:
    color, offer = _standing_offer(match, revision, player_id=player_id)
    if color is offer.color:
        raise NotAddressedError(match)
    return offer


def _standing_offer(match: Match, revision: int, *, player_id: int) -> tuple[Color, Offer]:
    """Return the color of a player and the offer on the board that they clicked."""
    if match.outcome is not None:
        raise FinishedGameError(match)
    color = check_player(match, player_id)
    if revision != match.revision or match.offer is None:
        raise StaleRevisionError(match)
    return color, match.offer
