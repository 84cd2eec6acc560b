"""What a cup ended with."""

from collections.abc import Mapping
from typing import Final

from bot.matches.cups.cup import Cup, CupStatus
from bot.matches.cups.dealing import advancing
from bot.matches.cups.tables import table

MEDALS: Final = 3
"""The last place with a medal: gold, silver, and bronze."""


def medals(cup: Cup) -> Mapping[int, int]:
    """Return the ids of those who have won a medal, the best first, each with their place.

    It's the place in the last group among those who haven't left; people can share it. In a month of a
    league, it's that in the first division. A cup that isn't over has none.
    """
    if cup.status is not CupStatus.OVER or cup.stage is None:
        return {}
    present = cup.present_in(len(cup.stages) - 1)
    if cup.terms.has_stages and not cup.is_final:
        # No final came of it, because fewer than two advanced.
        return dict.fromkeys(advancing(cup.stage.groups, present, cup.entrants), 1)
    ranks = {row.player_id: row.rank for row in table(cup.stage.groups[0], present)}
    return {player_id: rank for player_id, rank in ranks.items() if rank is not None and rank <= MEDALS}
