"""People who only meet across servers: nothing that one gets or presses has an id of the other."""

import json
from collections import deque
from collections.abc import Iterator
from datetime import timedelta

import pytest
import simcord

from bot.jobs.rounds import find_opponents, repair_boards
from bot.values.base36 import format_number
from tests.bot import acts
from tests.bot.servers import Server, answer, components, labels, offered, selects
from tests.bot.whole.scenes import live
from tests.bot.whole.teams import DAY, Team, TwoTeams, two_teams

pytestmark = pytest.mark.thorough

FILE = 13
ENDING = (
    *(
        "abort",
        "annul",
        "cancel-search",
        "confirm",
        "delete",
        "draw",
        "list-me",
        "listing",
        "play",
        "resign",
        "take-back",
    ),
    *(
        "choose",
        "guess",
        "choose-guess",
        "setting",
        "team-cancel",
        "team-leave",
        "team-leave-now",
        "unblock-by",
    ),
)
"""Words of buttons that would end what's looked at."""
IN_DMS = (
    *("pyrga games", "pyrga history", "pyrga profile", "pyrga leaderboard", "pyrga privacy", "pyrga block"),
    *("pyrga replay", "pyrga-learn review"),
)
HERE = (*IN_DMS, "pyrga show")


@pytest.fixture
def both(server: Server, manager: simcord.MemberActor) -> TwoTeams:
    return two_teams(server, manager)


def people_of(team: Team) -> list[simcord.MemberActor]:
    return [*team.people, team.manager]


def ids_of(both: TwoTeams, team: Team) -> dict[str, str]:
    """Return what an id of a team's people, server, channels, or DMs looks like, with what it's of.

    That's in every form in which the bot writes numbers, and in hexadecimal.
    """
    guild = both.server.env.backend.get_guild(team.manager.guild.id)
    named = {
        "server": guild.id,
        **{f"channel {each}": each for each in (*guild.channel_ids, *guild.thread_ids)},
    }
    for person in people_of(team):
        named |= {person.name: person.id, f"DMs of {person.name}": person.user.dm_channel.id}
    forms = {what: (str(number), format_number(number), f"{number:x}") for what, number in named.items()}
    return {form: what for what, each in forms.items() for form in each}


def getter(both: TwoTeams, path: str) -> int | None:
    """Return which team gets what's sent to a path of Discord's API."""
    backend, parts = both.server.env.backend, path.strip("/").split("/")
    if parts[0] in {"interactions", "webhooks"}:
        used = next(each for each in backend.interactions.values() if each.token == parts[2])
        theirs = [[person.id for person in people_of(team)] for team in both.teams]
        return next(side for side, ids in enumerate(theirs) if used.user_id in ids)
    if parts[0] != "channels":
        return None
    channel = backend.get_channel(int(parts[1]))
    if channel.guild_id is not None:
        return [team.manager.guild.id for team in both.teams].index(channel.guild_id)
    theirs = [[person.user.dm_channel.id for person in people_of(team)] for team in both.teams]
    return next(side for side, ids in enumerate(theirs) if channel.id in ids)


def messages_to(both: TwoTeams, side: int) -> Iterator[simcord.ResponseMessage]:
    """Yield every message that people of a team can see, or could."""
    for channel_id, messages in [*both.server.env.backend.messages.items()]:
        if getter(both, f"/channels/{channel_id}") == side:
            yield from (simcord.ResponseMessage(both.server.env, each) for each in [*messages.values()])


async def sent(both: TwoTeams) -> list[tuple[int, str]]:
    """Return everything that the bot has sent, also in files, each with the team that got it."""
    found = [
        (side, json.dumps(request.json, ensure_ascii=False))
        for request in both.server.env.http_requests
        if (side := getter(both, request.path)) is not None
    ]
    for side in (0, 1):
        for message in messages_to(both, side):
            for file in (each for each in components(message) if each["type"] == FILE):
                content = await both.server.client.http.get_from_cdn(file["file"]["url"])
                found.append((side, content.decode()))
    return found


def around(form: str, text: str) -> str:
    """Return what's before and after an id in a text."""
    at = text.index(form)
    return text[max(0, at - 120) : at + 80]


async def check(both: TwoTeams) -> None:
    """Check that no team has got an id of the other."""
    foreign = [ids_of(both, team) for team in reversed(both.teams)]
    leaks = [
        (side, what, around(form, text))
        for side, text in await sent(both)
        for form, what in foreign[side].items()
        if form in text
    ]
    assert not leaks


async def press_all(
    both: TwoTeams, who: simcord.MemberActor, depth: int, *messages: simcord.ResponseMessage
) -> None:
    """Have someone press each button of these messages, choose each option, and go on with what follows."""
    server, pressed = both.server, set[tuple[str, str]]()
    waiting = deque((message, depth) for message in messages)
    while waiting:
        message, left = waiting.popleft()
        buttons = [(each["custom_id"], "") for each in offered(message)]
        chosen = [
            (menu["custom_id"], one["value"]) for menu in selects(message) for one in menu.get("options", ())
        ]
        for custom_id, value in [*buttons, *chosen]:
            is_gone = message.id not in server.env.backend.messages.get(message.channel_id, {})
            if is_gone or (custom_id, value) in pressed or (value or custom_id).split(":")[0] in ENDING:
                continue
            pressed.add((custom_id, value))
            if value:
                result = await server.choose_unoffered(who, message, custom_id, value)
            else:
                (result,) = await server.press_unoffered((who, message, custom_id))
            if result.response is not None and left > 1:
                waiting.append((result.response, left - 1))


async def look_around_in_dms(both: TwoTeams) -> None:
    """Have a player of each team look at everything that there is for them in their DMs."""
    for side, team in enumerate(both.teams):
        who = team.people[0]
        dms = who.user.dm_channel.id
        for command in IN_DMS:
            await who.user.slash(command)
        await press_all(both, who, 2, *(each for each in messages_to(both, side) if each.channel_id == dms))


async def look_around(both: TwoTeams) -> None:
    """Have a player and the manager of each team look at everything that there is for them."""
    for side, team in enumerate(both.teams):
        who = team.people[0]
        for command in HERE:
            result = await who.slash(team.channel, command)
            if result.response is not None:
                await press_all(both, who, 2, result.response)
        for command in IN_DMS:
            await who.user.slash(command)
        messages = [
            each
            for each in messages_to(both, side)
            if not each.ephemeral and each.channel_id != who.user.dm_channel.id
        ]
        await press_all(both, who, 3, *messages)
        await press_all(both, team.manager, 2, *messages)
        answer(await team.manager.slash(team.channel, "pyrga-server log"))


async def finish(both: TwoTeams, *numbers: int | None) -> None:
    """Have White give up these games after some moves."""
    games = both.server.client.services.games
    for number in numbers:
        await both.server.play_quietly(number or 0)
        await acts.resign(games, number or 0, player_id=(await games.get(number or 0)).white.id)
    await repair_boards(both.server.client)


async def delete_with_buttons(both: TwoTeams, who: simcord.MemberActor) -> None:
    """Have someone delete their data, in whichever language they've pressed."""
    panel = answer(await who.user.slash("pyrga privacy"))
    for custom_id in ("ask-first:delete", "delete"):
        await who.user.click(panel, custom_id=custom_id)
    await repair_boards(both.server.client)


async def test_no_id_crosses_in_a_team_match(both: TwoTeams) -> None:
    await both.agree()
    await both.sign_up()
    await both.wait(2 * DAY)
    await look_around(both)
    await finish(both, *(game.number for game in (await both.match()).running))
    await both.wait(timedelta(minutes=2))
    await delete_with_buttons(both, both.server.blaise)
    await look_around(both)
    await check(both)


async def test_no_id_crosses_between_people_who_find_each_other(both: TwoTeams) -> None:
    server = both.server
    for team in both.teams:
        who = team.people[0]
        asked = answer(await who.slash(team.channel, "pyrga find", where="everywhere"))
        await who.click(asked, label="Search everywhere")
        # A search shows its game once the other one fits.
        await find_opponents(server.client)
    game = await server.client.services.games.get(1)
    assert game.is_in_two_places
    for team in both.teams:
        who = team.people[0]
        panel = answer(await who.click(server.newest(team.channel), label="More…"))
        assert labels(answer(await who.click(panel, label="Block")))[0].startswith("Unblock ")
    await server.play_quietly(1, 2)
    await live(server, DAY / 2)
    await look_around(both)
    await finish(both, 1)
    await look_around(both)
    await check(both)


@pytest.mark.parametrize("in_dms", [True, False], ids=["in DMs", "in a server"])
async def test_no_id_crosses_between_people_who_met_by_a_code(both: TwoTeams, *, in_dms: bool) -> None:
    server, (ada, emmy) = both.server, (team.people[0] for team in both.teams)
    options = {"rated": False, "color": "white"}
    if in_dms:
        await ada.user.slash("pyrga challenge", **options)
    else:
        await ada.slash(server.channel, "pyrga challenge", **options)
    code = (await server.client.services.challenges.get(1)).code
    await emmy.user.slash("pyrga join", code=code)
    for number, looks in enumerate(((look_around_in_dms, look_around), (look_around,)), start=1):
        await live(server, DAY / 2)
        await server.play_quietly(number, 2)
        await repair_boards(server.client)
        await look_around_in_dms(both)
        await finish(both, number)
        for look in (*looks, look_around_in_dms):
            await look(both)
    await check(both)
    await delete_with_buttons(both, ada)
    await look_around_in_dms(both)
    await check(both)
