"""A team match between two servers, from the code to the result."""

from collections.abc import Collection
from dataclasses import replace

import discord
import pytest
import simcord

from bot.jobs.rounds import repair_boards
from engine import Color
from tests.bot.servers import Server, answer, delete_data, labels, read, said
from tests.bot.whole.teams import DAY, Team, TwoTeams, two_teams
from tests.cells import outcomes

pytestmark = pytest.mark.thorough

BUTTONS = ["Sign up", "Leave", "Rules", "Manage…"]


@pytest.fixture
def both(server: Server, manager: simcord.MemberActor) -> TwoTeams:
    """Return two servers that haven't agreed on anything yet."""
    return two_teams(server, manager)


@pytest.mark.default
@outcomes("all games of a team match are over", "running", "both cards show who has won")
async def test_two_servers_play_a_team_match_to_its_end(both: TwoTeams) -> None:
    assert (await both.agree()).startswith("It's agreed: [Pyrga Café \N{EN DASH} Game Night]")
    assert labels(await both.card(0)) == labels(await both.card(1)) == BUTTONS
    ada = both.server.ada
    asked = answer(await ada.click(await both.card(0), label="Sign up"))
    assert "They see your account's name, your rating" in read(asked)
    await both.sign_up()
    await both.wait(2 * DAY)
    match = await both.match()
    assert len(match.running) == 4
    for game in [await both.server.client.services.games.get(each.number or 0) for each in match.running]:
        for color in Color:
            index = match.side_of(game.player(color).id)
            assert index is not None
            home = game.home_of(color)
            # In a thread of its own.
            assert home.place.guild_id == match.cards[index].guild_id
            assert home.place.channel_id != both.teams[index].channel.id
    assert sorted(both.server.pinged()) == sorted(each.id for team in both.teams for each in team.people)
    for index in (0, 1):
        assert "1. **Ada** (1500?) \N{EN DASH} **Emmy** (1500?)\n2. **Blaise**" in await both.text(index)
        assert "0 of 4 games are over." in await both.text(index)
        assert labels(await both.card(index)) == ["My games", "Rules", "Manage…"]
    listed = answer(await ada.click(await both.card(0), label="My games"))
    assert "against **Emmy**: **your turn**" in read(listed)
    rules = answer(await ada.click(await both.card(0), label="Rules"))
    assert "You play for one server only" in read(rules)
    shown = answer(await ada.slash(both.teams[0].channel, "pyrga-event team-matches"))
    assert "Pyrga Café \N{EN DASH} Game Night" in read(shown)
    await both.resign(both.server.ada, both.server.blaise)
    for index in (0, 1):
        assert "The team match is over. **Game Night** won." in await both.text(index)
        assert "Pyrga Café **0\N{EN DASH}\N{WORD JOINER}4** Game Night" in await both.text(index)
        assert (
            "1. **Ada** (1500?) \N{EN DASH} **Emmy** (1500?) · **0\N{EN DASH}\N{WORD JOINER}2**"
            in await both.text(index)
        )
        assert labels(await both.card(index)) == []


async def test_a_code_works_once_and_elsewhere(both: TwoTeams) -> None:
    code = await both.offer()
    home = both.teams[0]
    own = await home.manager.slash(home.channel, "pyrga-event team-match", code=code)
    assert "was made in this server" in said(own)
    assert "There's no code **AAAAAA**" in said(await both.enter("AAAAAA"))
    first, second = [answer(await both.enter(typed)) for typed in (code.lower(), code)]
    assert "Team match against Pyrga Café" in read(first)
    await both.teams[1].manager.click(first, label="Accept")
    assert "has already been used" in said(await both.teams[1].manager.click(second, label="Accept"))
    assert "has already been used" in said(await both.enter(code))
    old = await both.offer()
    await both.wait(7 * DAY)
    assert "has expired" in said(await both.enter(old))


NO_THREADS = "I can't open threads in this channel, so games are played in DMs."


def without_threads(both: TwoTeams, sides: Collection[int]) -> TwoTeams:
    """Return the two servers, with cards in channels in which the bot can't open threads on these sides."""
    bot = both.server.client.user
    assert bot is not None
    denied = discord.PermissionOverwrite(create_public_threads=False)

    def closed(team: Team) -> Team:
        channel = team.manager.guild.create_text_channel("closed", overwrites={bot: denied})
        path = f"/channels/{channel.id}/messages/*/threads"
        both.server.env.inject_error("POST", path, status=403, code=50013, times=None)
        return replace(team, channel=channel)

    first, second = (closed(team) if side in sides else team for side, team in enumerate(both.teams))
    return replace(both, teams=(first, second))


@pytest.mark.parametrize("sides", [(0,), (0, 1)])
async def test_where_a_server_has_no_threads_its_people_play_in_dms(
    both: TwoTeams, sides: tuple[int, ...]
) -> None:
    both = without_threads(both, sides)
    match = await both.begin()
    assert len(match.running) == 4
    for listed in match.running:
        game = await both.server.client.services.games.get(listed.number or 0)
        for color in Color:
            player, home = game.player(color), game.home_of(color)
            side = match.side_of(player.id)
            assert (home.place.guild_id is None) == (side in sides)
    for side in sides:
        # The card, and the message that mentions everyone.
        assert len(both.server.posted(both.teams[side].channel)) == 2
        for person in both.teams[side].people:
            assert sum(bool(each.components) for each in person.user.dm_channel.history()) == 2
    await both.resign(both.server.ada, both.server.blaise)
    assert "The team match is over. **Game Night** won." in await both.text(0)


async def test_without_threads_and_dms_a_team_plays_in_its_channel(both: TwoTeams) -> None:
    both = without_threads(both, (0,))
    both.server.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    match = await both.begin()
    for listed in match.running:
        game = await both.server.client.services.games.get(listed.number or 0)
        homes = [game.home_of(color).place.channel_id for color in Color]
        assert both.teams[0].channel.id in homes


async def test_forms_say_before_the_start_that_there_are_no_threads(both: TwoTeams) -> None:
    open_code = await both.offer()
    assert NO_THREADS not in read(answer(await both.enter(open_code)))
    closed = without_threads(both, (0, 1))
    home = closed.teams[0]
    for command in ("pyrga-event team-match", "pyrga-event cup"):
        form = await home.manager.slash(home.channel, command)
        assert NO_THREADS in str(form.modal)
        usual = await home.manager.slash(both.teams[0].channel, command)
        assert NO_THREADS not in str(usual.modal)
    assert NO_THREADS in read(answer(await closed.enter(open_code)))
    shown = await home.manager.slash(home.channel, "pyrga-event league")
    assert NO_THREADS in read(answer(shown))
    shown = await home.manager.slash(both.teams[0].channel, "pyrga-event league")
    assert NO_THREADS not in read(answer(shown))


async def test_only_managers_agree_on_team_matches(both: TwoTeams) -> None:
    home = both.teams[0]
    refused = await both.server.ada.slash(home.channel, "pyrga-event team-match")
    assert "Manage Server permission" in said(refused)
    code = await both.offer()
    refused = await both.teams[1].people[0].slash(both.teams[1].channel, "pyrga-event team-match", code=code)
    assert "Manage Server permission" in said(refused)


async def test_after_a_deletion_no_thread_of_either_server_has_the_name(both: TwoTeams) -> None:
    await both.begin()
    backend = both.server.env.backend
    threads = [
        backend.get_channel(number)
        for team in both.teams
        for number in backend.get_guild(team.manager.guild.id).thread_ids
    ]
    openings = [backend.get_message(thread.parent_id or 0, thread.id) for thread in threads]
    assert sum("Ada" in str(thread.name) for thread in threads) == 4
    assert sum("Ada" in str(opening.components) for opening in openings) == 4
    await delete_data(both.server.ada)
    await repair_boards(both.server.client)
    assert sum("Deleted player" in str(thread.name) for thread in threads) == 4
    assert sum("Deleted player" in str(opening.components) for opening in openings) == 4
    assert not any(
        "Ada" in f"{thread.name} {opening.components}"
        for thread, opening in zip(threads, openings, strict=True)
    )
