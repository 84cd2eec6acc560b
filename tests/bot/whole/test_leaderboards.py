"""The leaderboard: who is on it, its pages, lists and periods, and how it's shared."""

from datetime import timedelta

import pytest
import simcord
from sqlalchemy import insert, update

from bot.store.schema.tables import daily_solves, players, puzzle_months, ratings
from bot.store.settings.guilds import remember_guild
from bot.ui.context.looks import APART
from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.values.challenges import ColorChoice
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.servers import Server, alt_text, answer, labels, selects, texts

pytestmark = pytest.mark.thorough

EMPTY = "No one here has played a rated game in the last 90 days."


async def list_players(server: Server, count: int, **values: object) -> list[simcord.MemberActor]:
    """Give this many members of the server an established rating: 2000, 1999, and so on."""
    now, listed = server.clock.now(), []
    async with server.client.services.leaderboards._database.writing() as connection:
        for number in range(count):
            member = server.guild.add_member(server.env.create_user(f"member{number:02}"))
            listed.append(member)
            known = {"id": member.id, "name": f"member{number:02}", "created_at": now}
            await connection.execute(insert(players).values(known))
            row = {
                "pool": server.guild.id,
                "ruleset": "pyrga",
                "player_id": member.id,
                "rating": 2000.0 - number,
                "deviation": 60.0,
                "volatility": 0.09,
                "games": 20,
                "streak": 3,
                "rated_at": now,
                "established_until": now + timedelta(days=100),
            }
            await connection.execute(insert(ratings).values(row | values))
    return listed


async def leaderboard(server: Server, **options: object) -> simcord.ResponseMessage:
    return answer(await server.ada.slash(server.channel, "pyrga leaderboard", **options))


def lines(panel: simcord.ResponseMessage) -> list[str]:
    """Return the lines on the picture, without the title."""
    return alt_text(panel).split("; ")[1:]


def named(panel: simcord.ResponseMessage) -> list[str]:
    """Return the ranks and names on the picture."""
    return [line.split(" · ")[0] for line in lines(panel)]


async def list_everywhere(server: Server, *members: simcord.MemberActor) -> None:
    """Have these members say that all servers may list them."""
    for member in members:
        await server.configure_for(member, listed=True)


async def play_rated_game(server: Server, number: int = 1) -> None:
    """Have Ada and Blaise play a rated game, the server's first or another one, which Ada resigns."""
    await server.begin(rated=True)
    await server.play_quietly(number)
    await acts.resign(server.client.services.games, number, player_id=server.ada.id)


async def test_the_leaderboard_of_a_new_server_says_how_to_get_on_it(server: Server) -> None:
    panel = await leaderboard(server)
    assert EMPTY in texts(panel)[0]
    assert panel.ephemeral
    assert labels(panel) == ["All servers", "Computer", "Puzzles", "Daily games", "Guesses"]
    await server.ada.click(panel, label="All servers")
    assert "No one is on this leaderboard yet." in texts(panel)[0]


async def test_two_friends_see_themselves_after_one_game_and_curves_after_another(server: Server) -> None:
    await play_rated_game(server)
    assert alt_text(await leaderboard(server)).split("; ") == [
        "Leaderboard (Pyrga · all time)",
        "Blaise · 1741? · 1 game",
        "Ada · 1259? · 1 game",
    ]
    await play_rated_game(server, 2)
    assert [line.split(" · ")[-1] for line in lines(await leaderboard(server))] == [
        "lately 1741, 1809",
        "lately 1259, 1191",
    ]


async def test_a_server_sees_its_own_games_and_all_servers_those_of_who_wants_it(server: Server) -> None:
    await play_rated_game(server)
    elsewhere = server.elsewhere()
    member = elsewhere.chiyo
    panel = answer(await member.slash(elsewhere.channel, "pyrga leaderboard"))
    for listed, shown in ((server.ada, ["Ada"]), (server.blaise, ["Blaise", "Ada"])):
        assert EMPTY in texts(panel)[0]
        await list_everywhere(server, listed)
        await member.click(panel, label="All servers")
        assert named(panel) == shown
        await member.click(panel, label="This server")
    assert len(lines(await leaderboard(server))) == 2
    await member.click(panel, label="All servers")
    await member.click(panel, label="Share")
    assert alt_text(elsewhere.newest()).startswith("Leaderboard, all servers (Pyrga · all time)")


@pytest.mark.default
async def test_a_long_leaderboard_has_pages_and_ones_own_row_on_all_of_them(server: Server) -> None:
    await list_players(server, 23)
    await play_rated_game(server)
    panel = await leaderboard(server)
    assert lines(panel)[0] == "1. member00 · 2000 · 20 games · 3 wins in a row"
    assert lines(panel)[-1].startswith("You: Ada · 1259?")
    await server.ada.click(panel, label="Next")
    await server.ada.click(panel, label="Next")
    assert named(panel) == [
        "21. member20",
        "22. member21",
        "23. member22",
        "Blaise",
        "Ada",
    ]
    assert "Next" not in labels(panel)
    await server.ada.click(panel, label="Back")
    assert lines(panel)[0].startswith("11. member10")
    await server.ada.click(panel, label="Find me")
    assert named(panel)[-1] == "Ada"
    assert "Find me" not in labels(panel)

    async with server.client.services.leaderboards._database.writing() as connection:
        far = server.clock.now() + timedelta(days=9)
        await connection.execute(
            update(ratings).where(ratings.c.player_id == server.ada.id).values(established_until=far)
        )
    panel = await leaderboard(server)
    assert lines(panel)[-1].startswith("You: 24. Ada")
    await server.ada.click(panel, label="Find me")
    assert lines(panel)[-2].startswith("24. Ada")


async def test_people_who_left_are_not_listed_and_only_checked_once_a_day(server: Server) -> None:
    listed = await list_players(server, 12)
    server.guild.remove_member(listed[3])
    assert "4. member03" in named(await leaderboard(server))
    server.clock.move(APART)
    panel = await leaderboard(server)
    assert named(panel)[2:5] == [
        "3. member02",
        "4. member04",
        "5. member05",
    ]
    assert len(lines(panel)) == 10
    place = Place(server.guild.id, server.channel.id)
    assert server.client.memberships.known_gone(place) == {listed[3].id}


async def test_a_last_page_of_people_who_left_leads_to_the_previous_page(server: Server) -> None:
    listed = await list_players(server, 11)
    panel = await leaderboard(server)
    server.guild.remove_member(listed[10])
    await server.ada.click(panel, label="Next")
    server.clock.move(APART)
    panel = await leaderboard(server)
    await server.ada.click(panel, label="Next")
    assert len(lines(panel)) == 10
    assert labels(panel)[0] == "Share"


async def test_an_old_page_past_the_end_says_so(server: Server) -> None:
    panel = await leaderboard(server)
    assert (
        await server.forge(server.ada, panel, "leaderboard:1:pyrga:all:7:show")
        == "The list is shorter now. Go back to its first page."
    )
    for forged in ("x:pyrga:all:0:show", "1:chess:all:0:show", "1:pyrga:all:x:show", "1:pyrga:all"):
        assert "button" in await server.forge(server.ada, panel, f"leaderboard:{forged}")


@pytest.mark.default
async def test_the_menu_chooses_ruleset_and_period(server: Server) -> None:
    await list_players(server, 2, rated_at=server.clock.now() - timedelta(days=40))
    panel = await leaderboard(server)
    assert len(lines(panel)) == 2
    (menu,) = selects(panel)
    assert [option["label"] for option in menu["options"]][:3] == [
        "Pyrga · all time",
        "Pyrga · last 30 days",
        "Pyrga · this season",
    ]
    await server.choose(server.ada, panel, "leaderboard:1:pyrga:month:0:show")
    assert "in the last 30 days" in texts(panel)[0]
    await server.choose(server.ada, panel, "leaderboard:1:pyrga:season:0:show")
    assert "No season is running." in texts(panel)[0]
    await server.client.services.seasons.start(server.guild.id)
    await server.choose(server.ada, panel, "leaderboard:1:pyrga:all:0:show")
    await server.choose(server.ada, panel, "leaderboard:1:pyrga:season:0:show")
    assert "No one here has played a rated game this season yet." in texts(panel)[0]


@pytest.mark.default
async def test_a_leaderboard_is_shared_for_everyone(server: Server) -> None:
    await list_players(server, 3)
    panel = await leaderboard(server)
    await server.ada.click(panel, label="Share")
    assert "Share" not in labels(panel)
    shared = server.newest()
    assert not shared.ephemeral
    assert lines(shared) == lines(panel)
    assert alt_text(shared).startswith(f"Leaderboard (Pyrga · all time · {server.guild.name})")
    assert alt_text(panel).startswith("Leaderboard (Pyrga · all time)")
    opened = answer(await server.blaise.click(shared, label="Leaderboard"))
    assert opened.ephemeral
    assert server.pinged() == []
    assert not (await leaderboard(server, share=True)).ephemeral


async def test_text_only_shows_no_picture(server: Server) -> None:
    await list_players(server, 1)
    await server.change_setting(server.ada, "setting:mine:leaderboard", "text")
    panel = await leaderboard(server)
    assert texts(panel)[0].splitlines() == [
        "### Leaderboard",
        "-# Pyrga · all time",
        "1\\. **member00** · 2000 · 20 games · 3 wins in a row",
    ]
    assert panel.attachments == []


async def test_solvers_of_the_puzzle_of_the_day_have_their_own_list(server: Server) -> None:
    members, now = await list_players(server, 12), server.clock.now()
    today = now.date()
    panel = await leaderboard(server)
    await server.ada.click(panel, label="Puzzles")
    assert "No one here has solved a puzzle of the day this month." in texts(panel)[0]
    async with server.client.services.leaderboards._database.writing() as connection:
        await remember_guild(connection, server.guild.id, now)
        for number, member in enumerate(members):
            row = {"guild_id": server.guild.id, "player_id": member.id}
            month = {"month": today.replace(day=1), "solved": 20 - number, "reached_at": now}
            await connection.execute(insert(puzzle_months).values(row | month))
            if number < 2:
                kept = {"streak": 3 + number, "freezes": 0}
                day = {"day": today, "tries": 2 - number, **kept, "solved_at": now}
                await connection.execute(insert(daily_solves).values(row | day))
    await server.ada.click(panel, label="Today")
    assert lines(panel) == [
        "1. member01 · solved in 1 try, a streak of 4",
        "2. member00 · solved in 2 tries, a streak of 3",
    ]
    await server.ada.click(panel, label="This month")
    assert named(panel)[:2] == ["1. member00", "2. member01"]
    server.guild.remove_member(members[10])
    own = answer(await members[11].slash(server.channel, "pyrga leaderboard"))
    await members[11].click(own, label="Puzzles")
    assert lines(own)[-1].startswith("You: 12. member11 · 9 solved")
    await members[11].click(own, label="Find me")
    server.clock.move(APART)
    own = answer(await members[11].slash(server.channel, "pyrga leaderboard"))
    await members[11].click(own, label="Puzzles")
    await members[11].click(own, label="Find me")
    assert named(own) == ["11. member11"]
    await members[11].click(own, label="Share")
    shared = server.newest()
    assert (shared.ephemeral, lines(shared)) == (False, ["11. member11 · 9 solved, a streak of 0"])
    assert "Share" not in labels(own)
    await members[11].click(own, label="People")
    assert alt_text(own).startswith("Leaderboard (")


@pytest.mark.default
async def test_the_computers_ladder_is_shared(server: Server) -> None:
    services, place = server.client.services, Place(server.guild.id, server.channel.id)
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    ada = Player(server.ada.id, "Ada")
    game = await services.computer_games.begin(place, ada, Player(1, "Computer, level 1"), terms)
    await server.play_quietly(game.number)
    await acts.resign(services.games, game.number, player_id=1)
    panel = await leaderboard(server)
    await server.ada.click(panel, label="Computer")
    await server.ada.click(panel, label="Share")
    shared = server.newest()
    assert (shared.ephemeral, lines(shared)) == (False, ["1. Ada · 1 · Newcomer, 1 win"])
    opened = answer(await server.blaise.click(shared, label="Against the computer"))
    assert opened.ephemeral
    assert "Share" in labels(opened)
