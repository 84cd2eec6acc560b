"""Analysis boards, the explorer and the win trainer in every state, checked against Discord's limits."""

from random import Random

import discord
import pytest

import render
from bot.computer.searches import Finding
from bot.locale import words_for
from bot.matches.standings.openings import OpeningMove, Tally
from bot.matches.training import Progress
from bot.matches.values.lines import Line
from bot.matches.values.players import ThemeName
from bot.ui.analysis.board import AnalysisBoard
from bot.ui.board.move_buttons import NOTHING, Choice
from bot.ui.message.icons import NO_ICONS, Icons, icon_name
from bot.ui.openings import ExplorerPage
from bot.ui.training import TrainingPages
from engine import Distance, Kind, Position, Ruleset, Solution, Value
from tests.bot.ui.discord_limits import BUTTON, check, payload, walk
from tests.bot.ui.examples import random_positions

ENGLISH = words_for("en-GB")
ICONS = {piece: discord.PartialEmoji(name=icon_name(piece), id=10**18) for piece in render.PIECES}


def solution(position: Position, random: Random) -> Solution:
    """Made-up values of the moves, as wide as possible."""
    values = [random.choice([*Value]) for _ in position.legal_moves]
    moves = dict(zip(position.legal_moves, values, strict=True))
    far = {move: Distance(28, 28) for move, value in moves.items() if value in {Value.WIN, Value.LOSS}}
    return Solution(Value.WIN, moves, Value.WIN, None, (), 0, Distance(28, 28), far)


def choices(position: Position) -> list[Choice]:
    """What can be chosen so far."""
    aimed = [move.space for move in position.legal_moves if move.kind is Kind.TRIANGLE]
    return [NOTHING, *(Choice(kind) for kind in Kind), *(Choice(Kind.TRIANGLE, space) for space in aimed[:1])]


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
        for finding in (
            None,
            Finding(None, ended=True),
            Finding(found, ended=False),
            Finding(found, ended=True),
        ):
            board = AnalysisBoard(ENGLISH, line, ThemeName.AEGEAN, icons, finding)
            for choice in choices(position):
                check(await board.page(choice, shared=False))


async def test_the_widest_turn_shows_signs_and_a_typical_one_shows_words() -> None:
    for moves, worded in (("", False), ("Tb2e Cc2 Tc2w", True)):
        position = Position.replay("pyrga", moves.split())
        found = Finding(solution(position, Random(1)), ended=True)
        content = await AnalysisBoard(ENGLISH, Line(position), ThemeName.AEGEAN, NO_ICONS, found).page(
            NOTHING, shared=True
        )
        labels = [
            one["label"] for one in walk(payload(content)["data"]["components"]) if one["type"] == BUTTON
        ]
        assert any(" wins in " in label or " loses in " in label for label in labels) == worded


@pytest.mark.parametrize("moves", ["", "Sa1", "Tb2e Cc2 Tc2w Sb2 Tb3e Cc3", "Sd4 Td3w"])
async def test_every_page_of_the_explorer_is_accepted(moves: str) -> None:
    line = Line.of("pyrga", moves.split())
    position = line.position
    tally = Tally(10**6, 10**5, 10**5)
    counted = [OpeningMove((move,), tally, tally) for move in position.legal_moves]
    page = ExplorerPage(
        ENGLISH, line, ThemeName.AEGEAN, counted, solution(position, Random(1)), in_server=True
    )
    for number in range(page.pages):
        check(await page.content(number))


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
