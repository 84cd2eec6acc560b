"""Loads challenges from their rows."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.challenges.errors import UnknownChallengeError
from bot.matches.values.challenges import Challenge, ChallengeStatus, ColorChoice, Terms
from bot.matches.values.places import Place
from bot.matches.values.players import Player, ThemeName
from bot.store.challenges import challenges as challenge_rows
from bot.store.challenges.challenges import ChallengeRow
from engine import Ruleset, Start


async def load_challenge(connection: AsyncConnection, number: int, now: datetime) -> Challenge:
    """Return the challenge with this number as of ``now``.

    Raises:
        UnknownChallengeError: there is none.
    """
    row = await challenge_rows.fetch(connection, number)
    if row is None:
        raise UnknownChallengeError
    return read_challenge(row, now)


def read_challenge(row: ChallengeRow, now: datetime) -> Challenge:
    """Return a challenge from its row. It's expired once its time is over, no matter what's stored."""
    status = ChallengeStatus(row.status)
    if status is ChallengeStatus.OPEN and row.expires_at <= now:
        status = ChallengeStatus.EXPIRED
    opponent = None
    if row.opponent_id is not None:
        opponent = Player(row.opponent_id, row.opponent_name or "")
    return Challenge(
        number=row.id,
        place=Place(row.guild_id, row.channel_id, row.reachable),
        message_id=row.message_id,
        challenger=Player(row.challenger_id, row.challenger_name),
        opponent=opponent,
        terms=Terms(
            Ruleset(row.ruleset),
            ColorChoice(row.color),
            row.language,
            Start(row.start),
            rated=row.rated,
            hints=row.hints,
            thread=row.thread,
            move_seconds=row.move_seconds,
        ),
        theme=ThemeName(row.theme),
        proposed_at=row.created_at,
        status=status,
        expires_at=row.expires_at,
        code=row.code,
    )
