"""People review games from elsewhere, as a text or a file, in private."""

import re

import pytest
import simcord

from bot.ui.review.elsewhere import MOST_KILOBYTES
from bot.ui.text.words import score_text
from engine import (
    Color,
    Outcome,
    Position,
    Reason,
    Record,
    RecordedMove,
    Ruleset,
    print_record,
    print_record_json,
)
from tests.bot.servers import Server, alt_text, answer, labels, read, said, texts
from tests.reading import as_read

pytestmark = pytest.mark.thorough

MOVES = "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1 Cd2 Sd2"
"""A short game whose positions are all solved in a moment."""

RESIGNED = Outcome(Color.BLACK, Reason.RESIGNATION)
LAPSE = "**10** Black: ● d2 · every move loses, but this one loses 2 moves sooner."
LAST = "With best play from the final position: White wins."
BARRED = "You're playing game **#1**, in which hints aren't allowed"
LEFT_OUT = "Some values are left out, because they'd help in game #1."


def record(plies: int, outcome: Outcome | None = None, *, ruleset: Ruleset = Ruleset.PYRGA) -> Record:
    """Return the record of a game between someone known and someone unknown after so many moves."""
    moves = tuple(map(RecordedMove.parse, MOVES.split()[:plies]))
    ended = outcome or Position.replay(ruleset, MOVES.split()[:plies]).outcome()
    return Record(ruleset, moves, ended, white="*Grace*\u202e")


WHOLE, UNFINISHED = print_record(record(11)), record(10)


async def reviewed(
    server: Server, who: simcord.MemberActor | None = None, **options: object
) -> simcord.ResponseMessage:
    """Return the answer to Ada or someone else who has given a record."""
    page = answer(await (who or server.ada).slash(server.channel, "pyrga-learn review", **options))
    assert page.ephemeral
    return page


def shown(page: simcord.ResponseMessage) -> str:
    """Return the texts of a page as people read them, whatever keeps together on a line."""
    return as_read(read(page)).replace("\N{NO-BREAK SPACE}", " ")


@pytest.mark.computer
async def test_a_text_has_a_review_that_leads_to_analysis_boards(server: Server) -> None:
    page = await reviewed(server, record=f"```{WHOLE}```".replace("\n", " "))
    title, about, result, *lines = shown(page).splitlines()
    assert title == "### Review of a record"
    assert about == r"**\*Grace\*** (White) against **Black** (Black) · Pyrga"
    assert result == rf"**\*Grace\*** wins {score_text(3, 0)} with three Towers."
    assert any(line.startswith(LAPSE) and line.endswith("Better: ■ d2") for line in lines)
    assert any(line.startswith(r"Right choices: **\*Grace\*** ") for line in lines)
    assert alt_text(page).startswith("Chart of who wins with best play, move by move.")
    assert labels(page)[-2:] == ["Move 10", "Analyze"]
    board = answer(await server.ada.click(page, label="Move 10"))
    assert texts(board)[0] == "### Analysis · Pyrga · after move 10, White to play"


@pytest.mark.computer
@pytest.mark.parametrize(
    "form", [print_record(UNFINISHED).encode("utf-8-sig"), print_record_json(UNFINISHED).encode()]
)
async def test_a_file_can_have_an_unfinished_game_in_either_form(server: Server, form: bytes) -> None:
    told = shown(await reviewed(server, file=("record", form)))
    assert told.splitlines()[2] == "The game isn't over."
    assert LAPSE in told
    assert LAST in told
    assert "The game lasted" not in told


@pytest.mark.computer
@pytest.mark.parametrize("ruleset", Ruleset)
async def test_a_game_of_any_ruleset_may_have_no_move(server: Server, ruleset: Ruleset) -> None:
    told = shown(await reviewed(server, record=print_record(record(0, RESIGNED, ruleset=ruleset))))
    assert r"**Black** wins: **\*Grace\*** resigned." in told
    assert "No one moved in this game, so there's nothing to review." in told


@pytest.mark.computer
async def test_the_players_of_a_running_game_see_no_values_of_its_position_in_a_record(
    server: Server,
) -> None:
    board = await server.begin()
    await server.play(board, " ".join(MOVES.split()[:10]))
    refused = await server.ada.slash(server.channel, "pyrga-learn review", record=WHOLE)
    assert BARRED in said(refused)
    assert LAPSE in shown(await reviewed(server, server.chiyo, record=WHOLE))

    on_the_way = print_record(record(9))
    told = shown(await reviewed(server, record=on_the_way))
    assert LEFT_OUT in told
    assert not re.search("best play|Better|loses|gave away", told)
    assert LAST in shown(await reviewed(server, server.chiyo, record=on_the_way))


async def test_nonsense_is_refused_with_what_is_wrong_and_where(server: Server) -> None:
    async def told(**options: object) -> str:
        return said(await server.ada.slash(server.channel, "pyrga-learn review", **options))

    illegal = WHOLE.replace("3. Td1w", "3. Tc1w")
    assert "Move 3, on line 6, isn't legal" in await told(file=("record", illegal.encode()))
    unheard = print_record_json(UNFINISHED).replace("Td1w", "Tz9w")
    assert "Move 3 of this record isn't legal" in await told(record=unheard)
    assert "can't read line 1 of this record" in await told(record="[Ruleset]")
    assert "can't read line 2 of this record" in await told(file=("old", b'[Ruleset "pyrga"]\n\xe9'))
    assert "can't read this record of a game" in await told(record="{}")
    assert "can't read line 9 of this record" in await told(file=("two", 2 * WHOLE.encode()))
    large = b" " * (MOST_KILOBYTES * 1024 + 1)
    assert "It can have up to 64 kilobytes." in await told(file=("record", large))
    assert await told(record=WHOLE, game="1") == "Use only one of these options at a time."


async def test_without_the_computer_there_is_no_review_of_a_record(server: Server) -> None:
    refused = await server.ada.slash(server.channel, "pyrga-learn review", record=WHOLE)
    assert said(refused).startswith("The computer isn't available on this host.")
