"""Conditional moves and notes, behind *More…*."""

import re
from typing import Any

import pytest
import simcord

from tests.bot.servers import SELECT, Server, alt_text, answer, choices, components, labels, said, texts
from tests.bot.ui.discord_limits import check_components

pytestmark = pytest.mark.thorough


async def more(member: simcord.MemberActor, board: simcord.ResponseMessage) -> simcord.ResponseMessage:
    return answer(await member.click(board, label="More…"))


async def conditional_moves(
    member: simcord.MemberActor, board: simcord.ResponseMessage
) -> simcord.ResponseMessage:
    panel = answer(await member.click(await more(member, board), label="Conditional moves"))
    assert panel.ephemeral
    return panel


def menu(panel: simcord.ResponseMessage) -> dict[str, Any]:
    (found,) = [component for component in components(panel) if component["type"] == SELECT]
    check_components(panel.components)
    return found


def values(panel: simcord.ResponseMessage) -> list[str]:
    return [option["value"] for option in menu(panel)["options"]]


def planned_on(panel: simcord.ResponseMessage) -> str:
    """Return the line with the answers that were planned."""
    return texts(panel)[0].splitlines()[-1].replace("\N{NO-BREAK SPACE}", " ")


async def choose(member: simcord.MemberActor, panel: simcord.ResponseMessage, *chosen: str) -> None:
    for choice in chosen:
        (value,) = (option for option in values(panel) if re.search(f"(^|[:-]){choice}:?$", option))
        await member.select(panel, [value], custom_id=menu(panel)["custom_id"])


async def moves(server: Server) -> list[str]:
    return [str(played.move) for played in (await server.client.services.games.get(1)).record.moves]


async def test_a_planned_answer_is_played_without_a_confirmation_after_a_restart(server: Server) -> None:
    await server.change_setting(server.blaise, "setting:mine:moves", "confirm")
    board = await server.begin()
    panel = await conditional_moves(server.blaise, board)
    assert menu(panel)["placeholder"] == "If Ada plays…"
    await choose(server.blaise, panel, "b2", "Sb2")
    assert menu(panel)["placeholder"] == "I reply…"
    assert alt_text(panel).startswith("Last move: Square on b2. Pyrga board after move 1, Black to play. ")
    await choose(server.blaise, panel, "Ta2e")
    assert planned_on(panel) == "■ b2 → **► a2**"
    await server.restart()
    await server.play(board, "Sb2")
    assert await moves(server) == ["Sb2", "Ta2e"]
    answered = "■\N{NO-BREAK SPACE}b2 was answered right away: ►\N{NO-BREAK SPACE}a2"
    assert texts(board)[-1].startswith(f"{answered}\n{server.ada.mention} (White) to play")
    assert "move 2" in texts(board)[0]
    # Drawn again, as after a fault, it still says so; after the next move it doesn't.
    await server.press_unoffered((server.ada, board, "play:1:0:Sa1"))
    assert texts(board)[-1].startswith(answered)
    await server.ada.click(board, custom_id=choices(board)[0]["custom_id"])
    assert "right away" not in texts(board)[-1]


async def test_conditional_moves_are_a_tree_of_which_a_branch_is_played_to_its_end(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2")
    panel = await conditional_moves(server.ada, board)
    for answered, planned in (("Cb1", "Tb1n"), ("Ta2e", "Cb2")):
        await choose(server.ada, panel, answered, planned)
        await server.ada.click(panel, label="Another move")
    await choose(server.ada, panel, "Ta2e")
    await server.ada.click(panel, label="Go deeper")
    for answered, planned in (("Tb2n", "Tb3n"), ("Tb2e", "Cc2")):
        await choose(server.ada, panel, answered, planned)
        await server.ada.click(panel, label="Another move")
    assert planned_on(panel) == "► b2 → **● c2** · ▲ b2 → **▲ b3**"
    await server.ada.click(panel, label="Back")
    assert planned_on(panel) == "► a2 → **● b2** (► b2 → **● c2**, ▲ b2 → **▲ b3**)"
    await server.ada.click(panel, label="Another move")
    assert planned_on(panel) == "● b1 → **▲ b1** · ► a2 → **● b2** (► b2 → **● c2**, ▲ b2 → **▲ b3**)"
    await server.play(board, "Ta2e")
    assert await moves(server) == ["Sb2", "Ta2e", "Cb2"]
    await server.play(board, "Tb2e")
    assert await moves(server) == ["Sb2", "Ta2e", "Cb2", "Tb2e", "Cc2"]
    assert f"{server.blaise.mention} (Black) to play" in texts(board)[-1]


@pytest.mark.default
async def test_conditional_moves_are_entered_some_moves_ahead_and_cleared(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Cb2")
    panel = await conditional_moves(server.ada, board)
    assert values(panel) == [f"plan:1:1:{move}:" for move in ("Sb2", "Tb2n", "Tb2e", "Tb2s", "Tb2w")]
    await choose(server.ada, panel, "Sb2")
    first = values(panel)[0]
    await choose(server.ada, panel, first)
    assert labels(panel) == ["Go deeper", "Remove", "Another move"]
    await server.ada.click(panel, label="Go deeper")
    deeper = values(panel)[0]
    await choose(server.ada, panel, deeper)
    await choose(server.ada, panel, values(panel)[0])
    assert texts(panel)[0].count("→ **") == 1
    await server.ada.click(panel, label="Another move")
    await server.ada.click(panel, label="Back")
    assert texts(panel)[0].count("→ **") == 2
    await server.ada.click(panel, label="Another move")
    await choose(server.ada, panel, "Tb2n")
    await choose(server.ada, panel, values(panel)[0])
    assert labels(panel)[1] == "Remove"
    await server.ada.click(panel, label="Remove")
    await server.ada.click(panel, label="Another move")
    assert texts(panel)[0].count("→ **") == 2
    assert labels(panel) == ["Clear all"]
    await server.ada.click(panel, label="Clear all")
    assert "→ **" not in texts(panel)[0]
    await server.play(board, "Sb2")
    assert await moves(server) == ["Cb2", "Sb2"]


async def test_only_the_waiting_player_sees_and_sets_up_conditional_moves(server: Server) -> None:
    board = await server.begin()
    before = texts(board)
    panel = await conditional_moves(server.blaise, board)
    await choose(server.blaise, panel, "b2", "Sb2", "Ta2e")
    assert texts(board) == before
    for member, custom_id, sentence in (
        (server.ada, "plan:1:0::", "It's your turn to move. You can set up conditional moves after that."),
        (server.chiyo, "plan:1:0::", "This is **Ada** and **Blaise**'s game."),
        (server.blaise, "reply:1:0:Sb2:Sd4", "You can't play that move now."),
        (server.blaise, "plan:1:0:Sb2-Sd4:", "You can't play that move now."),
    ):
        (result,) = await server.press_unoffered((member, board, custom_id))
        assert said(result).startswith(sentence), custom_id


async def test_another_move_drops_conditional_moves_and_their_old_panel_starts_over(server: Server) -> None:
    board = await server.begin()
    panel = await conditional_moves(server.blaise, board)
    await choose(server.blaise, panel, "b2", "Sb2", "Ta2e")
    old = next(option for option in values(panel) if option.endswith(":Tb1n"))
    await server.play(board, "Sb3")
    assert await moves(server) == ["Sb3"]
    late = await server.choose(server.blaise, panel, old)
    assert said(late) == "It's your turn to move. You can set up conditional moves after that."
    await server.play(board, "Ta3e")
    await server.choose(server.blaise, panel, old)
    assert "→ **" not in texts(panel)[0]
    assert all(option.startswith("plan:1:2:") for option in values(panel))


@pytest.mark.default
async def test_a_note_can_be_written_in_a_form_that_survives_a_restart(server: Server) -> None:
    board = await server.begin()
    panel = await more(server.ada, board)
    shown = await server.ada.click(panel, label="Private note")
    assert shown.modal is not None
    assert shown.modal["custom_id"] == "note-form:1"
    await server.restart()
    await server.ada.submit_modal(shown, {"text": "Watch *c2*.\nThen d3."})
    assert "Watch \\*c2\\*\\.\n> Then d3\\." in texts(panel)[0]

    again = await more(server.ada, board)
    assert "Watch" in texts(again)[0]
    form = await server.ada.click(again, label="Private note")
    assert "Watch *c2*." in str(form.modal)
    assert "Watch" not in texts(await more(server.blaise, board))[0]
    assert "Watch" not in str(board.components)
    await server.ada.submit_modal(form, {"text": "  "})
    assert "Note deleted." in texts(again)[0]
