"""Rows of lobbies, and everything that the lobby of a guild shows, in one statement."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Double,
    Integer,
    Select,
    String,
    Text,
    cast,
    func,
    not_,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.events.cups import read_terms
from bot.store.game_rows import read_boards
from bot.store.names import name_in
from bot.store.rows import fetch_all, fetch_one, fetch_rows
from bot.store.schema.conditions import (
    CURRENT_CUP,
    CURRENT_NIGHT,
    OF_PEOPLE,
    OPEN,
    REMOVED,
    RUNNING,
    WITH_LOBBY,
    constant_text,
)
from bot.store.schema.tables import (
    Instant,
    challenges,
    cup_entrants,
    cups,
    games,
    guilds,
    night_entrants,
    nights,
    players,
    searches,
)
from bot.store.standings.leaderboards import Leaderboard, rated_players
from bot.values.clocks import TotalTime
from bot.values.events.cup import Cup
from bot.values.events.lobbies import Lobby, LobbyLine, LobbyLines, LobbyList
from bot.values.events.parts import Card, EventStatus
from bot.values.players import ChallengePolicy, Place, Player, ThemeName
from engine import Ruleset

MOST: Final = 12
"""Maximum number of challenges and games that are read: some of them may be in channels that not all see."""

LEADERS: Final = 3

_LOBBY: Final = (
    guilds.c.id.label("guild_id"),
    guilds.c.lobby_channel_id.label("channel_id"),
    func.coalesce(guilds.c.language, guilds.c.lobby_language).label("language"),
    guilds.c.lobby_posted_in.label("posted_in"),
    guilds.c.lobby_message_id.label("message_id"),
    guilds.c.lobby_shown.label("shown"),
    guilds.c.ruleset,
)
_COLUMNS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("list", "name", "other_name", "ruleset"), String),
    **dict.fromkeys(("number", "people", "person_id", "other_id", "channel_id", "message_id"), BigInteger),
    **dict.fromkeys(("move_seconds", "total_seconds", "increment_seconds"), Integer),
    **dict.fromkeys(("created_at", "postponed_until"), Instant),
    "rated": Boolean,
    "rating": Double,
    "text": Text,
}


async def kept(connection: AsyncConnection) -> Sequence[Lobby]:
    """Return the lobbies that guilds want, or that are posted although they no longer do."""
    found = select(*_LOBBY).where(WITH_LOBBY, not_(REMOVED)).order_by(guilds.c.id)
    return await fetch_all(connection, found, Lobby)


async def fetch(connection: AsyncConnection, guild_id: int) -> Lobby | None:
    """Return the lobby of a guild, wanted or not; None if the guild isn't known."""
    return await fetch_one(connection, select(*_LOBBY).where(guilds.c.id == guild_id), Lobby)


async def choose(
    connection: AsyncConnection, guild_id: int, *, channel_id: int | None, language: str
) -> None:
    """Store where a known guild wants its lobby, if it does, and its language on Discord."""
    chosen = {"lobby_channel_id": channel_id, "lobby_language": language, "lobby_shown": None}
    await connection.execute(update(guilds).where(guilds.c.id == guild_id).values(chosen))


async def note(connection: AsyncConnection, lobby: Lobby) -> None:
    """Store where the message of a lobby is, and what it shows."""
    values = {f"lobby_{name}": getattr(lobby, name) for name in ("posted_in", "message_id", "shown")}
    await connection.execute(update(guilds).where(guilds.c.id == lobby.guild_id).values(values))


async def drop(connection: AsyncConnection, lobby: Lobby) -> None:
    """Store that a guild no longer has a lobby, unless it has chosen another channel for it."""
    names = ("lobby_channel_id", "lobby_posted_in", "lobby_shown")
    there = (guilds.c.id == lobby.guild_id, guilds.c.lobby_channel_id == lobby.channel_id)
    await connection.execute(update(guilds).where(*there).values(dict.fromkeys(names)))


async def lines(
    connection: AsyncConnection, leaderboard: Leaderboard, now: datetime, *, guild_id: int
) -> LobbyLines:
    """Return what a guild's lobby shows now, wherever in the guild it is."""
    parts = {
        LobbyList.LOOKING: _looking(guild_id, now),
        LobbyList.CHALLENGES: _challenges(guild_id, now),
        LobbyList.GAMES: _games(guild_id),
        LobbyList.CUPS: _cups(guild_id),
        LobbyList.NIGHTS: _nights(guild_id),
        LobbyList.LEADERS: _leaders(leaderboard, guild_id),
    }
    statement = union_all(*(_part(each, found) for each, found in parts.items()))
    rows = await fetch_rows(connection, statement)
    # A union has no order.
    rows.sort(key=lambda row: (row["rating"] or 0, row["number"]), reverse=True)
    return {each: [_line(row, guild_id) for row in rows if row["list"] == each.value] for each in LobbyList}


def _part(of: LobbyList, found: Select[Any]) -> Select[Any]:
    """Return rows of a list with the columns that all lists have together."""
    part = found.subquery()
    known = {"list": constant_text(of), **part.c}
    return select(
        *(known.get(name, cast(null(), kind)).label(name) for name, kind in _COLUMNS.items())
    ).select_from(part)


def _looking(guild_id: int, now: datetime) -> Select[Any]:
    willing = players.c.challenge_policy.is_distinct_from(constant_text(ChallengePolicy.NOBODY))
    people = func.count(searches.c.player_id.distinct()).label("number")
    found = select(people).join_from(searches, players, players.c.id == searches.c.player_id)
    return found.where(searches.c.guild_id == guild_id, searches.c.expires_at > now, willing)


def _challenges(guild_id: int, now: datetime) -> Select[Any]:
    there = (challenges.c.guild_id == guild_id, OPEN, challenges.c.expires_at > now)
    to_everyone = (challenges.c.opponent_id.is_(None), challenges.c.reachable.is_(True))
    return (
        select(
            challenges.c.id.label("number"),
            players.c.id.label("person_id"),
            name_in(guild_id, players).label("name"),
            challenges.c.seats.label("people"),
            *challenges.c["channel_id", "ruleset", "rated"],
            *challenges.c["move_seconds", "total_seconds", "increment_seconds"],
        )
        .join(players, players.c.id == challenges.c.challenger_id)
        .where(*there, *to_everyone)
        .order_by(challenges.c.id.desc())
        .limit(MOST)
    )


def _games(guild_id: int) -> Select[Any]:
    columns = {
        "id": "number",
        "white_id": "person_id",
        "white_name": "name",
        "black_id": "other_id",
        "black_name": "other_name",
        "created_at": "created_at",
        "boards": "text",
    }
    found = select(*(games.c[name].label(label) for name, label in columns.items()))
    return (
        found.where(games.c.guild_id == guild_id, RUNNING, OF_PEOPLE).order_by(games.c.id.desc()).limit(MOST)
    )


def _cups(guild_id: int) -> Select[Any]:
    people = select(func.count()).where(cup_entrants.c.cup_id == cups.c.id).correlate(cups).scalar_subquery()
    shown = cups.c["channel_id", "message_id", "created_at", "postponed_until"]
    found = select(cups.c.id.label("number"), people.label("people"), cups.c.terms.label("text"), *shown)
    is_open = (CURRENT_CUP, cups.c.status == constant_text(EventStatus.OPEN), cups.c.paused_at.is_(None))
    return found.where(cups.c.guild_id == guild_id, *is_open).order_by(cups.c.id.desc()).limit(MOST)


def _nights(guild_id: int) -> Select[Any]:
    here = (night_entrants.c.night_id == nights.c.id, night_entrants.c.leaving.is_(None))
    people = select(func.count()).where(*here).correlate(nights).scalar_subquery()
    found = select(nights.c.id.label("number"), people.label("people"), *nights.c["channel_id", "message_id"])
    theirs = (nights.c.guild_id == guild_id, CURRENT_NIGHT)
    return found.where(*theirs).order_by(nights.c.id.desc()).limit(MOST)


def _leaders(leaderboard: Leaderboard, guild_id: int) -> Select[Any]:
    ranking = rated_players(leaderboard)
    best = select(*ranking.order).where(*ranking.listed, ranking.ranked).order_by(*ranking.best_first())
    first = best.limit(LEADERS).subquery()
    rating, player_id = first.c.rating, first.c.player_id
    found = select(player_id.label("number"), player_id.label("person_id"), rating)
    named = found.add_columns(name_in(guild_id, players).label("name"))
    return named.join_from(first, players, players.c.id == player_id)


def _line(row: Mapping[str, Any], guild_id: int) -> LobbyLine:
    named = ((row["person_id"], row["name"]), (row["other_id"], row["other_name"]))
    place, message_id = Place(guild_id, row["channel_id"] or 0), row["message_id"]
    if row["list"] == LobbyList.GAMES:
        board = read_boards(row["text"], row["created_at"])[0]
        place, message_id = board.place, board.message_id
    seconds, increment = row["total_seconds"], row["increment_seconds"]
    return LobbyLine(
        row["number"],
        tuple(Player(person_id, name) for person_id, name in named if person_id is not None),
        place,
        message_id,
        ruleset=Ruleset(row["ruleset"] or Ruleset.PYRGA),
        rated=bool(row["rated"]),
        move_seconds=row["move_seconds"],
        total=None if seconds is None else TotalTime(seconds, increment),
        count=row["people"] or 0,
        rating=row["rating"] or 0,
        cup=_cup(row, place) if row["list"] == LobbyList.CUPS else None,
    )


def _cup(row: Mapping[str, Any], place: Place) -> Cup:
    """Return an open cup as far as people are asked to join it: without who has, and without its host."""
    return Cup(
        number=row["number"],
        terms=read_terms(row["text"]),
        cards=(Card(place, 0, "", ThemeName.AEGEAN, message_id=row["message_id"]),),
        created_at=row["created_at"],
        postponed_until=row["postponed_until"],
    )
