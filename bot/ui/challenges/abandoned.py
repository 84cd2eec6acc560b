"""Challenges that can't become games: their card is gone, or the challenger has left."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.matches.challenges.challenge_errors import (
    AbsentOpponentError,
    CounterChallengeError,
    RepeatedChallengeError,
)
from bot.matches.values.challenges import Challenge, ChallengeStatus
from bot.ui.board.messages import edit_card
from bot.ui.challenges.card import challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.context.memberships import has_left

T = TypeVar("T")


async def propose(client: ServingClient, proposing: Callable[[], Awaitable[T]]) -> T:
    """Make a challenge. An earlier one between the two doesn't get in the way if its card is gone.

    Raises:
        MatchError: any that ``proposing`` raises.
    """
    try:
        return await proposing()
    except (RepeatedChallengeError, CounterChallengeError) as error:
        if not await _is_lost(client, error.challenge):
            raise
        await client.services.challenges.cancel(error.challenge.number, error.challenge.challenger)
    return await proposing()


async def check_challenger(client: ServingClient, challenge: Challenge) -> None:
    """Check, before a challenge is accepted, that the challenger is still in the server; otherwise close it.

    Raises:
        AbsentOpponentError: they have left.
        MatchError: someone else has closed it meanwhile.
    """
    if challenge.status is ChallengeStatus.OPEN and await has_left(
        client, challenge.place, challenge.challenger
    ):
        closed = await client.services.challenges.cancel(challenge.number, challenge.challenger)
        await edit_card(client, closed, await challenge_card(closed))
        raise AbsentOpponentError(challenge.challenger.name)


async def _is_lost(client: ServingClient, challenge: Challenge) -> bool:
    if client.services.challenges.is_unseen(challenge):
        return True
    score = await client.services.rematches.score(challenge)
    return not await edit_card(client, challenge, await challenge_card(challenge, score))
