"""When something counts as gone, and when the bot looks again."""

from datetime import timedelta

import pytest

from bot.ui.context.looks import APART, Looks
from bot.ui.context.requests import (
    ForbiddenError,
    GoneError,
    LimitedError,
    RefusedError,
    RequestError,
    Thing,
    UnreachableError,
)
from tests.bot.clocks import StandingClock

pytestmark = pytest.mark.quick

THING = ("channel", 1)
GONE, FORBIDDEN, REFUSED = GoneError("", Thing.CHANNEL), ForbiddenError(""), RefusedError("")
ALMOST = APART - timedelta(seconds=1)


@pytest.fixture
def looks(clock: StandingClock) -> Looks:
    return Looks(clock)


@pytest.mark.parametrize("error", [GONE, FORBIDDEN])
def test_a_thing_is_gone_after_two_looks_ten_minutes_apart(
    looks: Looks, clock: StandingClock, error: RequestError
) -> None:
    assert not looks.fails(THING, error)
    clock.move(ALMOST)
    assert not looks.fails(THING, error)
    assert not looks.is_gone(THING)
    clock.move(APART - ALMOST)
    assert looks.fails(THING, error)
    assert looks.is_gone(THING)
    assert not looks.is_gone(("channel", 2))


@pytest.mark.parametrize("error", [UnreachableError(""), LimitedError(1), REFUSED])
def test_nothing_else_says_that_a_thing_is_gone(
    looks: Looks, clock: StandingClock, error: RequestError
) -> None:
    for _ in range(3):
        assert not looks.fails(THING, error)
        clock.move(APART)
    assert not looks.fails(THING, GONE)


@pytest.mark.parametrize("says_that_it_is_there", [None, REFUSED])
def test_a_thing_that_was_there_in_between_isnt_gone(
    looks: Looks, clock: StandingClock, says_that_it_is_there: RequestError | None
) -> None:
    looks.missing(THING)
    if says_that_it_is_there is None:
        looks.there(THING)
    else:
        looks.fails(THING, says_that_it_is_there)
    clock.move(APART)
    assert not looks.missing(THING)
    clock.move(APART)
    assert looks.missing(THING)


def test_the_longer_a_thing_is_missing_the_rarer_are_the_looks(looks: Looks, clock: StandingClock) -> None:
    looked = []
    for minute in range(8 * 60):
        if looks.is_due(THING):
            looked.append(minute)
            looks.fails(THING, FORBIDDEN)
        clock.move(timedelta(minutes=1))
    assert looked == [0, 1, 2, 4, 8, 16, 32, 64, 124, 184, 244, 304, 364, 424]


def test_a_look_is_forgotten_after_a_day(looks: Looks, clock: StandingClock) -> None:
    looks.missing(THING)
    clock.move(timedelta(days=1))
    assert not looks.missing(THING)
