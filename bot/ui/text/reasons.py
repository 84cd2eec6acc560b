"""How games ended, in a word or two."""

from gettext import NullTranslations

from engine import Reason


def reason_name(words: NullTranslations, reason: Reason) -> str:
    """How a game with a result ended, no matter who won it: ``resignation``.

    Raises:
        KeyError: games that end for this reason have no result.
    """
    pgettext = words.pgettext
    points = pgettext("how a game ended", "on points")
    return {
        Reason.THREE_TOWERS: pgettext("how a game ended", "three Towers"),
        Reason.COUNT_3: points,
        Reason.COUNT_2: points,
        Reason.COUNT_1: points,
        Reason.DRAW: pgettext("how a game ended", "everything tied"),
        Reason.STUCK: pgettext("how a game ended", "no moves left"),
        Reason.RESIGNATION: pgettext("how a game ended", "resignation"),
        Reason.TIMEOUT: pgettext("how a game ended", "out of time"),
        Reason.AGREEMENT: pgettext("how a game ended", "agreed"),
    }[reason]
