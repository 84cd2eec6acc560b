"""Errors for requests to the computer that can't be met."""

from bot.values.errors import Refusal, sentence


class ComputerUnavailableError(Refusal):
    """There is no computer on this host: the operator switched it off, or numba or numpy is not installed."""

    says = sentence("The computer isn't available on this host. Use /pyrga challenge to play someone here.")


class ComputerFailedError(Refusal):
    """The solver's process ended without an answer, even when the request was repeated."""

    says = sentence("The computer isn't responding right now. Please try again in a minute.")
