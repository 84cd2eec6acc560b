"""People look for an opponent with /pyrga find, in one server or in several, and are brought together."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import discord
import pytest
import simcord

from bot.jobs.rounds import drop_outdated, find_opponents
from bot.matches.match.match import Match
from bot.matches.searches.search import SearchClock
from bot.ui.searches import finding
from tests.bot.servers import Server, answer, labels, offered, said, texts
from tests.bot.whole.scenes import live
from tests.cells import cells

pytestmark = pytest.mark.thorough

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
FIND = "pyrga find"
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
    return await member.slash(channel or server.channel, FIND, **options)


async def agree(server: Server, member: simcord.MemberActor, **options: Any) -> simcord.InteractionResult:
    """Look everywhere for the first time, and agree to what others will see."""
    asked = answer(await find(server, member, **options))
    return await member.click(asked, label="Search everywhere")


async def game(server: Server, number: int = 1) -> Match:
    return await server.client.services.games.get(number)


def mentions(server: Server, channel: simcord.ChannelHandle) -> list[int]:
    """Return whom messages in a channel have mentioned so far, in order."""
    return [
        int(user)
        for request in server.env.http_requests
        if request.method == "POST" and request.path.endswith(f"/{channel.id}/messages")
        for user in dict(request.json or {}).get("allowed_mentions", {}).get("users", ())
    ]


async def resign(server: Server, member: simcord.MemberActor) -> None:
    panel = answer(await member.slash(server.channel, "pyrga resign"))
    await member.click(panel, label="Resign")


async def running(server: Server) -> list[Match]:
    """Return Ada's running games."""
    return await server.client.services.game_queries.running(
        server.guild.id, player_id=server.ada.id, limit=9
    )


def shown(result: simcord.InteractionResult) -> str:
    return "\n".join(texts(answer(result)))


@pytest.mark.parametrize(
    ("chosen", "named"),
    [
        (SearchClock.MINUTES, "5 minutes per move"),
        (SearchClock.DAY, "1 day per move"),
        (SearchClock.THREE_DAYS, "3 days per move"),
    ],
)
async def test_the_panel_names_the_time_that_was_chosen(
    server: Server, chosen: SearchClock, named: str
) -> None:
    assert named in shown(await find(server, server.ada, clock=int(chosen), **HERE))


@pytest.mark.default
async def test_two_people_in_a_channel_are_brought_together_on_one_board(server: Server) -> None:
    panel = await find(server, server.ada, **HERE)
    assert "Looking for an opponent" in shown(panel)
    assert "No one else is looking right now." in shown(panel)
    assert "Pyrga · rated · 1 day per move · this server" in shown(panel)
    started = said(await find(server, server.blaise, **HERE))
    begun = await game(server)
    assert started == f"Your game with **Ada** has started: [open the board]({link_of(begun)})"
    assert begun.rated
    assert [board.place.channel_id for board in begun.boards] == [server.channel.id]
    assert sorted(mentions(server, server.channel)) == sorted([server.ada.id, server.blaise.id])
    # Discord notifies only those whom the text mentions, too.
    said_there = texts(await server.board())[-1]
    assert all(f"<@{member.id}>" in said_there for member in (server.ada, server.blaise))
    await live(server, 2 * HOUR)
    later = await find(server, server.chiyo, **HERE)
    assert f"The last game found this way started <t:{int(begun.created_at.timestamp())}:R>." in shown(later)


def link_of(begun: Match) -> str:
    return f"https://discord.com/channels/{begun.place.guild_id}/{begun.place.channel_id}/{begun.message_id}"


@pytest.mark.default
async def test_two_servers_have_a_board_each_after_both_players_agreed(
    server: Server, library: Server
) -> None:
    asked = answer(await find(server, server.ada))
    assert "They see your account's name, your rating, and the name of this server." in texts(asked)[0]
    assert labels(asked) == ["Search everywhere", "Only this server"]
    await server.ada.click(asked, label="Search everywhere")
    await agree(library, library.ada)
    begun = await game(server)
    assert {board.place.channel_id for board in begun.boards} == {server.channel.id, library.channel.id}
    assert mentions(server, server.channel) == [server.ada.id]
    assert mentions(server, library.channel) == [library.ada.id]
    assert f"plays in the server {library.guild.name}." in texts(server.newest())[-1]
    # No one is asked a second time.
    assert "everywhere" in shown(await find(server, server.ada, ruleset="classic"))


async def test_whoever_says_only_this_server_is_asked_again_the_next_time(server: Server) -> None:
    asked = answer(await find(server, server.ada))
    panel = await server.ada.click(asked, label="Only this server")
    assert "this server" in shown(panel)
    assert labels(answer(await find(server, server.ada, **EVERYWHERE))) == [
        "Search everywhere",
        "Only this server",
    ]


async def test_in_another_channel_one_board_is_enough_if_both_see_it(server: Server) -> None:
    other = server.guild.create_text_channel("other")
    await find(server, server.ada, other, **HERE)
    await find(server, server.blaise, **HERE)
    assert [board.place.channel_id for board in (await game(server)).boards] == [other.id]


async def test_in_a_channel_that_only_one_sees_each_has_a_board(server: Server) -> None:
    secret = server.guild.create_text_channel("secret", overwrites={server.blaise: HIDDEN})
    await find(server, server.ada, secret, **HERE)
    await find(server, server.blaise, **HERE)
    begun = await game(server)
    assert {board.place.channel_id for board in begun.boards} == {secret.id, server.channel.id}
    assert mentions(server, secret) == [server.ada.id]
    assert mentions(server, server.channel) == [server.blaise.id]


async def test_people_far_apart_wait_until_that_no_longer_matters(server: Server) -> None:
    for _ in range(2):
        board = await server.begin(rated=True, start="plain")
        await server.play(board, "Sb2 Ta2e Cc2 Sc2")
        await resign(server, server.blaise)
    await live(server, DAY)
    await find(server, server.ada, clock=300, **HERE)
    assert "1 other person is looking." in shown(await find(server, server.blaise, clock=300, **HERE))
    await find_opponents(server.client)
    assert not await running(server)
    await live(server, timedelta(minutes=20))
    await find_opponents(server.client)
    assert await running(server)


async def test_searches_are_listed_and_canceled(server: Server) -> None:
    for ruleset in ("pyrga", "classic", "pilotis"):
        await find(server, server.ada, ruleset=ruleset, **HERE)
    refused = said(await find(server, server.ada, rated=False, **HERE))
    assert refused == "You already have 3 searches, the maximum. Cancel one first: /pyrga find shows them."
    panel = answer(await find(server, server.ada))
    cancel = [button for button in offered(panel) if button["label"] == "Cancel"]
    assert len(cancel) == 3
    await server.ada.click(panel, custom_id=cancel[0]["custom_id"])
    assert len([button for button in offered(panel) if button["label"] == "Cancel"]) == 2
    await server.ada.click(panel, custom_id=cancel[1]["custom_id"])
    await server.ada.click(panel, custom_id=cancel[2]["custom_id"])
    assert "You aren't looking for an opponent" in texts(panel)[0]


async def test_a_search_ends_when_it_says(server: Server) -> None:
    panel = shown(await find(server, server.ada, **HERE))
    expiry = int((server.clock.now() + 7 * DAY).timestamp())
    assert f"expires <t:{expiry}:R>" in panel
    await live(server, 7 * DAY)
    await drop_outdated(server.client)
    assert "No one else is looking right now." in shown(await find(server, server.blaise, **HERE))


async def test_the_panel_has_the_open_challenges_of_the_server(server: Server) -> None:
    await server.ada.slash(server.channel, "pyrga challenge")
    panel = answer(await find(server, server.blaise, **HERE))
    assert "Or join one of these" in "\n".join(texts(panel))
    await server.blaise.click(panel, label="Join")
    assert {(await game(server)).white.name, (await game(server)).black.name} == {"Ada", "Blaise"}


async def test_settings_switch_games_across_servers_off(
    server: Server, library: Server, manager: simcord.MemberActor
) -> None:
    panel = await server.open_setting(server.ada, "setting:mine:across-servers")
    await server.choose(server.ada, panel, "off", "setting:mine:across-servers")
    assert said(await find(server, server.ada, **EVERYWHERE)) == (
        "You've chosen to play only in your servers. To play elsewhere, change that in /pyrga settings."
    )
    assert "this server" in shown(await find(server, server.ada))
    panel = await server.open_setting(manager, "setting:server:across-servers")
    await server.choose(manager, panel, "no", "setting:server:across-servers")
    assert said(await find(server, server.blaise, **EVERYWHERE)) == (
        "This server doesn't allow games across servers. Look in this server only, or use /pyrga find in DMs "
        "with me."
    )
    assert "Your game with **Ada** has started" in said(await find(server, server.blaise))
    del library


async def test_whoever_takes_no_challenges_is_told_why_no_one_can_come(server: Server) -> None:
    panel = await server.open_setting(server.ada, "setting:mine:welcome")
    await server.choose(server.ada, panel, "nobody", "setting:mine:welcome")
    assert said(await find(server, server.ada, **HERE)) == (
        "You've chosen not to be challenged, so no one can play you. Change that in /pyrga settings first."
    )


async def test_blocked_people_are_never_brought_together(server: Server) -> None:
    await server.ada.slash(server.channel, "pyrga block", member=server.blaise)
    await find(server, server.ada, **HERE)
    assert "Looking" in shown(await find(server, server.blaise, **HERE))
    await find_opponents(server.client)
    assert "Your game with **Ada**" in said(await find(server, server.chiyo, **HERE))


async def test_games_start_only_where_the_server_allows_them(
    server: Server, manager: simcord.MemberActor
) -> None:
    other = server.guild.create_text_channel("games")
    panel = answer(await manager.slash(server.channel, "pyrga-server settings"))
    await server.choose_channel_unoffered(manager, panel, "setting:server:channels", other)
    assert "Games aren't allowed in this channel" in said(await find(server, server.ada, **HERE))


async def test_someone_who_wants_dms_gets_one_and_the_other_a_mention(server: Server) -> None:
    for member in (server.ada, server.blaise):
        panel = await server.open_setting(member, "setting:mine:notices")
        await server.choose(member, panel, "private", "setting:mine:notices")
    await find(server, server.ada, **HERE)
    await find(server, server.blaise, **HERE)
    begun = await game(server)
    assert mentions(server, server.channel) == [begun.opponent_of(begun.to_move.id).id]
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
    async def die(*_: object) -> Match:
        raise RuntimeError

    await find(server, server.ada, **HERE)
    monkeypatch.setattr(finding, "announce", die)
    await find(server, server.blaise, **HERE)
    assert not mentions(server, server.channel)
    await server.restart()
    await live(server, timedelta(minutes=2))
    assert sorted(mentions(server, server.channel)) == sorted([server.ada.id, server.blaise.id])


@cells("a game found with /pyrga find can't be posted", "a running game")
async def test_a_game_that_cannot_be_posted_where_both_asked_begins_in_their_dms(server: Server) -> None:
    await find(server, server.ada, **HERE)
    server.env.inject_error(
        "POST", f"/channels/{server.channel.id}/messages", status=403, code=50001, times=None
    )
    told = said(await find(server, server.blaise, **HERE))
    begun = await game(server)
    for member in (server.ada, server.blaise):
        (message,) = member.user.dm_channel.history()
        own = begun.private_board_of(member.id)
        assert own is not None
        assert own.message_id == message.id
    assert str(server.blaise.user.dm_channel.id) in told

    mover = next(member for member in server.members if member.id == begun.to_move.id)
    (own_board,) = server.env.backend.messages[mover.user.dm_channel.id].values()
    shown_there = simcord.ResponseMessage(server.env, own_board)
    move = next(
        button["custom_id"] for button in offered(shown_there) if button["custom_id"].startswith("play:")
    )
    await mover.user.click(shown_there, custom_id=move)
    for member in (server.ada, server.blaise):
        boards = server.env.backend.messages[member.user.dm_channel.id].values()
        assert "move 2" in str([board.components for board in boards])

    server.env.backend.faults.clear()
    await server.ada.slash(server.channel, "pyrga show")
    assert (await game(server)).place.channel_id == server.channel.id


async def test_no_one_can_cancel_the_search_of_someone_else(server: Server) -> None:
    panel = answer(await find(server, server.ada, **HERE))
    (cancel,) = [button["custom_id"] for button in offered(panel) if button["label"] == "Cancel"]
    await server.press_unoffered((server.blaise, panel, cancel))
    assert cancel in {button["custom_id"] for button in offered(answer(await find(server, server.ada)))}
