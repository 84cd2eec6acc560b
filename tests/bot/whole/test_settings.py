"""People and those who manage a server choose how the bot treats them."""

import pytest
import simcord

from bot.matches.values import NoticeWay, ThemeName
from tests.bot.servers import SELECT, Server, answer, components, said, texts
from tests.bot.ui.discord_limits import check_components


def menus(message: simcord.ResponseMessage) -> dict[str, list[str]]:
    """What is chosen in each menu."""
    return {
        component["custom_id"]: [option["value"] for option in component["options"] if option.get("default")]
        for component in components(message)
        if component["type"] == SELECT
    }


async def test_a_person_sees_what_is_usual_and_changes_it_for_good(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    assert panel.ephemeral
    assert texts(panel)[0] == "### Your settings"
    assert menus(panel) == {"s1:mine:notices": ["mention"], "s1:mine:theme": ["aegean"]}

    await server.ada.select(panel, [NoticeWay.PRIVATE], custom_id="s1:mine:notices")
    assert menus(panel)["s1:mine:notices"] == ["private"]

    await server.restart()
    await server.ada.select(panel, [ThemeName.BASALT], custom_id="s1:mine:theme")
    again = answer(await server.ada.slash(server.channel, "pyrga settings"))
    assert menus(again) == {"s1:mine:notices": ["private"], "s1:mine:theme": ["basalt"]}
    others = answer(await server.blaise.slash(server.channel, "pyrga settings"))
    assert menus(others)["s1:mine:notices"] == ["mention"]


async def test_only_who_manages_the_server_sees_or_changes_its_settings(
    server: Server, manager: simcord.MemberActor
) -> None:
    assert "pyrga-server settings" not in server.ada.available_commands(server.channel)
    panel = answer(await manager.slash(server.channel, "pyrga-server settings"))
    assert texts(panel)[0] == "### This server's settings"
    forged = await server.choose(server.ada, panel, "s1:server:theme", "basalt")
    assert said(forged) == "Only people who may manage this server can change its settings."
    assert await server.client.services.preferences.guild_theme(server.guild.id) is ThemeName.AEGEAN


@pytest.mark.parametrize(
    ("custom_id", "value"),
    [
        ("s1:mine:theme", "neon"),
        ("s1:mine:weather", "rain"),
        ("s1:yours:theme", "basalt"),
        ("s1:mine:theme:more", "basalt"),
        ("s2:mine:theme", "basalt"),
    ],
)
async def test_a_forged_choice_is_refused(server: Server, custom_id: str, value: str) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    result = await server.choose(server.ada, panel, custom_id, value)
    assert said(result) == "This button is not in use any more. /pyrga help tells what is."


async def test_the_panels_keep_discords_limits(server: Server, manager: simcord.MemberActor) -> None:
    for command in ("pyrga settings", "pyrga-server settings"):
        check_components(answer(await manager.slash(server.channel, command)).components)
