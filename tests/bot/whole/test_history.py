"""The list of finished games, with its filters and pages, and how to open a game from there."""

from datetime import timedelta

import pytest
import simcord
from simcord.builders import UserHandle

from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.values.base36 import format_number
from bot.values.challenges import ColorChoice, Terms
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot import acts
from tests.bot.servers import NO_LONGER_WORKS, Server, alt_text, answer, labels, said, selects, texts

pytestmark = pytest.mark.thorough

RATED = "Sb2 Cb3 Tb3n Sb4"
FIRST_PAGE = 10
LATER = timedelta(minutes=20)


async def play(server: Server, moves: str = "Sb2 Ta2e", **options: object) -> int:
    """Play a game that Ada, as White, resigns after these moves; return when, in seconds since 1970."""
    await server.resigned(moves, start="plain", **options)
    ended = int(server.clock.now().timestamp())
    server.clock.move(LATER)
    return ended


async def play_many(server: Server, count: int) -> None:
    """Play this many games, without Discord, that Ada resigns before anyone has moved."""
    services = server.client.services
    place = Place(server.guild.id, server.channel.id)
    ada, blaise = Player(server.ada.id, "Ada"), Player(server.blaise.id, "Blaise")
    for _ in range(count):
        challenge = await services.challenges.propose(
            place, ada, blaise, Terms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US"), opponent_is_bot=False
        )
        await services.challenges.accept(challenge.number, blaise, message_id=challenge.number)
        await acts.resign(services.games, challenge.number, player_id=ada.id)
        server.clock.move(LATER)


async def list_of(server: Server, who: simcord.MemberActor, **options: object) -> simcord.ResponseMessage:
    listed = answer(await who.slash(server.channel, "pyrga history", **options))
    assert listed.ephemeral
    return listed


def lines(message: simcord.ResponseMessage) -> list[str]:
    (text,) = texts(message)
    return text.splitlines()


def page_of(member: simcord.MemberActor, page: int) -> str:
    """Return the button for a page of a member's games."""
    return f"history:{format_number(member.id)}::::{page}"


def menu(message: simcord.ResponseMessage) -> list[str]:
    """Return the games that can be opened, with their numbers."""
    options = [option for each in selects(message) for option in each["options"]]
    return [f"{option['label']} · {option['description'].partition(',')[0]}" for option in options]


async def test_finished_games_are_listed_from_a_players_side(server: Server) -> None:
    assert lines(await list_of(server, server.ada)) == [
        "### Your finished games",
        "You haven't finished a game here yet. Start one with /pyrga challenge or /pyrga play.",
    ]
    assert lines(await list_of(server, server.ada, member=server.chiyo)) == [
        "### **Chiyo**'s finished games",
        "**Chiyo** hasn't finished a game in this server yet.",
    ]
    rated = await play(server, RATED, rated=True)
    classic = await play(server, "Sb2", ruleset="classic")
    await server.begin()
    listed, blaise = await list_of(server, server.ada), "**Blaise** (1500?)"
    assert lines(listed) == [
        "### Your finished games",
        f"vs. **Blaise** · lost · resignation · 1 move · Pyrga classic · <t:{classic}:R> · #2",
        f"vs. {blaise} · lost · resignation · 4 moves · 1259? · <t:{rated}:R> · #1",
    ]
    assert menu(listed) == ["vs. Blaise · lost · #2", "vs. Blaise · lost · #1"]
    assert labels(listed) == []
    theirs = lines(await list_of(server, server.chiyo, member=server.blaise))
    assert theirs[0] == "### **Blaise**'s finished games"
    assert theirs[2].startswith("vs. **Ada** (1500?) · won · resignation · 4 moves · 1741? · ")


async def test_games_without_a_result_are_left_out(server: Server, manager: simcord.MemberActor) -> None:
    await play(server)
    board = await server.begin(start="plain")
    panel = answer(await server.ada.click(board, label="Cancel game"))
    await server.ada.click(panel, label="Cancel game")
    await server.begin(start="plain")
    question = answer(await manager.slash(server.channel, "pyrga-server annul", game="3"))
    await manager.click(question, label="End game")
    assert menu(await list_of(server, server.ada)) == ["vs. Blaise · lost · #1"]


async def test_filters_combine_and_say_so(server: Server) -> None:
    await play(server, ruleset="classic")
    await play(server)
    wins = await list_of(server, server.blaise, opponent=server.ada, ruleset="classic", result="won")
    assert menu(wins) == ["vs. Ada · won · #1"]
    assert lines(wins)[-1] == "-# Only: against **Ada**, Pyrga classic, wins"
    assert menu(await list_of(server, server.blaise, result="won")) == [
        "vs. Ada · won · #2",
        "vs. Ada · won · #1",
    ]
    for none in ({"result": "drawn"}, {"ruleset": "pilotis"}, {"opponent": server.chiyo}):
        nothing = await list_of(server, server.blaise, **none)
        assert lines(nothing)[1:] == ["No finished games match. Leave out a filter to see more."]
        assert selects(nothing) == []


async def test_games_with_the_computer_are_found_by_the_bot(server: Server) -> None:
    services, place = server.client.services, Place(server.guild.id, server.channel.id)
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    for level in (1, 8):
        computer = Player(level, f"Computer, level {level}")
        game = await services.computer_games.begin(place, Player(server.ada.id, "Ada"), computer, terms)
        await acts.resign(services.games, game.number, player_id=server.ada.id)
        server.clock.move(LATER)
    await play(server)
    itself = UserHandle(server.env, server.env.backend.bot_user)
    listed = await list_of(server, server.ada, opponent=itself)
    assert menu(listed) == ["vs. Computer, level 8 · lost · #2", "vs. Computer, level 1 · lost · #1"]
    assert lines(listed)[-1] == "-# Only: against the computer"


@pytest.mark.default
async def test_pages_keep_their_filters_across_a_restart(server: Server) -> None:
    await play_many(server, FIRST_PAGE + 1)
    listed = await list_of(server, server.chiyo, member=server.ada, opponent=server.blaise, result="lost")
    assert len(menu(listed)) == FIRST_PAGE
    assert labels(listed) == ["Next"]
    await server.restart()
    await server.chiyo.click(listed, label="Next")
    assert lines(listed)[0] == "### **Ada**'s finished games"
    assert menu(listed) == ["vs. Blaise · lost · #1"]
    assert lines(listed)[-1] == "-# Only: against **Blaise**, losses"
    assert labels(listed) == ["Back"]
    await server.chiyo.click(listed, label="Back")
    assert len(menu(listed)) == FIRST_PAGE


async def test_a_forged_page_is_refused_and_one_past_the_end_leads_back_to_the_first(server: Server) -> None:
    await play_many(server, 1)
    listed = await list_of(server, server.ada)
    assert await server.forge(server.ada, listed, "history:7::chess::0") == NO_LONGER_WORKS
    await server.press_unoffered((server.ada, listed, page_of(server.ada, 7)))
    assert lines(listed) == ["### Your finished games", "There's nothing on this page."]
    assert labels(listed) == ["First page"]
    await server.ada.click(listed, label="First page")
    assert menu(listed) == ["vs. Blaise · lost · #1"]


async def test_a_chosen_game_opens_beside_the_list(server: Server) -> None:
    await play(server)
    await play(server, "Sb2")
    listed = await list_of(server, server.chiyo, member=server.ada)
    await server.restart()
    viewer = answer(await server.choose(server.chiyo, listed, "past-game:1"))
    assert viewer.ephemeral
    assert viewer.id != listed.id
    assert texts(viewer)[0].startswith("### Pyrga #1 · move 2 of 2")
    await server.chiyo.click(viewer, label="◄")
    assert "Pyrga board after move 1, " in alt_text(viewer)
    assert len(menu(listed)) == 2


async def test_games_of_another_server_are_not_listed_or_opened(server: Server) -> None:
    await play_many(server, 1)
    elsewhere = server.elsewhere()
    mine = await list_of(elsewhere, elsewhere.ada)
    assert lines(mine)[1].startswith("You haven't finished a game here yet.")
    await elsewhere.press_unoffered((elsewhere.ada, mine, page_of(server.blaise, 0)))
    assert lines(mine) == ["### Finished games", "No finished games in this server yet."]
    chosen = await elsewhere.choose_unoffered(elsewhere.ada, mine, "menu:1", "past-game:1")
    assert said(chosen) == "There's no game **1** here. Use /pyrga games to see yours."
