"""Errors for requests about analysis boards that can't be met, as in ``bot.matches.errors``."""

from bot.matches.errors import MatchError


class NotAPositionError(MatchError):
    """``text`` isn't a position, or no game can have it."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class TwoSubjectsError(MatchError):
    """Both a game and a position were named, and a board shows only one of them."""
