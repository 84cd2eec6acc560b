"""Who is at a match, who has to know about a change of it, and when they're told.

Players who clicked on a board within the last few minutes see it for themselves. Anyone else is notified
once, in the way they chose. Each pending notification is a due time, so that it's sent even if the bot
restarts or the player has just left.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from bot.values import clocks
from bot.values.clocks import TURN_KINDS, DueKind
from bot.values.game.game import Board, Match
from bot.values.game.game_errors import (
    FinishedGameError,
    HintsNotAllowedError,
    NotYourTurnError,
    StaleRevisionError,
)
from bot.values.game.turns import check_player
from bot.values.players import NotificationMode, Player

PRESENCE: Final = timedelta(minutes=5)
"""How long after their last click a player counts as present.

It's less if it would be more than half their time per move, or more than a fifth of their total time.
"""

PATIENCE: Final = timedelta(minutes=1)
"""How long the process that changed a match has to send the notification before the due time does."""

FRESHNESS: Final = timedelta(hours=12)
"""A message older than this is out of sight, so the next turn gets a new one."""

_GRAIN: Final = timedelta(seconds=15)


class Delivery(Enum):
    """How a player finds out about something.

    If the bot can only answer, a mention is a followup to the answer, or there is none.
    """

    PRESENT = "present"
    MENTION = "mention"
    FOLLOWUP = "followup"
    PRIVATE = "private"
    NONE = "none"


Deliveries = Mapping[Player, Delivery]
"""Everyone who has to know about the latest change of a match, and how they find out."""

_CALLS: Final = {
    NotificationMode.MENTION: Delivery.MENTION,
    NotificationMode.PRIVATE: Delivery.PRIVATE,
    NotificationMode.NONE: Delivery.NONE,
}


def see(match: Match, player_id: int, now: datetime) -> Match:
    """Note that a player is at the match now, to within some seconds. Of a spectator nothing is noted.

    Most clicks closely follow another one, and each note is a write.
    """
    color = match.color_of(player_id)
    if color is None:
        return match
    seat = match.seat(color)
    if seat.seen_at is not None and timedelta() <= now - seat.seen_at < _GRAIN:
        return match
    return match.with_seat(color, replace(seat, seen_at=now))


def check_may_have_hint(match: Match, revision: int | None = None, *, player_id: int) -> None:
    """Check that a player can have a hint now. ``revision`` is that of an earlier one, to see more of it.

    Raises:
        FinishedGameError: the match is over.
        StaleRevisionError: it has gone on since the earlier hint.
        NotAPlayerError, NotYourTurnError: it is not the player's turn.
        HintsNotAllowedError: the match is rated or belongs to an event, or its challenge didn't allow hints.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    color = check_player(match, player_id)
    if revision not in {None, match.revision}:
        raise StaleRevisionError(match)
    if match.rated or match.event is not None or not match.hints:
        raise HintsNotAllowedError(match)
    if color is not match.position.turn:
        raise NotYourTurnError(match)


def give_hint(match: Match, revision: int, *, player_id: int) -> Match:
    """Count a hint that a player got at ``revision``. Another one at the same ply is the same hint.

    Raises:
        MatchError: as in ``check_may_have_hint``.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    if match.revision != revision:
        raise StaleRevisionError(match)
    color = check_player(match, player_id)
    seat = match.seat(color)
    if match.position.ply in seat.hints:
        return match
    return match.with_seat(color, replace(seat, hints=(*seat.hints, match.position.ply)))


def addressees(match: Match) -> Sequence[Player]:
    """Return who has to know about the latest change: who has to move or answer, or both if it's over."""
    players = (match.awaited,) if match.outcome is None else (match.white, match.black)
    return [player for player in players if player.is_person and not player.is_deleted]


def deliveries(match: Match, now: datetime) -> Deliveries:
    """Return how each person who has to know about the latest change is notified."""
    return {player: reach(match, player, now) for player in addressees(match)}


def reach(match: Match, player: Player, now: datetime) -> Delivery:
    """Return how a player is notified about something in their match."""
    away = _away_from(match, player)
    if away is not None and now < away:
        return Delivery.PRESENT
    chosen = match.seat_of(player.id).notifications
    delivery = _CALLS[chosen or NotificationMode.MENTION]
    own, home = match.private_board_of(player.id), match.home_of(match.color_of(player.id))
    if delivery is Delivery.MENTION and own is not None and own is not home:
        # A mention elsewhere wouldn't lead to their board.
        return Delivery.PRIVATE
    if home.place.reachable or delivery is not Delivery.MENTION:
        return delivery
    # A followup stays forever because the bot can't delete it later, so only people who asked for it get one.
    return Delivery.NONE if chosen is None else Delivery.FOLLOWUP


def is_out_of_sight(board: Board, now: datetime) -> bool:
    """Return whether a board is so old that no one notices an edit, and can be posted again."""
    fresh = board.posted_at is not None and now - board.posted_at < FRESHNESS
    return board.place.reachable and not fresh


def call_time(match: Match, now: datetime) -> datetime | None:
    """Return when a change that was made now is to be announced to its players, if at all.

    While the player to move is present, it's when they count as away. Otherwise the process that made the
    change notifies them at once, and the due time is only the fallback. A notification that could only come
    too late is left out. If a win can be claimed, the one who can is told at once in any case.
    """
    at, told = now + PATIENCE, addressees(match)
    if match.clock is not None and match.clock.claimable and told:
        return at
    for player in told if match.outcome is None else ():
        away = _away_from(match, player)
        at = at if away is None else max(at, away)
    return at if told and (match.clock is None or at < match.clock.until) else None


def unasked(match: Match) -> Sequence[Player]:
    """Return the people who are asked whether all servers may list them, if everyone there can see the match.

    That's everyone who was never asked before, once a rated match that counts is over.
    """
    if not (match.rated and match.is_counted and match.guild_id is not None and match.place.reachable):
        return ()
    players = (match.white, match.black)
    return [player for player in players if not player.is_deleted and match.seat_of(player.id).listed is None]


def reminder_time(match: Match, after: datetime) -> datetime | None:
    """Return when the player to move is next reminded of their deadline after an instant, if at all."""
    if match.clock is None or match.clock.claimable or match.crowd is not None:
        return None
    hours = match.seat(match.position.turn).reminder_hours
    return clocks.next_reminder(match.clock.until, match.move_seconds or 0, hours, after=after)


DueTimes = Mapping[DueKind, datetime | None]
"""When something of each kind comes due in a match, or that nothing does. Other kinds stay as they are."""


def due_times(before: Match | None, after: Match, now: datetime) -> DueTimes:
    """Return what comes due after a change, which may be that the match has just begun.

    As long as the same clock runs, what it makes due stays. A match that was already over calls no one again.
    The beginning of an event's game calls no one either, because the event does.
    """
    if before is not None and before.revision == after.revision:
        return {}
    due: dict[DueKind, datetime | None] = {}
    if before is not None and after.event is not None and before.outcome != after.outcome:
        due |= {DueKind.RESULT: now}
    if after.simul is not None:
        due |= _due_by_simul(before, after, now)
    if before is not None and before.outcome is not None:
        return due
    if before is None or after.clock is not before.clock:
        due |= dict.fromkeys(_kinds_of(before))
        due |= _due_by_clock(after, now)
    call = None if before is None and after.event is not None else call_time(after, now)
    if before is not None or call is not None:
        due |= {DueKind.NOTIFICATION: call}
    return due | {DueKind.LISTING: now} if unasked(after) else due


def _due_by_simul(before: Match | None, after: Match, now: datetime) -> DueTimes:
    """Return when the card of a simul has to show what changed: at once, unless whoever joined does it."""
    if before is None:
        return {DueKind.RESULT: now + PATIENCE}
    changed = before.outcome != after.outcome or after.has_deleted_player
    return {DueKind.RESULT: now} if changed else {}


def _kinds_of(match: Match | None) -> Sequence[DueKind]:
    """Return what may be due because of a match's clock."""
    if match is None or match.clock is None:
        return ()
    return (DueKind.CLAIM,) if match.clock.claimable else TURN_KINDS


def _due_by_clock(match: Match, now: datetime) -> Mapping[DueKind, datetime]:
    if match.clock is None:
        return {}
    if match.clock.claimable:
        return {DueKind.CLAIM: match.clock.until}
    reminder = reminder_time(match, now)
    deadline = {DueKind.DEADLINE: match.clock.until}
    return deadline if reminder is None else deadline | {DueKind.REMINDER: reminder}


def _away_from(match: Match, player: Player) -> datetime | None:
    """Return when a player counts as away unless they're seen again; None if they never were."""
    seen = match.seat_of(player.id).seen_at
    if seen is None:
        return None
    if match.total is not None:
        return seen + min(PRESENCE, timedelta(seconds=match.total.seconds) / 5)
    if match.move_seconds is None:
        return seen + PRESENCE
    return seen + min(PRESENCE, timedelta(seconds=match.move_seconds) / 2)
