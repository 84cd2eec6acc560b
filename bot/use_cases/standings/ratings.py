"""Rated games change the ratings of both players, in the transaction that ends them.

If a game no longer counts, those after it are rated again in the order they counted in.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.connections.database import Database
from bot.store.puzzles.puzzles import PuzzleRatingRow, SolverRatingRow
from bot.store.schema.tables import EVERYWHERE
from bot.store.standings import ratings
from bot.store.standings.leaderboards import PlaceRow
from bot.store.standings.ratings import Key, RatedGameRow, RatingChangeRow, RatingRow
from bot.values.game.game import Game
from bot.values.glicko import NEW, PERIOD, RatedResult, Rating, aged, periods_between, periods_until, rated
from bot.values.standings import PROVISIONAL_DEVIATION, RatingChange, Stakes, Strength
from engine import Color, Ruleset

_BATCH: Final = 2_000
"""Number of games that a recomputation reads at a time."""

_SOME: Final = 200
"""Number of games that one transaction rates again while people are playing."""

_LATEST: Final = 2**62
"""Larger than the number of any event."""


async def recompute(connection: AsyncConnection) -> int:
    """Recompute all ratings from the games and seasons, in order, and correct what's stored.

    Returns how many rows were missing, wrong or extra. Games that end meanwhile wait.
    """
    await ratings.keep_others_out(connection)
    await ratings.mark_all_rerated(connection)
    wrong, right = await ratings.remove_other_changes(connection), []
    for ruleset in Ruleset:
        table, last = _Ratings(), 0
        while batch := await ratings.games_after(connection, ruleset.value, last, limit=_BATCH):
            wrong += await table.rerate(connection, batch)
            last = batch[-1].event_id
        right += await table.latest(connection)
    return wrong + await ratings.correct(connection, right)


async def rerate_some(connection: AsyncConnection) -> bool:
    """Rate some of the games again that have to be; return whether there are more of them."""
    await ratings.keep_others_out(connection)
    outdated = await ratings.next_outdated(connection)
    if outdated is None:
        return False
    ruleset, last = outdated
    batch = await ratings.games_after(connection, ruleset, last, limit=_SOME)
    if batch:
        keys = {key for game in batch for key in keys_of(game)}
        table = _Ratings(await ratings.last_changes(connection, keys, batch[0].event_id))
        await table.rerate(connection, batch)
        await settle(connection, sorted(keys))
    more = len(batch) == _SOME
    await ratings.rerated(connection, ruleset, batch[-1].event_id if more else None)
    return more or await ratings.next_outdated(connection) is not None


async def settle(connection: AsyncConnection, keys: Sequence[Key]) -> None:
    """Reset these ratings to what their last change and the seasons since give; delete those without one."""
    changes = await ratings.last_changes(connection, keys, _LATEST)
    table = _Ratings(changes)
    await ratings.keep(connection, await table.latest(connection))
    changed = {change.key for change in changes}
    await ratings.remove(connection, [key for key in keys if key not in changed])


class Ratings:
    """The ratings in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def rerate_some(self) -> bool:
        """Rate some of the games again that have to be; return whether there are more of them."""
        if await self._database.read_once(ratings.next_outdated) is None:
            return False
        return await self._database.write(rerate_some)


class _Ratings:
    """Ratings at some point in the sequence of events, each with its last event."""

    def __init__(self, changes: Iterable[RatingChangeRow] = ()) -> None:
        self._held: dict[Key, tuple[int, RatingRow]] = {}
        self._restarts: dict[int, list[int]] = {}
        for change in changes:
            self._hold(change)

    async def rerate(self, connection: AsyncConnection, games: Sequence[RatedGameRow]) -> int:
        """Rate the next games, which are in order; return how many of their stored changes were wrong."""
        await self._know_restarts(connection, {pool for game in games for pool in pools_of(game.guild_id)})
        changes = []
        for game in games:
            changed = changes_by(game, {key: self._before(key, game) for key in keys_of(game)})
            for change in changed:
                self._hold(change)
            changes += changed
        return await ratings.correct_changes(connection, [game.event_id for game in games], changes)

    async def latest(self, connection: AsyncConnection) -> list[RatingRow]:
        """Return the ratings after all events that changed them."""
        await self._know_restarts(connection, {pool for pool, _, _ in self._held})
        return [self._until(key, _LATEST) for key in self._held]

    def _hold(self, change: RatingChangeRow) -> None:
        rating = rating_after(change)
        self._held[rating.key] = (change.event_id, rating)

    def _before(self, key: Key, game: RatedGameRow) -> RatingRow:
        if key not in self._held:
            return unrated(key, game.finished_at)
        return self._until(key, game.event_id)

    def _until(self, key: Key, event_id: int) -> RatingRow:
        last, rating = self._held[key]
        return widened(rating, last, self._restarts[key[0]], until_event=event_id)

    async def _know_restarts(self, connection: AsyncConnection, pools: set[int]) -> None:
        unknown = pools - self._restarts.keys()
        if unknown:
            self._restarts.update({pool: [] for pool in unknown})
            for pool, event_id in await ratings.restarts(connection, unknown):
                self._restarts[pool].append(event_id)


async def rate(connection: AsyncConnection, game: Game, now: datetime) -> tuple[RatingChange, ...]:
    """Change the ratings of both players of a ``game``, if it counts and is rated; return how they changed.

    The changes returned are those in the pool of the game's server, or in that of all games if it's outside
    servers.
    """
    if not game.rated or game.outcome is None or not game.is_counted:
        return ()
    ruleset = game.ruleset.value
    winner = None if game.outcome.winner is None else game.outcome.winner.value
    row = RatedGameRow(0, game.number, game.guild_id, ruleset, game.white.id, game.black.id, winner, now)
    held = await ratings.lock(connection, [unrated(key, now) for key in keys_of(row)])
    # Numbered after the ratings are locked, so that the numbers of each player's games are in order.
    numbered = replace(row, event_id=await ratings.add_game(connection, game.number, ruleset))
    changes = changes_by(numbered, {one.key: one for one in held})
    await ratings.keep(connection, map(rating_after, changes))
    await ratings.add_changes(connection, changes)
    shown = max(pools_of(game.guild_id))
    return tuple(
        RatingChange(player_id=one.player_id, before=one.before, after=one.after, deviation=one.deviation)
        for one in changes
        if one.pool == shown
    )


async def revert(connection: AsyncConnection, game: Game) -> None:
    """Undo what a game did to ratings in its server, including its effect on later games there.

    The ratings of all servers stay: no one who manages one server decides about them. Later games are rated
    again in order: the first of them right away, and the others by ``rerate_some``.
    """
    await ratings.keep_others_out(connection)
    event_id = await ratings.find_game(connection, game.number)
    if event_id is None or game.guild_id is None:
        return
    await settle(connection, await ratings.remove_changes(connection, event_id, pool=game.guild_id))
    await ratings.mark_outdated(connection, game.ruleset.value, event_id)
    await rerate_some(connection)


async def strengths(
    connection: AsyncConnection, pool: int, ruleset: Ruleset, player_ids: Collection[int], now: datetime
) -> Mapping[int, Strength]:
    """Return how strong these people are now, by their ratings in a pool."""
    rows = await ratings.of_players(connection, pool, ruleset, player_ids)
    known = {
        row.player_id: Strength.of(row.rating, established_until=row.established_until, now=now)
        for row in rows
    }
    newcomer = Strength.of(None, established_until=None, now=now)
    return {player_id: known.get(player_id, newcomer) for player_id in player_ids}


RESTART_DEVIATION: Final = 150.0
"""Minimum deviation of the ratings in a server at the start of a season, in points."""


def pools_of(guild_id: int | None) -> Sequence[int]:
    """Return the pools that a game of this guild, or outside guilds, counts in."""
    return [EVERYWHERE] if guild_id is None else [EVERYWHERE, guild_id]


def keys_of(game: RatedGameRow) -> list[Key]:
    """Return the keys of the ratings that a game changes."""
    players = (game.white_id, game.black_id)
    return [(pool, game.ruleset, player) for pool in pools_of(game.guild_id) for player in players]


def unrated(key: Key, now: datetime) -> RatingRow:
    """Return the rating of a player before their first rated game, which ends now."""
    return RatingRow(*key, **NEW._asdict(), games=0, streak=0, rated_at=now, established_until=None)


def changes_by(game: RatedGameRow, before: Mapping[Key, RatingRow]) -> list[RatingChangeRow]:
    """Return how a game changes the ratings ``before`` it: in each pool, White's change first."""
    changes = []
    for pool in pools_of(game.guild_id):
        white = before[pool, game.ruleset, game.white_id]
        black = before[pool, game.ruleset, game.black_id]
        changes += [
            _change(game, white, black, _score(game.winner, Color.WHITE)),
            _change(game, black, white, _score(game.winner, Color.BLACK)),
        ]
    return changes


def rating_after(change: RatingChangeRow) -> RatingRow:
    """Return the rating that a change led to."""
    rating = Rating(rating=change.after, deviation=change.deviation, volatility=change.volatility)
    return RatingRow(
        *change.key,
        **rating._asdict(),
        games=change.games,
        streak=change.streak,
        rated_at=change.rated_at,
        established_until=_established_until(rating, change.rated_at),
    )


def rating_in(row: PlaceRow | PuzzleRatingRow | RatingRow | SolverRatingRow) -> Rating:
    """Return a rating as it was after the last game."""
    return Rating(rating=row.rating, deviation=row.deviation, volatility=row.volatility)


def stakes(own: Rating, periods: float, faced: Rating) -> Stakes:
    """Return what a game would change in a rating whose last game was this many rating periods ago.

    The opponent's rating is ``faced`` as it is now.
    """
    won, lost = (rated(own, [RatedResult(faced, score)], periods).rating for score in (1.0, 0.0))
    return Stakes(round(won) - round(own.rating), round(lost) - round(own.rating))


def widened(rating: RatingRow, last_event: int, restarts: Iterable[int], *, until_event: int) -> RatingRow:
    """Return a rating as it is before an event, given the events of the ends of seasons in its pool."""
    if not any(last_event < restart < until_event for restart in restarts):
        return rating
    return replace(rating, deviation=max(rating.deviation, RESTART_DEVIATION), established_until=None)


def _change(game: RatedGameRow, own: RatingRow, other: RatingRow, score: float) -> RatingChangeRow:
    faced = aged(rating_in(other), periods_between(other.rated_at, game.finished_at))
    after = rated(
        rating_in(own), [RatedResult(faced, score)], periods_between(own.rated_at, game.finished_at)
    )
    return RatingChangeRow(
        *own.key,
        event_id=game.event_id,
        game_id=game.game_id,
        opponent_id=other.player_id,
        opponent_rating=other.rating,
        score=score,
        before=own.rating,
        after=after.rating,
        deviation=after.deviation,
        volatility=after.volatility,
        games=own.games + 1,
        streak=_streak(own.streak, score=score),
        rated_at=game.finished_at,
    )


def _established_until(rating: Rating, now: datetime) -> datetime | None:
    if rating.deviation >= PROVISIONAL_DEVIATION:
        return None
    return now + periods_until(rating, PROVISIONAL_DEVIATION) * PERIOD


def _streak(before: int, *, score: float) -> int:
    """Return wins in a row, or, below 0, losses in a row."""
    if score == _score(None, Color.WHITE):
        return 0
    return max(before, 0) + 1 if score else min(before, 0) - 1


def _score(winner: str | None, color: Color) -> float:
    return 0.5 if winner is None else float(winner == color.value)
