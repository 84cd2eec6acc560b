"""Challenges of which nothing can come: no card shows them any more, or who made them has left."""

from collections.abc import Awaitable, Callable
from typing import TypeVar

from bot.matches.challenges.errors import AbsentOpponentError, CounterChallengeError, RepeatedChallengeError
from bot.matches.values.challenges import Challenge, ChallengeStatus
from bot.ui.board.board_posts import edit_card
from bot.ui.challenges.card import challenge_card
from bot.ui.context.client import ServingClient
from bot.ui.context.membership import has_left

T = TypeVar("T")


async def propose(client: ServingClient, proposing: Callable[[], Awaitable[T]]) -> T:
    """Make a challenge. An earlier one of the two whose card is gone does not stand in its way and is closed.

    Raises:
        MatchError: what ``proposing`` raises.
    """
    try:
        return await proposing()
    except (RepeatedChallengeError, CounterChallengeError) as error:
        if not await _is_lost(client, error.challenge):
            raise
        await client.services.challenges.cancel(error.challenge.number, error.challenge.challenger)
    return await proposing()


async def check_challenger(client: ServingClient, challenge: Challenge) -> None:
    """See that who made a challenge is still in the server, before it is accepted; else close it.

    Raises:
        AbsentOpponentError: he has left.
        MatchError: somebody else has closed it meanwhile.
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
    return not await edit_card(client, challenge, await challenge_card(challenge))
