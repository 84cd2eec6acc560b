"""Leaderboards as pictures, with their whole text for people who can't see them."""

from gettext import NullTranslations

import render
from bot.matches.puzzles.puzzle_board import Solver
from bot.matches.values.players import ThemeName
from bot.matches.values.standings import RatedPlace, Rung
from bot.ui.components.themes import drawn
from bot.ui.message.content import Picture
from bot.ui.message.drawing import draw
from bot.ui.standings.shown import ShownBoard, ShownLadder, ShownSolvers
from bot.ui.text.words import plain_name, rating_text


async def board_picture(shown: ShownBoard, theme: ThemeName) -> Picture:
    """A page of a leaderboard of rated players; it has at least one row."""
    words = shown.words
    _ = words.gettext
    headings = render.LeaderboardHeadings(
        _("Player"),
        _("Rating"),
        # Translators: the headings of a leaderboard have little room. This is about the last seven days.
        _("Week"),
        (_("Games"), _("Streak")),
    )
    rows = tuple(_place_row(words, place, shown.reader_id) for place in shown.page.places)
    apart = None if shown.apart is None else _place_row(words, shown.apart, shown.reader_id)
    page = render.LeaderboardPage(shown.title, shown.scope, headings, rows, apart)
    png = await draw(render.leaderboard, page, theme=drawn(theme))
    return Picture(f"leaderboard-{shown.view}-{theme}.png", png, shown.alt_text)


async def ladder_picture(shown: ShownLadder, theme: ThemeName) -> Picture:
    """A page of the computer's ladder; it has at least one row."""
    words = shown.words
    _ = words.gettext
    headings = render.LeaderboardHeadings(_("Player"), _("Level"), None, (_("Wins"),))
    rows = tuple(_rung_row(rung, shown.reader_id) for rung in shown.page.rungs)
    apart = None if shown.apart is None else _rung_row(shown.apart, shown.reader_id)
    page = render.LeaderboardPage(shown.title, shown.scope, headings, rows, apart)
    png = await draw(render.leaderboard, page, theme=drawn(theme))
    return Picture(f"ladder-{shown.view}-{theme}.png", png, shown.alt_text)


async def solvers_picture(shown: ShownSolvers, theme: ThemeName) -> Picture:
    """A page of the solvers of the puzzles of the day; it has at least one row."""
    _ = shown.words.gettext
    headings = render.LeaderboardHeadings(_("Player"), _("Solved"), None, (_("Streak"), _("Today")))
    rows = tuple(_solver_row(solver, shown.reader_id) for solver in shown.solvers)
    apart = None if shown.apart is None else _solver_row(shown.apart, shown.reader_id)
    page = render.LeaderboardPage(shown.title, shown.scope, headings, rows, apart)
    png = await draw(render.leaderboard, page, theme=drawn(theme))
    return Picture(f"solvers-{shown.view}-{theme}.png", png, shown.alt_text)


def _place_row(words: NullTranslations, place: RatedPlace, reader_id: int | None) -> render.LeaderboardRow:
    return render.LeaderboardRow(
        place.rank,
        plain_name(place.player),
        rating_text(place.rating, place.deviation),
        (str(place.games), streak_figure(words, place.streak)),
        None if place.change is None else round(place.change),
        place.latest,
        own=place.player.id == reader_id,
    )


def streak_figure(words: NullTranslations, streak: int) -> str:
    """A streak in two or three characters."""
    _ = words.gettext
    if not streak:
        return "\N{EN DASH}"
    # Translators: wins (W) or losses (L) in a row, in two or three letters.
    pattern = _("W{number}") if streak > 0 else _("L{number}")
    return pattern.format(number=abs(streak))


def _rung_row(rung: Rung, reader_id: int | None) -> render.LeaderboardRow:
    return render.LeaderboardRow(
        rung.rank,
        plain_name(rung.player),
        str(rung.level),
        (str(rung.wins),),
        own=rung.player.id == reader_id,
    )


def _solver_row(solver: Solver, reader_id: int | None) -> render.LeaderboardRow:
    return render.LeaderboardRow(
        solver.rank,
        plain_name(solver.player),
        str(solver.solved),
        (str(solver.streak), solver.solved_today),
        own=solver.player.id == reader_id,
    )
