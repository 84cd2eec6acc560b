"""Profiles and the score between two people, as people see them."""

from dataclasses import replace
from datetime import timedelta
from io import BytesIO

import discord
import pytest
import simcord
from PIL import Image

from bot.matches.base36 import format_number
from bot.matches.match.match import Match
from bot.matches.values.challenges import ColorChoice, Terms
from bot.matches.values.players import Place, Player
from engine import Ruleset
from tests.bot.clocks import StandingClock
from tests.bot.servers import (
    GALLERY,
    Server,
    alt_text,
    answer,
    components,
    labels,
    offered,
    said,
    selects,
    texts,
)

pytestmark = pytest.mark.thorough


async def play(
    server: Server,
    winner: simcord.MemberActor,
    loser: simcord.MemberActor,
    *,
    ruleset: Ruleset = Ruleset.PYRGA,
) -> Match:
    """Play a rated game between two members, the winner as White. The loser resigns after four moves."""
    services, here = server.client.services, Place(server.guild.id, server.channel.id)
    names = dict(zip(server.members, ("Ada", "Blaise", "Chiyo"), strict=True))
    white, black = (Player(member.id, names[member]) for member in (winner, loser))
    terms = Terms(ruleset, ColorChoice.WHITE, "en-US", rated=True)
    challenge = await services.challenges.propose(here, white, black, terms, opponent_is_bot=False)
    game = await services.challenges.accept(challenge.number, black, message_id=500 + challenge.number)
    for _ in range(4):
        move = str(game.position.legal_moves[0])
        game = await services.games.play(
            game.number, revision=game.revision, text=move, player_id=game.to_move.id
        )
    assert isinstance(server.clock, StandingClock)
    server.clock.move(timedelta(minutes=1))
    return await services.games.resign(game.number, player_id=loser.id)


async def club(server: Server) -> None:
    """Have Ada beat Blaise three times and lose once, and beat Chiyo in another ruleset."""
    for winner, loser in [(server.ada, server.blaise)] * 3 + [(server.blaise, server.ada)]:
        await play(server, winner, loser)
    await play(server, server.ada, server.chiyo, ruleset=Ruleset.CLASSIC)


def link(server: Server, number: int) -> str:
    """Return the link to a game."""
    address = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}"
    return f"[#{number}]({address}/{500 + number})"


def elsewhere(
    server: Server, *members: simcord.MemberActor
) -> tuple[simcord.ChannelHandle, list[simcord.MemberActor]]:
    """Return a channel of another server, and the same people there."""
    guild = server.env.create_guild("Elsewhere")
    return guild.create_text_channel("pyrga"), [guild.add_member(member.user) for member in members]


BELOW = [
    "-# Wins: resignation 3",
    "-# Losses: resignation 1",
    "-# Pyrga: 3 wins, 0 draws, 1 loss",
    "-# Pyrga classic: 1 win, 0 draws, 0 losses",
]


async def test_a_profile_is_a_card_that_only_the_reader_sees(server: Server) -> None:
    await club(server)
    card = answer(await server.chiyo.slash(server.channel, "pyrga profile", member=server.ada))
    assert card.ephemeral
    assert alt_text(card) == (
        "Profile of Ada. Pyrga · provisional, 1474?. 3 wins, 0 draws, 1 loss. White: 3 wins, 0 draws, "
        "0 losses. Black: 0 wins, 0 draws, 1 loss. Streak: 1 loss. Best streak: 3 wins. "
        "Best win: 1500 · Blaise. Rated games: 4. Rating on Mar 1, 2026: 1741, 1809, 1845, 1474. "
        "Badges: First win."
    )
    assert texts(card)[0].splitlines() == [f"Best win: **Blaise** (1500), {link(server, 1)}", *BELOW]
    with Image.open(BytesIO(await server.picture(card))) as picture:
        assert picture.width == 1100
    own = answer(await server.ada.slash(server.channel, "pyrga profile"))
    assert alt_text(own) == alt_text(card)


async def test_people_who_want_no_pictures_get_everything_as_text(server: Server) -> None:
    await club(server)
    person = Player(server.chiyo.id, "Chiyo")
    preferences = server.client.services.preferences
    await preferences.change_player(person, lambda old: replace(old, text_leaderboard=True))
    card = answer(await server.chiyo.slash(server.channel, "pyrga profile", member=server.ada))
    assert not [part for part in components(card) if part["type"] == GALLERY]
    assert texts(card)[0].splitlines() == [
        "### **Ada**'s profile",
        "**1474?** · Pyrga · provisional",
        "3 wins, 0 draws, 1 loss",
        "White: 3 wins, 0 draws, 0 losses",
        "Black: 0 wins, 0 draws, 1 loss",
        "Streak: 1 loss",
        "Best streak: 3 wins",
        "Rated games: 4",
        "Rating on Mar 1, 2026: 1741, 1809, 1845, 1474",
        "Badges: First win",
        f"Best win: **Blaise** (1500), {link(server, 1)}",
        *BELOW,
    ]


async def test_the_menu_shows_another_ruleset_even_after_a_restart(server: Server) -> None:
    await club(server)
    card = answer(await server.chiyo.slash(server.channel, "pyrga profile", member=server.ada))
    (menu,) = selects(card)
    assert [option["label"] for option in menu["options"]] == ["Pyrga", "Pyrga classic"]
    await server.restart()
    await server.choose(server.chiyo, card, menu["options"][1]["value"])
    assert alt_text(card).startswith("Profile of Ada. Pyrga classic · provisional, 1741?. 1 win,")
    await server.chiyo.click(card, label="Leaderboard")
    assert alt_text(card).startswith("Leaderboard (Pyrga classic · all time); Ada · 1741?")


async def test_one_ruleset_needs_no_menu(server: Server) -> None:
    await play(server, server.ada, server.blaise)
    card = answer(await server.ada.slash(server.channel, "pyrga profile"))
    assert selects(card) == []
    assert labels(card) == ["History", "Leaderboard", "Share"]


async def test_a_profile_is_shared_in_the_language_of_the_server(server: Server) -> None:
    await club(server)
    card = answer(await server.ada.slash(server.channel, "pyrga profile"))
    result = await server.ada.click(card, label="Share")
    shared = server.newest()
    assert not shared.ephemeral
    assert alt_text(shared) == alt_text(card)
    assert labels(card) == ["History", "Leaderboard"]
    assert result.acknowledged
    assert labels(shared) == ["Profile"]

    await play(server, server.ada, server.blaise)
    opened = answer(await server.blaise.click(shared, label="Profile"))
    assert opened.ephemeral
    assert "4 wins, 0 draws, 1 loss" in alt_text(opened)


async def test_a_profile_is_not_shared_where_the_bot_cannot_post(server: Server) -> None:
    await play(server, server.ada, server.blaise)
    assert server.client.user is not None
    denied = discord.PermissionOverwrite(send_messages=False)
    closed = server.guild.create_text_channel("closed", overwrites={server.client.user: denied})
    card = answer(await server.ada.slash(closed, "pyrga profile"))
    assert "**Send Messages**" in said(await server.ada.click(card, label="Share"))
    assert labels(card) == ["History", "Leaderboard", "Share"]


async def test_what_happened_in_another_server_is_not_shown_here(server: Server) -> None:
    await club(server)
    channel, (ada, blaise) = elsewhere(server, server.ada, server.blaise)
    for member in (None, ada):
        nothing = await blaise.slash(
            channel, "pyrga profile", **({} if member is None else {"member": member})
        )
        assert said(nothing).startswith("There's nothing on this profile yet.")
    versus = answer(await blaise.slash(channel, "pyrga versus", member=ada))
    (said_of_both,) = texts(versus)[0].splitlines()[1:]
    assert said_of_both.startswith("You two haven't finished a game in this server yet.")
    card = answer(await server.ada.slash(server.channel, "pyrga profile"))
    (share,) = (button["custom_id"] for button in offered(card) if button["label"] == "Share")
    assert share == f"profile-share:{format_number(server.ada.id)}:pyrga"


async def test_bots_have_no_profile_and_no_score(server: Server) -> None:
    bot = server.guild.add_member(server.env.create_user("robot", bot=True, global_name="Robot"))
    sentence = "**Robot** is a bot, and only people have a profile and a score."
    for command in ("profile", "versus"):
        assert said(await server.ada.slash(server.channel, f"pyrga {command}", member=bot)).startswith(
            sentence
        )
    refused = await server.ada.slash(server.channel, "pyrga versus", member=server.blaise, other=bot)
    assert said(refused).startswith(sentence)


@pytest.mark.default
async def test_versus_has_the_score_by_color_and_ruleset_and_the_latest_games(server: Server) -> None:
    await club(server)
    await play(server, server.blaise, server.ada, ruleset=Ruleset.PILOTIS)
    shown = answer(
        await server.chiyo.slash(server.channel, "pyrga versus", member=server.ada, other=server.blaise)
    )
    assert shown.ephemeral
    *lines, heading, last, before = texts(shown)[0].splitlines()[:-3]
    assert lines == [
        "### **Ada** vs. **Blaise**",
        "**Ada** **3 \N{EN DASH} 2** **Blaise**",
        "-# **Ada** as White: 3 wins, 0 draws, 0 losses",
        "-# **Ada** as Black: 0 wins, 0 draws, 2 losses",
        "-# Pyrga: 3 wins, 0 draws, 1 loss",
        "-# Pilotis: 0 wins, 0 draws, 1 loss",
    ]
    now = int(server.clock.now().timestamp())
    assert heading == "**Latest games**"
    assert last == f"{link(server, 6)} · **Blaise** won (resignation) · Pilotis · <t:{now}:R>"
    assert before == f"{link(server, 4)} · **Blaise** won (resignation) · <t:{now - 120}:R>"

    own = answer(await server.blaise.slash(server.channel, "pyrga versus", member=server.ada))
    assert texts(own)[0].splitlines()[:2] == [
        "### **Blaise** vs. **Ada**",
        "**Blaise** **2 \N{EN DASH} 3** **Ada**",
    ]
    assert (labels(shown), labels(own)) == (["History"], ["Challenge", "History"])
    await server.blaise.click(own, label="History")
    assert "Only: against **Ada**" in texts(own)[0]


async def test_the_score_with_someone_leads_to_a_challenge(server: Server) -> None:
    shown = answer(await server.ada.slash(server.channel, "pyrga versus", member=server.blaise))
    assert "You two haven't finished a game in this server yet." in texts(shown)[0]
    assert labels(shown) == ["Challenge"]
    await server.ada.click(shown, label="Challenge")
    card = server.newest()
    assert not card.ephemeral
    assert f"**Ada** challenges <@{server.blaise.id}>." in texts(card)[0]


async def test_someone_who_has_left_is_not_challenged(server: Server) -> None:
    shown = answer(await server.ada.slash(server.channel, "pyrga versus", member=server.blaise))
    server.guild.remove_member(server.blaise)
    refused = said(await server.ada.click(shown, label="Challenge"))
    assert refused == "**Blaise** isn't in this server. Pick someone who is."


async def test_versus_oneself_is_refused_politely(server: Server) -> None:
    for options in ({"member": server.ada}, {"member": server.blaise, "other": server.blaise}):
        refused = said(await server.ada.slash(server.channel, "pyrga versus", **options))
        assert refused == "Pick someone else, or two different people."


@pytest.mark.parametrize("argument", ["?:pyrga", "2t", "2t:chess", "2t:pyrga:2"])
async def test_a_button_that_no_profile_has_is_refused_politely(server: Server, argument: str) -> None:
    await play(server, server.ada, server.blaise)
    card = answer(await server.ada.slash(server.channel, "pyrga profile"))
    for word in ("profile", "profile-share"):
        (result,) = await server.press_unoffered((server.ada, card, f"{word}:{argument}"))
        assert said(result).startswith("This button no longer works.")
