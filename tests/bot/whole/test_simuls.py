"""A member gives a simul: several others join, each for their own game in its own thread."""

import pytest
import simcord

from bot.jobs.due import LONGEST_SLEEP, do_due
from bot.jobs.rounds import repair_boards
from bot.ui.challenges import starting
from bot.ui.context.looks import APART
from bot.use_cases.challenges.proposing import OPEN_LIFETIME
from bot.values.game.presence import PATIENCE
from tests.bot import acts
from tests.bot.servers import Server, answer, labels, read, said, texts
from tests.bot.whole.scenes import pass_time
from tests.bot.whole.test_challenge_to_all import code_on
from tests.bot.whole.test_cup_games import BOARDS
from tests.bot.whole.test_sight import HIDDEN
from tests.cells import cell, in_cells, outcomes

pytestmark = pytest.mark.thorough

OPEN, CLOSED = BOTH = "open", "closed"
NO_ONE_CAN = "the card says why no one can join anymore"
SEATS = 2


@pytest.fixture(autouse=True)
def no_pause(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starting, "PAUSE", 0)


async def simul(server: Server, state: str = OPEN, **options: object) -> simcord.ResponseMessage:
    """Begin Ada's simul, joined by Blaise; return its card."""
    usual = {"color": "white", "rated": False, "simul": SEATS}
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", **usual | options))
    await server.blaise.click(card, label="Join")
    if state == CLOSED:
        await server.ada.click(card, label="Close")
    return card


def games(card: simcord.ResponseMessage) -> list[str]:
    """Return what the card says about each game, without the links."""
    lines = [line for text in texts(card) for line in text.splitlines()]
    return [line.partition(") ")[2] or line for line in lines if line.startswith("- ") and " · " in line]


def summary(card: simcord.ResponseMessage) -> list[str]:
    """Return how many have joined, and the score."""
    lines = [line for text in texts(card) for line in text.splitlines()]
    first = next(index for index, line in enumerate(lines) if "seats taken" in line)
    return [line for line in lines[first : first + 2] if not line.startswith("- ")]


async def settle(server: Server) -> None:
    """Let a minute pass, and what has come due happen."""
    server.clock.move(PATIENCE)
    await do_due(server.client)


@outcomes(
    "someone joins a simul",
    OPEN,
    "their game begins in a thread of its own, or in the channel, and the card shows it",
)
@pytest.mark.default
async def test_everyone_who_joins_gets_a_game_in_a_thread_of_its_own(server: Server) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", color="white", simul=SEATS))
    assert "**Ada** plays up to 2 people at once. Join, and your game starts right away." in texts(card)[0]
    assert labels(card) == ["Join", "Cancel", "How to play"]
    told = said(await server.blaise.click(card, label="Join"))
    (thread,) = server.channel.threads
    board = server.newest(thread)
    link = f"https://discord.com/channels/{server.guild.id}/{thread.id}"
    assert told == f"Your game with **Ada** has started: [open the board]({link}/{board.id})"
    assert texts(board)[0] == "### Pyrga #1 · move 1 · balanced start · rated · simul"
    assert summary(card) == ["**1 of 2 seats taken**"]
    assert f"- [#1]({link}) **Blaise** · in progress" in read(card)
    assert labels(card) == ["Join", "Close", "How to play"]
    await server.chiyo.click(card, label="Join")
    assert len(server.channel.threads) == SEATS
    assert "**Ada**'s simul is full." in texts(card)[0]
    assert games(card) == ["**Blaise** · in progress", "**Chiyo** · in progress"]
    assert labels(card) == []
    dora = server.guild.add_member(server.env.create_user("dora"))
    assert await server.forge(dora, card, "challenge:1:accept") == "**Ada**'s simul is full. Next time!"


@in_cells(
    [
        cell(event, CLOSED, outcome=NO_ONE_CAN)
        for event in ("someone joins a simul", "the host closes a simul")
    ]
)
async def test_a_closed_simul_stays_closed(server: Server) -> None:
    card = await simul(server, CLOSED)
    await server.press_unoffered(
        (server.chiyo, card, "challenge:1:accept"), (server.ada, card, "challenge:1:cancel")
    )
    assert texts(card)[0].startswith("**Ada** closed the simul. The games go on.")
    assert games(card) == ["**Blaise** · in progress"]


@outcomes("someone joins a simul twice", open="they're told where their game is", closed=NO_ONE_CAN)
async def test_a_second_click_on_join_leads_to_the_game(server: Server, state: str) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", simul=SEATS))
    join = (server.blaise, card, "challenge:1:accept")
    results = await server.press(join, join)
    assert all(result.acknowledged for result in results)
    if state == CLOSED:
        await server.ada.click(card, label="Close")
    (again,) = await server.press_unoffered(join)
    assert games(card) == ["**Blaise** · in progress"]
    assert len(server.channel.threads) == 1
    if state == OPEN:
        assert said(again).startswith("You've already joined. [Open your game](https://discord.com/channels/")


@outcomes("the host closes a simul", OPEN, "no one else can join, and the games go on")
async def test_only_the_host_closes_a_simul(server: Server) -> None:
    card = await simul(server)
    assert said(await server.blaise.click(card, label="Close")) == "Only **Ada** can cancel this challenge."
    await server.ada.click(card, label="Close")
    assert texts(card)[0].startswith("**Ada** closed the simul. The games go on.")
    assert labels(card) == []
    await server.play(await server.board(), "Sb2")


@outcomes("time to join a simul is over", OPEN, "no one else can join, and the games go on")
async def test_after_a_day_no_one_can_join(server: Server) -> None:
    card = await simul(server)
    await pass_time(server, OPEN_LIFETIME)
    await server.env.advance_time(LONGEST_SLEEP.total_seconds() + 1)
    assert texts(card)[0].startswith("Time to join **Ada**'s simul is over. The games go on.")
    assert labels(card) == []


@outcomes("a game of a simul ends", BOTH, "the card shows the host's score")
async def test_the_card_has_the_score_as_games_end(server: Server, state: str) -> None:
    card = await simul(server, state)
    await server.play(await server.board(), "Sb2 Ta2e")
    await acts.resign(server.client.services.games, 1, player_id=server.blaise.id)
    await settle(server)
    assert summary(card)[1] == "**Ada**: 1 win, 0 draws, 0 losses"
    assert games(card) == ["**Blaise** · lost"]


async def test_games_without_a_result_do_not_count(server: Server) -> None:
    card = await simul(server)
    panel = answer(await server.blaise.click(await server.board(), label="Cancel game"))
    await server.blaise.click(panel, label="Cancel game")
    await settle(server)
    assert summary(card) == ["**1 of 2 seats taken**"]
    assert games(card) == ["**Blaise** · no result"]


@outcomes("a player of a simul deletes their data", BOTH, "the card calls them *Deleted player*")
async def test_the_card_no_longer_names_someone_who_deleted_their_data(server: Server, state: str) -> None:
    card = await simul(server, state)
    await server.client.services.deletions.delete(server.blaise.id)
    await settle(server)
    assert games(card) == ["**Deleted player** · lost"]


@outcomes(
    "the bot is restarted while a game of a simul begins",
    BOTH,
    "the game is posted within 30 seconds, once, and the card shows it within a minute",
)
async def test_a_game_that_was_not_posted_is_posted_once_after_a_restart(server: Server, state: str) -> None:
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", color="white", simul=SEATS))
    server.env.inject_error("POST", BOARDS, status=500, times=None)
    await server.blaise.click(card, label="Join")
    assert server.channel.threads == []
    assert games(card) == ["- #1 **Blaise** · starting"]
    if state == CLOSED:
        await server.ada.click(card, label="Close")
    server.env.backend.faults.clear()
    await server.restart()
    await repair_boards(server.client)
    await repair_boards(server.client)
    await settle(server)
    assert len(server.channel.threads) == 1
    assert games(card) == ["**Blaise** · in progress"]


async def test_where_discord_allows_no_thread_the_games_are_in_the_channel(server: Server) -> None:
    server.env.inject_error("POST", "/channels/*/messages/*/threads", status=403, code=50013)
    card = await simul(server)
    board = await server.board()
    assert board.channel_id == server.channel.id
    link = f"https://discord.com/channels/{server.guild.id}/{server.channel.id}/{board.id}"
    assert f"- [#1]({link}) **Blaise** · in progress" in read(card)


async def test_a_simul_is_joined_by_its_code_and_from_the_list_of_challenges(server: Server) -> None:
    dora = server.guild.add_member(server.env.create_user("dora"))
    club = server.guild.create_text_channel("club", overwrites={dora: HIDDEN})
    card = answer(await server.ada.slash(club, "pyrga challenge", simul=SEATS))
    code = code_on(card)
    refused = said(await dora.slash(server.channel, "pyrga join", code=code))
    assert "in a channel you can't see" in refused
    told = said(await server.blaise.slash(server.channel, "pyrga join", code=code))
    assert told.startswith("Your game with **Ada** has started: [open the board](")
    assert summary(card) == ["**1 of 2 seats taken**"]
    listed = answer(await server.chiyo.slash(server.channel, "pyrga games"))
    await server.chiyo.click(listed, label="Open challenges")
    assert "plays up to 2 people at once." in read(listed)
    await server.chiyo.click(listed, label="Join")
    assert games(card) == ["**Blaise** · in progress", "**Chiyo** · in progress"]


async def test_a_simul_has_from_2_to_20_opponents_in_a_server(server: Server) -> None:
    for seats in (-1, 0, 1, 21, 2**40):
        options = [{"type": 4, "name": "simul", "value": seats}]
        data = {"name": "pyrga", "options": [{"type": 1, "name": "challenge", "options": options}]}
        assert said(await server.command(server.ada, data)) == "A simul is for 2 to 20 people.", seats
    refused = await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise, simul=SEATS)
    assert said(refused) == "Anyone can join a simul. Leave the opponent empty."
    refused = await server.ada.user.slash("pyrga challenge", simul=SEATS)
    assert said(refused) == "A simul needs a channel of a server that has added me."
    assert await server.client.services.challenges.open_of(server.guild.id, challenger_id=server.ada.id) == []
    card = answer(await server.ada.slash(server.channel, "pyrga challenge", simul=SEATS))
    await server.ada.click(card, label="Cancel")
    assert texts(card) == ["**Ada** withdrew the simul."]


async def test_a_simul_of_someone_who_has_left_is_closed(server: Server) -> None:
    card = await simul(server)
    server.guild.remove_member(server.ada)
    for _ in range(2):
        told = said(await server.chiyo.click(card, label="Join"))
        assert told == "**Ada** isn't in this server. Pick someone who is."
        server.clock.move(APART)
    assert texts(card)[0].startswith("**Ada** closed the simul. The games go on.")
