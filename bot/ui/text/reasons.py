"""How games ended, in a word or two."""

from gettext import NullTranslations

from engine import Reason


def reason_name(words: NullTranslations, reason: Reason) -> str:
    """How a game with a result ended, whoever won it: ``resignation``.

    Raises:
        KeyError: games that end for this reason have no result.
    """
    _ = words.gettext
    points = _("on points")
    return {
        Reason.THREE_TOWERS: _("three Towers"),
        Reason.COUNT_3: points,
        Reason.COUNT_2: points,
        Reason.COUNT_1: points,
        Reason.DRAW: _("everything tied"),
        Reason.STUCK: _("no moves left"),
        Reason.RESIGNATION: _("resignation"),
        Reason.TIMEOUT: _("out of time"),
        Reason.AGREEMENT: _("agreed"),
    }[reason]
