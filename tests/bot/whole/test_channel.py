"""A channel plays the computer: people vote with the board's buttons."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from itertools import cycle
from time import monotonic

import pytest
import simcord

from bot.jobs.crowds import PACE, Tallies
from bot.store.connections.database import Database
from bot.ui.board.display import announce
from bot.use_cases.games.storing import load, save
from bot.values.crowds import RESIGN
from bot.values.game.game import Game
from bot.values.players import Player
from engine import Color, Move
from tests.bot import acts
from tests.bot.displays import moved
from tests.bot.servers import Server, answer, choices, labels, offered, read, said, texts
from tests.bot.statements import counted
from tests.bot.use_cases.made_games import made_game
from tests.bot.whole.scenes import live
from tests.cells import cells

pytestmark = [pytest.mark.thorough, pytest.mark.computer]

VOTES = "a channel votes"
WINDOW = timedelta(hours=12)
PATIENCE = 60.0
"""Seconds that the computer may need on a busy machine."""


class Channel:
    """A channel that plays as White, unless it's said otherwise."""

    def __init__(self, server: Server, manager: simcord.MemberActor) -> None:
        self.server = server
        self.manager = manager
        self.tallies = Tallies()

    async def begin(self, **options: object) -> simcord.ResponseMessage:
        wanted = {"color": "white", **options}
        return answer(await self.manager.slash(self.server.channel, "pyrga-event channel", **wanted))

    async def game(self, number: int = 1) -> Game:
        return await self.server.client.services.games.get(number)

    async def vote(self, member: simcord.MemberActor, move: str) -> simcord.InteractionResult:
        """Vote with the board, or with the panel behind it if the move takes more than one click."""
        shown, ply = await self.server.board(), (await self.game()).position.ply
        wanted = f"vote:1:{ply}:{move}"
        if wanted not in [button["custom_id"] for button in offered(shown)]:
            shown = answer(await member.click(shown, custom_id=f"vote-choose:1:{ply}::{move[1:3]}"))
        return await member.click(shown, custom_id=wanted)

    async def wait(self, step: timedelta = WINDOW) -> None:
        """Let time pass, and what comes due happen, until the computer has answered."""
        await live(self.server, step)
        await self.tallies.keep(self.server.client)
        give_up = monotonic() + PATIENCE
        while (await self.game()).computer_moves:
            assert monotonic() < give_up, "the computer doesn't move"
            await asyncio.sleep(0.02)
        await moved(self.server.client)
        await self.server.env.settle()

    @property
    async def text(self) -> str:
        return texts(await self.server.board())[-1]


def vote_button(board: simcord.ResponseMessage) -> str:
    """Return what a button votes for that the board has, or has once a space is chosen."""
    found = [str(each["custom_id"]) for each in offered(board)]
    votes = [each for each in found if each.startswith("vote:")]
    chosen = [each.split("::") for each in found if each.startswith("vote-choose:")]
    return (votes or [f"vote:{start.removeprefix('vote-choose:')}:C{space}" for start, space in chosen])[0]


@pytest.fixture
def channel(server: Server, manager: simcord.MemberActor) -> Channel:
    return Channel(server, manager)


@cells("someone votes", VOTES)
@pytest.mark.default
async def test_a_channel_votes_on_a_move_and_the_computer_answers(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin()
    assert "the channel plays" in texts(board)[0]
    assert "**The channel** (White) is voting · closes <t:" in await channel.text
    assert "No votes yet. Press a move to vote." in await channel.text
    assert labels(board)[-1] == "More…"
    before = texts(board)
    panel = answer(await channel.vote(server.ada, "Sb2"))
    assert panel.ephemeral
    assert texts(panel)[0].startswith("Your vote: **■\N{NO-BREAK SPACE}b2**. You can change it until <t:")
    await channel.vote(server.blaise, "Tc2n")
    await channel.vote(server.chiyo, "Tc2n")
    assert texts(await server.board()) == before
    await channel.wait(timedelta(seconds=1))
    await channel.wait(PACE)
    assert "3 votes so far." in await channel.text
    assert "c2" not in (await channel.text).split("votes so far")[1]
    await channel.wait()
    game = await channel.game()
    assert (game.moves[0].text, game.position.ply) == ("Tc2n", 2)
    assert "No votes yet." in await channel.text
    assert "\N{NO-BREAK SPACE}c2 (2 of 3 votes). The computer answered " in await channel.text
    assert server.pinged() == []


async def test_a_tie_is_told_and_when_voting_closes_early(channel: Channel) -> None:
    members = channel.server.members
    await channel.begin()
    for _ in range(3):
        moves = sorted(map(str, (await channel.game()).position.legal_moves))[:3]
        # A position can have fewer moves than there are voters, and then there may be no tie.
        for member, move in zip(members, cycle(moves), strict=False):
            vote = answer(await channel.vote(member, move))
            assert "Voting closes early" not in texts(vote)[0]
            channel.server.clock.move(timedelta(seconds=1))
        await channel.wait()
        if len(moves) == len(members):
            place = Move.parse(moves[0]).space
            assert f"\N{NO-BREAK SPACE}{place} (1 of 3 votes, the earliest)." in await channel.text
    early = "once 3 people have voted, including all who voted the last two times"
    move = str((await channel.game()).position.legal_moves[0])
    assert f"Voting closes early {early}." in texts(answer(await channel.vote(members[0], move)))[0]


@cells("half a move is chosen", VOTES)
async def test_half_a_move_is_chosen_privately(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin()
    before = texts(board), labels(board)
    panel = answer(await server.ada.click(board, custom_id="vote-choose:1:0::c2"))
    assert panel.ephemeral
    assert "Which piece goes on **c2**?" in texts(panel)[0]
    other = answer(await server.blaise.click(board, custom_id="vote-choose:1:0::b1"))
    await server.ada.click(panel, custom_id="vote:1:0:Tc2w")
    await server.blaise.click(other, custom_id="vote:1:0:Cb1")
    assert sorted((await channel.game()).ballots) == ["Cb1", "Tc2w"]
    assert (texts(board), labels(board)) == before


async def test_an_open_tally_says_how_many_voted_for_what(channel: Channel) -> None:
    await channel.begin(open_tally=True)
    for member, move in zip(channel.server.members, ("Sb2", "Sb2", "Cb2"), strict=True):
        await channel.vote(member, move)
    await channel.wait(timedelta(seconds=1))
    await channel.wait(PACE)
    assert (
        "3 votes so far. ■\N{NO-BREAK SPACE}b2\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}2, ●"
        in await channel.text
    )


async def test_the_board_is_edited_at_most_every_thirty_seconds(channel: Channel) -> None:
    server = channel.server
    await channel.begin()
    edits = 0
    for second in range(0, 90, 5):
        await channel.vote(server.members[second % 3], ("Sb2", "Cb2", "Sc3")[second // 15 % 3])
        before = len(server.env.http_requests)
        await live(server, timedelta(seconds=5))
        await channel.tallies.keep(server.client)
        edits += sum(request.method == "PATCH" for request in server.env.http_requests[before:])
    assert 2 <= edits <= 3


@cells("a restart while a channel votes", VOTES)
async def test_after_a_restart_the_count_is_exact_and_shown(channel: Channel) -> None:
    server = channel.server
    await channel.begin()
    await channel.vote(server.ada, "Sb2")
    await channel.vote(server.blaise, "Sb2")
    await server.restart()
    channel.tallies = Tallies()
    await channel.vote(server.chiyo, "Sb2")
    await channel.wait(timedelta(seconds=1))
    await channel.wait(PACE)
    assert "3 votes so far." in await channel.text


async def test_a_vote_takes_at_most_one_statement_more_than_a_refused_click(channel: Channel) -> None:
    server = channel.server
    await channel.begin()
    await server.begin(opponent=server.blaise)
    other = await server.board(2)
    await channel.vote(server.chiyo, "Sb2")
    await server.client.services.preferences.remembered(server.chiyo.id)
    with counted() as refused:
        await server.chiyo.click(other, custom_id=choices(other)[0]["custom_id"])
    board = await server.board()
    with counted() as voted:
        await server.press_unoffered((server.chiyo, board, vote_button(board)))
    assert refused.statements
    assert len(voted.statements) <= len(refused.statements) + 1, [each[:60] for each in voted.statements]


async def test_only_hosts_start_a_game_and_one_in_each_channel(channel: Channel) -> None:
    server = channel.server
    refused = await server.ada.slash(server.channel, "pyrga-event channel")
    assert said(refused).startswith("Only people with the Manage Server permission can set up cups")
    await channel.begin()
    again = await channel.manager.slash(server.channel, "pyrga-event channel")
    assert said(again).startswith("This channel is already playing: [game **#1**](")


@cells("a vote after the deadline", VOTES)
async def test_late_votes_are_answered_with_both_times(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin()
    at = int((server.clock.now() + WINDOW).timestamp())
    server.clock.move(WINDOW + timedelta(seconds=3))
    (late,) = await server.press_unoffered((server.ada, board, vote_button(board)))
    came = int(server.clock.now().timestamp())
    assert said(late) == (
        f"Voting on move 1 closed at <t:{at}:T>, and your vote came at <t:{came}:T>, so it doesn't count."
    )
    assert (await channel.game()).ballots == ()


@cells("a vote for a move that was decided since", VOTES)
async def test_a_vote_with_an_old_button_is_late_and_an_old_board_leads_to_the_new(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin()
    old = vote_button(board)
    await channel.vote(server.ada, "Sb2")
    server.env.inject_error("DELETE", "/channels/*/messages/*", status=500, times=None)
    await channel.wait(timedelta(hours=13))
    newer = await server.board()
    assert newer.id != board.id
    late, led = await server.press_unoffered(
        (server.blaise, newer, old), (server.chiyo, board, vote_button(newer))
    )
    assert said(late).startswith("Voting on move 1 closed at")
    assert f"/{server.channel.id}/{newer.id}" in str(answer(led).components)
    assert (await channel.game()).ballots == ()


@cells("a vote where the channel can't be seen", VOTES)
async def test_someone_who_cannot_see_the_channel_cannot_vote(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin()
    closed = server.channel_without("view_channel", server.blaise)
    backend = server.env.backend
    backend.get_channel(server.channel.id).overwrites = backend.get_channel(closed.id).overwrites
    (hidden,) = await server.press_unoffered((server.blaise, board, vote_button(board)))
    assert said(hidden).startswith("There's no game")
    assert (await channel.game()).ballots == ()


@cells("a vote in a game that has ended", VOTES)
async def test_a_vote_in_a_game_that_has_ended_is_refused(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin()
    press = vote_button(board)
    game = await channel.game()
    await announce(server.client, await acts.resign(server.client.services.games, 1, player_id=game.white.id))
    (over,) = await server.press_unoffered((server.ada, board, press))
    assert said(over) == "Game **#1** is already over."


@cells("a vote by someone excluded", VOTES)
async def test_the_excluded_are_told_and_their_votes_are_gone(channel: Channel) -> None:
    server = channel.server
    board = await channel.begin(open_tally=True)
    await channel.vote(server.ada, "Sb2")
    await channel.wait(timedelta(seconds=1))
    await channel.wait(PACE)
    before = await channel.text
    assert "1 vote so far. ■" in before
    panel = answer(await channel.manager.click(board, label="More…"))
    assert "Exclude someone from voting…" in str(panel.components)
    excluded = await channel.manager.select(panel, [server.ada], custom_id="exclude-voter:1")
    assert said(excluded) == (
        "You excluded **Ada** from voting in game #1. Their votes no longer count; so that no one sees what "
        "they were for, the board only shows that once voting closes. It's in /pyrga-server log."
    )
    await channel.wait(PACE)
    assert await channel.text == before
    assert said(await channel.vote(server.ada, "Sb2")) == (
        "A moderator has excluded you from voting in this game."
    )
    log = answer(await channel.manager.slash(server.channel, "pyrga-server log"))
    assert "excluded **Ada** from voting in game" in texts(log)[0]
    members = answer(await server.blaise.click(board, label="More…"))
    assert "Exclude someone" not in str(members.components)


async def put(channel: Channel, moves: str) -> None:
    """Have the game be where these moves lead."""
    database = Database(channel.server.settings.database())
    async with database.writing() as connection:
        before = await load(connection, 1)
        made = made_game(before.white, before.black, moves.split())
        after = replace(before, position=made.position, moves=made.moves, revision=made.revision)
        await save(connection, before, after, channel.server.clock.now())
    await database.close()


async def cast(channel: Channel, choice: str, *voters: simcord.MemberActor) -> None:
    """Have these people vote for the same move, or to resign, without a click."""
    game = await channel.game()
    for person in voters:
        voter = Player(person.id, "Person")
        await channel.server.client.services.crowd_games.vote(
            1, ply=game.position.ply, choice=choice, voter=voter, place=game.place
        )


async def played(channel: Channel, plies: int) -> Game:
    """Return the game after so many plies, each chosen by Ada and Blaise."""
    while (game := await channel.game()).position.ply < plies:
        for member in (channel.server.ada, channel.server.blaise):
            await channel.vote(member, str(game.position.legal_moves[0]))
        await channel.wait()
    return game


@cells("a game of a channel is over", VOTES)
async def test_at_the_end_votes_and_scores_are_shown(channel: Channel) -> None:
    server = channel.server
    await channel.begin(level=1)
    await put(channel, "Ta3s Ca2 Ta2n Ca3")
    move = str((await channel.game()).position.legal_moves[0])
    await cast(channel, move, server.ada, server.blaise)
    await channel.wait()
    game = await channel.game()
    assert game.position.turn is Color.WHITE
    panel = answer(await server.ada.click(await server.board(), label="More…"))
    resigned = answer(await server.ada.click(panel, label="Vote to resign"))
    assert texts(resigned)[0].startswith("You voted to resign. You can change it until")
    await cast(channel, RESIGN, server.blaise, server.chiyo)
    await channel.wait()
    board = await server.board()
    assert "**Computer, level 1 wins: The channel resigned**" in await channel.text
    assert labels(board) == ["Votes", "My votes", "Review", "Replay", "Share"]
    votes = answer(await server.ada.click(board, label="Votes"))
    assert "**5** White: " in texts(votes)[0]
    assert "resign\N{NO-BREAK SPACE}\N{MULTIPLICATION SIGN}3" in texts(votes)[0]
    own = answer(await server.ada.click(board, label="My votes"))
    assert texts(own)[0].startswith("Your votes kept the value ")
    assert texts(answer(await server.chiyo.click(board, label="My votes"))) == [
        "You didn't vote for a move in this game."
    ]
    assert replace(game, crowd=None).is_counted == (game.outcome is not None)


async def test_the_computer_moves_again_if_the_channels_only_reply_plays_itself(channel: Channel) -> None:
    await channel.begin(level=1)
    await put(channel, "Ta3s Ca2 Ta2n Ca3 Sa3 Ca4 Ta4e Cb4")
    await cast(channel, "Tb4w", channel.server.ada, channel.server.blaise)
    # Black's only move is ■ a4, and White's only reply ■ b4.
    await channel.wait()
    game = await channel.game()
    assert [move.text for move in game.moves[8:11]] == ["Tb4w", "Sa4", "Sb4"]
    assert len(game.moves) == 12
    said = (await channel.text).replace("\N{NO-BREAK SPACE}", " ")
    forced = "■ b4 was the only move, so it played itself. The computer answered "
    assert said.startswith(f"You played ◄ b4 (2 of 2 votes). The computer answered ■ a4. {forced}")


@cells("someone looks for help for a channel", VOTES)
async def test_no_one_in_the_server_sees_what_moves_are_worth_meanwhile(channel: Channel) -> None:
    server = channel.server
    await channel.begin(level=1)
    game = await played(channel, 4)
    board = answer(
        await server.chiyo.slash(server.channel, "pyrga-learn analyze", position=str(game.position))
    )
    assert "A channel is playing game **#1**, and this would help there." in read(board)
    assert "best play" not in read(board)
