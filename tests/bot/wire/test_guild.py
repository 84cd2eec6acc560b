"""A game in a server, over the wire: every kind of interaction, and Discord's faults."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

import pytest
from sqlalchemy import Engine
from structlog.testing import capture_logs

import bot.app
from bot.jobs.rounds import repair_boards
from bot.ui.board.messages import send_board
from bot.ui.context.context import GRACE
from bot.use_cases.challenges.proposing import PAUSE_AFTER_DECLINE
from bot.use_cases.games.queries import GameQueries
from bot.values.game.game import Game
from bot.values.players import NotificationMode
from tests.bot.displays import displayed, lose_board
from tests.bot.statements import heard
from tests.bot.wire.conftest import ADA, BLAISE, CAFE, CHIYO, Wire
from tests.loopback.kinds import CLEAR, UNKNOWN_INTERACTION
from tests.loopback.messages import PATIENCE

pytestmark = pytest.mark.thorough

CALLBACK = "interactions/*/callback"


@pytest.mark.default
async def test_the_bot_registers_its_commands_for_everywhere(wire: Wire) -> None:
    await wire.people.slash(ADA, CAFE, "help")
    found = {command["name"]: command for command in wire.discord.commands}
    assert (found["pyrga"]["contexts"], found["pyrga"]["integration_types"]) == ([0, 1, 2], [0, 1])
    assert (found["pyrga-server"]["contexts"], found["pyrga-server"]["integration_types"]) == ([0], [0])


@pytest.mark.default
async def test_a_game_is_played_from_challenge_to_resignation(wire: Wire) -> None:
    board = await wire.begin()
    assert "Pyrga #1 · start" in board.text
    await wire.people.click(ADA, board, ":Sb2")
    assert "Pyrga #1 · move 1" in board.text
    await wire.people.click(BLAISE, board, ":Sb1")
    panel = (await wire.people.click(BLAISE, board, "Resign")).message
    await wire.people.click(BLAISE, panel, "Resign")
    await board.until("**Ada wins: Blaise resigned**")


async def test_moves_and_choices_on_boards_that_are_deleted_meanwhile_go_on_with_new_ones(wire: Wire) -> None:
    board = await wire.begin()
    newer = (await wire.people.click_while_deleted(ADA, board, "::b2")).message
    assert not newer.ephemeral
    await displayed(wire.client)
    assert (await wire.client.services.games.get(1)).message_id == newer.id
    newest = (await wire.people.click_while_deleted(ADA, newer, ":Tb2n")).message
    assert not newest.ephemeral
    assert newest.text.startswith("### Pyrga #1 · move 1")
    await displayed(wire.client)
    assert (await wire.client.services.games.get(1)).message_id == newest.id
    await wire.people.click(BLAISE, newest, ":Sb3")
    assert newest.text.startswith("### Pyrga #1 · move 2")


async def test_a_challenge_is_answered_though_its_card_is_deleted_meanwhile(wire: Wire) -> None:
    told = (await wire.people.click_while_deleted(BLAISE, await wire.challenge(), "Decline")).message
    assert told.ephemeral
    assert told.text == "**Blaise** declined **Ada**'s challenge."
    wire.clock.move(PAUSE_AFTER_DECLINE)
    board = (await wire.people.click_while_deleted(BLAISE, await wire.challenge(), "Accept")).message
    assert board.text.startswith("### Pyrga #1 · start")
    await wire.people.click(ADA, board, ":Sb2")
    assert board.text.startswith("### Pyrga #1 · move 1")


async def test_right_clicks_and_completed_names_are_answered(wire: Wire) -> None:
    form = await wire.people.menu(ADA, CAFE, "Challenge to Pyrga", BLAISE)
    chosen = {"opponent": [str(BLAISE.id)], "clock": ["86400"], "terms": ["rated"]}
    card = (await wire.people.fill(ADA, form, ruleset="pyrga", color="white", **chosen)).message
    assert f"**Ada** challenges <@{BLAISE.id}>." in card.text
    assert card.mentions == [BLAISE.id]
    await wire.people.click(BLAISE, card, "Accept")
    (choice,) = (await wire.people.complete(ADA, CAFE, "show", "game", "bla")).choices
    assert choice == {"name": "#1 against Blaise, their turn", "value": "1"}
    replay = (await wire.people.menu(ADA, CAFE, "Replay this game", card)).message
    assert replay.ephemeral
    assert replay.text.startswith("### Pyrga #1 · ")
    told = (await wire.people.menu(ADA, CAFE, "Analyze this position", card)).message
    assert "isn't over yet" in told.text
    assert (await wire.people.menu(ADA, CAFE, "Pyrga profile", BLAISE)).message.ephemeral


@pytest.mark.default
async def test_a_form_and_a_menu_are_answered(wire: Wire) -> None:
    board = await wire.begin()
    more = (await wire.people.click(ADA, board, "More…")).message
    asked = await wire.people.click(ADA, more, "Private note")
    noted = await wire.people.submit(ADA, asked, "mind the corner")
    assert "mind the corner" in noted.message.text
    panel = (await wire.people.slash(ADA, CAFE, "settings")).message
    await wire.people.click(ADA, panel, "Next")
    await wire.people.choose(ADA, panel, "setting:mine:notices", "private")
    assert (await wire.client.services.preferences.player(ADA.id)).notifications is NotificationMode.PRIVATE


async def test_an_answer_that_comes_too_late_loses_no_move(wire: Wire) -> None:
    board = await wire.begin()
    late = wire.discord.weather.block(UNKNOWN_INTERACTION, "POST", CALLBACK, times=1)
    await wire.people.click(ADA, board, ":Sb2")
    assert late.count == 1
    await wire.client.finish_answering(PATIENCE)
    assert "Pyrga #1 · move 1" in board.text


async def test_a_slow_answer_is_promised_in_time(
    wire: Wire, hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await wire.begin()
    hurry()
    lists = type(wire.client.services.game_queries)
    running = lists.running

    async def run_slowly(
        self: GameQueries, guild_id: int | None, *, player_id: int, limit: int
    ) -> list[Game]:
        await asyncio.sleep(GRACE + 0.2)
        return await running(self, guild_id, player_id=player_id, limit=limit)

    monkeypatch.setattr(lists, "running", run_slowly)
    shown = await wire.people.slash(ADA, CAFE, "show")
    assert shown.kind == 5
    await shown.message.until("Posted.")
    await board.until_deleted()


async def test_what_happens_while_the_connection_is_lost_is_answered_after_it(wire: Wire) -> None:
    board = await wire.begin()
    await wire.discord.gateway.disconnect()
    await wire.people.click(ADA, board, ":Sb2")
    assert "Pyrga #1 · move 1" in board.text


async def test_a_forged_button_of_another_message_is_refused_and_replaces_nothing(wire: Wire) -> None:
    await wire.begin()
    games = wire.client.services.games
    lost = await lose_board(wire.client, 1)
    card = (await wire.people.slash(CHIYO, CAFE, "challenge", rated=False)).message
    shown = card.text
    for forged in ("play:1:0:Sb2", "challenge:1:accept", "resign:1", "setting:mine:notices"):
        told = await wire.people.forge(ADA, card, forged)
        assert told.said == "This button no longer works. See /pyrga help.", forged
        assert (card.text, card.deleted) == (shown, False)
    assert await games.get(1) == lost


async def test_a_click_that_discord_never_lets_end_does_not_hold_up_the_stop_and_its_move_is_kept(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.app, "PATIENCE", 0.1)
    board = await wire.begin()
    silence = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=asyncio.Event())
    await wire.people.tap(ADA, board, board.custom_id(":Sb2"))
    await silence.happened.wait()
    await asyncio.wait_for(wire.client.close(), PATIENCE)
    async with wire.another_process() as restarted:
        assert (await restarted.services.games.get(1)).position.ply == 1
        await repair_boards(restarted)
    assert "move 1" in board.text


async def test_a_click_that_comes_while_the_bot_finishes_another_one_is_answered_before_it_stops(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.app, "PATIENCE", PATIENCE)
    board = await wire.begin()
    other = (await wire.people.slash(CHIYO, CAFE, "challenge", rated=False)).message
    first = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=asyncio.Event())
    await wire.people.tap(ADA, board, board.custom_id(":Sb2"))
    await first.happened.wait()
    closing = asyncio.create_task(wire.client.close())
    second = wire.discord.weather.block(CLEAR, "POST", CALLBACK, times=1, until=asyncio.Event())
    late = await wire.people.tap(CHIYO, other, other.custom_id(":cancel"))
    await second.happened.wait()
    for fault in first, second:
        assert fault.until is not None
        fault.until.set()
        await board.until("move 1")
    await closing
    assert late.answered.is_set()
    assert "Anyone can join" not in other.text
    assert not await wire.client.services.interactions.claim(late.id)


@pytest.mark.parametrize("found", [[], OSError()], ids=["found", "not found"])
async def test_what_is_offered_to_someone_who_types_while_the_bot_stops_is_no_defect(
    wire: Wire,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    found: list[Game] | OSError,
) -> None:
    await wire.begin()
    lists = type(wire.client.services.game_queries)
    begun, closed = asyncio.Event(), asyncio.Event()

    async def find_late(self: GameQueries, guild_id: int | None, *, player_id: int, limit: int) -> list[Game]:
        del self, guild_id, player_id, limit
        begun.set()
        await closed.wait()
        if isinstance(found, OSError):
            raise found
        return found

    monkeypatch.setattr(lists, "running", find_late)
    caplog.set_level(logging.ERROR)
    with capture_logs() as logged:
        asked = asyncio.create_task(wire.people.complete(ADA, CAFE, "show", "game", ""))
        await begun.wait()
        await wire.client.close()
        closed.set()
        async with asyncio.timeout(PATIENCE):
            while "suggestions not sent" not in [line["event"] for line in logged]:  # noqa: ASYNC110 - a list
                await asyncio.sleep(0.01)
    asked.cancel()
    assert [line for line in logged if line["log_level"] == "error"] == []
    assert caplog.records == []


async def test_what_the_bot_could_not_finish_before_it_stopped_is_no_defect(
    wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot.app, "PATIENCE", 0.0)
    board = await wire.begin()
    lists = type(wire.client.services.game_queries)
    begun, closed, failed = asyncio.Event(), asyncio.Event(), asyncio.Event()

    async def linger(self: GameQueries, guild_id: int | None, *, player_id: int, limit: int) -> list[Game]:
        del self, guild_id, player_id, limit
        begun.set()
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await closed.wait()
        failed.set()
        return []

    monkeypatch.setattr(lists, "running", linger)
    with capture_logs() as logged:
        asked = asyncio.create_task(wire.people.slash(ADA, board.channel, "show"))
        await begun.wait()
        await wire.client.close()
        closed.set()
        await failed.wait()
        await wire.client.finish_answering(PATIENCE)
    asked.cancel()
    assert [line["log_level"] for line in logged if line["log_level"] == "error"] == []
    assert "stopped before the answer" in [line["event"] for line in logged]


async def test_a_click_that_is_given_up_reads_no_more(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await wire.begin()
    begun = asyncio.Event()

    async def linger(*_: object, **__: object) -> Game:
        begun.set()
        await asyncio.Event().wait()
        raise AssertionError

    monkeypatch.setattr(type(wire.client.services.games), "change", linger)
    await wire.client.finish_answering(PATIENCE)
    # Nothing about her was read before.
    await wire.people.tap(CHIYO, board, board.custom_id(":Sb2"))
    await begun.wait()
    with heard(Engine) as statements:
        await wire.client.finish_answering(0)
    assert statements == []


async def test_a_board_that_replaces_another_is_a_new_message(wire: Wire) -> None:
    await wire.begin()
    game = await wire.client.services.games.get(1)
    older = await send_board(wire.client, game, game.board)
    assert await send_board(wire.client, game, game.board) == older
    # Its own nonce would find the older message, even once that's deleted.
    assert await send_board(wire.client, game, replace(game.board, message_id=older)) != older
