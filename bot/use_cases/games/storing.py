"""Loads and saves games, and writes what counts because one has ended, or no longer does.

Everything is written in the same order everywhere, so that two transactions never wait for each other.
"""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import games
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.settings import guilds, rating_roles
from bot.store.standings import guesses, leaderboards, profiles, records
from bot.use_cases.clocks.vacations import begin_in_event
from bot.use_cases.standings import openings
from bot.use_cases.standings.badges import award_for_game, revoke, revoke_votes
from bot.use_cases.standings.profiles import score_with
from bot.use_cases.standings.ratings import pools_of, rate, revert
from bot.values.clocks import CLOCK_KINDS, DueKind
from bot.values.game import presence
from bot.values.game.game import NEVER_RATED, NO_GUESSES, Game, Guessing
from bot.values.game.game_errors import UnknownGameError
from bot.values.game.turns import begin_turn
from bot.values.players import LEVELS


async def count_result(connection: AsyncConnection, game: Game, now: datetime) -> Game:
    """Count a game that has just ended, if it counts; return it with what it brought its players."""
    if game.crowd is not None and game.level is not None:
        await _move_step(connection, game, level=game.level, step=game.crowd.step)
    if not game.is_counted:
        return game
    if game.level is None:
        await records.count(connection, game.number)
    else:
        await leaderboards.count_win(connection, game.number)
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


async def undo_result(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Undo everything else that a game did, which is stored as one that doesn't count now."""
    if game.level is not None and game.winner is not None and game.winner.level is None:
        await leaderboards.recount_wins(connection, pools_of(game.guild_id), game.winner.id)
    await revert(connection, game)
    await _note_roles(connection, game, now)
    await revoke(connection, game)
    await profiles.remove_accuracy(connection, game.number)
    await openings.uncount(connection, game)


async def _note_roles(connection: AsyncConnection, game: Game, now: datetime) -> None:
    """Have the bot look at the roles that the players' new ratings may give or cost them, after the game."""
    if game.rated and game.guild_id is not None:
        players = (game.white.id, game.black.id)
        await rating_roles.note_players(connection, game.guild_id, players, now)


async def load(connection: AsyncConnection, number: int) -> Game:
    """Load a game, in one statement, or raise an UnknownGameError."""
    game = await games.fetch(connection, number)
    if game is None:
        raise UnknownGameError(str(number))
    return game


async def load_to_change(connection: AsyncConnection, number: int) -> Game:
    """Load a game that no one else changes until the transaction ends."""
    await games.lock(connection, number)
    return await load(connection, number)


MOST_RATED: Final = 5
"""Maximum number of rated games that two people can begin in a day (UTC), whatever led to them."""


async def within_day(connection: AsyncConnection, game: Game, now: datetime, kept_rated: int) -> Game:
    """Return a game that's about to begin as it has to: it isn't rated if that would be too many today.

    ``kept_rated`` is as in ``may_be_rated``.
    """
    people = (game.white.id, game.black.id)
    if not game.rated or await may_be_rated(connection, people, now, kept_rated):
        return game
    return replace(game, rated=False, over_limit=True)


async def may_be_rated(
    connection: AsyncConnection, people: tuple[int, int], now: datetime, kept_rated: int
) -> bool:
    """Return whether two people may begin one more rated game today (UTC), besides ``kept_rated``.

    Those are no longer in their names, because one of the two deleted their data since. This transaction
    holds both people: if two games of theirs begin at the same time, one counts the other.
    """
    one, other = people
    begun = await games.count_rated(
        connection, one, other_id=other, since=midnight(now), uncounted=map(str, NEVER_RATED)
    )
    return kept_rated + begun < MOST_RATED


def midnight(now: datetime) -> datetime:
    """Return when the day of rated games (UTC) began."""
    return now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0)


async def begin(
    connection: AsyncConnection,
    game: Game,
    now: datetime,
    *,
    challenge_id: int | None = None,
    first_turn: int | None = None,
) -> Game:
    """Store a new game, whose number is ignored and whose first turn begins now; return it as stored.

    ``first_turn`` is how many seconds that turn has, if that isn't the time per move.
    """
    if game.event is not None:
        await begin_in_event(connection, game.event, (game.white.id, game.black.id), now)
    stored = await load(connection, await games.add(connection, game, challenge_id))
    begun = begin_turn(stored, now, seconds=first_turn)
    await _store_due_times(connection, None, begun, now)
    return begun


async def save(connection: AsyncConnection, before: Game, after: Game, now: datetime) -> Game:
    """Store a change of a game that this transaction has locked, and everything that follows from it.

    This is the only writer of games. Tables are written in one fixed order: guesses, games, due times,
    and then what counts because the game has ended or no longer has a result. Returns the game as it then
    stands.
    """
    after = await _judge_guesses(connection, before, after)
    ends = before.outcome is None and after.outcome is not None
    stops_counting = before.is_counted and not after.is_counted
    if stops_counting and before.level is None:
        # What was counted is found from the result.
        await records.uncount(connection, before.number)
    if ends:
        after = replace(after, score=await score_with(connection, after))
        after = await _with_step(connection, after)
    await games.change(connection, before, after)
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
    rows = [new_due(after, kind, at) for kind, at in due.items() if at is not None]
    await due_times.replace(connection, after.number, due, rows)


def new_due(game: Game, kind: DueKind, at: datetime) -> NewDue:
    """Return something that comes due in a game, and whom it's about, if it's about one player."""
    is_awaited = kind is DueKind.NOTIFICATION and game.outcome is None
    player = game.to_move if kind in CLOCK_KINDS else game.awaited if is_awaited else None
    return NewDue(kind, at, game_id=game.number, player_id=None if player is None else player.id)


async def _judge_guesses(connection: AsyncConnection, before: Game, after: Game) -> Game:
    """Store which guesses at the move that's played were right; return the game that says how many were.

    It says so until another person moves. Guesses at moves that were taken back are forgotten, and so are
    those at a move that someone else makes now, after a swap. If no one has guessed, this takes no statement.
    """
    swaps = after.swapped and not before.swapped
    if before.guessing == NO_GUESSES or (after.moves == before.moves and not swaps):
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
