"""Anything people wrote is shown as text, according to simcord's page."""

from typing import Any

import pytest
from simcord.preview._markdown import markdown_tokens

from bot.ui.text.words import escaped, on_one_line

HOSTILE = (
    *("<@123>", "<@!123>", "<@&123>", "<#123>", "@everyone", "@here"),
    *("<t:1700000000:R>", "</pyrga join:123>", "<:xx:123>", "<a:xx:123>", ":tada:"),
    *("https://a.example", "<https://a.example>", "[a](https://a.example)", "discord.gg/abc"),
    *("# a", "> a", ">>> a", "- a", "+ a", "1. a"),
    *("*a*", "**a**", "_a_", "__a__", "~~a~~", "||a||", "`a`", "```a```", "a\\", "\\*a*"),
)


KNOWN = {
    "users": {"123": "Dora"},
    "roles": {"123": "everyone"},
    "channels": {"123": "secrets"},
    "commands": {"123": "pyrga"},
    "emojis": {"123": {"name": "xx", "animated": False}},
    "everyone": True,
}
"""The people and things that the hostile texts refer to."""


@pytest.mark.parametrize("text", HOSTILE)
def test_anything_people_wrote_is_shown_as_is(text: str) -> None:
    assert shown(escaped(text)) == text


def shown(text: str) -> str:
    """Return what a reader sees: text as is, and the kind of anything else in braces."""
    return "".join(seen(block) for block in markdown_tokens(text, "text_display", context=KNOWN))


def seen(token: dict[str, Any]) -> str:
    if token["type"] == "text":
        return str(token["content"])
    inside = "".join(seen(child) for child in token.get("children", ()))
    return inside if token["type"] in {"paragraph", "inline"} else f"{{{token['type']}{inside}}}"


@pytest.mark.parametrize(
    "text",
    [
        *("a\nb", " a \r\n\tb ", "a\x00b", "a\u2028b"),
        *("\u202ea b", "\u2067a b\u2069", "a\u200f b", "\u2069a b"),
    ],
)
def test_a_name_takes_one_line_and_does_not_reverse_the_text_beside_it(text: str) -> None:
    assert on_one_line(text) == "a b"


@pytest.mark.parametrize("text", ["דנה", "علي 3", "Dana דנה!"])
def test_right_to_left_words_are_isolated(text: str) -> None:
    assert on_one_line(text) == f"\u2068{text}\u2069"


@pytest.mark.parametrize("text", ["", " \n ", "\u202e"])
def test_a_blank_name_is_still_visible(text: str) -> None:
    assert on_one_line(text) == "?"
