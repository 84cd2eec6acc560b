"""What happens when the time of the player to move runs out.

With up to an hour per move, the match is over. With more, the waiting player may claim the win or give more
time while the late player can still move; a week later the waiting player wins.
"""

from dataclasses import replace
from datetime import datetime

from bot.matches.match.endings import end
from bot.matches.match.errors import FinishedGameError, NotWaitingError, StaleRevisionError
from bot.matches.match.match import Match, TurnClock
from bot.matches.match.turns import begin_turn, check_player
from bot.matches.values import clocks
from bot.matches.values.clocks import CLAIM_TIME
from engine import Outcome, Reason


def is_over_time(match: Match, now: datetime) -> bool:
    """Return whether the player to move has lost by now because their time has run out."""
    if match.clock is None or match.clock.claimable or match.outcome is not None:
        return False
    return clocks.is_live(match.move_seconds or 0) and match.clock.until <= now


def lose_by_time(match: Match, now: datetime) -> Match:
    """End a running match as lost for the player to move, whose time has run out.

    Raises:
        FinishedGameError: it is over.
    """
    return end(match, Outcome(match.position.turn.opponent, Reason.TIMEOUT), now)


def run_out(match: Match, deadline: datetime, now: datetime) -> Match:
    """End a match whose turn has run out of time at ``deadline``, or make it claimable.

    Raises:
        FinishedGameError: it is over.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    if clocks.is_live(match.move_seconds or 0):
        return lose_by_time(match, now)
    clock = TurnClock(deadline + CLAIM_TIME, claimable=True)
    return replace(match, revision=match.revision + 1, clock=clock)


def claim(match: Match, revision: int, player_id: int, now: datetime) -> Match:
    """End a match as won for the waiting player, with a button made at ``revision``.

    Raises:
        FinishedGameError: it is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: it went on since, or there is nothing to claim.
        NotWaitingError: ``player_id`` is the late player.
    """
    _check_claim(match, revision, player_id)
    return lose_by_time(match, now)


def give_time(match: Match, revision: int, player_id: int, now: datetime) -> Match:
    """Restart the late player's time, with a button made at ``revision``.

    Raises:
        MatchError: as in ``claim``.
    """
    _check_claim(match, revision, player_id)
    return begin_turn(replace(match, revision=revision + 1), now)


def _check_claim(match: Match, revision: int, player_id: int) -> None:
    if match.outcome is not None:
        raise FinishedGameError(match)
    color = check_player(match, player_id)
    if revision != match.revision or match.clock is None or not match.clock.claimable:
        raise StaleRevisionError(match)
    if color is match.position.turn:
        raise NotWaitingError(match)
