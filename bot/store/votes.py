"""Rows of games that channels play: who started them, and votes, one for each game, ply, and person."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, bindparam, case, exists, func, select, tuple_, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.codec import Columns, Shape
from bot.store.connections.statements import delete_rows, insert, update_rows
from bot.store.rows import fetch_all, fetch_rows, values_of
from bot.store.schema.conditions import OF_CROWD, RUNNING, constant_text
from bot.store.schema.tables import crowd_hosts, games, kept_limits, moderation_acts, players, votes
from bot.values.crowds import RESIGN, Vote, VotedMove, VoterScore, VoteTally
from engine import Color

_COLUMNS: Final = Columns(Vote, votes, Shape(names={"choice": "move"}))


_PARAMETERS = {
    name: bindparam(name, type_=votes.c[name].type)
    for name in ("game_id", "ply", "player_id", "move", "voted_at")
}

_EXCLUDED = exists().where(
    moderation_acts.c.game_id == _PARAMETERS["game_id"],
    moderation_acts.c.player_id == _PARAMETERS["player_id"],
    moderation_acts.c.guild_id == bindparam("guild_id", type_=moderation_acts.c.guild_id.type),
    moderation_acts.c.kind == constant_text("exclude"),
)

_OTHERS = votes.alias("others")
_BOUND = exists().where(
    _OTHERS.c.game_id == _PARAMETERS["game_id"],
    _OTHERS.c.player_id == _PARAMETERS["player_id"],
    _OTHERS.c.ply % 2 != _PARAMETERS["ply"] % 2,
)

VOTED = "voted"
"""The limit of people who had something to do with a game's votes, and have deleted their data since."""


@dataclass(frozen=True, slots=True)
class Hashes:
    """What a person and a game are called among the limits that outlast a deletion."""

    person: str = ""
    game: str = ""


_LEFT = exists().where(
    kept_limits.c.person == bindparam("person", type_=kept_limits.c.person.type),
    kept_limits.c.other == bindparam("game", type_=kept_limits.c.other.type),
    kept_limits.c.kind == constant_text(VOTED),
)


async def add_host(connection: AsyncConnection, game_id: int, *, color: Color, player_id: int) -> None:
    """Store who has had the channel of a color play."""
    values = {"game_id": game_id, "color": color.value, "player_id": player_id}
    await connection.execute(crowd_hosts.insert().values(values))


async def host_id(connection: AsyncConnection, game_id: int, *, color: Color) -> int | None:
    """Return the id of who has had the channel of a color play, or None."""
    hosted = crowd_hosts.c.game_id == game_id, crowd_hosts.c.color == color.value
    found: int | None = await connection.scalar(select(crowd_hosts.c.player_id).where(*hosted))
    return found


async def cast(  # noqa: PLR0913 - where the vote is
    connection: AsyncConnection, vote: Vote, *, game_id: int, ply: int, guild_id: int | None, hashes: Hashes
) -> bool:
    """Store a vote in a guild in place of the person's earlier one; False if they're unknown or can't vote.

    The same vote again changes nothing, not even its time.
    """
    known = exists().where(players.c.id == _PARAMETERS["player_id"])
    admitted = select(*_PARAMETERS.values()).where(known, ~_EXCLUDED, ~_BOUND, ~_LEFT)
    adding = insert(connection.dialect, votes).from_select([*_PARAMETERS], admitted)
    new = adding.excluded
    since = case((votes.c.move == new.move, votes.c.voted_at), else_=new.voted_at)
    casting = adding.on_conflict_do_update(
        index_elements=[*votes.primary_key], set_={"move": new.move, "voted_at": since}
    )
    where = {"game_id": game_id, "ply": ply, "guild_id": guild_id, **values_of(hashes)}
    parameters = {**where, **_COLUMNS.write(vote)}
    cast = await connection.execute(casting, parameters, execution_options={"preserve_rowcount": True})
    return cast.rowcount == 1


async def is_excluded(
    connection: AsyncConnection, game_id: int, *, player_id: int, guild_id: int | None
) -> bool:
    """Return whether a guild has excluded a person from voting in a game."""
    who = {"game_id": game_id, "player_id": player_id, "guild_id": guild_id}
    return bool(await connection.scalar(select(_EXCLUDED), who))


async def is_bound(connection: AsyncConnection, game_id: int, *, player_id: int, ply: int) -> bool:
    """Return whether a person has voted for the other side than the one that moves at a ply."""
    who = {"game_id": game_id, "player_id": player_id, "ply": ply}
    return bool(await connection.scalar(select(_BOUND), who))


async def has_left(connection: AsyncConnection, hashes: Hashes) -> bool:
    """Return whether a person has deleted their data since they had something to do with a game's votes."""
    return bool(await connection.scalar(select(_LEFT), values_of(hashes)))


async def running_of(connection: AsyncConnection, player_id: int) -> list[int]:
    """Return the running games in which a person has voted, or was excluded from voting, in order."""
    excluded = (moderation_acts.c.player_id == player_id, moderation_acts.c.kind == constant_text("exclude"))
    theirs = union(
        select(votes.c.game_id).where(votes.c.player_id == player_id),
        select(moderation_acts.c.game_id).where(*excluded),
    )
    return [
        *await connection.scalars(
            select(games.c.id).where(games.c.id.in_(theirs), RUNNING).order_by(games.c.id)
        )
    ]


async def at(connection: AsyncConnection, game_id: int, *, ply: int) -> list[Vote]:
    """Return the votes at a ply of a game."""
    there = select(votes).where(votes.c.game_id == game_id, votes.c.ply == ply)
    return [_COLUMNS.read(row) for row in await fetch_rows(connection, there)]


async def between(
    connection: AsyncConnection, first: int, last: int
) -> tuple[dict[int, dict[int, list[Vote]]], set[int]]:
    """Return the votes in games from one number to another, by game and ply.

    And those of the games from which someone was excluded, whose votes were then deleted.
    """
    by_game: dict[int, dict[int, list[Vote]]] = {}
    for row in await fetch_rows(connection, select(votes).where(votes.c.game_id.between(first, last))):
        by_game.setdefault(row["game_id"], {}).setdefault(row["ply"], []).append(_COLUMNS.read(row))
    acts = moderation_acts.c
    excluding = (acts.game_id.between(first, last), acts.kind == constant_text("exclude"))
    return by_game, {*await connection.scalars(select(acts.game_id).where(*excluding))}


async def voters_at(connection: AsyncConnection, game_id: int, turns: Sequence[int]) -> list[set[int]]:
    """Return who voted in each of these turns, which are plies."""
    found = select(votes.c.ply, votes.c.player_id).where(votes.c.game_id == game_id, votes.c.ply.in_(turns))
    voters: dict[int, set[int]] = {ply: set() for ply in turns}
    for row in await connection.execute(found):
        voters[row.ply].add(row.player_id)
    return [*voters.values()]


async def excluded(connection: AsyncConnection, game_id: int, *, guild_id: int | None) -> set[int]:
    """Return whom a guild has excluded from voting in a game."""
    acts = moderation_acts.c
    excluding = (acts.game_id == game_id, acts.guild_id == guild_id, acts.kind == constant_text("exclude"))
    return {*await connection.scalars(select(acts.player_id).where(*excluding))}


async def drop(connection: AsyncConnection, game_id: int, player_ids: Collection[int], *, turn: int) -> None:
    """Delete the votes of some people for one side of a game: those at every second ply, like ``turn``."""
    theirs = (votes.c.game_id == game_id, votes.c.player_id.in_(player_ids), votes.c.ply % 2 == turn % 2)
    await delete_rows(connection, votes, *theirs)


async def tallies(connection: AsyncConnection) -> dict[int, VoteTally]:
    """Return what has been voted for the present turn of each running game, where someone has."""
    present = and_(votes.c.game_id == games.c.id, votes.c.ply == games.c.plies)
    counts = (func.count().label("voters"), func.max(votes.c.voted_at).label("latest"))
    found = select(games.c.id.label("game_id"), games.c.plies.label("ply"), *counts).join_from(
        games, votes, present
    )
    by_game = found.where(RUNNING, OF_CROWD).group_by(games.c.id, games.c.plies)
    rows = await connection.execute(by_game)
    return {row.game_id: VoteTally(row.ply, row.voters, row.latest) for row in rows}


async def counts(connection: AsyncConnection, game_id: int) -> list[VotedMove]:
    """Return how many voted for each move of a game, the most first at each ply."""
    columns = (votes.c.ply, votes.c.move)
    # All votes for a move are judged alike.
    kept = func.max(case((votes.c.kept.is_(True), 1), (votes.c.kept.is_(False), 0))).label("kept")
    found = select(*columns, func.count().label("voters"), kept).where(votes.c.game_id == game_id)
    rows = await connection.execute(
        found.group_by(*columns).order_by(votes.c.ply, func.count().desc(), votes.c.move)
    )
    return [
        VotedMove(row.ply, row.move, row.voters, None if row.kept is None else bool(row.kept)) for row in rows
    ]


async def judge(connection: AsyncConnection, game_id: int, kept: Iterable[tuple[int, str, bool]]) -> None:
    """Store for each of these moves, at its ply, whether it kept the exact value."""
    by_value: dict[bool, list[tuple[int, str]]] = {}
    for ply, move, value in kept:
        by_value.setdefault(value, []).append((ply, move))
    for value, choices in sorted(by_value.items()):
        chosen = tuple_(votes.c.ply, votes.c.move).in_(choices)
        await update_rows(connection, votes, votes.c.game_id == game_id, chosen, kept=value)


async def choice_of(connection: AsyncConnection, game_id: int, *, ply: int, player_id: int) -> str | None:
    """Return what a person has voted for at a ply of a game, or None."""
    key = (votes.c.game_id == game_id, votes.c.ply == ply, votes.c.player_id == player_id)
    choice: str | None = await connection.scalar(select(votes.c.move).where(*key))
    return choice


async def scores(
    connection: AsyncConnection, game_id: int, *, first_judged: int, player_id: int | None = None
) -> list[VoterScore]:
    """Return how well each person voted in a game, or only one of them.

    ``first_judged`` is the first ply at which votes are judged.
    """
    theirs = [] if player_id is None else [votes.c.player_id == player_id]
    return await fetch_all(connection, _scores(first_judged, votes.c.game_id == game_id, *theirs), VoterScore)


async def scores_of(
    connection: AsyncConnection, player_ids: Collection[int], *, first_judged: int
) -> list[VoterScore]:
    """Return how well some people voted in each game that wasn't annulled, in the order of games."""
    stands = (games.c.id == votes.c.game_id, games.c.reason != constant_text("annulled"))
    theirs = _scores(first_judged, votes.c.player_id.in_(player_ids), *stands)
    return await fetch_all(connection, theirs.order_by(votes.c.game_id), VoterScore)


def _scores(first_judged: int, *conditions: ColumnElement[bool]) -> Select[Any]:
    kinds = {
        "kept": votes.c.kept.is_(True),
        "judged": votes.c.kept.is_not(None),
        "judgeable": votes.c.ply >= first_judged,
    }
    numbers = (func.sum(case((kind, 1), else_=0)).label(name) for name, kind in kinds.items())
    voter = (votes.c.game_id, votes.c.player_id)
    found = select(*voter, func.count().label("votes"), *numbers)
    return found.where(votes.c.move != constant_text(RESIGN), *conditions).group_by(*voter)
