"""A call of every function of the store, with sample arguments."""

import dataclasses
import importlib
import inspect
import pkgutil
import typing
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from itertools import product
from types import MappingProxyType, NoneType, UnionType
from typing import Any

from sqlalchemy import insert, text
from sqlalchemy.ext.asyncio import AsyncConnection

import bot.store
from bot.shards import Shard
from bot.store.clocks.due_times import NewDue
from bot.store.games import ShownRow, turns_first
from bot.store.moderation import NewAct
from bot.store.privacy import KeptLimitRow
from bot.store.puzzles.daily_puzzles import of_day, of_month
from bot.store.reviews import Wanted
from bot.store.rows import values_of
from bot.store.schema import tables
from bot.store.standings.badges import BadgeRow
from bot.store.standings.guesses import guessers
from bot.store.standings.leaderboards import Leaderboard, ladder, rated_players
from bot.store.standings.openings import OpeningRow
from bot.store.standings.profiles import AccuracyRow
from bot.store.standings.ranked_lists import RankedList
from bot.store.standings.ratings import RatingChangeRow, RatingRow
from bot.values.challenges import Challenge, ChallengeStatus, ColorChoice, Terms
from bot.values.crowds import Vote
from bot.values.events import event_changes
from bot.values.events.cup import Cup, CupTerms
from bot.values.events.league import League
from bot.values.events.lobbies import Lobby
from bot.values.events.night import Night, NightTerms
from bot.values.events.parts import Card, EventStatus
from bot.values.events.team_match import TeamMatch, TeamTerms
from bot.values.game.daily_games import Day
from bot.values.game.game import Game
from bot.values.lines import Line
from bot.values.players import Place, Player, ThemeName
from bot.values.preferences import GuildPreferences, PlayerPreferences
from bot.values.searches import Search, SearchClock, SearchTerms
from bot.values.standings import FinalPlace, Strength
from engine import Color, Position, Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.use_cases.made_games import made_game

NOW, YESTERDAY = StandingClock().now(), date(2026, 2, 28)
GUILD, GAME, CHALLENGE, PLAYER, OTHER, ROW = 1_000_003, 100, 100, 1_000_001, 1_000_002, 1

LONER = 1_000_004
"""A player without games."""

MANY = 2000
"""Number of games and challenges."""

SAMPLES: dict[str, Any] = {
    **dict.fromkeys(("guild_id", "pool"), GUILD),
    **dict.fromkeys(("number", "match", "below", "game_id", "next_game_id", "row", "cup_id"), GAME),
    "challenge_id": CHALLENGE,
    **dict.fromkeys(("id", "row_id", "revision", "offset", "about"), ROW),
    **dict.fromkeys(
        ("player_id", "challenger_id", "white_id", "moderator_id", "reporter_id", "maker_id", "user_id"),
        PLAYER,
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
    **dict.fromkeys(("free_at", "answered_at", "again_at", "made_at"), NOW),
    "told": None,
    "times": {Shard(0, 1): NOW},
    "bucket": 0,
    **dict.fromkeys(("created_at", "expires_at", "posted_at", "starts_at", "started_at", "ends_at"), NOW),
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
    "squares": "kla",
    **dict.fromkeys(("quality", "shared", "listed"), 500),
    "repeats": 1,
    **dict.fromkeys(("hour", "puzzle_hour"), 6),
    "badge": "first-win",
    "terms": "{}",
    **dict.fromkeys(("process", "holder"), "bot"),
    **dict.fromkeys(("until", "busy_until"), NOW),
    "application_id": OTHER,
    "digest": "d1",
    **dict.fromkeys(("line", "next_line"), Line(Position.start(Ruleset.PYRGA)).packed()),
    "lines": ["Sa1"],
    **dict.fromkeys(("text", "review"), "good"),
    **dict.fromkeys(("notifications", "challenge_policy", "reminders"), "24"),
    **dict.fromkeys(
        (
            "reachable",
            "rated",
            "hints",
            "thread",
            "both",
            "weekends_off",
            "swapped",
            "dirty",
            "monthly_seasons",
        ),
        True,
    ),
    **dict.fromkeys(("tries", "mistakes", "nodes"), 1),
    "goal": "win",
    "difficulty": "easy",
    "play": "Sa1",
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
    **dict.fromkeys(("first", "last", "event_id", "season_id"), ROW),
    "event_ids": [ROW],
    "key": (GUILD, "pyrga", PLAYER),
    "keys": [(GUILD, "pyrga", PLAYER)],
    "every": 2,
    "accuracy": [AccuracyRow(GAME, PLAYER, GUILD, "pyrga", 3, 4)],
    "pools": [GUILD],
    **dict.fromkeys(("week", "month", "first_won_at", "active_since"), NOW),
    **dict.fromkeys(("rating", "deviation", "volatility"), 1500.0),
    **dict.fromkeys(
        ("wins", "draws", "losses", "level", "solved", "streak", "best", "best_streak", "attempts"), 1
    ),
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
    "order": turns_first(PLAYER),
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
    "boards": '[{"guild":1000003,"channel":5,"reachable":true,"language":"en-GB","theme":"aegean"}]',
}
_HERE = Place(GUILD, 5)
_ADA, _BLAISE = Player(PLAYER, "Ada"), Player(OTHER, "Blaise")
_TERMS = Terms(Ruleset.PYRGA, ColorChoice.RANDOM, "en-GB")
_NEW_GAME = replace(made_game(_ADA, _BLAISE, place=_HERE), number=GAME, revision=ROW)
_VALUES: dict[Any, Any] = {
    Game: _NEW_GAME,
    Challenge: Challenge(
        *(0, _HERE, None, _ADA, _BLAISE, _TERMS, ThemeName.AEGEAN, NOW, ChallengeStatus.OPEN, NOW)
    ),
    Search: Search(
        *(0, _ADA, _HERE, "en-GB", ThemeName.AEGEAN, SearchTerms(Ruleset.PYRGA, SearchClock.DAY, rated=True)),
        *(True, NOW, NOW, Strength(1500.0, provisional=True), Strength(1500.0, provisional=True)),
    ),
    Vote: Vote(PLAYER, "Sa1", NOW),
    Day: Day(date(2026, 3, 1), Ruleset.PYRGA, "Sa1", 1, seed=1),
    Lobby: Lobby(GUILD, 5, "en-GB", 5, 6, "d1", None),
}
"""Values that the store writes and reads."""

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
_MEMBER_OF_EVENT = {
    "player_id": PLAYER,
    "position": 0,
    "joined_at": NOW,
    "rating": 1500.0,
    "provisional": False,
}
_CARD = Card(
    Place(GUILD, SAMPLES["channel_id"]), PLAYER, SAMPLES["language"], ThemeName(SAMPLES["theme"]), "Café"
)
_CUP_VALUE = Cup(
    number=GAME,
    terms=CupTerms("Cup", Ruleset.PYRGA),
    cards=(_CARD,),
    created_at=NOW,
    status=EventStatus.RUNNING,
    revision=ROW,
)
_NIGHT = {
    **{name: value for name, value in _CUP.items() if name != "told_stages"},
    **dict.fromkeys(("lost", "told_loss"), False),
}
_NIGHT_VALUE = Night(
    number=GAME,
    terms=NightTerms(Ruleset.PYRGA),
    cards=(_CARD,),
    created_at=NOW,
    status=EventStatus.RUNNING,
    revision=ROW,
)
_TEAM_MATCH_VALUE = TeamMatch(
    number=GAME,
    terms=TeamTerms(Ruleset.PYRGA),
    cards=(_CARD, _CARD),
    created_at=NOW,
    status=EventStatus.RUNNING,
    revision=ROW,
)

_LEAGUE = {
    **{name: SAMPLES[name] for name in ("guild_id", "channel_id", "ruleset", "language", "theme")},
    "host_id": PLAYER,
    "move_seconds": 86_400,
    "month": 1,
    "revision": ROW,
    "created_at": NOW,
    "sizes": "",
}
_MEMBER = {"league_id": GAME, "player_id": PLAYER, "position": 0, "joined_at": NOW}
_LEAGUE_VALUE = League(
    *(GAME, GUILD, SAMPLES["channel_id"], PLAYER, Ruleset.CLASSIC, 86_400, "fr", ThemeName.AEGEAN, NOW),
    revision=ROW,
)

_TEAM_MATCH: dict[str, Any] = {
    "status": "running",
    "revision": ROW,
    "created_at": NOW,
    "unsettled": False,
    "terms": "{}",
    "boards": "[]",
}
_SIDE = {
    "team_match_id": GAME,
    "side": 0,
    "guild_id": GUILD,
    "manager_id": PLAYER,
    "name": "Café",
    "channel_id": SAMPLES["channel_id"],
    "language": SAMPLES["language"],
    "theme": SAMPLES["theme"],
    **dict.fromkeys(("lost", "told", "told_end"), False),
}
_ACT = {"act": NewAct(GUILD, PLAYER, "stop", event_id=GAME)}
_CODE = {"kind": "team-match", "terms": "{}", "expires_at": NOW}

SPECIAL: dict[str, dict[str, Any]] = {
    "searches.count_people": {"without": "nobody"},
    "cups.discard": {"number": GAME + MANY},
    "events.discard": {"number": GAME + MANY},
    "moderation.log": _ACT,
    "moderation.add": _ACT,
    "votes.add_host": {"color": Color.BLACK},
    "votes.host_id": {"color": Color.BLACK},
    "codes.add": {"text": "K7M4QY"},
    "leagues.add": {"league": _LEAGUE_VALUE},
    "leagues.save": {"before": _LEAGUE_VALUE, "after": replace(_LEAGUE_VALUE, month=2)},
    "entrants.save_entrants": {
        "table": tables.cup_entrants,
        "before": [],
        "after": [{"cup_id": GAME, **_MEMBER_OF_EVENT}],
    },
    "nights.add": {"night": _NIGHT_VALUE},
    "nights.save": {"before": _NIGHT_VALUE, "after": replace(_NIGHT_VALUE, unsettled=True)},
    "nights.discard": {"number": GAME + MANY},
    "cups.add": {"cup": _CUP_VALUE},
    "cups.save": {"before": _CUP_VALUE, "after": replace(_CUP_VALUE, unsettled=True)},
    "team_matches.add": {"match": _TEAM_MATCH_VALUE},
    "team_matches.save": {
        "before": _TEAM_MATCH_VALUE,
        "after": event_changes.tell(replace(_TEAM_MATCH_VALUE, unsettled=True), 0, 1),
    },
    "privacy.add": {"limits": [KeptLimitRow("ab", "cd", "blocked", NOW)]},
    "games.change": {"after": replace(_NEW_GAME, revision=ROW + 1)},
    "privacy.replace": {"player_id": LONER, "new_id": PLAYER},
    "ratings.add_restart": {"season_id": 2},
    "ratings.add_changes": {"changes": _CHANGES},
    "ratings.lock": {"rows": _RATINGS},
    "ratings.keep": {"rows": _RATINGS},
    "ratings.correct": {"right": _RATINGS},
    "leaderboards.latest_ratings": {"start": NOW},
    "ratings.correct_changes": {"right": _CHANGES},
    "seasons.keep_places": {"places": [FinalPlace(1, Player(PLAYER, "Ada"), 1500.0, 3, 1)]},
    "openings.add": {"rows": _OPENINGS},
    "openings.remove_empty": {"keys": [row.key for row in _OPENINGS]},
    "openings.replace": {"keys": [row.key for row in _OPENINGS], "rows": _OPENINGS},
    "badges.add": {"earned": _BADGES},
    "guilds.keep": {
        "old": GuildPreferences(),
        "new": GuildPreferences(rated=False, channels=frozenset({5})),
    },
    "players.keep": {"old": PlayerPreferences(), "new": PlayerPreferences(listed=True)},
    "badges.correct": {"keys": ["first-win"], "right": _BADGES},
}

RANKINGS: tuple[RankedList[Any], ...] = (
    *(
        rated_players(Leaderboard(pool, "pyrga", NOW, NOW, start=NOW, without=[7]))
        for pool in (GUILD, tables.EVERYWHERE)
    ),
    ladder(GUILD, [7]),
    of_month(GUILD, date(2026, 3, 1), [7]),
    of_day(GUILD, date(2026, 3, 1), [7]),
    guessers(GUILD, NOW, [7]),
)
"""Every list of players."""

SPARSE = {Wanted}
"""Names that are also sampled with None wherever that's allowed."""

Call = Callable[[AsyncConnection], Awaitable[object]]


def calls(left_out: AbstractSet[str]) -> dict[str, list[Call]]:
    """Return calls of each function that isn't left out, by module and name; also with None where allowed."""
    found = {}
    for module in pkgutil.walk_packages(bot.store.__path__, "bot.store."):
        # Migrations and moves to another database run once and read everything, and rows have no queries.
        if {"migrations", "moving", "rows", "game_rows"} & {*module.name.split(".")}:
            continue
        loaded = importlib.import_module(module.name)
        for name, function in inspect.getmembers(loaded, inspect.iscoroutinefunction):
            full_name = f"{module.name.rpartition('.')[2]}.{name}"
            is_public = inspect.getmodule(function) is loaded and not name.startswith("_")
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
    if kind in _VALUES or dataclasses.is_dataclass(special.get(name)):
        yield special.get(name, _VALUES.get(kind))
        return
    if dataclasses.is_dataclass(kind) and isinstance(kind, type) and name not in special:
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
    if name == "ranking":
        yield from RANKINGS
        return
    chosen = SAMPLES | special
    yield False if name not in chosen and bool in {kind, *typing.get_args(kind)} else chosen[name]
    if NoneType in typing.get_args(kind):
        yield None


async def fill(connection: AsyncConnection) -> None:
    """Store what the samples refer to, and enough about other people to make PostgreSQL prefer indexes."""
    others = range(GAME + 1, GAME + MANY)
    guilds = (GUILD, *map(_of, others))
    people = (PLAYER, OTHER, LONER, *map(_of, (*others, others.stop)))
    challenge = {**_CHALLENGE, "id": CHALLENGE, "created_at": NOW, "expires_at": NOW, "status": "open"}
    of_others = {"id": int, "guild_id": _of}
    running = {**_GAME, **of_others, "white_id": _of, "black_id": _of_next}
    finished = {**running, "status": "finished", "reason": "stuck", "finished_at": _later}
    values = ("opponent_rating", "score", "before", "after", "deviation", "volatility")
    change = {"ruleset": "pyrga", "event_id": int, "game_id": int, "opponent_id": _of_next, "rated_at": NOW}
    change |= {"games": 1, "streak": 1, **dict.fromkeys(values, 1.0)}
    theirs = {"player_id": _of, "guild_id": _of}
    in_game = {"game_id": int, "player_id": _of}
    for table, rows in {
        tables.guilds: [{"id": guild, "created_at": NOW} for guild in guilds],
        tables.players: [{"id": player, "name": "Ada", "created_at": NOW} for player in people],
        tables.challenges: [
            challenge,
            *_rows(others, challenge, **of_others, challenger_id=_of, opponent_id=_of_next),
        ],
        tables.codes: _rows(others, _CODE, code=str, guild_id=_of, maker_id=_of),
        tables.leagues: [
            *_rows([GAME], _LEAGUE, id=int, next_at=_later),
            *_rows(others, _LEAGUE, **of_others, next_at=_later),
        ],
        tables.league_members: _rows(others, _MEMBER, league_id=int, player_id=_of),
        tables.events: _rows([GAME, *others], id=int, kind="cup"),
        tables.team_matches: _rows([GAME, *others], _TEAM_MATCH, id=int, due_at=_later),
        tables.team_sides: [
            _SIDE,
            *_rows(others, _SIDE, team_match_id=int, guild_id=_of, manager_id=_of),
        ],
        tables.team_members: _rows(others, {**_MEMBER_OF_EVENT, "side": 0}, team_match_id=int, player_id=_of),
        tables.cups: [
            *_rows([GAME], _CUP, id=int, due_at=_later),
            *_rows(others, _CUP, **of_others, due_at=_later),
        ],
        tables.cup_entrants: _rows(others, _MEMBER_OF_EVENT, cup_id=int, player_id=_of),
        tables.nights: [
            *_rows([GAME], _NIGHT, id=int, due_at=_later),
            *_rows(others, _NIGHT, **of_others, due_at=_later),
        ],
        tables.night_entrants: _rows(
            others, {**_MEMBER_OF_EVENT, "had_bye": False}, night_id=int, player_id=_of
        ),
        tables.games: [{**_GAME, "id": GAME}, *_rows(others[::2], running), *_rows(others[1::2], finished)],
        tables.due_times: [
            *_rows([GAME], kind="deadline", at=_later, game_id=int, player_id=PLAYER),
            *_rows(others, in_game, kind="deadline", at=_later),
        ],
        tables.daily_puzzles: [
            {"guild_id": guild, "day": YESTERDAY, "puzzle": "e1", "channel_id": 5} for guild in guilds
        ],
        tables.daily_cards: [
            {
                "channel_id": guild,
                "day": YESTERDAY,
                "guild_id": guild,
                "language": "",
                "shared": 1,
                "listed": 1,
            }
            for guild in guilds
        ],
        tables.daily_solves: _rows(
            others, theirs, day=YESTERDAY, tries=1, streak=1, freezes=0, solved_at=NOW
        ),
        tables.seasons: _rows(others, guild_id=_of, number=1, started_at=NOW),
        tables.rating_events: _rows(others, id=int, ruleset="pyrga", game_id=int),
        tables.rating_changes: [
            *_rows(others, change, player_id=_of, pool=_of),
            *_rows(others[1::20], change, player_id=PLAYER, pool=GUILD),
        ],
        tables.ratings: _rows(others, values_of(_RATINGS[0]), player_id=_of),
        tables.moderation_acts: _rows(
            others,
            {"guild_id": _of, "moderator_id": _of},
            kind="annul",
            game_id=int,
            proposed_at=NOW,
            done_at=NOW,
        ),
        tables.reports: _rows(others, game_id=int, reporter_id=_of, text="r", reported_at=NOW),
        tables.reviews: _rows(others, game_id=int, review="good", made_at=NOW),
        tables.game_puzzles: _rows(others, game_id=int, guild_id=_of, play="Sa1", made_at=NOW),
        tables.accuracies: _rows(others, in_game, pool=_of, ruleset="pyrga", kept=3, decisions=4),
        tables.opening_moves: _rows(others, pool=_of, position="pj", move="a", games=1, wins=1, draws=1),
        tables.guesses: _rows(
            others,
            theirs | in_game,
            ply=lambda number: number % 3,
            move="Sa1",
            correct=lambda number: number % 2 == 0,
            guessed_at=NOW,
        ),
        tables.crowd_hosts: _rows(others, in_game, color="white"),
        tables.votes: _rows(others, in_game, ply=1, move="Sb2", voted_at=NOW),
        tables.rating_roles: [{"guild_id": guild, "role_id": 1500, "threshold": 1500} for guild in guilds],
        tables.role_holders: _rows(others, theirs, role_id=1500),
        tables.role_checks: _rows(others, theirs, due_at=NOW, tries=0),
        tables.role_removals: [
            {"guild_id": guild, "user_id": PLAYER, "role_id": 1500, "due_at": NOW, "tries": 0}
            for guild in guilds
        ],
        tables.shares: _rows(others, subject="p", channel_id=int, shared_at=NOW),
        tables.kept_limits: _rows(
            others, person=str, other=lambda number: str(number + 1), kind="rated", until=_later
        ),
        tables.training: _rows(
            others, player_id=_of, ruleset="pyrga", run=1, longest=1, wins=1, line="p::0", trained_at=NOW
        ),
        tables.nicknames: _rows(others, theirs, name="Countess"),
        tables.notice_servers: _rows(others, theirs),
        tables.searches: _rows(others, _SEARCH, player_id=_of),
    }.items():
        await connection.execute(insert(table), rows)
    if connection.dialect.name == "postgresql":
        await connection.execute(text("ANALYZE"))


def _rows(
    numbers: Iterable[int], columns: Mapping[str, Any] = MappingProxyType({}), **others: Any
) -> list[dict[str, Any]]:
    """Return a row for each number. What's in a column is the same in all, or computed from the number."""
    return [
        {name: value(number) if callable(value) else value for name, value in {**columns, **others}.items()}
        for number in numbers
    ]


def _of(number: int) -> int:
    """Return the id of the guild or player of a game or challenge."""
    return 1000 * number


def _of_next(number: int) -> int:
    return _of(number + 1)


def _later(number: int) -> datetime:
    return NOW + timedelta(minutes=number)
