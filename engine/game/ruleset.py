"""The three rulesets of the game."""

from enum import StrEnum

__all__ = ["Ruleset"]


class Ruleset(StrEnum):
    """A published set of rules; its value is the name used in every text form.

    - `PYRGA`: the English rules. If White's first piece was a Square, White's second may not be one. A player
      who can place nothing ends the game and the count decides.
    - `CLASSIC`: the French rules of Pyrga. As `PYRGA` without the restriction on the opening.
    - `PILOTIS`: the French rules of Pilotis. As `CLASSIC`, but a player who still holds pieces and can place
      nothing loses.

    >>> Ruleset("pilotis")
    <Ruleset.PILOTIS: 'pilotis'>
    """

    PYRGA = "pyrga"
    CLASSIC = "classic"
    PILOTIS = "pilotis"

    @property
    def restricts_opening(self) -> bool:
        """Whether White may not play Squares with both of the first two pieces.

        >>> [ruleset.value for ruleset in Ruleset if ruleset.restricts_opening]
        ['pyrga']
        """
        return self is Ruleset.PYRGA

    @property
    def stuck_player_loses(self) -> bool:
        """Whether a player who holds pieces and can place none loses, instead of the count deciding.

        >>> [ruleset.value for ruleset in Ruleset if ruleset.stuck_player_loses]
        ['pilotis']
        """
        return self is Ruleset.PILOTIS
