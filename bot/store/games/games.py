"""Rows of games and of their moves."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    UnaryExpression,
    bindparam,
    exists,
    false,
    func,
    insert,
    or_,
    select,
    true,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.clocks import due_times
from bot.store.connections.prepared import Prepared
from bot.store.games import conditional_moves
from bot.store.games.game_rows import GameRow, MoveRow, fetch_all, game_row, select_games
from bot.store.games.sides import is_of_player
from bot.store.schema.conditions import (
    FINISHED,
    RUNNING,
    TO_ANNOUNCE,
    UNSHOWN,
    WAITING_FOR_COMPUTER,
    WITH_COMPUTER,
    constant_number,
    is_computer,
)
from bot.store.schema.tables import COMPUTER_LEVELS, games, guilds, moves, own_boards

BY_LOT = -1
"""The revision of a random first move: no one clicked it."""

PLANNED = -2
"""The revision of a conditional move that was played as an answer: no one clicked it, either."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """The data of a game before it has a number.

    A game with the computer has no challenge, and no message at first.
    """

    challenge_id: int | None
    guild_id: int | None
    channel_id: int
    reachable: bool
    message_id: int | None
    white_id: int
    white_name: str
    black_id: int
    black_name: str
    ruleset: str
    language: str
    theme: str
    start: str
    rated: bool
    hints: bool
    posted_at: datetime | None = None
    move_seconds: int | None = None


@dataclass(frozen=True, slots=True)
class Showing:
    """Where a game is shown, and by which message; None if there no longer is one."""

    channel_id: int
    reachable: bool
    message_id: int | None
    posted_at: datetime


_BY_NUMBER = Prepared(select_games().where(games.c.id == bindparam("number")))
# This allows others to add rows that belong to the game. Otherwise, two transactions that each added some and
# then held the game would wait for each other.
_HELD = select(games.c.id).where(games.c.id == bindparam("number")).with_for_update(key_share=True)
_ADD_MOVE = Prepared(insert(moves))
_ADVANCED = (
    update(games)
    .where(games.c.id == bindparam("number"), games.c.revision == bindparam("before"), RUNNING)
    .values(revision=games.c.revision + constant_number(1), dirty=true(), stalled=false())
)
_ADVANCE = Prepared(_ADVANCED)
# By the color to move: White after an even number of moves.
_ADVANCE_TO = [
    Prepared(_ADVANCED.values(computer_moves=is_computer(side)))
    for side in (games.c.white_id, games.c.black_id)
]
_MARK_SHOWN = (
    update(games)
    .where(games.c.id == bindparam("number"))
    .values(dirty=games.c.revision != bindparam("shown"))
)
_BY_CHALLENGE = select_games().where(games.c.challenge_id == bindparam("challenge"))


async def add(connection: AsyncConnection, game: NewGame, now: datetime) -> int:
    """Store a running game at revision 0 and return its number."""
    values = {name: getattr(game, name) for name in NewGame.__slots__}
    statement = insert(games).values(
        **values,
        status="active",
        revision=0,
        dirty=True,
        created_at=now,
        computer_moves=game.white_id in COMPUTER_LEVELS,
    )
    return int((await connection.execute(statement.returning(games.c.id))).scalar_one())


async def fetch(connection: AsyncConnection, number: int) -> GameRow | None:
    """The game of this number, or None."""
    found = await _BY_NUMBER.fetch(connection, {"number": number})
    return game_row(found[0]) if found else None


async def count_rated(
    connection: AsyncConnection, player_id: int, other_id: int, since: datetime, uncounted: Iterable[str]
) -> int:
    """How many rated games between two players have begun since then, except those that don't count."""
    begun = (games.c.rated.is_(true()), games.c.created_at >= since)
    # A game that began since then and ended also ended since then, so an index finds it.
    ended = (FINISHED, games.c.finished_at >= since, games.c.reason.not_in(list(uncounted)))
    counts = [
        select(func.count())
        .where(games.c.white_id == white, games.c.black_id == black, *begun, *conditions)
        .scalar_subquery()
        for white, black in ((player_id, other_id), (other_id, player_id))
        for conditions in ((RUNNING,), ended)
    ]
    return int((await connection.execute(select(sum(counts[1:], start=counts[0])))).scalar_one())


async def fetch_several(connection: AsyncConnection, numbers: Iterable[int]) -> list[GameRow]:
    """The games with these numbers, the newest first: as many as fit on one page."""
    wanted = set(numbers)
    return await _select(connection, games.c.id.in_(wanted), limit=len(wanted)) if wanted else []


async def hold(connection: AsyncConnection, number: int) -> None:
    """Keep other transactions from changing a game until this one ends.

    Anything read after this is consistent. On SQLite a writing transaction holds everything anyway.
    """
    if connection.dialect.name != "sqlite":
        await connection.execute(_HELD, {"number": number})


async def hold_clocked_of(connection: AsyncConnection, player_id: int) -> None:
    """Do what ``hold`` does for all of a player's running games that have a clock."""
    if connection.dialect.name != "sqlite":
        await _hold_running(connection, player_id, games.c.move_seconds.is_not(None))


async def fetch_of_challenge(connection: AsyncConnection, challenge_id: int) -> GameRow | None:
    """The game that a challenge became, or None."""
    found = await fetch_all(connection, _BY_CHALLENGE, {"challenge": challenge_id})
    return found[0] if found else None


async def challenge_of(connection: AsyncConnection, number: int) -> int | None:
    """The number of the challenge that a game came from, or None."""
    found: int | None = await connection.scalar(select(games.c.challenge_id).where(games.c.id == number))
    return found


async def running_of(
    connection: AsyncConnection, guild_id: int | None, player_id: int, limit: int
) -> list[GameRow]:
    """A player's running games in a guild, or everywhere if that is None; the newest first."""
    mine = is_of_player(player_id, RUNNING, *_scope(guild_id), limit=limit)
    return await _select(connection, mine, limit=limit)


async def running_in(connection: AsyncConnection, guild_id: int, limit: int) -> list[GameRow]:
    """The running games of a guild, the newest first."""
    return await _select(connection, games.c.guild_id == guild_id, RUNNING, limit=limit)


async def finished_of(
    connection: AsyncConnection, guild_id: int | None, player_id: int, limit: int
) -> list[GameRow]:
    """A player's finished games in a guild, or everywhere if that is None; the latest first."""
    ended = games.c.finished_at.desc()
    order = (ended, games.c.id.desc())
    mine = is_of_player(player_id, FINISHED, *_scope(guild_id), order=order, limit=limit)
    return await _select(connection, mine, first=ended, limit=limit)


async def running_with_computer(
    connection: AsyncConnection, guild_id: int | None, player_id: int, limit: int
) -> list[GameRow]:
    """A player's running games with the computer in a guild, or outside all of them; the newest first."""
    there = games.c.guild_id == guild_id
    mine = is_of_player(player_id, RUNNING, there, WITH_COMPUTER, limit=limit)
    return await _select(connection, mine, limit=limit)


async def waiting_for_computer(
    connection: AsyncConnection, limit: int, since: datetime | None = None
) -> list[GameRow]:
    """Running games that have a message and are waiting for the computer's move, the newest first.

    With ``since``, only those that began by then and have had no move since.
    """
    waiting: list[ColumnElement[bool]] = [WAITING_FOR_COMPUTER, games.c.message_id.is_not(None)]
    if since is not None:
        moved = exists().where(moves.c.game_id == games.c.id, moves.c.played_at > since)
        waiting += [games.c.created_at <= since, ~moved]
    return await _select(connection, *waiting, limit=limit)


async def have_met(connection: AsyncConnection, one: int, other: int) -> bool:
    """Whether two people have ever started a game with each other."""
    either = or_(
        exists().where(games.c.white_id == one, games.c.black_id == other),
        exists().where(games.c.white_id == other, games.c.black_id == one),
    )
    return bool(await connection.scalar(select(either)))


async def dirty(connection: AsyncConnection, limit: int, *, below: int | None = None) -> list[GameRow]:
    """Games whose message the bot can edit and that may not show their current state, the newest first.

    ``below`` leaves out the game with this number and all newer ones.
    """
    own_board = exists().where(own_boards.c.game_id == games.c.id)
    editable = or_(games.c.message_id.is_not(None), own_board)
    older = [] if below is None else [games.c.id < below]
    return await _select(connection, UNSHOWN, editable, *older, limit=limit)


async def add_move(connection: AsyncConnection, move: MoveRow, now: datetime) -> None:
    """Append a move. The key (game, ply) prevents a second move at the same ply."""
    values = {name: getattr(move, name) for name in MoveRow.__slots__}
    await _ADD_MOVE.run(connection, {**values, "played_at": now})


async def advance(connection: AsyncConnection, number: int, revision: int, ply: int | None = None) -> bool:
    """Raise a running game's revision by one and mark its message dirty.

    ``ply`` is the game's new number of moves; None if it doesn't change. False, with nothing changed, if the
    game isn't running or its revision isn't ``revision``: another click was faster.
    """
    statement = _ADVANCE if ply is None else _ADVANCE_TO[ply % 2]
    return await statement.run(connection, {"number": number, "before": revision}) == 1


async def stall(connection: AsyncConnection, number: int, revision: int) -> bool:
    """Store that the computer can't make its move, until the game goes on, and mark the message dirty.

    False, with nothing changed, if that's already stored or the game isn't waiting at this revision.
    """
    waiting = games.c.id == number, games.c.revision == revision, WAITING_FOR_COMPUTER, ~games.c.stalled
    result = await connection.execute(update(games).where(*waiting).values(stalled=True, dirty=True))
    return result.rowcount == 1


async def choose_text_board(connection: AsyncConnection, number: int, wanted: bool) -> None:  # noqa: FBT001 - a value
    """Store whether a game's board is also in words, and mark its message dirty."""
    chosen = update(games).where(games.c.id == number).values(text_board=wanted, dirty=True)
    await connection.execute(chosen)


async def swap(connection: AsyncConnection, number: int) -> None:
    """Make the two players of a game change sides."""
    sides = {
        f"{to}_{what}": games.c[f"{side}_{what}"]
        for side, to in (("white", "black"), ("black", "white"))
        for what in ("id", "name")
    }
    await connection.execute(update(games).where(games.c.id == number).values(**sides, swapped=True))


async def finish(
    connection: AsyncConnection, number: int, winner: str | None, reason: str, now: datetime
) -> None:
    """Store how a game ended. Nothing comes due in it after that, and nothing is planned."""
    await due_times.drop_of_game(connection, number)
    await conditional_moves.drop_of_game(connection, number)
    await connection.execute(
        update(games)
        .where(games.c.id == number)
        .values(status="finished", winner=winner, reason=reason, finished_at=now, computer_moves=False)
    )


async def annul(connection: AsyncConnection, number: int, reason: str) -> None:
    """Take a finished game's result away, raise its revision by one, and mark its message dirty.

    It will no longer be announced. The time at which it ended stays.
    """
    await connection.execute(
        update(games)
        .where(games.c.id == number)
        .values(
            winner=None,
            reason=reason,
            announcement_channel_id=None,
            revision=games.c.revision + 1,
            dirty=True,
        )
    )


async def mark_to_announce(connection: AsyncConnection, number: int) -> None:
    """Mark the result of a game of two people for announcement, if the guild wants that."""
    wanted = select(guilds.c.announcement_channel_id).where(guilds.c.id == games.c.guild_id)
    await connection.execute(
        update(games)
        .where(games.c.id == number, ~WITH_COMPUTER)
        .values(announcement_channel_id=wanted.scalar_subquery())
    )


async def to_announce(connection: AsyncConnection, limit: int) -> list[tuple[GameRow, int, datetime]]:
    """Games whose results have to be announced, newest first, each with the channel and when it ended."""
    newest = games.c.id.desc()
    chosen = select(games.c.id).where(TO_ANNOUNCE).order_by(newest).limit(limit)
    statement = select_games(games.c.announcement_channel_id, games.c.finished_at, chosen=chosen)
    return [
        (game_row(row), channel_id, finished_at)
        for channel_id, finished_at, *row in await connection.execute(statement.order_by(newest))
    ]


async def mark_announced(connection: AsyncConnection, number: int) -> None:
    """Record that the result of a game no longer needs an announcement."""
    await connection.execute(update(games).where(games.c.id == number).values(announcement_channel_id=None))


async def mark_unshown(connection: AsyncConnection, player_id: int) -> None:
    """Mark the messages of a player's running games dirty, so that they are redrawn."""
    numbers = await _hold_running(connection, player_id)
    await connection.execute(update(games).where(games.c.id.in_(numbers)).values(dirty=True))


async def _hold_running(
    connection: AsyncConnection, player_id: int, *conditions: ColumnElement[bool]
) -> Sequence[int]:
    """Hold a player's running games that meet the conditions, and return their numbers."""
    held = select(games.c.id).where(is_of_player(player_id, RUNNING, *conditions)).order_by(games.c.id)
    return (await connection.execute(held.with_for_update(key_share=True))).scalars().all()


async def mark_shown(connection: AsyncConnection, shown: Iterable[tuple[int, int]]) -> None:
    """Clear the dirty marks of games, each with the revision that is shown.

    A game that has gone on since is marked dirty: another process may already have shown the newer state,
    before this older one replaced it.
    """
    # In the same order as everywhere else, so that two transactions never wait for each other.
    rows = [{"number": number, "shown": revision} for number, revision in sorted(shown)]
    if rows:
        await connection.execute(_MARK_SHOWN, rows)


async def count_running(connection: AsyncConnection) -> int:
    """How many games are running."""
    return await connection.scalar(select(func.count()).select_from(games).where(RUNNING)) or 0


async def set_board(connection: AsyncConnection, number: int, shown: Showing) -> None:
    """Store which message shows the game from now on."""
    values = {name: getattr(shown, name) for name in Showing.__slots__}
    await connection.execute(update(games).where(games.c.id == number).values(**values))


def _scope(guild_id: int | None) -> list[ColumnElement[bool]]:
    return [] if guild_id is None else [games.c.guild_id == guild_id]


async def _select(
    connection: AsyncConnection,
    *conditions: ColumnElement[bool],
    limit: int,
    first: UnaryExpression[Any] | None = None,
) -> list[GameRow]:
    order = [games.c.id.desc()] if first is None else [first, games.c.id.desc()]
    chosen = select(games.c.id).where(*conditions).order_by(*order).limit(limit)
    return await fetch_all(connection, select_games(chosen=chosen).order_by(*order))
