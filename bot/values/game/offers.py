"""What one player asks of the other: a draw, a takeback, the board in words, or to cancel the game.

An offer lasts as long as the game's revision does, so every move and every other change ends it.
"""

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.values.game.boards import doubt
from bot.values.game.endings import call_off, end, without_plans
from bot.values.game.game import Answer, Game, Offer, OfferKind, Takeback
from bot.values.game.game_errors import (
    ClaimableGameError,
    ComputerThinksError,
    EventGameError,
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

PLIES_BETWEEN: Final = {OfferKind.DRAW: 4, OfferKind.TAKE_BACK: 2, OfferKind.TEXT: 4, OfferKind.CANCEL: 4}
"""Minimum number of moves between two offers of one kind by the same player."""


def check_may_offer_draw(game: Game, revision: int, *, player_id: int) -> Color:
    """Check that a player may offer a draw, with a button made at ``revision``; return their color."""
    return _check_may_offer_end(game, OfferKind.DRAW, revision, player_id=player_id)


def offer_draw(game: Game, revision: int, *, player_id: int) -> Game:
    """Offer the other player a draw, with a button made at ``revision``."""
    return _ask(game, OfferKind.DRAW, check_may_offer_draw(game, revision, player_id=player_id))


def ask_to_cancel(game: Game, revision: int, *, player_id: int) -> Game:
    """Ask the other player to end the game without a result, with a button made at ``revision``."""
    if game.event is not None:
        raise EventGameError(game)
    color = _check_may_offer_end(game, OfferKind.CANCEL, revision, player_id=player_id)
    return _ask(game, OfferKind.CANCEL, color)


def check_may_take_back(game: Game, revision: int, *, player_id: int) -> Color:
    """Check that a player may take their last move back, or ask for that; return their color."""
    color = _check_may_ask(game, revision, player_id=player_id)
    if not game.has_takebacks:
        raise RatedTakeBackError(game)
    if game.computer_moves and not game.stalled:
        raise ComputerThinksError(game)
    if game.ply_to_return_to(color) is None:
        raise NothingToTakeBackError(game)
    return color


def take_back(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """Take back the last move of ``player_id`` and the moves after it.

    The other player is asked first. The computer always agrees.
    """
    color = check_may_take_back(game, revision, player_id=player_id)
    if game.level is not None:
        return _taken_back(game, color, now)
    _check_pace(game, OfferKind.TAKE_BACK, color)
    return _ask(game, OfferKind.TAKE_BACK, color)


def ask_for_text(game: Game, revision: int, *, player_id: int) -> Game:
    """Have the board for everyone in words, too. The other player is asked first, if it's a person."""
    color = _check_may_ask(game, game.revision if game.level is not None else revision, player_id=player_id)
    if game.level is not None:
        return replace(doubt(game), chosen_text_board=True)
    _check_pace(game, OfferKind.TEXT, color)
    return _ask(game, OfferKind.TEXT, color)


def accept(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """Do what the other player asked for, with a button made at ``revision``."""
    offer = _check_may_answer(game, revision, player_id=player_id)
    if offer.kind is OfferKind.DRAW:
        return end(game, Outcome(None, Reason.AGREEMENT), now)
    if offer.kind is OfferKind.CANCEL:
        return call_off(game, now)
    if offer.kind is OfferKind.TEXT:
        return replace(game, chosen_text_board=True, revision=game.revision + 1)
    return _taken_back(game, offer.color, now)


def decline(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """Decline what the other player asked for; the game goes on."""
    del now
    return _ended(game, _check_may_answer(game, revision, player_id=player_id), Answer.DECLINED)


def withdraw(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """Withdraw what ``player_id`` asked for; the game goes on."""
    del now
    color, offer = _standing_offer(game, revision, player_id=player_id)
    if color is not offer.color:
        raise NotOfferedError(game)
    return _ended(game, offer, Answer.WITHDRAWN)


def _ask(game: Game, kind: OfferKind, color: Color) -> Game:
    asked = Offer(kind, color, game.position.ply, game.revision + 1)
    others = (offer for offer in game.offers if (offer.kind, offer.color) != (kind, color))
    return replace(game, offers=(*others, asked), revision=asked.revision)


def _ended(game: Game, ended: Offer, answer: Answer) -> Game:
    offers = tuple(replace(offer, answer=answer) if offer == ended else offer for offer in game.offers)
    return replace(game, offers=offers, revision=game.revision + 1)


def _taken_back(game: Game, color: Color, now: datetime) -> Game:
    ply = game.ply_to_return_to(color)
    if ply is None:
        raise NothingToTakeBackError(game)
    revision = game.revision + 1
    kept = game.moves[:ply]
    returned = replace(
        stop_clock(without_plans(game), now, moved=False),
        position=Position.replay(game.ruleset, [move.text for move in kept]),
        revision=revision,
        moves=kept,
        takebacks=(*game.takebacks, Takeback(ply, revision, game.moves[ply:])),
        stalled=False,
        # What was offered was about another position.
        offers=tuple(
            replace(offer, ply=offer.ply - (len(game.moves) - ply), answer=None)
            for offer in game.offers
            if offer != game.offer
        ),
    )
    return begin_turn(returned, now)


def _check_pace(game: Game, kind: OfferKind, color: Color) -> None:
    for offer in game.offers:
        missing = offer.ply + PLIES_BETWEEN[kind] - game.position.ply
        if (offer.kind, offer.color) == (kind, color) and missing > 0:
            raise OfferedLatelyError(game, missing)


def _check_may_ask(game: Game, revision: int, *, player_id: int) -> Color:
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if revision != game.revision:
        raise StaleRevisionError(game)
    if game.clock is not None and game.clock.claimable:
        raise ClaimableGameError(game)
    if game.offer is not None:
        raise OpenOfferError(game)
    return color


def _check_may_offer_end(game: Game, kind: OfferKind, revision: int, *, player_id: int) -> Color:
    color = _check_may_ask(game, revision, player_id=player_id)
    if game.level is not None:
        raise WithComputerError(game)
    if not game.both_have_moved:
        raise TooEarlyError(game)
    _check_pace(game, kind, color)
    return color


def _check_may_answer(game: Game, revision: int, *, player_id: int) -> Offer:
    color, offer = _standing_offer(game, revision, player_id=player_id)
    if color is offer.color:
        raise NotAddressedError(game)
    return offer


def _standing_offer(game: Game, revision: int, *, player_id: int) -> tuple[Color, Offer]:
    """Return the color of a player and the offer on the board that they clicked."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if revision != game.revision or game.offer is None:
        raise StaleRevisionError(game)
    return color, game.offer
