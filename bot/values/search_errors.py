"""Errors for searches that can't begin, as in ``bot.values.errors``."""

from bot.values.errors import Refusal, sentence, sentences


class TooManySearchesError(Refusal):
    number: int
    says = sentences(
        "You already have {number} search, the maximum. Cancel it first: /pyrga find shows it.",
        "You already have {number} searches, the maximum. Cancel one first: /pyrga find shows them.",
    )


class NoChallengesWantedError(Refusal):
    says = sentence(
        "You've chosen not to be challenged, so no one can play you. Change that in /pyrga settings first."
    )


class OwnServersOnlyError(Refusal):
    says = sentence(
        "You've chosen to play only in your servers. To play elsewhere, change that in /pyrga settings."
    )


class ServerApartError(Refusal):
    """Someone searches everywhere in a server that doesn't allow games across servers."""

    says = sentence(
        "This server doesn't allow games across servers. Look in this server only, or use /pyrga find in DMs "
        "with me."
    )


class OutOfReachError(Refusal):
    says = sentence(
        "I can't post a board here later on my own. Use /pyrga find in DMs with me, or in a server that has "
        "added me."
    )
