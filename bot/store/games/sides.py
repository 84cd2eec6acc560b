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
    """A condition that selects the first games of a player that meet the conditions.

    It finds at most ``limit`` for each side, including the player's first ones. Each side is a walk along its
    own index: with a single condition with an OR, a database would read all of a player's games, or all that
    meet the conditions.
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
