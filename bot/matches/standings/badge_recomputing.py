"""Finds out from games, reviews and puzzles who earned which badges, and corrects what's stored.

Badges that are given for something else, such as the lesson, stay: they're the only record of it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match.match import Match
from bot.matches.standings.accuracies import read_review
from bot.matches.standings.badge_rules import (
    Evidence,
    PlayedGame,
    ReviewedGame,
    SolvedDay,
    SolvedPuzzle,
    badges_for,
    earned_by,
)
from bot.matches.standings.badges import COUNTING, played_game, reviewed_game
from bot.matches.values.players import LEVELS
from bot.store.puzzles import daily_puzzles
from bot.store.puzzles import puzzles as puzzle_rows
from bot.store.standings import badges as badge_rows
from bot.store.standings.badges import BadgeRow, PlayedRow
from engine import Puzzle, Review

_BATCH: Final = 500
"""Number of players whose games are read at a time."""

Dated = tuple[datetime, int, int | None, Evidence]
"""A time, a player, a game, and the evidence that arose then."""


async def recompute(connection: AsyncConnection, puzzles: Sequence[Puzzle]) -> int:
    """Find all badges again and correct what's stored; return how many were missing, wrong or extra.

    ``puzzles`` are all there are. Games that end meanwhile wait.
    """
    await badge_rows.keep_others_out(connection)
    names = {puzzle.number for puzzle in puzzles}
    wrong, last = 0, 0
    while batch := await badge_rows.players_after(connection, last, limit=_BATCH):
        games = await _games_of(connection, batch)
        wrong += await _correct(connection, batch, games, PlayedGame, ReviewedGame)
        solved = await _puzzles_of(connection, batch, names)
        wrong += await _correct(connection, batch, solved, SolvedPuzzle, SolvedDay)
        last = batch[-1]
    return wrong


async def revoke(connection: AsyncConnection, game: Match) -> None:
    """Take back the badges that a finished game brought its players: it no longer counts.

    If another of their games earns them the same badge, they keep it for that one.
    """
    await badge_rows.keep_others_out(connection)
    people = [player.id for player in (game.white, game.black) if player.level is None]
    games = await _games_of(connection, people)
    await _correct(connection, people, games, PlayedGame, ReviewedGame)


async def _correct(
    connection: AsyncConnection,
    player_ids: Collection[int],
    evidence: Iterable[Dated],
    *kinds: type[Evidence],
) -> int:
    right: dict[tuple[int, str], BadgeRow] = {}
    for at, player_id, game_id, each in evidence:
        for badge in earned_by(each):
            right.setdefault((player_id, badge), BadgeRow(player_id, badge, game_id, at))
    return await badge_rows.correct(connection, player_ids, badges_for(*kinds), list(right.values()))


async def _games_of(connection: AsyncConnection, player_ids: Collection[int]) -> list[Dated]:
    """The games and then the reviews of some players, each in chronological order."""
    rows = await badge_rows.played_by(connection, player_ids, COUNTING)
    found: list[Dated] = []
    sides: dict[int, list[tuple[int, PlayedGame]]] = defaultdict(list)
    for row in _counted(sorted(rows, key=lambda row: (row.finished_at, row.game_id))):
        game = played_game(row)
        found.append((row.finished_at, row.player_id, row.game_id, game))
        sides[row.game_id].append((row.player_id, game))
    reviews = await badge_rows.reviews_of(connection, player_ids)
    for kept in sorted(reviews, key=lambda row: (row.made_at, row.game_id)):
        review = _complete(kept.review)
        if review is not None:
            found += [
                (kept.made_at, player_id, kept.game_id, reviewed_game(game, review))
                for player_id, game in sides[kept.game_id]
            ]
    return found


def _counted(rows: Iterable[PlayedRow]) -> Iterator[PlayedRow]:
    """Yield games in order, each with the counts as of its end."""
    met: dict[int, set[int]] = defaultdict(set)
    won_in: dict[int, set[str]] = defaultdict(set)
    for row in rows:
        opponents = rulesets = 0
        is_against_person = row.opponent_id not in LEVELS
        if is_against_person and row.opponent_id not in met[row.player_id]:
            met[row.player_id].add(row.opponent_id)
            opponents = len(met[row.player_id])
        if is_against_person and row.winner == row.color and row.ruleset not in won_in[row.player_id]:
            won_in[row.player_id].add(row.ruleset)
            rulesets = len(won_in[row.player_id])
        yield replace(row, opponents=opponents, rulesets=rulesets)


def _complete(text: str) -> Review | None:
    """Return a stored review; None if it has gaps, or if another version of the bot made it."""
    review = read_review(text)
    return review if review is not None and review.complete else None


async def _puzzles_of(
    connection: AsyncConnection, player_ids: Collection[int], puzzles: AbstractSet[str]
) -> list[Dated]:
    """Those of the ``puzzles`` that some players have solved, and then the days, each in order."""
    rows = await puzzle_rows.solved_by(connection, player_ids)
    known = sorted((row for row in rows if row.puzzle in puzzles), key=lambda row: row.solved_at)
    solved: Counter[int] = Counter()
    found: list[Dated] = []
    for row in known:
        solved[row.player_id] += 1
        found.append((row.solved_at, row.player_id, None, SolvedPuzzle(solved[row.player_id])))
    days = await daily_puzzles.solved_by(connection, player_ids)
    found += [
        (day.solved_at, day.player_id, None, SolvedDay(day.streak))
        for day in sorted(days, key=lambda day: day.solved_at)
    ]
    return found
