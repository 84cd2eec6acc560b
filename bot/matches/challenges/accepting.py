"""Accepting a challenge, which turns it into a game."""

from datetime import UTC, datetime
from random import Random
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.challenges.errors import (
    ClosedChallengeError,
    NotChallengedError,
    OwnChallengeError,
    TakenChallengeError,
)
from bot.matches.values.challenges import Challenge, ChallengeStatus
from bot.matches.values.games import UNCOUNTED
from bot.matches.values.players import Player
from bot.store.games import games as game_rows
from bot.store.games import presences
from bot.store.games.game_rows import MoveRow
from bot.store.games.games import BY_LOT, NewGame
from bot.store.settings import players as player_rows
from engine import Start, balanced_first_moves

MOST_RATED: Final = 5
"""Maximum number of rated games that two people can begin in a day (UTC)."""


def check_may_accept(challenge: Challenge, player: Player) -> None:
    """Check that ``player`` may accept or join a challenge.

    Raises:
        ClosedChallengeError: as in ``closed_error``.
        NotChallengedError: someone else is challenged.
        OwnChallengeError: ``player`` made it.
    """
    if challenge.status is not ChallengeStatus.OPEN:
        raise closed_error(challenge, player)
    if challenge.opponent is not None and player.id != challenge.opponent.id:
        raise NotChallengedError(challenge)
    if player.id == challenge.challenger.id:
        raise OwnChallengeError


def closed_error(challenge: Challenge, player: Player) -> ClosedChallengeError:
    """Return an error that tells ``player`` why a challenge is no longer open."""
    people = {challenge.challenger, challenge.opponent}
    if challenge.status is ChallengeStatus.ACCEPTED and player.id not in {one.id for one in people if one}:
        return TakenChallengeError(challenge)
    return ClosedChallengeError(challenge)


async def add_game(connection: AsyncConnection, challenge: Challenge, now: datetime, random: Random) -> int:
    """Add the game of a challenge that was just accepted or joined, and return its number. The card shows it.

    The first turn has not started yet. The game isn't rated if the two have already begun ``MOST_RATED``
    rated games today.

    Raises:
        ValueError: the challenger has no opponent.
    """
    opponent = challenge.opponent
    if opponent is None:
        raise ValueError(challenge.number)
    white, black = challenge.terms.color.seats(challenge.challenger, opponent, random)
    row = NewGame(
        challenge_id=challenge.number,
        guild_id=challenge.place.guild_id,
        channel_id=challenge.place.channel_id,
        reachable=challenge.place.reachable,
        message_id=challenge.message_id,
        white_id=white.id,
        white_name=white.name,
        black_id=black.id,
        black_name=black.name,
        ruleset=challenge.terms.ruleset,
        language=challenge.terms.language,
        theme=challenge.theme,
        start=challenge.terms.start,
        rated=challenge.terms.rated and await _may_be_rated(connection, white, black, now),
        hints=challenge.terms.hints,
        posted_at=challenge.proposed_at,
        move_seconds=challenge.terms.move_seconds,
    )
    game = await game_rows.add(connection, row, now)
    if challenge.terms.start is Start.BALANCED:
        first = random.choice(balanced_first_moves(challenge.terms.ruleset))
        await game_rows.add_move(connection, MoveRow(game, 0, str(first), BY_LOT), now)
    await presences.see(connection, game, challenge.challenger.id, challenge.proposed_at)
    await presences.see(connection, game, opponent.id, now)
    return game


async def _may_be_rated(connection: AsyncConnection, one: Player, other: Player, now: datetime) -> bool:
    # So that if two games begin at the same time, one counts the other.
    await player_rows.hold(connection, (one.id, other.id))
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    reasons = map(str, UNCOUNTED)
    return await game_rows.count_rated(connection, one.id, other.id, midnight, reasons) < MOST_RATED
