"""Errors for searches that can't begin, as in ``bot.values.errors``."""

from bot.values.errors import MatchError


class TooManySearchesError(MatchError):
    """Someone already has the maximum number of searches, which is ``limit``."""

    limit: int


class NoChallengesWantedError(MatchError):
    """Someone looks for an opponent but accepts no challenges."""


class OwnServersOnlyError(MatchError):
    """Someone searches everywhere but hasn't agreed to play people from other servers."""


class ServerApartError(MatchError):
    """Someone searches everywhere in a server that doesn't allow games across servers."""


class OutOfReachError(MatchError):
    """Someone searches where the bot can only answer, so it couldn't post a board there later."""
