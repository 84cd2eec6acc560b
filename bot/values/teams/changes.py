"""What can happen to a team match. Each function returns the team match after it."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from datetime import datetime, timedelta

from bot.values.events.event import POSTPONEMENT, REPLAY, EventGame, EventStatus, Leaving
from bot.values.players import Player
from bot.values.standings import Strength
from bot.values.teams.sorting import Couple, by_strength, pairs
from bot.values.teams.team_errors import (
    AlreadySignedUpError,
    NotOnSideError,
    OtherSideError,
    SideFullError,
    SignUpClosedError,
    TeamMatchEndedError,
    TeamMatchMovedOnError,
    TeamMatchNotRunningError,
)
from bot.values.teams.team_match import (
    FEWEST_BOARDS,
    MOST_MEMBERS,
    Member,
    Pair,
    PlannedGame,
    Side,
    TeamBoard,
    TeamMatch,
)

# Who is in it


def sign_up(match: TeamMatch, index: int, player: Player, strength: Strength, now: datetime) -> TeamMatch:
    """Let someone onto a side."""
    known = match.side_of(player.id)
    if known is not None:
        raise AlreadySignedUpError(match) if known == index else OtherSideError(match)
    if match.status is not EventStatus.OPEN:
        raise SignUpClosedError(match)
    side = match.sides[index]
    if len(side.members) >= MOST_MEMBERS:
        raise SideFullError(match)
    members = (*side.members, Member(player, now, strength))
    return _changed(match.with_side(index, replace(side, members=members)))


def leave(match: TeamMatch, player_id: int, leaving: Leaving) -> TeamMatch:
    """Let someone out. Before the start, it's as if they had never signed up.

    Later, their games that aren't over count as lost. No reserve takes their place, because they might only
    leave games that go badly.
    """
    if match.ended_at is not None:
        raise TeamMatchEndedError(match)
    index = match.side_of(player_id)
    member = match.member(player_id)
    if index is None or member is None or member.left is not None:
        raise NotOnSideError(match)
    side = match.sides[index]
    if match.status is EventStatus.OPEN:
        others = tuple(each for each in side.members if each is not member)
        return _changed(match.with_side(index, replace(side, members=others)))

    def without(game: EventGame) -> EventGame:
        return game.lost_by(player_id) if player_id in game.players and not game.is_settled else game

    left = _marked(match, [player_id], leaving)
    return _changed(replace(_with_games(left, without), unsettled=True))


def forget(match: TeamMatch, player_id: int) -> TeamMatch:
    """Let someone out who deletes their data. If they aren't in it, or it's over, nothing changes."""
    member = match.member(player_id)
    if member is None or member.left is not None or match.ended_at is not None:
        return match
    return leave(match, player_id, Leaving.DELETED)


def take_out(
    match: TeamMatch, absent: Collection[int], barred: Collection[Couple], now: datetime
) -> TeamMatch:
    """Take out people who never moved, and strike their games.

    Each is replaced by the strongest reserve who may play the opponent; the two then have new games. Without
    one, both games count as lost, or for no one if both players are absent.
    """
    if match.status is not EventStatus.RUNNING:
        raise TeamMatchNotRunningError(match)
    match = _marked(match, absent, Leaving.NO_SHOW)
    for place, board in enumerate(match.boards):
        if not set(absent).isdisjoint(board.players):
            match = _with_board(match, place, _refilled(match, board, absent, barred, now))
    return _changed(replace(match, unsettled=True))


def _refilled(
    match: TeamMatch, board: TeamBoard, absent: Collection[int], barred: Collection[Couple], now: datetime
) -> TeamBoard:
    """Return a board where someone is absent, with reserves in their place, or their games given up."""
    seats = [None if player_id in absent else player_id for player_id in board.players]
    since = list(board.since)
    for index, seat in enumerate(seats):
        if seat is None:
            other = seats[1 - index]
            fitting = (
                member.player.id
                for member in match.reserves(index)
                if other is None or frozenset((member.player.id, other)) not in barred
            )
            seats[index], since[index] = next(fitting, None), now
    first, second = seats
    if first is not None and second is not None:
        struck = tuple(replace(game, struck=True) for game in board.games)
        return TeamBoard((first, second), (since[0], since[1]), (*struck, *_games((first, second))))
    there = [player_id for player_id in seats if player_id is not None]
    if not there:
        return replace(board, games=tuple(replace(game, struck=True) for game in board.games))
    return _given_up(board, there[0], index=seats.index(there[0]), since=since)


def _given_up(board: TeamBoard, present: int, *, index: int, since: list[datetime]) -> TeamBoard:
    """Return a board where the player of one side is there, who may be a reserve, but no one of the other."""
    gone = board.players[1 - index]
    if present == board.players[index]:
        games = tuple(game if game.struck else game.lost_by(gone) for game in board.games)
        return replace(board, games=games)
    players = (present, gone) if index == 0 else (gone, present)
    struck = tuple(replace(game, struck=True) for game in board.games)
    given = tuple(game.lost_by(gone) for game in _games(players))
    return TeamBoard(players, (since[0], since[1]), (*struck, *given))


def _marked(match: TeamMatch, people: Collection[int], leaving: Leaving) -> TeamMatch:
    for index, side in enumerate(match.sides):
        members = tuple(
            replace(each, left=leaving) if each.player.id in people else each for each in side.members
        )
        match = match.with_side(index, replace(side, members=members))
    return match


# How it goes on


def start(
    match: TeamMatch, strengths: Mapping[int, Strength], barred: Collection[Couple], now: datetime
) -> TeamMatch:
    """Sort both sides by how strong people are now, and plan two games for each board.

    With too few people on a side, it waits another day, once; then it's called off.
    """
    if match.ended_at is not None:
        raise TeamMatchEndedError(match)
    if match.status is not EventStatus.OPEN:
        raise SignUpClosedError(match)
    if min(len(side.members) for side in match.sides) < FEWEST_BOARDS:
        if match.postponed_until is None:
            return _changed(replace(match, postponed_until=max(match.starts_at, now) + POSTPONEMENT))
        return cancel(match, now)
    for index, side in enumerate(match.sides):
        members = (
            replace(each, strength=strengths.get(each.player.id, each.strength)) for each in side.members
        )
        match = match.with_side(index, replace(side, members=tuple(members)))
    first, second = map(by_strength, match.sides)
    boards = tuple(
        TeamBoard(pair, (now, now), _games(pair)) for pair in pairs(first, second, match.terms.boards, barred)
    )
    if not boards:
        return cancel(match, now)
    ends_at = now + timedelta(days=match.terms.days)
    begun = replace(match, status=EventStatus.RUNNING, boards=boards, started_at=now, ends_at=ends_at)
    return _changed(begun)


def _games(players: Pair) -> tuple[EventGame, ...]:
    """Return the two games of a board. In the first, the second side's player is White."""
    first, second = players
    return EventGame(second, first), EventGame(first, second, second=True)


def begin_game(match: TeamMatch, planned: PlannedGame, number: int) -> TeamMatch:
    """Note that a planned game has begun as the match with this number."""
    if planned not in match.unstarted:
        raise TeamMatchMovedOnError(match)
    board = match.boards[planned.board]
    games = list(board.games)
    games[planned.index] = replace(planned.game, number=number)
    return _changed(_with_board(match, planned.board, replace(board, games=tuple(games))))


def result(
    match: TeamMatch, number: int, *, score: float, white: int | None = None, adjudicated: bool = False
) -> TeamMatch:
    """Note White's points in the match with this number. If it isn't one that counts, nothing changes.

    ``white`` is the id of who was White in the end.
    """

    def decided(game: EventGame) -> EventGame:
        if not game.is_open_to(number):
            return game
        return game.with_result(score, white=white, adjudicated=adjudicated)

    return _unless_same(match, _with_games(match, decided))


def annul(match: TeamMatch, number: int, now: datetime) -> TeamMatch:
    """Take away the result of the match with this number, or note that it ended without one.

    It's played again if a third of the time is left and both are still there; otherwise it's struck. If it
    isn't one that counts, or counts as lost, nothing changes.
    """
    if match.started_at is None or match.ends_at is None:
        return match
    in_time, there = REPLAY * (match.ends_at - now) >= match.ends_at - match.started_at, match.playing

    def annulled(game: EventGame) -> EventGame:
        if not game.is_open_to(number):
            return game
        return game.annulled(again=in_time and there.issuperset(game.players))

    return _unless_same(match, _with_games(match, annulled))


def checked(match: TeamMatch, now: datetime) -> TeamMatch:
    """Note that no-shows were looked for."""
    return _changed(replace(match, checked_at=now))


def end(match: TeamMatch, now: datetime) -> TeamMatch:
    """End it. Games that never began until its end date are draws."""
    if not match.is_over(now):
        raise TeamMatchNotRunningError(match)
    played = _with_games(
        match, lambda game: replace(game, score=0.5, adjudicated=True) if game.is_planned else game
    )
    return _changed(replace(played, status=EventStatus.OVER, ended_at=now))


def cancel(match: TeamMatch, now: datetime) -> TeamMatch:
    """Call it off."""
    if match.ended_at is not None:
        raise TeamMatchEndedError(match)
    return _changed(replace(match, status=EventStatus.CANCELED, ended_at=now, unsettled=True))


def wait(match: TeamMatch, until: datetime) -> TeamMatch:
    """Note when it's tried again to do what couldn't be done. It isn't a change of the team match."""
    return replace(match, waits_until=until)


def settled(match: TeamMatch) -> TeamMatch:
    """Note that all matches have followed what happened to it."""
    return replace(match, unsettled=False)


# Its cards and posts, which aren't changes of it


def put_card(match: TeamMatch, index: int, *, channel_id: int, message_id: int | None) -> TeamMatch:
    """Note where the card of a side is now. It isn't known what it shows."""
    side = match.sides[index]
    place = replace(side.place, channel_id=channel_id)
    return match.with_side(index, replace(side, place=place, message_id=message_id, lost=False, shown=None))


def lose_card(match: TeamMatch, index: int) -> TeamMatch:
    """Note that nothing can be posted where a side is. Its games go on in the players' DMs."""
    return match.with_side(index, replace(match.sides[index], lost=True))


def show(match: TeamMatch, index: int, *, revision: int, now: datetime) -> TeamMatch:
    """Note that the card of a side was edited and shows this revision."""
    return match.with_side(index, replace(match.sides[index], shown=revision, shown_at=now))


def begin_call(match: TeamMatch, index: int, now: datetime) -> TeamMatch:
    """Note that everyone on a side is about to be mentioned, unless that was noted before."""
    side = match.sides[index]
    return match.with_side(index, replace(side, called_at=side.called_at or now))


def drop_call(match: TeamMatch, index: int) -> TeamMatch:
    """Note that mentioning everyone on a side didn't work, so it's tried again."""
    return match.with_side(index, replace(match.sides[index], called_at=None))


def tell(match: TeamMatch, index: int) -> TeamMatch:
    """Note that people on a side were told of the start, and that the result was announced if it's over."""
    side: Side = replace(match.sides[index], told=True, told_end=match.ended_at is not None)
    return match.with_side(index, side)


def _changed(match: TeamMatch) -> TeamMatch:
    return replace(match, revision=match.revision + 1)


def _unless_same(before: TeamMatch, after: TeamMatch) -> TeamMatch:
    return before if after == before else _changed(after)


def _with_board(match: TeamMatch, place: int, board: TeamBoard) -> TeamMatch:
    return replace(match, boards=(*match.boards[:place], board, *match.boards[place + 1 :]))


def _with_games(match: TeamMatch, change: Callable[[EventGame], EventGame]) -> TeamMatch:
    """Return the team match with this change of every game, if it's played."""
    if match.status is not EventStatus.RUNNING:
        return match
    boards = (replace(board, games=tuple(map(change, board.games))) for board in match.boards)
    return replace(match, boards=tuple(boards))
