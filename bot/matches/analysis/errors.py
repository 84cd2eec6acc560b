"""Errors for what someone asked of an analysis board and can't have, as in ``bot.matches.errors``."""

from bot.matches.errors import MatchError


class NotAPositionError(MatchError):
    """``text`` isn't a position, or one that no game can have."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class TwoSubjectsError(MatchError):
    """Both a game and a position were named, and a board shows only one of them."""
