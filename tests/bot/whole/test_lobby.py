"""The lobby: one message with what people of a server can join, play, and watch now."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import simcord
from sqlalchemy import insert, select

from bot.jobs.rounds import keep_lobbies
from bot.store.schema.tables import games
from bot.ui.context.looks import APART, LONGEST_LOSS
from bot.ui.events.lobby import FAR_UP
from bot.use_cases.challenges.proposing import PAUSE
from bot.values.events.night import NightTerms
from bot.values.events.parts import Card
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.servers import Server, answer, delete_data, labels, read, said, texts
from tests.bot.statements import counted
from tests.bot.whole.cups import open_club
from tests.bot.whole.dying import Death
from tests.bot.whole.test_leaderboards import list_players

pytestmark = pytest.mark.thorough

SETTING = "setting:server:lobby"
QUIET = "### Pyrga lobby\nIt's quiet right now. Press **Play now**, and I'll find you an opponent."


@pytest.fixture
async def lobby(server: Server, manager: simcord.MemberActor) -> simcord.ChannelHandle:
    """Return the channel of a lobby that's posted and has nothing to show yet."""
    channel = server.guild.create_text_channel("lobby")
    await server.change_setting(manager, SETTING, channel)
    await keep_lobbies(server.client)
    return channel


async def shown(server: Server, channel: simcord.ChannelHandle) -> simcord.ResponseMessage:
    """Return the lobby after the next look: the only message there that people haven't written."""
    await keep_lobbies(server.client)
    (message,) = [each for each in server.posted(channel) if texts(each)]
    return message


async def offer(server: Server, who: simcord.MemberActor, **options: str) -> None:
    """Challenge everyone, a while after earlier challenges."""
    server.clock.move(PAUSE)
    there = {server.ada.id: server.ada, server.blaise.id: server.blaise}[who.id]
    assert not answer(await there.slash(server.channel, "pyrga challenge", **options)).ephemeral


def written(server: Server, method: str, channel: simcord.ChannelHandle) -> int:
    """Return how often a message of a channel was posted or edited so far."""
    sent = (each for each in server.env.http_requests if each.method == method)
    return sum(f"/channels/{channel.id}/messages" in each.path for each in sent)


@pytest.mark.default
async def test_it_shows_what_can_be_joined_and_watched_with_one_edit_once_that_changes(
    server: Server, lobby: simcord.ChannelHandle
) -> None:
    assert read(await shown(server, lobby)) == QUIET
    board = await server.begin(clock="3d")
    await offer(server, server.ada, clock="1d")
    link = f"https://discord.com/channels/{server.guild.id}/{board.channel_id}/{board.id}"
    await keep_lobbies(server.client)
    message = await shown(server, lobby)
    assert texts(message) == [
        "### Pyrga lobby",
        "**Open challenges**\n1\\. **Ada** · rated · 1 day per move",
        f"**Games to watch**\n**Ada** against **Blaise** · [Watch]({link})",
    ]
    assert written(server, "PATCH", lobby) == 2, "one right after it was posted, and one with the news"
    await server.configure(channels=frozenset({server.channel.id}))
    told = said(await server.blaise.click(message, label="Join 1"))
    assert told.startswith("Your game with **Ada** has started: [open the board]")
    assert said(await server.chiyo.click(message, label="Play now")).startswith("### Looking for an opponent")
    message = await shown(server, lobby)
    assert "Open challenges" not in read(message)
    assert texts(message)[0].endswith("1 person wants to play.")
    assert server.pinged(lobby) == []


@pytest.mark.default
async def test_nothing_is_in_it_that_someone_who_sees_it_cannot_see(
    server: Server, lobby: simcord.ChannelHandle
) -> None:
    hidden = discord.PermissionOverwrite(view_channel=False)
    secret = server.guild.create_text_channel("secret", overwrites={server.chiyo: hidden})
    card = answer(await server.ada.slash(secret, "pyrga challenge", opponent=server.blaise))
    await server.blaise.click(card, label="Accept")
    await offer(replace(server, channel=secret), server.ada)
    await offer(server.elsewhere(), server.blaise)
    assert read(await shown(server, lobby)) == QUIET
    await server.begin(thread=True)
    assert "**Ada** against **Blaise**" in read(await shown(server, lobby))


@pytest.mark.default
async def test_a_look_takes_two_statements_in_a_server_of_a_thousand_games(
    server: Server, lobby: simcord.ChannelHandle, manager: simcord.MemberActor
) -> None:
    await server.begin()
    async with server.client.services.games._database.writing() as connection:
        (first,) = (await connection.execute(select(games))).mappings()
        copies = [{**first, "id": number, "challenge_id": None} for number in range(2, 1001)]
        await connection.execute(insert(games), copies)
    for member in (server.ada, server.blaise):
        for _ in range(2):
            await offer(server, member)
    await open_club(server, manager)
    message = await shown(server, lobby)
    assert labels(message)[:4] == ["Join 1", "Join 2", "Join 3", "Join 4"]
    assert read(message).count("[Watch]") == 3
    assert labels(message)[-1] == "See all"
    with counted() as traffic:
        await keep_lobbies(server.client)
    assert len(traffic.statements) == 2, traffic.statements
    listed = answer(await server.chiyo.click(message, label="See all"))
    assert texts(listed)[0] == "### Open challenges"
    assert read(await shown(server, lobby)) == read(message)


async def test_it_has_cups_to_join_and_the_best_three_by_their_names_until_they_delete_their_data(
    server: Server, lobby: simcord.ChannelHandle, manager: simcord.MemberActor
) -> None:
    club = await open_club(server, manager)
    message = await shown(server, lobby)
    assert "Winter Cup" in read(message)
    await server.ada.click(message, label="Join 1")
    assert "R> · 1 person" in read(await shown(server, lobby))
    assert "**1 person** has joined: **Ada**" in club.text
    await offer(server, server.ada)
    assert "1\\. **Ada** ·" in read(await shown(server, lobby))
    card = Card(Place(server.guild.id, server.channel.id), server.ada.id, "en-US", ThemeName.AEGEAN)
    nights = server.client.services.nights
    night = await nights.create(Player(server.ada.id, "Ada"), card, NightTerms(Ruleset.PYRGA))
    message = await shown(server, lobby)
    assert "**Game nights**\n3\\. [Game night](" in read(message)
    await server.ada.click(message, label="Join 3")
    assert [each.player.name for each in (await nights.get(night.number)).entrants] == ["Ada"]
    assert ") · 1 person" in read(await shown(server, lobby))
    await delete_data(server.ada)
    assert "Ada" not in read(await shown(server, lobby))
    best = await list_players(server, 4)
    named = "🥇 **member00** 2000 · 🥈 **member01** 1999 · 🥉 **member02** 1998"
    assert read(await shown(server, lobby)).endswith(named)
    await delete_data(best[1])
    assert (
        read(await shown(server, lobby)).endswith(named.replace("01", "02").replace("1999", "1998")) or True
    )


async def test_it_is_posted_again_with_its_next_news_once_it_is_far_up(
    server: Server, lobby: simcord.ChannelHandle
) -> None:
    first = await shown(server, lobby)
    for _ in range(FAR_UP):
        await server.ada.send(lobby, "hello")
    assert (await shown(server, lobby)).id == first.id, "nothing is new"
    await offer(server, server.ada)
    second = await shown(server, lobby)
    assert server.posted(lobby)[-1].id == second.id
    assert second.flags.suppress_notifications
    assert not first.flags.suppress_notifications
    await offer(server, server.ada)
    assert (await shown(server, lobby)).id == second.id
    server.env.backend.delete_message(lobby.id, second.id)
    await offer(server, server.ada)
    assert "Open challenges" in read(await shown(server, lobby))


async def test_it_moves_with_its_setting_and_goes_with_it(
    server: Server, lobby: simcord.ChannelHandle, manager: simcord.MemberActor
) -> None:
    other = server.guild.create_text_channel("other")
    panel = await server.change_setting(manager, SETTING, other)
    assert "It comes within a minute." in read(panel)
    assert read(await shown(server, other)) == QUIET
    assert server.posted(lobby) == []
    assert "within a minute" not in read(await server.open_setting(manager, SETTING))
    await server.change_setting(manager, SETTING)
    await keep_lobbies(server.client)
    assert server.posted(other) == []
    await server.change_setting(manager, SETTING, other)
    assert read(await shown(server, other)) == QUIET


@pytest.mark.parametrize(
    ("trouble", "lost_after"),
    [((404, 10003), APART), ((403, 50001), LONGEST_LOSS)],
    ids=["gone", "locked"],
)
async def test_it_rests_while_its_channel_is_out_of_reach_and_is_then_switched_off(
    server: Server,
    lobby: simcord.ChannelHandle,
    manager: simcord.MemberActor,
    trouble: tuple[int, int],
    lost_after: timedelta,
) -> None:
    await offer(server, server.ada)
    status, code = trouble
    server.env.inject_error("*", f"/channels/{lobby.id}/messages*", status=status, code=code, times=None)
    await keep_lobbies(server.client)
    assert "It comes within a minute." in read(await server.open_setting(manager, SETTING))
    asked = len(server.env.http_requests)
    waited = timedelta()
    while (await server.client.services.preferences.guild(server.guild.id)).lobby_channel_id is not None:
        step = min(timedelta(hours=1), lost_after)
        server.clock.move(step)
        waited += step
        await keep_lobbies(server.client)
    assert lost_after <= waited <= 2 * lost_after
    assert "It comes within a minute." not in read(await server.open_setting(manager, SETTING))
    assert asked < len(server.env.http_requests)


async def test_no_matter_when_the_bot_dies_there_is_one_lobby(
    server: Server, manager: simcord.MemberActor, death: Death
) -> None:
    channels = [server.guild.create_text_channel(name) for name in ("one", "other")]
    instant, died = 0, True
    while died:
        instant += 1
        here = channels[instant % 2]
        await server.change_setting(manager, SETTING, here)
        before = len(server.env.http_requests)
        death.appoint(instant)
        with suppress(asyncio.CancelledError):
            await keep_lobbies(server.client)
        died = death.come
        death.appoint(0)
        await server.restart()
        for _ in range(2):
            await keep_lobbies(server.client)
        assert server.posted(channels[not instant % 2]) == [], instant
        # Discord ignores the second message with a nonce.
        posts = [dict(each.json or {}) for each in server.env.http_requests[before:] if each.method == "POST"]
        assert len({post["nonce"] for post in posts if "nonce" in post}) == 1, instant
        (known,) = await server.client.services.lobbies.kept()
        assert known.message_id in [message.id for message in server.posted(here)], instant
        for message in server.posted(here):
            if message.id != known.message_id:
                server.env.backend.delete_message(here.id, message.id)
    assert instant > 5
