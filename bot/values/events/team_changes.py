"""What can happen to a team match, apart from what can happen to any event, and who meets whom on a board."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.values.events import event_changes
from bot.values.events.event_changes import check_not_started, running_stage
from bot.values.events.event_errors import AlreadyJoinedError, EventClosedError, OtherSideError, SideFullError
from bot.values.events.groups import by_strength
from bot.values.events.parts import Couple, Entrant, EventGame, EventStatus, Group, Leaving
from bot.values.events.team_match import FEWEST_BOARDS, MOST_MEMBERS, SIDES, TeamMatch
from bot.values.players import Player
from bot.values.standings import Strength


def sign_up(match: TeamMatch, side: int, player: Player, strength: Strength, now: datetime) -> TeamMatch:
    """Let someone onto a side."""
    known = match.side_of(player.id)
    if known is not None:
        raise AlreadyJoinedError(match) if known == side else OtherSideError(match)
    if match.status is not EventStatus.OPEN:
        raise EventClosedError(match)
    first, second = map(match.members, SIDES)
    if len((first, second)[side]) >= MOST_MEMBERS:
        raise SideFullError(match)
    new = (Entrant(player, now, strength, side=side),)
    entrants = (*first, *new, *second) if side == 0 else (*first, *second, *new)
    return replace(match, entrants=entrants).changed()


def leave(match: TeamMatch, player_id: int, leaving: Leaving) -> TeamMatch:
    """Let someone out, as in ``event_changes.leave``: games that aren't over count as lost.

    No reserve takes their place, because they might only leave games that go badly.
    """
    return event_changes.leave(match, player_id, leaving, strikes=False)


def forget(match: TeamMatch, player_id: int) -> TeamMatch:
    """Let someone out who deletes their data. If they aren't in it, or it's over, nothing changes."""
    is_in = match.ended_at is None and any(each.player.id == player_id for each in match.present)
    return leave(match, player_id, Leaving.DELETED) if is_in else match


def start(
    match: TeamMatch, strengths: Mapping[int, Strength], barred: Collection[Couple], now: datetime
) -> TeamMatch:
    """Sort both sides by how strong people are now, and plan two games for each board.

    With too few people on a side, it waits another day, once; then it's called off. Couples who are
    ``barred`` don't meet.
    """
    check_not_started(match)
    if min(len(match.members(side)) for side in SIDES) < FEWEST_BOARDS:
        return event_changes.postpone(match, now)
    match = event_changes.with_strengths(match, strengths)
    first, second = (by_strength(match.members(side)) for side in SIDES)
    met = pairs(first, second, match.terms.boards, barred)
    if not met:
        return event_changes.cancel(match, now)
    boards = (Group(players, _games(players), number) for number, players in enumerate(met, start=1))
    return event_changes.begin_stage(match, tuple(boards), now)


def _games(players: tuple[int, int]) -> tuple[EventGame, ...]:
    """Return the two games of a board. In the first, the second side's player is White."""
    first, second = players
    return EventGame(second, first), EventGame(first, second, second=True)


def end_stage(match: TeamMatch, now: datetime) -> TeamMatch:
    """End it, as in ``event_changes.with_draws``."""
    return event_changes.end(event_changes.with_draws(match, now), now)


def take_out(
    match: TeamMatch, absent: Collection[int], barred: Collection[Couple], now: datetime
) -> TeamMatch:
    """Take out people who never moved, and strike their games.

    Each is replaced by the strongest reserve who may play the opponent; the two then have new games. Without
    one, both games count as lost, or for no one if both players are absent.
    """
    running_stage(match)
    for entrant in match.entrants:
        if entrant.player.id in absent:
            match = event_changes.marked(match, entrant, Leaving.NO_SHOW)
    for place, board in enumerate(match.boards):
        if not set(absent).isdisjoint(board.people):
            match = _refilled(match, place, absent, barred, now)
    return replace(match, unsettled=True).changed()


def _refilled(
    match: TeamMatch, place: int, absent: Collection[int], barred: Collection[Couple], now: datetime
) -> TeamMatch:
    """Put reserves in the place of those of a board who are absent, or give its games up."""
    board = match.boards[place]
    seats = [None if player_id in absent else player_id for player_id in board.people]
    for side in SIDES:
        if seats[side] is None and (reserve := _reserve(match, side, seats[1 - side], barred)):
            seats[side] = reserve.player.id
            match = match.with_entrant(replace(reserve, joined_at=now))
    return match.with_group(place, _seated(board, seats))


def _reserve(match: TeamMatch, side: int, opponent: int | None, barred: Collection[Couple]) -> Entrant | None:
    """Return the strongest reserve who may meet the one on the other side, if anyone's there."""
    return next(
        (
            reserve
            for reserve in match.reserves(side)
            if opponent is None or frozenset((reserve.player.id, opponent)) not in barred
        ),
        None,
    )


def _seated(board: Group, seats: Sequence[int | None]) -> Group:
    """Return a board with other people on its seats, and the games that follow from it.

    None is a seat of someone who's gone, and whose place no one takes.
    """
    struck = tuple(replace(game, struck=True) for game in board.games)
    gone = [player for player, seat in zip(board.people, seats, strict=True) if seat is None]
    if len(gone) == len(seats):
        return replace(board, games=struck)
    first, second = (
        player if seat is None else seat for player, seat in zip(board.people, seats, strict=True)
    )
    if (first, second) == board.people:
        given_up = (game if game.struck else game.lost_by(gone[0]) for game in board.games)
        return replace(board, games=tuple(given_up))
    games = tuple(game.lost_by(gone[0]) if gone else game for game in _games((first, second)))
    return replace(board, seats=(first, second), games=(*struck, *games))


def pairs(
    first: Sequence[int], second: Sequence[int], boards: int, barred: Collection[Couple]
) -> list[tuple[int, int]]:
    """Return who meets on up to so many boards, given both sides from the strongest to the weakest.

    First meets first, and so on. If two would meet who block each other, the side with more people, or else
    the second one, moves its player down: the next one below who may play comes up in their place. If there's
    none, they change places with the nearest one above with whom that works for both. A board for which
    there's no one isn't played.

    >>> pairs([1, 2, 3], [11, 12], 20, {frozenset({1, 11})})
    [(2, 11), (1, 12)]
    """
    sides = list(first), list(second)
    moving, other = sides if len(first) > len(second) else sides[::-1]
    count = min(boards, len(first), len(second))

    def may_meet(player: int, board: int) -> bool:
        return frozenset((player, other[board])) not in barred

    for board in range(count):
        player = moving[board]
        if may_meet(player, board):
            continue
        below = [place for place in range(board + 1, len(moving)) if may_meet(moving[place], board)]
        above = [
            place
            for place in reversed(range(board))
            if may_meet(moving[place], board) and may_meet(player, place)
        ]
        if below:
            moving.insert(board, moving.pop(below[0]))
        elif above:
            moving[board], moving[above[0]] = moving[above[0]], player
    met = zip(sides[0], sides[1], strict=False)
    return [pair for _, pair in zip(range(count), met, strict=False) if frozenset(pair) not in barred]
