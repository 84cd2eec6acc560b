"""Who is at a game, who has to know about a change of it, and when they're told.

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
from bot.values.game.game import Board, Game
from bot.values.game.game_errors import (
    FinishedGameError,
    HintsNotAllowedError,
    NotYourTurnError,
    StaleRevisionError,
)
from bot.values.game.turns import check_player
from bot.values.players import NotificationMode, Player
from engine import Color

PRESENCE: Final = timedelta(minutes=5)
"""How long after their last click a player counts as present.

It's less if it would be more than half their time per move, or more than a fifth of their total time.
"""

PATIENCE: Final = timedelta(minutes=1)
"""How long the process that changed a game has to send the notification before the due time does."""

FRESHNESS: Final = timedelta(hours=12)
"""A message older than this is out of sight, so the next turn gets a new one."""

_GRAIN: Final = timedelta(seconds=15)


class Delivery(Enum):
    """How a player finds out about something: once their quiet hours are over, if they're in them.

    If the bot can only answer, a mention is a followup to the answer, or there is none.
    """

    PRESENT = "present"
    LATER = "later"
    MENTION = "mention"
    FOLLOWUP = "followup"
    PRIVATE = "private"
    NONE = "none"


Deliveries = Mapping[Player, Delivery]
"""Everyone who has to know about the latest change of a game, and how they find out."""

_CALLS: Final = {
    NotificationMode.MENTION: Delivery.MENTION,
    NotificationMode.PRIVATE: Delivery.PRIVATE,
    NotificationMode.NONE: Delivery.NONE,
}


def see(game: Game, player_id: int, now: datetime) -> Game:
    """Note that a player is at the game now, to within some seconds. Of a spectator nothing is noted.

    Most clicks closely follow another one, and each note is a write.
    """
    color = game.color_of(player_id)
    if color is None:
        return game
    seat = game.seat(color)
    if seat.seen_at is not None and timedelta() <= now - seat.seen_at < _GRAIN:
        return game
    return game.with_seat(color, replace(seat, seen_at=now))


def check_may_have_hint(game: Game, revision: int | None = None, *, player_id: int) -> None:
    """Check that a player can have a hint now. ``revision`` is that of an earlier one, to see more of it."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if revision not in {None, game.revision}:
        raise StaleRevisionError(game)
    if game.rated or game.event is not None or not game.hints:
        raise HintsNotAllowedError(game)
    if color is not game.position.turn:
        raise NotYourTurnError(game)


def give_hint(game: Game, revision: int, *, player_id: int) -> Game:
    """Count a hint that a player got at ``revision``. Another one in the same position is the same hint."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    if game.revision != revision:
        raise StaleRevisionError(game)
    color = check_player(game, player_id)
    if has_hint(game, color):
        return game
    seat = game.seat(color)
    return game.with_seat(color, replace(seat, hints=(*seat.hints, str(game.position))))


def has_hint(game: Game, color: Color) -> bool:
    """Return whether the player of this color has got a hint in the present position."""
    hints = game.seat(color).hints
    return str(game.position) in hints or game.position.ply in hints


def addressees(game: Game) -> Sequence[Player]:
    """Return who has to know about the latest change: who has to move or answer, or both if it's over.

    That an event's game ended without a result is on the event's card.
    """
    players = (game.awaited,) if game.outcome is None else () if game.is_void else (game.white, game.black)
    return [player for player in players if player.is_person and not player.is_deleted]


def deliveries(game: Game, now: datetime) -> Deliveries:
    """Return how each person who has to know about the latest change is notified."""
    return {player: _delivery(game, player, now) for player in addressees(game)}


def _delivery(game: Game, player: Player, now: datetime) -> Delivery:
    delivery = reach(game, player, now)
    is_told = delivery not in {Delivery.PRESENT, Delivery.NONE}
    return Delivery.LATER if is_told and held_until(game, player, now) else delivery


def held_until(game: Game, player: Player, now: datetime) -> datetime | None:
    """Return when the quiet hours are over that keep a player from being told something now, if they do.

    Whoever plays a live game is awake. If time runs out in the quiet hours and no reminder comes before
    that, the player is told of their turn at once.
    """
    end = game.seat_of(player.id).quiet.end_after(now) if is_slow(game) else None
    if end is None or game.clock is None or game.clock.claimable or end < game.clock.until:
        return end
    return None if reminder_time(game, now) is None else end


def someone_waits(told: Deliveries) -> bool:
    """Return whether someone isn't told yet: they're present, or in their quiet hours."""
    return not {Delivery.PRESENT, Delivery.LATER}.isdisjoint(told.values())


def reach(game: Game, player: Player, now: datetime) -> Delivery:
    """Return how a player is notified about something in their game."""
    away = _away_from(game, player)
    if away is not None and now < away:
        return Delivery.PRESENT
    chosen = game.seat_of(player.id).notifications
    delivery = _CALLS[chosen or NotificationMode.MENTION]
    own, home = game.private_board_of(player.id), game.home_of(game.color_of(player.id))
    is_elsewhere = (own is not None and own is not home) or game.plays_apart(player.id)
    if delivery is Delivery.MENTION and is_elsewhere:
        # A mention there wouldn't lead to their board.
        return Delivery.PRIVATE
    if home.place.reachable or delivery is not Delivery.MENTION:
        return delivery
    # A followup stays forever because the bot can't delete it later, so only people who asked for it get one.
    return Delivery.NONE if chosen is None else Delivery.FOLLOWUP


def asleep_at_end(game: Game) -> Sequence[Player]:
    """Return who was in their quiet hours when a game ended, and hasn't been at it since."""
    told = {} if game.finished_at is None else deliveries(game, game.finished_at)
    return [player for player, delivery in told.items() if delivery is Delivery.LATER]


def way_to(game: Game, player: Player, now: datetime) -> tuple[Delivery, int | None]:
    """Return how a player is notified about something in their game, and in which channel, if in one.

    What goes the same way can be told in one message. The threads of a channel count as that channel.
    """
    delivery = reach(game, player, now)
    home = game.home_of(game.color_of(player.id))
    thread, channel = home.thread, home.place.channel_id
    if thread is not None and thread.id == channel:
        channel = thread.channel_id
    return delivery, channel if delivery is Delivery.MENTION else None


def may_wait(game: Game, now: datetime) -> bool:
    """Return whether the player who's awaited may be told a minute later, with what else waits for them.

    That's in a running game that has been posted and leaves them more than an hour for a move.
    """
    has_time = game.clock is None or (not game.clock.claimable and now + 2 * PATIENCE < game.clock.until)
    is_posted = not (game.unposted or game.is_unseen)
    return game.outcome is None and game.crowd is None and is_slow(game) and has_time and is_posted


def is_slow(game: Game) -> bool:
    """Return whether players needn't be there all the time while it's played."""
    return game.total is None and (game.move_seconds is None or not clocks.is_live(game.move_seconds))


def is_to_remind(game: Game, now: datetime) -> bool:
    """Return whether the player to move can be reminded of their deadline now.

    It mustn't be too late, and in their quiet hours only for the last time.
    """
    if game.clock is None or game.clock.claimable or now >= game.clock.until:
        return False
    is_quiet = game.seat(game.position.turn).quiet.end_after(now) is not None
    return not is_quiet or reminder_time(game, now) is None


def told_together(kind: DueKind, games: Sequence[Game], now: datetime) -> Sequence[Game]:
    """Return the games that a reminder or notification in the first one can be about, the most urgent first.

    They're those that wait for the same player, who's told in the same way.
    """
    may_join = is_to_remind if kind is DueKind.REMINDER else may_wait
    first = games[0]
    player = told_by(kind, first)
    way = way_to(first, player, now)
    if way[0] not in {Delivery.MENTION, Delivery.PRIVATE} or not may_join(first, now):
        return [first]
    theirs = [game for game in games if told_by(kind, game).id == player.id and may_join(game, now)]
    together = [game for game in theirs if way_to(game, player, now) == way]
    return sorted(together, key=lambda game: (now if game.clock is None else game.clock.until, game.number))


def told_by(kind: DueKind, game: Game) -> Player:
    """Return whom a reminder or notification in a running game is for."""
    return game.to_move if kind is DueKind.REMINDER else game.awaited


def is_out_of_sight(board: Board, now: datetime) -> bool:
    """Return whether a board is so old that no one notices an edit, and can be posted again."""
    fresh = board.posted_at is not None and now - board.posted_at < FRESHNESS
    return board.place.reachable and not fresh


def call_time(game: Game, now: datetime) -> datetime | None:
    """Return when a change that was made now is to be announced to its players, if at all.

    While the player to move is present, it's when they count as away, and in their quiet hours it's the end
    of those. Otherwise the process that made the change notifies them at once, and the due time is only the
    fallback. A notification that could only come too late is left out. If a win can be claimed, the one who
    can is told even if they're present.
    """
    at, told = now + PATIENCE, addressees(game)
    is_claimable = game.clock is not None and game.clock.claimable
    for player in told if game.outcome is None else ():
        away = None if is_claimable else _away_from(game, player)
        at = at if away is None else max(at, away)
        at = held_until(game, player, at) or at
    if told and is_claimable:
        return at
    return at if told and (game.clock is None or at < game.clock.until) else None


def reminder_time(game: Game, after: datetime) -> datetime | None:
    """Return when the player to move is next reminded of their deadline after an instant, if at all."""
    if game.clock is None or game.clock.claimable or game.crowd is not None:
        return None
    seat = game.seat(game.position.turn)
    return clocks.next_reminder(
        game.clock.until, game.move_seconds or 0, seat.reminder_hours, seat.quiet, after=after
    )


DueTimes = Mapping[DueKind, datetime | None]
"""When something of each kind comes due in a game, or that nothing does. Other kinds stay as they are."""


def due_times(before: Game | None, after: Game, now: datetime) -> DueTimes:
    """Return what comes due after a change, which may be that the game has just begun.

    As long as the same clock runs, what it makes due stays. A game that was already over calls no one again.
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
    nights = [held_until(after, player, now) or now for player in asleep_at_end(after)]
    if nights:
        due |= {DueKind.MORNING: max(nights)}
    if before is None or after.clock is not before.clock:
        due |= dict.fromkeys(_kinds_of(before))
        due |= _due_by_clock(after, now)
    call = None if before is None and after.event is not None else call_time(after, now)
    if before is not None or call is not None:
        due |= {DueKind.NOTIFICATION: call}
    return due


def _due_by_simul(before: Game | None, after: Game, now: datetime) -> DueTimes:
    """Return when the card of a simul has to show what changed: at once, unless whoever joined does it."""
    if before is None:
        return {DueKind.RESULT: now + PATIENCE}
    changed = before.outcome != after.outcome or after.has_deleted_player
    return {DueKind.RESULT: now} if changed else {}


def _kinds_of(game: Game | None) -> Sequence[DueKind]:
    """Return what may be due because of a game's clock."""
    if game is None or game.clock is None:
        return ()
    return (DueKind.CLAIM,) if game.clock.claimable else TURN_KINDS


def _due_by_clock(game: Game, now: datetime) -> Mapping[DueKind, datetime]:
    if game.clock is None:
        return {}
    if game.clock.claimable:
        return {DueKind.CLAIM: game.clock.until}
    reminder = reminder_time(game, now)
    deadline = {DueKind.DEADLINE: game.clock.until}
    return deadline if reminder is None else deadline | {DueKind.REMINDER: reminder}


def _away_from(game: Game, player: Player) -> datetime | None:
    """Return when a player counts as away unless they're seen again; None if they never were."""
    seen = game.seat_of(player.id).seen_at
    if seen is None:
        return None
    if game.total is not None:
        return seen + min(PRESENCE, timedelta(seconds=game.total.seconds) / 5)
    if game.move_seconds is None:
        return seen + PRESENCE
    return seen + min(PRESENCE, timedelta(seconds=game.move_seconds) / 2)
