"""Leaderboards as text: for people who don't want pictures, and for those who can't see them."""

from gettext import NullTranslations

from bot.matches.values.standings import BoardPage, LadderPage, Period, RatedPlace, Rung
from bot.ui.components.pages import list_text
from bot.ui.standings.views import BoardView
from bot.ui.text.levels import level_name
from bot.ui.text.words import name, rating_text, ruleset_name, signed
from engine import Level


def board_title(words: NullTranslations, view: BoardView, *, in_server: bool) -> str:
    """What a leaderboard of rated players is called."""
    _ = words.gettext
    if view.provisional:
        return _("Provisional ratings") if in_server and view.here else _("Provisional ratings, all servers")
    return _("Leaderboard") if in_server and view.here else _("Leaderboard, all servers")


def board_scope(words: NullTranslations, view: BoardView) -> str:
    """Which games a leaderboard is about: their ruleset and its period."""
    return f"{ruleset_name(words, view.ruleset)} · {period_name(words, view.period)}"


def period_name(words: NullTranslations, period: Period) -> str:
    """A period as the menu calls it."""
    _ = words.gettext
    return {
        Period.ALL: _("all time"),
        Period.MONTH: _("last 30 days"),
        Period.SEASON: _("this season"),
    }[period]


def board_text(words: NullTranslations, view: BoardView, page: BoardPage, *, in_server: bool) -> str:
    """A page of a leaderboard of rated players as lines, with the reader's own line at the end."""
    lines = [_place_line(words, place) for place in page.places]
    if page.own is not None and page.own.player not in [place.player for place in page.places]:
        lines.append(words.gettext("You: {line}").format(line=_place_line(words, page.own)))
    return list_text(
        board_title(words, view, in_server=in_server),
        [f"-# {board_scope(words, view)}", *lines] if lines else [],
        empty=_nobody(words, view),
    )


def ladder_text(words: NullTranslations, page: LadderPage, *, here: bool) -> str:
    """A page of the computer's ladder as lines, with the reader's own line at the end."""
    _ = words.gettext
    lines = [_rung_line(words, rung) for rung in page.rungs]
    if page.own is not None and page.own.player not in [rung.player for rung in page.rungs]:
        lines.append(_("You: {line}").format(line=_rung_line(words, page.own)))
    return list_text(
        ladder_title(words, here=here),
        lines,
        empty=_("No one here has beaten the computer without hints yet. Start a game with /pyrga play."),
        footer=ladder_scope(words),
    )


def ladder_title(words: NullTranslations, *, here: bool) -> str:
    """What the computer's ladder is called, in a server or everywhere."""
    _ = words.gettext
    return _("Against the computer") if here else _("Against the computer, all servers")


def ladder_scope(words: NullTranslations) -> str:
    """What counts on the computer's ladder."""
    return words.gettext("Highest level beaten without hints")


def streak_text(words: NullTranslations, streak: int) -> str:
    """A streak in a few words; nothing for less than two wins or losses in a row."""
    if streak > 1:
        return words.gettext("{number} wins in a row").format(number=streak)
    if streak < -1:
        return words.gettext("{number} losses in a row").format(number=-streak)
    return ""


def _nobody(words: NullTranslations, view: BoardView) -> str:
    _ = words.gettext
    if view.period is Period.SEASON:
        return _(
            "No one has an established rating in this season, or there's no season. A manager of the server "
            "can start one with /pyrga-server season."
        )
    if view.provisional:
        return _("No one has a provisional rating here. Start a rated game with /pyrga challenge.")
    return _(
        "No one has an established rating here yet: it takes about a dozen rated games. To see everyone "
        "else, press **Provisional**, or start a game with /pyrga challenge."
    )


def _place_line(words: NullTranslations, place: RatedPlace) -> str:
    games = words.ngettext("{number} game", "{number} games", place.games).format(number=place.games)
    facts = [rating_text(place.rating, place.deviation), _week(words, place), games]
    facts.append(streak_text(words, place.streak))
    return f"{_numbered(place)}{name(place.player)} · {' · '.join(fact for fact in facts if fact)}"


def _week(words: NullTranslations, place: RatedPlace) -> str:
    if place.change is None:
        return ""
    return words.gettext("{change} this week").format(change=signed(round(place.change)))


def _rung_line(words: NullTranslations, rung: Rung) -> str:
    wins = words.ngettext("{number} win", "{number} wins", rung.wins).format(number=rung.wins)
    level = level_name(words, Level(rung.level))
    return f"{_numbered(rung)}{name(rung.player)} · {level}, {wins}"


def _numbered(line: RatedPlace | Rung) -> str:
    return "" if line.rank is None else f"{line.rank}\\. "
