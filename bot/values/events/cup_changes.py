"""What can happen to a cup, apart from what can happen to any event."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.values.events import event_changes
from bot.values.events.cup import FEWEST, MOST, Cup
from bot.values.events.event_changes import check_not_started, running_stage
from bot.values.events.event_errors import (
    AlreadyJoinedError,
    AlreadyProlongedError,
    CupFullError,
    EventClosedError,
    LeftBeforeError,
    NotInEventError,
)
from bot.values.events.groups import advancing, by_strength, dealt, group, with_late_entrant
from bot.values.events.parts import Entrant, EventGame, EventStatus, Extension, Leaving
from bot.values.players import Player
from bot.values.standings import Strength

PROLONGATION: Final = timedelta(days=7)
"""How much later a moderator can let a stage end."""

EXTENSION: Final = timedelta(days=1)
"""How much more time people have who haven't made a move, if no game would be left without them."""

_FEWEST_IN_STAGE: Final = 2
"""With fewer people, there would be no game."""


def join(cup: Cup, player: Player, strength: Strength, now: datetime) -> Cup:
    """Let someone in: before the start, or later into the free place of a group."""
    known = cup.entrant(player.id)
    if known is not None:
        raise AlreadyJoinedError(cup) if known.left is None else LeftBeforeError(cup)
    if cup.ended_at is None and len(cup.entrants) >= MOST:
        raise CupFullError(cup)
    if not cup.is_joinable(now):
        raise EventClosedError(cup)
    joined = replace(cup, entrants=(*cup.entrants, Entrant(player, now, strength))).changed()
    if cup.stage is None:
        return joined
    place = next(index for index, each in enumerate(cup.stage.groups) if each.has_free_place)
    present, double = joined.present_in(0), cup.terms.double
    fuller = with_late_entrant(cup.stage.groups[place], player.id, present, double=double)
    return joined.with_group(place, fuller)


def close_entry(cup: Cup) -> Cup:
    """Take away the free places, because no one can join anymore."""
    groups = tuple(replace(each, seats=each.people) for each in cup.stages[0].groups)
    return replace(cup, stages=(replace(cup.stages[0], groups=groups), *cup.stages[1:])).changed()


def leave(cup: Cup, player_id: int, leaving: Leaving) -> Cup:
    """Let someone out, as in ``event_changes.leave``.

    If fewer than half of their games are over, or they never moved, all of them are struck; otherwise the
    others count as lost.
    """
    event_changes.check_not_ended(cup)
    if cup.status is EventStatus.RUNNING and not cup.is_playing(player_id):
        raise NotInEventError(cup)
    own = [game for game in cup.games_of(player_id) if not game.struck]
    over = sum(game.is_settled for game in own)
    strikes = leaving is Leaving.NO_SHOW or 2 * over < len(own)
    return event_changes.leave(cup, player_id, leaving, strikes=strikes)


def take_out(cup: Cup, absent: Collection[int], now: datetime) -> Cup:
    """Take out people who never moved, and strike their games.

    If no game of the stage would be left, they have a day more instead, once in a cup.
    """
    without = cup
    for player_id in sorted(absent):
        without = leave(without, player_id, Leaving.NO_SHOW)
    was_extended = any(stage.extension is not None for stage in cup.stages)
    is_left = any(not game.struck for game in without.games)
    return without if is_left or was_extended or cup.is_time_over(now) else _extended(cup, absent, now)


def _extended(cup: Cup, absent: Collection[int], now: datetime) -> Cup:
    """Let the current stage last a day longer, in which people who never moved still can.

    The games that they've lost on time are played again.
    """

    def again(game: EventGame) -> EventGame:
        lost = [each for each in game.players if game.counts and game.score_of(each) == 0]
        is_again = not game.is_void and any(each in absent for each in lost)
        return EventGame(game.white, game.black, second=game.second) if is_again else game

    stage = running_stage(cup)
    people = tuple(entrant.player.id for entrant in cup.entrants if entrant.player.id in absent)
    extended = replace(
        stage,
        ends_at=stage.ends_at + EXTENSION,
        checked_at=None,
        extension=Extension(now + EXTENSION, people),
    )
    longer = event_changes.with_games(cup.with_stage(extended), again)
    called_again = longer.with_card(0, replace(cup.card, called_at=None))
    return replace(called_again, unsettled=True, waits_until=None).changed()


def forget(cup: Cup, player_id: int) -> Cup:
    """Let someone out who deletes their data, however far the cup is. Their id stays theirs for now."""
    entrant = cup.entrant(player_id)
    if entrant is None or entrant.left is not None or cup.ended_at is not None:
        return cup
    if cup.status is EventStatus.RUNNING and not cup.is_playing(player_id):
        return event_changes.marked(cup, entrant, Leaving.DELETED).changed()
    return leave(cup, player_id, Leaving.DELETED)


def start(cup: Cup, strengths: Mapping[int, Strength], now: datetime) -> Cup:
    """Deal the first stage by how strong people are now, as in ``event_changes.with_strengths``.

    With too few people, the cup waits another day, once; then it's called off.
    """
    check_not_started(cup)
    if len(cup.entrants) < FEWEST:
        return event_changes.postpone(cup, now)
    cup = event_changes.with_strengths(cup, strengths)
    groups = dealt(by_strength(cup.entrants), double=cup.terms.double)
    return event_changes.begin_stage(cup, groups, now)


def start_divisions(cup: Cup, divisions: Sequence[Sequence[int]], now: datetime) -> Cup:
    """Begin a month of a league with these groups of entrants, each in the order of dealing."""
    check_not_started(cup)
    groups = (
        group(number, people, double=cup.terms.double) for number, people in enumerate(divisions, start=1)
    )
    return event_changes.begin_stage(cup, tuple(groups), now)


def end_stage(cup: Cup, now: datetime) -> Cup:
    """End the current stage, as in ``event_changes.with_draws``: begin the next one, or end the cup."""
    cup = event_changes.with_draws(cup, now)
    if cup.is_final or not cup.terms.has_stages:
        return _ended(cup, now)
    people = advancing(cup.stages[-1].groups, cup.present_in(len(cup.stages) - 1), cup.entrants)
    if len(people) < _FEWEST_IN_STAGE:
        return _ended(cup, now)
    return event_changes.begin_stage(cup, dealt(people, double=cup.terms.double), now)


def _ended(cup: Cup, now: datetime) -> Cup:
    leaders = cup.leaders
    entrants = (replace(each, medal=leaders.get(each.player.id)) for each in cup.entrants)
    return event_changes.end(replace(cup, entrants=tuple(entrants)), now)


def prolong(cup: Cup) -> Cup:
    """Let the current stage end later."""
    stage = running_stage(cup)
    if stage.prolonged:
        raise AlreadyProlongedError(cup)
    return cup.with_stage(replace(stage, ends_at=stage.ends_at + PROLONGATION, prolonged=True)).changed()


def pause(cup: Cup, now: datetime) -> Cup:
    """Let it wait, because its channel is gone. If it waits already or is over, nothing changes."""
    if cup.paused_at is not None or cup.ended_at is not None:
        return cup
    return replace(cup, paused_at=now).changed()


def resume(cup: Cup, now: datetime) -> Cup:
    """Let it go on, with the time that was lost given back. If it doesn't wait, nothing changes."""
    if cup.paused_at is None or cup.ended_at is not None:
        return cup
    resumed = replace(_given_back(cup, max(now - cup.paused_at, timedelta())), paused_at=None).changed()
    return resumed.with_card(0, replace(cup.card, told_loss=False))


def _given_back(cup: Cup, lost: timedelta) -> Cup:
    """Move everything that the current stage waits for by time in which no one could play."""
    stage = cup.stage
    if stage is None or cup.status is not EventStatus.RUNNING:
        return cup
    entrants = (
        replace(each, joined_at=each.joined_at + lost) if each.joined_at > stage.started_at else each
        for each in cup.entrants
    )
    extension = stage.extension and replace(stage.extension, until=stage.extension.until + lost)
    shifted = replace(
        stage, started_at=stage.started_at + lost, ends_at=stage.ends_at + lost, extension=extension
    )
    return replace(cup.with_stage(shifted), entrants=tuple(entrants))
