"""What a challenge proposes when the challenger left it open."""

import pytest

from bot.values.challenges import ColorChoice, Terms
from bot.values.clocks import NO_CLOCK, USUAL
from bot.values.preferences import GuildPreferences, Wish, terms_of
from engine import Ruleset, Start

pytestmark = pytest.mark.quick

CHOOSY = GuildPreferences(
    ruleset=Ruleset.PILOTIS, move_seconds=3600, start=Start.SWAP, rated=True, thread=True
)


def terms(wish: Wish, preferences: GuildPreferences | None = None, *, threads_possible: bool = True) -> Terms:
    return terms_of(wish, preferences or GuildPreferences(), language="de", threads_possible=threads_possible)


def test_if_no_one_chose_anything_the_terms_are_the_defaults() -> None:
    assert terms(Wish()) == Terms(
        Ruleset.PYRGA, ColorChoice.RANDOM, "de", Start.BALANCED, rated=True, move_seconds=USUAL
    )


def test_anything_the_challenger_left_open_is_as_the_server_chose() -> None:
    assert terms(Wish(), CHOOSY) == Terms(
        Ruleset.PILOTIS,
        ColorChoice.RANDOM,
        "de",
        Start.SWAP,
        rated=True,
        thread=True,
        move_seconds=3600,
    )


def test_the_challengers_choices_override_the_servers() -> None:
    wish = Wish(
        Ruleset.CLASSIC,
        ColorChoice.WHITE,
        Start.PLAIN,
        rated=False,
        hints=True,
        thread=False,
        move_seconds=NO_CLOCK,
    )
    assert terms(wish, CHOOSY) == Terms(Ruleset.CLASSIC, ColorChoice.WHITE, "de", Start.PLAIN, hints=True)


@pytest.mark.parametrize(("rated", "start"), [(True, Start.BALANCED), (False, Start.PLAIN)])
def test_a_server_or_challenger_decides_whether_it_is_rated_and_so_how_it_usually_starts(
    *, rated: bool, start: Start
) -> None:
    for chosen in (terms(Wish(rated=rated)), terms(Wish(), GuildPreferences(rated=rated))):
        assert (chosen.rated, chosen.start) == (rated, start)


def test_an_advantage_is_for_casual_games() -> None:
    assert not terms(Wish(start=Start.ADVANTAGE), GuildPreferences(rated=True)).rated
    assert terms(Wish(start=Start.ADVANTAGE, rated=True)).rated, "which is refused"


def test_asking_for_hints_where_games_are_usually_rated_means_a_casual_game() -> None:
    assert not terms(Wish(hints=True), CHOOSY).rated
    assert terms(Wish(hints=True, rated=True), CHOOSY).rated


def test_a_servers_wish_for_threads_is_ignored_where_they_are_impossible_but_a_challengers_is_kept() -> None:
    assert not terms(Wish(), CHOOSY, threads_possible=False).thread
    assert terms(Wish(thread=True), threads_possible=False).thread


def test_a_server_without_clocks_has_none() -> None:
    assert terms(Wish(), GuildPreferences(move_seconds=NO_CLOCK)).move_seconds is None
    assert terms(Wish(move_seconds=300), GuildPreferences(move_seconds=NO_CLOCK)).move_seconds == 300
