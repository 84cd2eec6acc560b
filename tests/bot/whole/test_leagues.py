"""A league from its start to its first champion."""

import re
from datetime import timedelta

import pytest
import simcord

from bot.jobs.events import keep_cups, keep_leagues
from bot.ui.events.posting import tell_stage
from bot.values.events.cup import Cup
from bot.values.events.league import BREAK
from bot.values.players import Player
from tests.bot.servers import MANAGERS_ONLY, Server, alt_text, answer, labels, read, said
from tests.bot.whole.cups import DAY, play_short
from tests.bot.whole.scenes import live
from tests.cells import cell, in_cells, outcomes

pytestmark = pytest.mark.thorough

STARTED = "league-start:pyrga:86400"
GOES_ON, STOPPED = BOTH = "goes on", "stopped"
JOINING = {
    "someone joins a league": "they're in it, and play from the next month on",
    "someone joins a league twice": "they're told that they're already in it",
}
HAS_ENDED = "they're told that it has ended"
ENDED = "This league has ended. See /pyrga-event league."


async def start(server: Server, manager: simcord.MemberActor) -> simcord.ResponseMessage:
    """Have the manager start a league; return its public card."""
    panel = answer(await manager.slash(server.channel, "pyrga-event league"))
    await server.choose(manager, panel, STARTED)
    return server.newest()


async def stop(manager: simcord.MemberActor, card: simcord.ResponseMessage) -> None:
    panel = answer(await manager.click(card, label="League"))
    question = answer(await manager.click(panel, label="Stop the league"))
    await manager.click(question, label="Stop the league")


async def begin_month(server: Server, card: simcord.ResponseMessage) -> Cup:
    """Have everyone join, and begin the first month with all its games."""
    for member in server.members:
        await member.click(card, label="Join")
    await wait(server, BREAK)
    await wait(server, timedelta(minutes=2))
    return await month(server)


async def play_month(server: Server, cup: Cup) -> None:
    """Play a month in which whoever joined first wins."""
    for game in cup.running:
        await play_short(server, game.number or 0, max(game.players))
    await wait(server, timedelta(minutes=2))
    await wait(server, timedelta(minutes=2))


async def wait(server: Server, step: timedelta) -> None:
    """Let time pass, and everything that's due happen."""
    await live(server, step)
    await keep_leagues(server.client)
    await keep_cups(server.client)
    await server.env.settle()


async def month(server: Server) -> Cup:
    return await server.client.services.cups.get(1)


@outcomes(
    "a month of a league ends",
    GOES_ON,
    (
        "people go up and down, the winner of the first division is the champion, "
        "and the next month begins three days later"
    ),
)
@pytest.mark.default
async def test_a_league_has_a_champion_after_a_month(server: Server, manager: simcord.MemberActor) -> None:
    card = await start(server, manager)
    assert "### 🏆 Pyrga · league" in read(card)
    assert labels(card) == ["Join", "League"]
    cup = await begin_month(server, card)
    panel = answer(await server.ada.click(card, label="League"))
    assert "**3 people** have joined: **Ada**, **Blaise**, **Chiyo**" in read(panel)
    assert len(cup.running) == 3
    assert sorted(server.pinged()) == sorted(member.id for member in server.members)
    messages = server.env.backend.messages[cup.card.place.channel_id]
    assert cup.card.message_id is not None
    shown = simcord.ResponseMessage(server.env, messages[cup.card.message_id])
    assert "### 🏆 Pyrga · league, month 1\nDivision 1" in read(shown)
    await play_month(server, cup)
    assert "🥇 **Ada** · 2 points" in read(shown)
    assert "This month of the league is over." in read(shown)
    listed = read(answer(await server.ada.slash(server.channel, "pyrga-event league")))
    assert "Champion: **Ada**" in listed
    assert re.search(r"The next month begins <t:\d+:R>\.", listed)
    profile = answer(await server.ada.slash(server.channel, "pyrga profile"))
    assert "Champion of: Pyrga" in alt_text(profile)


@outcomes(
    "a month of a league ends",
    STOPPED,
    "the winner of the first division is the champion, and no other month begins",
)
async def test_no_month_follows_the_champion_of_the_last(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = await start(server, manager)
    cup = await begin_month(server, card)
    await stop(manager, card)
    panel = read(answer(await server.ada.click(card, label="League")))
    assert "The league ends with this month." in panel
    await play_month(server, cup)
    panel = read(answer(await server.ada.click(card, label="League")))
    assert "The league has ended." in panel
    assert "Champion: **Ada**" in panel
    await wait(server, BREAK + DAY)
    assert await server.client.services.cups.in_guild(server.guild.id) == []


@in_cells(
    [
        case
        for event, joined in JOINING.items()
        for case in (cell(event, GOES_ON, outcome=joined), cell(event, STOPPED, outcome=HAS_ENDED))
    ]
)
async def test_joining_once_and_again(server: Server, manager: simcord.MemberActor, state: str) -> None:
    card = await start(server, manager)
    joined = read(answer(await server.ada.click(card, label="Join")))
    assert "**1 person** has joined: **Ada**" in joined
    if state == GOES_ON:
        assert said(await server.ada.click(card, label="Join")) == "You're already in this league."
        return
    await stop(manager, card)
    for member in (server.ada, server.blaise):
        assert said(await member.click(card, label="Join")) == ENDED


@outcomes(
    "a month of a league begins",
    GOES_ON,
    "one message mentions everyone; with fewer than three people, it's tried again a day later",
)
async def test_all_of_a_big_league_are_mentioned_once(server: Server, manager: simcord.MemberActor) -> None:
    await start(server, manager)
    people = [Player(10**18 + number, f"Player {number}") for number in range(100)]
    for player in people:
        await server.client.services.leagues.join(1, player)
    await live(server, BREAK)
    # None of them is in the server, so it isn't asked.
    await server.client.services.leagues.begin_month(1)
    cup = await server.client.services.cups.advance(1)
    server.env.backend.messages[server.channel.id].clear()
    await tell_stage(server.client, cup)
    posts = server.env.backend.messages[server.channel.id].values()
    assert len(posts) > 1
    assert sorted(server.pinged()) == [player.id for player in people]


async def test_a_month_begins_without_whoever_has_left_the_server(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = await start(server, manager)
    dora = server.guild.add_member(server.env.create_user("dora", global_name="Dora"))
    await dora.click(card, label="Join")
    server.guild.remove_member(dora)
    cup = await begin_month(server, card)
    assert [entrant.player.name for entrant in cup.entrants] == ["Ada", "Blaise", "Chiyo"]
    league = await server.client.services.leagues.get(1)
    assert league.member(dora.id) is None


@outcomes(
    "a manager stops a league",
    GOES_ON,
    "once confirmed, no other month begins, and it's in the log",
    stopped=HAS_ENDED,
)
async def test_stopping_a_league(server: Server, manager: simcord.MemberActor, state: str) -> None:
    card = await start(server, manager)
    panel = answer(await manager.click(card, label="League"))
    question = answer(await manager.click(panel, label="Stop the league"))
    if state == STOPPED:
        await stop(manager, card)
        assert said(await manager.click(question, label="Stop the league")) == ENDED
    else:
        ended = answer(await manager.click(question, label="Stop the league"))
        assert "The league has ended." in read(ended)
    logged = read(answer(await manager.slash(server.channel, "pyrga-server log")))
    assert logged.count("stopped **Pyrga · league**.") == 1


async def test_only_managers_start_and_stop_a_league_and_it_waits_for_people(
    server: Server, manager: simcord.MemberActor
) -> None:
    none = read(answer(await server.ada.slash(server.channel, "pyrga-event league")))
    assert "People who manage the server can start one" in none
    card = await start(server, manager)
    assert "The next month begins <t:" in read(card)
    panel = answer(await server.ada.click(card, label="League"))
    assert labels(panel) == ["Join"]
    assert await server.forge(server.ada, panel, "league-stop:1") == MANAGERS_ONLY
    await server.ada.click(card, label="Join")
    await wait(server, BREAK + DAY)
    panel = answer(await server.ada.click(card, label="League"))
    assert "The next month begins once 3 people have joined." in read(panel)


@outcomes(
    "someone leaves a league", BOTH, "they're out of it; once confirmed, also of the month that's played"
)
async def test_a_league_is_left_with_a_click(
    server: Server, manager: simcord.MemberActor, state: str
) -> None:
    card = await start(server, manager)
    await server.ada.click(card, label="Join")
    if state == STOPPED:
        await stop(manager, card)
    panel = answer(await server.ada.click(card, label="League"))
    left = answer(await server.ada.click(panel, label="Leave"))
    assert "No one has joined yet." in read(left)
    for word in ("league-ask-leave", "league-leave"):
        assert await server.forge(server.ada, card, f"{word}:1") == "You aren't in this league."


async def test_whoever_plays_in_a_month_is_asked_before_they_leave_it_with_the_league(
    server: Server, manager: simcord.MemberActor
) -> None:
    card = await start(server, manager)
    await begin_month(server, card)
    panel = answer(await server.ada.click(card, label="League"))
    question = answer(await server.ada.click(panel, label="Leave"))
    assert "You also leave the league." in read(question)
    assert server.ada.id in (await month(server)).present_in(0)
    left = answer(await server.ada.click(question, label="Leave the cup"))
    assert "**2 people** have joined: **Blaise**, **Chiyo**" in read(left)
    assert server.ada.id not in (await month(server)).present_in(0)


@outcomes(
    "a manager starts a league of the same ruleset",
    GOES_ON,
    "they're told that there is one",
    stopped="it starts",
)
async def test_each_ruleset_has_one_league(server: Server, manager: simcord.MemberActor, state: str) -> None:
    panel = answer(await manager.slash(server.channel, "pyrga-event league"))
    card = await start(server, manager)
    if state == STOPPED:
        await stop(manager, card)
        again = await server.choose(manager, panel, STARTED)
        assert "No one has joined yet." in read(answer(again))
    else:
        refused = said(await server.choose(manager, panel, STARTED))
        assert refused == "This server already has a league for this ruleset."
