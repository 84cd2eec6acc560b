"""The score between two people, after a game."""

from gettext import NullTranslations

from bot.matches.match.match import Match
from bot.ui.text.words import name
from engine import Color


def score_lines(words: NullTranslations, game: Match) -> list[str]:
    """Return how the players of a finished game have done against each other; empty for their first."""
    score = game.score
    if score is None or not game.is_counted or score.games == 1:
        return []
    leader = Color.WHITE if score.won >= score.lost else Color.BLACK
    facts = {
        "leader": name(game.player(leader)),
        "other": name(game.player(leader.opponent)),
        "more": max(score.won, score.lost),
        "fewer": min(score.won, score.lost),
        "draws": score.drawn,
    }
    if score.won == score.lost:
        pattern = (
            words.ngettext(
                "{leader} and {other} are tied {more}\N{EN DASH}{fewer}, with {draws} draw.",
                "{leader} and {other} are tied {more}\N{EN DASH}{fewer}, with {draws} draws.",
                score.drawn,
            )
            if score.drawn
            # Translators: the score between two players after a game.
            else words.gettext("{leader} and {other} are tied {more}\N{EN DASH}{fewer}.")
        )
    else:
        pattern = (
            words.ngettext(
                "{leader} leads {more}\N{EN DASH}{fewer} against {other}, with {draws} draw.",
                "{leader} leads {more}\N{EN DASH}{fewer} against {other}, with {draws} draws.",
                score.drawn,
            )
            if score.drawn
            # Translators: the score between two players after a game.
            else words.gettext("{leader} leads {more}\N{EN DASH}{fewer} against {other}.")
        )
    return [pattern.format(**facts)]
