"""Who earns which badges, and when.

A badge belongs to the person, no matter where they earned it. Badges for a game's end or its review are
stored with that game; ``badge_recomputing`` finds the same badges again.
"""

from collections.abc import Callable, Iterable
from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.clock import Clock
from bot.matches.match.match import FEWEST_RATED_PLIES, UNCOUNTED, Match
from bot.matches.standings.badge_rules import (
    MANY_OPPONENTS,
    PlayedGame,
    ReviewedGame,
    SolvedDay,
    SolvedPuzzle,
    earned_by,
)
from bot.matches.values.badges import Badge, EarnedBadge, HeldBadge, in_order
from bot.matches.values.players import LEVELS, Player
from bot.store.connections.database import Database
from bot.store.connections.retrying import retried
from bot.store.settings.players import remember_player
from bot.store.standings import badges as badge_rows
from bot.store.standings.badges import BadgeRow, Counting, PlayedRow
from engine import Color, Reason, Review, Start, Value, mover

COUNTING: Final = Counting(tuple(map(str, UNCOUNTED)), FEWEST_RATED_PLIES, MANY_OPPONENTS)
"""Which games earn badges."""


class Badges:
    """The badges of the players of one database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    @retried
    async def badges_of(self, player_id: int) -> list[HeldBadge]:
        """Return the badges that a player has, in the order badges are listed."""
        async with self._database.reading_once() as connection:
            found = await badge_rows.of_player(connection, player_id)
        held = {Badge(row.badge): row.earned_at for row in found}
        return [HeldBadge(badge, held[badge]) for badge in Badge if badge in held]

    @retried
    async def finish_lesson(self, player: Player) -> tuple[Badge, ...]:
        """Record that a player has solved the last task of the lesson; return the badge if it's new."""
        now = self._clock.now()
        async with self._database.writing() as connection:
            await remember_player(connection, player.id, player.name, now)
            return await give(connection, player.id, {Badge.LESSON}, now)


async def give(
    connection: AsyncConnection, player_id: int, badges: AbstractSet[Badge], now: datetime
) -> tuple[Badge, ...]:
    """Give a known player badges that no game earned them; return those that are new to them, in order."""
    new = await badge_rows.add(connection, [BadgeRow(player_id, badge, None, now) for badge in badges])
    return tuple(sorted((Badge(row.badge) for row in new), key=list(Badge).index))


async def award_for_puzzle(
    connection: AsyncConnection, player_id: int, evidence: Iterable[SolvedPuzzle | SolvedDay], now: datetime
) -> tuple[Badge, ...]:
    """Give a known player what they earned with a solved puzzle; return what's new to them, in order."""
    return await give(connection, player_id, {badge for each in evidence for badge in earned_by(each)}, now)


async def award_for_game(connection: AsyncConnection, game: Match, now: datetime) -> tuple[EarnedBadge, ...]:
    """Give both players what they earned with a game that has just ended; return what's new to them.

    A game that doesn't count earns nothing.
    """
    return await _award(connection, game, now, lambda row: earned_by(played_game(row)))


async def award_for_review(connection: AsyncConnection, game: Match, review: Review, now: datetime) -> None:
    """Give both players what they earned according to the review of their game, unless it has gaps."""
    if review.complete:
        await _award(connection, game, now, lambda row: earned_by(reviewed_game(played_game(row), review)))


def played_game(row: PlayedRow) -> PlayedGame:
    """Return a game as one of its players sees it."""
    return PlayedGame(
        color=Color(row.color),
        winner=None if row.winner is None else Color(row.winner),
        reason=Reason(row.reason),
        start=Start(row.start),
        plies=row.plies,
        level=row.opponent_id if row.opponent_id in LEVELS else None,
        is_helped=row.is_helped,
        opponents=row.opponents,
        rulesets=row.rulesets,
    )


def reviewed_game(game: PlayedGame, review: Review) -> ReviewedGame:
    """Return what a complete review says about the player who sees ``game``."""
    own = [
        reviewed
        for ply, reviewed in enumerate(review.moves)
        if ply >= review.starting_moves and mover(ply) is game.color
    ]
    accuracy = review.accuracy(game.color)
    return ReviewedGame(
        game=game,
        decisions=accuracy.decisions,
        mistakes=accuracy.decisions - accuracy.kept,
        lost_turns=sum(reviewed.before is Value.LOSS for reviewed in own),
    )


async def _award(
    connection: AsyncConnection, game: Match, now: datetime, earned: Callable[[PlayedRow], AbstractSet[Badge]]
) -> tuple[EarnedBadge, ...]:
    if game.is_too_short_to_rate:
        return ()
    sides = await badge_rows.played(connection, game.number, game.white.id, game.black.id, COUNTING)
    rows = [BadgeRow(row.player_id, badge, game.number, now) for row in sides for badge in earned(row)]
    new = await badge_rows.add(connection, rows)
    return in_order(game.white.id, (EarnedBadge(row.player_id, Badge(row.badge)) for row in new))
