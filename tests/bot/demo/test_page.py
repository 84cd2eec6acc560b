"""People use ``pyrga demo`` in a browser."""

from http import HTTPStatus
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest

from tests.bot.demo.demo_command import demo_on
from tests.bot.demo.demo_page import DemoPage

pytestmark = pytest.mark.thorough

POSTED_WIDTH = 1330


def start_game(page: DemoPage) -> None:
    page.become("Ada")
    page.challenge("Blaise")
    page.become("Blaise")
    page.press("Accept")


def resign(page: DemoPage) -> None:
    page.press("Resign")
    page.press("Resign")


# One test instead of several, because starting the demo and the browser takes seconds.
def test_two_people_play_continue_after_a_restart_and_find_the_game_in_the_history(
    page: DemoPage, tmp_path: Path
) -> None:
    with demo_on(tmp_path) as demo:
        assert "There's no computer here" in demo.words[-1]
        page.open(demo.address)
        assert page.heading == "Hi! How about a game of Pyrga?"
        assert page.buttons_are_in_view
        page.hold_like_a_phone()
        assert page.buttons_are_in_view
        page.press("Lesson")
        assert page.heading == "1 of 8 · Next to a Square"

        start_game(page)
        assert page.heading == "Pyrga #1 · start"

        assert page.fits_a_phone
        page.aim_a_triangle_from("b2", "up")
        assert page.heading == "Pyrga #1 · move 1"
        assert "After a Triangle on b2 pointing up: play on b4 or b3." in page.text
        assert page.fits_a_phone
        assert page.shows_what_to_do

        second_tab = page.open_second_tab()
        for _ in range(2):
            page.play_one_move()
        assert page.heading == "Pyrga #1 · move 3"
        second_tab.wait_for_heading("Pyrga #1 · move 3")
        assert second_tab.picture_width == POSTED_WIDTH
        page.become("Chiyo")
        page.give_command("/pyrga challenge")
        ending = demo.interrupt()
    assert ending.code == 0
    assert "The demo has ended." in ending.words

    with demo_on(tmp_path) as demo:
        page.open(demo.address)
        assert page.headings == ["Hi! How about a game of Pyrga?", "A game of Pyrga?", "Pyrga #1 · move 3"]
        page.play_one_move()
        assert page.heading == "Pyrga #1 · move 4"

        page.become("Ada")
        resign(page)
        # Ada's question and its answer are visible only to Ada.
        page.become("Blaise")
        assert page.heading == "Pyrga #1 · finished"
        assert page.picture_width == POSTED_WIDTH

        page.give_command("/pyrga history")
        assert "vs. Ada · won · resignation" in page.text
        assert page.shows_the_end
        demo.interrupt()

    with demo_on(tmp_path) as demo:
        page.open(demo.address)
        assert page.headings[-1] == "Pyrga #1 · finished"


def search_everywhere(page: DemoPage) -> None:
    page.give_command("/pyrga find")
    assert page.heading == "Play people from other servers?"
    page.press("Search everywhere")


def test_a_search_in_one_server_meets_a_search_in_the_other(page: DemoPage, tmp_path: Path) -> None:
    with demo_on(tmp_path) as demo:
        page.open(demo.address)
        there = page.beside("Game Night")
        assert page.is_in_front
        assert there.is_in_front
        assert page.is_below_its_name
        assert there.is_below_its_name
        search_everywhere(page)
        assert page.heading == "Looking for an opponent"

        page.hold_like_a_phone()
        assert not there.is_in_front
        there.bring_forward()
        assert there.is_in_front
        search_everywhere(there)
        assert there.text.endswith("Your game with Ada has started: open the board")
        page.bring_forward()
        page.wait_for_heading("Pyrga #1 · move 1")
        assert "Emmy plays from Game Night." in page.text

        for move in (2, 3):
            mover, other = (page, there) if page.player_to_move else (there, page)
            mover.bring_forward()
            mover.play_one_move()
            other.bring_forward()
            other.wait_for_heading(f"Pyrga #1 · move {move}")
        page.bring_forward()
        resign(page)
        there.bring_forward()
        there.wait_for_heading("Pyrga #1 · finished")


def test_an_address_without_its_key_says_what_is_missing(tmp_path: Path) -> None:
    with demo_on(tmp_path) as demo:
        address, _, _ = demo.address.rpartition("/")
        with pytest.raises(HTTPError) as refused:
            urlopen(f"{address}/")  # noqa: S310 - our own address
        assert refused.value.code == HTTPStatus.NOT_FOUND
        assert "Copy the whole address" in refused.value.read().decode()
