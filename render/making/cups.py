"""Cross tables and podiums of cups of every kind, for the contact sheet, the tests and the palette."""

import random
from dataclasses import replace

from render.cards.cross_tables import (
    CrossTable,
    CrossTableHeadings,
    CrossTableRow,
    EntrantState,
    GameMark,
    GameResult,
)
from render.cards.medals import Medal
from render.cards.podiums import Podium, PodiumStep
from render.making.examples import NAMES

LONG_NAMES = (
    "Maximiliane Wolkenstein-Rodenegg",
    "Владимир Константинопольский-Вет",
    "王小明さくら김철수丁寧語長名前王小明さくら김철수丁寧語長名前王小",
    "عبد الرحمن محمد الأمين بن عبد ال",
    "🔥🐉🇫🇷👩🏽‍💻🦁🌊🏛️🎲🔥🐉🇫🇷👩🏽‍💻🦁🌊🏛️",
    "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW",
    "Nguyễn Phúc Vĩnh San Đức Hoàng A",
    "★彡 ♥ xX_Pro_Gamer_Xx ♥ 彡★ (away",
)
"""As long as Discord allows."""

SEED = 8
ADJUDICATED = 0.15
"""The share of games that were decided at the end without being played to theirs."""

POINTS = {GameResult.WIN: 1.0, GameResult.DRAW: 0.5}
TURNED = {GameResult.WIN: GameResult.LOSS, GameResult.LOSS: GameResult.WIN}

Marks = list[list[tuple[GameMark, ...]]]


def group(
    names: tuple[str, ...],
    states: tuple[EntrantState, ...] = (),
    *,
    games: int = 1,
    running: float = 0.0,
) -> CrossTable:
    """Return a group of a cup with random results.

    The ``states`` are those of the first rows; if the last of them is ``EntrantState.LEFT``, it's that of the
    last row, and that person's games don't count. ``running`` is the share of games that aren't over; without
    any, some were adjudicated.
    """
    chance = random.Random(SEED)  # noqa: S311  (a picture needs no cryptography)
    left = EntrantState.LEFT in states
    marks: Marks = [[() for _ in names] for _ in names]
    for one in range(len(names)):
        for other in range(one):
            pair = [_game(chance, running) for _ in range(games)]
            if left and one == len(names) - 1:
                pair = [GameMark(GameResult.STRUCK)] * games
            marks[one][other] = tuple(pair)
            marks[other][one] = tuple(
                replace(mark, result=TURNED.get(mark.result, mark.result)) for mark in pair
            )
    counted = range(len(names) - left)
    order = [*sorted(counted, key=lambda one: -_points(marks[one])), *range(len(counted), len(names))]
    sorted_marks = [[marks[one][other] for other in order] for one in order]
    playing = (EntrantState.PLAYING,) * (len(names) - len(states))
    shown = (*states[: len(states) - left], *playing, *states[len(states) - left :])
    rows = tuple(_row(number, names[number], sorted_marks, shown[number]) for number in range(len(names)))
    headings = CrossTableHeadings("Player", "Points", "S–B")  # noqa: RUF001  (as people write it)
    return CrossTable("Autumn Cup", "Final", headings, rows)


def _game(chance: random.Random, running: float) -> GameMark:
    result = chance.choice((GameResult.WIN, GameResult.LOSS, GameResult.LOSS, GameResult.DRAW))
    if chance.random() < running:
        return GameMark(GameResult.RUNNING)
    return GameMark(result, adjudicated=not running and chance.random() < ADJUDICATED)


def _points(row: list[tuple[GameMark, ...]]) -> float:
    return sum(POINTS.get(mark.result, 0) for pair in row for mark in pair)


def _row(number: int, name: str, marks: Marks, state: EntrantState) -> CrossTableRow:
    tie_break = sum(
        _points(marks[other]) * POINTS.get(mark.result, 0)
        for other, pair in enumerate(marks[number])
        for mark in pair
    )
    left = state is EntrantState.LEFT
    return CrossTableRow(
        rank=None if left else number + 1,
        name=name,
        marks=tuple(marks[number]),
        points=_written(_points(marks[number])),
        tie_break="" if left else f"{tie_break:.2f}",
        games_left=sum(mark.result is GameResult.RUNNING for pair in marks[number] for mark in pair),
        state=state,
    )


def _written(points: float) -> str:
    """Return points as people write them."""
    whole, half = divmod(points, 1)
    return (f"{whole:.0f}" if whole or not half else "") + ("½" if half else "")


def cross_tables() -> dict[str, CrossTable]:
    """Return a cross table of every kind, by a description of what it shows."""
    state = EntrantState
    medals = (state.GOLD, state.SILVER, state.BRONZE)
    league = group(NAMES[8:13], (state.RISING, state.RISING, state.PLAYING, state.PLAYING, state.FALLING))
    return {
        "group of a cup": replace(
            group(LONG_NAMES, (state.LEADING,), running=0.4),
            scope="Group 2 of 11",
        ),
        "final of three": group(NAMES[:3], medals),
        "cup of nine": group(tuple(name[:12] for name in NAMES[8:17]), medals),
        "two games each": group(NAMES[4:12], (*medals, state.LEFT), games=2),
        "division of a league": replace(
            league,
            title="The November league of everyone who comes on Thursday nights",
            scope="Division 1",
            headings=replace(league.headings, tie_break=""),
            rows=tuple(replace(row, tie_break="") for row in league.rows),
        ),
    }


def podiums() -> dict[str, Podium]:
    """Return a podium of every kind, by a description of what it shows."""
    gold, silver, bronze = (
        PodiumStep(medal, (name,), points)
        for medal, name, points in zip(
            Medal, ("Ada Lovelace", "Дмитрий", "王小明"), ("6½ points", "5 points", "4½ points"), strict=True
        )
    )
    three = Podium("Autumn Cup", "8 players, 28 games", (gold, silver, bronze))
    return {
        "podium": three,
        "podium with long names": replace(
            three,
            title="The Autumn Cup of everyone who comes here on Thursday nights",
            steps=tuple(
                replace(step, names=(name,))
                for step, name in zip(three.steps, (LONG_NAMES[0], LONG_NAMES[2], LONG_NAMES[4]), strict=True)
            ),
        ),
        "gold shared": replace(three, steps=(replace(gold, names=("Ada Lovelace", "Emmy Noether")), bronze)),
        "bronze shared by three": replace(
            three,
            subtitle="",
            steps=(
                gold,
                silver,
                replace(bronze, names=("王小明", "Wolfeschlegelsteinhausenbergerdorff", "Leo")),
            ),
        ),
        "gold shared by four": replace(three, steps=(replace(gold, names=NAMES[:4]),)),
    }
