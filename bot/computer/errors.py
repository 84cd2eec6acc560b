"""Errors for what someone wanted from the computer and can't have."""

from bot.matches.errors import MatchError


class ComputerUnavailableError(MatchError):
    """There is no computer on this host: the operator switched it off, or numba or numpy is not installed."""


class ComputerFailedError(MatchError):
    """The solver's process ended without an answer, and did so again when the request was repeated."""
