"""Players who want to confirm their moves, or to choose them in one menu."""

import simcord

import render
from bot.jobs.repair import repair_boards
from bot.matches.values.players import Controls
from engine import Move, Position
from tests.bot.servers import SELECT, Server, alt_text, answer, choices, components, labels, said, texts


async def want(
    server: Server, member: simcord.MemberActor, *, confirm: bool = False, compact: bool = False
) -> None:
    chosen = [value for wanted, value in ((confirm, "confirm"), (compact, "compact")) if wanted]
    panel = answer(await member.slash(server.channel, "pyrga settings"))
    await member.select(panel, chosen, custom_id="s1:mine:moves")


def menus(board: simcord.ResponseMessage) -> list[dict[str, object]]:
    return [component for component in components(board) if component["type"] == SELECT]


def board_of(moves: str, chosen: str = "") -> bytes:
    position = Position.replay("pyrga", moves.split())
    move = Move.parse(chosen) if chosen else None
    return render.board(render.Scene(position, "Ada", "Blaise", chosen=move))


async def plies(server: Server) -> int:
    return (await server.client.services.games.get(1)).position.ply


async def test_both_are_chosen_in_the_settings_and_kept(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    (usual,) = [menu for menu in menus(panel) if menu["custom_id"] == "s1:mine:moves"]
    assert usual["placeholder"] == "Buttons, played immediately"
    await server.ada.select(panel, ["confirm", "compact"], custom_id="s1:mine:moves")
    await server.restart()
    preferences = server.client.services.preferences
    assert (await preferences.player(server.ada.id)).controls == Controls(confirm=True, compact=True)
    await server.ada.select(panel, [], custom_id="s1:mine:moves")
    assert (await preferences.player(server.ada.id)).controls == Controls()


async def test_moves_are_confirmed_even_after_a_restart(server: Server) -> None:
    await want(server, server.blaise, confirm=True)
    board = await server.begin()
    await server.play(board, "Sb2")
    (chosen,) = [each for each in choices(board) if each["custom_id"].endswith(":c:Ta2e")]
    await server.blaise.click(board, custom_id=chosen["custom_id"])
    assert "Play **▲ a2 →**?" in texts(board)[0]
    assert "Chosen but not played yet: black Triangle right on a2." in alt_text(board)
    assert await server.picture(board) == board_of("Sb2", chosen="Ta2e")
    assert [each["label"] for each in choices(board)] == ["Confirm", "Back"]
    assert await plies(server) == 1

    await server.restart()
    assert (
        said(await server.ada.click(board, label="Confirm"))
        == "It's **Blaise**'s turn. Please wait for yours."
    )
    await server.blaise.click(board, label="Back")
    assert "Play **" not in texts(board)[0]
    assert "Chosen" not in alt_text(board)
    assert await server.picture(board) == board_of("Sb2")
    (again,) = [each for each in choices(board) if each["custom_id"].endswith(":c:Ta2e")]
    await server.blaise.click(board, custom_id=again["custom_id"])
    confirm = choices(board)[0]["custom_id"]
    await server.press((server.blaise, board, confirm), (server.blaise, board, confirm))
    assert await plies(server) == 2
    # Ada didn't choose it, and isn't asked.
    await server.ada.click(board, custom_id=choices(board)[0]["custom_id"])
    assert await plies(server) == 3


async def test_someone_who_takes_a_move_back_is_told_of_the_setting_unless_it_is_on(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Sb2 Ta2e")
    for member, tip in ((server.ada, True), (server.blaise, False)):
        await want(server, server.blaise, confirm=True)
        panel = answer(await member.click(board, label="More…"))
        await member.click(panel, label="Take back")
        assert "can answer on the board." in texts(panel)[0]
        assert ("Tip: to confirm your moves before they're played" in texts(panel)[0]) is tip
        other = server.blaise if member is server.ada else server.ada
        await other.click(board, label="Decline")


async def test_in_the_grid_too_a_move_is_confirmed_and_back_leads_to_its_kind(server: Server) -> None:
    await want(server, server.ada, confirm=True)
    board = await server.begin()
    await server.ada.click(board, label="Cylinder")
    await server.ada.click(board, label="● c2")
    assert "Play **● c2**?" in texts(board)[0]
    await server.ada.click(board, label="Back")
    assert "● c2" in [each["label"] for each in choices(board)]
    await server.ada.click(board, label="Triangle")
    await server.ada.click(board, label="▲ c2")
    await server.ada.click(board, label="▲c2↑")
    assert "Play **▲ c2 ↑**?" in texts(board)[0]
    await server.ada.click(board, label="Confirm")
    assert await plies(server) == 1


async def test_compact_controls_are_one_menu_if_possible(server: Server) -> None:
    await want(server, server.ada, compact=True)
    await want(server, server.blaise, compact=True)
    board = await server.begin()
    assert menus(board) == []
    await server.play(board, "Cb2")
    (menu,) = menus(board)
    assert choices(board) == []
    assert [option["label"] for option in menu["options"]] == [  # type: ignore[attr-defined]
        "■ b2 (Square)",
        "▲ b2 ↑ (Triangle)",
        "▲ b2 → (Triangle)",
        "▲ b2 ↓ (Triangle)",
        "▲ b2 ← (Triangle)",
    ]
    await server.restart()
    wrong = await server.choose(server.ada, board, str(menu["custom_id"]), "Sb2")
    assert said(wrong) == "It's **Blaise**'s turn. Please wait for yours."
    await server.blaise.select(board, ["Sb2"], custom_id=str(menu["custom_id"]))
    assert await plies(server) == 2
    assert labels(board) == ["Draw", "Resign", "More…"]

    # The menu of an earlier turn no longer plays anything.
    await server.choose(server.blaise, board, str(menu["custom_id"]), "Tb2n")
    assert await plies(server) == 2


async def test_a_menu_tells_which_move_completes_a_tower(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Tc1w Sb1 Cc1")
    await want(server, server.blaise, compact=True)
    await repair_boards(server.client)
    (menu,) = menus(board)
    assert [option["value"] for option in menu["options"]] == ["Sc1"]  # type: ignore[attr-defined]
    assert "completes a Tower" in menu["options"][0]["description"]  # type: ignore[index]


async def test_a_move_from_the_menu_is_confirmed_if_that_is_chosen_as_well(server: Server) -> None:
    await want(server, server.blaise, confirm=True, compact=True)
    board = await server.begin()
    await server.play(board, "Cb2")
    await server.blaise.select(board, ["Sb2"], custom_id="v1:1:1")
    assert "Play **■ b2**?" in texts(board)[0]
    await server.blaise.click(board, label="Back")
    assert len(menus(board)) == 1
    await server.blaise.select(board, ["Sb2"], custom_id="v1:1:1")
    await server.blaise.click(board, label="Confirm")
    assert await plies(server) == 2


async def test_a_choice_in_the_middle_of_a_turn_changes_the_board_soon(server: Server) -> None:
    board = await server.begin()
    await server.play(board, "Cb2")
    old = choices(board)[0]["custom_id"]
    await want(server, server.blaise, compact=True)
    await repair_boards(server.client)
    assert len(menus(board)) == 1
    # A button that someone still sees works as well as the menu.
    await server.press_unoffered((server.blaise, board, old))
    assert await plies(server) == 2


async def test_what_no_menu_offers_is_not_played(server: Server) -> None:
    await want(server, server.blaise, compact=True)
    board = await server.begin()
    await server.play(board, "Cb2")
    for value in ("Sd4", "x", "", "Tb2"):
        await server.choose(server.blaise, board, "v1:1:1", value)
    assert await plies(server) == 1
