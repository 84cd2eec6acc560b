"""What a cup ended with."""

from collections.abc import Mapping
from typing import Final

from bot.values.cups.cup import Cup
from bot.values.cups.dealing import advancing
from bot.values.cups.tables import table
from bot.values.events.event import EventStatus

MEDALS: Final = 3
"""The last place with a medal: gold, silver, and bronze."""


def medals(cup: Cup) -> Mapping[int, int]:
    """Return the ids of those who have won a medal, the best first, each with their place.

    It's the place in the last group among those who haven't left; people can share it. A cup that isn't over
    has none, and neither has a month of a league, which has champions.
    """
    if cup.status is not EventStatus.OVER or cup.stage is None or not cup.terms.has_stages:
        return {}
    present = cup.present_in(len(cup.stages) - 1)
    if not cup.is_final:
        # No final came of it, because fewer than two advanced.
        return dict.fromkeys(advancing(cup.stage.groups, present, cup.entrants), 1)
    ranks = {row.player_id: row.rank for row in table(cup.stage.groups[0], present)}
    return {player_id: rank for player_id, rank in ranks.items() if rank is not None and rank <= MEDALS}


def champions(cup: Cup) -> frozenset[int]:
    """Return the ids of the winners of the first division of a month of a league that's over."""
    if cup.status is not EventStatus.OVER or cup.stage is None:
        return frozenset()
    present = cup.present_in(len(cup.stages) - 1)
    return frozenset(row.player_id for row in table(cup.stage.groups[0], present) if row.rank == 1)
