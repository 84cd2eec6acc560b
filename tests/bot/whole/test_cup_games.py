"""Games of a cup: how they're shown, and what's different in them."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import pytest
import simcord

from bot.jobs import events
from bot.jobs.rounds import repair_boards
from bot.store.connections.database import Database
from bot.ui.board.display import announce, show
from bot.ui.context.looks import APART, LONGEST_LOSS
from bot.values.clocks import DueKind
from bot.values.game.endings import adjudicate, annul, go_on
from bot.values.game.game import BestPlay, Game
from bot.values.players import Place, Player
from engine import Color, Outcome, Reason
from tests.bot import acts
from tests.bot.cup_games import CLOCK, CUP, begin_between, begin_cup_game
from tests.bot.servers import Server, answer, components, labels, said, texts
from tests.bot.statements import counted
from tests.bot.whole.cups import open_club
from tests.bot.whole.scenes import OPENING, live, pass_time
from tests.cells import cells

pytestmark = pytest.mark.thorough

BOARDS = "/channels/*/messages"
THREADS = "/channels/*/messages/*/threads"
IN_CUP = "in a cup"
DAY = timedelta(days=1)
PATIENCE = 30.0
"""In seconds, on a busy machine."""


async def shown_game(server: Server, **terms: object) -> Game:
    """Return a game of a cup whose board was just posted."""
    return await show(server.client, await begin_cup_game(server, **terms))


def posted(server: Server, channel: simcord.ChannelHandle) -> list[simcord.ResponseMessage]:
    """Return what the bot has posted in a channel, in order, without simcord's notes about threads."""
    return [message for message in server.posted(channel) if message.components]


@cells("the cup begins a game", IN_CUP)
@pytest.mark.default
async def test_each_game_begins_in_its_own_thread_and_mentions_no_one(server: Server) -> None:
    game = await shown_game(server)
    (thread,) = server.channel.threads
    (opening,) = posted(server, server.channel)
    (board,) = posted(server, thread)
    assert texts(opening) == ["**#1** · **Ada** (White) against **Blaise** (Black)"]
    assert server.env.backend.get_channel(thread.id).name == "Ada – Blaise · Pyrga #1"  # noqa: RUF001
    assert (game.place.channel_id, game.message_id, game.shown) == (thread.id, board.id, True)
    assert texts(board)[0] == "### Pyrga #1 · start · rated · cup"
    assert f"<@{server.blaise.id}>" in texts(board)[-1]
    assert server.pinged() == []
    # The edit is what makes both players members of the thread.
    edited = [request for request in server.env.http_requests if request.method == "PATCH"]
    called = dict(edited[-1].json or {})["allowed_mentions"]["users"]
    assert called == [server.ada.id, server.blaise.id]
    await server.play(board, "Sb2")
    assert server.pinged() == [server.blaise.id]
    assert [message.channel_id for message in posted(server, thread)] == [thread.id]


async def test_a_number_in_a_name_stays_on_its_line_where_a_game_opens(server: Server) -> None:
    database = Database(server.settings.database())
    players = Player(server.ada.id, "Ada 2"), Player(server.blaise.id, "Blaise")
    place = Place(server.guild.id, server.channel.id)
    await show(server.client, await begin_between(database, players, server.clock.now(), place=place))
    await database.close()
    (opening,) = posted(server, server.channel)
    assert "**Ada\N{NO-BREAK SPACE}2** (White)" in components(opening)[-1]["content"]


@cells("the cup begins a game", IN_CUP)
@pytest.mark.parametrize("lacking", ["create_public_threads", "send_messages_in_threads"])
async def test_where_there_can_be_no_thread_the_game_is_played_in_dms(server: Server, lacking: str) -> None:
    closed = server.channel_without(lacking)
    server.env.inject_error("POST", THREADS, status=403, code=50013)
    game = await shown_game(replace(server, channel=closed))
    assert posted(server, closed) == []
    assert len(game.private_boards) == 2
    for person, board in zip((server.ada, server.blaise), game.private_boards, strict=True):
        (shown,) = server.posted(person.user.dm_channel)
        assert shown.id == board.message_id
        assert texts(shown)[0] == "### Pyrga #1 · start · rated · cup"
    assert server.pinged() == []


@cells("the cup begins a game", IN_CUP)
async def test_without_threads_and_dms_the_game_is_played_in_the_channel(server: Server) -> None:
    server.env.inject_error("POST", THREADS, status=403, code=50013)
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=2)
    game = await shown_game(server)
    (board,) = posted(server, server.channel)
    assert (game.place.channel_id, game.message_id) == (server.channel.id, board.id)


@cells("the cup begins a sixth rated game of two people that day", IN_CUP)
@pytest.mark.default
async def test_the_board_of_a_sixth_game_says_why_it_is_casual(server: Server) -> None:
    await shown_game(server, rated=False, over_limit=True)
    board = await server.board()
    assert texts(board)[0] == "### Pyrga #1 · start · casual (only 5 a day are rated) · cup"


@pytest.mark.parametrize(("status", "unused"), [(None, "PAUSE_WITHOUT_THREAD"), (403, "PAUSE")])
async def test_the_next_game_waits_longer_after_one_that_opened_a_thread(
    server: Server,
    manager: simcord.MemberActor,
    monkeypatch: pytest.MonkeyPatch,
    status: int | None,
    unused: str,
) -> None:
    monkeypatch.setattr(events, unused, 3600)
    if status:
        server.env.inject_error("POST", THREADS, status=status, code=50013, times=None)
    club = await open_club(server, manager)
    async with asyncio.timeout(PATIENCE):
        await club.start()
    assert len((await club.cup()).running) == 3


async def test_in_a_thread_the_board_is_posted_there_and_not_again_if_it_is_locked(server: Server) -> None:
    await shown_game(server)
    (thread,) = server.channel.threads
    game = await shown_game(replace(server, channel=thread))
    assert (game.place.channel_id, len(server.channel.threads)) == (thread.id, 1)
    assert server.pinged() == []
    server.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=None)
    await shown_game(replace(server, channel=thread))
    await is_not_tried_again(server)


async def is_not_tried_again(server: Server) -> None:
    """Check that the job looks twice for a channel, and again only after a while, for a week."""
    for _ in range(2):
        server.clock.move(APART)
        await repair_boards(server.client)
    asked = len(server.env.http_requests)
    await repair_boards(server.client)
    assert len(server.env.http_requests) == asked
    server.clock.move(LONGEST_LOSS)
    for _ in range(2):
        await repair_boards(server.client)
        server.clock.move(APART)
    assert await server.client.services.games.unshown(10) == []


@cells("the board of a cup's game couldn't be posted", IN_CUP)
async def test_a_game_whose_channel_is_gone_is_not_tried_again(server: Server) -> None:
    begun = await begin_cup_game(server)
    server.env.backend.delete_channel(server.channel.id)
    await show(server.client, begun)
    await is_not_tried_again(server)


@cells("the board of a cup's game couldn't be posted", IN_CUP)
async def test_a_game_is_posted_once_its_channel_is_back(server: Server) -> None:
    begun = await begin_cup_game(server)
    server.env.inject_error("POST", BOARDS, status=403, code=50013, times=None)
    await show(server.client, begun)
    for _ in range(3):
        server.clock.move(APART)
        await repair_boards(server.client)
    server.env.backend.faults.clear()
    server.clock.move(6 * APART)
    await repair_boards(server.client)
    (thread,) = server.channel.threads
    assert len(posted(server, thread)) == 1


@cells("the board of a cup's game couldn't be posted", IN_CUP)
async def test_a_board_that_could_not_be_posted_is_posted_by_the_job(server: Server) -> None:
    begun = await begin_cup_game(server)
    server.env.inject_error("POST", BOARDS, status=500, times=None)
    await show(server.client, begun)
    assert server.channel.threads == []
    server.env.backend.faults.clear()
    await server.restart()
    await repair_boards(server.client)
    (thread,) = server.channel.threads
    assert len(posted(server, server.channel)) == len(posted(server, thread)) == 1
    await repair_boards(server.client)
    assert len(posted(server, thread)) == 1
    assert server.pinged() == []


@cells("a move in a cup's game", IN_CUP)
@pytest.mark.default
async def test_in_a_cup_a_move_and_a_result_take_no_more_statements_than_elsewhere(server: Server) -> None:
    counts = []
    for cup in (None, CUP):
        game = await begin_cup_game(server, event=cup, moves=OPENING)
        with counted() as traffic:
            games, move = server.client.services.games, str(game.position.legal_moves[0])
            moved = await acts.play(
                games, game.number, revision=game.revision, text=move, player_id=server.ada.id
            )
            ended = await acts.resign(games, game.number, player_id=server.ada.id)
        assert (moved.event, ended.event) == (cup, cup)
        counts.append(len(traffic.statements))
    assert counts[0] == counts[1] > 0


@cells("time runs out in a cup", IN_CUP)
async def test_time_that_runs_out_ends_the_game(server: Server) -> None:
    game = await shown_game(server)
    (thread,) = server.channel.threads
    (board,) = posted(server, thread)
    assert ":R>, or the game is lost" in texts(board)[-1]
    await live(server, CLOCK)
    ended = await server.client.services.games.get(game.number)
    assert ended.outcome == Outcome(Color.BLACK, Reason.TIMEOUT)
    told = f"**{server.blaise.mention} wins: {server.ada.mention} ran out of time**"
    assert texts(await server.board())[-1].startswith(told)
    assert labels(await server.board()) == ["Review", "Replay", "Share", "More…"]


@cells("a player wants to cancel a cup's game", IN_CUP)
async def test_players_resign_instead_of_canceling_it_or_leave_the_cup(server: Server) -> None:
    await shown_game(server)
    board = await server.board()
    assert labels(board) == ["Resign", "More…"]
    (result,) = await server.press_unoffered((server.ada, board, "act:1:0:cancel"))
    assert said(result) == (
        "Games of cups, team matches, and game nights can't be canceled. You can resign this one."
    )
    (result,) = await server.press_unoffered((server.ada, board, "act:1:0:draw"))
    assert said(result) == "You can't offer a draw until both players have moved."
    panel = answer(await server.ada.click(board, label="Resign"))
    await server.ada.click(panel, label="Resign")
    (result,) = await server.press_unoffered((server.ada, await server.board(), "rematch:1"))
    assert said(result) == (
        "Game **#1** was part of an event, so it has no rematch. Start a new game with /pyrga challenge."
    )


@cells("help in a cup's game", IN_CUP)
async def test_there_is_no_help(server: Server) -> None:
    await shown_game(server, moves=OPENING, rated=False)
    board = await server.board()
    assert labels(board) == ["Draw", "Resign", "More…"]
    (result,) = await server.press_unoffered((server.ada, board, "hint:1"))
    assert "This game has no hints." in said(result)
    panel = answer(await server.ada.click(board, label="More…"))
    assert "Take back" not in labels(panel)
    (result,) = await server.press_unoffered((server.ada, panel, "ask-take-back:1:2"))
    assert said(result) == ("Takebacks aren't allowed in rated games, cups, team matches, and game nights.")


@cells("a draw in a cup's game", IN_CUP)
async def test_players_agree_to_a_draw(server: Server) -> None:
    game = await shown_game(server, moves=OPENING)
    board = await server.board()
    panel = answer(await server.ada.click(board, label="Draw"))
    await server.ada.click(panel, label="Offer draw")
    await server.blaise.click(await server.board(), label="Accept")
    ended = await server.client.services.games.get(game.number)
    assert ended.outcome == Outcome(None, Reason.AGREEMENT)


@cells("a vacation starts during a cup", IN_CUP)
async def test_a_vacation_pauses_the_clock_for_up_to_seven_days(server: Server) -> None:
    game = await shown_game(server)
    panel = answer(await server.ada.slash(server.channel, "pyrga vacation", days=14))
    await server.ada.click(panel, label="Start vacation")
    away = await server.client.services.games.get(game.number)
    assert until(away) == until(game) + 7 * DAY
    await live(server, 7 * DAY)
    await live(server, CLOCK)
    ended = await server.client.services.games.get(game.number)
    assert ended.outcome == Outcome(Color.BLACK, Reason.TIMEOUT)


@cells("the bot was down during a cup", IN_CUP)
async def test_the_time_for_which_the_bot_was_down_is_given_back(server: Server) -> None:
    game = await shown_game(server)
    await pass_time(server, DAY / 2)
    server.clock.move(3 * DAY)
    await server.restart()
    await live(server, timedelta())
    assert until(await server.client.services.games.get(game.number)) == until(game) + 3 * DAY


@pytest.mark.default
@cells("the time for a stage is up", IN_CUP)
async def test_once_time_is_up_the_board_says_how_the_game_would_have_ended(server: Server) -> None:
    game = await shown_game(server, moves=OPENING)
    games, best = server.client.services.games, BestPlay(Color.WHITE, 7)
    ended = await games.update(game.number, lambda game, now: adjudicate(game, best, now))
    await announce(server.client, ended)
    board = await server.board()
    said = f"**{server.ada.mention} wins with best play in 7 moves: time was up**"
    assert texts(board)[-1].startswith(said)
    assert "rated" not in texts(board)[0]
    assert (await games.get(game.number)).rating_changes == ()
    listed = texts(answer(await server.ada.slash(server.channel, "pyrga history")))
    assert "by best play" in "".join(listed)


@cells("a cup's game is over", IN_CUP)
async def test_the_cup_is_told_that_a_game_is_over(server: Server) -> None:
    game = await shown_game(server, moves=OPENING)
    await acts.resign(server.client.services.games, game.number, player_id=server.ada.id)
    await check_result_is_due(server, game)


@cells("a moderator annuls a cup's game", IN_CUP)
async def test_the_cup_is_told_that_a_result_no_longer_counts(server: Server) -> None:
    game = await shown_game(server, moves=OPENING)
    await acts.resign(server.client.services.games, game.number, player_id=server.ada.id)
    await check_result_is_due(server, game)
    await server.client.services.games.update(game.number, annul)
    await check_result_is_due(server, game)


async def check_result_is_due(server: Server, game: Game) -> None:
    """Check that the cup is about to be told how a game stands, and nothing else comes due."""
    due_times = server.client.services.due_times
    (told,) = await due_times.overdue(10)
    assert (told.kind, told.about) == (DueKind.RESULT, game.number)
    await due_times.take(told)


@cells("a cup is canceled", IN_CUP)
async def test_once_the_cup_is_canceled_a_game_goes_on_like_any_casual_one(server: Server) -> None:
    game = await shown_game(server)
    casual = await server.client.services.games.update(game.number, partial(go_on, is_casual=True))
    await show(server.client, casual)
    board = await server.board()
    assert texts(board)[0] == "### Pyrga #1 · start"
    assert "In a cup" not in texts(board)[-1]
    await server.play(board, "Sb2")
    assert "move 1" in texts(await server.board())[0]
    await live(server, CLOCK)
    assert "Give time" in labels(await server.board())


def until(game: Game) -> datetime:
    """Return the deadline of the player to move."""
    assert game.clock is not None
    return game.clock.until


async def test_a_cup_of_five_without_threads_leaves_its_channel_alone(
    server: Server, manager: simcord.MemberActor
) -> None:
    server.env.inject_error("POST", THREADS, status=403, code=50013, times=None)
    club = await open_club(server, manager)
    others = [server.guild.add_member(server.env.create_user(name)) for name in ("emmy", "felix")]
    await club.join(*others)
    await club.start()
    games = server.client.services.games
    numbers = [game.number or 0 for game in (await club.cup()).running]
    assert len(numbers) == 10
    for turn in range(6):
        for number in numbers:
            game = await games.get(number)
            if turn < 5:
                game = await acts.move(games, game, str(game.position.legal_moves[0]))
            else:
                game = await acts.resign(games, number, player_id=game.to_move.id)
            await announce(server.client, game)
        await club.wait(timedelta(minutes=20))
    assert "The cup is over." in club.text
    path = f"/channels/{server.channel.id}/messages"
    sent = [each for each in server.env.http_requests if each.method == "POST" and each.path == path]
    # The card was an answer.
    assert 1 + len(sent) <= 12
    for person in (*club.people, *others):
        assert sum(bool(message.components) for message in person.user.dm_channel.history()) == 4
