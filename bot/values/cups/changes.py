"""What can happen to a cup. Each function returns the cup after it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from bot.values.cups.cup import FEWEST, MOST, Cup, Entrant, Group, PlannedGame, Stage
from bot.values.cups.cup_errors import (
    AlreadyJoinedError,
    AlreadyProlongedError,
    CupClosedError,
    CupEndedError,
    CupFullError,
    CupMovedOnError,
    CupNotRunningError,
    CupStartedError,
    LeftBeforeError,
    NotInCupError,
    StageNotOverError,
)
from bot.values.cups.dealing import advancing, by_strength, dealt, group, with_late_entrant
from bot.values.events.event import POSTPONEMENT, REPLAY, EventGame, EventStatus, Leaving
from bot.values.players import Player
from bot.values.standings import Strength

PROLONGATION: Final = timedelta(days=7)
"""How much later a moderator can let a stage end."""

_FEWEST_IN_STAGE: Final = 2
"""With fewer people, there would be no game."""


# Who is in it


def join(cup: Cup, player: Player, strength: Strength, now: datetime) -> Cup:
    """Let someone in: before the start, or later into the free place of a group."""
    known = cup.entrant(player.id)
    if known is not None:
        raise AlreadyJoinedError(cup) if known.left is None else LeftBeforeError(cup)
    if cup.ended_at is None and len(cup.entrants) >= MOST:
        raise CupFullError(cup)
    if not cup.is_joinable(now):
        raise CupClosedError(cup)
    joined = replace(cup, entrants=(*cup.entrants, Entrant(player, now, strength)))
    stage = cup.stage
    if stage is None:
        return _changed(joined)
    present, double = joined.present_in(0), cup.terms.double
    place = next(index for index, each in enumerate(stage.groups) if each.has_free_place)
    fuller = with_late_entrant(stage.groups[place], player.id, present, double=double)
    return _changed(_with_group(joined, place, fuller))


def close_entry(cup: Cup) -> Cup:
    """Take away the free places, because no one can join anymore."""
    groups = (replace(each, seats=each.people) for each in cup.stages[0].groups)
    return _changed(replace(cup, stages=(replace(cup.stages[0], groups=tuple(groups)), *cup.stages[1:])))


def leave(cup: Cup, player_id: int) -> Cup:
    """Let someone out because they want to. Before the start, it's as if they had never joined.

    If fewer than half of their games are over, all of them are struck; otherwise the others count as lost.
    """
    return _leave(cup, player_id, Leaving.LEFT)


def remove(cup: Cup, player_id: int) -> Cup:
    """Remove someone for a moderator. It's the same as if they left."""
    return _leave(cup, player_id, Leaving.REMOVED)


def take_out(cup: Cup, player_id: int) -> Cup:
    """Take out someone who never moved: all their games are struck."""
    return _leave(cup, player_id, Leaving.NO_SHOW)


def forget(cup: Cup, player_id: int) -> Cup:
    """Let someone out who deletes their data, however far the cup is. Their id stays theirs for now."""
    entrant = cup.entrant(player_id)
    if entrant is None or entrant.left is not None or cup.ended_at is not None:
        return cup
    if cup.status is EventStatus.RUNNING and entrant not in cup.playing:
        return _changed(_marked(cup, entrant, Leaving.DELETED))
    return _leave(cup, player_id, Leaving.DELETED)


def _leave(cup: Cup, player_id: int, leaving: Leaving) -> Cup:
    _check_not_ended(cup)
    entrant = cup.entrant(player_id)
    if entrant is None:
        raise NotInCupError(cup)
    if cup.status is EventStatus.OPEN:
        others = tuple(each for each in cup.entrants if each is not entrant)
        return _changed(replace(cup, entrants=others))
    if entrant not in cup.playing:
        raise NotInCupError(cup)
    own = [game for game in cup.games_of(player_id) if not game.struck]
    over = sum(game.is_settled for game in own)
    strikes = leaving is Leaving.NO_SHOW or 2 * over < len(own)

    def without(game: EventGame) -> EventGame:
        if player_id not in game.players or game.struck:
            return game
        if strikes:
            return replace(game, struck=True)
        return game if game.is_settled else game.lost_by(player_id)

    return _changed(replace(_with_games(_marked(cup, entrant, leaving), without), unsettled=True))


def _marked(cup: Cup, entrant: Entrant, leaving: Leaving) -> Cup:
    return cup.with_entrant(replace(entrant, left=leaving, left_in=len(cup.stages) - 1))


# Its games


def begin_game(cup: Cup, planned: PlannedGame, number: int) -> Cup:
    """Note that a planned game has begun as this game."""
    if planned not in cup.unstarted:
        raise CupMovedOnError(cup)
    games = list(cup.stages[-1].groups[planned.group].games)
    games[planned.index] = replace(planned.game, number=number)
    return _changed(
        _with_group(cup, planned.group, replace(cup.stages[-1].groups[planned.group], games=tuple(games)))
    )


def result(
    cup: Cup, number: int, *, score: float, white: int | None = None, adjudicated: bool = False
) -> Cup:
    """Note White's points in a game. If it isn't one of the current stage that counts, nothing changes.

    ``white`` is the id of who was White in the end, if they may have swapped sides.
    """

    def decided(game: EventGame) -> EventGame:
        if not game.is_open_to(number):
            return game
        return game.with_result(score, white=white, adjudicated=adjudicated)

    return _unless_same(cup, _with_games(cup, decided))


def annul(cup: Cup, number: int, now: datetime) -> Cup:
    """Take away the result of a game, or a game that ended without one.

    It's played again if a third of the stage's time is left and both are still there; otherwise it's struck.
    If it isn't one of the current stage that counts, or counts as lost, nothing changes.
    """
    stage = cup.stage
    if stage is None:
        return cup
    # While it's paused, its time stands still.
    left = stage.ends_at - (cup.paused_at or now)
    in_time = REPLAY * left >= stage.ends_at - stage.started_at
    there = {entrant.player.id for entrant in cup.playing}

    def annulled(game: EventGame) -> EventGame:
        if not game.is_open_to(number):
            return game
        return game.annulled(again=in_time and there.issuperset(game.players))

    return _unless_same(cup, _with_games(cup, annulled))


def checked(cup: Cup, until: datetime) -> Cup:
    """Note that no-shows were looked for among those who had to move until then."""
    return _changed(cup.with_stage(replace(_running_stage(cup), checked_at=until)))


# Its stages


def start(cup: Cup, strengths: Mapping[int, Strength], now: datetime) -> Cup:
    """Deal the first stage by how strong people are now; those who aren't named keep their strength.

    With too few people, the cup waits another day, once; then it's called off.
    """
    _check_not_started(cup)
    if len(cup.entrants) < FEWEST:
        if cup.postponed_until is None:
            return _changed(replace(cup, postponed_until=max(cup.starts_by, now) + POSTPONEMENT))
        return cancel(cup, now)
    entrants = tuple(
        replace(each, strength=strengths.get(each.player.id, each.strength)) for each in cup.entrants
    )
    groups = dealt(by_strength(entrants), double=cup.terms.double)
    return _begun(replace(cup, entrants=entrants, status=EventStatus.RUNNING), groups, now)


def start_divisions(cup: Cup, divisions: Sequence[Sequence[int]], now: datetime) -> Cup:
    """Begin a month of a league with these groups of entrants, each in the order of dealing."""
    _check_not_started(cup)
    groups = [
        group(number, people, double=cup.terms.double) for number, people in enumerate(divisions, start=1)
    ]
    return _begun(replace(cup, status=EventStatus.RUNNING), groups, now)


def end_stage(cup: Cup, now: datetime) -> Cup:
    """End the current stage: begin the next one, or end the cup.

    Games that never began until the end of the stage are draws.
    """
    stage = _running_stage(cup)
    if now >= stage.ends_at:
        cup = _with_games(cup, _drawn_if_planned)
    if not cup.is_decided:
        raise StageNotOverError(cup)
    ended = replace(cup, status=EventStatus.OVER, ended_at=now)
    if cup.is_final or not cup.terms.has_stages:
        return _changed(ended)
    people = advancing(cup.stages[-1].groups, cup.present_in(len(cup.stages) - 1), cup.entrants)
    if len(people) < _FEWEST_IN_STAGE:
        return _changed(ended)
    return _begun(cup, dealt(people, double=cup.terms.double), now)


def _drawn_if_planned(game: EventGame) -> EventGame:
    return replace(game, score=0.5, adjudicated=True) if game.is_planned else game


def prolong(cup: Cup) -> Cup:
    """Let the current stage end later."""
    stage = _running_stage(cup)
    if stage.prolonged:
        raise AlreadyProlongedError(cup)
    return _changed(cup.with_stage(replace(stage, ends_at=stage.ends_at + PROLONGATION, prolonged=True)))


def give_back(cup: Cup, lost: timedelta) -> Cup:
    """Move everything that the current stage waits for by time in which no one could play."""
    stage = cup.stage
    if stage is None or cup.status is not EventStatus.RUNNING:
        return cup
    later = {
        entrant.player.id: entrant.joined_at + lost
        for entrant in cup.entrants
        if entrant.joined_at > stage.started_at
    }
    moved = tuple(replace(each, joined_at=later.get(each.player.id, each.joined_at)) for each in cup.entrants)
    shifted = replace(stage, started_at=stage.started_at + lost, ends_at=stage.ends_at + lost)
    return _changed(replace(cup.with_stage(shifted), entrants=moved))


# As a whole


def cancel(cup: Cup, now: datetime) -> Cup:
    """Call it off."""
    _check_not_ended(cup)
    return _changed(replace(cup, status=EventStatus.CANCELED, ended_at=now, unsettled=True))


def pause(cup: Cup, now: datetime) -> Cup:
    """Let it wait, because its channel is gone. If it waits already or is over, nothing changes."""
    if cup.paused_at is not None or cup.ended_at is not None:
        return cup
    return _changed(replace(cup, paused_at=now))


def resume(cup: Cup, now: datetime) -> Cup:
    """Let it go on, with the time that was lost given back. If it doesn't wait, nothing changes."""
    if cup.paused_at is None or cup.ended_at is not None:
        return cup
    resumed = give_back(cup, max(now - cup.paused_at, timedelta()))
    return _changed(replace(resumed, paused_at=None, revision=cup.revision))


def wait(cup: Cup, until: datetime) -> Cup:
    """Note when it's tried again to do what couldn't be done. It isn't a change of the cup."""
    return replace(cup, waits_until=until)


def settled(cup: Cup) -> Cup:
    """Note that all games have followed what happened to the cup."""
    return replace(cup, unsettled=False)


# Its card and posts, which aren't changes of the cup


def put_card(cup: Cup, channel_id: int, *, message_id: int | None) -> Cup:
    """Note where the card is now. It isn't known what it shows."""
    return replace(cup, channel_id=channel_id, message_id=message_id, shown=None)


def show(cup: Cup, revision: int, now: datetime | None) -> Cup:
    """Note that the card shows this revision. Without a time, that was the answer to a click on it."""
    return replace(cup, shown=revision, shown_at=now or cup.shown_at)


def begin_call(cup: Cup, now: datetime) -> Cup:
    """Note that everyone is about to be mentioned, unless that was noted before."""
    return replace(cup, called_at=cup.called_at or now)


def drop_call(cup: Cup) -> Cup:
    """Note that mentioning everyone didn't work, so it's tried again."""
    return replace(cup, called_at=None)


def tell_stages(cup: Cup, number: int) -> Cup:
    """Note of how many stages people were told that they have begun."""
    return replace(cup, told_stages=max(cup.told_stages, number))


def tell_end(cup: Cup) -> Cup:
    """Note that the result was announced."""
    return replace(cup, told_end=True)


def _changed(cup: Cup) -> Cup:
    return replace(cup, revision=cup.revision + 1)


def _unless_same(before: Cup, after: Cup) -> Cup:
    return before if after == before else _changed(after)


def _begun(cup: Cup, groups: Sequence[Group], now: datetime) -> Cup:
    stage = Stage(tuple(groups), now, now + timedelta(days=cup.terms.days))
    return _changed(replace(cup, stages=(*cup.stages, stage), waits_until=None))


def _with_group(cup: Cup, place: int, changed: Group) -> Cup:
    stage = cup.stages[-1]
    groups = (*stage.groups[:place], changed, *stage.groups[place + 1 :])
    return cup.with_stage(replace(stage, groups=groups))


def _with_games(cup: Cup, change: Callable[[EventGame], EventGame]) -> Cup:
    """Return the cup with this change of every game of the current stage, if it's played."""
    stage = cup.stage
    if stage is None or cup.status is not EventStatus.RUNNING:
        return cup
    groups = (replace(each, games=tuple(map(change, each.games))) for each in stage.groups)
    return cup.with_stage(replace(stage, groups=tuple(groups)))


def _running_stage(cup: Cup) -> Stage:
    if cup.status is not EventStatus.RUNNING or cup.stage is None:
        raise CupNotRunningError(cup)
    return cup.stage


def _check_not_ended(cup: Cup) -> None:
    if cup.ended_at is not None:
        raise CupEndedError(cup)


def _check_not_started(cup: Cup) -> None:
    _check_not_ended(cup)
    if cup.status is not EventStatus.OPEN:
        raise CupStartedError(cup)
