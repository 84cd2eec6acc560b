"""What players do in turn: play, swap, and plan; and what happens when the time for that runs out."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.values import clocks
from bot.values.clocks import CLAIM_TIME, whole_milliseconds
from bot.values.game.boards import doubt
from bot.values.game.endings import end, finish, without_plans
from bot.values.game.game import (
    BY_LOT,
    FORCED,
    MOST_ANSWERS,
    MOST_PAIRS,
    PLANNED,
    Board,
    ConditionalTree,
    Match,
    PlannedLine,
    PlayedMove,
    TurnClock,
)
from bot.values.game.game_errors import (
    FinishedGameError,
    ForbiddenMoveError,
    NotAPlayerError,
    NotWaitingError,
    NotYourTurnError,
    OwnTurnError,
    PlanLimitError,
    StaleRevisionError,
    WithComputerError,
)
from engine import (
    Color,
    EngineError,
    Move,
    Outcome,
    Position,
    Reason,
    Ruleset,
    Value,
    mover,
    opening_moves,
)


def draw_first_move(
    ruleset: Ruleset,
    random: Random,
    now: datetime,
    *,
    value: Value = Value.DRAW,
    other_than: Collection[str] = (),
) -> PlayedMove:
    """Return a first move of this value for White, drawn by lot from all but some."""
    moves = [move for move in map(str, opening_moves(ruleset, value)) if move not in other_than]
    return PlayedMove(random.choice(moves), BY_LOT, now)


def check_player(match: Match, player_id: int) -> Color:
    """Return the color of ``player_id``.

    Raises:
        NotAPlayerError: ``player_id`` doesn't play in ``match``.
    """
    color = match.color_of(player_id)
    if color is None:
        raise NotAPlayerError(match)
    return color


def check_turn(match: Match, revision: int, *, player_id: int) -> None:
    """Check that a player may choose a move with a button made at ``revision``.

    Raises:
        FinishedGameError: the match is over.
        StaleRevisionError: it went on since the button was made.
        NotAPlayerError, NotYourTurnError: the player can't move now.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    if revision != match.revision:
        raise StaleRevisionError(match)
    if check_player(match, player_id) is not match.position.turn:
        raise NotYourTurnError(match)


def repeats(match: Match, revision: int, text: str, *, player_id: int) -> bool:
    """Return whether a player has already played this move with a button made at ``revision``."""
    return any(
        (move.revision, move.text) == (revision, text) and match.color_of(player_id) is mover(ply)
        for ply, move in enumerate(match.moves)
    )


def play(match: Match, revision: int, text: str, now: datetime, *, player_id: int) -> Match:
    """Play a move with a button made at ``revision``, and the moves that then play themselves.

    These are conditional moves, and those of a channel that has no other.

    Raises:
        FinishedGameError, StaleRevisionError, NotAPlayerError, NotYourTurnError: as in ``check_turn``.
        ForbiddenMoveError: the move is against the rules.
    """
    check_turn(match, revision, player_id=player_id)
    played, answer = _planned_answer(_played(match, text, revision, now))
    while answer is not None:
        played, answer = _planned_answer(_played(played, answer, PLANNED, now))
    while played.crowd_votes and len(played.position.legal_moves) == 1:
        played = _played(played, str(played.position.legal_moves[0]), FORCED, now)
    return begin_turn(played, now)


def begin_turn(match: Match, now: datetime) -> Match:
    """Start the clock of the player to move, if the match has one and isn't over.

    A total time only runs once both have moved: until then, anyone can still cancel the match.
    """
    if match.outcome is not None:
        return match
    if match.crowd is not None:
        return open_window(match, now, extended=False)
    left = match.seat(match.position.turn).left
    if match.total is not None and left is not None:
        runs = match.both_have_moved
        return replace(match, clock=TurnClock(now + left, claimable=False) if runs else None)
    if match.move_seconds is None:
        return match
    vacation_until = match.seat(match.position.turn).vacation_until
    if vacation_until is not None and vacation_until <= now:
        vacation_until = None
    deadline = clocks.deadline(now, match.move_seconds, vacation_end=vacation_until)
    return replace(match, clock=TurnClock(deadline, claimable=False, vacation_until=vacation_until))


def open_window(match: Match, now: datetime, *, extended: bool) -> Match:
    """Let a channel that is to move vote from now on; ``extended`` says whether that's again in this turn."""
    if match.crowd is None or match.move_seconds is None:
        return match
    until = now + timedelta(seconds=match.move_seconds)
    clock = TurnClock(until, claimable=False) if match.crowd_votes else None
    return replace(match, crowd=replace(match.crowd, extended=extended), clock=clock)


def stop_clock(match: Match, now: datetime, *, moved: bool) -> Match:
    """Keep what's left of the total time of the player to move; if they ``moved``, the increment is added.

    Nothing changes if the match has no total time.
    """
    turn = match.position.turn
    seat = match.seat(turn)
    left = seat.left
    if match.total is None or left is None:
        return match
    if match.clock is not None:
        left = whole_milliseconds(max(match.clock.until - now, timedelta()))
    if moved and match.both_have_moved:
        left += timedelta(seconds=match.total.increment)
    return replace(match.with_seat(turn, replace(seat, left=left)), clock=None)


def swap(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """Change sides after White's first move, with a button made at ``revision``.

    The people change their seats, with everything that's theirs. What was planned was for the other side.

    Raises:
        FinishedGameError, StaleRevisionError, NotAPlayerError, NotYourTurnError: as in ``check_turn``.
        StaleRevisionError: the match doesn't offer it.
    """
    check_turn(match, revision, player_id=player_id)
    if not match.offers_swap:
        raise StaleRevisionError(match)
    swapped = replace(
        without_plans(match),
        white=match.black,
        black=match.white,
        boards=tuple(map(_with_sides_changed, match.boards)),
        revision=match.revision + 1,
        swapped=True,
        offers=tuple(replace(offer, answer=None) for offer in match.offers),
    )
    return begin_turn(replace(swapped, white_seat=swapped.black_seat, black_seat=swapped.white_seat), now)


def _with_sides_changed(board: Board) -> Board:
    if board.reader is None and board.side is None:
        return board
    return replace(
        board, reader=board.reader and board.reader.opponent, side=board.side and board.side.opponent
    )


def position_after(match: Match, *line: str) -> Position:
    """Return the position of a match after these further moves.

    Raises:
        ForbiddenMoveError: one of them is against the rules.
    """
    position = match.position
    for text in line:
        try:
            position = position.play(Move.parse(text))
        except EngineError as error:
            raise ForbiddenMoveError(match, text) from error
    return position


def planned_by(match: Match, player_id: int) -> ConditionalTree:
    """Return the conditional moves of a player, who may plan some now.

    Raises:
        FinishedGameError: the match is over.
        NotAPlayerError: the player doesn't play in it.
        WithComputerError: they are playing the computer.
        OwnTurnError: it is their own turn.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    color = check_player(match, player_id)
    if match.level is not None:
        raise WithComputerError(match)
    if color is match.position.turn:
        raise OwnTurnError(match)
    return match.seat(color).conditional_moves


def plan(match: Match, revision: int, line: PlannedLine, move: str, *, player_id: int) -> Match:
    """Plan ``move`` as the answer to the last move of ``line``, with a panel made at ``revision``.

    Raises:
        FinishedGameError, NotAPlayerError, WithComputerError, OwnTurnError: as in ``planned_by``.
        StaleRevisionError: the match went on since, or the beginning of ``line`` is no longer planned.
        ForbiddenMoveError: one of the moves is against the rules.
        PlanLimitError: it is too far ahead, or there are too many answers.
    """
    tree = planned_by(match, player_id)
    if revision != match.revision or not _leads_on(tree, line):
        raise StaleRevisionError(match)
    position_after(match, *line, move)
    planned = tree.with_answer(line, move)
    if len(line) >= 2 * MOST_PAIRS or len(planned.answers) > MOST_ANSWERS:
        raise PlanLimitError(match)
    return _with_plans(match, check_player(match, player_id), planned)


def forget_plan(match: Match, revision: int, line: PlannedLine, *, player_id: int) -> Match:
    """Forget the answer to the last move of ``line`` and what follows; all answers if ``line`` is empty.

    Raises:
        FinishedGameError, NotAPlayerError, WithComputerError, OwnTurnError: as in ``planned_by``.
        StaleRevisionError: the match went on since.
    """
    tree = planned_by(match, player_id)
    if revision != match.revision:
        raise StaleRevisionError(match)
    return _with_plans(match, check_player(match, player_id), tree.without(line))


def stall(match: Match, revision: int) -> Match:
    """Note that the computer can't make the move that it was to make at ``revision``.

    The next move ends it. Nothing changes if that's known already, or the match has gone on.
    """
    if match.revision != revision or not match.computer_moves or match.stalled:
        return match
    return replace(doubt(match), stalled=True)


def _played(match: Match, text: str, clicked: int, now: datetime) -> Match:
    """Play one move, made by a click at the revision ``clicked`` unless that is ``PLANNED``."""
    after = position_after(match, text)
    played = replace(
        stop_clock(match, now, moved=True),
        position=after,
        revision=match.revision + 1,
        moves=(*match.moves, PlayedMove(str(after.last_move), clicked, now)),
        stalled=False,
        ballots=(),
    )
    outcome = after.outcome()
    return played if outcome is None else finish(played, outcome, now)


def _planned_answer(match: Match) -> tuple[Match, str | None]:
    """Return the answer that the player to move has planned for this move, and drop their other plans."""
    turn = match.position.turn
    tree = match.seat(turn).conditional_moves
    if match.outcome is not None or not tree.answers:
        return match, None
    answer, rest = tree.after(str(match.position.last_move))
    return _with_plans(match, turn, rest), answer


def _with_plans(match: Match, color: Color, tree: ConditionalTree) -> Match:
    return match.with_seat(color, replace(match.seat(color), conditional_moves=tree))


def _leads_on(tree: ConditionalTree, line: PlannedLine) -> bool:
    """Return whether each of the player's own moves in ``line`` is what they planned there."""
    return all(tree.answers.get(line[:index]) == line[index] for index in range(1, len(line), 2))


def is_over_time(match: Match, now: datetime) -> bool:
    """Return whether the player to move has lost by now because their time has run out."""
    if match.crowd is not None or match.clock is None or match.clock.claimable or match.outcome is not None:
        return False
    return match.is_strict and match.clock.until <= now


def lose_by_time(match: Match, now: datetime) -> Match:
    """End a running match as lost for the player to move, whose time has run out.

    Raises:
        FinishedGameError: it is over.
    """
    return end(match, Outcome(match.position.turn.opponent, Reason.TIMEOUT), now)


def run_out(match: Match, deadline: datetime, *, now: datetime) -> Match:
    """End a match whose turn has run out of time at ``deadline``, or make it claimable.

    Raises:
        FinishedGameError: it is over.
    """
    if match.outcome is not None:
        raise FinishedGameError(match)
    if match.is_strict:
        return lose_by_time(match, now)
    clock = TurnClock(deadline + CLAIM_TIME, claimable=True)
    return replace(match, revision=match.revision + 1, clock=clock)


def claim(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """End a match as won for the waiting player, with a button made at ``revision``.

    Raises:
        FinishedGameError: it is over.
        NotAPlayerError: the player doesn't play in it.
        StaleRevisionError: it went on since, or there is nothing to claim.
        NotWaitingError: ``player_id`` is the late player.
    """
    _check_claim(match, revision, player_id=player_id)
    return lose_by_time(match, now)


def give_time(match: Match, revision: int, now: datetime, *, player_id: int) -> Match:
    """Restart the late player's time, with a button made at ``revision``.

    Raises:
        MatchError: as in ``claim``.
    """
    _check_claim(match, revision, player_id=player_id)
    return begin_turn(replace(match, revision=revision + 1), now)


def _check_claim(match: Match, revision: int, *, player_id: int) -> None:
    if match.outcome is not None:
        raise FinishedGameError(match)
    color = check_player(match, player_id)
    if revision != match.revision or match.clock is None or not match.clock.claimable:
        raise StaleRevisionError(match)
    if color is match.position.turn:
        raise NotWaitingError(match)
