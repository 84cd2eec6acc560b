"""Lists of games: one's own, another member's, and those suggested while typing."""

import pytest
import simcord

from bot.use_cases.challenges.computer_games import ComputerTerms
from bot.values.challenges import ColorChoice
from bot.values.players import Place, Player
from engine import Ruleset
from tests.bot.displays import lose_board
from tests.bot.servers import Server, answer, components, said, texts

pytestmark = pytest.mark.thorough


async def list_of(server: Server, **options: object) -> str:
    (text,) = texts(answer(await server.chiyo.slash(server.channel, "pyrga games", **options)))
    return text


async def test_games_of_another_member_are_listed_from_their_side(server: Server) -> None:
    assert await list_of(server, member=server.ada) == "**Ada** has no games in progress in this server."
    assert await list_of(server, member=server.chiyo) == await list_of(server)
    board = await server.begin(clock="none")
    link = f"https://discord.com/channels/{server.guild.id}/{board.channel_id}/{board.id}"
    assert (await list_of(server, member=server.ada)).splitlines() == [
        "### **Ada**'s games in progress",
        f"**#1** against **Blaise**: **Ada** to move · [open the board]({link})",
    ]
    assert f"**#1** against **Ada**: waiting · [open the board]({link})" in await list_of(
        server, member=server.blaise
    )


async def test_my_list_shows_whose_turn_it_is_the_time_and_a_link_to_the_board(server: Server) -> None:
    await server.begin(clock="1d")
    second = await server.begin(color="black", clock="2d")
    shown = answer(await server.ada.slash(server.channel, "pyrga show", game="1"))
    now = int(server.clock.now().timestamp())

    def line(number: int, turn: str, days: int, board: simcord.ResponseMessage) -> str:
        link = f"https://discord.com/channels/{server.guild.id}/{board.channel_id}/{board.id}"
        due = f"<t:{now + days * 24 * 3600}:R>"
        return f"**#{number}** against **Blaise**: {turn} · {due} · [open the board]({link})"

    listed = answer(await server.ada.slash(server.channel, "pyrga games"))
    assert listed.ephemeral
    assert texts(listed)[0].splitlines() == [
        "### Your games in progress",
        "-# Games in which it's your turn come first, the most urgent on top.",
        line(1, "your turn", 1, shown),
        line(2, "waiting", 2, second),
    ]


@pytest.mark.default
async def test_a_move_leads_in_private_to_the_game_with_the_least_time_that_waits(server: Server) -> None:
    alone = await server.begin(clock="3d")
    assert await next_games(server, alone, 1) == []
    elsewhere = server.elsewhere()
    urgent = await elsewhere.begin(clock="1d")
    later, played = [await server.begin(clock=clock) for clock in ("2d", "7d")]
    live = await server.begin(clock="5m")
    assert await next_games(server, live, 5) == []
    ((text, url),) = await next_games(server, played, 4)
    assert text.startswith("**#2** against **Blaise**: your turn · <t:")
    assert text.endswith("\n-# It's your turn in 1 more game.")
    assert url.endswith(f"/{elsewhere.guild.id}/{urgent.channel_id}/{urgent.id}")
    ((text, url),) = await next_games(elsewhere, urgent, 2)
    assert "more game" not in text
    assert url.endswith(f"/{server.guild.id}/{later.channel_id}/{later.id}")


async def next_games(server: Server, board: simcord.ResponseMessage, number: int) -> list[tuple[str, str]]:
    """Make Ada's first move in a game; return the texts and links that lead her on in private."""
    (result,) = await server.press((server.ada, board, f"play:{number}:0:Sb2"))
    return [
        (texts(each)[0], button["url"])
        for each in result.followups
        for button in components(each)
        if each.ephemeral and button.get("label") == "Next game"
    ]


async def test_the_list_says_which_board_is_lost_and_who_can_repost_it(server: Server) -> None:
    await server.begin()
    await lose_board(server.client, 1)
    assert (await list_of(server, member=server.ada)).endswith(" · board deleted")
    own = texts(answer(await server.ada.slash(server.channel, "pyrga games")))[0]
    assert own.endswith(" · board deleted: use /pyrga show to repost it")


async def offers(server: Server, command: str, typed: str = "") -> list[str]:
    return [
        choice["name"] for choice in await server.ada.autocomplete(server.channel, command, "game", typed)
    ]


async def test_finished_games_are_suggested_and_replayed_where_they_fit(server: Server) -> None:
    nothing = said(await server.ada.slash(server.channel, "pyrga replay"))
    assert nothing.startswith("You have no games in progress here.")
    for _ in range(2):
        await server.resigned("")
    assert "Pyrga #2" in texts(answer(await server.ada.slash(server.channel, "pyrga replay")))[0]
    await server.begin()
    assert "Pyrga #3" in texts(answer(await server.ada.slash(server.channel, "pyrga replay")))[0]
    running = "#3 against Blaise, your turn"
    finished = ["#2 against Blaise, you lost", "#1 against Blaise, you lost"]
    assert await offers(server, "pyrga show") == [running]
    assert await offers(server, "pyrga resign") == [running]
    assert await offers(server, "pyrga replay") == [running, *finished]
    assert await offers(server, "pyrga replay", "#1") == finished[1:]
    assert await offers(server, "pyrga-learn review") == finished


async def test_the_game_whose_number_was_typed_is_suggested_first(server: Server) -> None:
    services, place = server.client.services, Place(server.guild.id, server.channel.id)
    terms = ComputerTerms(Ruleset.PYRGA, ColorChoice.WHITE, "en-US")
    for level in (1, 3, 2):
        computer = Player(level, f"Computer, level {level}")
        await services.computer_games.begin(place, Player(server.ada.id, "Ada"), computer, terms)
    for typed in ("2", "#2"):
        assert await offers(server, "pyrga show", typed) == [
            "#2 against Computer, level 3, your turn",
            "#3 against Computer, level 2, your turn",
        ]
