"""People and managers of a server choose their settings."""

import re
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
import simcord

from bot.values.clocks import NO_CLOCK, QuietHours, TotalTime
from bot.values.players import ChallengePolicy, NotificationMode, ThemeName
from bot.values.preferences import GuildPreferences
from engine import Ruleset, Start
from tests.bot.servers import (
    CHANNEL_SELECT,
    MANAGERS_ONLY,
    NO_LONGER_WORKS,
    SELECT,
    Server,
    answer,
    choices,
    components,
    labels,
    offered,
    said,
    texts,
)
from tests.bot.ui.discord_limits import check_components

pytestmark = pytest.mark.thorough


def menus(message: simcord.ResponseMessage) -> dict[str, list[str]]:
    chosen = {}
    for component in components(message):
        if component["type"] == SELECT:
            options = component["options"]
            chosen[component["custom_id"]] = [each["value"] for each in options if each.get("default")]
        elif component["type"] == CHANNEL_SELECT:
            chosen[component["custom_id"]] = [str(each["id"]) for each in component.get("default_values", ())]
    return chosen


async def chosen_by(server: Server) -> GuildPreferences:
    return await server.client.services.preferences.guild(server.guild.id)


async def open_server_settings(server: Server, manager: simcord.MemberActor) -> simcord.ResponseMessage:
    return answer(await manager.slash(server.channel, "pyrga-server settings"))


@pytest.mark.default
async def test_a_person_sees_the_defaults_and_changes_them_for_good(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    assert panel.ephemeral
    assert texts(panel)[0] == "### Your settings · Boards and language"
    assert menus(panel) == {
        "setting:mine:text-mode": ["off"],
        "setting:mine:moves": [],
        "setting:mine:language": ["auto"],
        "setting:mine:theme": ["aegean"],
    }
    await server.ada.select(panel, [ThemeName.BASALT], custom_id="setting:mine:theme")
    assert menus(panel)["setting:mine:theme"] == ["basalt"]

    await server.restart()
    await server.ada.click(panel, label="Next")
    assert texts(panel)[0] == "### Your settings · Notifications and privacy"
    assert menus(panel) == {
        "setting:mine:notices": ["mention"],
        "setting:mine:reminders": ["12"],
        "setting:mine:welcome": ["everyone"],
        "setting:mine:leaderboard": [],
        "setting:mine:across-servers": ["ask"],
    }
    await server.ada.select(panel, [NotificationMode.PRIVATE], custom_id="setting:mine:notices")
    await server.ada.click(panel, label="Next")
    assert texts(panel)[0] == "### Your settings · Someone to play"
    assert menus(panel) == {
        "setting:mine:notice-reach": ["auto"],
        "setting:mine:notice-mode": ["private"],
        "setting:mine:notice-clocks": ["300", "86400", "259200"],
    }
    await server.ada.click(panel, label="Next")
    assert texts(panel)[0] == "### Your settings · Quiet hours"
    assert menus(panel) == {
        "setting:mine:time": [],
        "setting:mine:quiet-from": ["off"],
        "setting:mine:quiet-until": ["8"],
    }
    await server.ada.click(panel, label="Next")
    assert texts(panel)[0] == "### Your settings · In your servers"
    assert menus(panel) == {
        "setting:mine:guesses": ["on"],
        "setting:mine:roles": ["on"],
        "setting:mine:game-puzzles": ["off"],
    }
    again = answer(await server.ada.slash(server.channel, "pyrga settings"))
    assert menus(again)["setting:mine:theme"] == ["basalt"]
    await server.ada.click(again, label="Next")
    assert menus(again)["setting:mine:notices"] == ["private"]
    await server.change_setting(server.blaise, "setting:mine:welcome", ChallengePolicy.NOBODY)
    others = await server.open_setting(server.blaise, "setting:mine:notices")
    assert menus(others)["setting:mine:notices"] == ["mention"]
    refused = said(await server.ada.slash(server.channel, "pyrga challenge", opponent=server.blaise))
    assert refused == "**Blaise** isn't accepting challenges right now. Pick someone else."


async def test_only_managers_of_the_server_can_see_or_change_its_settings(
    server: Server, manager: simcord.MemberActor
) -> None:
    assert "pyrga-server settings" not in server.ada.available_commands(server.channel)
    panel = await open_server_settings(server, manager)
    assert texts(panel)[0] == "### This server's settings · New games"
    refused = MANAGERS_ONLY
    assert said(await server.choose_unoffered(server.ada, panel, "setting:server:theme", "basalt")) == refused
    assert await server.forge(server.ada, panel, "settings:server:1") == refused
    assert await chosen_by(server) == GuildPreferences()


async def test_a_servers_settings_fill_four_pages(server: Server, manager: simcord.MemberActor) -> None:
    panel = await open_server_settings(server, manager)
    pages, titles = [menus(panel)], [texts(panel)[0]]
    while "Next" in labels(panel):
        await manager.click(panel, label="Next")
        pages.append(menus(panel))
        titles.append(texts(panel)[0])
    assert {custom_id: chosen for page in pages for custom_id, chosen in page.items()} == {
        "setting:server:channels": [],
        "setting:server:ruleset": ["pyrga"],
        "setting:server:clock": ["259200"],
        "setting:server:start": ["by-rating"],
        "setting:server:rated": ["yes"],
        "setting:server:thread": ["no"],
        "setting:server:lobby": [],
        "setting:server:announcements": [],
        "setting:server:language": ["auto"],
        "setting:server:theme": ["aegean"],
        "setting:server:across-servers": ["yes"],
        "setting:server:guesses": ["yes"],
        "setting:server:puzzle": [],
        "setting:server:puzzle-hour": ["0"],
        "setting:server:seasons": ["no"],
        "setting:server:events": ["no"],
    }
    assert [len(page) for page in pages] == [5, 5, 4, 2]
    assert titles == [
        f"### This server's settings · {page}"
        for page in (
            *("New games", "Boards and other servers"),
            *("Lobby, results, and puzzles", "Seasons and events"),
        )
    ]
    assert [button["label"] for button in offered(panel)] == ["Back"]
    await manager.select(panel, ["yes"], custom_id="setting:server:seasons")
    assert menus(panel)["setting:server:seasons"] == ["yes"]
    await manager.click(panel, label="Back")
    await manager.select(panel, ["18"], custom_id="setting:server:puzzle-hour")
    assert menus(panel)["setting:server:puzzle-hour"] == ["18"]
    assert "That's <t:" in "".join(texts(panel))


async def test_a_servers_choices_are_kept(server: Server, manager: simcord.MemberActor) -> None:
    panel = await open_server_settings(server, manager)
    for setting, value in (("ruleset", "pilotis"), ("clock", "10+5"), ("start", "swap"), ("rated", "yes")):
        await manager.select(panel, [value], custom_id=f"setting:server:{setting}")
    await manager.click(panel, label="Next")
    await server.choose(manager, panel, "yes", "setting:server:thread")
    await server.choose(manager, panel, "en", "setting:server:language")
    await server.restart()
    kept = GuildPreferences(
        ruleset=Ruleset.PILOTIS,
        move_seconds=NO_CLOCK,
        total=TotalTime(10 * 60, 5),
        start=Start.SWAP,
        rated=True,
        thread=True,
        language="en",
    )
    assert await chosen_by(server) == kept

    await server.choose(manager, panel, "auto", "setting:server:language")
    await manager.click(panel, label="Back")
    for setting, value in (("clock", "3600"), ("start", "by-rating"), ("rated", "no")):
        await server.choose(manager, panel, value, f"setting:server:{setting}")
    assert await chosen_by(server) == replace(
        kept, move_seconds=3600, total=None, start=None, language=None, rated=False
    )


@pytest.mark.default
async def test_channels_can_be_chosen_and_unchosen(server: Server, manager: simcord.MemberActor) -> None:
    results = server.guild.create_text_channel("results")
    panel = await open_server_settings(server, manager)
    await manager.select(panel, [server.channel, results], custom_id="setting:server:channels")
    assert (await chosen_by(server)).channels == {server.channel.id, results.id}
    assert set(menus(panel)["setting:server:channels"]) == {str(server.channel.id), str(results.id)}

    panel = await server.change_setting(manager, "setting:server:announcements", results)
    assert (await chosen_by(server)).announcement_channel_id == results.id
    assert menus(panel)["setting:server:announcements"] == [str(results.id)]

    await manager.select(panel, [], custom_id="setting:server:announcements")
    panel = await server.change_setting(manager, "setting:server:channels")
    assert await chosen_by(server) == GuildPreferences()


async def test_only_a_channel_can_be_chosen_as_one(server: Server, manager: simcord.MemberActor) -> None:
    panel = await open_server_settings(server, manager)
    for value in ("", "everywhere", "-1", "\N{ARABIC-INDIC DIGIT ONE}", "9" * 19, "9" * 5000):
        result = await server.choose_unoffered(manager, panel, "setting:server:announcements", value)
        assert said(result) == NO_LONGER_WORKS, value
    assert await chosen_by(server) == GuildPreferences()


async def test_a_choice_on_an_old_panel_does_not_change_the_other_settings(
    server: Server, manager: simcord.MemberActor
) -> None:
    old = await open_server_settings(server, manager)
    new = await open_server_settings(server, manager)
    await manager.select(new, ["classic"], custom_id="setting:server:ruleset")
    await manager.select(old, ["no"], custom_id="setting:server:rated")
    assert menus(old)["setting:server:ruleset"] == ["classic"]
    assert await chosen_by(server) == GuildPreferences(ruleset=Ruleset.CLASSIC, rated=False)


async def test_a_forged_choice_is_refused(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    for custom_id, value in (
        ("setting:mine:theme", "neon"),
        ("setting:mine:weather", "rain"),
        ("setting:yours:theme", "basalt"),
        ("setting:mine:theme:more", "basalt"),
        ("settings:mine:theme", "basalt"),
    ):
        result = await server.choose_unoffered(server.ada, panel, custom_id, value)
        assert said(result) == NO_LONGER_WORKS, custom_id


@pytest.mark.parametrize("command", ["pyrga settings", "pyrga-server settings"])
async def test_all_pages_are_within_discords_limits_speak_to_the_person_and_have_menus_of_their_own(
    server: Server, manager: simcord.MemberActor, command: str
) -> None:
    panel = answer(await manager.slash(server.channel, command))
    seen, more = [], True
    while more:
        check_components(panel.components)
        shown = re.sub(r"'custom_id': '[^']*'", "", str(components(panel)))
        # Buttons are what the person says.
        for label in ("Notify me", "Send me a test notice"):
            shown = shown.replace(f"'label': '{label}'", "")
        assert not re.search(r"\b(I|me|my|mine)\b", shown)
        seen += [each["id"] for each in components(panel) if each["type"] in {SELECT, CHANNEL_SELECT}]
        if more := "Next" in labels(panel):
            await manager.click(panel, label="Next")
    assert len(seen) == len(set(seen)) > 5


@pytest.mark.usefixtures("french")
async def test_a_person_gets_private_answers_in_the_language_they_chose(server: Server) -> None:
    panel = answer(await server.ada.slash(server.channel, "pyrga settings"))
    menu = next(each for each in components(panel) if each.get("custom_id") == "setting:mine:language")
    assert [option["label"] for option in menu["options"]] == ["Same as your Discord", "English", "français"]
    await server.ada.select(panel, ["fr"], custom_id="setting:mine:language")
    assert texts(panel)[0] == "### Vos choix · Boards and language"
    listed = answer(await server.ada.slash(server.channel, "pyrga games"))
    assert texts(listed) == ["Aucune partie."]
    others = answer(await server.blaise.slash(server.channel, "pyrga games"))
    assert texts(others)[0].startswith("You have no games in progress")


async def test_a_refused_move_is_explained_in_the_language_that_the_person_chose(server: Server) -> None:
    board = await server.begin()
    await server.configure_for(server.blaise, language="fr")
    (move, *_) = choices(board)
    told = said(await server.blaise.click(board, custom_id=move["custom_id"]))
    assert "à **Ada** de jouer." in told


@pytest.mark.usefixtures("french")
async def test_new_games_are_in_the_language_that_the_server_chose_and_running_ones_keep_theirs(
    server: Server, manager: simcord.MemberActor
) -> None:
    before = await server.begin()
    await server.change_setting(manager, "setting:server:language", "fr")
    after = answer(await server.chiyo.slash(server.channel, "pyrga challenge", opponent=server.blaise))
    await server.blaise.click(after, label="Accept")
    await server.play(before, "Sb2")
    assert "Pyrga #1 · move 1" in texts(before)[0]
    assert "Pyrga #2 · coup 1" in texts(after)[0]


async def test_the_time_zone_of_quiet_hours_is_guessed_from_the_hour_and_can_be_mended(
    server: Server,
) -> None:
    panel = await server.open_setting(server.ada, "setting:mine:time")
    now = server.clock.now()
    menu = next(each for each in components(panel) if each.get("custom_id") == "setting:mine:time")
    hours = menu["options"]
    berlin = now.astimezone(ZoneInfo("Europe/Berlin"))
    guessed = next(each for each in hours if each["description"].startswith("Berlin"))
    assert guessed["label"] == f"It's {berlin.hour}:{berlin:%M} for you now"
    await server.ada.select(panel, [guessed["value"]], custom_id="setting:mine:time")
    assert menus(panel)["setting:mine:zone"] == ["Europe/Berlin"]
    await server.ada.select(panel, ["Africa/Lagos"], custom_id="setting:mine:zone")
    assert menus(panel)["setting:mine:zone"] == ["Africa/Lagos"]
    await server.ada.select(panel, ["22"], custom_id="setting:mine:quiet-from")
    await server.ada.select(panel, ["7"], custom_id="setting:mine:quiet-until")
    kept = await server.client.services.preferences.player(server.ada.id)
    assert kept.quiet == QuietHours("Africa/Lagos", 22, 7)
