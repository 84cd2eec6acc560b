"""The bot's requests are checked against Discord's own description."""

from typing import Any

import pytest

from tests.loopback.description import violations
from tests.loopback.server import LoopbackDiscord


def answer_with(button: dict[str, Any]) -> dict[str, Any]:
    """Return a message with one button, as the answer to an interaction."""
    row = {"type": 1, "components": [{"type": 2, "style": 1, **button}]}
    return {"type": 4, "data": {"components": [row]}}


def test_a_request_that_fits_discords_description_passes() -> None:
    body = answer_with({"label": "Play", "custom_id": "play:1:0:Sb2"})
    assert violations("POST", "interactions/1/token/callback", body) == []


@pytest.mark.parametrize(
    "button",
    [
        {"label": "Play", "custom_id": "g" * 101},
        {"label": "P" * 81, "custom_id": "play:1:0:Sb2"},
        {"label": 7, "custom_id": "play:1:0:Sb2"},
    ],
)
def test_a_button_that_discord_would_refuse_is_reported(button: dict[str, Any]) -> None:
    (violation,) = violations("POST", "interactions/1/token/callback", answer_with(button))
    assert violation.startswith("POST interactions/1/token/callback: ")


@pytest.mark.parametrize("body", [None, {"content": "x"}])
def test_a_request_that_discord_does_not_know_is_reported(body: object) -> None:
    assert violations("PATCH", "channels/1/messages", body) != []


def test_a_body_where_none_belongs_is_reported() -> None:
    assert violations("GET", "users/@me", {"content": "x"}) != []


def test_ids_are_texts_or_numbers() -> None:
    assert violations("POST", "users/@me/channels", {"recipient_id": 1_200_000_000_000_000_000}) == []
    assert violations("POST", "users/@me/channels", {"recipient_id": "nobody"}) != []


def test_every_request_that_the_stand_in_answers_is_described() -> None:
    for method, path, _ in LoopbackDiscord("token")._actions():
        assert violations(method, path.replace("{token:[^/]+}", "token"), None) == []
