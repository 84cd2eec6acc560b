"""How good people's moves were, according to reviews, for their profiles."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.matches.match.match import UNCOUNTED
from bot.matches.standings.rated_games import pools_of
from bot.matches.values.players import LEVELS
from bot.store.games import games as game_rows
from bot.store.review import reviews
from bot.store.standings import accuracies
from bot.store.standings.accuracies import AccuracyRow, PlayedRow
from engine import Color, Review, parse_review

_BATCH: Final = 500
"""Number of reviews that a recomputation reads at a time."""


async def keep_accuracy(connection: AsyncConnection, number: int, review: Review) -> None:
    """Store how good the moves in a game were, for each person in it; nothing if the game has no result."""
    await game_rows.hold(connection, number)
    for game in await accuracies.played(connection, [number], map(str, UNCOUNTED)):
        await accuracies.keep(connection, _rows(game, review))


async def recompute(connection: AsyncConnection) -> None:
    """Recompute, from all reviews, what ``keep_accuracy`` stores."""
    await accuracies.clear(connection)
    last = 0
    while batch := await reviews.after(connection, last, limit=_BATCH):
        found = {number: review for number, text in batch if (review := read_review(text)) is not None}
        last, _ = batch[-1]
        played = await accuracies.played(connection, found, map(str, UNCOUNTED))
        await accuracies.keep(
            connection, [row for game in played for row in _rows(game, found[game.game_id])]
        )


def read_review(text: str) -> Review | None:
    """Return a stored review; None if it can't be read because a newer version of the bot made it."""
    try:
        return parse_review(text)
    except ValueError:
        return None


def _rows(game: PlayedRow, review: Review) -> Sequence[AccuracyRow]:
    rows = []
    for color, player_id in ((Color.WHITE, game.white_id), (Color.BLACK, game.black_id)):
        accuracy = review.accuracy(color)
        if player_id not in LEVELS and accuracy.decisions:
            rows += [
                AccuracyRow(game.game_id, player_id, pool, game.ruleset, accuracy.kept, accuracy.decisions)
                for pool in pools_of(game.guild_id)
            ]
    return rows
