"""Loads and saves games, and writes what counts because one has ended, or no longer does.

Everything is written in the same order everywhere, so that two transactions never wait for each other.
"""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.games import AFTER_PLAYER, BETWEEN_BADGES, BETWEEN_BALLOTS, GameRow
from bot.store.settings import guilds, rating_roles
from bot.store.standings import accuracies, guesses, ladder, records
from bot.use_cases.clocks.vacations import begin_in_event
from bot.use_cases.standings import openings
from bot.use_cases.standings.badges import award_for_game, revoke, revoke_votes
from bot.use_cases.standings.rated_games import pools_of
from bot.use_cases.standings.ratings import rate, revert
from bot.use_cases.standings.scores import score_with
from bot.values.base36 import format_number
from bot.values.clocks import CLOCK_KINDS, total_of
from bot.values.game import presence
from bot.values.game.game import NO_GUESSES, Game, Guessing, Seat, TurnClock
from bot.values.game.game_errors import UnknownGameError
from bot.values.game.text_forms import (
    TEXT_FORMS,
    read_best_play,
    read_boards,
    read_crowd,
    read_guesses,
    read_moves,
    read_offers,
    read_score,
    read_seats,
    read_takebacks,
)
from bot.values.game.turns import begin_turn
from bot.values.players import LEVELS, Controls, NotificationMode, Player, reminder_hours
from bot.values.standings import Badge, EarnedBadge, RatingChange, in_order
from engine import Color, Outcome, Position, Reason, Ruleset, Start

Values = dict[str, Any]
"""What's stored of a game, by the names of columns."""


async def count_result(connection: AsyncConnection, game: Game, now: datetime) -> Game:
    """Count a game that has just ended, if it counts; return it with what it brought its players."""
    if game.crowd is not None and game.level is not None:
        await _move_step(connection, game, level=game.level, step=game.crowd.step)
    if not game.is_counted:
        return game
    if game.level is None:
        await records.count(connection, game.number)
    else:
        await ladder.count(connection, game.number)
    changes = await rate(connection, game, now)
    await _note_roles(connection, game, now)
    badges = await award_for_game(connection, game, now)
    # Last, because many games share these rows, and writing to one keeps the others waiting.
    await openings.count(connection, game)
    return replace(game, rating_changes=changes, badges=badges)


async def _with_step(connection: AsyncConnection, game: Game) -> Game:
    """Return a game of a channel that has just ended with what that does to the level of its guild.

    It rises after a win at that level, and falls after a loss.
    """
    if game.crowd is None or game.winner is None or game.guild_id is None:
        return game
    step = 1 if game.winner.is_crowd else -1
    is_counted = game.level == await guilds.crowd_level(connection, game.guild_id)
    return replace(game, crowd=replace(game.crowd, step=step)) if is_counted else game


async def _move_step(connection: AsyncConnection, game: Game, *, level: int, step: int) -> None:
    """Change the level at which channels of the guild of a game play, if it's this one."""
    if step and game.guild_id is not None and level + step in LEVELS:
        await guilds.change_crowd_level(connection, level, guild_id=game.guild_id, following=level + step)


async def _undo_votes(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Undo what a game of a channel did, which has no result now."""
    if game.crowd is not None and game.guild_id is not None:
        level = await guilds.crowd_level(connection, game.guild_id)
        await _move_step(connection, game, level=level, step=-game.crowd.step)
    await revoke_votes(connection, game.number, now)


async def uncount_result(connection: AsyncConnection, game: Game) -> None:
    """Take a game that still counts out of the records."""
    if game.level is None:
        await records.uncount(connection, game.number)


async def undo_result(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Undo everything else that a game did, which is stored as one that doesn't count now."""
    if game.level is not None and game.winner is not None and game.winner.level is None:
        await ladder.recount(connection, pools_of(game.guild_id), game.winner.id)
    await revert(connection, game)
    await _note_roles(connection, game, now)
    await revoke(connection, game)
    await accuracies.remove(connection, game.number)
    await openings.uncount(connection, game)


async def _note_roles(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Have the bot look at the roles that the players' new ratings may give or cost them, after the game."""
    if game.rated and game.guild_id is not None:
        players = (game.white.id, game.black.id)
        await rating_roles.note_players(connection, game.guild_id, players, now)


async def load(connection: AsyncConnection, number: int) -> Game:
    """Load a game, in one statement.

    Raises:
        UnknownGameError: no game has this number.
    """
    row = await games.fetch(connection, number)
    if row is None:
        raise UnknownGameError(format_number(number))
    return game_of(row)


async def load_to_change(connection: AsyncConnection, number: int) -> Game:
    """Load a game that no one else changes until the transaction ends."""
    await games.hold(connection, number)
    return await load(connection, number)


async def begin(
    connection: AsyncConnection, game: Game, now: datetime, *, challenge_id: int | None = None
) -> Game:
    """Store a new game, whose number is ignored and whose first turn begins now; return it as stored."""
    values = {**_values(game), "challenge_id": challenge_id, "created_at": game.created_at}
    values |= {name: form.write(game) for name, form in TEXT_FORMS.items()}
    if game.event is not None:
        await begin_in_event(connection, game.event, (game.white.id, game.black.id), now)
    stored = await load(connection, await games.add(connection, values))
    begun = begin_turn(stored, now)
    await _store_due_times(connection, None, begun, now)
    return begun


async def save(connection: AsyncConnection, before: Game, after: Game, now: datetime) -> Game:
    """Store a change of a game that this transaction holds, and everything that follows from it.

    This is the only writer of games. Tables are written in one fixed order: guesses, games, due times,
    and then what counts because the game has ended or no longer has a result. Returns the game as it then
    stands.
    """
    after = await _judge_guesses(connection, before, after)
    ends = before.outcome is None and after.outcome is not None
    stops_counting = before.is_counted and not after.is_counted
    if stops_counting:
        # What was counted is found from the result.
        await uncount_result(connection, before)
    if ends:
        after = replace(after, score=await score_with(connection, after))
        after = await _with_step(connection, after)
    old, new = _values(before), _values(after)
    changed = {name: value for name, value in new.items() if value != old[name]}
    for name, form in TEXT_FORMS.items():
        if form.part(before) != form.part(after):
            changed[name] = form.write(after)
    if stops_counting:
        changed["announcement_channel_id"] = None
    if changed:
        announced = ends and after.is_counted and after.level is None
        await games.change(
            connection, after.number, revision=before.revision, values=changed, announced=announced
        )
    await _store_due_times(connection, before, after, now)
    if stops_counting:
        await undo_result(connection, before, now)
    if before.crowd is not None and before.has_result and not after.has_result:
        await _undo_votes(connection, before, now)
    return await count_result(connection, after, now) if ends else after


async def _store_due_times(
    connection: AsyncConnection, before: Game | None, after: Game, now: datetime
) -> None:
    due = presence.due_times(before, after, now)
    rows = [
        NewDue(kind, at, game_id=after.number, player_id=after.to_move.id if kind in CLOCK_KINDS else None)
        for kind, at in due.items()
        if at is not None
    ]
    await due_times.replace(connection, after.number, due, rows)


def is_dirty(game: Game) -> bool:
    """Return whether a board that the bot can post or edit isn't known to show its game."""
    unshown = any(board.needs_edit(game.revision) for board in game.boards)
    return unshown or bool(game.unposted)


def game_of(row: GameRow) -> Game:
    """Return the game that a row describes."""
    began = row.created_at
    moves, seats = read_moves(row.moves, began), read_seats(row.seats, began)
    game = Game(
        number=row.id,
        white=Player(row.white_id, row.white_name, row.white_account_name),
        black=Player(row.black_id, row.black_name, row.black_account_name),
        position=Position.replay(Ruleset(row.ruleset), [move.text for move in moves]),
        created_at=began,
        boards=read_boards(row.boards, began),
        revision=row.revision,
        outcome=outcome_of(row.winner, row.reason),
        finished_at=row.finished_at,
        stalled=row.stalled,
        start=Start(row.start),
        swapped=row.swapped,
        rated=row.rated,
        over_limit=row.over_limit,
        hints=row.hints,
        moves=moves,
        takebacks=read_takebacks(row.takebacks, began),
        white_seat=_chosen(seats[Color.WHITE], row, Color.WHITE),
        black_seat=_chosen(seats[Color.BLACK], row, Color.BLACK),
        move_seconds=row.move_seconds,
        total=total_of(row.total_seconds, increment=row.increment_seconds),
        event=row.event_id,
        simul=row.simul_id,
        crowd=read_crowd(row.crowd),
        ballots=tuple(row.ballots.split(BETWEEN_BALLOTS)) if row.ballots else (),
        offers=read_offers(row.offers),
        chosen_text_board=row.text_board,
        rating_changes=_rating_changes_of(row),
        badges=_badges_of(row),
        score=read_score(row.score),
        best_play=read_best_play(row.best_play),
        guessing=read_guesses(row.guesses),
    )
    return replace(game, clock=_clock_of(game, row))


def outcome_of(winner: str | None, reason: str | None) -> Outcome | None:
    """Return the stored outcome of a game; None while it runs."""
    if reason is None:
        return None
    return Outcome(None if winner is None else Color(winner), Reason(reason))


def _chosen(seat: Seat, row: GameRow, color: Color) -> Seat:
    """Return a seat with what a row says of it and of the player who has it."""
    side = color.value
    left = getattr(row, f"{side}_left")
    notices = getattr(row, f"{side}_notices")
    confirm, compact = getattr(row, f"{side}_confirm_moves"), getattr(row, f"{side}_compact_controls")
    return replace(
        seat,
        left=None if left is None else timedelta(milliseconds=left),
        notifications=None if notices is None else NotificationMode(notices),
        reminder_hours=reminder_hours(getattr(row, f"{side}_reminders")),
        controls=Controls(confirm=bool(confirm), compact=bool(compact)),
        text_board=bool(getattr(row, f"{side}_text_board")),
        listed=getattr(row, f"{side}_listed"),
        vacation_until=getattr(row, f"{side}_vacation"),
    )


def _clock_of(game: Game, row: GameRow) -> TurnClock | None:
    until = row.deadline or row.claim
    if until is None:
        return None
    vacation_until = game.seat(game.position.turn).vacation_until
    return TurnClock(until, claimable=row.deadline is None, vacation_until=vacation_until)


def _rating_changes_of(row: GameRow) -> tuple[RatingChange, ...]:
    sides = (
        (row.white_id, row.white_before, row.white_after, row.white_deviation),
        (row.black_id, row.black_before, row.black_after, row.black_deviation),
    )
    return tuple(
        RatingChange(player_id=player_id, before=before, after=after, deviation=deviation)
        for player_id, before, after, deviation in sides
        if before is not None
    )


def _badges_of(row: GameRow) -> tuple[EarnedBadge, ...]:
    if not row.badges:
        return ()
    parts = (earned.split(AFTER_PLAYER) for earned in row.badges.split(BETWEEN_BADGES))
    return in_order(row.white_id, (EarnedBadge(int(player), Badge(badge)) for player, badge in parts))


def _guild_of(game: Game, color: Color) -> int | None:
    return game.home_of(color).place.guild_id if game.is_in_two_places else None


def _values(game: Game) -> Values:
    """Return what's stored of a game as it changes, apart from its text forms."""
    outcome = game.outcome
    has_message = any(board.message_id is not None for board in game.boards)
    return {
        "guild_id": game.guild_id,
        "white_guild_id": _guild_of(game, Color.WHITE),
        "black_guild_id": _guild_of(game, Color.BLACK),
        "white_id": game.white.id,
        "black_id": game.black.id,
        "white_name": game.white.name,
        "black_name": game.black.name,
        "white_helped": bool(game.white_seat.hints or game.takebacks),
        "black_helped": bool(game.black_seat.hints or game.takebacks),
        "ruleset": game.ruleset.value,
        "start": game.start.value,
        "rated": game.rated,
        "over_limit": game.over_limit,
        "hints": game.hints,
        "swapped": game.swapped,
        "move_seconds": game.move_seconds,
        "total_seconds": game.total and game.total.seconds,
        "increment_seconds": game.total and game.total.increment,
        "event_id": game.event,
        "simul_id": game.simul,
        "white_left": _milliseconds(game.white_seat.left),
        "black_left": _milliseconds(game.black_seat.left),
        "status": "active" if outcome is None else "finished",
        "revision": game.revision,
        "plies": len(game.moves),
        "winner": None if outcome is None or outcome.winner is None else outcome.winner.value,
        "reason": None if outcome is None else outcome.reason.value,
        "played_at": game.moves[-1].played_at if game.moves else None,
        "finished_at": game.finished_at,
        "dirty": is_dirty(game),
        "computer_moves": game.computer_moves and has_message,
        "stalled": game.stalled,
        "text_board": game.chosen_text_board,
    }


def _milliseconds(time: timedelta | None) -> int | None:
    return None if time is None else time // timedelta(milliseconds=1)


async def _judge_guesses(connection: AsyncConnection, before: Game, after: Game) -> Game:
    """Store which guesses at the move that's played were right; return the game that says how many were.

    It says so until another person moves. Guesses at moves that were taken back are forgotten. If no one has
    guessed, this takes no statement.
    """
    if before.guessing == NO_GUESSES or after.moves == before.moves:
        return after
    ply = len(before.moves)
    if len(after.moves) <= ply:
        if before.guessing.is_open:
            await guesses.withdraw(connection, after.number)
        return replace(after, guessing=NO_GUESSES)
    if before.guessing.is_open:
        move = after.moves[ply].text
        right, total = await guesses.judge(connection, after.number, ply=ply, move=move)
        return replace(after, guessing=Guessing(move=move, right=right, total=total))
    return after if before.computer_moves else replace(after, guessing=NO_GUESSES)
