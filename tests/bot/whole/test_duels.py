"""The channels of two servers play each other."""

import re
from dataclasses import dataclass
from datetime import timedelta

import discord
import pytest
import simcord

from bot.jobs.crowds import PACE, Tallies
from bot.values.game.game import Game
from engine import Color
from tests.bot.servers import Server, answer, labels, offered, read, said, texts
from tests.bot.whole.scenes import live
from tests.cells import cells

pytestmark = pytest.mark.thorough

WINDOW = timedelta(hours=12)
DUEL = "two channels vote"
COMMAND = "pyrga-event duel"


@dataclass(slots=True)
class Sides:
    """Two servers, each with a manager and someone who votes."""

    server: Server
    managers: list[simcord.MemberActor]
    people: list[simcord.MemberActor]
    channels: list[simcord.ChannelHandle]

    async def game(self) -> Game:
        return await self.server.client.services.games.get(1)

    async def board_of(self, color: Color) -> simcord.ResponseMessage:
        home = (await self.game()).home_of(color)
        assert home.message_id is not None
        messages = self.server.env.backend.messages[home.place.channel_id]
        return simcord.ResponseMessage(self.server.env, messages[home.message_id])

    async def enter(self, code: str) -> str:
        """Return what the second manager is told who enters a code."""
        return said(await self.managers[1].slash(self.channels[1], COMMAND, code=code))

    async def voter(self, color: Color) -> simcord.MemberActor:
        place = (await self.game()).home_of(color).place
        return self.people[[channel.id for channel in self.channels].index(place.channel_id)]


@pytest.fixture
async def sides(server: Server, manager: simcord.MemberActor) -> Sides:
    away = server.env.create_guild("Bistro")
    role = away.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    host = away.add_member(server.env.create_user("host"), roles=[role])
    guest = away.add_member(server.env.create_user("guest", global_name="Guest"))
    channels = [server.channel, away.create_text_channel("games")]
    return Sides(server, [manager, host], [server.ada, guest], channels)


async def make_code(sides: Sides, channel: simcord.ChannelHandle) -> str:
    made = said(await sides.managers[0].slash(channel, COMMAND))
    return str(re.findall(r"\*\*(\w{6})\*\*", made)[0])


async def begin(sides: Sides) -> Game:
    begun = await sides.enter(await make_code(sides, sides.channels[0]))
    assert begun.startswith("This channel now plays **Pyrga Café**: [open the board](")
    return await sides.game()


def vote_buttons(board: simcord.ResponseMessage) -> list[str]:
    found = [str(each["custom_id"]) for each in offered(board)]
    return [each for each in found if each.startswith(("vote:", "vote-choose:"))]


async def cast_vote(voter: simcord.MemberActor, board: simcord.ResponseMessage) -> str:
    """Vote for the first move that's offered, of a space that's chosen first if it has to be; return it."""
    pressed = vote_buttons(board)[0]
    if pressed.startswith("vote-choose:"):
        board = answer(await voter.click(board, custom_id=pressed))
        pressed = vote_buttons(board)[0]
    await voter.click(board, custom_id=pressed)
    return pressed.split(":")[-1]


@cells("a code of another server is entered", DUEL)
@pytest.mark.default
async def test_a_code_puts_a_board_in_both_channels_and_each_votes_in_its_turn(sides: Sides) -> None:
    game = await begin(sides)
    turn = game.position.turn
    voting, waiting = await sides.board_of(turn), await sides.board_of(turn.opponent)
    assert "two channels play" in texts(voting)[0]
    assert vote_buttons(voting)
    assert vote_buttons(waiting) == []
    assert labels(waiting) == ["More…"]
    assert "No votes yet." in texts(voting)[-1]
    assert "votes" not in texts(waiting)[-1]
    voted = await cast_vote(await sides.voter(turn), voting)
    await live(sides.server, WINDOW)
    game = await sides.game()
    assert game.moves[1].text == voted
    assert vote_buttons(await sides.board_of(turn)) == []
    assert vote_buttons(await sides.board_of(turn.opponent))
    assert sides.server.pinged() == []


@cells("a channel votes against another", DUEL)
async def test_only_the_side_that_votes_sees_how_many_have(sides: Sides) -> None:
    game = await begin(sides)
    turn, tallies = game.position.turn, Tallies()
    board = await sides.board_of(turn)
    await cast_vote(await sides.voter(turn), board)
    await tallies.keep(sides.server.client)
    before = texts(await sides.board_of(turn.opponent))
    await live(sides.server, PACE)
    await tallies.keep(sides.server.client)
    assert "1 vote so far." in texts(await sides.board_of(turn))[-1]
    assert texts(await sides.board_of(turn.opponent)) == before


@cells("no one votes for a channel in two windows", DUEL)
async def test_two_windows_without_a_vote_lose_on_both_boards(sides: Sides) -> None:
    game = await begin(sides)
    await live(sides.server, WINDOW)
    assert "second chance" in texts(await sides.board_of(game.position.turn))[-1]
    await live(sides.server, WINDOW)
    for color in Color:
        assert "ran out of time" in texts(await sides.board_of(color))[-1]


@cells("a moderator of either channel ends their game", DUEL)
@pytest.mark.parametrize("index", [0, 1])
async def test_a_moderator_of_either_server_ends_the_game_on_both_boards(sides: Sides, index: int) -> None:
    await begin(sides)
    manager, channel = sides.managers[index], sides.channels[index]
    panel = answer(await manager.click(sides.server.newest(channel), label="More…"))
    await manager.select(panel, [sides.people[index]], custom_id="exclude-voter:1")
    asked = answer(await manager.slash(channel, "pyrga-server annul", game="1"))
    board = f"https://discord.com/channels/{manager.guild.id}/{channel.id}/{sides.server.newest(channel).id}"
    assert f"[#1]({board})" in read(asked)
    await manager.click(asked, label="End game")
    for color in Color:
        assert "A moderator ended the game" in texts(await sides.board_of(color))[-1]
    log = read(answer(await manager.slash(channel, "pyrga-server log")))
    assert "ended game [#1]" in log
    assert log.count("https://") == log.count(board) == 2
    other = 1 - index
    again = said(await sides.managers[other].slash(sides.channels[other], "pyrga-server annul", game="1"))
    assert again == "Game **#1** is already over."


@cells("a code can't be used", DUEL)
async def test_a_code_is_refused_in_its_own_server_twice_and_after_a_week(sides: Sides) -> None:
    host, other = sides.managers[0], sides.server.guild.create_text_channel("other")
    code, late = await make_code(sides, sides.channels[0]), await make_code(sides, other)
    own = said(await host.slash(other, COMMAND, code=code))
    reason = "was made in this server. Someone who manages another server has to use it."
    assert own == f"The code {code} {reason}"
    assert (await sides.enter("nothing")).startswith("There's no code **nothing**.")
    refused = said(await sides.people[1].slash(sides.channels[1], COMMAND, code=code))
    assert refused.startswith("Only people with the Manage Server permission")
    await sides.enter(code)
    again = await sides.enter(code)
    assert again.startswith(f"The code {code} has already been used, and each works only once.")
    await live(sides.server, timedelta(days=7))
    assert (await sides.enter(late)).startswith(f"The code {late} has expired.")
