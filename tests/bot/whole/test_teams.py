"""A team match between two servers, from the code to the result."""

import pytest
import simcord

from bot.jobs.rounds import repair_boards
from engine import Color
from tests.bot.servers import Server, answer, delete_data, labels, read, said
from tests.bot.whole.teams import DAY, TwoTeams, two_teams
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
