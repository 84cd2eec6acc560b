"""What somebody wanted from the computer and does not get."""

from bot.matches.errors import MatchError


class ComputerUnavailableError(MatchError):
    """There is no computer on this host: the operator switched it off, or numba or numpy is not installed."""


class ComputerBusyError(MatchError):
    """This player has as many requests waiting as one may have."""


class ComputerFailedError(MatchError):
    """The solver's process ended without an answer, and did so again when the request was repeated."""
