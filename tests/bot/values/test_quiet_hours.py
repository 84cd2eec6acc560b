"""Quiet hours are those of someone's own clock, also on the days on which it changes."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.values.clocks import ZONES, QuietHours, local_time, next_reminder, zones_by_hour

pytestmark = pytest.mark.quick

HOURS = st.integers(0, 23)
MOMENTS = st.datetimes(datetime(2025, 1, 1), datetime(2028, 1, 1), timezones=st.just(UTC))  # noqa: DTZ001 - hypothesis adds it
HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
BERLIN = QuietHours("Europe/Berlin", 22, 8)


def is_quiet(quiet: QuietHours, moment: datetime) -> bool:
    """Walk through the hours of a clock from the first quiet one."""
    hour, walked = quiet.quiet_from or 0, []
    while hour != quiet.quiet_until:
        walked.append(hour)
        hour = (hour + 1) % 24
    return moment.astimezone(ZoneInfo(quiet.time_zone or "UTC")).hour in walked


@given(st.sampled_from(ZONES), HOURS, HOURS, MOMENTS)
@example("America/Santiago", 20, 0, datetime(2026, 4, 5, 2, 30, tzinfo=UTC))
@example("Australia/Lord_Howe", 22, 2, datetime(2026, 4, 4, 14, 45, tzinfo=UTC))
@example("Europe/Berlin", 3, 2, datetime(2026, 3, 28, 23, 30, tzinfo=UTC))
@example("Antarctica/Troll", 0, 2, datetime(2026, 10, 25, 1, 30, tzinfo=UTC))
def test_a_quiet_moment_is_one_in_these_hours_and_they_end_at_the_first_that_is_not(
    zone: str, start: int, end: int, moment: datetime
) -> None:
    quiet = QuietHours(zone, start, end)
    over = quiet.end_after(moment)
    assert (over is not None) == is_quiet(quiet, moment)
    if over is not None:
        assert over > moment
        assert not is_quiet(quiet, over)
        passed = moment
        while passed < over:
            assert is_quiet(quiet, passed)
            passed += 15 * MINUTE
        assert is_quiet(quiet, over - MINUTE)


@pytest.mark.parametrize(
    ("evening", "hours"),
    [
        (datetime(2026, 3, 28, 21, tzinfo=UTC), 9),
        (datetime(2026, 10, 24, 20, tzinfo=UTC), 11),
        (datetime(2026, 11, 28, 21, tzinfo=UTC), 10),
    ],
)
def test_a_night_in_which_clocks_change_is_an_hour_shorter_or_longer(evening: datetime, hours: int) -> None:
    assert BERLIN.end_after(evening - MINUTE) is None
    assert BERLIN.end_after(evening) == evening + hours * HOUR


def test_without_a_time_zone_or_a_start_nothing_is_quiet() -> None:
    moment = datetime(2026, 11, 28, 23, tzinfo=UTC)
    for quiet in (QuietHours(None, 0, 23), QuietHours("Europe/Berlin"), QuietHours("Europe/Berlin", 5, 5)):
        assert quiet.end_after(moment) is None


@given(st.lists(st.sampled_from([24, 12, 6, 1]), unique=True), HOURS, HOURS, MOMENTS)
def test_only_the_last_reminder_comes_in_quiet_hours_and_the_others_once_they_are_over(
    hours: list[int], start: int, end: int, deadline: datetime
) -> None:
    quiet, moment, told = QuietHours("Europe/Berlin", start, end), deadline - timedelta(days=3), []
    while (at := next_reminder(deadline, 3 * 24 * 3600, hours, quiet, after=moment)) is not None:
        told.append(moment := at)
    wanted = sorted(deadline - each * HOUR for each in hours)
    assert told[-1:] == wanted[-1:]
    assert not any(is_quiet(quiet, at) for at in told[:-1])
    for each in wanted:
        assert each in told or any(each < at <= (quiet.end_after(each) or each) for at in told)


def test_every_clock_of_the_world_is_among_those_to_choose_from() -> None:
    weeks = [datetime(2026, 6, 1, tzinfo=UTC) + timedelta(days=7 * number) for number in range(104)]

    def hands(zone: str) -> tuple[datetime, ...]:
        return tuple(local_time(zone, week).replace(tzinfo=None) for week in weeks)

    assert len(set(ZONES)) == len(ZONES)
    assert {hands(zone) for zone in available_timezones() if "/" in zone} <= set(map(hands, ZONES)) | {
        hands(zone) for zone in available_timezones() if zone.startswith("Etc/")
    }


@given(MOMENTS)
def test_at_every_hour_there_are_a_few_zones_and_the_likeliest_is_right_to_the_minute(
    now: datetime,
) -> None:
    for zones in zones_by_hour(now).values():
        assert 1 <= len(zones) <= 25
        assert local_time(zones[0], now).minute == now.minute
