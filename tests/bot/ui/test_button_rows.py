"""Buttons of any length are arranged in rows that fit on a phone."""

from collections.abc import Iterable
from itertools import chain
from typing import Any

import discord
import pytest
from discord import ui

from bot.ui.message.content import Button, Row, layout, rows_of
from bot.ui.message.custom_ids import ShowHelp, button


def buttons(*labels: str) -> list[Button]:
    style = discord.ButtonStyle.secondary
    return [button(ShowHelp(number), label, style) for number, label in enumerate(labels)]


def labels(rows: Iterable[ui.Item[Any]]) -> list[list[str]]:
    return [[str(each["label"]) for each in row.to_component_dict()["components"]] for row in rows]


@pytest.mark.parametrize(
    "arranged",
    [
        # Buttons that fit are in one row, and one that doesn't begins the next.
        [["Cancel game", "Replay", "Help"]],
        [["Take back", "Conditional moves"], ["Replay", "Help"]],
        # The edges of each button count: a browser breaks these three after the second.
        [["Tymczasowe", "Ten serwer"], ["Komputer"]],
        # There are at most four in a row, and rows are even if possible.
        [["1", "2", "3", "4"]],
        [["1", "2", "3"], ["4", "5"]],
        [["Début", "Précédent"], ["Suivant", "Fin"]],
        [["Podpowiedź", "Remis"], ["Poddaj się", "Więcej…"]],
        # Wide characters take twice the space.
        [["一二三四五六七八九", "一"]],
        [["一二三四五六七八九十"], ["一二三四五六七八九十"]],
        [["abcdefghij", "abcdefghij"]],
        # One that's wider than the line is alone in its row, and without buttons there is none.
        [["a"], ["b" * 80], ["c"]],
        [],
    ],
)
def test_buttons_are_in_as_few_even_rows_as_fit_on_a_phone(arranged: list[list[str]]) -> None:
    assert labels(rows_of(buttons(*chain.from_iterable(arranged)))) == arranged


def test_a_row_that_a_language_makes_too_long_becomes_several_in_a_message() -> None:
    short, long = ("Resign", "Keep playing"), ("Abandonner la partie", "Continuer à jouer")
    view = layout(ui.TextDisplay("?"), Row(*buttons(*short)), Row(*buttons(*long)))
    assert labels(view.children[1:]) == [
        ["Resign", "Keep playing"],
        ["Abandonner la partie"],
        ["Continuer à jouer"],
    ]
