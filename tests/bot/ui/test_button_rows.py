"""Buttons of any length are arranged in rows that fit on a phone."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import ui

from bot.ui.message.content import Button, Row, layout, rows_of
from bot.ui.message.custom_ids import ShowHelp, button


def buttons(*labels: str) -> list[Button]:
    style = discord.ButtonStyle.secondary
    return [button(ShowHelp(number), label, style) for number, label in enumerate(labels)]


def labels(rows: Iterable[ui.Item[Any]]) -> list[list[str]]:
    return [[str(each["label"]) for each in row.to_component_dict()["components"]] for row in rows]


def rows(*labels_: str) -> list[list[str]]:
    return labels(rows_of(buttons(*labels_)))


def test_buttons_that_fit_are_in_one_row() -> None:
    assert rows("Cancel game", "Replay", "Help") == [["Cancel game", "Replay", "Help"]]


def test_a_button_that_does_not_fit_begins_the_next_row() -> None:
    assert rows("Take back", "Conditional moves", "Replay", "Help") == [
        ["Take back", "Conditional moves"],
        ["Replay", "Help"],
    ]


def test_the_edges_of_each_button_count() -> None:
    # A browser breaks these three after the second.
    assert rows("Tymczasowe", "Ten serwer", "Komputer") == [["Tymczasowe", "Ten serwer"], ["Komputer"]]


def test_there_are_at_most_four_in_a_row() -> None:
    assert rows("1", "2", "3", "4") == [["1", "2", "3", "4"]]
    assert rows("1", "2", "3", "4", "5") == [["1", "2", "3"], ["4", "5"]]


def test_rows_are_even_if_possible() -> None:
    assert rows("Début", "Précédent", "Suivant", "Fin") == [["Début", "Précédent"], ["Suivant", "Fin"]]
    assert rows("Podpowiedź", "Remis", "Poddaj się", "Więcej…") == [
        ["Podpowiedź", "Remis"],
        ["Poddaj się", "Więcej…"],
    ]


def test_wide_characters_take_twice_the_space() -> None:
    assert rows("一二三四五六七八九", "一") == [["一二三四五六七八九", "一"]]
    assert rows("一二三四五六七八九十", "一二三四五六七八九十") == [
        ["一二三四五六七八九十"],
        ["一二三四五六七八九十"],
    ]
    assert rows("abcdefghij", "abcdefghij") == [["abcdefghij", "abcdefghij"]]


def test_a_button_wider_than_the_line_is_alone_in_its_row() -> None:
    assert rows("a", "b" * 80, "c") == [["a"], ["b" * 80], ["c"]]


def test_without_buttons_there_is_no_row() -> None:
    assert rows() == []


def test_a_row_that_a_language_makes_too_long_becomes_several_in_a_message() -> None:
    short, long = ("Resign", "Keep playing"), ("Abandonner la partie", "Continuer à jouer")
    view = layout(ui.TextDisplay("?"), Row(*buttons(*short)), Row(*buttons(*long)))
    assert labels(view.children[1:]) == [
        ["Resign", "Keep playing"],
        ["Abandonner la partie"],
        ["Continuer à jouer"],
    ]
