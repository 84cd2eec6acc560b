"""What can happen to a game night, apart from what can happen to any event, and who is paired with whom."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from bot.values.events import event_changes
from bot.values.events.event_changes import check_not_started, running_stage
from bot.values.events.event_errors import (
    AlreadyJoinedError,
    CupFullError,
    EventClosedError,
    NotInEventError,
)
from bot.values.events.night import FEWEST, LONGEST_WAIT, MOST, MOST_FORFEITS, Night
from bot.values.events.parts import Couple, Entrant, EventGame, EventStatus, Group, Leaving
from bot.values.players import Player
from bot.values.standings import Strength

_TRIED_AGAIN: Final = timedelta(seconds=10)
"""How much later those are looked at again of whom no two could be paired."""


def join(night: Night, player: Player, strength: Strength, now: datetime) -> Night:
    """Let someone in, or back in, who's paired from now on."""
    known = night.entrant(player.id)
    if night.is_closed or night.is_to_close(now):
        raise EventClosedError(night)
    if known is not None and known.left is None:
        raise AlreadyJoinedError(night)
    if known is None and len(night.entrants) >= MOST:
        raise CupFullError(night)
    night = replace(night, waits_until=None).changed()
    if known is not None:
        return night.with_entrant(replace(known, left=None, left_in=None, free_since=now))
    return replace(night, entrants=(*night.entrants, Entrant(player, now, strength, free_since=now)))


def leave(night: Night, player_id: int, leaving: Leaving) -> Night:
    """Don't pair someone anymore. Their running game goes on; one that was about to begin doesn't."""
    if night.status is EventStatus.OPEN:
        return event_changes.leave(night, player_id, leaving, strikes=False)
    event_changes.check_not_ended(night)
    entrant = _entrant(night, player_id)
    if entrant.left is not None:
        raise NotInEventError(night)
    without = event_changes.marked(night, entrant, leaving)
    return event_changes.with_games(
        without, lambda game: _struck(game) if player_id in game.players else game
    ).changed()


def _entrant(night: Night, player_id: int) -> Entrant:
    entrant = night.entrant(player_id)
    if entrant is None:
        raise NotInEventError(night)
    return entrant


def _struck(game: EventGame) -> EventGame:
    """Return a game that won't begin, if it hasn't."""
    return replace(game, struck=True) if game.is_planned else game


def forget(night: Night, player_id: int) -> Night:
    """Let someone out who deletes their data. If they aren't in it, or it's over, nothing changes."""
    is_in = night.ended_at is None and any(each.player.id == player_id for each in night.present)
    return leave(night, player_id, Leaving.DELETED) if is_in else night


def start(night: Night, strengths: Mapping[int, Strength], now: datetime) -> Night:
    """Begin to pair people, or call it off if there are too few."""
    check_not_started(night)
    if len(night.entrants) < FEWEST:
        return event_changes.cancel(night, now)
    night = event_changes.with_strengths(night, strengths)
    return event_changes.begin_stage(night, (Group((), ()),), now)


def lose_channel(night: Night, now: datetime) -> Night:
    """Call it off because nothing can be posted where it is, unless it's over."""
    lost = event_changes.lose_card(night, 0, now)
    return lost if night.ended_at is not None else event_changes.cancel(lost, now)


def game_over(night: Night, number: int, now: datetime, *, score: float | None, **facts: object) -> Night:
    """Note White's points in a game, or None if it has no result, and that its players are free again.

    Whoever has now lost too many games without ever having moved is out. ``facts`` are as in
    ``event_changes.result``.
    """
    game = night.game_of(number)
    if game is None or not game.is_running:
        return night
    if score is None:
        after = event_changes.annul(night, number, now)
    else:
        after = event_changes.result(night, number, score=score, **facts)  # type: ignore[arg-type]
    for player_id in game.players:
        after = after.with_entrant(replace(_entrant(after, player_id), free_since=now))
        ended = after.game_of(number)
        has_forfeited = ended is not None and ended.forfeited and ended.score_of(player_id) == 0
        if has_forfeited and after.is_playing(player_id) and after.forfeits_of(player_id) >= MOST_FORFEITS:
            after = leave(after, player_id, Leaving.NO_SHOW)
    return after if after.is_closed else replace(after, waits_until=None)


def close(night: Night) -> Night:
    """Pair no one anymore, because the time is over. Games that haven't begun won't."""
    closed = replace(night, waits_until=running_stage(night).ends_at)
    return event_changes.with_games(closed, _struck).changed()


def end_stage(night: Night, now: datetime) -> Night:
    """End it once every game is decided, and note who has won."""
    places = {score.player.id: score.place for score in night.leaders}
    entrants = (replace(each, medal=places.get(each.player.id)) for each in night.entrants)
    return event_changes.end(replace(event_changes.with_draws(night, now), entrants=tuple(entrants)), now)


# Pairing


def pair(night: Night, barred: Collection[Couple], now: datetime) -> Night:
    """Plan games between those who are free, and give a bye to those for whom there's been no one for long.

    Couples who are ``barred`` don't meet. If nothing changes, it's tried again a little later.
    """
    paired = night
    for couple in pairs(night, barred):
        group = paired.stages[-1].groups[0]
        paired = paired.with_group(0, replace(group, games=(*group.games, _game(paired, couple))))
    for entrant in paired.free:
        if not entrant.had_bye and now >= paired.waits_since(entrant) + LONGEST_WAIT:
            paired = paired.with_entrant(replace(entrant, had_bye=True))
    return event_changes.wait(night, now + _TRIED_AGAIN) if paired is night else paired.changed()


def _game(night: Night, couple: tuple[int, int]) -> EventGame:
    """Return a game of two people. White is who had it less often, or else not last."""

    def whites(player_id: int) -> tuple[int, bool]:
        own = [game.white == player_id for game in night.games_of(player_id) if not game.struck]
        return 2 * sum(own) - len(own), own[-1:] == [True]

    white, black = sorted(couple, key=whites)
    return EventGame(white, black)


def pairs(night: Night, barred: Collection[Couple]) -> list[tuple[int, int]]:
    """Return who plays whom now, so that no one is left over who could play someone.

    Whoever has waited longest takes the nearest in points, then in rating, of those who fit: they don't block
    each other, and neither's last game was against the other.
    """
    free, last = [each.player.id for each in night.free], night.last_opponents
    points = {score.player.id: score.points for score in night.table}
    ratings = {each.player.id: each.strength.rating for each in night.entrants}

    def fits(one: int, other: int) -> bool:
        return last.get(one) != other and last.get(other) != one and frozenset((one, other)) not in barred

    def distance(one: int, other: int) -> tuple[int, float]:
        return abs(points[one] - points[other]), abs(ratings[one] - ratings[other])

    found: list[tuple[int, int]] = []
    left: list[int] = []
    while free:
        one, *free = free
        fitting = [other for other in free if fits(one, other)]
        if fitting:
            other = min(fitting, key=lambda each: distance(one, each))
            free.remove(other)
            found.append((one, other))
        else:
            left.append(one)
    return [*_exchanged(found, left, fits)]


def _exchanged(
    found: Sequence[tuple[int, int]], left: Sequence[int], fits: Callable[[int, int], bool]
) -> Iterator[tuple[int, int]]:
    """Yield couples that are as good as they can be, with as few left over as possible.

    Two who don't fit each other may both fit those of a couple.
    """
    still = [*left]
    for one, other in found:
        ways = ((one, other), (other, one))
        change = next(
            (
                ((first, own), (second, others))
                for first, second in combinations(still, 2)
                for own, others in ways
                if fits(first, own) and fits(second, others)
            ),
            None,
        )
        yield from change or [(one, other)]
        still = [each for each in still if change is None or each not in {change[0][0], change[1][0]}]
