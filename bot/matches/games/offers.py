"""What one player asks of the other: a draw, or a takeback.

An offer lasts as long as the game's revision does, so every move and every other change ends it.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.games.allowances import both_have_moved, ply_to_return_to
from bot.matches.games.errors import (
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
from bot.matches.games.games import Games, check_player
from bot.matches.games.loading import load
from bot.matches.games.notifications import plan_call
from bot.matches.games.turns import begin_turn, end
from bot.matches.values.games import Answer, AnsweredOffer, Game, Offer, OfferKind
from bot.store.connections.retrying import retried
from bot.store.games import conditional_moves as plan_rows
from bot.store.games import games as game_rows
from bot.store.games import offers as offer_rows
from bot.store.games import takebacks
from bot.store.games.offers import OfferRow
from engine import Color, Outcome, Reason

PLIES_BETWEEN = {OfferKind.DRAW: 4, OfferKind.TAKE_BACK: 2}
"""Minimum number of moves between two offers of one kind by the same player."""


class Offers:
    """The offers in one database."""

    def __init__(self, clock: Clock, games: Games) -> None:
        self._clock = clock
        self._games = games

    @retried
    async def offer_draw(self, number: int, revision: int, player_id: int) -> Game:
        """Offer the other player a draw, with a button made at ``revision``.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            StaleRevisionError: the game went on since.
            WithComputerError: the other player is the computer.
            TooEarlyError: not both players have moved.
            ClaimableGameError, OpenOfferError, OfferedLatelyError: it isn't possible now.
        """
        async with self._games.changing(number) as (connection, game):
            color = _check_may_offer_draw(game, revision, player_id)
            return await _ask(connection, game, Offer(OfferKind.DRAW, color), self._clock.now())

    @retried
    async def check_draw(self, number: int, revision: int, player_id: int) -> None:
        """Check that a player may offer a draw, with a button made at ``revision``.

        Raises:
            MatchError: as in ``offer_draw``.
        """
        async with self._games.changing(number) as (connection, game):
            color = _check_may_offer_draw(game, revision, player_id)
            await _check_pace(connection, game, Offer(OfferKind.DRAW, color))

    @retried
    async def take_back(self, number: int, revision: int, player_id: int) -> Game:
        """Take back the last move of ``player_id`` and the moves after it.

        The other player is asked first. The computer always agrees.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            StaleRevisionError: the game went on since ``revision``.
            RatedTakeBackError: the game is rated.
            NothingToTakeBackError: they haven't chosen a move yet, or changed sides after it.
            ComputerThinksError: the computer is thinking.
            ClaimableGameError, OpenOfferError, OfferedLatelyError: it isn't possible now.
        """
        async with self._games.changing(number) as (connection, game):
            color = _check_may_take_back(game, revision, player_id)
            if game.level is None:
                return await _ask(connection, game, Offer(OfferKind.TAKE_BACK, color), self._clock.now())
            return await _take_back(connection, game, color, self._clock.now())

    async def check_take_back(self, number: int, revision: int, player_id: int) -> Game:
        """Return the game as it stands, if a player may take their last move back.

        Raises:
            MatchError: as in ``take_back``.
        """
        game = await self._games.get(number)
        _check_may_take_back(game, revision, player_id)
        return game

    @retried
    async def accept(self, number: int, revision: int, player_id: int) -> Game:
        """Do what the other player asked for, with a button made at ``revision``.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            StaleRevisionError: the offer no longer stands.
            NotAddressedError: ``player_id`` made it.
        """
        async with self._games.changing(number) as (connection, game):
            offer = _check_may_answer(game, revision, player_id)
            if offer.kind is OfferKind.DRAW:
                return await end(connection, game, Outcome(None, Reason.AGREEMENT), self._clock.now())
            return await _take_back(connection, game, offer.color, self._clock.now())

    @retried
    async def decline(self, number: int, revision: int, player_id: int) -> Game:
        """Decline what the other player asked for; the game goes on.

        Raises:
            MatchError: as in ``accept``.
        """
        async with self._games.changing(number) as (connection, game):
            offer = _check_may_answer(game, revision, player_id)
            return await _end_offer(connection, game, offer, Answer.DECLINED, self._clock.now())

    @retried
    async def withdraw(self, number: int, revision: int, player_id: int) -> Game:
        """Withdraw what ``player_id`` asked for; the game goes on.

        Raises:
            UnknownGameError, FinishedGameError: there is no such game, or it is over.
            NotAPlayerError: the player doesn't play in it.
            StaleRevisionError: the offer no longer stands.
            NotOfferedError: the other player made it.
        """
        async with self._games.changing(number) as (connection, game):
            color, offer = _standing_offer(game, revision, player_id)
            if color is not offer.color:
                raise NotOfferedError(game)
            return await _end_offer(connection, game, offer, Answer.WITHDRAWN, self._clock.now())


def _check_may_offer_draw(game: Game, revision: int, player_id: int) -> Color:
    color = _check_may_ask(game, revision, player_id)
    if game.level is not None:
        raise WithComputerError(game)
    if not both_have_moved(game):
        raise TooEarlyError(game)
    return color


def _check_may_take_back(game: Game, revision: int, player_id: int) -> Color:
    color = _check_may_ask(game, revision, player_id)
    if game.rated:
        raise RatedTakeBackError(game)
    if game.computer_moves and not game.stalled:
        raise ComputerThinksError(game)
    if ply_to_return_to(game, color) is None:
        raise NothingToTakeBackError(game)
    return color


async def _ask(connection: AsyncConnection, game: Game, offer: Offer, now: datetime) -> Game:
    await _check_pace(connection, game, offer)
    await game_rows.advance(connection, game.number, game.revision)
    asked = replace(game, offer=offer, revision=game.revision + 1, shown=False)
    row = OfferRow(game.number, offer.kind, offer.color, game.position.ply, asked.revision)
    await offer_rows.keep(connection, row)
    await plan_call(connection, asked, now)
    return asked


async def _check_pace(connection: AsyncConnection, game: Game, offer: Offer) -> None:
    last = await offer_rows.last(connection, game.number, offer.kind, offer.color)
    if last is not None:
        missing = last.ply + PLIES_BETWEEN[offer.kind] - game.position.ply
        if missing > 0:
            raise OfferedLatelyError(game, missing)


async def _end_offer(
    connection: AsyncConnection, game: Game, offer: Offer, answer: Answer, now: datetime
) -> Game:
    await game_rows.advance(connection, game.number, game.revision)
    await offer_rows.answer(connection, game.number, game.revision, answer)
    # Any move would have ended the offer, so it was made at this ply.
    answered = AnsweredOffer(offer, answer, game.position.ply)
    ended = replace(game, offer=None, answered=answered, revision=game.revision + 1, shown=False)
    await plan_call(connection, ended, now)
    return ended


async def _take_back(connection: AsyncConnection, game: Game, color: Color, now: datetime) -> Game:
    ply = ply_to_return_to(game, color)
    if ply is None:
        raise NothingToTakeBackError(game)
    await game_rows.advance(connection, game.number, game.revision, ply)
    await takebacks.take_back(connection, game.number, ply, game.revision + 1)
    # What was offered or planned was about another position.
    await offer_rows.drop(connection, game.number, OfferKind.TAKE_BACK)
    await offer_rows.forget_answers(connection, game.number)
    await plan_rows.drop_of_game(connection, game.number)
    return await begin_turn(connection, await load(connection, game.number), now)


def _check_may_ask(game: Game, revision: int, player_id: int) -> Color:
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


def _check_may_answer(game: Game, revision: int, player_id: int) -> Offer:
    color, offer = _standing_offer(game, revision, player_id)
    if color is offer.color:
        raise NotAddressedError(game)
    return offer


def _standing_offer(game: Game, revision: int, player_id: int) -> tuple[Color, Offer]:
    """Return the color of a player and the offer on the board that they clicked."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if revision != game.revision or game.offer is None:
        raise StaleRevisionError(game)
    return color, game.offer
