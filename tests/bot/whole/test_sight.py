"""A game and its files are only shown to people who can see its channel, no matter what they press."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import discord
import pytest
import simcord
from discord import app_commands
from simcord.builders import UserHandle

from bot.commands import all_commands
from bot.jobs.rounds import announce_results
from bot.values.challenges import ChallengeStatus
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.displays import lose_board
from tests.bot.hostile.meanings import CLASSES, made
from tests.bot.servers import NO_LONGER_WORKS, Server, answer, heard, offered, read, said, texts
from tests.bot.whole.cups import open_club
from tests.bot.whole.teams import two_teams

pytestmark = pytest.mark.thorough

UNKNOWN = "There's no game **{}** here. Use /pyrga games to see yours."
HIDDEN = discord.PermissionOverwrite(view_channel=False)
MOVES = "Sb2 Ta2e Cc2 Sc2"
MISSING = "35"
"""A game that doesn't exist."""
_TRIES = 4


@pytest.fixture
def secret(server: Server) -> Server:
    """Return the same server in a channel that Chiyo can't see."""
    channel = server.guild.create_text_channel("secret", overwrites={server.chiyo: HIDDEN})
    return replace(server, channel=channel)


@pytest.fixture
async def elsewhere(server: Server) -> Server:
    """Return another server with the bot, where Mallory is alone."""
    guild = server.env.create_guild("Elsewhere")
    mallory = guild.add_member(server.env.create_user("mallory"))
    channel = guild.create_text_channel("lair")
    return replace(server, guild=guild, channel=channel, ada=mallory, blaise=mallory, chiyo=mallory)


def buttons(number: str, subject: str = "game") -> Iterator[str]:
    """Yield every kind of button that refers to a game, or to another subject, several times."""
    for kind in CLASSES:
        for meant in (made(kind, Random(seed)) for seed in range(_TRIES)):
            if hasattr(meant, subject):
                yield str(replace(meant, **{subject: int(number)}))


@dataclass(frozen=True, slots=True)
class Outsider:
    """Someone who mustn't see Ada's and Blaise's game, and where they are."""

    member: simcord.MemberActor
    server: Server
    is_elsewhere: bool
    is_admin: bool = False


@pytest.fixture(params=["a stranger", "an admin of another server", "a member who can't see the channel"])
def outsider(request: pytest.FixtureRequest, server: Server, elsewhere: Server) -> Outsider:
    """Return each kind of person who mustn't see it."""
    if request.param == "a member who can't see the channel":
        return Outsider(server.chiyo, server, is_elsewhere=False)
    if request.param == "a stranger":
        return Outsider(elsewhere.ada, elsewhere, is_elsewhere=True)
    managing = elsewhere.guild.create_role("Managing", permissions=discord.Permissions(manage_guild=True))
    admin = elsewhere.guild.add_member(elsewhere.env.create_user("eve"), roles=[managing])
    return Outsider(admin, elsewhere, is_elsewhere=True, is_admin=True)


@pytest.mark.parametrize("over", [False, True])
async def test_no_button_reveals_more_about_a_hidden_game_than_about_an_unknown_one(
    secret: Server, outsider: Outsider, *, over: bool
) -> None:
    board = await (secret.resigned(MOVES) if over else secret.begin(start="plain"))
    if not over:
        await secret.play(board, "Sb2 Ta2e")
    before, shown = await secret.client.services.games.get(1), texts(board)
    await check_as_unknown(outsider, "game")
    assert await secret.client.services.games.get(1) == before
    assert texts(board) == shown


@pytest.mark.parametrize("running", [False, True])
async def test_no_button_reveals_more_about_a_hidden_cup_than_about_an_unknown_one(
    secret: Server, outsider: Outsider, manager: simcord.MemberActor, *, running: bool
) -> None:
    club = await open_club(replace(secret, chiyo=manager), manager)
    await (club.start() if running else club.join(secret.ada, secret.blaise))
    before, shown = await club.cup(), club.text
    await check_as_unknown(outsider, "cup")
    assert (await club.cup(), club.text) == (before, shown)


async def test_no_button_reveals_more_about_a_hidden_league_than_about_an_unknown_one(
    secret: Server, outsider: Outsider
) -> None:
    leagues, host = secret.client.services.leagues, Player(secret.ada.id, "Ada")
    league = await leagues.create(
        Place(secret.guild.id, secret.channel.id),
        host,
        Ruleset.PYRGA,
        86400,
        language="en-US",
        theme=ThemeName.AEGEAN,
    )
    await check_as_unknown(outsider, "league")
    assert await leagues.get(league.number) == league


async def test_no_button_reveals_more_about_a_hidden_team_match_than_about_an_unknown_one(
    secret: Server, manager: simcord.MemberActor, outsider: Outsider
) -> None:
    rivals = two_teams(secret, manager)
    await rivals.open()
    before, shown = await rivals.match(), [await rivals.text(index) for index in (0, 1)]
    await check_as_unknown(outsider, "match")
    assert (await rivals.match(), [await rivals.text(index) for index in (0, 1)]) == (before, shown)


async def check_as_unknown(outsider: Outsider, subject: str) -> None:
    """Check that every button about the first of something says what it says about one that isn't there."""
    panel = answer(await outsider.member.slash(outsider.server.channel, "pyrga help"))
    for forged, unknown in zip(buttons("1", subject), buttons(MISSING, subject), strict=True):
        told = []
        for custom_id in (forged, unknown):
            (result,) = await outsider.server.press_unoffered((outsider.member, panel, custom_id))
            told.append(heard(result))
        assert told[0].replace("game **1**", f"game **{MISSING}**") == told[1], forged


async def test_no_command_says_anything_about_a_hidden_game(secret: Server, outsider: Outsider) -> None:
    await secret.resigned(MOVES)
    running = await secret.begin(start="plain")
    await secret.play(running, "Sb2 Ta2e")
    before = await secret.client.services.games.get(2)
    whom = outsider.server.blaise if outsider.is_elsewhere else secret.ada
    for name, options in given_commands(whom):
        if name.startswith("pyrga-server") and not outsider.is_admin:
            # Discord doesn't let them.
            continue
        result = await outsider.member.slash(outsider.server.channel, name, **options)
        told = everything(result)
        assert not re.search(rf"#[12]\b|{secret.channel.id}", told), (name, told)
        assert not (outsider.is_elsewhere and re.search(r"\b(Ada|Blaise)\b", told)), (name, told)
    assert await secret.client.services.games.get(2) == before


def given_commands(whom: simcord.MemberActor) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield every slash command, about that person and, where it's about a game, each hidden one."""
    about: dict[str, Any] = {
        "member": whom,
        "other": whom,
        "move": "Sb2",
        "code": "abcd",
        "reason": "rude",
    }
    for group in all_commands():
        for command in group.walk_commands() if isinstance(group, app_commands.Group) else ():
            if isinstance(command, app_commands.Group):
                continue
            names = {parameter.display_name for parameter in command.parameters}
            options = {name: value for name, value in about.items() if name in names}
            for game in ("1", "2") if "game" in names else (None,):
                yield command.qualified_name, options | ({"game": game} if game else {})


def everything(result: simcord.InteractionResult) -> str:
    """Return everything that someone was sent, with buttons, menus, links, and pictures' descriptions."""
    messages = [*([] if result.response is None else [result.response]), *result.followups]
    return str([(message.content, message.components) for message in messages])


async def test_a_click_from_another_server_does_not_move_a_game_whose_board_is_lost(
    server: Server, elsewhere: Server
) -> None:
    await server.begin(start="plain")
    games = server.client.services.games
    lost = await lose_board(server.client, 1)
    there = answer(await elsewhere.ada.slash(elsewhere.channel, "pyrga challenge"))
    before = texts(there)
    assert await elsewhere.forge(elsewhere.ada, there, "play:1:0:Sb2") == UNKNOWN.format(1)
    assert await games.get(1) == lost
    # Not even a player can take the game along.
    ada = elsewhere.guild.add_member(UserHandle(server.env, server.env.backend.get_user(server.ada.id)))
    assert (await elsewhere.forge(ada, there, "play:1:0:Sb2")).startswith("Game **#1** is played elsewhere")
    assert (await games.get(1)).place == lost.place
    assert texts(there) == before


@pytest.mark.default
async def test_a_challenge_can_only_be_answered_where_it_was_made(server: Server, elsewhere: Server) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge"))
    panel = answer(await elsewhere.ada.slash(elsewhere.channel, "pyrga help"))
    assert (
        await elsewhere.forge(elsewhere.ada, panel, "challenge:1:accept")
        == "This challenge no longer exists. Start a new one with /pyrga challenge."
    )
    await server.blaise.click(card, label="Join")
    assert (await server.client.services.games.get(1)).color_of(server.blaise.id) is not None


async def test_only_people_who_see_a_channel_find_its_games_elsewhere(server: Server, secret: Server) -> None:
    await secret.resigned(MOVES)
    await secret.begin(thread=True)
    for command in (
        "pyrga replay",
        "pyrga-learn review",
        "pyrga-learn analyze",
        "pyrga show",
        "pyrga resign",
    ):
        for game in ("1", "2", MISSING):
            result = await server.chiyo.slash(server.channel, command, game=game)
            assert said(result) == UNKNOWN.format(game), command
    friend = server.guild.add_member(server.env.create_user("dora"))
    for reader in (server.blaise, friend):
        for game in ("1", "2"):
            replay = answer(await reader.slash(server.channel, "pyrga replay", game=game))
            assert texts(replay)[0].startswith(f"### Pyrga #{game}")
    server.env.inject_error("GET", "/guilds/*", status=400, code=0, times=1)
    stranger = server.guild.add_member(server.env.create_user("emil"))
    # Whether they can see it can't be checked.
    assert said(await stranger.slash(server.channel, "pyrga replay", game="1")) == UNKNOWN.format(1)


async def test_only_members_of_a_private_thread_find_its_games(server: Server) -> None:
    backend, kind = server.env.backend, discord.ChannelType.private_thread.value
    thread = backend.create_thread(server.channel.id, "secret", backend.bot_user.id, type=kind)
    for player in (server.ada, server.blaise):
        backend.add_thread_member(thread.id, player.id)
    await replace(server, channel=simcord.ChannelHandle(server.env, server.guild, thread)).begin()
    for found in (UNKNOWN.format(1), "### Pyrga #1"):
        assert found in heard(await server.chiyo.slash(server.channel, "pyrga replay", game="1"))
        backend.add_thread_member(thread.id, server.chiyo.id)
        # What she sees is remembered for a minute.
        await server.restart()


async def test_lists_leave_out_games_that_the_reader_may_not_see(server: Server, secret: Server) -> None:
    await secret.resigned(MOVES)
    await server.resigned(MOVES)
    await secret.begin()
    chiyo, ada = server.chiyo, server.ada
    running = answer(await chiyo.slash(server.channel, "pyrga games", member=ada))
    assert texts(running) == ["**Ada** has no games in progress in this server."]
    for command, options in (
        ("history", {"member": ada}),
        ("versus", {"member": ada, "other": server.blaise}),
    ):
        listed = read(answer(await chiyo.slash(server.channel, f"pyrga {command}", **options)))
        assert "#2" in listed
        assert "#1" not in listed
        listed = read(answer(await server.blaise.slash(server.channel, f"pyrga {command}", **options)))
        assert "#1" in listed


@pytest.mark.parametrize("listed", ["watch", "join"])
async def test_the_lists_of_a_server_only_have_what_the_reader_can_see(
    server: Server, secret: Server, elsewhere: Server, listed: str
) -> None:
    await secret.begin()
    await server.begin()
    await server.ada.slash(secret.channel, "pyrga challenge")
    await server.blaise.slash(server.channel, "pyrga challenge")
    friend = server.guild.add_member(server.env.create_user("dora"))

    async def entries(who: simcord.MemberActor, where: Server) -> list[str]:
        page = answer(await who.slash(where.channel, "pyrga games"))
        (result,) = await where.press((who, page, f"games:{listed}:0"))
        return [button["custom_id"] for button in offered(answer(result)) if button["style"] != 1][:-2]

    hidden, open_to_all = {
        "watch": ("watch:1", "watch:2"),
        "join": ("join:3", "join:4"),
    }[listed]
    assert await entries(friend, server) == [open_to_all, hidden]
    assert await entries(server.chiyo, server) == [open_to_all]
    assert await entries(elsewhere.ada, elsewhere) == []


async def test_a_hidden_challenge_cannot_be_accepted_from_elsewhere(
    server: Server, secret: Server, outsider: Outsider
) -> None:
    await server.ada.slash(secret.channel, "pyrga challenge")
    there = outsider.server
    panel = answer(await outsider.member.slash(there.channel, "pyrga help"))
    hidden, missing = [
        await there.forge(outsider.member, panel, f"join:{number}") for number in ("1", MISSING)
    ]
    assert hidden == missing
    assert (await server.client.services.challenges.get(1)).status is ChallengeStatus.OPEN


async def test_a_server_can_only_choose_its_own_channels(
    server: Server, elsewhere: Server, manager: simcord.MemberActor
) -> None:
    panel = answer(await manager.slash(server.channel, "pyrga-server settings"))
    for setting in ("channels", "announcements", "puzzle"):
        custom_id = f"setting:server:{setting}"
        result = await server.choose_channel_unoffered(manager, panel, custom_id, elsewhere.channel)
        assert said(result) == NO_LONGER_WORKS, setting
    services = server.client.services
    chosen = await services.preferences.guild(server.guild.id)
    assert not chosen.channels
    assert (chosen.announcement_channel_id, chosen.puzzle_channel_id) == (None, None)


async def test_a_result_is_not_announced_to_people_who_cannot_see_the_game(
    server: Server, secret: Server, manager: simcord.MemberActor
) -> None:
    everyone = server.guild.create_text_channel("results")
    insiders = server.guild.create_text_channel("gossip", overwrites={server.chiyo: HIDDEN})
    for channel, announced in ((everyone, 0), (insiders, 1)):
        await server.change_setting(manager, "setting:server:announcements", channel)
        await secret.resigned(MOVES)
        await announce_results(server.client)
        await announce_results(server.client)
        assert len(channel.history()) == announced
