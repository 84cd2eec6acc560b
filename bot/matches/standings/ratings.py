"""Rated games change the ratings of both players, in the transaction that ends them.

Each game counts in two pools: that of its server, and the one of all games everywhere. A game outside servers
counts in the latter only.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.standings.glicko import NEW, PERIODS_PER_DAY, Rating, Result, aged, rated
from bot.matches.values.games import UNCOUNTED, Game, RatingChange
from bot.store.schema.tables import EVERYWHERE
from bot.store.standings import ratings as rating_rows
from bot.store.standings.ratings import RatedGameRow, RatingChangeRow, RatingRow
from engine import Colour, Outcome

_PERIOD: Final = timedelta(days=1) / PERIODS_PER_DAY
_BATCH: Final = 2_000
"""Number of games that a recomputation reads at once."""


async def rate(
    connection: AsyncConnection, game: Game, outcome: Outcome, now: datetime
) -> tuple[RatingChange, ...]:
    """Change the ratings of both players of ``game`` if it is rated and counts; return how they changed.

    A game counts if it has a result and at least ``FEWEST_RATED_PLIES`` plies were played. The changes are
    those in the pool of the game's server, or in that of all games if it's outside servers.
    """
    if not game.rated or outcome.reason in UNCOUNTED or game.is_too_short_to_rate:
        return ()
    winner = None if outcome.winner is None else outcome.winner.value
    row = RatedGameRow(
        0, game.number, game.place.guild_id, game.ruleset, game.white.id, game.black.id, winner, now
    )
    held = await rating_rows.hold(connection, [_first(row, *key) for key in _keys(row)])
    after, changes = _after(row, {(one.pool, one.player_id): one for one in held})
    await rating_rows.keep(connection, after)
    await rating_rows.add_game(connection, game.number, changes)
    shown = max(_pools(row))
    return tuple(
        RatingChange(one.player_id, one.before, one.after, one.deviation)
        for one in changes
        if one.pool == shown
    )


async def recompute(connection: AsyncConnection) -> int:
    """Compute all ratings from the games, in the order in which they counted, and correct what's stored.

    Returns how many rows were missing, wrong or extra. Games that end in the meantime wait.
    """
    await rating_rows.keep_others_out(connection)
    held: dict[tuple[int, str, int], RatingRow] = {}
    wrong, last = await rating_rows.delete_other_changes(connection), 0
    while batch := await rating_rows.rated_after(connection, last, limit=_BATCH):
        changes: list[RatingChangeRow] = []
        for row in batch:
            before = {key: held.get((key[0], row.ruleset, key[1])) or _first(row, *key) for key in _keys(row)}
            after, changed = _after(row, before)
            held.update(((one.pool, one.ruleset, one.player_id), one) for one in after)
            changes += changed
        wrong += await rating_rows.correct_changes(connection, [row.game_id for row in batch], changes)
        last = batch[-1].id
    return wrong + await rating_rows.correct(connection, list(held.values()))


_Held = dict[tuple[int, int], RatingRow]
"""Ratings by pool and player."""


def _after(game: RatedGameRow, held: _Held) -> tuple[list[RatingRow], list[RatingChangeRow]]:
    """Return the ratings after a game, and how it changed them: in each pool White's first."""
    after, changes = [], []
    for pool in _pools(game):
        white, black = held[pool, game.white_id], held[pool, game.black_id]
        for colour, own, other in ((Colour.WHITE, white, black), (Colour.BLACK, black, white)):
            faced = aged(_rating(other), _periods(other, game.finished_at))
            result = Result(faced, _score(game.winner, colour))
            new = rated(_rating(own), [result], _periods(own, game.finished_at))
            key = pool, game.ruleset, own.player_id
            after.append(RatingRow(*key, new.rating, new.deviation, new.volatility, game.finished_at))
            changes.append(
                RatingChangeRow(game.game_id, pool, own.player_id, own.rating, new.rating, new.deviation)
            )
    return after, changes


def _pools(game: RatedGameRow) -> Sequence[int]:
    return [EVERYWHERE] if game.guild_id is None else [EVERYWHERE, game.guild_id]


def _keys(game: RatedGameRow) -> list[tuple[int, int]]:
    return [(pool, player) for pool in _pools(game) for player in (game.white_id, game.black_id)]


def _first(game: RatedGameRow, pool: int, player: int) -> RatingRow:
    return RatingRow(pool, game.ruleset, player, NEW.rating, NEW.deviation, NEW.volatility, game.finished_at)


def _rating(row: RatingRow) -> Rating:
    return Rating(row.rating, row.deviation, row.volatility)


def _periods(row: RatingRow, now: datetime) -> float:
    return max(now - row.rated_at, timedelta()) / _PERIOD


def _score(winner: str | None, colour: Colour) -> float:
    return 0.5 if winner is None else float(winner == colour.value)
