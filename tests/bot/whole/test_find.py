"""People look for an opponent with /pyrga find, in one server or in several, and are brought together."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.jobs.rounds import find_opponents
from bot.ui import searches
from bot.values.game.game import Game
from bot.values.searches import SearchClock
from tests.bot.servers import Server, answer, choices, labels, offered, read, said, texts
from tests.bot.whole.cups import play_short
from tests.bot.whole.scenes import live
from tests.cells import cells
from tests.reading import as_read

pytestmark = pytest.mark.thorough

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
HERE: dict[str, Any] = {"where": "server"}
EVERYWHERE: dict[str, Any] = {"where": "everywhere"}
HIDDEN = discord.PermissionOverwrite(view_channel=False)


@pytest.fixture
async def library(server: Server) -> Server:
    """Return another server with the bot, which Dora is in alone."""
    guild = server.env.create_guild("Library")
    dora = guild.add_member(server.env.create_user("dora", global_name="Dora"))
    channel = guild.create_text_channel("games")
    return replace(server, guild=guild, channel=channel, ada=dora, blaise=dora, chiyo=dora)


async def find(
    server: Server, member: simcord.MemberActor, channel: simcord.ChannelHandle | None = None, **options: Any
) -> simcord.InteractionResult:
    return await member.slash(channel or server.channel, "pyrga find", **options)


async def agree(server: Server, member: simcord.MemberActor, **options: Any) -> simcord.InteractionResult:
    """Look everywhere for the first time, and agree to what others will see."""
    asked = answer(await find(server, member, **options))
    return await member.click(asked, label="Search everywhere")


async def game(server: Server, number: int = 1) -> Game:
    return await server.client.services.games.get(number)


async def running(server: Server) -> list[Game]:
    """Return Ada's running games."""
    queries = server.client.services.game_queries
    return await queries.running(server.guild.id, player_id=server.ada.id, limit=9)


def shown(result: simcord.InteractionResult) -> str:
    return read(answer(result))


@pytest.mark.default
async def test_two_people_in_a_channel_are_brought_together_on_one_board(server: Server) -> None:
    panel = shown(await find(server, server.ada, **HERE))
    expires = int((server.clock.now() + 7 * DAY).timestamp())
    for sentence in (
        "Looking for an opponent",
        "No one else is looking right now.",
        "Pyrga · rated · 1 day per move · this server",
        f"expires <t:{expires}:R>",
    ):
        assert sentence in panel
    started = said(await find(server, server.blaise, **HERE))
    begun = await game(server)
    board = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{begun.message_id}"
    assert started == f"Your game with **Ada** has started: [open the board]({board})"
    assert begun.rated
    assert [board.place.channel_id for board in begun.boards] == [server.channel.id]
    assert sorted(server.pinged(server.channel)) == sorted([server.ada.id, server.blaise.id])
    # Discord notifies only those whom the text mentions, too.
    said_there = texts(await server.board())[-1]
    assert all(f"<@{member.id}>" in said_there for member in (server.ada, server.blaise))
    await live(server, 2 * HOUR)
    later = await find(server, server.chiyo, **HERE)
    assert f"The last game found this way started <t:{int(begun.created_at.timestamp())}:R>." in shown(later)


@pytest.mark.default
async def test_two_servers_have_a_board_each_once_both_agreed(server: Server, library: Server) -> None:
    asked = answer(await find(server, server.ada))
    assert "They see your account's name, your rating, and the name of this server." in texts(asked)[0]
    assert labels(asked) == ["Search everywhere", "Only this server"]
    await server.ada.click(asked, label="Search everywhere")
    await agree(library, library.ada)
    begun = await game(server)
    assert {board.place.channel_id for board in begun.boards} == {server.channel.id, library.channel.id}
    assert server.pinged(server.channel) == [server.ada.id]
    assert server.pinged(library.channel) == [library.ada.id]
    assert f"plays from {library.guild.name}." in texts(server.newest())[-1]
    # No one is asked a second time.
    assert "everywhere" in shown(await find(server, server.ada, ruleset="classic"))


async def test_whoever_says_only_this_server_is_asked_again_the_next_time(server: Server) -> None:
    asked = answer(await find(server, server.ada))
    panel = await server.ada.click(asked, label="Only this server")
    assert "this server" in shown(panel)
    again = answer(await find(server, server.ada, **EVERYWHERE))
    assert labels(again) == ["Search everywhere", "Only this server"]


async def test_one_board_is_enough_where_both_see_it_and_elsewhere_each_has_one(server: Server) -> None:
    other = server.guild.create_text_channel("other")
    await find(server, server.ada, other, **HERE)
    await find(server, server.blaise, **HERE)
    assert [board.place.channel_id for board in (await game(server)).boards] == [other.id]
    secret = server.guild.create_text_channel("secret", overwrites={server.blaise: HIDDEN})
    await find(server, server.ada, secret, **HERE)
    await find(server, server.blaise, **HERE)
    begun = await game(server, 2)
    assert {board.place.channel_id for board in begun.boards} == {secret.id, server.channel.id}
    assert server.pinged(secret) == [server.ada.id]
    assert server.pinged(server.channel) == [server.blaise.id]


async def test_people_far_apart_wait_until_that_no_longer_matters(server: Server) -> None:
    for number in (1, 2):
        await server.begin(rated=True, start="plain")
        await play_short(server, number, server.blaise.id)
    await live(server, DAY)
    await find(server, server.ada, clock=300, **HERE)
    assert "1 other person is looking." in shown(await find(server, server.blaise, clock=300, **HERE))
    await find_opponents(server.client)
    assert not await running(server)
    await live(server, timedelta(minutes=20))
    await find_opponents(server.client)
    assert await running(server)


async def test_searches_are_listed_and_canceled_by_whoever_searches(server: Server) -> None:
    for clock, named in (
        (SearchClock.MINUTES, "5 minutes per move"),
        (SearchClock.DAY, "1 day per move"),
        (SearchClock.THREE_DAYS, "3 days per move"),
    ):
        assert named in shown(await find(server, server.ada, clock=int(clock), **HERE))
    refused = said(await find(server, server.ada, rated=False, **HERE))
    assert refused == "You already have 3 searches, the maximum. Cancel one first: /pyrga find shows them."
    panel = answer(await find(server, server.ada))
    cancel = cancel_buttons(panel)
    assert len(cancel) == 3
    await server.press_unoffered((server.blaise, panel, cancel[0]))
    panel = answer(await find(server, server.ada))
    assert cancel_buttons(panel) == cancel
    for number in (2, 1, 0):
        await server.ada.click(panel, custom_id=cancel[number])
        assert cancel_buttons(panel) == cancel[:number]
    assert "You aren't looking for an opponent" in texts(panel)[0]


def cancel_buttons(panel: simcord.ResponseMessage) -> list[str]:
    return [button["custom_id"] for button in offered(panel) if button["label"] == "Cancel"]


@pytest.mark.default
async def test_after_the_match_the_panel_leads_to_the_game_and_keeps_other_searches(server: Server) -> None:
    await find(server, server.ada, **HERE)
    panel = answer(await find(server, server.ada, rated=False, **HERE))
    assert len(cancel_buttons(panel)) == 2
    for left, member in ((1, server.blaise), (0, server.chiyo)):
        await find(server, member, rated=left == 1, **HERE)
        number = 2 - left
        told = f"Your game with **{member.user.global_name}** has started: [open the board]("
        assert told in texts(panel)[0]
        assert str((await game(server, number)).message_id) in texts(panel)[0]
        assert len(cancel_buttons(panel)) == left
    assert "You aren't looking for an opponent" in texts(panel)[0]


async def test_a_panel_shows_what_another_process_has_done_and_closes_before_discord_keeps_it(
    server: Server,
) -> None:
    panel = answer(await find(server, server.ada, **HERE))
    await server.client.services.opponent_searches.cancel(1, player_id=server.ada.id)
    await server.client.run_jobs_once()
    assert "You aren't looking for an opponent" in texts(panel)[0]
    panel = answer(await find(server, server.ada, **HERE))
    await live(server, timedelta(minutes=14))
    await server.client.run_jobs_once()
    assert "You asked for an opponent" in texts(panel)[0]
    assert not offered(panel)
    panel = answer(await find(server, server.ada))
    assert len(cancel_buttons(panel)) == 1
    await server.restart()
    assert "You asked for an opponent" in texts(panel)[0]


async def test_cancel_on_a_panel_that_a_killed_process_has_left_leads_to_the_game(server: Server) -> None:
    panel = answer(await find(server, server.ada, **HERE))
    (cancel,) = cancel_buttons(panel)
    await find(server, server.blaise, **HERE)
    await server.restart()
    await server.press_unoffered((server.ada, panel, cancel))
    assert "Your game with **Blaise** has started: [open the board](" in texts(panel)[0]
    assert await running(server)


async def test_the_panel_has_the_open_challenges_of_the_server(server: Server) -> None:
    await server.ada.slash(server.channel, "pyrga challenge")
    panel = answer(await find(server, server.blaise, **HERE))
    assert "Or join one of these" in read(panel)
    await server.blaise.click(panel, label="Join")
    assert {(await game(server)).white.name, (await game(server)).black.name} == {"Ada", "Blaise"}


async def test_settings_switch_games_across_servers_off(server: Server, manager: simcord.MemberActor) -> None:
    await server.change_setting(server.ada, "setting:mine:across-servers", "off")
    assert said(await find(server, server.ada, **EVERYWHERE)) == (
        "You've chosen to play only in your servers. To play elsewhere, change that in /pyrga settings."
    )
    assert "this server" in shown(await find(server, server.ada))
    await server.change_setting(manager, "setting:server:across-servers", "no")
    assert said(await find(server, server.blaise, **EVERYWHERE)) == (
        "This server doesn't allow games across servers. Look in this server only, or use /pyrga find in DMs "
        "with me."
    )
    assert "Your game with **Ada** has started" in said(await find(server, server.blaise))


async def test_settings_that_keep_games_from_starting_are_named(
    server: Server, manager: simcord.MemberActor
) -> None:
    await server.change_setting(server.ada, "setting:mine:welcome", "nobody")
    assert said(await find(server, server.ada, **HERE)) == (
        "You've chosen not to be challenged, so no one can play you. Change that in /pyrga settings first."
    )
    other = server.guild.create_text_channel("games")
    panel = answer(await manager.slash(server.channel, "pyrga-server settings"))
    await server.choose_channel_unoffered(manager, panel, "setting:server:channels", other)
    assert "Games aren't allowed in this channel" in said(await find(server, server.blaise, **HERE))


async def test_blocked_people_are_never_brought_together(server: Server) -> None:
    await server.ada.slash(server.channel, "pyrga block", member=server.blaise)
    await find(server, server.ada, **HERE)
    assert "Looking" in shown(await find(server, server.blaise, **HERE))
    await find_opponents(server.client)
    assert "Your game with **Ada**" in said(await find(server, server.chiyo, **HERE))


async def test_someone_who_wants_dms_gets_one_and_the_other_a_mention(server: Server) -> None:
    for member in (server.ada, server.blaise):
        await server.change_setting(member, "setting:mine:notices", "private")
    await find(server, server.ada, **HERE)
    await find(server, server.blaise, **HERE)
    begun = await game(server)
    assert server.pinged(server.channel) == [begun.opponent_of(begun.to_move.id).id]
    mover = next(member for member in server.members if member.id == begun.to_move.id)
    (told,) = mover.user.dm_channel.history()
    assert "It's your turn" in told.content


async def test_a_challenge_that_no_one_answered_leads_to_other_people(server: Server) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge"))
    await live(server, DAY)
    assert labels(card) == ["Find an opponent"]
    asked = answer(await server.ada.click(card, label="Find an opponent"))
    assert labels(asked) == ["Search everywhere", "Only this server"]


async def test_if_the_bot_dies_before_it_shows_the_game_both_are_told_after_the_start(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def die(*_: object) -> Game:
        raise RuntimeError

    await find(server, server.ada, **HERE)
    monkeypatch.setattr(searches, "announce", die)
    await find(server, server.blaise, **HERE)
    assert not server.pinged(server.channel)
    await server.restart()
    await live(server, timedelta(minutes=2))
    assert sorted(server.pinged(server.channel)) == sorted([server.ada.id, server.blaise.id])


@cells("a game found with /pyrga find can't be posted", "a running game")
async def test_a_game_that_cannot_be_posted_where_both_asked_begins_in_their_dms(server: Server) -> None:
    await find(server, server.ada, **HERE)
    messages = f"/channels/{server.channel.id}/messages"
    server.env.inject_error("POST", messages, status=403, code=50001, times=None)
    told = said(await find(server, server.blaise, **HERE))
    for _ in range(2):
        assert not (await game(server)).private_boards
        await live(server, timedelta(minutes=6))
    begun = await game(server)
    for member in (server.ada, server.blaise):
        own = begun.private_board_of(member.id)
        sent = {each.id: as_read(each.content) for each in member.user.dm_channel.history()}
        assert own is not None
        assert own.message_id in sent
        assert [text[:44] for text in sent.values() if text] == [
            "I can't post in the channel of game #1 again"
        ]
    assert "but I couldn't post the board there" in told

    mover = next(member for member in server.members if member.id == begun.to_move.id)
    own_board, _why = server.env.backend.messages[mover.user.dm_channel.id].values()
    shown_there = simcord.ResponseMessage(server.env, own_board)
    await mover.user.click(shown_there, custom_id=choices(shown_there)[0]["custom_id"])
    for member in (server.ada, server.blaise):
        boards = server.env.backend.messages[member.user.dm_channel.id].values()
        assert "move 2" in str([board.components for board in boards])

    server.env.backend.faults.clear()
    await server.ada.slash(server.channel, "pyrga show")
    assert (await game(server)).place.channel_id == server.channel.id
