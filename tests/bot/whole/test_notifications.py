"""The player to move is notified of their turn: once, in the way they chose, and not while present."""

import asyncio
from contextlib import suppress
from datetime import timedelta

import pytest
import simcord
from discord.utils import format_dt

from bot.jobs.due import do_due
from bot.ui.board.display import announce
from bot.use_cases.games.games import Games
from bot.values.clocks import QuietHours
from bot.values.players import NotificationMode
from tests.bot import acts
from tests.bot.servers import Server, answer, texts
from tests.bot.whole.dying import Death
from tests.bot.whole.scenes import live, pass_time
from tests.cells import outcomes
from tests.reading import as_read

pytestmark = pytest.mark.thorough

AWAY = timedelta(minutes=6)
LONG, DAY = timedelta(hours=13), timedelta(days=1)
NOTICES = "setting:mine:notices"


def link(server: Server, message: simcord.ResponseMessage) -> str:
    return f"https://discord.com/channels/{server.guild.id}/{message.channel_id}/{message.id}"


@pytest.mark.default
async def test_no_one_is_pinged_while_both_click_within_minutes(server: Server) -> None:
    board = await server.begin()
    for move in ["Sa1", "Cb1", "Tb1n", "Cb2"]:
        await server.play(board, move)
        server.clock.move(timedelta(minutes=2))
    assert server.pinged() == []
    assert len(server.channel.history()) == 1


async def test_someone_who_is_away_gets_a_board_with_one_mention(server: Server) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    await server.play(board, "Sa1")

    newer = server.newest()
    assert newer.id != board.id
    assert f"{server.blaise.mention} (Black) to play" in texts(newer)[-1]
    assert server.pinged() == [server.blaise.id]
    assert [message.id for message in server.channel.history()] == [newer.id]

    await server.play(newer, "Cb1")
    assert server.pinged() == [server.blaise.id]
    assert "move 2" in texts(newer)[0]
    assert len(server.channel.history()) == 1


@pytest.mark.default
async def test_whoever_was_mentioned_by_a_bot_that_then_died_is_not_mentioned_again(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: object, **__: object) -> None:
        raise RuntimeError

    board = await server.begin()
    server.clock.move(AWAY)
    with monkeypatch.context() as dying:
        # That's what a process does last.
        dying.setattr(Games, "note_shown", die)
        await server.play(board, "Sa1")
    server.clock.move(timedelta(minutes=2))
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]


async def test_clicks_on_a_board_while_deleted_are_answered(server: Server) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    first, second, late = await server.press_unoffered(
        (server.ada, board, "play:1:0:Sa1"),
        (server.ada, board, "play:1:0:Sa1"),
        (server.blaise, board, "play:1:0:Sb1"),
    )
    newer = server.newest()
    assert [message.id for message in server.channel.history()] == [newer.id]
    assert "move 1" in texts(newer)[0]
    assert first.acknowledged
    # The second click of a double click needs no answer, because the new board is already there.
    assert second.acknowledged
    assert second.followups == []
    assert answer(late).ephemeral
    assert texts(answer(late)) == [f"Game #1 moved here: [open the board]({link(server, newer)})"]


async def test_a_repeated_click_on_an_older_board_leads_to_the_newer_one_later(server: Server) -> None:
    older = await server.begin()
    await server.play(older, "Sa1")
    server.env.inject_error("DELETE", f"/channels/*/messages/{older.id}", status=403, code=50013)
    newer = answer(await server.blaise.slash(server.channel, "pyrga show"))
    again = (server.ada, older, "play:1:0:Sa1")
    (double,) = await server.press_unoffered(again)
    assert not answer(double).ephemeral
    assert double.followups == []
    server.clock.move(timedelta(minutes=1))
    (later,) = await server.press_unoffered(again)
    assert answer(later).ephemeral
    assert texts(answer(later)) == [f"Game #1 moved here: [open the board]({link(server, newer)})"]


async def test_every_click_shows_that_a_player_is_present(server: Server) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    await server.ada.click(board, custom_id="choose:1:0::c2")
    await server.blaise.click(board, label="More…")
    await server.blaise.click(board, label="Cancel game")
    await server.play(board, "Sa1")
    assert server.pinged() == []


async def test_the_challenger_is_notified_when_their_challenge_is_accepted_later(server: Server) -> None:
    card = await server.challenge()
    server.clock.move(AWAY)
    await server.blaise.click(card, label="Accept")
    assert server.pinged() == [server.ada.id]
    assert "Pyrga #1 · start" in texts(server.newest())[0]
    assert card.id not in [message.id for message in server.channel.history()]


@pytest.mark.usefixtures("french")
async def test_someone_who_chose_dms_gets_them_with_links_in_their_language_and_no_mention(
    server: Server,
) -> None:
    await server.change_setting(server.blaise, NOTICES, NotificationMode.PRIVATE)
    board = await server.begin()
    server.clock.move(AWAY)
    await server.play(board, "Sa1")
    assert "move 1" in texts(board)[0]
    await server.change_setting(server.blaise, "setting:mine:language", "fr")
    await server.play(board, "Cb1")
    server.clock.move(AWAY)
    await server.play(board, "Tb1n")
    await server.change_setting(server.blaise, "setting:mine:language", "en")
    server.clock.move(AWAY)
    await server.resign(server.ada)
    opened = f"pen the board]({link(server, board)})"
    assert [as_read(message.content) for message in server.blaise.user.dm_channel.history()] == [
        f"It's your turn in game #1 against **Ada**: [o{opened}",
        "À toi de jouer contre **Ada**.",
        f"Your game #1 against **Ada** is over. **Blaise** wins: **Ada** resigned. [O{opened}",
    ]
    assert server.pinged() == []


async def test_someone_who_accepts_no_dms_is_mentioned_instead(server: Server) -> None:
    await server.change_setting(server.blaise, NOTICES, NotificationMode.PRIVATE)
    board = await server.begin()
    server.clock.move(AWAY)
    server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await server.play(board, "Sa1")
    assert server.pinged() == [server.blaise.id]
    assert f"{server.blaise.mention} (Black) to play" in texts(server.newest())[-1]


async def test_someone_without_notifications_gets_none_until_the_board_is_out_of_sight(
    server: Server,
) -> None:
    await server.change_setting(server.blaise, NOTICES, NotificationMode.NONE)
    board = await server.begin()
    server.clock.move(AWAY)
    await server.play(board, "Sa1")
    assert len(server.channel.history()) == 1
    server.clock.move(LONG)
    await server.play(board, "Cb1")
    newer = server.newest()
    assert newer.id != board.id
    server.clock.move(LONG)
    await server.play(newer, "Tb1n")
    assert server.newest().id != newer.id
    assert server.pinged() == [server.ada.id]
    assert len(server.channel.history()) == 1


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (403, 50001), (404, 10003), (500, 0)])
async def test_if_nothing_can_be_posted_the_board_is_edited_and_the_click_answered(
    server: Server, status: int, code: int
) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    server.env.inject_error("POST", "/channels/*/messages", status=status, code=code, times=None)
    (result,) = await server.press_unoffered((server.ada, board, "play:1:0:Sa1"))
    assert result.acknowledged
    assert "move 1" in texts(board)[0]
    assert (await server.client.services.games.get(1)).shown


@pytest.mark.default
async def test_a_player_who_leaves_before_the_answer_is_notified_once_later(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sa1")
    server.clock.move(timedelta(minutes=4))
    await do_due(server.client)
    assert server.pinged() == []
    server.clock.move(timedelta(minutes=1))
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]
    assert "move 1" in texts(server.newest())[0]
    assert len(server.channel.history()) == 1
    server.clock.move(LONG)
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]


async def test_a_player_who_is_still_choosing_or_has_moved_is_not_notified(server: Server) -> None:
    board = await server.begin()
    server.clock.move(timedelta(minutes=4))
    await server.ada.click(board, custom_id="choose:1:0::c2")
    server.clock.move(timedelta(minutes=2))
    await do_due(server.client)
    assert server.pinged() == []
    server.clock.move(timedelta(minutes=2))
    await server.play(board, "Tb2n")
    server.clock.move(timedelta(minutes=2))
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]


@pytest.mark.parametrize("asks", ["ada", "blaise"])
async def test_only_a_player_to_move_who_asks_for_the_board_themselves_is_not_notified_of_it(
    server: Server, asks: str
) -> None:
    await server.begin()
    server.clock.move(AWAY)
    asking = server.ada if asks == "ada" else server.blaise
    await asking.slash(server.channel, "pyrga show")
    server.clock.move(AWAY)
    await do_due(server.client)
    assert server.pinged() == ([] if asks == "ada" else [server.ada.id])
    assert len(server.channel.history()) == 1


async def test_a_notification_that_a_dying_process_left_behind_is_sent_by_the_next(server: Server) -> None:
    await server.begin()
    server.clock.move(AWAY)
    await acts.play(server.client.services.games, 1, revision=0, text="Sa1", player_id=server.ada.id)
    await server.restart()
    server.clock.move(timedelta(minutes=1))
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]
    assert "move 1" in texts(server.newest())[0]


@pytest.mark.default
async def test_someone_who_is_away_is_told_how_a_game_ended(server: Server) -> None:
    await server.begin()
    server.clock.move(AWAY)
    await server.resign(server.ada)
    assert server.pinged() == [server.blaise.id]
    assert texts(server.newest())[-1].endswith(
        f"**{server.blaise.mention} wins: Ada resigned**\nThe game was too short to count."
    )
    server.clock.move(LONG)
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]


async def test_if_no_board_can_be_posted_the_player_gets_a_dm(server: Server) -> None:
    board = await server.begin()
    server.clock.move(AWAY)
    server.env.inject_error(
        "POST", f"/channels/{server.channel.id}/messages", status=403, code=50013, times=None
    )
    await server.play(board, "Sa1")
    (told,) = server.blaise.user.dm_channel.history()
    assert "game\N{NO-BREAK SPACE}#1" in told.content
    assert as_read(told.content).startswith("It's your turn in game #1 against **Ada**")
    assert "move 1" in texts(board)[0]


async def begin_several(server: Server, games: int = 3) -> list[simcord.ResponseMessage]:
    """Return the boards of games between Ada and Blaise, who have been away for a while."""
    boards = [await server.begin() for _ in range(games)]
    server.clock.move(AWAY)
    return boards


def told(server: Server) -> list[str]:
    """Return what anyone was told in the channel about more than one game."""
    contents = [as_read(message.content) for message in server.channel.history()]
    return [each for each in contents if " are waiting " in each or " moves due" in each]


async def test_what_waits_for_someone_within_minutes_is_told_in_one_message(server: Server) -> None:
    boards = await begin_several(server)
    ends = format_dt(server.clock.now() + 3 * DAY, "R")
    for board in boards:
        await server.play(board, "Sa1")
    assert server.pinged() == []
    await live(server, timedelta(minutes=1))
    games = ", ".join(
        f"[#{number}]({link(server, board)}) against **Ada**" for number, board in enumerate(boards, 1)
    )
    assert told(server) == [f"{server.blaise.mention} 3 games are waiting for you: {games}"]
    await live(server, 3 * DAY - timedelta(hours=12))
    assert told(server)[1:] == [f"{server.blaise.mention} 3 moves due, the first {ends}: {games}"]
    assert server.pinged() == [server.blaise.id] * 2
    await live(server, timedelta(hours=11))
    assert len(server.channel.history()) == 5


async def test_of_three_games_each_is_told_once_no_matter_when_the_bot_dies(
    server: Server, death: Death
) -> None:
    await begin_several(server)
    games, instant, died = server.client.services.games, 0, True
    while died:
        instant += 1
        for number in (1, 2, 3):
            game = await games.get(number)
            turns = 1 if game.to_move.id == server.ada.id else 2
            for _ in range(turns):
                move = str(game.position.legal_moves[0])
                game = await acts.move(games, game, move)
            await announce(server.client, game)
        before = len(server.env.http_requests)
        await pass_time(server, AWAY)
        death.appoint(instant)
        with suppress(asyncio.CancelledError):
            await do_due(server.client)
        died = death.come
        death.appoint(0)
        await server.restart()
        games = server.client.services.games
        await do_due(server.client)
        await live(server, timedelta(minutes=2))
        posts = [dict(sent.json or {}) for sent in server.env.http_requests[before:] if sent.method == "POST"]
        # Discord ignores the second message with a nonce.
        nonces = {post["nonce"] for post in posts if "waiting for you" in post.get("content", "")}
        assert len(nonces) == 1, instant
    assert instant > 3


async def sleep(server: Server, member: simcord.MemberActor, hours: int = 9) -> timedelta:
    """Give someone quiet hours that have begun within the last hour; return how long they still are."""
    now = server.clock.now()
    quiet = QuietHours("Africa/Accra", now.hour, (now.hour + hours) % 24)
    await server.configure_for(member, quiet=quiet)
    over = quiet.end_after(now)
    assert over is not None
    return over - now


@pytest.mark.default
@outcomes(
    "a turn comes in someone's quiet hours",
    "in quiet hours",
    "the player is told once they're over, of all their turns at once",
)
async def test_turns_in_quiet_hours_are_told_once_these_are_over_all_in_one_message(server: Server) -> None:
    boards = [await server.begin(), await server.begin()]
    left = await sleep(server, server.blaise)
    server.clock.move(AWAY)
    for board in boards:
        await server.play(board, "Sa1")
    server.clock.move(timedelta(hours=2))
    await do_due(server.client)
    assert server.pinged() == []
    assert "move 1" in texts(boards[0])[0]
    server.clock.move(left - AWAY - timedelta(hours=2, minutes=1))
    await do_due(server.client)
    assert server.pinged() == []
    server.clock.move(timedelta(minutes=1))
    await do_due(server.client)
    assert server.pinged() == [server.blaise.id]
    assert "2 games are waiting for you" in server.newest().content


@outcomes(
    "a game ends in someone's quiet hours",
    "in quiet hours",
    "the player is told once they're over; the other one is told at once",
)
async def test_the_end_of_a_game_in_quiet_hours_is_told_afterward_and_only_to_whoever_slept(
    server: Server,
) -> None:
    await server.begin()
    left = await sleep(server, server.blaise)
    server.clock.move(AWAY)
    await server.resign(server.ada)
    server.clock.move(timedelta(minutes=2))
    await do_due(server.client)
    assert server.pinged() == []
    server.clock.move(left - AWAY)
    for _ in range(2):
        await do_due(server.client)
    assert server.pinged() == [server.blaise.id]
    assert as_read(server.newest().content).startswith(
        f"{server.blaise.mention} Your game #1 against **Ada** is over. **Blaise** wins: **Ada** resigned."
    )


@outcomes(
    "a win can be claimed in someone's quiet hours", "in quiet hours", "the player is told once they're over"
)
async def test_that_a_win_can_be_claimed_is_told_after_quiet_hours_and_a_live_game_at_once(
    server: Server,
) -> None:
    await server.configure(move_seconds=3600 * 2)
    await server.begin()
    await live(server, timedelta(minutes=90))
    left = await sleep(server, server.blaise)
    await live(server, timedelta(minutes=40))
    assert server.blaise.id not in server.pinged()
    await live(server, left)
    assert "Claim the win" in server.newest().content
    assert server.pinged()[-1] == server.blaise.id
    await server.configure(move_seconds=900)
    board, told = await server.begin(), server.pinged().count(server.blaise.id)
    await sleep(server, server.blaise)
    server.clock.move(timedelta(minutes=8))
    await server.play(board, "Sa1")
    assert server.pinged().count(server.blaise.id) == told + 1


@outcomes(
    "a reminder comes due in someone's quiet hours",
    "in quiet hours",
    "the last one comes; another one comes once they're over",
)
async def test_the_last_reminder_comes_in_quiet_hours_and_the_one_before_after_them(server: Server) -> None:
    await server.configure_for(server.ada, reminders=frozenset({12, 1}))
    await server.configure(move_seconds=24 * 3600)
    await server.begin()
    await live(server, timedelta(hours=11, minutes=30))
    told, left = len(server.pinged()), await sleep(server, server.ada, hours=5)
    await live(server, timedelta(hours=2))
    assert len(server.pinged()) == told
    await live(server, left - timedelta(hours=2))
    assert server.pinged()[told:] == [server.ada.id]
    await live(server, timedelta(hours=11, minutes=15) - left)
    await sleep(server, server.ada)
    assert len(server.pinged()) == told + 1
    await live(server, timedelta(minutes=20))
    assert server.pinged()[told:] == [server.ada.id, server.ada.id]
