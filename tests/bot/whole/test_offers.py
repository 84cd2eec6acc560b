"""Draws, takebacks and canceled games, using the buttons on the board and behind *More…*."""

from datetime import timedelta

import pytest
import simcord

from bot.values.players import NotificationMode
from engine import Reason
from tests.bot.servers import Server, answer, choices, labels, offered, said, texts
from tests.reading import as_read

pytestmark = pytest.mark.thorough

AWAY = timedelta(minutes=6)
OPENING = "Sb2 Ta2e"


async def more(member: simcord.MemberActor, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    panel = answer(await member.click(board, label="More…"))
    assert panel.ephemeral
    return panel


def button(board: simcord.ResponseMessage, label: str) -> str:
    return next(str(each["custom_id"]) for each in offered(board) if each.get("label") == label)


async def offer_draw(member: simcord.MemberActor, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    """Offer a draw, and say yes when asked; returns the private panel."""
    panel = answer(await member.click(board, label="Draw"))
    assert panel.ephemeral
    await member.click(panel, label="Offer draw")
    return panel


async def begin_with_chiyo(server: Server, **options: object) -> simcord.ResponseMessage:
    card = await server.challenge(opponent=server.chiyo, **options)
    await server.chiyo.click(card, label="Accept")
    return card


async def outcome_of(server: Server) -> Reason | None:
    outcome = (await server.client.services.games.get(1)).outcome
    return outcome.reason if outcome else None


@pytest.mark.default
async def test_a_draw_is_offered_and_accepted_across_a_restart(server: Server) -> None:
    board = await server.begin()
    await server.play(board, OPENING)
    await offer_draw(server.ada, board)
    assert labels(board) == ["Accept", "Decline", "Withdraw", "More…"]
    assert f"**Ada** offers a draw. {server.blaise.mention}, do you accept?" in texts(board)[-1]
    await server.restart()
    assert said(await server.ada.click(board, label="Accept")) == (
        "Only **Blaise** can answer this. Any move also cancels it."
    )
    refused = said(await server.chiyo.click(board, label="Decline"))
    assert refused == "This is **Ada** and **Blaise**'s game. Start your own with /pyrga challenge."
    await server.blaise.click(board, label="Accept")
    assert "**A draw: the players agreed**" in texts(board)[-1]
    assert labels(board) == ["Rematch", "Review", "Replay", "Share", "More…"]


@pytest.mark.parametrize("way", [NotificationMode.MENTION, NotificationMode.PRIVATE])
async def test_the_player_asked_is_notified_in_their_way_if_they_are_away(
    server: Server, way: NotificationMode
) -> None:
    await server.configure_for(server.blaise, notifications=way)
    board = await server.begin()
    await server.play(board, OPENING)
    server.clock.move(AWAY)
    await offer_draw(server.ada, board)
    told = "".join(as_read(message.content) for message in server.blaise.user.dm_channel.history())
    if way is NotificationMode.PRIVATE:
        assert "**Ada** offers you a draw in game #1" in told
        assert server.pinged() == []
        return
    newer = server.newest()
    assert (newer.id != board.id, told, server.pinged()) == (True, "", [server.blaise.id])
    assert "offers a draw" in texts(newer)[-1]
    await server.blaise.click(newer, label="Accept")
    assert await outcome_of(server) is Reason.AGREEMENT


@pytest.mark.default
async def test_a_move_is_taken_back_once_the_other_agrees(server: Server) -> None:
    board = await server.begin()
    await server.play(board, OPENING)
    old = [each["custom_id"] for each in choices(board)]
    panel = await more(server.ada, board)
    await server.ada.click(panel, label="Take back")
    assert "Takeback requested." in texts(panel)[-1]
    assert "**Ada** asks to take back move 1." in texts(board)[-1]
    await server.restart()
    accept = button(board, "Accept")
    await server.press((server.blaise, board, accept), (server.blaise, board, accept))
    assert "· start" in texts(board)[0]
    assert f"{server.ada.mention} (White) to play" in texts(board)[-1]

    # Buttons from before the takeback play nothing, no matter who presses them.
    await server.press_unoffered(*((server.ada, board, each) for each in old[:3]))
    await server.press_unoffered((server.blaise, board, accept))
    game = await server.client.services.games.get(1)
    assert (game.position.ply, game.revision) == (0, 4)
    await server.play(board, OPENING)
    assert (await server.client.services.games.get(1)).position.ply == 2


async def test_a_declined_takeback_changes_nothing_and_cannot_be_repeated_right_away(server: Server) -> None:
    board = await server.begin()
    await server.play(board, OPENING)
    panel = await more(server.ada, board)
    await server.ada.click(panel, label="Take back")
    await server.blaise.click(board, label="Decline")
    assert "move 2" in texts(board)[0]
    assert "**Blaise** declined the takeback." in texts(board)[-1]
    assert labels(board) == ["Draw", "Resign", "More…"]
    again = await server.ada.click(await more(server.ada, board), label="Take back")
    assert said(again) == "You just asked that. You can ask again after 2 more moves."
    assert (await server.client.services.games.get(1)).position.ply == 2


async def test_the_maker_of_an_offer_sees_how_it_ended_until_they_have_moved(server: Server) -> None:
    board = await server.begin()
    await server.play(board, OPENING)
    await offer_draw(server.blaise, board)
    server.clock.move(AWAY)
    await server.ada.click(board, label="Decline")
    # Ada declines and moves right away while Blaise is away. Blaise is told along with their turn, not
    # before.
    assert server.pinged() == []
    await server.ada.click(board, custom_id=choices(board)[0]["custom_id"])
    assert server.pinged() == [server.blaise.id]
    newer = server.newest()
    assert "**Ada** declined the draw." in texts(newer)[-1]
    await server.blaise.click(newer, custom_id=choices(newer)[0]["custom_id"])
    assert "declined" not in texts(newer)[-1]


async def test_a_draw_is_only_offered_for_the_position_that_was_seen(server: Server) -> None:
    board = await server.begin()
    await server.play(board, OPENING)
    panel = answer(await server.blaise.click(board, label="Draw"))
    await server.blaise.click(panel, label="Keep playing")
    assert texts(panel) == ["OK, the game continues."]
    panel = answer(await server.blaise.click(board, label="Draw"))
    await server.ada.click(board, custom_id=choices(board)[0]["custom_id"])
    told = said(await server.blaise.click(panel, label="Offer draw"))
    assert told == "The game has moved on. Check the board and try again."
    assert "offers a draw" not in texts(board)[-1]


async def test_what_is_offered_depends_on_the_game_and_on_who_asks(server: Server) -> None:
    board = await server.begin()
    usual = ["Replay", "Help", "Private note", "Text mode", "Settings"]
    assert labels(board) == ["Cancel game", "More…"]
    assert labels(await more(server.ada, board)) == usual
    assert labels(await more(server.chiyo, board)) == ["Replay", "Help"]
    await server.play(board, OPENING)
    usual.insert(2, "Cancel game")
    assert labels(board) == ["Draw", "Resign", "More…"]
    assert labels(await more(server.ada, board)) == ["Take back", *usual]
    assert labels(await more(server.blaise, board)) == ["Take back", "Conditional moves", *usual]
    help_ = answer(await server.chiyo.click(await more(server.chiyo, board), label="Help"))
    assert texts(help_)[-1].startswith("After a Triangle")
    settings = answer(await server.ada.click(await more(server.ada, board), label="Settings"))
    assert texts(settings)[0] == "### Your settings · Boards and language"
    rated = await begin_with_chiyo(server, rated=True, start="plain")
    await server.play(rated, OPENING)
    assert labels(await more(server.ada, rated)) == usual
    await server.resign(server.chiyo)
    with_hints = await begin_with_chiyo(server, hints=True)
    await server.play(with_hints, OPENING)
    assert labels(with_hints) == ["Hint", "Draw", "Resign", "More…"]


@pytest.mark.default
async def test_a_game_can_be_canceled_before_both_have_moved(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    panel = answer(await server.blaise.click(board, label="Cancel game"))
    assert texts(panel) == ["Cancel game #1? It will end without a result."]
    confirm = button(panel, "Cancel game")
    await server.press((server.blaise, panel, confirm), (server.blaise, panel, confirm))
    assert await outcome_of(server) is Reason.ABORTED
    assert "**Canceled before both players had moved**" in texts(board)[-1]
