"""What players do in turn: play, swap, and plan; and what happens when the time for that runs out."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random

from bot.values import clocks
from bot.values.clocks import CLAIM_TIME, FIRST_MOVE, Due, DueKind, whole_milliseconds
from bot.values.game.boards import doubt
from bot.values.game.endings import call_off, end, finish, without_plans
from bot.values.game.game import (
    BY_LOT,
    FORCED,
    MOST_ANSWERS,
    MOST_PAIRS,
    PLANNED,
    Board,
    ConditionalTree,
    Game,
    PlannedLine,
    PlayedMove,
    Transition,
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
    RepeatedMoveError,
    StaleRevisionError,
    WithComputerError,
)
from engine import Color, EngineError, Move, Outcome, Position, Reason, Ruleset, Value, mover, opening_moves


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


def check_player(game: Game, player_id: int) -> Color:
    """Return the color of a player, or raise a NotAPlayerError."""
    color = game.color_of(player_id)
    if color is None:
        raise NotAPlayerError(game)
    return color


def check_turn(game: Game, revision: int, *, player_id: int) -> None:
    """Check that a player may choose a move with a button made at ``revision``.

    Raises:
        FinishedGameError: the game is over.
        StaleRevisionError: it went on since the button was made.
        NotAPlayerError, NotYourTurnError: the player can't move now.
    """
    if game.outcome is not None:
        raise FinishedGameError(game)
    if revision != game.revision:
        raise StaleRevisionError(game)
    if check_player(game, player_id) is not game.position.turn:
        raise NotYourTurnError(game)


def repeats(game: Game, revision: int, text: str, *, player_id: int, since: datetime | None = None) -> bool:
    """Return whether a player has already played this move with a button made at ``revision``.

    If ``since`` is given, only what was played then or later counts.
    """
    return any(
        (move.revision, move.text) == (revision, text)
        and game.color_of(player_id) is mover(ply)
        and (since is None or move.played_at >= since)
        for ply, move in enumerate(game.moves)
    )


def play(game: Game, now: datetime, *, revision: int, text: str, player_id: int) -> Game:
    """Play a move with a button made at ``revision``, and the moves that then play themselves.

    These are conditional moves, and those of a channel that has no other.

    Raises:
        RepeatedMoveError: the same click came twice.
        ForbiddenMoveError: the move is against the rules.
    """
    if repeats(game, revision, text, player_id=player_id):
        raise RepeatedMoveError(game)
    check_turn(game, revision, player_id=player_id)
    played, answer = _planned_answer(_played(game, text, revision, now))
    while answer is not None:
        played, answer = _planned_answer(_played(played, answer, PLANNED, now))
    while played.crowd_votes and len(played.position.legal_moves) == 1:
        played = _played(played, str(played.position.legal_moves[0]), FORCED, now)
    return begin_turn(played, now)


def begin_turn(game: Game, now: datetime, *, seconds: int | None = None) -> Game:
    """Start the clock of the player to move, if the game has one and isn't over.

    This turn can have another number of ``seconds`` than the time per move. A total time only runs once both
    have moved: until then, anyone can still cancel the game. In an event no one can, so each has
    ``FIRST_MOVE`` for their first move, and whoever needs longer has lost.
    """
    if game.outcome is not None:
        return game
    if game.crowd is not None:
        return open_window(game, now, extended=False)
    left = game.seat(game.position.turn).left
    if game.total is not None and left is not None:
        time = left if game.both_have_moved else FIRST_MOVE if game.event is not None else None
        return replace(game, clock=None if time is None else TurnClock(now + time, claimable=False))
    if game.move_seconds is None:
        return game
    vacation_until = game.seat(game.position.turn).vacation_until
    if vacation_until is not None and vacation_until <= now:
        vacation_until = None
    deadline = clocks.deadline(
        now, seconds or game.move_seconds, vacation_end=vacation_until, weekends_off=game.weekends_off
    )
    return replace(game, clock=TurnClock(deadline, claimable=False, vacation_until=vacation_until))


def open_window(game: Game, now: datetime, *, extended: bool) -> Game:
    """Let a channel that is to move vote from now on; ``extended`` says whether that's again in this turn."""
    if game.crowd is None or game.move_seconds is None:
        return game
    until = now + timedelta(seconds=game.move_seconds)
    clock = TurnClock(until, claimable=False) if game.crowd_votes else None
    return replace(game, crowd=replace(game.crowd, extended=extended), clock=clock)


def stop_clock(game: Game, now: datetime, *, moved: bool) -> Game:
    """Keep what's left of the total time of the player to move; if they ``moved``, the increment is added.

    Nothing changes if the game has no total time.
    """
    turn = game.position.turn
    seat = game.seat(turn)
    left = seat.left
    if game.total is None or left is None:
        return game
    if game.clock is not None and game.both_have_moved:
        left = whole_milliseconds(max(game.clock.until - now, timedelta()))
    if moved and game.both_have_moved:
        left += timedelta(seconds=game.total.increment)
    return replace(game.with_seat(turn, replace(seat, left=left)), clock=None)


def swap(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """Change sides after White's first move, with a button made at ``revision``.

    The people change their seats, with everything that's theirs. What was planned was for the other side.
    """
    check_turn(game, revision, player_id=player_id)
    if not game.offers_swap:
        raise StaleRevisionError(game)
    swapped = replace(
        without_plans(game),
        white=game.black,
        black=game.white,
        boards=tuple(map(_with_sides_changed, game.boards)),
        revision=game.revision + 1,
        swapped=True,
        offers=tuple(replace(offer, color=offer.color.opponent, answer=None) for offer in game.offers),
    )
    return begin_turn(replace(swapped, white_seat=swapped.black_seat, black_seat=swapped.white_seat), now)


def _with_sides_changed(board: Board) -> Board:
    if board.reader is None and board.side is None:
        return board
    return replace(
        board, reader=board.reader and board.reader.opponent, side=board.side and board.side.opponent
    )


def position_after(game: Game, *line: str) -> Position:
    """Return the position of a game after these further moves, or raise a ForbiddenMoveError."""
    position = game.position
    for text in line:
        try:
            position = position.play(Move.parse(text))
        except EngineError as error:
            raise ForbiddenMoveError(game, text) from error
    return position


def planned_by(game: Game, player_id: int) -> ConditionalTree:
    """Return the conditional moves of a player, who may plan some now."""
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if game.level is not None:
        raise WithComputerError(game)
    if color is game.position.turn:
        raise OwnTurnError(game)
    return game.seat(color).conditional_moves


def plan(game: Game, revision: int, line: PlannedLine, move: str, *, player_id: int) -> Game:
    """Plan ``move`` as the answer to the last move of ``line``, with a panel made at ``revision``."""
    tree = planned_by(game, player_id)
    if revision != game.revision or not _leads_on(tree, line):
        raise StaleRevisionError(game)
    position_after(game, *line, move)
    planned = tree.with_answer(line, move)
    if len(line) >= 2 * MOST_PAIRS or len(planned.answers) > MOST_ANSWERS:
        raise PlanLimitError(game)
    return _with_plans(game, check_player(game, player_id), planned)


def forget_plan(game: Game, revision: int, line: PlannedLine, *, player_id: int) -> Game:
    """Forget the answer to the last move of ``line`` and what follows; all answers if ``line`` is empty."""
    tree = planned_by(game, player_id)
    if revision != game.revision:
        raise StaleRevisionError(game)
    return _with_plans(game, check_player(game, player_id), tree.without(line))


def stall(game: Game, revision: int) -> Game:
    """Note that the computer can't make the move that it was to make at ``revision``.

    The next move ends it. Nothing changes if that's known already, or the game has gone on.
    """
    if game.revision != revision or not game.computer_moves or game.stalled:
        return game
    return replace(doubt(game), stalled=True)


def _played(game: Game, text: str, clicked: int, now: datetime) -> Game:
    """Play one move, made by a click at the revision ``clicked`` unless that is ``PLANNED``."""
    after = position_after(game, text)
    played = replace(
        stop_clock(game, now, moved=True),
        position=after,
        revision=game.revision + 1,
        moves=(*game.moves, PlayedMove(str(after.last_move), clicked, now)),
        stalled=False,
        ballots=(),
    )
    outcome = after.outcome()
    return played if outcome is None else finish(played, outcome, now)


def _planned_answer(game: Game) -> tuple[Game, str | None]:
    """Return the answer that the player to move has planned for this move, and drop their other plans."""
    turn = game.position.turn
    tree = game.seat(turn).conditional_moves
    if game.outcome is not None or not tree.answers:
        return game, None
    answer, rest = tree.after(str(game.position.last_move))
    return _with_plans(game, turn, rest), answer


def _with_plans(game: Game, color: Color, tree: ConditionalTree) -> Game:
    return game.with_seat(color, replace(game.seat(color), conditional_moves=tree))


def _leads_on(tree: ConditionalTree, line: PlannedLine) -> bool:
    """Return whether each of the player's own moves in ``line`` is what they planned there."""
    return all(tree.answers.get(line[:index]) == line[index] for index in range(1, len(line), 2))


def is_over_time(game: Game, now: datetime) -> bool:
    """Return whether the player to move has lost by now because their time has run out."""
    if game.crowd is not None or game.clock is None or game.clock.claimable or game.outcome is not None:
        return False
    return game.is_strict and game.clock.until <= now


def check_due(game: Game, due: Due) -> None:
    """Check that the clock of a game is still the one that came due, or raise a StaleRevisionError."""
    clock = game.clock
    if clock is None or (clock.until, clock.claimable) != (due.at, due.kind is DueKind.CLAIM):
        raise StaleRevisionError(game)


def on_due(due: Due, transition: Transition) -> Transition:
    """Return what happens to a game if its clock is still the one that came due, as in ``check_due``."""

    def happen(game: Game, now: datetime) -> Game:
        check_due(game, due)
        return transition(game, now)

    return happen


def lose_by_time(game: Game, now: datetime) -> Game:
    """End a running game as lost for the player to move, whose time has run out."""
    return end(game, Outcome(game.position.turn.opponent, Reason.TIMEOUT), now)


def run_out(game: Game, now: datetime) -> Game:
    """End a game whose turn has run out of time, or make it claimable.

    One with a total time that no one has seen yet ends without a result.
    """
    if game.outcome is not None or game.clock is None:
        raise FinishedGameError(game)
    if game.total is not None and game.unposted:
        return call_off(game, now)
    if game.is_strict:
        return lose_by_time(game, now)
    clock = TurnClock(game.clock.until + CLAIM_TIME, claimable=True)
    return replace(game, revision=game.revision + 1, clock=clock)


def claim(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """End a game as won for the waiting player, with a button made at ``revision``."""
    _check_claim(game, revision, player_id=player_id)
    return lose_by_time(game, now)


def give_time(game: Game, now: datetime, *, revision: int, player_id: int) -> Game:
    """Restart the late player's time, with a button made at ``revision``."""
    _check_claim(game, revision, player_id=player_id)
    return begin_turn(replace(game, revision=revision + 1), now)


def _check_claim(game: Game, revision: int, *, player_id: int) -> None:
    if game.outcome is not None:
        raise FinishedGameError(game)
    color = check_player(game, player_id)
    if revision != game.revision or game.clock is None or not game.clock.claimable:
        raise StaleRevisionError(game)
    if color is game.position.turn:
        raise NotWaitingError(game)
