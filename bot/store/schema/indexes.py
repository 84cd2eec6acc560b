"""Indexes with their own condition or order, and ``metadata``, which has them and the tables.

Only new databases, migrations and tests need them. Any other start doesn't load this: for a partial index,
SQLAlchemy loads everything that it knows about PostgreSQL, which takes 2 MB.
"""

from sqlalchemy import ColumnElement, Index

from bot.store.schema import conditions as only
from bot.store.schema.tables import (
    blocks,
    challenges,
    cups,
    daily_cards,
    daily_games,
    daily_puzzles,
    daily_solves,
    games,
    guilds,
    ladder_rungs,
    leagues,
    metadata,
    nights,
    players,
    puzzle_months,
    rating_changes,
    ratings,
    seasons,
    team_matches,
)

__all__ = ["metadata"]


def _index(
    name: str, *columns: ColumnElement[object], where: ColumnElement[bool] | None = None, unique: bool = False
) -> None:
    # A plain index of a table's columns is beside that table.
    Index(f"ix_{name}", *columns, unique=unique, sqlite_where=where, postgresql_where=where)


for _side, _other in (("white", "black"), ("black", "white")):
    _player = games.c[f"{_side}_id"]
    # What a history can be filtered by, so that a rare filter only reads the rows that it finds.
    _ended = games.c["finished_at", "id", "ruleset", "winner", f"{_other}_id"]
    _index(f"games_running_of_{_side}", _player, *games.c["guild_id", "id"], where=only.RUNNING)
    _index(f"games_running_anywhere_of_{_side}", _player, games.c.id, where=only.RUNNING)
    _place = games.c[f"{_side}_guild_id"]
    _index(f"games_running_in_place_of_{_side}", _place, games.c.id, where=only.RUNNING & _place.is_not(None))
    _index(f"games_finished_of_{_side}", _player, *_ended, where=only.FINISHED)
    _index(f"games_finished_in_guild_of_{_side}", _player, games.c.guild_id, *_ended, where=only.FINISHED)

# With everything that a score between two players needs, so that the games themselves needn't be read.
_index(
    "games_of_two",
    *games.c["white_id", "black_id", "finished_at", "id", "guild_id", "ruleset", "winner", "reason"],
)
_index("games_running_in_guild", *games.c["guild_id", "id"], where=only.RUNNING)
_index("games_played", games.c.played_at)
_index("games_found", games.c.id, where=only.FOUND)
_index("games_running_of_crowds", games.c.id, where=only.RUNNING & only.OF_CROWD)
# With everything that's asked for, or SQLite might just as well read all games of the guild.
_of_crowd = games.c["guild_id", "id", "status", "crowd"]
_index("games_running_of_crowds_in_guild", *_of_crowd, where=only.RUNNING & only.OF_CROWD)
_index("games_unshown", games.c.id, where=only.UNSHOWN)
_index("games_waiting_for_computer", games.c.id, where=only.WAITING_FOR_COMPUTER)
_index("games_to_announce", games.c.id, where=only.TO_ANNOUNCE)
_index("games_of_event", games.c.event_id, where=only.OF_EVENT)
_index("games_of_simul", games.c.simul_id, where=only.OF_SIMUL)
_index("cups_due", cups.c.due_at, where=only.DUE_CUP)
_index("cups_current", *cups.c["guild_id", "id"], where=only.CURRENT_CUP)
_index("team_matches_due", team_matches.c.due_at, where=only.DUE_TEAM_MATCH)
_index("nights_due", nights.c.due_at, where=only.DUE_NIGHT)
_index("nights_current", *nights.c["guild_id", "id"], where=only.CURRENT_NIGHT)
_index("leagues_due", leagues.c.next_at, where=only.DUE_LEAGUE)
# At most one of each ruleset.
_index("leagues_current", *leagues.c["guild_id", "ruleset"], where=only.CURRENT_LEAGUE, unique=True)
_index("challenges_open", *challenges.c["challenger_id", "opponent_id"], where=only.OPEN)
_index("challenges_open_in_guild", *challenges.c["guild_id", "id"], where=only.OPEN)
_index("challenges_declined", *challenges.c["challenger_id", "opponent_id", "closed_at"], where=only.DECLINED)
_index("players_listed", players.c.id, where=only.LISTED)
_index("players_hearing", players.c.id, where=only.HEARING)
_index("players_to_notice", players.c.id, where=only.NOTICE_DUE)
_index("guilds_with_puzzle", guilds.c.id, where=only.WITH_PUZZLE)
_index("guilds_with_lobby", guilds.c.id, where=only.WITH_LOBBY)
_index("daily_puzzles_outdated", *daily_puzzles.c["guild_id", "day"], where=only.OUTDATED)
_index("daily_games_to_judge", daily_games.c.day, where=only.TO_JUDGE)
_index("daily_cards_outdated", *daily_cards.c["day", "channel_id"], where=only.OUTDATED_CARD)
_index("guilds_with_monthly_seasons", guilds.c.id, where=only.WITH_MONTHLY_SEASONS)
_index("seasons_running", seasons.c.guild_id, where=only.RUNNING_SEASON, unique=True)
_index("seasons_to_announce", seasons.c.id, where=only.SEASON_TO_ANNOUNCE)
_index("guilds_removed", guilds.c.removed_at, where=only.REMOVED)

_best = (*ratings.c["pool", "ruleset"], ratings.c.rating.desc(), ratings.c.player_id)
_index("ratings_established", *_best, *ratings.c["established_until", "rated_at"], where=only.ESTABLISHED)
_index("ratings_provisional", *_best, ratings.c.rated_at, where=only.PROVISIONAL)
# For each rating: the best win comes last, the longest streak comes last, and a game is found by its number.
_rating = tuple(rating_changes.c["pool", "ruleset", "player_id"])
_index("rating_changes_won", *_rating, *rating_changes.c["opponent_rating", "event_id"], where=only.WON)
_index("rating_changes_streak", *_rating, rating_changes.c.streak, where=only.WON)
_index("rating_changes_games", *_rating, rating_changes.c.games)
_index(
    "ladder_rungs_order",
    ladder_rungs.c.pool,
    ladder_rungs.c.level.desc(),
    ladder_rungs.c.wins.desc(),
    *ladder_rungs.c["first_won_at", "player_id"],
)
_index(
    "daily_solves_order",
    *daily_solves.c["guild_id", "day"],
    *daily_solves.c["tries", "solved_at", "player_id"],
)
_index(
    "puzzle_months_order",
    *puzzle_months.c["guild_id", "month"],
    puzzle_months.c.solved.desc(),
    *puzzle_months.c["reached_at", "player_id"],
)
_index("blocks_order", blocks.c.player_id, blocks.c.created_at.desc(), blocks.c.blocked_id)
