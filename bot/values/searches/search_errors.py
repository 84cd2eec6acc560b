"""Errors for searches that can't begin, as in ``bot.values.errors``."""

from bot.values.errors import Refusal


class TooManySearchesError(Refusal):
    """Someone already has the maximum number of searches, which is ``limit``."""

    limit: int


class NoChallengesWantedError(Refusal):
    """Someone looks for an opponent but accepts no challenges."""


class OwnServersOnlyError(Refusal):
    """Someone searches everywhere but hasn't agreed to play people from other servers."""


class ServerApartError(Refusal):
    """Someone searches everywhere in a server that doesn't allow games across servers."""


class OutOfReachError(Refusal):
    """Someone searches where the bot can only answer, so it couldn't post a board there later."""
