"""Everything that a leaderboard's picture shows is also there in words."""

import re

from bot.locale import words_for
from bot.ui.standings.leaderboards import ShownLeaderboard
from bot.ui.standings.pages import LeaderboardView, streak_text
from bot.ui.text.alt_text import LONGEST
from bot.values.players import Player
from bot.values.standings import RankedPage, RatedPlace

CURVE = tuple(1500.0 + 10 * number for number in range(12))


def page(*names: str, latest: tuple[float, ...] = CURVE) -> ShownLeaderboard:
    """Return a page with players with these names, each with this curve of ratings."""
    places = tuple(
        RatedPlace(
            rank,
            Player(rank, name),
            rating=1610.0,
            deviation=60.0,
            change=12.0,
            latest=latest,
            games=20,
            streak=3,
        )
        for rank, name in enumerate(names, start=1)
    )
    return ShownLeaderboard(
        words_for("en"), LeaderboardView(), RankedPage(0, places, more=False, own=None), None, in_server=True
    )


def told(text: str) -> list[str]:
    """Return the curves in a text."""
    return re.findall(r"lately ([\d, ]+\d)", text)


def test_a_streak_is_told_from_two_in_a_row() -> None:
    told = [streak_text(words_for("en"), streak) for streak in (-2, -1, 0, 1, 2)]
    assert told == ["2 losses in a row", "", "", "", "2 wins in a row"]


def test_the_text_has_every_rating_of_a_curve() -> None:
    assert told(page("Ada").text) == [", ".join(str(round(rating)) for rating in CURVE)]


def test_without_a_curve_there_is_nothing_to_say() -> None:
    assert told(page("Ada", latest=(1610.0,)).text) == []


def test_a_description_with_enough_room_says_as_much_as_the_text() -> None:
    shown = page("Ada", "Blaise")
    assert told(shown.alt_text) == told(shown.text)


def test_a_full_page_has_fewer_ratings_of_each_and_still_lists_everyone() -> None:
    description = page(*(f"member{number}" for number in range(10))).alt_text
    assert told(description) == ["1500, 1550, 1610"] * 10
    assert len(description) <= LONGEST


def test_with_long_names_the_description_drops_curves_rather_than_names() -> None:
    description = page(*(f"{number:032}" for number in range(10))).alt_text
    assert told(description) == []
    assert description.count(" · 1610 · ") == 10
    assert len(description) <= LONGEST
