"""Profiles and the score between two people, as people see them."""

from datetime import timedelta
from io import BytesIO

import pytest
import simcord
from PIL import Image

from bot.values.base36 import format_number
from bot.values.challenges import ColorChoice, Terms
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.servers import (
    GALLERY,
    NO_LONGER_WORKS,
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
) -> None:
    """Play a rated game between two members, the winner as White. The loser resigns after four moves."""
    services, here = server.client.services, Place(server.guild.id, server.channel.id)
    names = dict(zip(server.members, ("Ada", "Blaise", "Chiyo"), strict=True))
    white, black = (Player(member.id, names[member]) for member in (winner, loser))
    terms = Terms(ruleset, ColorChoice.WHITE, "en-US", rated=True)
    challenge = await services.challenges.propose(here, white, black, terms, opponent_is_bot=False)
    game = await services.challenges.accept(challenge.number, black, message_id=500 + challenge.number)
    await server.play_quietly(game.number)
    server.clock.move(timedelta(minutes=1))
    await acts.resign(services.games, game.number, player_id=loser.id)


async def club(server: Server) -> None:
    """Have Ada beat Blaise three times and lose once, and beat Chiyo in another ruleset."""
    for winner, loser in [(server.ada, server.blaise)] * 3 + [(server.blaise, server.ada)]:
        await play(server, winner, loser)
    await play(server, server.ada, server.chiyo, ruleset=Ruleset.CLASSIC)


def link(server: Server, number: int) -> str:
    address = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}"
    return f"[#{number}]({address}/{500 + number})"


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
        "0 losses. Black: 0 wins, 0 draws, 1 loss. Best streak: 3 wins. "
        "Best win: 1500 · Blaise. Rated games: 4. "
        "Badges: First game, First win."
    )
    discs = "-# Discs: all games, as White, as Black"
    assert texts(card)[0].splitlines() == [discs, f"Best win: **Blaise** (1500), {link(server, 1)}", *BELOW]
    with Image.open(BytesIO(await server.picture(card))) as picture:
        assert picture.width == 1100
    own = answer(await server.ada.slash(server.channel, "pyrga profile"))
    assert alt_text(own) == alt_text(card)


async def test_people_who_want_no_pictures_get_everything_as_text(server: Server) -> None:
    await club(server)
    await server.configure_for(server.chiyo, text_leaderboard=True)
    card = answer(await server.chiyo.slash(server.channel, "pyrga profile", member=server.ada))
    assert not [part for part in components(card) if part["type"] == GALLERY]
    assert texts(card)[0].splitlines() == [
        "### **Ada**'s profile",
        "**1474?** · Pyrga · provisional",
        "3 wins, 0 draws, 1 loss",
        "White: 3 wins, 0 draws, 0 losses",
        "Black: 0 wins, 0 draws, 1 loss",
        "Best streak: 3 wins",
        "Rated games: 4",
        "Badges: First game, First win",
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
    card = answer(await server.ada.slash(server.channel_without("send_messages"), "pyrga profile"))
    assert selects(card) == []
    assert "**Send Messages**" in said(await server.ada.click(card, label="Share"))
    assert labels(card) == ["History", "Leaderboard", "Share"]
    for argument in ("?:pyrga", "2t", "2t:chess", "2t:pyrga:2"):
        for word in ("profile", "profile-share"):
            assert await server.forge(server.ada, card, f"{word}:{argument}") == NO_LONGER_WORKS, argument


async def test_what_happened_in_another_server_is_not_shown_here(server: Server) -> None:
    await club(server)
    elsewhere = server.elsewhere()
    ada, blaise, channel = elsewhere.ada, elsewhere.blaise, elsewhere.channel
    for whose in ({}, {"member": ada}):
        nothing = said(await blaise.slash(channel, "pyrga profile", **whose))
        assert nothing.startswith("There's nothing on this profile yet.")
    versus = answer(await blaise.slash(channel, "pyrga versus", member=ada))
    (said_of_both,) = texts(versus)[0].splitlines()[1:]
    assert said_of_both.startswith("You two haven't finished a game in this server yet.")
    card = answer(await server.ada.slash(server.channel, "pyrga profile"))
    (share,) = (button["custom_id"] for button in offered(card) if button["label"] == "Share")
    assert share == f"profile-share:{format_number(server.ada.id)}:pyrga"


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
        "**Ada** **3\N{EN DASH}\N{WORD JOINER}2** **Blaise**",
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
        "**Blaise** **2\N{EN DASH}\N{WORD JOINER}3** **Ada**",
    ]
    assert (labels(shown), labels(own)) == (["History"], ["Challenge", "History"])
    await server.blaise.click(own, label="History")
    assert "Only: against **Ada**" in texts(own)[0]


async def test_the_score_with_someone_leads_to_a_challenge_while_they_are_there(server: Server) -> None:
    shown = answer(await server.ada.slash(server.channel, "pyrga versus", member=server.blaise))
    assert "You two haven't finished a game in this server yet." in texts(shown)[0]
    assert labels(shown) == ["Challenge"]
    await server.ada.click(shown, label="Challenge")
    card = server.newest()
    assert not card.ephemeral
    assert f"**Ada** challenges <@{server.blaise.id}>." in texts(card)[0]
    await server.ada.click(card, label="Cancel")
    server.guild.remove_member(server.blaise)
    refused = said(await server.ada.click(shown, label="Challenge"))
    assert refused == "**Blaise** isn't in this server. Pick someone who is."


async def test_a_score_is_between_two_people_of_whom_none_is_a_bot(server: Server) -> None:
    bot = server.guild.add_member(server.env.create_user("robot", bot=True, global_name="Robot"))
    no_bot = "**Robot** is a bot, and only people have a profile and a score."
    two = "Pick someone else, or two different people."
    for command, options, told in (
        ("profile", {"member": bot}, no_bot),
        ("versus", {"member": bot}, no_bot),
        ("versus", {"member": server.blaise, "other": bot}, no_bot),
        ("versus", {"member": server.ada}, two),
        ("versus", {"member": server.blaise, "other": server.blaise}, two),
    ):
        refused = said(await server.ada.slash(server.channel, f"pyrga {command}", **options))
        assert refused.startswith(told), (command, options)
