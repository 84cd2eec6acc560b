"""Analysis boards, the explorer and the win trainer in every state, checked against Discord's limits."""

import re
from random import Random

import discord
import pytest

import render
from bot.computer.analyses import Finding
from bot.locale import words_for
from bot.ui.analysis import AnalysisBoard
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.message.content import Picture
from bot.ui.message.icons import NO_ICONS, Icons, icon_name
from bot.ui.openings import ExplorerPage
from bot.ui.training import TrainingPages
from bot.use_cases.standings.openings import MoveRecord, OpeningMove
from bot.values.lines import Line, Progress
from bot.values.players import ThemeName
from engine import Distance, Kind, Position, Ruleset, Solution, Value
from tests.bot.ui.discord_limits import ROW, check, parts_of, texts_of
from tests.bot.ui.examples import random_positions

ENGLISH = words_for("en-GB")
ICONS = {piece: discord.PartialEmoji(name=icon_name(piece), id=10**18) for piece in render.PIECES}


def solution(position: Position, random: Random) -> Solution:
    """Return made-up values of the moves, as wide as possible."""
    values = [random.choice([*Value]) for _ in position.legal_moves]
    moves = dict(zip(position.legal_moves, values, strict=True))
    far = {move: Distance(28, 28) for move, value in moves.items() if value in {Value.WIN, Value.LOSS}}
    return Solution(Value.WIN, moves, Value.WIN, None, (), 0, Distance(28, 28), far)


def choices(position: Position) -> list[Choice]:
    """Return what can be chosen so far."""
    spaces = [move.space for move in position.legal_moves]
    return [NOTHING, *(Choice(space=space) for space in spaces[:1])]


@pytest.mark.thorough
@pytest.mark.parametrize("icons", [NO_ICONS, ICONS], ids=["signs", "icons"])
@pytest.mark.parametrize("seed", range(3))
async def test_every_state_of_an_analysis_board_is_accepted(seed: int, icons: Icons) -> None:
    random = Random(seed)
    for position in random_positions(random, random.choice([*Ruleset])):
        line = Line(position)
        if position.legal_moves:
            line = line.play(position.legal_moves[0]).back()
        found = solution(position, random)
        findings = [
            Finding(known, ended=ended) for known, ended in ((None, True), (found, False), (found, True))
        ]
        for finding in (None, *findings):
            board = AnalysisBoard(ENGLISH, line, ThemeName.AEGEAN, icons, finding)
            for choice in choices(position):
                check(await board.page(choice, shared=False))


def board_of(position: Position, finding: Finding | None) -> AnalysisBoard:
    return AnalysisBoard(ENGLISH, Line(position), ThemeName.AEGEAN, ICONS, finding)


async def rows_of_moves(position: Position) -> list[list[str]]:
    """Return the labels of the buttons for moves."""
    found = Finding(solution(position, Random(1)), ended=False)
    content = await board_of(position, found).page(NOTHING, shared=True)
    rows = [[str(each.get("label")) for each in row["components"]] for row in parts_of(content, ROW)]
    return [row for row in rows if re.match("[a-d][1-4]", row[0])]


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
async def test_the_buttons_of_moves_line_up_in_up_to_five_rows(seed: int) -> None:
    for position in random_positions(Random(seed), Ruleset.PYRGA):
        rows = await rows_of_moves(position)
        assert len(rows) <= 5
        assert len({len(label) for row in rows for label in row if label != "None"}) <= 1


@pytest.mark.parametrize(
    ("moves", "label"),
    [
        ("", "[a-d][1-4] [+=?\N{MINUS SIGN}]$"),
        ("Sb2 Ta2e", "[a-d][1-4]$|None"),
        ("Cb2", "[a-d][1-4] ([+\N{MINUS SIGN}]28|[=?])"),
        (
            "Tc1w Tb1e Td1w Cc1 Sc1 Tc2e Td2s Cd1 Sd1",
            "[a-d][1-4] ([+\N{MINUS SIGN}]28|[=?]\N{FIGURE SPACE}{2}$)",
        ),
    ],
)
async def test_buttons_have_distances_if_there_is_room_or_else_signs_or_colors(
    moves: str, label: str
) -> None:
    for row in await rows_of_moves(Position.replay("pyrga", moves.split())):
        for each in row:
            assert re.match(label, each)


async def test_the_values_are_on_the_spaces_of_the_picture_and_in_its_description() -> None:
    position = Position.replay("pyrga", ["Sb2", "Ta2e"])
    best = next(move for move in position.legal_moves if move.kind is Kind.CYLINDER)
    values = {**dict.fromkeys(position.legal_moves, Value.LOSS), best: Value.WIN}
    found = Solution(Value.WIN, values, Value.WIN, best, (), 0, None, {best: Distance(9, 9)})
    pages = [
        await board_of(position, finding).page(NOTHING, shared=True)
        for finding in (None, Finding(found, ended=True))
    ]
    without, with_values = [page.pictures[0] for page in pages]
    assert isinstance(without, Picture)
    assert isinstance(with_values, Picture)
    assert without.png != with_values.png
    assert without.filename != with_values.filename
    assert f"{best.space} wins in 9" in with_values.description
    assert with_values.description.count(" loses") == len(position.demand.playable) - 1
    assert "Best moves" not in without.description


@pytest.mark.parametrize(
    ("here", "everywhere", "said"),
    [
        (MoveRecord(2, 1, 0), MoveRecord(2, 1, 0), ["here"]),
        (MoveRecord(2, 1, 0), MoveRecord(3, 1, 0), ["here", "everywhere"]),
        (MoveRecord(0, 0, 0), MoveRecord(3, 1, 0), ["everywhere"]),
    ],
)
async def test_the_explorer_says_everywhere_only_where_it_differs(
    here: MoveRecord, everywhere: MoveRecord, said: list[str]
) -> None:
    line = Line.of("pyrga", [])
    counted = [OpeningMove((line.position.legal_moves[0],), here, everywhere)]
    page = ExplorerPage(ENGLISH, line, ThemeName.AEGEAN, counted, None, in_server=True)
    (text,) = [text for text in texts_of(await page.content(0)) if "**" in text]
    listed = text.splitlines()[0].split(" · ")[1:]
    assert [each.split(" ")[0] for each in listed] == said


@pytest.mark.parametrize("moves", ["", "Sa1", "Tb2e Cc2 Tc2w Sb2 Tb3e Cc3", "Sd4 Td3w"])
async def test_every_page_of_the_explorer_is_accepted(moves: str) -> None:
    line = Line.of("pyrga", moves.split())
    position = line.position
    tally = MoveRecord(10**6, 10**5, 10**5)
    counted = [OpeningMove((move,), tally, tally) for move in position.legal_moves]
    page = ExplorerPage(
        ENGLISH, line, ThemeName.AEGEAN, counted, solution(position, Random(1)), in_server=True
    )
    for number in range(page.pages):
        check(await page.content(number))


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(2))
async def test_every_state_of_the_trainer_is_accepted(seed: int) -> None:
    random = Random(seed)
    for position in random_positions(random, Ruleset.PYRGA):
        line = Line(position)
        pages = TrainingPages(ENGLISH, 10**9, line, ThemeName.AEGEAN, Progress(1, 14, 10**6, line))
        check(await pages.won(counted=True))
        for choice in choices(position):
            check(await pages.move(ICONS, choice, note="A note."))
        for move in position.legal_moves[:1]:
            after = position.play(move)
            check(await pages.mistake(move, solution(after, random) if after.legal_moves else None))


def test_a_line_is_kept_until_another_move_replaces_the_rest() -> None:
    line = Line.of(Ruleset.PYRGA, ["Sb3", "Cb2", "Tb2n"])
    assert line.back().back().forward() == line.back()
    assert line.at(-1) == line.at(0)
    assert line.forward() == line
    first, second, _ = line.moves
    assert line.at(0).play(first).moves == line.moves
    other = next(move for move in line.at(1).position.legal_moves if move != second)
    assert line.at(1).play(other).moves == (first, other)
