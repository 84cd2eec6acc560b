"""Each kind of Discord's bad weather in each room that talks to it: rows in ``docs/behavior.md``."""

import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from random import Random
from time import monotonic
from typing import Any

import pytest
from structlog.testing import capture_logs

from bot.jobs import application
from bot.ui.context import limits, requests, sight
from tests.behavior import CANNOT_BE
from tests.bot.wire.conftest import BLAISE, Wire
from tests.bot.wire.rooms import (
    LOUNGE,
    ROOMS,
    Room,
    Step,
    begin_with_messages,
    games_shown,
    move_while_away,
    text_of,
    texts_in,
)
from tests.cells import cell, in_cells
from tests.loopback import kinds
from tests.loopback.kinds import Kind

pytestmark = pytest.mark.thorough

AWAY, LIMITS, REFUSES = "Discord can't be reached", "Discord limits the bot", "Discord refuses it"
FORBIDS, GONE = "the bot isn't allowed to", "Discord says that it's gone"
DONE = "Discord has done it, and says otherwise"

MEMBERS: Mapping[str, Callable[[Room], Sequence[Kind]]] = {
    AWAY: lambda _: (kinds.CLOSED, kinds.RESET, *kinds.ERRORS, *kinds.IN_FRONT, *kinds.NO_ANSWERS),
    LIMITS: lambda _: (
        *kinds.LIMITS,
        kinds.LIMITED_LONG,
        kinds.LIMITED_FOR_A_YEAR,
        *kinds.ODD_LIMITS,
    ),
    REFUSES: lambda room: room.refused,
    FORBIDS: lambda room: room.forbidden,
    GONE: lambda room: room.gone,
    DONE: lambda _: (
        kinds.CLOSED_AFTER,
        kinds.DONE_AND_ERROR,
        kinds.DONE_AND_BAD_GATEWAY,
        *kinds.NONSENSE_DONE,
    ),
}

SOON, LATER = timedelta(seconds=30), timedelta(minutes=61)
"""How long it is to the next round of jobs, and for how long nothing happens after the weather."""


async def no_news(wire: Wire) -> bool:
    return texts_in(wire, LOUNGE) == []


async def board_stands(wire: Wire) -> bool:
    return "#1" in text_of(wire, (await wire.client.services.games.get(1)).message_id)


USUAL = {
    AWAY: "it's done once Discord answers",
    LIMITS: "it's done once the limit is over; until then, only clicks try",
    REFUSES: "it's tried again, less and less often",
    FORBIDS: "it's tried again, less and less often, and done once it's allowed",
    GONE: "it's looked for less and less often, and done once it's there",
    DONE: "that's found out, or it's done again without anyone noticing",
}
OTHERS: Mapping[tuple[str, str], tuple[str, Step | None]] = {
    ("board", GONE): ("a deleted message is posted again; a channel is looked for", None),
    **{
        (state, GONE): ("it's forgotten after two looks that don't find it", None)
        for state in ("private board", "watched board")
    },
    ("cup card", GONE): ("a deleted message is posted again; a channel is looked for", None),
    ("team card", GONE): ("a deleted message is posted again; a channel is looked for", None),
    **{
        ("thread", event): ("the game is played in a thread later, or in its players' DMs", games_shown)
        for event in (REFUSES, FORBIDS, GONE)
    },
    **{
        ("daily puzzle", event): ("it's tried again an hour later, up to four times a day", None)
        for event in (AWAY, LIMITS, REFUSES, FORBIDS, GONE)
    },
    ("announcement", REFUSES): ("it's given up, and logged", no_news),
    **{
        ("reminder", event): ("the player is told once Discord answers that it's their turn", None)
        for event in (AWAY, LIMITS)
    },
    **{
        ("reminder", event): ("if neither a mention nor a DM is accepted, there's none", board_stands)
        for event in (REFUSES, FORBIDS, GONE)
    },
    ("reminder", DONE): ("the player is reminded, perhaps in two ways", None),
    **{
        ("member lookup", event): ("everyone counts as a member", None)
        for event in (AWAY, LIMITS, REFUSES, FORBIDS)
    },
    ("member lookup", GONE): ("they're told that the other isn't here now; nothing else changes", None),
    **{
        ("sight", event): ("what's in other channels isn't listed until Discord tells who sees them", None)
        for event in (AWAY, LIMITS, REFUSES, FORBIDS, GONE)
    },
    # To look something up does nothing.
    ("member lookup", DONE): (CANNOT_BE, None),
    ("sight", DONE): (CANNOT_BE, None),
    # What belongs to the application itself needs no permission, and isn't in anything that could be gone.
    **{(state, event): (CANNOT_BE, None) for state in ("emoji", "command") for event in (FORBIDS, GONE)},
    **{
        ("direct message", event): ("the player is mentioned in the channel instead", None)
        for event in (AWAY, LIMITS, REFUSES, FORBIDS, GONE)
    },
    ("direct message", DONE): ("the player is mentioned in the channel, too", None),
}
"""The outcomes that differ, and how to tell if it isn't as usual."""

PACED_ELSEWHERE = {"thread", "emoji", "command"}
"""Each game of a cup asks for a thread of its own, and the pauses of the others are those of their jobs."""

BY_DEFAULT = {("board", AWAY), ("direct message", LIMITS)}


def cases(chosen: Callable[[str, Room, Sequence[Kind]], Sequence[Kind]]) -> list[Any]:
    """Return the cells, each with some of the members of its kind."""
    return [
        by_default(cell(event, room.state, room, kind, shown or room.shown, outcome=outcome))
        for event, members in MEMBERS.items()
        for room in ROOMS
        for outcome, shown in [OTHERS.get((room.state, event), (USUAL[event], None))]
        if outcome != CANNOT_BE
        for kind in chosen(event, room, members(room))
    ]


def by_default(case: Any) -> Any:
    """Mark some of the cells, so that they run by default."""
    (marked,) = case.marks
    if marked.args[1::-1] not in BY_DEFAULT:
        return case
    return pytest.param(*case.values, id=case.id, marks=[marked, pytest.mark.default])


def by_chance(event: str, room: Room, members: Sequence[Kind]) -> Sequence[Kind]:
    return [Random(f"{event} {room.state}").choice(members)]


class Sky:
    """The time for what's remembered of Discord: it's ``ahead`` of the machine's by some seconds."""

    def __init__(self) -> None:
        self.ahead = 0.0

    def monotonic(self) -> float:
        return monotonic() + self.ahead

    async def pass_over(self, wire: Wire, time: timedelta) -> None:
        """Let time pass, and everything happen that's due then."""
        await wire.live(time)
        self.ahead += time.total_seconds()
        await wire.client.run_jobs_once()


@pytest.fixture(autouse=True)
def sky(monkeypatch: pytest.MonkeyPatch) -> Sky:
    sky = Sky()
    for module in (limits, sight):
        monkeypatch.setattr(module, "monotonic", sky.monotonic)
    return sky


@in_cells(cases(by_chance), "room", "kind", "shown")
async def test_nothing_is_lost_in_bad_weather_and_everything_is_right_after_it(
    wire: Wire,
    *,
    sky: Sky,
    room: Room,
    kind: Kind,
    shown: Step,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    read = list[str]()
    wire.discord.answers.listeners.append(lambda message, _: read.append(message.text))
    await room.prepare(wire)
    # Rounds of its own would overlap with those below, and be half done when they're looked at.
    await wire.client.stop_jobs()
    before = await room.kept(wire)
    with capture_logs() as logged:
        block = wire.discord.weather.block(kind, room.method, room.path)
        is_final = kind in (*room.refused, *room.forbidden, *room.gone) and kind not in kinds.UNKNOWN_CODES
        with monkeypatch.context() as impatient:
            if not is_final:
                impatient.setattr(requests, "PATIENCE", 0.5)
                impatient.setattr(application, "LONGEST", 0.5)
            await room.begin(wire)
            await sky.pass_over(wire, room.after)
            assert block.happened.is_set()
            await sky.pass_over(wire, SOON)
            asked = block.count
            await wire.client.run_jobs_once()
        if is_final and room.state not in PACED_ELSEWHERE:
            assert block.count == asked, "it's asked for again at once"
        assert await room.kept(wire) == before
        wire.discord.weather.clear()
        await sky.pass_over(wire, LATER)
        assert await room.kept(wire) == before
        assert await shown(wire)
    assert [line for line in logged if line["log_level"] == "error" or "exc_info" in line] == []
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []
    assert not [text for text in read if "Something went wrong" in text]


async def test_someone_who_can_be_told_of_their_turn_in_no_way_is_told_later(
    wire: Wire, sky: Sky, monkeypatch: pytest.MonkeyPatch
) -> None:
    await begin_with_messages(wire)
    with monkeypatch.context() as impatient:
        impatient.setattr(requests, "PATIENCE", 0.5)
        wire.discord.weather.block(kinds.UNAVAILABLE, "POST", "channels/*")
        await move_while_away(wire)
        await sky.pass_over(wire, timedelta(minutes=2))
    wire.discord.weather.clear()
    await sky.pass_over(wire, LATER)
    (told,) = texts_in(wire, wire.private(BLAISE))
    assert "your turn" in told
