"""Members review finished games, with the real solver in a process of its own."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
import simcord
from simcord.components import walk_components

from bot.computer import Computer
from bot.computer.errors import ComputerFailedError
from bot.matches.games.queries import GameQueries
from bot.matches.values.games import Game
from bot.matches.values.places import Place
from bot.settings import Settings
from bot.store.connections.database import Database
from bot.store.review import reviews as review_rows
from bot.ui.context.context import GRACE
from engine import Position, Record, RecordedMove, Ruleset, Solution, Value, print_review, review_game
from tests.bot.servers import GALLERY, TEXT, Server, alt_text, answer, components, offered, said, texts
from tests.bot.whole.hostile_names import BLAISE_IN_MESSAGES, check, renamed

WON = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
"""A short game in which every position is solved in a moment."""


@pytest.fixture
def settings(settings_with_computer: Settings) -> Settings:
    return settings_with_computer


@pytest.fixture(scope="session")
def review_of_won(compiled_solver: Path) -> str:
    """The review of the short game in its text form."""
    from engine.solver import Solver  # noqa: PLC0415 - it is there where the fixture before did not skip

    solver = Solver(table_megabytes=16, cache_folder=compiled_solver)
    moves = tuple(map(RecordedMove.parse, WON.split()))
    outcome = Position.replay(Ruleset.PYRGA, WON.split()).outcome()
    record = Record(Ruleset.PYRGA, moves, outcome)
    solutions = [solver.solve(position, line=False) for position in list(record.positions())[:-1]]
    return print_review(review_game(record, solutions))


@pytest.fixture
async def club(server: Server, settings: Settings, review_of_won: str) -> AsyncIterator[Server]:
    """The server after one game, whose review was made before."""
    await won(server)
    database = Database(settings.database())
    async with database.writing() as connection:
        await review_rows.keep(connection, 1, review_of_won, server.clock.now())
    yield server
    await database.close()


async def won(server: Server) -> simcord.ResponseMessage:
    board = await server.begin()
    await server.play(board, WON)
    return board


async def resigned(server: Server, moves: str = "", **options: Any) -> simcord.ResponseMessage:
    board = await server.begin(**options)
    await server.play(board, moves)
    panel = answer(await server.ada.slash(server.channel, "pyrga resign"))
    await server.ada.click(panel, label="Resign")
    return board


def shown(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """The private review, either the answer itself or a message after it."""
    message = result.followups[-1] if result.followups else answer(result)
    assert message.ephemeral
    return message


def labels(message: simcord.ResponseMessage) -> list[str]:
    return [button["label"] for button in offered(message)]


def progress(server: Server) -> list[str]:
    """What the bot has said about the progress of a review, in order."""
    bodies = [request.json for request in server.env.http_requests if isinstance(request.json, dict)]
    said = [
        component["content"]
        for body in bodies
        for component in walk_components(body.get("data", body).get("components") or [])
        if component["type"] == TEXT
    ]
    return [text for text in said if text.startswith("Reviewing")]


async def without_computer(server: Server) -> None:
    """Restart the bot on a host without a computer."""
    server.settings = server.settings.model_copy(update={"solver_megabytes": 0})
    await server.restart()


async def test_a_spectator_reviews_a_finished_game_and_a_second_look_needs_no_solver(server: Server) -> None:
    board = await won(server)
    assert labels(board) == ["Rematch", "Review", "Replay", "⋯"]
    review = shown(await server.chiyo.click(board, label="Review"))

    title, findings = texts(review)
    assert title == (
        "### Review of Pyrga #1\n**Ada** (White) against **Blaise** (Black)\n"
        "**Ada** controls three Towers and wins."
    )
    assert "⚪ **Ada**: 33%, the right choice in 1 of 3 decisions" in findings
    assert "⚫ **Blaise**: 0%, the right choice in 0 of 2 decisions" in findings
    assert "**1** ⚪ ◄\xa0c1 · turned a win into a loss. Better: " in findings
    assert alt_text(review) == (
        "Chart of who wins Pyrga game #1 with best play, move by move. At the start: White wins. "
        "After move 1: Black wins. After move 2: White wins. After move 3: Black wins. "
        "After move 4: White wins."
    )
    assert labels(review) == ["All moves", "Share", "Replay"]

    await without_computer(server)
    second = shown(await server.blaise.click(board, label="Review"))
    assert texts(second) == texts(review)


async def test_someone_who_waits_sees_how_far_the_review_is(server: Server) -> None:
    board = await resigned(server, "Sb2 Ta2e Cc2")
    result = await server.chiyo.click(board, label="Review")
    assert result.followups == []
    assert texts(answer(result))[0].startswith("### Review of Pyrga #1")
    assert progress(server)[0] == "Reviewing #1… 0 of 3 moves"


async def test_a_review_asked_for_in_the_viewer_takes_its_place(server: Server) -> None:
    board = await resigned(server, "Sb2 Ta2e Cc2")
    viewer = shown(await server.chiyo.click(board, label="Replay"))
    result = await server.chiyo.click(viewer, label="Review")
    assert result.followups == []
    assert texts(viewer)[0].startswith("### Review of Pyrga #1")
    assert progress(server)[0] == "Reviewing #1… 0 of 3 moves"
    await server.chiyo.click(viewer, label="Replay")
    assert "Ada** played" in texts(viewer)[1]
    assert len(texts(viewer)[1].splitlines()) == 3


async def test_progress_follows_a_promise_that_was_made_before(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await resigned(server, "Sb2 Ta2e Cc2")
    find = GameQueries.find_to_review

    async def find_slowly(self: GameQueries, here: Place, player_id: int, text: str | None) -> Game:
        await asyncio.sleep(GRACE + 0.2)
        return await find(self, here, player_id, text)

    monkeypatch.setattr(GameQueries, "find_to_review", find_slowly)
    result = await server.chiyo.click(board, label="Review")
    (review,) = result.followups
    assert review.ephemeral
    assert texts(review)[0].startswith("### Review of Pyrga #1")
    assert texts(board)[0].startswith("### Pyrga #1 · finished")
    assert progress(server)[0] == "Reviewing #1… 0 of 3 moves"


async def test_a_failure_takes_the_place_of_the_progress(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await resigned(server, "Sb2 Ta2e Cc2")

    async def fail(*asked: object, **limits: object) -> Solution:
        while not progress(server):  # noqa: ASYNC110 - there is no event for what Discord was sent
            await asyncio.sleep(0)
        raise ComputerFailedError(asked, limits)

    monkeypatch.setattr(Computer, "solve", fail)
    result = await server.chiyo.click(board, label="Review")
    assert result.followups == []
    assert texts(answer(result)) == ["The computer isn't responding right now. Please try again in a minute."]
    assert progress(server) == ["Reviewing #1… 0 of 3 moves"]


async def test_every_move_is_on_a_page_of_its_own_list(club: Server) -> None:
    review = answer(await club.ada.slash(club.channel, "pyrga review"))
    await club.ada.click(review, label="All moves")
    (moves,) = texts(review)
    lines = moves.splitlines()
    assert lines[0] == "### Pyrga #1 · moves 1 to 11"
    assert lines[1].startswith("❌ **1** ⚪ ◄\xa0c1 · turned a win into a loss. Better: ")
    assert lines[5] == "▫️ **5** ⚪ ■\N{NO-BREAK SPACE}c1 · kept the win"
    assert lines[6] == "▫️ **6** ⚫ ►\xa0c2 · every move loses"
    assert len(lines) == 1 + 11 + 1
    assert labels(review) == ["Back", "Share", "Replay"]
    await club.ada.click(review, label="Back")
    assert texts(review)[0].startswith("### Review of Pyrga #1")


async def test_the_command_reviews_the_game_finished_last_or_the_one_named(club: Server) -> None:
    await resigned(club)
    last = answer(await club.blaise.slash(club.channel, "pyrga review"))
    assert last.ephemeral
    assert texts(last)[0].startswith("### Review of Pyrga #2")
    named = answer(await club.chiyo.slash(club.channel, "pyrga review", game="#1"))
    assert texts(named)[0].startswith("### Review of Pyrga #1")
    offers = await club.ada.autocomplete(club.channel, "pyrga review", "game", "")
    assert [offer["name"] for offer in offers] == [
        "#2 against Blaise, you lost",
        "#1 against Blaise, you won",
    ]


async def test_a_review_is_shared_once_over_a_restart(club: Server) -> None:
    review = answer(await club.chiyo.slash(club.channel, "pyrga review", game="1"))
    share = next(button["custom_id"] for button in offered(review) if button["label"] == "Share")
    await club.press((club.chiyo, review, share), (club.chiyo, review, share))
    assert "Share" not in labels(review)

    seen = [str([part.to_dict() for part in m.components]) for m in club.channel.history(viewer=club.ada)]
    (public,) = [words for words in seen if "-# Shared by **Chiyo**" in words]
    assert "p1:review:show:1" in public
    await club.restart()
    again = answer(await club.ada.slash(club.channel, "pyrga review", game="1"))
    assert labels(again) == ["All moves", "Replay"]
    posted = len(club.channel.history())
    await club.press_unoffered((club.ada, again, share))
    assert len(club.channel.history()) == posted
    elsewhere = club.guild.create_text_channel("elsewhere")
    there = answer(await club.ada.slash(elsewhere, "pyrga review", game="1"))
    assert "Share" in labels(there)


async def test_a_review_that_could_not_be_posted_can_be_shared_again(club: Server) -> None:
    review = answer(await club.chiyo.slash(club.channel, "pyrga review", game="1"))
    posted = len(club.channel.history())
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await club.chiyo.click(review, label="Share")
    assert len(club.channel.history()) == posted
    again = answer(await club.chiyo.slash(club.channel, "pyrga review", game="1"))
    await club.chiyo.click(again, label="Share")
    assert len(club.channel.history()) == posted + 1


async def test_without_permission_to_post_a_review_is_not_shared(club: Server) -> None:
    review = answer(await club.ada.slash(club.channel, "pyrga review"))
    denied = discord.PermissionOverwrite(attach_files=False)
    silent = club.guild.create_text_channel("silent", overwrites={club.guild.default_role: denied})
    quiet = answer(await club.ada.slash(silent, "pyrga review"))
    result = await club.ada.click(quiet, label="Share")
    assert "Attach Files" in said(result)
    assert "Share" in labels(quiet)
    assert "Share" in labels(review)


async def test_a_resigned_game_is_reviewed_up_to_its_last_position(server: Server) -> None:
    review = shown(await server.chiyo.click(await resigned(server, "Sb2 Ta2e Cc2"), label="Review"))
    title, findings = texts(review)
    assert title.endswith("**Ada** resigned. **Blaise** wins.")
    assert findings.startswith("With best play from the final position: White wins.")


async def test_a_game_without_a_move_has_nothing_to_review(server: Server) -> None:
    review = shown(await server.ada.click(await resigned(server), label="Review"))
    assert texts(review)[1] == "No one moved in this game, so there's nothing to review."
    assert [component for component in components(review) if component["type"] == GALLERY] == []
    assert labels(review) == ["Replay"]


async def test_no_one_is_judged_for_a_random_move(server: Server) -> None:
    board = await resigned(server, start="balanced")
    review = shown(await server.ada.click(board, label="Review"))
    assert "⚪ **Ada**: every move was equal" in texts(review)[1]
    assert alt_text(review).endswith("move by move. After move 1: a draw.")
    await server.ada.click(review, label="All moves")
    assert "▫️ **1** ⚪" in texts(review)[0]
    assert "placed at random" in texts(review)[0]
    kept = await server.client.services.reviews.kept(1)
    assert kept is not None
    assert kept.values == (Value.UNKNOWN, Value.DRAW)


async def test_a_running_game_is_not_reviewed(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    refused = "Game **#1** isn't over yet. You can review it once it is."
    assert said(await server.ada.slash(server.channel, "pyrga review", game="1")) == refused
    for forged in ("p1:review:show:1", "p1:review:page:1-1", "p1:review:share:1"):
        (result,) = await server.press_unoffered((server.ada, board, forged))
        assert said(result) == refused


async def test_someone_who_has_finished_nothing_is_told_so(server: Server) -> None:
    result = await server.chiyo.slash(server.channel, "pyrga review")
    assert said(result) == "You haven't finished a game here yet, so there's nothing to review."


@pytest.mark.parametrize(
    "forged",
    ["p1:review:burn:1", "p1:review:page:1", "p1:review:page:1-9", "p1:review:page:1-x", "p1:review:page:-1"],
)
async def test_a_forged_button_is_refused(club: Server, forged: str) -> None:
    review = answer(await club.ada.slash(club.channel, "pyrga review"))
    (result,) = await club.press_unoffered((club.ada, review, forged))
    assert said(result) == "This button no longer works. See /pyrga help."


async def test_without_a_computer_the_refusal_is_kind(server: Server) -> None:
    board = await resigned(server, "Sb2")
    await without_computer(server)
    result = await server.ada.click(board, label="Review")
    assert said(result) == (
        "Reviews need the computer, which isn't available on this host. You can still use /pyrga replay."
    )


async def test_a_review_shows_names_as_text(server: Server, settings: Settings, review_of_won: str) -> None:
    club = renamed(server)
    await won(club)
    database = Database(settings.database())
    async with database.writing() as connection:
        await review_rows.keep(connection, 1, review_of_won, club.clock.now())
    await database.close()
    page = answer(await club.ada.slash(club.channel, "pyrga review"))
    assert BLAISE_IN_MESSAGES in texts(page)[0]
    await club.ada.click(page, label="All moves")
    await club.ada.click(page, label="Share")
    check(club)
