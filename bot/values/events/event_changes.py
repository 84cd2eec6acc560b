"""What can happen to any event. Each function returns the event after it."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final, TypeVar

from bot.values.events.event import Event
from bot.values.events.event_errors import (
    EventEndedError,
    EventMovedOnError,
    EventNotRunningError,
    EventStartedError,
    NotInEventError,
    StageNotOverError,
)
from bot.values.events.parts import Card, Entrant, EventGame, EventStatus, Group, Leaving, PlannedGame, Stage
from bot.values.standings import Strength

POSTPONEMENT: Final = timedelta(days=1)
"""How much longer an event waits, once, if not enough people have joined."""

REPLAY: Final = 3
"""An annulled game is played again if one of so many parts of the time is left."""

E = TypeVar("E", bound=Event)


# Who is in it


def leave(event: E, player_id: int, leaving: Leaving, *, strikes: bool) -> E:
    """Let someone out. Before the start, it's as if they had never joined.

    Later, all their games are struck if ``strikes``; otherwise those that aren't over count as lost.
    """
    check_not_ended(event)
    entrant = event.entrant(player_id)
    if entrant is None or entrant.left is not None:
        raise NotInEventError(event)
    if event.status is EventStatus.OPEN:
        return replace(
            event, entrants=tuple(each for each in event.entrants if each is not entrant)
        ).changed()

    def without(game: EventGame) -> EventGame:
        if player_id not in game.players or game.struck:
            return game
        if strikes:
            return replace(game, struck=True)
        return game if game.is_settled else game.lost_by(player_id)

    return replace(with_games(marked(event, entrant, leaving), without), unsettled=True).changed()


def marked(event: E, entrant: Entrant, leaving: Leaving) -> E:
    """Return an event that someone has left while it's played."""
    return event.with_entrant(replace(entrant, left=leaving, left_in=len(event.stages) - 1))


def checked(event: E, until: datetime) -> E:
    """Note that no-shows were looked for among those who had to move until then."""
    return event.with_stage(replace(running_stage(event), checked_at=until)).changed()


# Its games


def begin_game(event: E, planned: PlannedGame, number: int) -> E:
    """Note that a planned game has begun under this number, or raise an EventMovedOnError."""
    if planned not in event.unstarted:
        raise EventMovedOnError(event)
    group = event.stages[-1].groups[planned.group]
    games = list(group.games)
    games[planned.index] = replace(planned.game, number=number)
    return event.with_group(planned.group, replace(group, games=tuple(games))).changed()


def result(event: E, number: int, *, score: float, white: int | None = None, **others: bool) -> E:
    """Note White's points in a game. If it isn't one of the current stage that counts, nothing changes.

    ``white`` is the id of who was White in the end, if they may have swapped sides. ``others`` are facts
    about how it ended.
    """

    def decided(game: EventGame) -> EventGame:
        players = (game.black, game.white) if white == game.black else game.players
        return replace(game, white=players[0], black=players[1], score=score, **others)

    return _with_game(event, number, decided)


def annul(event: E, number: int, now: datetime) -> E:
    """Take away the result of a game, or note that it ended without one.

    It's played again if its event does that, a third of the time is left, and both are still there.
    Otherwise, it's struck.
    If it isn't one of the current stage that counts, or counts as lost, nothing changes.
    """
    stage = event.stage
    if stage is None:
        return event
    # While it's paused, its time stands still.
    left = stage.ends_at - (event.paused_at or now)
    in_time = event.plays_again and REPLAY * left >= stage.ends_at - stage.started_at

    def annulled(game: EventGame) -> EventGame:
        if in_time and all(map(event.is_playing, game.players)):
            return EventGame(game.white, game.black, second=game.second)
        return replace(game, struck=True)

    return _with_game(event, number, annulled)


def _with_game(event: E, number: int, change: Callable[[EventGame], EventGame]) -> E:
    """Return the event with this change of one of its games, unless it doesn't count or counts as lost."""
    changed = with_games(event, lambda game: game if game.number != number or game.is_void else change(game))
    return event if changed == event else changed.changed()


def with_games(event: E, change: Callable[[EventGame], EventGame]) -> E:
    """Return the event with this change of every game of the current stage, if it's played."""
    stage = event.stage
    if stage is None or event.status is not EventStatus.RUNNING:
        return event
    groups = (replace(each, games=tuple(map(change, each.games))) for each in stage.groups)
    return event.with_stage(replace(stage, groups=tuple(groups)))


# How it goes on


def postpone(event: E, now: datetime) -> E:
    """Let it wait another day because there are too few people, once; then it's called off."""
    if event.postponed_until is not None:
        return cancel(event, now)
    return replace(event, postponed_until=max(event.starts_at, now) + POSTPONEMENT).changed()


def with_strengths(event: E, strengths: Mapping[int, Strength]) -> E:
    """Return the event with how strong people are now; those who aren't named keep their strength."""
    entrants = (
        replace(each, strength=strengths.get(each.player.id, each.strength)) for each in event.entrants
    )
    return replace(event, entrants=tuple(entrants))


def begin_stage(event: E, groups: tuple[Group, ...], now: datetime) -> E:
    """Let these groups play, for as long as the terms say."""
    stage = Stage(groups, now, now + event.terms.length)
    stages = (*event.stages, stage)
    return replace(event, status=EventStatus.RUNNING, stages=stages, waits_until=None).changed()


def with_draws(event: E, now: datetime) -> E:
    """Return the event at the end of its stage: games that never began until then are draws."""
    if now >= running_stage(event).ends_at:
        event = with_games(
            event, lambda game: replace(game, score=0.5, adjudicated=True) if game.is_planned else game
        )
    if not event.is_decided:
        raise StageNotOverError(event)
    return event


def end(event: E, now: datetime) -> E:
    return replace(event, status=EventStatus.OVER, ended_at=now).changed()


def cancel(event: E, now: datetime) -> E:
    """Call it off."""
    check_not_ended(event)
    return replace(event, status=EventStatus.CANCELED, ended_at=now, unsettled=True).changed()


def running_stage(event: Event) -> Stage:
    """Return the stage that's played, or raise an EventNotRunningError."""
    if event.status is not EventStatus.RUNNING or event.stage is None:
        raise EventNotRunningError(event)
    return event.stage


def check_not_ended(event: Event) -> None:
    if event.ended_at is not None:
        raise EventEndedError(event)


def check_not_started(event: Event) -> None:
    """Check that it's still open, or raise an EventEndedError or an EventStartedError."""
    check_not_ended(event)
    if event.status is not EventStatus.OPEN:
        raise EventStartedError(event)


# What isn't a change of the event itself: what it waits for, what its cards show, and who was told


def wait(event: E, until: datetime) -> E:
    """Note when it's tried again to do what couldn't be done."""
    return replace(event, waits_until=until)


def settled(event: E) -> E:
    """Note that all games have followed what happened to the event."""
    return replace(event, unsettled=False)


def put_card(event: E, side: int, *, channel_id: int, message_id: int | None) -> E:
    """Note where the card of a server is now. It isn't known what it shows."""
    place = replace(event.cards[side].place, channel_id=channel_id)
    return _with_card(
        event, side, place=place, message_id=message_id, lost=False, told_loss=False, shown=None
    )


def lose_card(event: E, side: int, now: datetime) -> E:
    """Note that nothing can be posted where a server's card was. It's looked for now and then."""
    return _with_card(event, side, lost=True, shown_at=now)


def miss_card(event: E, side: int, now: datetime) -> E:
    """Note that a card that was lost still is."""
    return _with_card(event, side, shown_at=now)


def show(event: E, side: int, revision: int, now: datetime | None) -> E:
    """Note that a card shows this revision. Without a time, that was the answer to a click on it."""
    card: Card = event.cards[side]
    return _with_card(event, side, shown=revision, shown_at=now or card.shown_at)


def begin_call(event: E, side: int, now: datetime) -> E:
    """Note that everyone on a side is about to be mentioned, unless that was noted before."""
    return _with_card(event, side, called_at=event.cards[side].called_at or now)


def drop_call(event: E, side: int) -> E:
    """Note that mentioning everyone didn't work, so it's tried again."""
    return _with_card(event, side, called_at=None)


def tell(event: E, side: int, tellings: int) -> E:
    """Note how often people were told that a stage has begun, or was extended."""
    return _with_card(event, side, told=max(event.cards[side].told, tellings))


def tell_end(event: E, side: int) -> E:
    """Note that the result was announced."""
    return _with_card(event, side, told_end=True)


def tell_loss(event: E, side: int) -> E:
    """Note that the host knows that nothing can be posted where a server's card was."""
    return _with_card(event, side, told_loss=True)


def _with_card(event: E, side: int, **facts: object) -> E:
    return event.with_card(side, replace(event.cards[side], **facts))  # type: ignore[arg-type]
