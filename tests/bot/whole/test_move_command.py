"""Players type their moves instead of pressing buttons."""

import pytest

from bot.commands.games import LONGEST_MOVE
from bot.locale import words_for
from bot.ui.text.words import result_headline
from bot.values.game.turns import plan
from bot.values.players import Controls
from engine import Color, Level, Position
from tests.bot import acts
from tests.bot.servers import Server, answer, labels, said, texts
from tests.bot.whole.scenes import LATE, arrange

pytestmark = pytest.mark.thorough

COMMAND = "pyrga move"
LONGEST_CHOICE, MOST_CHOICES = 100, 25


async def offers(server: Server, typed: str, **options: str) -> list[str]:
    offered = await server.ada.autocomplete(server.channel, COMMAND, "move", typed, **options)
    assert len(offered) <= MOST_CHOICES
    assert all(0 < len(offer["name"]) <= LONGEST_CHOICE for offer in offered)
    return [str(offer["value"]) for offer in offered]


@pytest.mark.default
async def test_a_typed_move_is_played_confirmed_and_shown_to_everyone(server: Server) -> None:
    board = await server.begin()
    told = answer(await server.ada.slash(server.channel, COMMAND, move="triangle c2 up"))
    assert told.ephemeral
    (text,) = texts(told)
    assert text.startswith("You played **▲\N{NO-BREAK SPACE}c2**.")
    assert "After a Triangle on **c2** pointing up" in text
    assert f"<@{server.blaise.id}> (Black) to play" in text
    assert "move 1" in texts(board)[0]
    assert [move.text for move in (await server.client.services.games.get(1)).moves] == ["Tc2n"]


async def test_the_answer_to_a_move_that_ends_the_game_gives_the_result(server: Server) -> None:
    await server.begin()
    games, position = server.client.services.games, Position.start()
    while not (last := [move for move in position.legal_moves if position.play(move).outcome()]):
        game, move = await games.get(1), next(iter(position.legal_moves))
        await acts.move(games, game, str(move))
        position = position.play(move)
    mover = server.ada if position.turn is Color.WHITE else server.blaise
    (text,) = texts(answer(await mover.slash(server.channel, COMMAND, move=str(last[0]))))
    assert f"**{result_headline(words_for('en-US'), await games.get(1))}**" in text


async def test_a_text_that_is_not_exactly_one_legal_move_is_answered_with_legal_moves(server: Server) -> None:
    await server.play(await server.begin(), "Sc3")
    for text, answered in (
        ("square", "**square** could be several moves. You can play: Sc4, Sb3, Sd3, Sc2"),
        ("square a1", "**square a1** isn't a legal move right now. After a Square on **c3**"),
        ("rook c2", "I don't recognize **rook c2** as a move. You could type **Tc2w**, for example."),
    ):
        told = said(await server.blaise.slash(server.channel, COMMAND, move=text))
        assert told.startswith(answered)
        assert "You can play: " in told
    assert (await server.client.services.games.get(1)).revision == 1


async def test_an_opponent_and_a_spectator_are_refused_as_on_a_button(server: Server) -> None:
    await server.begin()
    theirs = said(await server.blaise.slash(server.channel, COMMAND, move="Sb3"))
    assert theirs == "It's **Ada**'s turn. Please wait for yours."
    others = said(await server.chiyo.slash(server.channel, COMMAND, move="Sb3", game="1"))
    assert "**Ada**" in others
    none = said(await server.chiyo.slash(server.channel, COMMAND, move="Sb3"))
    assert "no games in progress" in none


async def test_a_late_move_can_be_typed_and_a_conditional_answer_is_mentioned(server: Server) -> None:
    scene = await arrange(server, LATE)
    game, move = await scene.game(), await scene.move()
    reply = str(game.position.play(move).legal_moves[0])
    await server.client.services.games.change(
        scene.number, lambda stored, _: plan(stored, game.revision, (move,), reply, player_id=scene.blaise.id)
    )
    told = answer(await scene.ada.slash(scene.server.channel, COMMAND, move=move))
    assert texts(told)[0].startswith("You played ")
    assert "was answered right away" in texts(told)[0]
    assert (await scene.game()).revision == scene.revision + 2


async def test_the_game_of_the_channel_comes_first_and_then_the_one_with_your_turn(server: Server) -> None:
    await server.begin()
    await server.begin(color="black")
    elsewhere = server.guild.create_text_channel("elsewhere")
    assert "You played" in texts(answer(await server.ada.slash(elsewhere, COMMAND, move="Sb3")))[0]
    assert (await server.client.services.games.get(1)).position.ply == 1
    both = said(await server.blaise.slash(server.channel, COMMAND, move="Sb2"))
    assert both.startswith("You're playing several games here")
    named = answer(await server.blaise.slash(server.channel, COMMAND, move="Sb2", game="2"))
    assert "You played" in texts(named)[0]


@pytest.mark.default
async def test_people_who_confirm_their_moves_are_asked_first(server: Server) -> None:
    await server.begin()
    await server.configure_for(server.ada, controls=Controls(confirm=True))
    panel = answer(await server.ada.slash(server.channel, COMMAND, move="Sb3"))
    assert labels(panel) == ["Play", "Cancel"]
    assert (await server.client.services.games.get(1)).revision == 0
    await server.ada.click(panel, label="Play")
    assert (await server.client.services.games.get(1)).revision == 1


@pytest.mark.default
async def test_legal_moves_are_suggested_while_typing_if_it_is_ones_turn(server: Server) -> None:
    assert await offers(server, "") == []
    board = await server.begin(color="black")
    assert await offers(server, "") == []
    assert await offers(server, "", game="none") == []
    await server.play(board, "Sc3")
    assert (await offers(server, ""))[:2] == ["Sc4", "Sb3"]
    assert await offers(server, "triangle d3 u") == ["Td3n"]
    assert await offers(server, "Cc2", game="1") == ["Cc2"]
    assert await offers(server, "rook") == []
    assert await offers(server, "x" * LONGEST_MOVE) == []


@pytest.mark.computer
async def test_the_computers_reply_is_mentioned_later(server: Server) -> None:
    board = answer(await server.ada.slash(server.channel, "pyrga play", level=1, color="white"))
    told = answer(await server.ada.slash(server.channel, COMMAND, move="square b3"))
    await server.client.services.computer.choose(Position.start(), server.ada.id, Level.ONE)
    for _ in range(50):
        await server.env.settle()
        if "replied" in texts(told)[0]:
            break
    assert "**Computer, level 1** replied" in texts(told)[0]
    assert f"<@{server.ada.id}> (White) to play" in texts(told)[0]
    assert "move 2" in texts(board)[0]
