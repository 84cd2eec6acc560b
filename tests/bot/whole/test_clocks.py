"""Members play against the clock."""

from dataclasses import replace
from datetime import timedelta

import pytest
from discord.utils import format_dt

from bot.jobs.due import LONGEST_SLEEP
from bot.store.clocks import due_times
from bot.store.clocks.due_times import NewDue
from bot.store.clocks.vital_signs import INTERVAL
from bot.store.connections.database import Database
from bot.values.players import NotificationMode, Player
from tests.bot.servers import Server, answer, labels, said, texts
from tests.bot.whole.scenes import live
from tests.reading import as_read

pytestmark = pytest.mark.thorough

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)


def ada_lost(server: Server) -> str:
    """Return what a board says that was posted because Ada ran out of time."""
    return f"**{server.blaise.mention} wins: {server.ada.mention} ran out of time**"


async def test_the_card_names_the_time_per_move_and_the_board_when_the_move_is_due(server: Server) -> None:
    for clock, shown, due in (
        ({}, "Time per move: 3 days.", "move due <t:"),
        ({"clock": "none"}, "No clock: take as long as you like.", ""),
        ({"clock": "2d 12h"}, "Time per move: 2 days 12 hours.", "move due <t:"),
    ):
        card = await server.challenge(**clock)
        assert shown in texts(card)[1]
        await server.blaise.click(card, label="Accept")
        assert due in texts(card)[-1]
        assert ("move due" in texts(card)[-1]) is bool(due)


async def test_an_invalid_time_per_move_is_refused_with_the_range(server: Server) -> None:
    for typed in ("soon", "0m", "14d 1m", "-5m", "*" * 5000):
        refused = said(
            await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise, clock=typed)
        )
        assert "isn't a valid time. For each move, use 1 minute to 14 days, such as 90m or 2d 12h" in refused
    assert server.channel.history() == []
    # The demo's page would treat an error as an unknown outcome.
    assert server.env.errors == []


@pytest.mark.default
async def test_common_times_are_suggested_while_typing(server: Server) -> None:
    async def offers(typed: str) -> list[str]:
        found = await server.ada.autocomplete(server.channel, "pyrga challenge", "clock", typed)
        return [offer["name"] for offer in found]

    assert (await offers(""))[:3] == ["3 days per move", "1 day per move", "8 hours per move"]
    assert "no clock" in await offers("")
    assert await offers("no") == ["no clock"]
    assert await offers("5m") == ["5 minutes per move", "15 minutes per move"]
    assert await offers("4d") == ["4 days per move", "14 days per move"]
    assert await offers("60m") == ["1 hour per move"]
    assert await offers("45m") == ["45 minutes per move"]
    assert await offers("soon") == []


async def test_the_board_counts_down_with_discords_timestamps_without_edits(server: Server) -> None:
    board = await server.begin(clock="5m")
    first = texts(board)[-1]
    assert f"move due {format_dt(server.clock.now() + 5 * MINUTE, 'R')}" in first
    await live(server, 2 * MINUTE)
    assert texts(board)[-1] == first
    await server.play(board, "Sa1")
    assert f"move due {format_dt(server.clock.now() + 5 * MINUTE, 'R')}" in texts(board)[-1]


@pytest.mark.default
async def test_a_game_of_five_minutes_per_move_ends_on_its_own(server: Server) -> None:
    await server.begin(clock="5m")
    await live(server, 5 * MINUTE)
    board = await server.board()
    assert ada_lost(server) in texts(board)[-1]
    assert "move due" not in texts(board)[-1]


async def test_the_task_wakes_up_when_something_comes_due(server: Server) -> None:
    await server.begin(clock="1m")
    server.clock.move(40 * MINUTE / 60)
    # Long enough for a heartbeat.
    await server.env.advance_time(INTERVAL.total_seconds() + 1)
    server.clock.move(20 * MINUTE / 60)
    await server.env.advance_time(2 * LONGEST_SLEEP.total_seconds())
    assert ada_lost(server) in texts(await server.board())[-1]


async def test_without_timers_the_jobs_are_run_from_outside(server: Server) -> None:
    await server.begin(clock="1m")
    server.clock.move(MINUTE / 2)
    await server.client.run_jobs_once()
    server.clock.move(MINUTE / 2)
    await server.client.run_jobs_once()
    assert ada_lost(server) in texts(await server.board())[-1]


async def test_a_failure_does_not_keep_anything_else_from_being_done(server: Server) -> None:
    await server.begin(clock="5m")
    database = Database(server.settings.database())
    async with database.writing() as connection:
        await due_times.add(connection, NewDue("of the future", server.clock.now()))
    await database.close()
    await live(server, 5 * MINUTE)
    assert ada_lost(server) in texts(await server.board())[-1]


@pytest.mark.default
async def test_the_waiting_player_is_told_once_and_claims_the_win_after_a_restart(server: Server) -> None:
    await server.begin()
    await live(server, 3 * DAY)
    board = await server.board()
    assert "(White) to play · out of time: **Blaise** can claim the win" in texts(board)[-1]
    assert labels(board)[-3:] == ["Claim win", "Give time", "More…"]
    link = f"https://discord.com/channels/{server.guild.id}/{board.channel_id}/{board.id}"
    sentence = "**Ada** has run out of time in game #1. Claim the win or give more time"
    await live(server, DAY)
    shown = [as_read(message.content) for message in server.channel.history()]
    told = [each for each in shown if "Claim the win" in each]
    assert told == [f"{server.blaise.mention} {sentence}: [open the board]({link})"]
    panel = answer(await server.blaise.click(board, label="More…"))
    usual = ["Replay", "Help", "Private note", "Settings"]
    assert labels(panel) == ["Cancel game", "Conditional moves", *usual]
    await server.restart()

    refused = await server.ada.click(board, label="Claim win")
    assert said(refused) == "That's **Blaise**'s choice. Until then you can still move."
    refused = await server.chiyo.click(board, label="Give time")
    assert "**Ada** and **Blaise**'s game" in said(refused)

    await server.blaise.click(board, label="Claim win")
    assert "**Blaise wins: Ada ran out of time**" in texts(await server.board())[-1]


@pytest.mark.default
async def test_reminders_come_at_the_moments_chosen_in_the_settings(server: Server) -> None:
    await server.change_setting(server.ada, "setting:mine:reminders", "24", "1")
    await server.begin()
    ends = format_dt(server.clock.now() + 3 * DAY, "R")
    await live(server, HOUR)
    seen = []
    for step in (3 * DAY - 26 * HOUR, 2 * HOUR, 12 * HOUR, 10 * HOUR):
        await live(server, step)
        shown = [as_read(message.content) for message in server.channel.history()]
        seen.append([each for each in shown if " is due " in each])
    assert [len(reminders) for reminders in seen] == [0, 1, 1, 2]
    sentence = f"{server.ada.mention} Your move in game #1 against **Blaise** is due {ends}: "
    assert seen[-1][-1].startswith(sentence)
    assert set(server.pinged()) == {server.ada.id}


@pytest.mark.parametrize(("chosen", "reminders"), [(NotificationMode.PRIVATE, 1), (NotificationMode.NONE, 0)])
async def test_without_dms_a_reminder_comes_in_the_channel_if_any_is_wanted(
    server: Server, chosen: NotificationMode, reminders: int
) -> None:
    await server.client.services.preferences.change_player(
        Player(server.ada.id, "Ada"), lambda old: replace(old, notifications=chosen)
    )
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await server.begin()
    await live(server, 3 * DAY - 12 * HOUR)
    assert sum(" is due " in message.content for message in server.channel.history()) == reminders
    assert (server.ada.id in server.pinged()) is bool(reminders)


@pytest.mark.default
async def test_a_vacation_is_taken_after_a_confirmation_shown_and_ended_in_private(server: Server) -> None:
    board = await server.begin()
    before = texts(board)[-1]
    panel = answer(await server.ada.slash(server.channel, "pyrga vacation", days=3))
    assert panel.ephemeral
    (question,) = texts(panel)
    assert question.startswith("Start a vacation of 3 days now? Your clocks will be paused")
    assert labels(panel) == ["Start vacation", "Not now"]
    await server.ada.click(panel, label="Not now")
    assert "You have 14 of 14 vacation days left this year." in texts(panel)[0]
    assert (await server.client.services.vacations.book(server.ada.id)).current is None
    assert labels(panel) == ["1 day", "3 days", "7 days", "14 days"]

    await server.ada.click(panel, label="7 days")
    await server.ada.click(panel, label="Start vacation")
    ends = server.clock.now() + 7 * DAY
    assert f"You're on vacation until {format_dt(ends, 'f')}" in texts(panel)[0]
    assert "You have 7 of 14 vacation days left this year." in texts(panel)[0]
    assert texts(board)[-1] == before

    shown = answer(await server.blaise.slash(server.channel, "pyrga show"))
    assert f"· on vacation until {format_dt(ends, 'D')}" in texts(shown)[-1]
    assert f"move due {format_dt(ends + 3 * DAY, 'R')}" in texts(shown)[-1]

    await live(server, 6 * DAY)
    await server.ada.click(panel, label="End vacation")
    assert "You have 8 of 14 vacation days left this year." in texts(panel)[0]
    assert labels(panel) == ["1 day", "3 days", "7 days"]
    shown = answer(await server.blaise.slash(server.channel, "pyrga show"))
    assert f"move due {format_dt(server.clock.now() + 3 * DAY, 'R')}" in texts(shown)[-1]
    assert "on vacation" not in texts(shown)[-1]


async def test_anything_that_came_due_just_before_a_stop_is_done_after_the_start(server: Server) -> None:
    await server.begin(clock="5m")
    await live(server, 5 * MINUTE - MINUTE / 2)
    server.clock.move(MINUTE / 2)
    await server.restart()
    await server.env.advance_time(1)
    assert ada_lost(server) in texts(await server.board())[-1]
