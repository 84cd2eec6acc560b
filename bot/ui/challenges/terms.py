"""The terms of a challenge, in sentences that people who have never played understand."""

from gettext import NullTranslations

from bot.matches.values.challenges import Challenge, ColorChoice, Terms
from bot.ui.text.clocks import duration_name
from bot.ui.text.words import name
from engine import Ruleset, Start


def term_lines(words: NullTranslations, challenge: Challenge) -> list[str]:
    """What the challenge proposes, with one sentence for each term."""
    terms = challenge.terms
    return [
        _colors(words, challenge),
        *_start(words, terms.start),
        _stakes(words, terms),
        _time(words, terms.move_seconds),
        _rules(words, terms.ruleset),
        *_extras(words, terms),
    ]


def _colors(words: NullTranslations, challenge: Challenge) -> str:
    _ = words.gettext
    if challenge.terms.start is Start.BALANCED:
        # The first move isn't made by anyone.
        sentences = {
            ColorChoice.RANDOM: _("Colors are random."),
            ColorChoice.WHITE: _("{challenger} plays White."),
            ColorChoice.BLACK: _("{challenger} plays Black."),
        }
    else:
        sentences = {
            ColorChoice.RANDOM: _("Colors are random, and White moves first."),
            ColorChoice.WHITE: _("{challenger} plays White and moves first."),
            ColorChoice.BLACK: _("{challenger} plays Black and moves second."),
        }
    return sentences[challenge.terms.color].format(challenger=name(challenge.challenger))


def _start(words: NullTranslations, start: Start) -> list[str]:
    _ = words.gettext
    return {
        Start.PLAIN: [],
        Start.BALANCED: [
            _("Balanced start: White's first piece is placed at random to be fair. Black moves next.")
        ],
        Start.SWAP: [_("Swap start: after White's first move, Black can take over White's side.")],
    }[start]


def _stakes(words: NullTranslations, terms: Terms) -> str:
    _ = words.gettext
    if terms.rated:
        return _("Rated: the result changes both players' ratings.")
    return _("Casual: ratings don't change.")


def _time(words: NullTranslations, seconds: int | None) -> str:
    if seconds is None:
        return words.gettext("No clock: take as long as you like.")
    # Translators: {duration} is how long a move can take, such as "2 days 12 hours".
    sentence = words.gettext("Time per move: {duration}.")
    return sentence.format(duration=duration_name(words, seconds))


def _rules(words: NullTranslations, ruleset: Ruleset) -> str:
    _ = words.gettext
    return {
        Ruleset.PYRGA: _("The usual Pyrga rules."),
        Ruleset.CLASSIC: _("Pyrga classic rules: White's second piece can be any kind."),
        Ruleset.PILOTIS: _(
            "Pilotis rules: like classic, but a player who still has pieces and can't place any loses."
        ),
    }[ruleset]


def _extras(words: NullTranslations, terms: Terms) -> list[str]:
    _ = words.gettext
    hints = [_("Both players can ask the computer for hints.")] if terms.hints else []
    thread = [_("The game gets its own thread.")] if terms.thread else []
    return [*hints, *thread]
