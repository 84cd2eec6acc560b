"""What Discord and its users do to a game: the last table in ``docs/behavior.md``."""

from datetime import timedelta

import discord
import pytest
import simcord

from bot.jobs.rounds import repair_boards
from bot.ui.board.display import announce
from bot.ui.context.looks import APART
from bot.use_cases.challenges.challenges import Challenges
from bot.use_cases.challenges.proposing import PAUSE
from bot.use_cases.challenges.rematches import Rematches
from bot.use_cases.games.games import Games
from bot.values.base36 import format_number
from bot.values.players import Player
from engine import Outcome, Reason
from tests.bot import acts
from tests.bot.displays import moved
from tests.bot.servers import Server, answer, read, said, texts
from tests.bot.whole.scenes import CHALLENGE, CLOCK, COMPUTER, ENDED, GAME, LEVEL, Scene, arrange, live
from tests.cells import cell, cells, in_cells
from tests.reading import as_read

pytestmark = pytest.mark.thorough

EVERYWHERE = (CHALLENGE, GAME, COMPUTER, ENDED)
EDIT, POST, CALLBACK = "/channels/*/messages/*", "/channels/*/messages", "/interactions/*/callback"
SECONDS = int(CLOCK.total_seconds())
DAY = timedelta(days=1)


async def look_again(server: Server) -> None:
    """Let the bot look again for what was out of reach. After that, it doesn't ask for a while."""
    for _ in range(2):
        server.clock.move(APART)
        await repaired(server)


async def repaired(server: Server) -> None:
    """Let half a minute pass."""
    await server.env.advance_time(31)


REFUSED_ANSWERS = {"the response comes too late": (404, 10062), "answered already": (400, 40060)}


@in_cells(
    [cell(event, state, *error) for event, error in REFUSED_ANSWERS.items() for state in EVERYWHERE],
    "status",
    "code",
)
async def test_a_click_counts_even_if_its_answer_fails(
    server: Server, scene: Scene, status: int, code: int
) -> None:
    who, button = await scene.step()
    server.env.inject_error("POST", CALLBACK, status=status, code=code, times=None)
    await scene.server.press((who, scene.message, button))
    server.env.backend.faults.clear()
    assert await scene.steps_taken() == 1
    await repaired(server)
    assert await scene.shows_the_step()


@cells("the response comes too late", GAME)
async def test_a_resignation_counts_even_if_its_answer_fails(server: Server, scene: Scene) -> None:
    asked = await scene.panel(scene.ada, scene.button("resign"))
    server.env.inject_error("POST", CALLBACK, status=404, code=10062, times=None)
    await scene.server.press((scene.ada, asked, f"resign:{format_number(scene.number)}"))
    server.env.backend.faults.clear()
    await repaired(server)
    assert "**Blaise wins: Ada resigned**" in await scene.board()


async def resign(scene: Scene) -> None:
    """Have Ada resign from a private panel, so that the bot edits the board without a click on it."""
    asked = await scene.panel(scene.ada, scene.button("resign"))
    await scene.ada.click(asked, label="Resign")


async def move_as_computer(scene: Scene) -> None:
    """Have Ada move and the computer answer, so that the bot edits the board without a click on it."""
    await scene.press(*await scene.step())
    await move(scene, LEVEL)


async def move(scene: Scene, player_id: int) -> None:
    """Have a player move without a click, and show that."""
    game, client = await scene.game(), scene.server.client
    after = await acts.play(
        client.services.games,
        scene.number,
        revision=game.revision,
        text=await scene.move(),
        player_id=player_id,
    )
    await announce(client, after)


async def change_from_elsewhere(scene: Scene) -> None:
    """Change the game without a click on its message."""
    await (move_as_computer if scene.state == COMPUTER else resign)(scene)


def shows_the_change(scene: Scene, text: str) -> bool:
    """Return whether a board shows what ``change_from_elsewhere`` did."""
    return ("move 4" if scene.state == COMPUTER else "**Blaise wins: Ada resigned**") in text


@cells("Discord has errors", GAME, COMPUTER)
async def test_a_board_that_could_not_be_edited_is_edited_later(server: Server, scene: Scene) -> None:
    # Before the computer moves here, its board says that there's no solver.
    edits = 2 if scene.state == COMPUTER else 1
    server.env.inject_error("PATCH", EDIT, status=503, times=edits)
    await change_from_elsewhere(scene)
    assert not (await scene.game()).shown
    await repaired(server)
    assert shows_the_change(scene, await scene.board())


@cells("Discord has errors", GAME)
async def test_a_player_who_could_not_be_told_about_a_claim_is_told_once_later(server: Server) -> None:
    scene = await arrange(server, GAME, move_seconds=SECONDS)
    server.env.inject_error("POST", POST, status=503, times=None)
    await live(server, CLOCK)
    server.env.backend.faults.clear()
    assert "to play · out of time: " in await scene.board()
    for _ in range(3):
        await live(server, timedelta(minutes=1))
    told = [shown.content for shown in scene.server.posted() if "Claim the win" in shown.content]
    assert len(told) == 1
    assert told[0].startswith(scene.blaise.mention)


@cells("Discord has errors", CHALLENGE)
async def test_a_card_that_could_not_be_edited_shows_its_end_with_the_next_click(
    server: Server, scene: Scene
) -> None:
    server.env.inject_error("PATCH", EDIT, status=503, times=1)
    await live(server, 3 * DAY)
    assert await scene.shows_itself()
    await scene.press(*await scene.step())
    assert texts(scene.message) == ["**Blaise** didn't answer **Ada**'s challenge in time."]


@cells("Discord has errors", ENDED)
async def test_a_rematch_that_could_not_be_posted_is_proposed_again(server: Server, scene: Scene) -> None:
    server.env.inject_error("POST", POST, status=503, times=1)
    told = await scene.told(scene.ada, scene.named("rematch"))
    assert told.startswith("I can't reach Discord right now. Your game is safe.")
    assert scene.cards() == []
    await live(server, PAUSE)
    await scene.press(scene.ada, scene.named("rematch"))
    assert len(scene.cards()) == 1


@cells("the message is deleted", GAME, COMPUTER)
async def test_a_deleted_board_is_reposted_with_the_next_change(scene: Scene) -> None:
    asked = await scene.panel(scene.ada, scene.button("resign"))
    await scene.press(*await scene.step())
    delete(scene)
    if scene.state == COMPUTER:
        await move(scene, LEVEL)
    else:
        await scene.ada.click(asked, label="Resign")
    (newer,) = scene.server.posted()
    assert newer.id != scene.message.id
    assert shows_the_change(scene, read(newer))


@cells("the message is deleted", GAME)
async def test_a_reminder_leads_to_a_board_even_if_that_was_deleted(server: Server) -> None:
    scene = await arrange(server, GAME, move_seconds=int(DAY.total_seconds()))
    delete(scene)
    await live(server, DAY / 2)
    board, reminder = scene.server.posted()
    assert "move 2" in texts(board)[0]
    assert str(board.id) in reminder.content


@in_cells(
    [
        cell("the message is deleted", CHALLENGE, challenger, challenged)
        for challenger, challenged in (("ada", "blaise"), ("blaise", "ada"))
    ],
    "challenger",
    "challenged",
)
async def test_a_challenge_whose_card_was_deleted_does_not_block_a_new_one(
    server: Server, scene: Scene, challenger: str, challenged: str
) -> None:
    one, other = getattr(scene, challenger), getattr(scene, challenged)
    delete(scene)
    await live(server, PAUSE)
    card = answer(await one.slash(scene.server.channel, "pyrga challenge", opponent=other))
    await other.click(card, label="Accept")
    assert "· move 1" in texts(card)[0]


@cells("the message is deleted", GAME, COMPUTER, ENDED)
async def test_the_show_command_reposts_a_deleted_board(scene: Scene) -> None:
    delete(scene)
    await show(scene, scene.server.channel)
    assert await scene.shows_itself()


def delete(scene: Scene) -> None:
    """Have a moderator delete the message."""
    scene.server.env.backend.delete_message(scene.message.channel_id, scene.message.id)


async def show(scene: Scene, channel: simcord.ChannelHandle) -> simcord.InteractionResult:
    """Have Ada have the board posted in a channel."""
    return await scene.ada.slash(channel, "pyrga show", game=str(scene.number))


@cells("the channel is gone", GAME, COMPUTER, ENDED)
async def test_a_game_whose_channel_is_gone_continues_elsewhere(
    server: Server, scene: Scene, state: str
) -> None:
    server.env.backend.delete_channel(scene.server.channel.id)
    if state != ENDED:
        await move(scene, scene.ada.id)
    await look_again(server)
    board = answer(await show(scene, server.channel))
    assert (await scene.game()).message_id == board.id
    assert ("wins: Ada resigned**" if state == ENDED else "move 3") in read(board)


@cells("the channel is gone", GAME)
async def test_a_game_whose_thread_was_locked_continues_elsewhere(server: Server) -> None:
    channel = await thread(server)
    scene = await arrange(server, GAME, channel)
    server.env.inject_error("PATCH", f"/channels/{channel.id}/messages/*", status=400, code=50083, times=None)
    server.env.inject_error("PATCH", f"/channels/{channel.id}", status=403, code=50013, times=None)
    await resign(scene)
    await look_again(server)
    board = answer(await show(scene, server.channel))
    assert "**Blaise wins: Ada resigned**" in texts(board)[-1]
    assert await server.client.services.games.unshown(10) == []


@cells("the channel is gone", CHALLENGE)
async def test_a_challenge_whose_channel_is_gone_can_be_made_again_elsewhere(
    server: Server, scene: Scene
) -> None:
    server.env.backend.delete_channel(scene.server.channel.id)
    await live(server, PAUSE)
    told = said(await scene.ada.slash(server.channel, "pyrga challenge", opponent=scene.blaise))
    assert "hasn't answered" in told
    await live(server, APART)
    card = answer(await scene.ada.slash(server.channel, "pyrga challenge", opponent=scene.blaise))
    assert "A game of Pyrga?" in texts(card)[0]


REMOVED = "the server has removed the bot"


def remove_bot(server: Server) -> None:
    """Have managers of the server remove the bot from it."""
    for method, path in (("PATCH", EDIT), ("POST", POST), ("GET", "/guilds/*")):
        server.env.inject_error(method, path, status=403, code=50001, times=None)


@in_cells([cell(REMOVED, GAME, due) for due in ("deadline", "claim", "reminder")], "due")
async def test_no_one_loses_on_time_where_no_one_can_play(server: Server, due: str) -> None:
    scene = await arrange(server, GAME, move_seconds=int(DAY.total_seconds()))
    for _ in range({"reminder": 0, "deadline": 1, "claim": 2}[due]):
        await live(server, DAY / 2)
    remove_bot(server)
    await live(server, 7 * DAY if due == "claim" else DAY / 2)
    assert (await scene.game()).outcome is None
    await live(server, APART)
    game = await scene.game()
    assert game.outcome == Outcome(None, Reason.ABANDONED)
    for _ in range(2):
        await live(server, 7 * DAY)
        await look_again(server)
    assert await server.client.services.games.unshown(10) == []
    told = "The bot was removed from the server, so the game ended without a result"
    assert told in private_messages(server)[-1]


def private_messages(server: Server) -> list[str]:
    """Return the DMs that the bot has sent without a click."""
    return [
        as_read(str(content))
        for request in server.env.http_requests
        if request.method == "POST" and request.path.endswith("/messages")
        if (content := dict(request.json or {}).get("content"))
    ]


def requests_for_games(server: Server) -> int:
    """Return how many requests there were apart from those that find out whether Discord is there."""
    of_bot = {"/oauth2/applications/@me", "/users/@me/guilds"}
    return len([request for request in server.env.http_requests if request.path not in of_bot])


async def removed_for_days(server: Server) -> None:
    """Keep the bot away for some days. Nothing is retried over and over meanwhile."""
    await live(server, 3 * DAY)
    await look_again(server)
    asked = requests_for_games(server)
    await server.env.advance_time(120)
    assert requests_for_games(server) == asked
    server.env.backend.faults.clear()


@cells(REMOVED, CHALLENGE, GAME)
async def test_a_challenge_expires_and_a_game_without_a_clock_waits_until_the_bot_is_back(
    server: Server, scene: Scene
) -> None:
    remove_bot(server)
    await removed_for_days(server)
    await scene.press(*await scene.step())
    assert await scene.steps_taken() == (0 if scene.state == CHALLENGE else 1)


@cells(REMOVED, COMPUTER)
async def test_a_game_with_the_computer_waits_until_the_bot_is_back(server: Server, scene: Scene) -> None:
    remove_bot(server)
    await move_as_computer(scene)
    await removed_for_days(server)
    board = answer(await show(scene, server.channel))
    assert "move 4" in texts(board)[0]


@cells("a player has left the server", GAME)
async def test_a_player_who_has_left_loses_on_time(server: Server) -> None:
    scene = await arrange(server, GAME, move_seconds=SECONDS)
    server.guild.remove_member(scene.ada)
    await live(server, CLOCK)
    scene.message = await scene.server.board(scene.number)
    scene.revision += 1
    await scene.press(scene.blaise, scene.button("claim"))
    assert f"**Blaise wins: {scene.ada.mention} ran out of time**" in await scene.board()


@cells("a player has left the server", GAME)
async def test_a_game_without_a_clock_that_someone_left_is_annulled(
    server: Server, scene: Scene, manager: simcord.MemberActor
) -> None:
    server.guild.remove_member(scene.blaise)
    number = str(scene.number)
    question = answer(await manager.slash(server.channel, "pyrga-server annul", game=number))
    await manager.click(question, label="End game")
    assert "**A moderator ended the game without a result**" in await scene.board()


@cells("a player has left the server", GAME)
async def test_someone_whose_opponent_left_a_game_without_a_clock_can_resign(
    server: Server, scene: Scene
) -> None:
    server.guild.remove_member(scene.blaise)
    await resign(scene)
    assert "**Blaise wins: Ada resigned**" in await scene.board()


@cells("a player has left the server", CHALLENGE)
async def test_a_challenge_to_someone_who_left_expires_on_time(server: Server, scene: Scene) -> None:
    server.guild.remove_member(scene.blaise)
    await live(server, 3 * DAY)
    assert texts(scene.message) == ["**Blaise** didn't answer **Ada**'s challenge in time."]


@cells("a player has left the server", CHALLENGE)
async def test_a_challenge_from_someone_who_left_cannot_be_accepted(server: Server, scene: Scene) -> None:
    server.guild.remove_member(scene.ada)
    for _ in range(2):
        assert len(texts(scene.message)) > 1
        told = await scene.told(*await scene.step())
        assert told == "**Ada** isn't in this server. Pick someone who is."
        await live(server, APART)
    assert texts(scene.message) == ["**Ada** withdrew the challenge to **Blaise**."]
    assert await scene.steps_taken() == 0


@pytest.mark.default
async def test_a_challenge_to_everyone_from_someone_who_left_cannot_be_joined(server: Server) -> None:
    to_all = answer(await server.chiyo.slash(server.channel, "pyrga challenge"))
    code = texts(to_all)[2].partition("/pyrga join ")[2][:6]
    server.guild.remove_member(server.chiyo)
    for _ in range(2):
        assert len(texts(to_all)) > 1
        told = said(await server.blaise.slash(server.channel, "pyrga join", code=code))
        assert told == "**Chiyo** isn't in this server. Pick someone who is."
        await live(server, APART)
    assert texts(to_all) == ["**Chiyo** withdrew the challenge."]


@cells("a player has left the server", COMPUTER)
async def test_a_game_with_the_computer_waits_for_a_player_who_left(server: Server, scene: Scene) -> None:
    server.guild.remove_member(scene.ada)
    await live(server, 30 * DAY)
    assert (await scene.game()).outcome is None
    back = server.guild.add_member(server.env.create_user("back"))
    assert await scene.told(back, scene.button("resign")) == (
        "This is **Ada**'s game. Start your own with /pyrga play."
    )


@cells("a player has left the server", ENDED)
async def test_a_rematch_with_someone_who_left_expires_on_time(server: Server, scene: Scene) -> None:
    server.guild.remove_member(scene.blaise)
    await scene.press(scene.ada, scene.named("rematch"))
    (card,) = scene.cards()
    await live(server, 3 * DAY)
    assert texts(card) == ["**Blaise** didn't answer **Ada**'s challenge in time."]


def deny(scene: Scene, *permissions: str) -> None:
    """Take permissions in the channel of the game from the bot."""
    bot = scene.server.client.user
    assert bot is not None
    denied = discord.PermissionOverwrite(**dict.fromkeys(permissions, False))
    name = f"denied{scene.number}{scene.state}"[:20].replace(" ", "-")
    closed = scene.server.guild.create_text_channel(name, overwrites={bot: denied})
    backend = scene.server.env.backend
    backend.get_channel(scene.server.channel.id).overwrites = backend.get_channel(closed.id).overwrites


@cells("a permission is missing", CHALLENGE, GAME, COMPUTER)
async def test_clicks_are_answered_without_the_permission_to_post(scene: Scene) -> None:
    deny(scene, "send_messages", "attach_files")
    await scene.press(*await scene.step())
    assert await scene.shows_the_step()
    if scene.state != CHALLENGE:
        told = said(await show(scene, scene.server.channel))
        assert "**Send Messages**, **Attach Files**" in told
        assert "ask a moderator to grant them" in told


@cells("a permission is missing", GAME)
async def test_someone_who_is_away_gets_a_dm_if_nothing_can_be_posted(server: Server, scene: Scene) -> None:
    deny(scene, "send_messages")
    server.clock.move(timedelta(minutes=6))
    await scene.press(*await scene.step())
    assert await scene.shows_the_step()
    assert f"game #{scene.number}" in private_messages(server)[-1]


@cells("a permission is missing", GAME)
async def test_a_reminder_that_cannot_be_posted_is_sent_as_a_dm(server: Server) -> None:
    scene = await arrange(server, GAME, move_seconds=int(DAY.total_seconds()))
    deny(scene, "send_messages")
    await live(server, DAY / 2)
    assert private_messages(server)[-1].startswith("Your move in game")


@cells("a permission is missing", ENDED)
async def test_a_rematch_names_the_permission_that_is_missing(scene: Scene) -> None:
    deny(scene, "send_messages")
    assert "**Send Messages**" in await scene.told(scene.ada, scene.named("rematch"))
    assert scene.cards() == []


async def thread(server: Server) -> simcord.ChannelHandle:
    """Return a thread of the server."""
    await server.begin(thread=True)
    return server.channel.threads[0]


@cells("the thread is archived", CHALLENGE, GAME, COMPUTER)
async def test_an_edit_wakes_a_thread_that_was_archived(server: Server, state: str) -> None:
    channel = await thread(server)
    scene = await arrange(server, state, channel)
    data = server.env.backend.get_channel(channel.id).thread_metadata
    assert data is not None
    data.archived = True
    server.env.inject_error("PATCH", EDIT, status=400, code=50083, times=1)
    if state == CHALLENGE:
        await live(server, 3 * DAY)
        assert "in time." in texts(scene.message)[0]
    else:
        await change_from_elsewhere(scene)
        assert shows_the_change(scene, await scene.board())
    assert not data.archived


@cells("the bot dies between saving and showing", CHALLENGE, GAME, COMPUTER)
async def test_a_stored_change_is_shown_after_the_start(server: Server, scene: Scene) -> None:
    services = server.client.services
    if scene.state == CHALLENGE:
        await services.challenges.accept(scene.number, Player(scene.blaise.id, "Blaise"))
    else:
        await acts.play(
            services.games,
            scene.number,
            revision=scene.revision,
            text=await scene.move(),
            player_id=scene.ada.id,
        )
    await server.restart()
    await repair_boards(server.client)
    await moved(server.client)
    scene.server.client = server.client
    assert await scene.shows_the_step()


@cells("the bot dies between saving and showing", ENDED)
async def test_a_rematch_that_was_never_posted_is_proposed_again(server: Server, scene: Scene) -> None:
    await server.client.services.rematches.propose(scene.number, Player(scene.ada.id, "Ada"))
    await server.restart()
    scene.server.client = server.client
    await live(server, PAUSE)
    await scene.press(scene.ada, scene.named("rematch"))
    assert len(scene.cards()) == 1


@cells("the bot has an error", *EVERYWHERE)
async def test_someone_who_clicks_is_told_the_number_of_an_error_and_can_click_again(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise RuntimeError("a defect")

    steps = ((Challenges, "accept"), (Games, "change"), (Rematches, "propose"))
    with monkeypatch.context() as broken:
        for use_case, step in steps:
            broken.setattr(use_case, step, fail)
        told = await scene.told(*await scene.step())
        assert told.startswith("Something went wrong. Your game is safe. (Error ")
    assert await scene.shows_itself()
    await scene.press(*await scene.step())
    assert await scene.steps_taken() == 1
