"""Words in pictures: the fonts have every letter that a language needs, and no word is cut short."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import TypeVar

import pytest

import render
from bot.locale import Words, languages, words_for
from bot.locale.compiling import catalogs, language_of
from bot.ui.events.tables import group_name
from bot.ui.standings.leaderboards import ShownLadder, ShownLeaderboard, ShownPuzzleLeaderboard
from bot.ui.standings.pages import LadderView, LeaderboardView, PuzzleLeaderboardView
from bot.ui.standings.profile import daily_figures, figures, rank_line
from bot.use_cases.puzzles.daily_puzzles import PuzzlePeriod, PuzzleSolver
from bot.values.players import Place, Player
from bot.values.standings import (
    BestWin,
    DailyStreak,
    Period,
    Profile,
    RankedPage,
    RatedPlace,
    Record,
    Rung,
    Standing,
)
from engine import Accuracy, Level, Ruleset
from render.cards.cross_tables import SCOPE_ROOM
from render.text.lettering import fitted
from render.text.repertoire import coverage
from tests.bot.languages.made import catalog_in
from tests.bot.made_cups import open_cup, started

L = TypeVar("L", RatedPlace, Rung, PuzzleSolver)

ADA = Player(101, "Ada")


@pytest.mark.parametrize("source", catalogs(), ids=language_of)
def test_every_letter_of_a_language_can_be_drawn(source: Path) -> None:
    letters = {letter for message in catalog_in(source) for letter in str(message.string) if letter.isalpha()}
    assert len(letters) > 26
    assert {letter for letter in letters if not coverage(letter)} == set()


@pytest.mark.parametrize("sign", "\u00a0\u202f«»„”\u2019\u2013…")
def test_quotes_and_spaces_of_other_languages_can_be_drawn(sign: str) -> None:
    assert coverage(sign)


def changed(text: str) -> str:
    """Return a text with a different last letter: a text that's cut short looks the same with it."""
    return f"{text[:-1]}{'i' if text[-1] == 'm' else 'm'}"


def only(line: L) -> RankedPage[L]:
    """Return a page with this line."""
    return RankedPage(0, (line,), more=False, own=None)


def pages(words: Words) -> Iterator[render.LeaderboardPage]:
    """Yield a page of each kind."""
    place = RatedPlace(
        1234,
        ADA,
        rating=2345,
        deviation=60,
        change=-1234,
        latest=(1500, 1512),
        games=1234,
        streak=-12,
    )
    for here, period in product((True, False), Period):
        view = LeaderboardView(here, Ruleset.CLASSIC, period)
        yield ShownLeaderboard(words, view, only(place), None, in_server=True).drawing
    for here in (True, False):
        rung = Rung(1234, ADA, 8, 1234)
        yield ShownLadder(words, LadderView(here), only(rung), None, in_server=True).drawing
    for solving in PuzzlePeriod:
        solver = PuzzleSolver(1234, ADA, 1234, DailyStreak(1234), tries=1234)
        days = PuzzleLeaderboardView(solving)
        yield ShownPuzzleLeaderboard(words, days, only(solver), None, in_server=True).drawing


def cards(words: Words) -> Iterator[render.ProfileCard]:
    """Yield profiles with a high rank, each with one of all possible figures."""
    tally = render.Tally(12, 3, 4)
    headings = render.RecordHeadings(*(words.label("score", each) for each in ("Wins", "Draws", "Losses")))
    best = BestWin(ADA, 2345, 1, Place(1, 1), 1)
    standing = Standing(
        rating=2345,
        deviation=60,
        rank=1234,
        games=1234,
        streak=12,
        best_streak=12,
        best_win=best,
        history=(),
    )
    for here, level in product((True, False), Level):
        profile = Profile(ADA, Ruleset.CLASSIC, standing, Record({}, {}), {}, Accuracy(1, 1), 1234, level)
        rank = rank_line(words, profile, here=here)
        for figure in [*figures(words, profile), *daily_figures(words, DailyStreak(123, 2))]:
            shown = (render.ProfileFigure(*figure),)
            yield render.ProfileCard("Ada", "2345", rank, headings, render.Record(tally, tally), shown)


@pytest.mark.parametrize("language", languages())
def test_titles_of_leaderboards_are_shown_in_full(language: str) -> None:
    for page in pages(words_for(language)):
        whole = render.leaderboard(page)
        assert render.leaderboard(replace(page, title=changed(page.title))) != whole, page.title
        assert render.leaderboard(replace(page, subtitle=changed(page.subtitle))) != whole, page.subtitle


@pytest.mark.parametrize("language", languages())
def test_the_texts_of_a_profile_are_shown_in_full(language: str) -> None:
    for card in cards(words_for(language)):
        whole, (figure,) = render.profile(card), card.figures
        label = replace(figure, label=changed(figure.label))
        value = replace(figure, value=changed(figure.value))
        assert render.profile(replace(card, rank=changed(card.rank))) != whole, card.rank
        for column in ("wins", "draws", "losses"):
            heading = getattr(card.headings, column)
            headings = replace(card.headings, **{column: changed(heading)})
            assert render.profile(replace(card, headings=headings)) != whole, heading
        assert render.profile(replace(card, figures=(label,))) != whole, figure.label
        assert render.profile(replace(card, figures=(value,))) != whole, figure.value


@pytest.mark.parametrize("language", languages())
def test_what_the_table_of_a_cup_is_of_is_shown_in_full(language: str) -> None:
    for cup in (started(open_cup(3)), started(open_cup(64))):
        for group in cup.stages[0].groups:
            named = group_name(words_for(language), cup, 0, group)
            assert fitted(changed(named), SCOPE_ROOM) != fitted(named, SCOPE_ROOM), named
