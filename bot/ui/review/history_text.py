"""A player's finished games in words."""

from collections.abc import Sequence
from gettext import NullTranslations

from discord.utils import format_dt

from bot.matches.values.standings import ANY_LEVEL, HistoryFilter, PastGame, Result
from bot.ui.text.reasons import reason_name
from bot.ui.text.words import game_name, name, plain_name, points_changed, rating_text, ruleset_name
from engine import Ruleset

_LONGEST_LABEL = 100


def history_text(
    words: NullTranslations, title: str, games: Sequence[PastGame], wanted: HistoryFilter
) -> str:
    """One or more games below their title, each on a line, and the filters that apply."""
    lines = [f"### {title}", *(_line(words, game) for game in games)]
    filters = _filters(words, games[0], wanted)
    return "\n".join([*lines, *([f"-# {filters}"] if filters else [])])


def choice_label(words: NullTranslations, game: PastGame) -> str:
    """A game as a choice in a menu, in plain words."""
    parts = game_name(game.number), _against(words, game, plain_name(game.opponent))
    return " ".join(parts)[:_LONGEST_LABEL]


def choice_description(words: NullTranslations, game: PastGame) -> str:
    """The description of a game in a menu."""
    return ", ".join(_facts(words, game))


def _line(words: NullTranslations, game: PastGame) -> str:
    against = _against(words, game, name(game.opponent))
    facts = [f"**{game_name(game.number)}** {against}", *_facts(words, game)]
    if game.change is not None:
        rating = rating_text(game.change.after, game.change.deviation)
        facts.append(f"{rating} ({points_changed(game.change)})")
    return " · ".join([*facts, format_dt(game.finished_at, "R")])


def _against(words: NullTranslations, game: PastGame, opponent: str) -> str:
    _ = words.gettext
    pattern = {
        # Translators: in a list of someone's games, after the number of a game.
        Result.WON: _("won against {opponent}"),
        # Translators: in a list of someone's games, after the number of a game.
        Result.DRAWN: _("drew with {opponent}"),
        # Translators: in a list of someone's games, after the number of a game.
        Result.LOST: _("lost to {opponent}"),
    }[game.result]
    return pattern.format(opponent=opponent)


def _facts(words: NullTranslations, game: PastGame) -> list[str]:
    moves = words.ngettext("{number} move", "{number} moves", game.plies).format(number=game.plies)
    ruleset = [] if game.ruleset is Ruleset.PYRGA else [ruleset_name(words, game.ruleset)]
    return [reason_name(words, game.reason), moves, *ruleset]


def _filters(words: NullTranslations, example: PastGame, wanted: HistoryFilter) -> str:
    """The filters that apply, with the opponent's name from a game that matches them; empty if none do."""
    _ = words.gettext
    chosen = []
    if wanted.opponent == ANY_LEVEL:
        # Translators: a filter of someone's games.
        chosen.append(_("against the computer"))
    elif wanted.opponent is not None:
        # Translators: a filter of someone's games.
        chosen.append(_("against {opponent}").format(opponent=name(example.opponent)))
    if wanted.ruleset is not None:
        chosen.append(ruleset_name(words, wanted.ruleset))
    if wanted.result is not None:
        chosen.append(result_name(words, wanted.result))
    # Translators: which games are listed; {filters} is a list such as "against Ada, Pilotis, wins".
    return _("Only: {filters}").format(filters=", ".join(chosen)) if chosen else ""


def result_name(words: NullTranslations, result: Result) -> str:
    """A result as a filter."""
    pgettext = words.pgettext
    return {
        # Translators: which games are listed, such as "Only: against Ada, wins".
        Result.WON: pgettext("filter of games", "wins"),
        Result.DRAWN: pgettext("filter of games", "draws"),
        Result.LOST: pgettext("filter of games", "losses"),
    }[result]
