"""A call of every function of the store, with sample arguments."""

import dataclasses
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Awaitable, Callable, Iterator
from collections.abc import Set as AbstractSet
from datetime import date, timedelta
from functools import partial
from itertools import product
from types import NoneType, UnionType
from typing import Any

from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

import bot.store
from bot.store.clocks.due_times import NewDue
from bot.store.codes import CodeRow
from bot.store.events.cups import EntrantRow
from bot.store.events.leagues import MemberRow
from bot.store.events.teams import MemberRow as TeamMemberRow
from bot.store.events.teams import SideRow
from bot.store.matches import ShownRow
from bot.store.privacy.kept_limits import KeptLimitRow
from bot.store.review.history import Wanted
from bot.store.rows import values_of
from bot.store.schema import tables
from bot.store.standings.accuracies import AccuracyRow
from bot.store.standings.badges import BadgeRow
from bot.store.standings.openings import OpeningRow
from bot.store.standings.rating_changes import RatingChangeRow
from bot.store.standings.ratings import RatingRow
from bot.store.standings.seasons import SeasonPlaceRow
from tests.bot.clocks import StandingClock

NOW = StandingClock().now()
GUILD, GAME, CHALLENGE, PLAYER, OTHER, ROW = 1_000_003, 100, 100, 1_000_001, 1_000_002, 1

LONER = 1_000_004
"""A player without games."""

MANY = 2000
"""Number of games and challenges."""

SAMPLES: dict[str, Any] = {
    **dict.fromkeys(("guild_id", "pool"), GUILD),
    **dict.fromkeys(("number", "match", "below", "game_id", "next_game_id", "row", "cup_id"), GAME),
    "challenge_id": CHALLENGE,
    **dict.fromkeys(("id", "row_id", "revision", "offset"), ROW),
    **dict.fromkeys(
        ("player_id", "challenger_id", "white_id", "moderator_id", "reporter_id", "maker_id"), PLAYER
    ),
    **dict.fromkeys(("other_id", "opponent_id", "black_id", "blocked_id"), OTHER),
    **dict.fromkeys(("challenger", "one"), PLAYER),
    **dict.fromkeys(("opponent", "other"), OTHER),
    "numbers": [GAME],
    "games": [(GAME, ROW)],
    "shown": [ShownRow(GAME, ROW, "[]", "[]", still_dirty=False)],
    "boards": "[]",
    "announced": True,
    "rows": [NewDue("call", NOW, game_id=GAME)],
    **dict.fromkeys(("players", "player_ids"), (PLAYER, OTHER)),
    **dict.fromkeys(("channel_id", "message_id", "puzzle_channel_id", "announcement_channel_id"), 5),
    "channel_ids": [5],
    "subject": "1",
    **dict.fromkeys(("name", "nickname", "white_name", "black_name", "moderator_name"), "Ada"),
    **dict.fromkeys(("now", "before", "since", "instant", "at", "after", "seen_at", "given_at"), NOW),
    "free_at": NOW,
    "bucket": 0,
    **dict.fromkeys(("created_at", "expires_at", "posted_at", "starts_at", "ends_at"), NOW),
    **dict.fromkeys(("done_at", "solved_at", "reached_at", "earned_at", "rated_at", "guessed_at"), NOW),
    "by": timedelta(hours=1),
    "day": date(2026, 3, 1),
    **dict.fromkeys(("kind", "reason"), "call"),
    "kinds": ["deadline"],
    "deadline": "deadline",
    "vacation": "vacation",
    **dict.fromkeys(("color", "winner"), "white"),
    "status": "canceled",
    "answer": "declined",
    "ruleset": "pyrga",
    "language": "en-GB",
    "theme": "aegean",
    "start": "plain",
    "code": "ABCD",
    "puzzle": "e1",
    **dict.fromkeys(("hour", "puzzle_hour"), 6),
    "badge": "first-win",
    "terms": "{}",
    **dict.fromkeys(("process", "holder"), "bot"),
    "until": NOW,
    "application_id": OTHER,
    "digest": "d1",
    **dict.fromkeys(("line", "next_line"), "Sa1"),
    "lines": ["Sa1"],
    **dict.fromkeys(("text", "review"), "good"),
    **dict.fromkeys(("notices", "welcome", "reminders"), "24"),
    **dict.fromkeys(
        ("reachable", "rated", "hints", "thread", "swapped", "dirty", "monthly_seasons"),
        True,
    ),
    "tries": 1,
    "freezes": 0,
    "seats": 2,
    "simul_id": CHALLENGE,
    "move": "Sa1",
    "ply": 2,
    "turns": [2],
    "turn": 0,
    "kept": [(2, "Sa1", True)],
    "first_judged": 4,
    "game": "cd",
    "following": 3,
    **dict.fromkeys(("voted_at", "used_at"), NOW),
    "move_seconds": 60,
    "total_seconds": 600,
    "increment_seconds": 5,
    "limit": 10,
    **dict.fromkeys(("last", "event_id", "season_id"), ROW),
    "event_ids": [ROW],
    "key": (GUILD, "pyrga", PLAYER),
    "keys": [(GUILD, "pyrga", PLAYER)],
    "every": 2,
    "accuracy": [AccuracyRow(GAME, PLAYER, GUILD, "pyrga", 3, 4)],
    "pools": [GUILD],
    **dict.fromkeys(("week", "month", "first_won_at", "active_since"), NOW),
    **dict.fromkeys(("rating", "deviation", "volatility"), 1500.0),
    **dict.fromkeys(("wins", "draws", "losses", "level", "solved", "streak", "best_streak", "attempts"), 1),
    "most_opponents": 1,
    "uncounted": ("aborted",),
    "opponent_ids": (OTHER,),
    "result": "won",
    "to_change": True,
    "new_id": -PLAYER,
    "guild_ids": [GUILD],
    "without": [7],
    "position": "pj",
    **dict.fromkeys(("run", "length", "plies"), 1),
    **dict.fromkeys(("threshold", "role_id"), 1500),
    "role_ids": [1500],
    "due_at": NOW,
    "take": lambda _table, _rows: None,
    **dict.fromkeys(("person", "other_person"), "ab"),
    "people": ["ab"],
    "count": 1,
    "secret": b"key",
}
"""The sample for each name of an argument or field. Otherwise, what's true or false is false."""

_GAME = {
    **{
        name: SAMPLES[name]
        for name in ("guild_id", "white_id", "black_id", "white_name", "black_name", "ruleset", "start")
    },
    **dict.fromkeys(("white_helped", "black_helped", "rated", "hints", "swapped"), False),
    **dict.fromkeys(("dirty", "computer_moves", "stalled"), False),
    "status": "active",
    "reason": None,
    "revision": ROW,
    "plies": 20,
    "moves": '[["Sa1",0,0]]',
    "created_at": NOW,
    "played_at": NOW,
    "finished_at": None,
    "boards": "[]",
}
_BADGES = [BadgeRow(player, "first-win", GAME, NOW) for player in (PLAYER, OTHER)]
_RATINGS = [
    RatingRow(GUILD, "pyrga", player, 1500.0, 60.0, 0.06, 1, 1, NOW, NOW) for player in (PLAYER, OTHER)
]
_CHANGES = [
    RatingChangeRow(
        GUILD, "pyrga", PLAYER, GAME + 1, GAME, OTHER, 1500.0, 1.0, 1500.0, 1510.0, 60.0, 0.06, 1, 1, NOW
    )
]
_OPENINGS = [OpeningRow(GUILD, "pj", move, 1, 1, 0) for move in "ab"]
_LEADERBOARD = {"start": NOW}

_CHALLENGE = {
    name: SAMPLES[name]
    for name in ("guild_id", "channel_id", "challenger_id", "opponent_id", "ruleset", "color", "language")
}

_SEARCH = {
    **{
        name: SAMPLES[name]
        for name in ("guild_id", "channel_id", "player_id", "ruleset", "language", "theme")
    },
    "move_seconds": 86_400,
    "rated": True,
    "everywhere": True,
    "began_at": NOW,
    "expires_at": NOW,
}

_CUP = {
    **{name: SAMPLES[name] for name in ("guild_id", "channel_id", "language", "theme")},
    "host_id": PLAYER,
    "status": "running",
    "revision": ROW,
    "created_at": NOW,
    "unsettled": False,
    "told_stages": 0,
    "told_end": False,
    "terms": "{}",
}
_ENTRANT = EntrantRow(GAME, PLAYER, 0, NOW, 1500.0, provisional=False, leaving=None, left_in=None)

_LEAGUE = {
    **{name: SAMPLES[name] for name in ("guild_id", "channel_id", "ruleset", "language", "theme")},
    "host_id": PLAYER,
    "move_seconds": 86_400,
    "month": 1,
    "revision": ROW,
    "created_at": NOW,
    "sizes": "",
}
_MEMBER = MemberRow(GAME, PLAYER, 0, NOW, 1, 1, 0)

_TEAM_MATCH: dict[str, Any] = {
    "status": "running",
    "revision": ROW,
    "created_at": NOW,
    "unsettled": False,
    "terms": "{}",
    "boards": "[]",
}
_SIDE = SideRow(
    *(GAME, 0, GUILD, PLAYER, "Café", 5, 6, "fr", "aegean"),
    lost=False,
    shown=None,
    shown_at=None,
    called_at=None,
    told=False,
    told_end=False,
)
_TEAM_MEMBER = TeamMemberRow(GAME, PLAYER, 0, 0, NOW, 1500.0, provisional=False, leaving=None)

SPECIAL: dict[str, dict[str, Any]] = {
    "searches.count_people": {"without": "nobody"},
    "challenges.add": {"values": {**_CHALLENGE, "expires_at": NOW}},
    "cups.discard": {"number": GAME + MANY},
    "events.discard": {"number": GAME + MANY},
    "moderation_acts.log": {"event_id": GAME, "league_id": None},
    "codes.add": {"row": CodeRow("K7M4QY", "team-match", GUILD, PLAYER, "{}", NOW)},
    "searches.add": {"values": _SEARCH},
    "leagues.add": {"values": {**_LEAGUE, "ruleset": "classic"}},
    "leagues.change": {"values": {"revision": ROW + 1}},
    "leagues.keep_members": {"members": [_MEMBER]},
    "cups.add": {"values": _CUP},
    "cups.change": {"values": {"revision": ROW + 1}},
    "cups.keep_entrants": {"entrants": [_ENTRANT]},
    "cups.keep_medals": {"medals": {PLAYER: 1}},
    "teams.add": {"values": _TEAM_MATCH},
    "teams.change": {"values": {"revision": ROW + 1}},
    "teams.keep_sides": {"sides": [_SIDE]},
    "teams.keep_members": {"members": [_TEAM_MEMBER]},
    "kept_limits.add": {"limits": [KeptLimitRow("ab", "cd", "blocked", NOW)]},
    "matches.add": {"values": _GAME},
    "matches.change": {"values": {"revision": ROW + 1}},
    "deletions.replace": {"player_id": LONER, "new_id": PLAYER},
    "rating_events.add_restart": {"season_id": 2},
    "rating_changes.add": {"changes": _CHANGES},
    "ratings.hold": {"rows": _RATINGS},
    "ratings.keep": {"rows": _RATINGS},
    "ratings.correct": {"right": _RATINGS},
    **{
        f"leaderboards.{name}": _LEADERBOARD
        for name in ("ranked", "provisional", "place_of", "count_better", "count_before", "latest_ratings")
    },
    "rating_changes.correct": {"right": _CHANGES},
    "seasons.keep_places": {"places": [SeasonPlaceRow("pyrga", 1, PLAYER, "Ada", 1500.0, 3, 1)]},
    "openings.add": {"rows": _OPENINGS},
    "openings.remove_empty": {"keys": [row.key for row in _OPENINGS]},
    "openings.replace": {"keys": [row.key for row in _OPENINGS], "rows": _OPENINGS},
    "badges.add": {"earned": _BADGES},
    "badges.correct": {"keys": ["first-win"], "right": _BADGES},
}

SPARSE = {Wanted}
"""Names that are also sampled with None wherever that's allowed."""

Call = Callable[[AsyncConnection], Awaitable[object]]


def calls(left_out: AbstractSet[str]) -> dict[str, list[Call]]:
    """Return calls of each function that isn't left out, by module and name; also with None where allowed."""
    found = {}
    for module in pkgutil.walk_packages(bot.store.__path__, "bot.store."):
        # Migrations and moves to another database run once and read everything, and rows have no queries.
        if {"migrations", "moving", "rows"} & {*module.name.split(".")}:
            continue
        loaded = importlib.import_module(module.name)
        for name, function in inspect.getmembers(loaded, inspect.iscoroutinefunction):
            full_name = f"{module.name.rpartition('.')[2]}.{name}"
            is_public = function.__module__ == loaded.__name__ and not name.startswith("_")
            queries = AsyncConnection in typing.get_type_hints(function).values()
            if is_public and queries and full_name not in left_out:
                found[full_name] = list(_calls(full_name, function))
    return found


def _calls(name: str, function: Callable[..., Awaitable[object]]) -> Iterator[Call]:
    special = SPECIAL.get(name, {})
    kinds = typing.get_type_hints(function)
    choices = {
        argument: list(_samples(argument, kinds[argument], special))
        for argument, parameter in inspect.signature(function).parameters.items()
        if kinds[argument] is not AsyncConnection and parameter.kind is not parameter.VAR_POSITIONAL
    }
    for values in product(*choices.values()):
        chosen = dict(zip(choices, values, strict=True))
        yield partial(function, **chosen)


def _samples(name: str, kind: Any, special: dict[str, Any]) -> Iterator[Any]:
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        hints = typing.get_type_hints(kind)
        names = (field.name for field in dataclasses.fields(kind))
        parts = {part: list(_samples(part, hints[part], special)) for part in names}
        yield kind(**{part: samples[0] for part, samples in parts.items()})
        if kind in SPARSE:
            yield kind(**{part: samples[-1] for part, samples in parts.items()})
        return
    if isinstance(kind, UnionType) and all(map(dataclasses.is_dataclass, typing.get_args(kind))):
        for each in typing.get_args(kind):
            yield from _samples(name, each, special)
        return
    chosen = SAMPLES | special
    yield False if name not in chosen and bool in {kind, *typing.get_args(kind)} else chosen[name]
    if NoneType in typing.get_args(kind):
        yield None


async def fill(connection: AsyncConnection) -> None:
    """Store what the samples refer to, and enough about other people to make PostgreSQL prefer indexes."""
    others = range(GAME + 1, GAME + MANY)
    guilds = (GUILD, *map(_guild, others))
    people = (PLAYER, OTHER, LONER, *map(_player, (*others, others.stop)))
    for table, rows in {
        tables.guilds: [{"id": guild, "created_at": NOW} for guild in guilds],
        tables.players: [{"id": player, "name": "Ada", "created_at": NOW} for player in people],
        tables.challenges: [_challenge(), *(_of_others(_challenge(), number) for number in others)],
        tables.codes: [_code(number) for number in others],
        tables.leagues: [_league(GAME, GUILD), *(_league(number, _guild(number)) for number in others)],
        tables.league_members: [_member(number) for number in others],
        tables.events: [{"id": number, "kind": "cup"} for number in (GAME, *others)],
        tables.team_matches: [_team_match(number) for number in (GAME, *others)],
        tables.team_sides: [values_of(_SIDE), *(_side(number) for number in others)],
        tables.team_members: [_team_member(number) for number in others],
        tables.cups: [_cup(GAME, GUILD), *(_cup(number, _guild(number)) for number in others)],
        tables.cup_entrants: [_entrant(number) for number in others],
        tables.games: [
            _game(),
            *(_of_others(_game(), number) for number in others[::2]),
            *(_finished(_of_others(_game(), number)) for number in others[1::2]),
        ],
        tables.due_times: [_due(GAME, PLAYER), *(_due(number, _player(number)) for number in others)],
        tables.daily_puzzles: [_daily_puzzle(guild) for guild in guilds],
        tables.daily_solves: [_daily_solve(number) for number in others],
        tables.seasons: [_season(guild) for guild in guilds[1:]],
        tables.rating_events: [{"id": number, "ruleset": "pyrga", "game_id": number} for number in others],
        tables.rating_changes: [
            *(_rating_change(number) for number in others),
            *({**_rating_change(number), "player_id": PLAYER, "pool": GUILD} for number in others[1::20]),
        ],
        tables.ratings: [_rating(number) for number in others],
        tables.moderation_acts: [_act(number) for number in others],
        tables.reports: [
            {"game_id": number, "reporter_id": _player(number), "text": "r", "reported_at": NOW}
            for number in others
        ],
        tables.reviews: [{"game_id": number, "review": "good", "made_at": NOW} for number in others],
        tables.accuracies: [_accuracy(number) for number in others],
        tables.opening_moves: [_opening_move(number) for number in others],
        tables.guesses: [_guess(number) for number in others],
        tables.votes: [
            {"game_id": number, "ply": 1, "player_id": _player(number), "move": "Sb2", "voted_at": NOW}
            for number in others
        ],
        tables.rating_roles: [{"guild_id": guild, "role_id": 1500, "threshold": 1500} for guild in guilds],
        tables.role_holders: [
            {"guild_id": _guild(number), "player_id": _player(number), "role_id": 1500} for number in others
        ],
        tables.role_checks: [
            {"guild_id": _guild(number), "player_id": _player(number), "due_at": NOW, "tries": 0}
            for number in others
        ],
        tables.shares: [{"subject": "p", "channel_id": number, "shared_at": NOW} for number in others],
        tables.kept_limits: [_limit(number) for number in others],
        tables.training: [_trained(number) for number in others],
        tables.nicknames: [_nickname(number) for number in others],
        tables.searches: [{**_SEARCH, "player_id": _player(number)} for number in others],
    }.items():
        await connection.execute(insert(table), rows)
    if connection.dialect.name == "postgresql":
        await connection.execute(text("ANALYZE"))


def _guild(number: int) -> int:
    return 1000 * number


def _player(number: int) -> int:
    return 1000 * number


def _challenge() -> dict[str, Any]:
    return {**_CHALLENGE, "created_at": NOW, "expires_at": NOW, "id": CHALLENGE, "status": "open"}


def _game() -> dict[str, Any]:
    return {**_GAME, "id": GAME}


def _finished(row: dict[str, Any]) -> dict[str, Any]:
    return {**row, "status": "finished", "reason": "stuck", "finished_at": NOW + timedelta(minutes=row["id"])}


def _of_others(row: dict[str, Any], number: int) -> dict[str, Any]:
    one, other = ("white_id", "black_id") if "white_id" in row else ("challenger_id", "opponent_id")
    others = {one: _player(number), other: _player(number + 1)}
    return {**row, **others, "id": number, "guild_id": _guild(number)}


def _code(number: int) -> dict[str, Any]:
    return values_of(CodeRow(str(number), "team-match", _guild(number), _player(number), "{}", NOW))


def _league(number: int, guild: int) -> dict[str, Any]:
    return {**_LEAGUE, "id": number, "guild_id": guild, "next_at": NOW + timedelta(minutes=number)}


def _member(number: int) -> dict[str, Any]:
    return {**values_of(_MEMBER), "league_id": number, "player_id": _player(number)}


def _cup(number: int, guild: int) -> dict[str, Any]:
    return {**_CUP, "id": number, "guild_id": guild, "due_at": NOW + timedelta(minutes=number)}


def _entrant(number: int) -> dict[str, Any]:
    return {**values_of(_ENTRANT), "cup_id": number, "player_id": _player(number)}


def _team_match(number: int) -> dict[str, Any]:
    return {**_TEAM_MATCH, "id": number, "due_at": NOW + timedelta(minutes=number)}


def _side(number: int) -> dict[str, Any]:
    there = {"guild_id": _guild(number), "manager_id": _player(number)}
    return {**values_of(_SIDE), "team_match_id": number, **there}


def _team_member(number: int) -> dict[str, Any]:
    return {**values_of(_TEAM_MEMBER), "team_match_id": number, "player_id": _player(number)}


def _due(game: int, player: int) -> dict[str, Any]:
    return {"kind": "deadline", "at": NOW + timedelta(minutes=game), "game_id": game, "player_id": player}


def _daily_puzzle(guild: int) -> dict[str, Any]:
    return {"guild_id": guild, "day": date(2026, 2, 28), "puzzle": "e1", "channel_id": 5}


def _daily_solve(number: int) -> dict[str, Any]:
    solved = {"day": date(2026, 2, 28), "tries": 1, "streak": 1, "freezes": 0, "solved_at": NOW}
    return {**solved, "player_id": _player(number), "guild_id": _guild(number)}


def _of_player(game: int, **values: Any) -> dict[str, Any]:
    return {"game_id": game, "player_id": _player(game), **values}


def _season(guild: int) -> dict[str, Any]:
    return {"guild_id": guild, "number": 1, "started_at": NOW}


def _rating(number: int) -> dict[str, Any]:
    values = {"rating": 1.0, "deviation": 1.0, "volatility": 1.0, "games": 1, "streak": 1}
    times = {"rated_at": NOW, "established_until": NOW}
    return {"pool": GUILD, "ruleset": "pyrga", "player_id": _player(number), **values, **times}


def _rating_change(game: int) -> dict[str, Any]:
    values = ("opponent_rating", "score", "before", "after", "deviation", "volatility")
    counts = {"games": 1, "streak": 1, "opponent_id": _player(game + 1)}
    row = {"pool": _guild(game), "ruleset": "pyrga", "event_id": game, "rated_at": NOW}
    return _of_player(game, **row, **counts, **dict.fromkeys(values, 1.0))


def _accuracy(game: int) -> dict[str, Any]:
    return _of_player(game, pool=_guild(game), ruleset="pyrga", kept=3, decisions=4)


def _opening_move(number: int) -> dict[str, Any]:
    counts = dict.fromkeys(("games", "wins", "draws"), 1)
    return {"pool": _guild(number), "position": "pj", "move": "a", **counts}


def _trained(number: int) -> dict[str, Any]:
    counts = dict.fromkeys(("run", "longest", "wins"), 1)
    return {"player_id": _player(number), "ruleset": "pyrga", **counts, "line": "p::0", "trained_at": NOW}


def _guess(number: int) -> dict[str, Any]:
    made = {"player_id": _player(number), "guild_id": _guild(number), "guessed_at": NOW}
    return {"game_id": number, "ply": number % 3, **made, "move": "Sa1", "correct": number % 2 == 0}


def _nickname(number: int) -> dict[str, Any]:
    return {"guild_id": _guild(number), "player_id": _player(number), "name": "Countess"}


def _limit(number: int) -> dict[str, Any]:
    people = {"person": str(number), "other": str(number + 1)}
    return {**people, "kind": "rated", "until": NOW + timedelta(minutes=number)}


def _act(game: int) -> dict[str, Any]:
    who = {"guild_id": _guild(game), "moderator_id": _player(game)}
    return {**who, "kind": "annul", "game_id": game, "proposed_at": NOW, "done_at": NOW}
