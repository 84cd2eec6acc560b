"""Members review finished games, with the real solver in its own process."""

import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import simcord
from simcord.components import walk_components

from bot.computer import Computer
from bot.computer.computer import ComputerFailedError
from bot.ui.context.context import GRACE
from bot.ui.text.verdicts import NO_DIFFERENCE
from bot.use_cases.games.queries import GameQueries, Reader
from bot.values.game.game import Game
from engine import (
    Distances,
    Move,
    Position,
    Record,
    RecordedMove,
    Ruleset,
    Solution,
    Value,
    parse_review,
    print_review,
    review_game,
)
from tests.bot.servers import (
    NO_LONGER_WORKS,
    TEXT,
    Server,
    alt_text,
    answer,
    components,
    labels,
    offered,
    read,
    said,
    texts,
)
from tests.bot.whole.hostile_names import BLAISE_IN_MESSAGES, check, renamed
from tests.reading import as_read

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

WON = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
WON_BY_ADA = "**Ada** wins 3\N{EN DASH}\N{WORD JOINER}0 with three Towers"
"""A short game whose positions are all solved in a moment."""


_SECONDS = 2.0


@pytest.fixture(scope="session")
def review_of_won(compiled_solver: Path) -> str:
    """Return the review of the short game in its text form."""
    from engine.solver import Solver  # noqa: PLC0415 - it's installed if the fixture above didn't skip

    solver = Solver(table_megabytes=16, cache_folder=compiled_solver)
    moves = tuple(map(RecordedMove.parse, WON.split()))
    outcome = Position.replay(Ruleset.PYRGA, WON.split()).outcome()
    record = Record(Ruleset.PYRGA, moves, outcome)
    visited = list(record.positions())
    found = [solver.solve(position, seconds=_SECONDS, distances=Distances.ALL) for position in visited]
    lines = {position.ply: solution.line for position, solution in zip(visited, found, strict=True)}
    return print_review(review_game(record, found[:-1], lines=lines))


@pytest.fixture
async def club(server: Server, review_of_won: str) -> Server:
    """Return the server after one game, whose review has already been made."""
    await won(server)
    await server.keep_review(review_of_won)
    return server


async def won(server: Server) -> simcord.ResponseMessage:
    board = await server.begin()
    await server.play(board, WON)
    return board


def shown(result: simcord.InteractionResult) -> simcord.ResponseMessage:
    """Return the private review, either the answer itself or a message after it."""
    message = result.followups[-1] if result.followups else answer(result)
    assert message.ephemeral
    return message


def progress(server: Server) -> list[str]:
    """Return what the bot has said about the progress of a review, in order."""
    bodies = [request.json for request in server.env.http_requests if isinstance(request.json, dict)]
    said = [
        as_read(component["content"])
        for body in bodies
        for component in walk_components(body.get("data", body).get("components") or [])
        if component["type"] == TEXT
    ]
    return [text for text in said if text.startswith("Reviewing")]


async def without_computer(server: Server) -> None:
    server.settings = replace(server.settings, solver_megabytes=0)
    await server.restart()


async def test_a_spectator_can_review_a_game_and_a_second_look_needs_no_solver(server: Server) -> None:
    board = await won(server)
    assert labels(board) == ["Rematch", "Review", "Replay", "Share", "More…"]
    review = shown(await server.chiyo.click(board, label="Review"))
    assert progress(server)[0] == "Reviewing #1… 0 of 11 moves"

    title, told = texts(review)
    assert title == f"### Review of Pyrga #1\n{WON_BY_ADA}."
    lesson, played, *_ = told.splitlines()
    assert lesson == "**Lesson: move 6**"
    assert played.startswith(
        "⚠️ **Blaise** (Black) played **►\xa0c2** · every move loses, but this one loses "
    )
    assert alt_text(review).startswith("Chart of who wins Pyrga game #1")
    assert labels(review) == ["Move 6", "Move 10", "All moves", "Share"]
    await server.chiyo.click(review, label="Move 6")

    title, told = texts(review)
    assert title == "### Review of #1 · move 6 of 11"
    played, better, drawn = told.splitlines()
    assert played.startswith(
        "⚠️ **Blaise** (Black) played **►\xa0c2** · every move loses, but this one loses "
    )
    assert " White replies **" in played
    assert better.startswith("Better: **")
    assert drawn == "-# Hatched: the better move"
    assert "Pyrga board after move 6, White to play." in alt_text(review)
    assert " Better, shown hatched: " in alt_text(review)
    assert labels(review) == [
        *["|◄", "◄", "►", "►|", "More…", "Move 10", "Refutation", "Better line"],
    ]
    await server.chiyo.click(review, label="More…")
    assert labels(review) == [
        *["|◄", "◄", "►", "►|", "Back", "Summary", "GIF", "Record", "Share", "Analyze"],
    ]
    await server.chiyo.click(review, label="Back")
    await server.chiyo.click(review, label="|◄")
    for number in range(1, 5):
        await server.chiyo.click(review, label="►")
        assert texts(review)[0].endswith(f"· move {number} of 11")
        assert texts(review)[1].splitlines()[0].endswith("** · opening move: too early to judge")
    await server.chiyo.click(review, label="Move 6")

    await without_computer(server)
    second = shown(await server.blaise.click(board, label="Review"))
    await server.blaise.click(second, label="Move 6")
    assert texts(second)[1] == texts(review)[1]


@pytest.mark.default
async def test_a_review_opens_with_its_chart_and_one_lesson_and_leads_to_all_moves(club: Server) -> None:
    review = answer(await club.chiyo.slash(club.channel, "pyrga-learn review", game="1"))
    title, findings = texts(review)
    assert title == f"### Review of Pyrga #1\n{WON_BY_ADA}."
    lesson, played, better, chart = findings.splitlines()
    assert lesson == "**Lesson: move 4**"
    assert played == (
        "❌ **Blaise** (Black) played **●\xa0c1** · threw away the win, now lost. "
        "White replies **■\xa0c1** and wins within 23 moves."
    )
    assert better.startswith("Better: **")
    assert chart == (
        "-# White wins at the top, Black at the bottom. ❌\xa0mistake · ⚠️\xa0shortened a lost game · "
        "small dot: good move"
    )
    assert alt_text(review).startswith(
        "Chart of who wins Pyrga game #1 with best play, move by move. At the start: White wins. "
        "After move 1: Black wins. After move 2: White wins. After move 3: Black wins. "
        "After move 4: White wins. Mistakes: 1, 2, 3, 4."
    )
    moments = ["Move 2", "Move 3", "Move 4"]
    assert labels(review) == [*moments, "All moves", "Share"]
    await club.chiyo.click(review, label="Move 4")
    assert texts(review)[0] == "### Review of #1 · move 4 of 11"
    for who in (club.ada, club.blaise, club.chiyo):
        page = answer(await who.slash(club.channel, "pyrga-learn review", game="1"))
        assert labels(page)[:3] == moments
        await who.click(page, label="Move 2")
        assert [part["label"] for part in components(page) if part.get("label") in moments] == moments
    await club.click_more(club.chiyo, review, "Summary")
    assert alt_text(review).endswith(" The chart points to move 4.")
    await club.chiyo.click(review, label="All moves")
    (moves,) = texts(review)
    lines = moves.splitlines()
    assert lines[0] == "### Pyrga #1 · moves 1 to 8"
    assert lines[1].startswith("❌ **1** White: ◄\xa0c1 · threw away the win, now lost. Better: ")
    assert lines[5] == f"{NO_DIFFERENCE} **5** White: ■\N{NO-BREAK SPACE}c1 · kept the win"
    assert lines[6].startswith("⚠️ **6** Black: ►\xa0c2 · every move loses, but this one loses ")
    assert len(lines) == 1 + 8 + 1
    assert labels(review) == ["Board", "Summary", "Next"]
    await club.chiyo.click(review, label="Next")
    *_moves, last, held_out, choices, _legend = texts(review)[0].splitlines()
    assert last == "✅ **11** White: ■\xa0d2 · wins the game"
    assert held_out == (
        "**Blaise** (Black) was losing from move 6 on. The game lasted 6 more moves and could have lasted 22."
    )
    assert choices == "Right choices: **Ada** 1 of 3 (33%), **Blaise** 0 of 2 (0%)"
    await club.chiyo.click(review, label="Back")
    await club.chiyo.click(review, label="Summary")
    assert texts(review)[0].startswith("### Review of Pyrga #1")


async def test_anyone_can_play_out_the_refutation_and_come_back(club: Server) -> None:
    review = await summary(club, club.chiyo)
    await club.chiyo.click(review, label="All moves")
    await club.chiyo.click(review, label="Next")
    await club.choose(club.chiyo, review, "position:1:10:direct")
    assert texts(review)[0].startswith("### Review of #1 · move 10 of 11")
    assert texts(review)[1].splitlines()[:2] == [
        (
            "⚠️ **Blaise** (Black) played **●\xa0d2** · every move loses, but this one loses 2 moves sooner. "
            "It leaves only **d2**, and there White makes a third Tower."
        ),
        "Better: **■\xa0d2** lasts 2 moves longer.",
    ]
    await club.chiyo.click(review, label="Refutation")
    assert texts(review) == [
        (
            "### Variation · the answer to move 10 of #1\n**Blaise** (Black) played **●\xa0d2** · "
            "every move loses, but this one loses 2 moves sooner."
        ),
        (
            "Not played: **11\xa0■\xa0d2**\n"
            "The variation ends here. **Ada** wins 3\N{EN DASH}\N{WORD JOINER}0 with three Towers."
        ),
    ]
    assert "Pyrga board after 1 of 1 moves of a variation that wasn't played. " in alt_text(review)
    assert labels(review) == ["Back to move 10"]
    await club.chiyo.click(review, label="Back to move 10")
    await club.chiyo.click(review, label="Better line")
    assert labels(review) == ["►", "►|", "Back to move 10"]
    await club.restart()
    before = await club.picture(review)
    await club.chiyo.click(review, label="►")
    assert await club.picture(review) != before
    assert labels(review)[:2] == ["|◄", "◄"]
    assert "Pyrga board after 2 of " in alt_text(review)
    await club.chiyo.click(review, label="►|")
    assert "The variation ends here. **Ada** " in texts(review)[1]
    await club.chiyo.click(review, label="|◄")
    assert "Not played: **10\xa0■\xa0d2**, 11\xa0" in texts(review)[1]


@pytest.mark.default
async def test_players_can_retry_their_own_mistakes_until_they_find_the_move(club: Server) -> None:
    review = answer(await club.ada.slash(club.channel, "pyrga-learn review"))
    await club.ada.click(review, label="Retry")
    title, told = texts(review)
    assert title == "### Retry your mistakes · #1 · 1 of 2"
    assert told.splitlines()[:2] == [
        "Move 1: you played ◄\xa0c1 · threw away the win, now lost.",
        "**Find a move that keeps the win.**",
    ]
    await club.ada.click(review, label="Skip")
    assert texts(review)[0].endswith("2 of 2")
    assert len(club.channel.history(viewer=club.chiyo)) == 1

    await club.ada.click(review, custom_id="retry-move:1:2:Td1w")
    assert texts(review)[1].startswith("Not quite: **◄\xa0d1** is what you played.\nBlack replies **")
    await club.restart()
    await club.ada.click(review, label="Try again")
    await club.ada.click(review, custom_id="retry-move:1:2:Td1n")
    assert texts(review)[1] == "Not quite: **▲\xa0d1** gives the win away."
    await club.ada.click(review, label="Show answer")
    assert texts(review)[1].startswith(("**●\xa0c1** ", "**●\xa0d1** ", "**■\xa0d1** "))
    await club.ada.click(review, label="Review")
    assert texts(review)[0].startswith("### Review of #1 · move 3 of 11")
    await club.ada.click(review, label="Retry")
    await club.ada.click(review, custom_id="retry-move:1:2:Sd1")
    assert texts(review)[1].startswith("Correct! **■\xa0d1** ")
    await club.ada.click(review, label="Finish")
    assert texts(review)[0].startswith("### That was your last mistake in #1")
    await club.ada.click(review, label="Start over")
    assert texts(review)[0].endswith("1 of 2")
    await club.ada.click(review, custom_id="retry-choose:1:0::b2")
    assert texts(review)[1].endswith("Which piece goes on **b2**?")
    await club.ada.click(review, label="Back")
    assert texts(review)[1].endswith("Choose a space, then a piece.")


async def test_only_ones_own_mistakes_can_be_retried(club: Server) -> None:
    review = answer(await club.ada.slash(club.channel, "pyrga-learn review"))
    for forged in (
        "retry:1:1",
        "retry:1:99",
        "retry-move:1:2:Zz9",
        "retry-move:1:2:Sa1",
        "retry-choose:1:2:X:",
    ):
        assert await club.forge(club.ada, review, forged) == NO_LONGER_WORKS, forged
    unknown = "There's no game **2** here. Use /pyrga games to see yours."
    assert await club.forge(club.ada, review, "retry:2:2") == unknown
    others = answer(await club.chiyo.slash(club.channel, "pyrga-learn review", game="1"))
    assert "Retry" not in labels(others)
    assert await club.forge(club.chiyo, others, "retry:1:2") == NO_LONGER_WORKS


async def test_a_line_stops_before_it_helps_in_a_running_game(server: Server, review_of_won: str) -> None:
    await won(server)
    line = "Cd1 Td1n Td2s Sd1 Cc1 Sc1 Tc2e Cd2"
    review = parse_review(review_of_won)
    first, second, third, *others = review.moves
    third = replace(third, improvement=tuple(map(Move.parse, line.split())))
    await server.keep_review(print_review(replace(review, moves=(first, second, third, *others))))
    await server.play(await server.begin(), f"Tc1w Tb1e {line}")
    left_out = "Some values are left out, because they'd help in game #2."
    for who, is_whole in ((server.ada, False), (server.chiyo, True)):
        page = answer(await who.slash(server.channel, "pyrga-learn review", game="1"))
        await server.press_unoffered((who, page, "variation:1:2:b:1:direct"))
        assert (texts(page)[1] == f"Not played: **3\xa0●\xa0d1**\n{left_out}") is not is_whole
        assert texts(page)[1].startswith("Not played: **3\xa0●\xa0d1**, 4\xa0▲\xa0d1, ") is is_whole
        told = await server.forge(who, page, "variation:1:2:b:2:direct")
        assert ("You're playing game **#2**" in told) is not is_whole


async def begin_another(club: Server) -> None:
    """Begin a second game, which leaves the first one after Ada's second mistake."""
    await club.play(await club.begin(), "Tc1w Tb1e Td1w Ca1")


async def test_a_mistake_that_helps_in_a_running_game_cannot_be_retried(club: Server) -> None:
    open_review = partial(club.ada.slash, club.channel, "pyrga-learn review", game="1")
    before = answer(await open_review())
    assert "Retry" in labels(before)
    await begin_another(club)
    assert "Retry" not in labels(answer(await open_review()))
    for mistake in ("retry:1:0", "retry:1:2", "retry-answer:1:2", "retry-move:1:2:Sd1"):
        assert "You're playing game **#2**" in await club.forge(club.ada, before, mistake)
    await club.resign(club.ada, game="2")
    assert "Retry" in labels(answer(await open_review()))


async def test_a_shared_review_leaves_out_what_helps_someone_there(club: Server) -> None:
    await begin_another(club)
    own = await summary(club, club.chiyo)
    await club.chiyo.click(own, label="Share")
    public = read(club.newest())
    assert "Shared by **Chiyo**" in public
    for told, is_whole in ((read(own), True), (public, False)):
        assert ("threw away the win, now lost" in told) is is_whole
        assert ("Some values are left out, because they'd help in game #2." in told) is not is_whole


async def test_an_older_review_is_made_again_and_shown_as_it_is_without_a_computer(
    club: Server, review_of_won: str
) -> None:
    moves = [move[:5] for move in json.loads(review_of_won)["moves"]]
    old = json.dumps({"version": 1, "starting_moves": 0, "moves": moves})
    await club.keep_review(old)
    replay = answer(await club.ada.slash(club.channel, "pyrga replay", game="1"))
    made = await club.click_more(club.ada, replay, "Review")
    assert "Review" not in labels(answer(made))
    await club.keep_review(old)
    await without_computer(club)
    shown_as_it_is = answer(await club.ada.slash(club.channel, "pyrga-learn review", game="1"))
    assert texts(shown_as_it_is)[1].startswith("**Lesson: move 3**")
    await club.ada.click(shown_as_it_is, label="Move 3")
    assert "Refutation" not in labels(shown_as_it_is)


async def test_a_review_requested_in_the_viewer_replaces_it(server: Server) -> None:
    board = await server.resigned("Sb2 Ta2e Cc2")
    viewer = shown(await server.chiyo.click(board, label="Replay"))
    result = await server.chiyo.click(viewer, label="Review")
    assert result.followups == []
    assert texts(viewer)[0].startswith("### Review of Pyrga #1\n")
    assert progress(server)[0] == "Reviewing #1… 0 of 3 moves"


async def test_progress_is_shown_even_after_the_answer_was_deferred(
    server: Server, hurry: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    board = await server.resigned("Sb2 Ta2e Cc2")
    hurry()
    find = GameQueries.find_to_review

    async def find_slowly(self: GameQueries, reader: Reader, text: str | None) -> Game:
        await asyncio.sleep(GRACE + 0.2)
        return await find(self, reader, text)

    monkeypatch.setattr(GameQueries, "find_to_review", find_slowly)
    result = await server.chiyo.click(board, label="Review")
    (review,) = result.followups
    assert review.ephemeral
    assert texts(review)[0].startswith("### Review of Pyrga #1\n")
    assert texts(board)[0].startswith("### Pyrga #1 · finished")
    assert progress(server)[0] == "Reviewing #1… 0 of 3 moves"


async def test_a_failure_replaces_the_progress(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    board = await server.resigned("Sb2 Ta2e Cc2")

    async def fail(*_asked: object, **_limits: object) -> Solution:
        while not progress(server):  # noqa: ASYNC110 - there's no event for what was sent to Discord
            await asyncio.sleep(0)
        raise ComputerFailedError

    monkeypatch.setattr(Computer, "solve", fail)
    result = await server.chiyo.click(board, label="Review")
    assert result.followups == []
    assert texts(answer(result)) == ["The computer isn't responding right now. Please try again in a minute."]
    assert progress(server) == ["Reviewing #1… 0 of 3 moves"]


async def test_the_command_reviews_the_game_finished_last_or_the_one_named(club: Server) -> None:
    await club.resigned("")
    none = said(await club.chiyo.slash(club.channel, "pyrga-learn review"))
    assert none == "You haven't finished a game here yet, so there's nothing to review."
    last = answer(await club.blaise.slash(club.channel, "pyrga-learn review"))
    assert last.ephemeral
    assert texts(last)[0].startswith("### Review of Pyrga #2\n")
    named = answer(await club.chiyo.slash(club.channel, "pyrga-learn review", game="#1"))
    assert texts(named)[0].startswith("### Review of Pyrga #1\n")
    offers = await club.ada.autocomplete(club.channel, "pyrga-learn review", "game", "")
    assert [offer["name"] for offer in offers] == [
        "#2 against Blaise, you lost",
        "#1 against Blaise, you won",
    ]


async def summary(
    club: Server, who: simcord.MemberActor, channel: simcord.ChannelHandle | None = None
) -> simcord.ResponseMessage:
    """Return the summary of the review of the first game."""
    return answer(await who.slash(channel or club.channel, "pyrga-learn review", game="1"))


async def test_a_review_is_shared_once_across_a_restart(club: Server) -> None:
    review = await summary(club, club.chiyo)
    share = next(button["custom_id"] for button in offered(review) if button["label"] == "Share")
    await club.press((club.chiyo, review, share), (club.chiyo, review, share))
    assert "Share" not in labels(review)

    seen = [str([part.to_dict() for part in m.components]) for m in club.channel.history(viewer=club.ada)]
    (public,) = [words for words in seen if "-# Shared by **Chiyo**" in words]
    assert "review:1" in public
    await club.restart()
    again = await summary(club, club.ada)
    assert labels(again) == [*["Move 2", "Move 3", "Move 4"], "All moves", "Retry"]
    posted = len(club.channel.history())
    await club.press_unoffered((club.ada, again, share))
    assert len(club.channel.history()) == posted
    elsewhere = club.guild.create_text_channel("elsewhere")
    there = await summary(club, club.ada, elsewhere)
    assert "Share" in labels(there)


async def test_a_review_that_could_not_be_posted_can_be_shared_again(club: Server) -> None:
    review = await summary(club, club.chiyo)
    posted = len(club.channel.history())
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await club.chiyo.click(review, label="Share")
    assert len(club.channel.history()) == posted
    quiet = await summary(club, club.ada, club.channel_without("attach_files"))
    assert "Attach Files" in said(await club.ada.click(quiet, label="Share"))
    assert "Share" in labels(quiet)
    again = await summary(club, club.chiyo)
    await club.chiyo.click(again, label="Share")
    assert len(club.channel.history()) == posted + 1


async def test_a_resigned_game_is_reviewed_up_to_its_last_position(server: Server) -> None:
    review = shown(await server.chiyo.click(await server.resigned("Sb2 Ta2e Cc2"), label="Review"))
    assert texts(review)[0].endswith("**Blaise** wins: **Ada** resigned.")
    await server.chiyo.click(review, label="All moves")
    (findings,) = texts(review)
    assert "\nWith best play from the final position: White wins.\n" in findings


async def test_a_game_without_moves_has_nothing_to_review(server: Server) -> None:
    review = shown(await server.ada.click(await server.resigned(""), label="Review"))
    assert texts(review)[1].endswith("No one moved in this game, so there's nothing to review.")
    assert labels(review) == ["Board"]


async def test_no_one_is_judged_for_a_random_move(server: Server) -> None:
    board = await server.resigned("", start="balanced")
    review = shown(await server.ada.click(board, label="Review"))
    assert alt_text(review).endswith("move by move. After move 1: a draw.")
    await server.ada.click(review, label="All moves")
    assert f"{NO_DIFFERENCE} **1** White" in texts(review)[0]
    assert "placed at random" in texts(review)[0]
    assert "Right choices: **Ada** had no real choice" in texts(review)[0]
    kept = await server.client.services.reviews.kept(1)
    assert kept is not None
    assert kept.values == (Value.UNKNOWN, Value.DRAW)


async def test_a_running_game_and_one_on_a_host_without_a_computer_cannot_be_reviewed(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    refused = "Game **#1** isn't over yet. You can review and analyze it once it is."
    assert said(await server.ada.slash(server.channel, "pyrga-learn review", game="1")) == refused
    for forged in ("review:1", "review-page:1:1:", "review-share:1"):
        assert await server.forge(server.ada, board, forged) == refused
    await server.resign(server.ada)
    await without_computer(server)
    assert said(await server.ada.click(board, label="Review")) == (
        "Reviews need the computer, which isn't available on this host. You can still use /pyrga replay."
    )


async def test_forged_buttons_are_refused(club: Server) -> None:
    review = answer(await club.ada.slash(club.channel, "pyrga-learn review"))
    for forged in (
        *("review-burn:1", "review-page:1", "review-page:1:9:", "review-page:1:x:", "review-page::1:"),
        *("review-page:1:0:12", "variation:1:4:r:1:direct", "variation:1:0:r:99:direct"),
        *("variation:1:99:r:1:direct", "variation:1:0:x:1:direct", "variation:1:0:r:0:direct"),
    ):
        assert await club.forge(club.ada, review, forged) == NO_LONGER_WORKS, forged


async def test_a_review_shows_names_as_text(server: Server, review_of_won: str) -> None:
    club = renamed(server)
    await won(club)
    await club.keep_review(review_of_won)
    page = answer(await club.ada.slash(club.channel, "pyrga-learn review"))
    await club.ada.click(page, label="Move 3")
    await club.ada.click(page, label="◄")
    assert BLAISE_IN_MESSAGES in texts(page)[1]
    await club.ada.click(page, label="►")
    for label in ("Refutation", "►|", "Back to move 3", "Retry", "Show answer", "Review"):
        await club.ada.click(page, label=label)
    await club.click_more(club.ada, page, "Summary")
    await club.ada.click(page, label="All moves")
    await club.ada.click(page, label="Summary")
    await club.ada.click(page, label="Share")
    check(club)
