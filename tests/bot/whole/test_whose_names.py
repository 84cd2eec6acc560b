"""In a server, people have the name that they have there; anywhere else, that of their account."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import discord
import pytest
import simcord

from bot.jobs.daily import DailyPosts
from bot.jobs.rounds import announce_results
from bot.values.players import NotificationMode, Player
from tests.bot.servers import Server, answer, labels, offered, said
from tests.bot.whole.scenes import live
from tests.bot.whole.test_after import downloads
from tests.bot.whole.test_leaderboards import list_everywhere

pytestmark = pytest.mark.thorough

ACCOUNTS = ("Ada", "Blaise")
HERE = ("Countess of Engines", "Pascal from Taxes")
"""What the two are called in the server."""

THERE = ("Enchantress", "Gambler")
"""What they're called in another one."""


def join(server: Server, guild: simcord.GuildHandle, nicknames: Sequence[str]) -> Server:
    """Return the people of the server in a guild, with these nicknames; Chiyo has none."""
    users = [member.user for member in server.members]
    ada, blaise, chiyo = (
        guild.add_member(user, nick=name) for user, name in zip(users, (*nicknames, None), strict=True)
    )
    return replace(
        server, guild=guild, channel=guild.create_text_channel("games"), ada=ada, blaise=blaise, chiyo=chiyo
    )


@pytest.fixture
def club(server: Server) -> Server:
    """Return a server in which they have nicknames."""
    return join(server, server.env.create_guild("Club"), HERE)


@pytest.fixture
def elsewhere(server: Server) -> Server:
    """Return another server, in which they have others."""
    return join(server, server.env.create_guild("Elsewhere"), THERE)


async def play(server: Server, *, rated: bool = False) -> simcord.ResponseMessage:
    """Have Ada and Blaise play a game, which Ada resigns; return its board."""
    return await server.resigned("Sb2 Ta2e Cc2 Sc2", rated=rated, start="plain")


def shown(message: simcord.ResponseMessage) -> str:
    """Return everything on a message: its texts, and the descriptions and labels of everything else."""
    return f"{message.content} {message.components}"


def nicknames(text: str) -> set[str]:
    """Return the nicknames that a text has."""
    return {name for name in (*HERE, *THERE) if name in text}


def sent_to(server: Server, channel: simcord.ChannelHandle) -> str:
    """Return everything that was ever sent to a channel, including what only one person could see."""
    messages = server.env.backend.messages[channel.id].values()
    return " ".join(shown(simcord.ResponseMessage(server.env, message)) for message in messages)


@pytest.mark.default
async def test_boards_and_cards_have_the_names_of_their_server(club: Server, elsewhere: Server) -> None:
    for server, names in ((club, HERE), (elsewhere, THERE), (club, HERE)):
        card = await server.challenge(hints=True)
        assert nicknames(shown(card)) == set(names)
        await server.blaise.click(card, label="Accept")
        assert nicknames(shown(card)) == set(names)
        await server.play(card, "Sb2")
        assert nicknames(shown(card)) == set(names)


@pytest.mark.default
async def test_a_servers_leaderboard_has_its_names_and_that_of_all_servers_those_of_accounts(
    club: Server, elsewhere: Server
) -> None:
    await play(club, rated=True)
    await play(elsewhere, rated=True)
    await list_everywhere(club, club.ada, club.blaise)
    for server, names in ((club, HERE), (elsewhere, THERE)):
        page = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
        assert nicknames(shown(page)) == set(names)
        await server.chiyo.click(page, label="All servers")
        assert nicknames(shown(page)) == set()
        assert re.search(r"Blaise · .* Ada · ", shown(page))


async def test_results_and_other_lists_of_a_server_have_its_names(club: Server, elsewhere: Server) -> None:
    role = club.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    mona = club.env.create_user("mona", global_name="Mona")
    moderator = club.guild.add_member(mona, nick=HERE[0], roles=[role])
    news = club.guild.create_text_channel("results")
    await club.configure(announcement_channel_id=news.id)
    for server in (club, elsewhere):
        await play(server)
    await announce_results(club.client)
    assert nicknames(sent_to(club, news)) == set(HERE)
    await club.begin()
    ada, blaise = club.ada, club.blaise
    panel = answer(await moderator.slash(club.channel, "pyrga-server annul", game="3"))
    assert nicknames(shown(panel)) == set(HERE)
    await moderator.click(panel, label="End game")
    for who, command, options in (
        (moderator, "pyrga-server log", {}),
        (club.chiyo, "pyrga profile", {"member": ada}),
        (club.chiyo, "pyrga history", {"member": ada}),
        (club.chiyo, "pyrga versus", {"member": ada, "other": blaise}),
        (club.chiyo, "pyrga games", {"member": ada}),
        (club.chiyo, "pyrga replay", {"game": "1"}),
    ):
        listed = nicknames(shown(answer(await who.slash(club.channel, command, **options))))
        assert listed, command
        assert listed <= set(HERE), command


async def test_solvers_of_the_daily_puzzle_have_the_names_of_the_server(
    club: Server, elsewhere: Server
) -> None:
    posts, services = DailyPosts(club.client, club.clock), club.client.services
    for server in (club, elsewhere):
        await services.daily_puzzles.switch_on(
            server.guild.id, channel_id=server.channel.id, language="en-US"
        )
    await posts.post_due()
    for server, names in ((club, HERE), (elsewhere, THERE)):
        (solve,) = offered(server.newest())
        puzzle = services.puzzles.get(str(solve["custom_id"]).split(":")[1])
        for member, name, account in zip(server.members, names, ACCOUNTS, strict=False):
            solver = Player(member.id, name, account)
            await services.puzzles.attempt(solver, puzzle, puzzle.solution, server.guild.id)
    await posts.edit_outdated()
    for server, names in ((club, HERE), (elsewhere, THERE)):
        assert nicknames(shown(server.newest())) == set(names)
        page = answer(await server.chiyo.slash(server.channel, "pyrga leaderboard"))
        await server.chiyo.click(page, label="Puzzles")
        assert nicknames(shown(page)) == set(names)


async def test_a_new_nickname_counts_from_the_next_challenge_or_rematch_on(club: Server) -> None:
    board = await play(club)
    club.env.backend.edit_member(club.guild.id, club.blaise.id, {"nick": "Newly Named"})
    # That's how the bot finds out.
    await club.blaise.slash(club.channel, "pyrga challenge")
    await club.ada.click(board, label="Rematch")
    assert nicknames(shown(club.newest())) == {HERE[0]}
    assert "Newly Named" in shown(club.newest())
    await club.ada.click(club.newest(), label="Cancel")

    club.env.backend.edit_member(club.guild.id, club.blaise.id, {"nick": None})
    await play(club)
    listed = shown(answer(await club.ada.slash(club.channel, "pyrga history")))
    assert nicknames(listed) == {HERE[1]}
    assert "Blaise" in listed
    assert nicknames(shown(await club.begin())) == {HERE[0]}


async def test_lists_and_games_in_dms_have_the_names_of_accounts(club: Server, elsewhere: Server) -> None:
    for server in (club, elsewhere):
        await play(server, rated=True)
        await server.begin()
    me, other = club.ada.user, club.blaise.user
    for command, options in (
        ("games", {}),
        ("history", {}),
        ("history", {"opponent": other}),
        ("versus", {"member": other}),
        ("profile", {}),
    ):
        listed = shown(answer(await me.slash(f"pyrga {command}", **options)))
        assert re.search("Ada|Blaise", listed), command
    replay = answer(await me.slash("pyrga replay", game="1"))
    for label in ("◄", "|◄"):
        await me.click(replay, label=label)
    gif = answer(await me.click(replay, label="GIF"))
    assert "Blaise" in shown(gif)
    files = await downloads(club, answer(await me.click(replay, label="Record")))
    assert all("Blaise" in text for text in files.values())
    assert nicknames(str(files)) == set()
    await me.slash("pyrga resign", game="2")
    await me.slash("pyrga move", game="2", move="Sb2")
    assert "Blaise" in sent_to(club, me.dm_channel)
    assert nicknames(sent_to(club, me.dm_channel)) == set()
    # The server's board still has its names.
    assert nicknames(shown(await club.board(2))) == set(HERE)
    for command in ("pyrga replay", "pyrga show", "pyrga resign", "pyrga-learn review", "pyrga move"):
        offers = await me.autocomplete(command, "game", "")
        assert any("Blaise" in offer["name"] for offer in offers), command
        assert nicknames(str(offers)) == set(), command


async def test_a_private_board_has_the_names_of_accounts_and_the_shared_one_others(club: Server) -> None:
    shared = await club.begin(hints=True)
    me = club.ada.user
    private = answer(await me.slash("pyrga show", game="1"))
    await me.click(private, custom_id="choose:1:0::c2")
    assert nicknames(shown(shared)) == set(HERE)
    await club.play(shared, "Sb2 Ta2e")
    for label in ("Draw", "Resign"):
        panel = answer(await me.click(private, label=label))
        assert "Blaise" in shown(panel)
        await me.click(panel, label="Keep playing")
    # Who has a board of their own is named on the other one, not mentioned.
    (move,) = [each["custom_id"] for each in offered(shared) if each["custom_id"].endswith(":Tb2n")]
    await club.ada.click(shared, custom_id=move)
    more = answer(await me.click(private, label="More…"))
    await me.click(more, label="Conditional moves")
    more = answer(await me.click(private, label="More…"))
    await me.click(more, label="Take back")
    await club.blaise.click(shared, label="Decline")
    resign = answer(await me.slash("pyrga resign", game="1"))
    await me.click(resign, label="Resign")
    rematch = await me.click(private, label="Rematch")
    assert "Blaise" in said(rematch)
    assert "Blaise" in shown(private)
    assert nicknames(sent_to(club, me.dm_channel)) == set()
    assert nicknames(shown(shared)) == set(HERE)


async def test_someone_who_joins_by_code_does_not_learn_a_nickname(club: Server) -> None:
    card = answer(await club.ada.slash(club.channel, "pyrga challenge", color="white", rated=False))
    found = re.search(r"/pyrga join (\w+)", shown(card))
    assert found is not None
    stranger = club.env.create_user("stranger", global_name="Stranger")
    board = answer(await stranger.slash("pyrga join", code=found[1]))
    assert "Ada" in shown(board)
    assert said(await stranger.click(board, custom_id="choose:1:0::c2")).startswith("It's **Ada**'s turn")
    assert nicknames(sent_to(club, stranger.dm_channel)) == set()
    assert nicknames(shown(card)) == {HERE[0]}
    assert "Stranger" in shown(card)


async def test_messages_about_turns_have_the_names_of_accounts(club: Server) -> None:
    for member in (club.ada, club.blaise):
        await club.change_setting(member, "setting:mine:notices", NotificationMode.PRIVATE)
    board = await club.begin(clock="1d")
    for move in ("Sb2", "Ta2e", "Tb2n"):
        await live(club, timedelta(minutes=90))
        await club.play(board, move)
    await live(club, timedelta(hours=13))
    await live(club, timedelta(hours=12))
    for member in (club.ada, club.blaise):
        told = sent_to(club, member.user.dm_channel)
        assert "Ada" in told or "Blaise" in told
        assert nicknames(told) == set()


async def test_blocked_people_are_listed_by_their_accounts(club: Server, elsewhere: Server) -> None:
    listed = answer(await club.ada.slash(club.channel, "pyrga block", member=club.blaise))
    assert labels(listed) == ["Unblock Blaise"]
    again = answer(await elsewhere.ada.slash(elsewhere.channel, "pyrga block"))
    assert labels(again) == ["Unblock Blaise"]
    for panel in (listed, again):
        assert nicknames(shown(panel)) == set()
