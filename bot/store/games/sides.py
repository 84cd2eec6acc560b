"""The games of one player, who may be White or Black in them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, UnaryExpression, select, union_all

from bot.store.schema.tables import games

NEWEST = (games.c.id.desc(),)


def is_of_player(
    player_id: int,
    *conditions: ColumnElement[bool],
    order: Sequence[UnaryExpression[Any]] = NEWEST,
    limit: int | None = None,
) -> ColumnElement[bool]:
    """That a game is one of the first of a player's that meet the conditions.

    At most ``limit`` of each side are found, and the player's first ones are among them. Each side is a walk
    along an index of its own: as alternatives in one condition, the two would have a database read all of a
    player's games, or all that meet the conditions.
    """
    walks = (
        select(games.c.id)
        .where(games.c[f"{side}_id"] == player_id, *conditions)
        .order_by(*order)
        .limit(limit)
        .subquery()
        for side in ("white", "black")
    )
    return games.c.id.in_(union_all(*(select(walk.c.id) for walk in walks)))
