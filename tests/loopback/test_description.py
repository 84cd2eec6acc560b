"""The requests of the bot are held against Discord's own description, where that lies beside the project."""

from typing import Any

import pytest

from tests.loopback.description import FILE, violations

pytestmark = pytest.mark.skipif(
    not FILE.is_file(),
    reason=f"no request is checked: Discord's description is not at {FILE} (DISCORD_OPENAPI says where)",
)


def answer_with(button: dict[str, Any]) -> dict[str, Any]:
    """A message with one button, as the answer to an interaction."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, **button}]}
    return {"type": 4, "data": {"components": [row]}}


def test_a_request_as_discord_describes_it_is_let_through() -> None:
    body = answer_with({"label": "Play", "custom_id": "g1:1:0:m:Sb2"})
    assert violations("POST", "interactions/1/token/callback", body) == []


@pytest.mark.parametrize(
    "button",
    [
        {"label": "Play", "custom_id": "g" * 101},
        {"label": "P" * 81, "custom_id": "g1:1:0:m:Sb2"},
        {"label": 7, "custom_id": "g1:1:0:m:Sb2"},
    ],
)
def test_a_button_that_discord_would_refuse_is_noticed(button: dict[str, Any]) -> None:
    (violation,) = violations("POST", "interactions/1/token/callback", answer_with(button))
    assert violation.startswith("POST interactions/1/token/callback: ")


def test_a_request_that_discord_does_not_know_is_noticed() -> None:
    assert violations("PATCH", "channels/1/messages", {"content": "x"}) != []


def test_ids_are_texts_or_numbers() -> None:
    assert violations("POST", "users/@me/channels", {"recipient_id": 1_200_000_000_000_000_000}) == []
    assert violations("POST", "users/@me/channels", {"recipient_id": "nobody"}) != []
