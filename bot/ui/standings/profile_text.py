"""Profiles of players in words: ratings, scores, and figures."""

from collections import Counter
from collections.abc import Sequence
from gettext import NullTranslations

from bot.matches.values.standings import PROVISIONAL_DEVIATION, Badge, BestWin, Profile, Score
from bot.ui.text.alt_text import fitted
from bot.ui.text.badges import badge_name
from bot.ui.text.status import reason_name
from bot.ui.text.values import level_name
from bot.ui.text.words import (
    color_name,
    game_name,
    labeled,
    link_to,
    name,
    percentage,
    plain_name,
    rating_text,
    ruleset_name,
)
from engine import Color, Level

_FEWEST = 2


def curve_text(ratings: Sequence[float], most: int) -> str:
    """The ratings of a curve, at most ``most`` of them, evenly spread; empty if there's no curve.

    >>> curve_text([1500.0, 1512.4, 1498.0, 1520.0], 3)
    '1500, 1512, 1520'
    >>> curve_text([1500.0], 3)
    ''
    """
    if min(len(ratings), most) < _FEWEST:
        return ""
    last = len(ratings) - 1
    told = sorted({last * each // (most - 1) for each in range(most)})
    return ", ".join(str(round(ratings[index])) for index in told)


_MOST_RATINGS = 10

Figure = tuple[str, str]
"""The label of a figure about a player, and its value."""


def rating_shown(words: NullTranslations, profile: Profile) -> str:
    """A player's rating, or a note that they have none."""
    if profile.standing is None:
        return words.pgettext("rating", "Unrated")
    return rating_text(profile.standing.rating, profile.standing.deviation)


def rank_line(words: NullTranslations, profile: Profile, *, here: bool) -> str:
    """The ruleset of a profile and the player's rank, in the server if ``here``, or in all of them."""
    _, standing, ruleset = words.gettext, profile.standing, ruleset_name(words, profile.ruleset)
    if standing is not None and standing.rank is not None:
        # Translators: after the name of a ruleset; {rank} is a number.
        pattern = _("rank {rank} in this server") if here else _("rank {rank} in all servers")
        return f"{ruleset} · {pattern.format(rank=standing.rank)}"
    if standing is not None and standing.deviation >= PROVISIONAL_DEVIATION:
        provisional = words.pgettext("rating", "provisional")
        return f"{ruleset} · {provisional}"
    return ruleset


def figures(words: NullTranslations, profile: Profile) -> list[Figure]:
    """Other figures about a player, the most interesting ones first, without markup."""
    found = _streaks(words, profile)
    if profile.standing is not None and profile.standing.best_win is not None:
        best = profile.standing.best_win
        value = f"{round(best.rating)} · {plain_name(best.opponent)}"
        found.append((words.pgettext("profile", "Best win"), value))
    return found + _other_figures(words, profile)


def profile_description(
    words: NullTranslations, profile: Profile, badges: Sequence[Badge], *, here: bool
) -> str:
    """Everything on the card, for people who can't see it, short enough for a picture's description."""
    # Translators: the description of a picture.
    title = words.gettext("Profile of {player}.").format(player=plain_name(profile.player))
    facts = [
        f"{rank_line(words, profile, here=here)}, {rating_shown(words, profile)}",
        *_record_lines(words, profile),
        *(labeled(words, label, value) for label, value in figures(words, profile)),
        *_history_lines(words, profile),
        *_badge_lines(words, badges),
    ]
    return fitted(f"{title} {'. '.join(facts)}.")


def profile_text(words: NullTranslations, profile: Profile, badges: Sequence[Badge], *, here: bool) -> str:
    """A whole profile as text, for people who don't want pictures."""
    # Translators: a heading.
    title = words.gettext("{player}'s profile").format(player=name(profile.player))
    lines = [
        f"### {title}",
        f"**{rating_shown(words, profile)}** · {rank_line(words, profile, here=here)}",
        *_record_lines(words, profile),
    ]
    # The best win is among the details.
    plain = [*_streaks(words, profile), *_other_figures(words, profile)]
    lines += [labeled(words, label, value) for label, value in plain]
    lines += _history_lines(words, profile)
    return "\n".join([*lines, *_badge_lines(words, badges), *details(words, profile)])


def details(words: NullTranslations, profile: Profile) -> list[str]:
    """Lines that the card has no room for: the best win with a link, and how games ended."""
    lines = []
    if profile.standing is not None and profile.standing.best_win is not None:
        lines.append(_best_win_line(words, profile.standing.best_win))
    lines += [f"-# {line}" for line in _reason_lines(words, profile)]
    if len(profile.by_ruleset) > 1:
        lines += [
            f"-# {labeled(words, ruleset_name(words, ruleset), score_text(words, score))}"
            for ruleset, score in sorted(profile.by_ruleset.items(), key=lambda one: -one[1].games)
        ]
    return lines


def score_text(words: NullTranslations, score: Score) -> str:
    """A score in words: ``3 wins, 1 draw, 2 losses``."""
    draws = words.ngettext("{number} draw", "{number} draws", score.drawn).format(number=score.drawn)
    return f"{_wins(words, score.won)}, {draws}, {_losses(words, score.lost)}"


def _streaks(words: NullTranslations, profile: Profile) -> list[Figure]:
    pgettext, standing = words.pgettext, profile.standing
    if standing is None:
        return []
    found: list[Figure] = []
    if standing.streak:
        count = _wins if standing.streak > 0 else _losses
        found.append((pgettext("profile", "Streak"), count(words, abs(standing.streak))))
    if standing.best_streak:
        found.append((pgettext("profile", "Best streak"), _wins(words, standing.best_streak)))
    return found


def _wins(words: NullTranslations, number: int) -> str:
    return words.ngettext("{number} win", "{number} wins", number).format(number=number)


def _losses(words: NullTranslations, number: int) -> str:
    return words.ngettext("{number} loss", "{number} losses", number).format(number=number)


def _other_figures(words: NullTranslations, profile: Profile) -> list[Figure]:
    pgettext = words.pgettext
    found: list[Figure] = []
    if profile.accuracy.share is not None:
        found.append((pgettext("profile", "Accuracy"), percentage(words, profile.accuracy.share)))
    if profile.level is not None:
        found.append((pgettext("profile", "Level beaten"), level_name(words, Level(profile.level))))
    if profile.puzzles:
        found.append((pgettext("profile", "Puzzles solved"), str(profile.puzzles)))
    if profile.standing is not None:
        found.append((pgettext("profile", "Rated games"), str(profile.standing.games)))
    return found


def _record_lines(words: NullTranslations, profile: Profile) -> list[str]:
    record = profile.record
    if not record.by_color:
        return []
    by_color = [
        labeled(words, color_name(words, color), score_text(words, record.by_color[color]))
        for color in Color
        if color in record.by_color
    ]
    return [score_text(words, record.score(Color.WHITE) + record.score(Color.BLACK)), *by_color]


def _history_lines(words: NullTranslations, profile: Profile) -> list[str]:
    """A few of the ratings that the chart shows."""
    moments = () if profile.standing is None else profile.standing.history
    ratings = curve_text([moment.rating for moment in moments], _MOST_RATINGS)
    # Translators: a player's rating over time, such as "Rating so far: 1500, 1512, 1498".
    sentence = words.gettext("Rating so far: {ratings}")
    return [sentence.format(ratings=ratings)] if ratings else []


def _badge_lines(words: NullTranslations, badges: Sequence[Badge]) -> list[str]:
    if not badges:
        return []
    named = ", ".join(badge_name(words, badge) for badge in badges)
    return [words.gettext("Badges: {badges}").format(badges=named)]


def _best_win_line(words: NullTranslations, best: BestWin) -> str:
    # Translators: the strongest opponent beaten, and a link to that game.
    sentence = words.gettext("Best win: {opponent} ({rating}), [{game}]({link})")
    return sentence.format(
        opponent=name(best.opponent),
        rating=round(best.rating),
        game=game_name(best.game),
        link=link_to(best.place, best.message_id),
    )


def _reason_lines(words: NullTranslations, profile: Profile) -> list[str]:
    """How games were won, lost and drawn, each with the most common reason first."""
    pgettext = words.pgettext
    wins, losses, draws = Counter[str](), Counter[str](), Counter[str]()
    for reason, score in profile.record.by_reason.items():
        said = reason_name(words, reason)
        wins[said] += score.won
        losses[said] += score.lost
        draws[said] += score.drawn
    labels = pgettext("score", "Wins"), pgettext("score", "Losses"), pgettext("score", "Draws")
    lines = []
    for label, counts in zip(labels, (wins, losses, draws), strict=True):
        common = sorted((+counts).items(), key=lambda one: (-one[1], one[0]))
        if common:
            lines.append(labeled(words, label, ", ".join(f"{said} {games}" for said, games in common)))
    return lines
