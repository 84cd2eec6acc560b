"""Errors for requests to the computer that can't be met."""

from bot.values.errors import Refusal


class ComputerUnavailableError(Refusal):
    """There is no computer on this host: the operator switched it off, or numba or numpy is not installed."""


class ComputerFailedError(Refusal):
    """The solver's process ended without an answer, even when the request was repeated."""
