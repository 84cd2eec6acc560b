"""How much a click asks of the database. Each statement costs time, so their number is limited."""

from datetime import timedelta
from typing import Any

import pytest
import simcord

from bot.jobs.due import do_due
from bot.jobs.events import keep_cups
from bot.values.clocks import TotalTime
from bot.values.events import event_changes
from bot.values.events.cup import CupTerms
from bot.values.game.presence import is_slow
from bot.values.players import Place, Player, ThemeName
from engine import Ruleset
from tests.bot.servers import Server, answer
from tests.bot.statements import Traffic, counted
from tests.bot.whole.cups import open_club, play_short
from tests.bot.whole.scenes import LATE, PLAY, Scene, arrange, live

MOST_FOR_A_MOVE, MOST_WITH_A_CLOCK, MOST_TRANSACTIONS = 4, 5, 2
WHAT_WAITS = 1
"""In a game that isn't live, it's asked after the answer which other game waits for whoever has moved."""

MOST_WITHOUT_A_MOVE = 2


async def traffic_of(scene: Scene, who: simcord.MemberActor, button: str) -> Traffic:
    """Return the statements of one click, a while after the players were last seen at the board."""
    scene.server.clock.move(timedelta(seconds=20))
    with counted() as traffic:
        await scene.press(who, button)
    return traffic


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("state", "timing", "most"),
    [
        (PLAY, {}, MOST_FOR_A_MOVE),
        (PLAY, {"move_seconds": 3 * 24 * 3600}, MOST_WITH_A_CLOCK),
        pytest.param(PLAY, {"total": TotalTime(600, 5)}, MOST_WITH_A_CLOCK, marks=pytest.mark.thorough),
        (LATE, {}, MOST_WITH_A_CLOCK),
    ],
    ids=["without a clock", "time per move", "total time", "instead of a claim"],
)
async def test_a_move_takes_few_statements_in_two_transactions(
    server: Server, state: str, timing: dict[str, Any], most: int
) -> None:
    scene = await arrange(server, state, **timing)
    traffic = await traffic_of(scene, scene.ada, scene.move_button(await scene.move()))
    game = await scene.game()
    assert game.revision == scene.revision + 1
    assert (game.clock is not None) == (most == MOST_WITH_A_CLOCK)
    most += WHAT_WAITS * is_slow(game)
    assert 0 < len(traffic.statements) <= most, traffic.statements
    assert traffic.transactions <= MOST_TRANSACTIONS


async def test_a_click_that_only_changes_the_buttons_takes_at_most_two_statements(server: Server) -> None:
    board = await server.begin()
    with counted() as traffic:
        await server.ada.click(board, custom_id="choose:1:0::c2")
    assert 0 < len(traffic.statements) <= MOST_WITHOUT_A_MOVE, traffic.statements


async def test_a_refused_click_takes_at_most_two_statements(server: Server) -> None:
    scene = await arrange(server, PLAY)
    # Their language is remembered from an earlier click.
    await server.client.services.preferences.remembered(scene.blaise.id)
    traffic = await traffic_of(scene, scene.blaise, scene.move_button(await scene.move()))
    assert (await scene.game()).revision == scene.revision
    assert 0 < len(traffic.statements) <= MOST_WITHOUT_A_MOVE, traffic.statements


@pytest.mark.thorough
async def test_a_list_of_games_takes_as_many_statements_as_one_game(server: Server) -> None:
    counts = []
    for _ in range(3):
        await server.begin()
        with counted() as traffic:
            answer(await server.ada.slash(server.channel, "pyrga games"))
        counts.append(len(traffic.statements))
    assert counts[0] == counts[-1] > 0


async def test_due_times_of_other_games_add_no_statement_to_a_move(server: Server) -> None:
    for _ in range(2):
        await arrange(server, PLAY, move_seconds=3 * 24 * 3600)
    scene = await arrange(server, PLAY)
    await live(server, timedelta(minutes=1))
    traffic = await traffic_of(scene, scene.ada, scene.move_button(await scene.move()))
    assert 0 < len(traffic.statements) <= MOST_FOR_A_MOVE + WHAT_WAITS, traffic.statements


def loads(traffic: Traffic) -> int:
    """Return how often a cup was read."""
    return sum("FROM cup_entrants JOIN cups" in statement for statement in traffic.statements)


async def test_a_cup_is_read_once_when_someone_joins(server: Server, manager: simcord.MemberActor) -> None:
    club = await open_club(server, manager)
    with counted() as traffic:
        await server.ada.click(club.card, label="Join")
    assert "**1 person** has joined: **Ada**" in club.text
    assert loads(traffic) == 1, traffic.statements


async def test_a_cup_is_read_once_when_one_of_its_games_ends(
    server: Server, manager: simcord.MemberActor
) -> None:
    club = await open_club(server, manager)
    await club.start()
    await club.wait(timedelta(minutes=2))
    await live(server, timedelta(minutes=2))
    game = (await club.cup()).running[0]
    await play_short(server, game.number or 0, game.white)
    with counted() as traffic:
        await do_due(server.client)
        await keep_cups(server.client)
    assert "1 of 3 games are over." in club.text
    assert loads(traffic) == 1, traffic.statements


@pytest.mark.thorough
async def test_many_running_cups_take_one_statement_while_no_one_clicks(server: Server) -> None:
    for number in range(30):
        await begin_cup(server, number)
    await live(server, timedelta(minutes=2))
    with counted() as traffic:
        await keep_cups(server.client)
    assert len(traffic.statements) == 1


async def begin_cup(server: Server, number: int) -> None:
    """Begin a cup that three people play in a server of their own, and whose card shows it."""
    cups, games = server.client.services.cups, server.client.services.cups
    people = [Player(1000 * number + each, "Someone") for each in (101, 102, 103)]
    terms = CupTerms("Cup", Ruleset.PYRGA, wanted=len(people))
    place = Place(1000 + number, 1)
    cup = await cups.create(place, people[0], terms, language="en-US", theme=ThemeName.AEGEAN)
    for person in people:
        cup = await cups.join(cup, person)
    await games.advance(cup.number)
    while await games.begin_next(cup.number) is not None:
        pass
    cup = await cups.get(cup.number)
    cup = await cups.put_card(cup, 0, channel_id=place.channel_id, message_id=1)
    cup = await cups.note(cup, lambda each, _: event_changes.tell(each, 0, 1))
    await cups.note(cup, lambda each, now: event_changes.show(each, 0, each.revision, now))
